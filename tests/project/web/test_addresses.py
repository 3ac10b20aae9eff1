"""The address rules, checked against a second table that is made of plain numbers."""

import random
from ipaddress import IPv4Address, IPv6Address, ip_network

import pytest

from octavo.project.web.addresses import is_this_computer, refuse_address

# First and last address of what the registries of special-purpose addresses list as not reachable
# from everywhere, or as carrying another address, and of multicast and reserved space.
REFUSED_IPV4 = [
    ("0.0.0.0", "0.255.255.255"),
    ("10.0.0.0", "10.255.255.255"),
    ("100.64.0.0", "100.127.255.255"),
    ("127.0.0.0", "127.255.255.255"),
    ("168.63.129.16", "168.63.129.16"),
    ("169.254.0.0", "169.254.255.255"),
    ("172.16.0.0", "172.31.255.255"),
    ("192.0.0.0", "192.0.0.255"),
    ("192.0.2.0", "192.0.2.255"),
    ("192.31.196.0", "192.31.196.255"),
    ("192.52.193.0", "192.52.193.255"),
    ("192.88.99.0", "192.88.99.255"),
    ("192.168.0.0", "192.168.255.255"),
    ("192.175.48.0", "192.175.48.255"),
    ("198.18.0.0", "198.19.255.255"),
    ("198.51.100.0", "198.51.100.255"),
    ("203.0.113.0", "203.0.113.255"),
    ("224.0.0.0", "239.255.255.255"),
    ("240.0.0.0", "255.255.255.255"),
]
REFUSED_IPV6 = [
    ("::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
    ("2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff"),
    ("2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"),
    ("2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
    ("2620:4f:8000::", "2620:4f:8000:ffff:ffff:ffff:ffff:ffff"),
    ("3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"),
    ("4000::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
]
IPV4_RANGES = [(int(IPv4Address(low)), int(IPv4Address(high))) for low, high in REFUSED_IPV4]
IPV6_RANGES = [(int(IPv6Address(low)), int(IPv6Address(high))) for low, high in REFUSED_IPV6]
ISATAP = (0x5EFE, 0x0200_5EFE)


def is_refused_ipv4(number: int) -> bool:
    return any(low <= number <= high for low, high in IPV4_RANGES)


def is_refused_ipv6(number: int) -> bool:
    inside = any(low <= number <= high for low, high in IPV6_RANGES)
    return inside or (number >> 32) % 2**32 in ISATAP


@pytest.mark.scorecard("SR-02")
def test_both_ends_of_every_range_and_their_neighbors_are_judged_right() -> None:
    for low, high in IPV4_RANGES:
        for number in (low - 1, low, high, high + 1):
            if 0 <= number < 2**32:
                address = str(IPv4Address(number))
                assert bool(refuse_address(address)) == is_refused_ipv4(number), address
    for low, high in IPV6_RANGES:
        for number in (low - 1, low, high, high + 1):
            if 0 <= number < 2**128:
                address = str(IPv6Address(number))
                assert bool(refuse_address(address)) == is_refused_ipv6(number), address


@pytest.mark.scorecard("SR-02")
def test_twenty_thousand_random_addresses_are_judged_right() -> None:
    numbers = random.Random(7)
    for _ in range(10_000):
        four = numbers.getrandbits(32)
        assert bool(refuse_address(str(IPv4Address(four)))) == is_refused_ipv4(four)
        six = numbers.getrandbits(128)
        if numbers.random() < 0.7:  # the public part is an eighth of all: look there
            six = six % 2**125 + (1 << 125)
        assert bool(refuse_address(str(IPv6Address(six)))) == is_refused_ipv6(six)


@pytest.mark.scorecard("SR-02")
@pytest.mark.parametrize(
    "address",
    [
        "::1",
        "::",
        "::ffff:127.0.0.1",
        "::ffff:8.8.8.8",
        "::127.0.0.1",
        "::ffff:0:127.0.0.1",
        "64:ff9b::7f00:1",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b::808:808",
        "64:ff9b:1::7f00:1",
        "2002:7f00:1::",
        "2002:a9fe:a9fe::",
        "2001:0:4136:e378:8000:63bf:3fff:fdd2",
        "fe80::1",
        "fe80::1%eth0",
        "2606:4700::1%eth0",
        "fec0::1",
        "fd00:ec2::254",
        "fd20:ce::254",
        "::5efe:10.0.0.1",
        "2606:4700::5efe:a00:1",
        "2606:4700::200:5efe:a00:1",
        "ff02::1",
        "169.254.169.254",
        "169.254.170.2",
        "100.100.100.200",
        "192.0.0.192",
        "168.63.129.16",
        "198.18.0.1",
        "239.255.255.250",
        "255.255.255.255",
        "0.1.2.3",
    ],
)
def test_an_address_that_is_not_public_is_refused(address: str) -> None:
    assert refuse_address(address)


@pytest.mark.parametrize(
    "text", ["", "localhost", "127.1", "0x7f000001", "2130706433", "010.0.0.1"]
)
def test_what_is_not_an_address_is_refused(text: str) -> None:
    assert refuse_address(text) == "not an address"


@pytest.mark.scorecard("SR-02")
@pytest.mark.parametrize("address", ["8.8.8.8", "1.1.1.1", "2606:4700::1111", "2a00:1450:4001::1"])
def test_a_public_address_is_allowed(address: str) -> None:
    assert refuse_address(address) is None


def test_an_allowed_network_opens_itself_and_nothing_else() -> None:
    allowed = [ip_network("10.1.0.0/16"), ip_network("fd00:1::/32")]
    assert refuse_address("10.1.255.255", allowed) is None
    assert refuse_address("fd00:1::7", allowed) is None
    assert refuse_address("10.2.0.0", allowed)
    assert refuse_address("::ffff:10.1.0.1", allowed)
    assert refuse_address("fd00:2::7", allowed)


def test_an_allowed_translating_network_does_not_lead_to_private_addresses() -> None:
    allowed = [ip_network("64:ff9b::/96")]
    assert refuse_address("64:ff9b::808:808", allowed) is None
    assert refuse_address("64:ff9b::7f00:1", allowed)
    assert refuse_address("64:ff9b::a9fe:a9fe", allowed)


@pytest.mark.parametrize(
    "host",
    ["localhost", "LOCALHOST", "localhost.", "api.localhost", "127.0.0.1", "127.9.9.9", "::1"],
)
def test_this_computer_is_known_by_its_names(host: str) -> None:
    assert is_this_computer(host)


@pytest.mark.parametrize(
    "host",
    ["example.com", "localhost.example.com", "10.0.0.1", "::ffff:127.0.0.1", "2130706433", ""],
)
def test_other_hosts_are_not_this_computer(host: str) -> None:
    assert not is_this_computer(host)

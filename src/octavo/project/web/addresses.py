"""Decides which network addresses may be called: public ones, and allowed ones.

Octavo has its own tables. Python's `is_global` differs between versions, and accepts addresses that
contain a private IPv4 address (NAT64, 6to4, mapped). The check happens when an address is called,
never by its name.
"""

from __future__ import annotations

from collections.abc import Collection
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
)

Network = IPv4Network | IPv6Network

_THIS_COMPUTER = ("0.0.0.0/8", "127.0.0.0/8")
_PRIVATE = ("10.0.0.0/8", "100.64.0.0/10", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16")
_RESERVED = (
    "168.63.129.16/32",  # A cloud's internal server, at an address that looks public.
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.31.196.0/24",
    "192.52.193.0/24",
    "192.88.99.0/24",
    "192.175.48.0/24",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/4",
    "240.0.0.0/4",
)
_REFUSED_IPV4 = tuple(
    (IPv4Network(text), kind)
    for kind, texts in (
        ("this computer itself", _THIS_COMPUTER),
        ("part of a private network", _PRIVATE),
        ("reserved and not public", _RESERVED),
    )
    for text in texts
)
_PUBLIC_IPV6 = IPv6Network("2000::/3")
_REFUSED_IPV6 = tuple(
    IPv6Network(text)
    for text in (
        "2001::/23",  # Teredo, ORCHID, benchmarks
        "2001:db8::/32",
        "2002::/16",  # 6to4
        "2620:4f:8000::/48",
        "3fff::/20",
    )
)
_PRIVATE_IPV6 = (IPv6Network("fc00::/7"), IPv6Network("fe80::/10"), IPv6Network("fec0::/10"))
_NAT64 = IPv6Network("64:ff9b::/96")
_ISATAP = frozenset({0x0000_5EFE, 0x0200_5EFE})
"""The upper half of an interface id with an IPv4 address in its lower half."""


def refuse_address(address: str, networks: Collection[Network] = ()) -> str | None:
    """Return why an address must not be called, in words; None if it is allowed."""
    try:
        ip = ip_address(address)
    except ValueError:
        return "not an address"
    if isinstance(ip, IPv6Address) and ip.scope_id is not None:
        return "part of a private network"
    if any(ip.version == network.version and ip in network for network in networks):
        if ip in _NAT64:  # The network may be used, but not to reach private addresses behind it.
            return _refuse_ipv4(IPv4Address(int(ip) & 0xFFFF_FFFF))
        return None
    return _refuse_ipv4(ip) if isinstance(ip, IPv4Address) else _refuse_ipv6(ip)


def is_this_computer(host: str) -> bool:
    """Tell whether a host names this computer: `localhost`, `127.…` or `::1`.

    A name that only resolves to this computer doesn't count, because its author may not know that.
    """
    name = host.lower().rstrip(".")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        ip = ip_address(name)
    except ValueError:
        return False
    is_mapped = isinstance(ip, IPv6Address) and ip.ipv4_mapped is not None
    return ip.is_loopback and not is_mapped


def _refuse_ipv4(ip: IPv4Address) -> str | None:
    return next((kind for network, kind in _REFUSED_IPV4 if ip in network), None)


def _refuse_ipv6(ip: IPv6Address) -> str | None:
    if ip == IPv6Address("::1"):
        return "this computer itself"
    if any(ip in network for network in _PRIVATE_IPV6):
        return "part of a private network"
    if (
        ip not in _PUBLIC_IPV6
        or any(ip in network for network in _REFUSED_IPV6)
        or (int(ip) >> 32) & 0xFFFF_FFFF in _ISATAP
    ):
        return "reserved and not public"
    return None

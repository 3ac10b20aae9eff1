"""What the operator of a site lets its proxy do.

These are switches of the server, never settings of the site: whoever writes a site is not always
the one whose network it runs in.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from ipaddress import ip_network
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from octavo.project.files import MEBIBYTE
from octavo.project.web.addresses import Network
from octavo.project.web.download import Resolver, resolve_host
from octavo.server.web.rates import Rate
from octavo.values import Struct

if TYPE_CHECKING:
    import ssl

_LOCALHOST = ("127.0.0.0/8", "::1/128")
_NET = re.compile(
    r"(?:\[(?P<bracketed>[^\[\]]+)\]|(?P<ipv4>[^:\[\]]+)|(?P<ipv6>[^\[\]]*:[^\[\]]*:[^\[\]]*))"
    r"(?(ipv6)|(?::(?P<port>[0-9]{1,5}))?)",
    re.ASCII,
)


class AllowedNet(Struct, frozen=True):
    """Networks that are not public and may be called all the same, on one port or on any."""

    networks: tuple[Network, ...]
    port: int | None = None

    def list_networks(self, port: int) -> tuple[Network, ...]:
        """Return the networks that may be called on a port."""
        return self.networks if self.port in (None, port) else ()


def parse_allowed_net(text: str) -> AllowedNet:
    """Read `10.1.0.0/16`, `10.1.2.3:8080`, `[fd00::/8]:8080` or `localhost:8080`.

    ValueError says, in words, what is wrong.
    """
    match = _NET.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"`{text}` is no network: write it as 10.1.0.0/16 or 10.1.2.3:8080")
    port = int(match["port"]) if match["port"] else None
    if port is not None and not 0 < port < 65_536:
        raise ValueError(f"there is no port {port}")
    address = match["bracketed"] or match["ipv6"] or match["ipv4"]
    texts = _LOCALHOST if address.lower() == "localhost" else (address,)
    try:
        return AllowedNet(tuple(map(ip_network, texts)), port)
    except ValueError as error:
        hint = "write an address, a network such as 10.1.0.0/16, or localhost"
        raise ValueError(f"`{address}` is no network ({error}): {hint}") from error


def read_own_address(site_url: str) -> tuple[str, int] | None:
    """Return the name and the port at which readers reach a site; None if nobody says it."""
    parts = urlsplit(site_url)
    if not parts.hostname:
        return None
    return parts.hostname, parts.port or (80 if parts.scheme == "http" else 443)


class ProxyLimits(Struct, frozen=True):
    """How much of everything one request, one reader and all readers may use."""

    request_bytes: int = 32 * MEBIBYTE
    answer_bytes: int = 32 * MEBIBYTE
    """Of the body; a longer one is cut, and the reader sees that."""
    answer_head_bytes: int = 64 * 1024
    resolve_seconds: float = 3
    connect_seconds: float = 5
    upload_seconds: float = 60
    answer_seconds: float = 30
    """From the end of the request to the head of the answer."""
    total_seconds: float = 120
    """From the end of the request to the end of the answer, streams included."""
    at_once: int = 32
    at_once_by_client: int = 6
    by_client: Rate = Rate(30, 10)
    to_origin: Rate = Rate(120, 60)


PREVIEW_LIMITS = ProxyLimits(
    by_client=Rate(600, 100), to_origin=Rate(600, 100), at_once_by_client=32
)
"""For a preview, whose one reader is its author."""


def _discard(_line: str) -> None:
    """Keep no log."""


class ProxyRules(Struct, frozen=True):
    """What one proxy may do."""

    hosts: frozenset[str] | None = None
    """The names in `Host` that are this server's, without port, in lowercase. None if the server
    around the proxy has refused all others already, as the preview does."""
    own: tuple[tuple[str, int], ...] = ()
    """The names and addresses, with ports, at which this server is reached: never called."""
    allow_nets: tuple[AllowedNet, ...] = ()
    trusted_proxies: tuple[Network, ...] = ()
    """Servers in front of this one whose `X-Forwarded-For` is believed."""
    limits: ProxyLimits = ProxyLimits()
    resolve: Resolver = resolve_host
    encryption: Callable[[], ssl.SSLContext] | None = None
    """Makes what checks certificates; None trusts whom this computer trusts."""
    log: Callable[[str], None] = _discard
    """Takes one line of JSON for each request; it never holds what a reader typed."""

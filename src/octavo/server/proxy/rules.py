"""The operator's rules for the proxy of a site.

These are options of the server, never settings of the site, because the author of a site may not
own its network.
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
    """Private networks that may be called, on one port or on any."""

    networks: tuple[Network, ...]
    port: int | None = None

    def list_networks(self, port: int) -> tuple[Network, ...]:
        """Return the networks that may be called on a port."""
        return self.networks if self.port in (None, port) else ()


def parse_allowed_net(text: str) -> AllowedNet:
    """Parse `10.1.0.0/16`, `10.1.2.3:8080`, `[fd00::/8]:8080` or `localhost:8080`.

    ValueError says what is wrong.
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
    """Return the public name and port of a site; None if they are unknown."""
    parts = urlsplit(site_url)
    if not parts.hostname:
        return None
    return parts.hostname, parts.port or (80 if parts.scheme == "http" else 443)


class ProxyLimits(Struct, frozen=True):
    """The limits for one request, one reader and all readers."""

    request_bytes: int = 32 * MEBIBYTE
    answer_bytes: int = 32 * MEBIBYTE
    """The most bytes of a body; a longer one is cut, and the reader sees that."""
    answer_head_bytes: int = 64 * 1024
    resolve_seconds: float = 3
    connect_seconds: float = 5
    upload_seconds: float = 60
    answer_seconds: float = 30
    """The most seconds from the end of the request to the start of the response."""
    total_seconds: float = 120
    """The most seconds from the end of the request to that of the response, also for streams."""
    at_once: int = 32
    at_once_by_client: int = 6
    by_client: Rate = Rate(30, 10)
    to_origin: Rate = Rate(120, 60)


PREVIEW_LIMITS = ProxyLimits(
    by_client=Rate(600, 100), to_origin=Rate(600, 100), at_once_by_client=32
)
"""The limits for a preview, whose only reader is its author."""


def _discard(_line: str) -> None:
    """Discard the log."""


class ProxyRules(Struct, frozen=True):
    """The rules of one proxy."""

    hosts: frozenset[str] | None = None
    """This server's names in `Host`, without port, in lowercase.

    None if the server around the proxy already refuses other names, like the preview does.
    """
    own: tuple[tuple[str, int], ...] = ()
    """The names and addresses, with ports, of this server; the proxy never calls them."""
    allow_nets: tuple[AllowedNet, ...] = ()
    trusted_proxies: tuple[Network, ...] = ()
    """Proxies in front of this server whose `X-Forwarded-For` counts."""
    limits: ProxyLimits = ProxyLimits()
    resolve: Resolver = resolve_host
    encryption: Callable[[], ssl.SSLContext] | None = None
    """Creates the TLS context; None uses the system's certificates."""
    log: Callable[[str], None] = _discard
    """Takes one line of JSON for each request, without texts from readers."""

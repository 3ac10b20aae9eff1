"""Web addresses, parsed strictly: an address with two readings is refused."""

from __future__ import annotations

import re
from ipaddress import IPv6Address
from urllib.parse import quote, urljoin

from octavo.values import Struct

_MAX_LENGTH = 8_000
_MAX_HOST_LENGTH = 253
_FORBIDDEN = re.compile(r"[\x00-\x1f\x7f\\\ud800-\udfff]")
_PARTS = re.compile(
    r"(?P<scheme>https?)://(?P<host>\[[0-9a-f:.]+\]|[^/?#:@\[\]]+)"
    r"(?::(?P<port>[0-9]{1,5}))?(?P<target>[/?][^#]*)?(?:#.*)?",
    re.IGNORECASE | re.ASCII | re.DOTALL,
)
_NAME = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*\.?", re.IGNORECASE | re.ASCII)
_DEFAULT_PORTS = {"https": 443, "http": 80}


class Link(Struct, frozen=True):
    """A web address in parts."""

    text: str
    """The address in its original form."""
    scheme: str
    host: str
    """A name in ASCII, or an IP address without brackets."""
    port: int
    target: str
    """The path and the query."""

    @property
    def authority(self) -> str:
        """The host in the form of requests."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _DEFAULT_PORTS[self.scheme] else f"{host}:{self.port}"


def read_link(text: str, base: Link | None = None) -> Link:
    """Parse an address, which may be relative to another; ValueError says why not."""
    if len(text) > _MAX_LENGTH:
        raise ValueError("it is too long")
    if _FORBIDDEN.search(text):
        raise ValueError("it has a backslash or a control character")
    if base:
        text = urljoin(base.text, text)
    match = _PARTS.fullmatch(text)
    if not match:
        raise ValueError("it must be https://, a host and a path")
    scheme = match["scheme"].lower()
    port = int(match["port"] or _DEFAULT_PORTS[scheme])
    if not 0 < port < 65_536:
        raise ValueError(f"there is no port {port}")
    target = match["target"] or "/"
    target = quote(target if target.startswith("/") else f"/{target}", safe="%/?:@!$&'()*+,;=~[]|")
    return Link(text, scheme, _read_host(match["host"]), port, target)


def _read_host(host: str) -> str:
    if len(host) > _MAX_HOST_LENGTH:
        raise ValueError("the name of the host is too long")
    if host.startswith("["):
        return str(IPv6Address(host[1:-1]))
    if not host.isascii():
        host = host.encode("idna").decode("ascii")
    if not _NAME.fullmatch(host):
        raise ValueError("the name of the host has a wrong character")
    return host.lower()

"""Identifies the client of a request, and whether a page of this site sent it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit

from octavo.project.web.addresses import Network, is_this_computer
from octavo.server.web.asgi import Scope, read_header


def find_host(scope: Scope, hosts: frozenset[str] | None) -> str | None:
    """Return the server name in a request; None if it isn't a name of this server.

    `hosts` are its names, without port, in lowercase; None for any name.
    """
    values = [value for name, value in scope["headers"] if name == b"host"]
    host = values[0].decode("latin-1").lower() if len(values) == 1 else ""
    if not host or (hosts is not None and _strip_port(host) not in hosts):
        return None
    return host


def is_own_page(scope: Scope, host: str) -> bool:
    """Tell whether the browser reports a page of this origin, or no origin."""
    site = read_header(scope, "Sec-Fetch-Site")
    origin = read_header(scope, "Origin")
    if site is not None and site not in ("same-origin", "none"):
        return False
    # The scheme is not compared, because a proxy in front may add the encryption.
    return origin is None or origin.lower() in (f"http://{host}", f"https://{host}")


def list_https_hosts(site_url: str) -> frozenset[str]:
    """Return the possible `Host` values for an https address, with and without the port."""
    parts = urlsplit(site_url.lower())
    if parts.scheme != "https" or not parts.hostname:
        return frozenset()
    name = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return frozenset({name, f"{name}:{parts.port or 443}"})


def is_encrypted(
    scope: Scope, host: str, trusted: Sequence[Network], https_hosts: frozenset[str]
) -> bool:
    """Tell whether the browser uses https, by the connection or a trusted proxy.

    If neither is known, the operator's options for this host decide, or the origin that the browser
    reports.
    """
    forwarded = read_header(scope, "X-Forwarded-Proto")
    if forwarded is not None and is_in_networks(str((scope.get("client") or ("",))[0]), trusted):
        return {each.strip().lower() for each in forwarded.split(",")} == {"https"}
    origin = (read_header(scope, "Origin") or "").lower()
    return scope.get("scheme") == "https" or host in https_hosts or origin == f"https://{host}"


def is_called_local(host: str) -> bool:
    """Tell whether a request uses a name of the reader's computer for this server."""
    return is_this_computer(_strip_port(host).strip("[]"))


def _strip_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdecimal() and not host.endswith("]") else host


def find_client(scope: Scope, trusted: Sequence[Network]) -> str:
    """Return the client of a request, directly or from the headers of trusted proxies."""
    peer = str((scope.get("client") or ("",))[0])
    if trusted:
        forwarded = read_header(scope, "X-Forwarded-For") or ""
        addresses = [peer, *filter(None, (part.strip() for part in reversed(forwarded.split(","))))]
        peer = next((each for each in addresses if not is_in_networks(each, trusted)), peer)
    return name_client(peer)


class ClientCounts:
    """The number of requests in progress from clients behind proxies."""

    def __init__(self, trusted: Sequence[Network], most: int) -> None:
        """Create the counts, with the most requests of a client at once."""
        self._trusted = trusted
        self._most = most
        self._counts: dict[str, int] = {}

    @contextmanager
    def count(self, scope: Scope) -> Iterator[bool]:
        """Count a request until it is answered; yield False if its client has too many."""
        client = find_client(scope, self._trusted)
        peer = name_client(str((scope.get("client") or ("",))[0]))
        if client == peer:  # Its connections are already counted, or no proxy named a client.
            yield True
            return
        count = self._counts.get(client, 0)
        if count >= self._most:
            yield False
            return
        self._counts[client] = count + 1
        try:
            yield True
        finally:
            self._counts[client] -= 1
            if not self._counts[client]:
                del self._counts[client]


def name_client(address: str) -> str:
    """Return the key of a client: an IPv4 address, or the /64 network of an IPv6 address."""
    ip = _read_address(address)
    if isinstance(ip, IPv6Address):
        ip = IPv6Address(int(ip) >> 64 << 64)
    return "unknown" if ip is None else str(ip)


def is_in_networks(address: str, networks: Sequence[Network]) -> bool:
    """Tell whether an address belongs to one of these networks."""
    ip = _read_address(address) if networks else None
    return any(ip.version == network.version and ip in network for network in networks if ip)


def _read_address(text: str) -> IPv4Address | IPv6Address | None:
    """Parse an address; an IPv4 address in IPv6 form becomes IPv4."""
    try:
        ip = ip_address(text)
    except ValueError:
        return None
    return (ip.ipv4_mapped or ip) if isinstance(ip, IPv6Address) else ip

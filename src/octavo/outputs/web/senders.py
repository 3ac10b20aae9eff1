"""Who asks: for whom a request counts, and whether a page of this site has made it."""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import IPv6Address, ip_address
from urllib.parse import urlsplit

from octavo.outputs.web.asgi import Scope, read_header
from octavo.project.web.addresses import Network, is_this_computer


def find_host(scope: Scope, hosts: frozenset[str] | None) -> str | None:
    """Return the name that a request calls this server by; None if that is not its name.

    `hosts` are its names, without port, in lowercase; None if any will do.
    """
    values = [value for name, value in scope["headers"] if name == b"host"]
    host = values[0].decode("latin-1").lower() if len(values) == 1 else ""
    if not host or (hosts is not None and _strip_port(host) not in hosts):
        return None
    return host


def is_own_page(scope: Scope, host: str) -> bool:
    """Tell whether the browser says that a page of this origin asks, or says nothing."""
    site = read_header(scope, "Sec-Fetch-Site")
    origin = read_header(scope, "Origin")
    if site is not None and site not in ("same-origin", "none"):
        return False
    # The scheme is not compared: a server in front of this one may add the encryption.
    return origin is None or origin.lower() in (f"http://{host}", f"https://{host}")


def list_https_hosts(site_url: str) -> frozenset[str]:
    """Return what the `Host` of requests to an https address is, with and without the port."""
    parts = urlsplit(site_url.lower())
    if parts.scheme != "https" or not parts.hostname:
        return frozenset()
    name = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return frozenset({name, f"{name}:{parts.port or 443}"})


def is_encrypted(
    scope: Scope, host: str, trusted: Sequence[Network], https_hosts: frozenset[str]
) -> bool:
    """Tell whether the browser uses https: as the connection or a trusted server in front says.

    Where neither says anything, it does if the operator has said so of this host, or if the browser
    itself names its page so.
    """
    forwarded = read_header(scope, "X-Forwarded-Proto")
    if forwarded is not None and _is_in(str((scope.get("client") or ("",))[0]), trusted):
        return {each.strip().lower() for each in forwarded.split(",")} == {"https"}
    origin = (read_header(scope, "Origin") or "").lower()
    return scope.get("scheme") == "https" or host in https_hosts or origin == f"https://{host}"


def is_called_local(host: str) -> bool:
    """Tell whether a request calls this server by a name that leads to the reader's computer."""
    return is_this_computer(_strip_port(host).strip("[]"))


def _strip_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdecimal() and not host.endswith("]") else host


def find_client(scope: Scope, trusted: Sequence[Network]) -> str:
    """Return whom a request counts for: an IPv4 address, or the /64 network of an IPv6 address."""
    peer = str((scope.get("client") or ("",))[0])
    if trusted and _is_in(peer, trusted):
        forwarded = read_header(scope, "X-Forwarded-For") or ""
        addresses = [peer, *filter(None, (part.strip() for part in reversed(forwarded.split(","))))]
        peer = next((each for each in addresses if not _is_in(each, trusted)), peer)
    try:
        ip = ip_address(peer)
    except ValueError:
        return "unknown"
    if isinstance(ip, IPv6Address):
        return str(ip.ipv4_mapped or IPv6Address(int(ip) >> 64 << 64))
    return str(ip)


def _is_in(address: str, networks: Sequence[Network]) -> bool:
    try:
        ip = ip_address(address)
    except ValueError:
        return False
    return any(ip.version == network.version and ip in network for network in networks)

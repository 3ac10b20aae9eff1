"""Decides which requests the preview answers: those of the author's browser and its pages.

Another site's page can make the browser send requests here, but it can't read the answers. There
are no CORS headers. A foreign name in `Host` (DNS rebinding) is refused, and so is every request
that the browser marks as cross-site. The reload channel also needs the token of this run.
"""

from __future__ import annotations

import hmac
import ipaddress
import re
import secrets
from collections.abc import Iterable
from urllib.parse import parse_qs

from octavo.server.web.asgi import Headers, Scope, read_header
from octavo.server.web.ports import LOCAL_NAMES, add_brackets
from octavo.values import Struct, field

EXTRA_HEADERS: Headers = (("Cross-Origin-Resource-Policy", "same-origin"),)
"""Other origins can't even embed files of the preview."""

_HOST = re.compile(r"(\[[0-9a-f:.]{2,45}\]|[^\s:\[\]/\\@]{1,253})(?::[0-9]{1,5})?")


class Guard(Struct, frozen=True):
    """The host names of the preview, and the token of its reload channel."""

    names: frozenset[str]
    any_address: bool = False
    """Whether it listens on all addresses, so that any address is valid, but no other name."""
    token: str = field(default_factory=lambda: secrets.token_urlsafe(18))

    def refuse(self, scope: Scope) -> str | None:
        """Return why a request is refused, or None."""
        hosts = [value for name, value in scope["headers"] if name == b"host"]
        host = hosts[0].decode("latin-1").lower() if len(hosts) == 1 else ""
        if not self._is_own_name(host):
            return "This name is not the preview's: use localhost, or start it with --host."
        origin = read_header(scope, "Origin")
        if origin is not None and origin.lower() != f"http://{host}":
            return "Other sites may not read the preview."
        site = read_header(scope, "Sec-Fetch-Site") or "none"
        is_visit = read_header(scope, "Sec-Fetch-Mode") == "navigate"
        if site not in ("same-origin", "none") and not is_visit:
            return "Other sites may not read the preview."
        return None

    def has_token(self, scope: Scope) -> bool:
        """Tell whether a request has the token of this run."""
        tokens = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("token", [""])
        return hmac.compare_digest(tokens[0].encode(), self.token.encode())

    def _is_own_name(self, host: str) -> bool:
        match = _HOST.fullmatch(host)
        if match is None:
            return False
        return match[1] in self.names or (self.any_address and _is_address(match[1]))


def build_guard(host: str, addresses: Iterable[str]) -> Guard:
    """Return the guard of a preview that listens on some addresses, for a host by name."""
    addresses = tuple(addresses)
    names = (*LOCAL_NAMES, host.lower(), *addresses)
    any_address = any(ipaddress.ip_address(address).is_unspecified for address in addresses)
    return Guard(frozenset(map(add_brackets, names)), any_address)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True

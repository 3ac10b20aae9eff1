"""Chooses the headers of a request to an API: only those that the reader entered.

An operation gets its documented headers, and those that are safe for any API. Some headers are
never sent, even if they are documented or spelled differently: those that browsers add, those of
the connection, and those that servers trust.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from octavo.builder.served.proxy_manifest import ANY_HEADER
from octavo.builder.served.refusals import Decision, RefusedError
from octavo.server.proxy.request import Pairs, ProxyRequest

RawHeaders = list[tuple[bytes, bytes]]

_USER_AGENT = "octavo-playground"
_USUAL = frozenset(
    (
        "accept accept-language authorization cache-control content-language content-type "
        "idempotency-key if-match if-modified-since if-none-match if-range if-unmodified-since "
        "last-event-id prefer range traceparent tracestate user-agent x-correlation-id x-request-id"
    ).split()
)
"""The headers for any API. The playground form has the same list (`sent-headers.js`)."""

# Many servers treat a dash and other separators alike, so both lists have names in the form of
# `_fold`.
_DENIED = frozenset(
    (
        "host content-length connection keep-alive te trailer transfer-encoding upgrade expect "
        "http2-settings accept-encoding accept-charset via origin referer cookie cookie2 date dnt "
        "true-client-ip x-client-ip x-cluster-client-ip fastly-client-ip client-ip "
        "x-azure-clientip x-azure-socketip x-host cdn-loop auth-type auth-user "
        "x-client-dn x-client-verify x-credential-identifier x-anonymous-consumer x-consumer-id "
        "x-consumer-custom-id x-consumer-groups x-consumer-username"
    ).split()
)
_DENIED_STARTS = (
    "access-control-",
    "cf-",
    "forwarded",
    "proxy-",
    "remote-",
    "sec-",
    "ssl-",
    "tailscale-",
    "x-amzn-",
    "x-arr-",
    "x-auth-request-",
    "x-authenticated-",
    "x-authentik-",
    "x-client-cert",
    "x-envoy-",
    "x-forwarded",
    "x-goog-authenticated-",
    "x-goog-iap-",
    "x-ms-client-principal",
    "x-ms-token-",
    "x-octavo-",
    "x-original-",
    "x-pomerium-",
    "x-proxy",
    "x-real-",
    "x-remote-",
    "x-rewrite-",
    "x-ssl-",
    "x-webauth-",
)
"""Headers that only servers set: clients can't send them, even if they are documented."""
_TRUSTED_STARTS = (
    "x-auth",
    "x-client-",
    "x-goog-",
    "x-http-method",
    "x-method-",
    "x-ms-",
    "x-user",
)
"""Headers that clients of some APIs and also proxies set: sent only if documented."""

_SIGN = re.compile(r"[^0-9a-z]")
_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}", re.ASCII)
_VALUE = re.compile(r"[\t\x20-\x7e\x80-\xff]*")
_COOKIE_VALUE = re.compile(r"[\x20-\x3a\x3c-\x7e\x80-\xff]*")
_MOST_HEADERS = 64
_LONGEST_VALUE = 8 * 1024
_MOST_BYTES = 32 * 1024


def choose_headers(
    request: ProxyRequest,
    authority: str,
    headers: frozenset[str],
    cookies: frozenset[str] | None,
    body_length: int,
) -> tuple[RawHeaders, tuple[str, ...]]:
    """Return the headers to send, and the names of those left out.

    `headers` and `cookies` are documented names in lowercase. With None, any cookie may be sent.
    With `ANY_HEADER`, any header may be sent that servers don't trust.
    """
    _check_sizes((*request.headers, *request.cookies))
    for name, value in request.headers:
        _check_header(name, value)
    pairs, dropped = _sort_headers(request.headers, headers)
    cookie, dropped_cookies = _join_cookies(request.cookies, cookies)
    if cookie:
        pairs.append(("Cookie", cookie))
    names = {name.lower() for name, _ in pairs}
    pairs[:0] = [("Host", authority)]
    for name, value in (("Accept", "*/*"), ("User-Agent", _USER_AGENT)):
        if name.lower() not in names:
            pairs.append((name, value))
    pairs += [("Accept-Encoding", "identity"), ("Connection", "close")]
    if body_length or request.method in ("POST", "PUT"):
        pairs.append(("Content-Length", str(body_length)))
    raw = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in pairs]
    return raw, (*dropped, *dropped_cookies)


def _sort_headers(
    pairs: Pairs, documented_names: frozenset[str]
) -> tuple[list[tuple[str, str]], list[str]]:
    connection_names = {
        token.strip().lower()
        for name, value in pairs
        if name.lower() == "connection"
        for token in value.split(",")
    }
    headers, dropped = [], []
    for name, value in pairs:
        key = name.lower()
        if key in connection_names or not _may_be_sent(key, documented_names):
            dropped.append(name)
        else:
            headers.append((name, value.strip(" \t")))
    return headers, list(dict.fromkeys(dropped))


def _may_be_sent(name: str, documented_names: frozenset[str]) -> bool:
    folded = _fold(name)
    if folded in _DENIED or folded.startswith(_DENIED_STARTS):
        return False
    if name in _USUAL or name in documented_names - {ANY_HEADER}:
        return True
    is_plain = folded == name and not name.startswith(_TRUSTED_STARTS)
    return ANY_HEADER in documented_names and is_plain


def _fold(name: str) -> str:
    """Return a name as servers see it that treat all separators alike, such as `X_Remote.User`."""
    return _SIGN.sub("-", name)


def _join_cookies(pairs: Pairs, documented_names: frozenset[str] | None) -> tuple[str, list[str]]:
    parts, dropped = [], []
    for name, value in pairs:
        if not _NAME.fullmatch(name) or not _COOKIE_VALUE.fullmatch(value):
            raise RefusedError(
                Decision.HEADER_REFUSED, "A cookie has a character that none can have."
            )
        if documented_names is None or unquote(name).lower() in documented_names:
            parts.append(f"{name}={value}")
        else:
            dropped.append(f"Cookie: {name}")
    return "; ".join(parts), dropped


def _check_sizes(pairs: Pairs) -> None:
    if len(pairs) > _MOST_HEADERS:
        raise RefusedError(Decision.HEADER_REFUSED, f"There are more than {_MOST_HEADERS} headers.")
    if any(len(value) > _LONGEST_VALUE for _, value in pairs):
        raise RefusedError(Decision.HEADER_REFUSED, "A header is longer than 8 KiB.")
    if sum(len(name) + len(value) for name, value in pairs) > _MOST_BYTES:
        raise RefusedError(Decision.HEADER_REFUSED, "The headers are longer than 32 KiB together.")


def _check_header(name: str, value: str) -> None:
    if not _NAME.fullmatch(name):
        raise RefusedError(Decision.HEADER_REFUSED, "A header has a name that none can have.")
    if not _VALUE.fullmatch(value):
        message = f"The header {name} has a character that no header can have."
        raise RefusedError(Decision.HEADER_REFUSED, message)

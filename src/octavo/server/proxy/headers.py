"""Chooses the headers of a request to an API: what the reader typed, and no more.

An operation gets the headers that its document describes, and those that any API may be sent.
Headers that a browser adds by itself, that belong to the connection, or that servers believe of
each other are never sent: not if they are documented, and not in another spelling.
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
"""What any API may be sent. The form of the playground has the same list (`sent-headers.js`)."""

# A name with a dash and one with another sign are the same to many servers, so both lists hold
# names as `_fold` spells them.
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
"""What only servers say: no client sends it to an API, whatever its document describes."""
_TRUSTED_STARTS = (
    "x-auth",
    "x-client-",
    "x-goog-",
    "x-http-method",
    "x-method-",
    "x-ms-",
    "x-user",
)
"""What clients of some APIs send, and servers in front of others: sent only if documented."""

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
    """Return the headers to send, and the names of those that are not sent.

    `headers` and `cookies` are the documented names in lowercase; None where any cookie may be
    sent, and `ANY_HEADER` among them where any header may be that servers do not trust.
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
    """Return a name as servers see it that take its signs for one: `X_Remote.User` is theirs."""
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

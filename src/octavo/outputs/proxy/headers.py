"""Chooses the headers of a request to an API: what the reader typed, and no more.

Headers that a browser adds by itself, that belong to the connection, or that servers believe of
each other are never sent, whoever typed them.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from octavo.outputs.proxy.answer import Decision, RefusedError
from octavo.outputs.proxy.request import Pairs, ProxyRequest

RawHeaders = list[tuple[bytes, bytes]]

_USER_AGENT = "octavo-playground"
_USUAL = frozenset("accept accept-language authorization content-type range user-agent".split())
_DENIED = frozenset(
    (
        "host content-length connection keep-alive te trailer transfer-encoding upgrade expect "
        "http2-settings accept-encoding accept-charset forwarded via origin referer cookie cookie2 "
        "date dnt x-real-ip true-client-ip x-client-ip x-cluster-client-ip fastly-client-ip "
        "x-azure-clientip x-azure-socketip x-host x-forwarded cdn-loop"
    ).split()
)
_DENIED_STARTS = (
    "proxy-",
    "sec-",
    "cf-",
    "x-forwarded-",
    "x-original-",
    "x-rewrite-",
    "x-envoy-",
    "x-octavo-",
    "access-control-",
)
_ONLY_DOCUMENTED = frozenset({"x-http-method-override", "x-http-method", "x-method-override"})

_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}", re.ASCII)
_VALUE = re.compile(r"[\t\x20-\x7e\x80-\xff]*")
_COOKIE_VALUE = re.compile(r"[\x20-\x3a\x3c-\x7e\x80-\xff]*")
_MOST_HEADERS = 64
_LONGEST_VALUE = 8 * 1024
_MOST_BYTES = 32 * 1024


def choose_headers(
    request: ProxyRequest,
    authority: str,
    headers: frozenset[str] | None,
    cookies: frozenset[str] | None,
    body_length: int,
) -> tuple[RawHeaders, tuple[str, ...]]:
    """Return the headers to send, and the names of those that are not sent.

    `headers` and `cookies` are the documented names in lowercase, None where any may be sent.
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
    pairs: Pairs, documented_names: frozenset[str] | None
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


def _may_be_sent(name: str, documented_names: frozenset[str] | None) -> bool:
    if name in _DENIED or name.startswith(_DENIED_STARTS):
        return False
    if documented_names is not None and name in documented_names:
        return True
    if name in _ONLY_DOCUMENTED:
        return False
    return documented_names is None or name in _USUAL or name.startswith(("x-", "if-"))


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

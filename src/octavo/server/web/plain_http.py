"""The rules for unambiguous requests, beyond those of the parser."""

from __future__ import annotations

import re
from functools import lru_cache
from ipaddress import IPv6Address

PLAIN_LINE = re.compile(rb"[A-Z-]+ [!-~]+ HTTP/1\.[01]\r?\n").match
"""Matches the first line of a request: a method, a space, an address, a space, a version.

The parser checks each of them, and the rest.
"""
_BEGINNING = re.compile(rb"\r?$|[A-Z-]+(?: (?:[!-~]|$)|$)")
_HOST = re.compile(
    rb"(?:\[([0-9A-Fa-f:.]+)\]|(?:[A-Za-z0-9._~!$&'()*+;=-]|%[0-9A-Fa-f]{2})+)(?::([0-9]{0,5}))?"
)
"""RFC 3986, 3.2.2, without commas, because other programs may read two hosts."""


def may_begin_line(data: bytes) -> bool:
    """Tell whether the start of a line may become a request line."""
    return _BEGINNING.match(data[:32]) is not None


@lru_cache(256)
def is_host(value: bytes) -> bool:
    """Tell whether the value of `Host` is a single host, with or without a port."""
    match = _HOST.fullmatch(value) if len(value) <= 300 else None
    if match is None or int(match[2] or 0) > 65_535:
        return False
    try:
        return match[1] is None or bool(IPv6Address(match[1].decode()))
    except ValueError:
        return False

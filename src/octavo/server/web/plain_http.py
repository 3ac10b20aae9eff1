"""What requests must look like that all read in the same way, beyond what the parser asks."""

from __future__ import annotations

import re
from functools import lru_cache
from ipaddress import IPv6Address

PLAIN_LINE = re.compile(rb"[A-Z-]+ [!-~]+ HTTP/1\.[01]\r?\n").match
"""Finds the line that begins a request: a method, a blank, an address, a blank, a version.

Which of each there are, and what follows, is for the parser to judge.
"""
_BEGINNING = re.compile(rb"\r?$|[A-Z-]+(?: (?:[!-~]|$)|$)")
_HOST = re.compile(
    rb"(?:\[([0-9A-Fa-f:.]+)\]|(?:[A-Za-z0-9._~!$&'()*+;=-]|%[0-9A-Fa-f]{2})+)(?::([0-9]{0,5}))?"
)
"""RFC 3986, 3.2.2, but for commas: with one it may be two hosts to others."""


def may_begin_line(data: bytes) -> bool:
    """Tell whether a line may still become one."""
    return _BEGINNING.match(data[:32]) is not None


@lru_cache(256)
def is_host(value: bytes) -> bool:
    """Tell whether the value of `Host` is one host, with a port or without."""
    match = _HOST.fullmatch(value) if len(value) <= 300 else None
    if match is None or int(match[2] or 0) > 65_535:
        return False
    try:
        return match[1] is None or bool(IPv6Address(match[1].decode()))
    except ValueError:
        return False

"""Matches addresses with the patterns of redirects, and fills in destinations.

`:name` matches one segment or a part of one, `:name*` at least one character of any kind, and `*`
the rest, which may be empty. If there are several matches, the first parameter takes as much as
possible, then the second, and so on. A repeated name must match the same text both times; texts are
chosen first and compared then.

A visitor chooses the address, so the code never tries a position twice. The time of a match is at
most the length of the address times the length of the pattern. A site may have thousands of
patterns, so built-in searches do most of this. A pattern whose texts are not in an address needs
only a few steps, for any length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from urllib.parse import quote

from octavo.settings.urls import is_external
from octavo.values import Struct

_PARAMETER = re.compile(r":([A-Za-z_][A-Za-z0-9_]*)(\*?)|\*")
_WEB_HOST = re.compile(r"https?://[^/?#]*", re.IGNORECASE)
_IN_VALUE = "/:@!$'()*,;~"
"""The characters that may stay unescaped in a visitor's text; none begins a query or fragment."""


Places = range | set[int]
"""Offsets in an address; consecutive ones need almost no memory."""


class Parameter(Struct, frozen=True):
    """A part of a pattern that matches a text of the address."""

    name: str
    """The name; empty for `*`."""
    takes_slashes: bool
    may_be_empty: bool

    @property
    def written(self) -> str:
        """The parameter in the author's notation."""
        if not self.name:
            return "*"
        return f":{self.name}*" if self.takes_slashes else f":{self.name}"


class Pattern(Struct, frozen=True):
    """The source of a redirect: texts and parameters, in order."""

    parts: tuple[str | Parameter, ...]

    @property
    def start(self) -> str:
        """The start of all matching addresses."""
        first = self.parts[0]
        return first if isinstance(first, str) else ""

    @property
    def end(self) -> str:
        """The end of all matching addresses."""
        last = self.parts[-1]
        return last if isinstance(last, str) else ""

    def match(self, url: str) -> dict[str, str] | None:
        """Return the text of each parameter in an address; None without a match."""
        if not url.startswith(self.start):
            return None  # Most patterns fail here.
        ends = self._find_ends(url)
        return self._take(url, ends) if ends else None

    def _find_ends(self, url: str) -> list[Places] | None:
        """Return the possible ends of each part if all later parts match; None without a match."""
        ends: list[Places] = [range(len(url), len(url) + 1)]
        for part in reversed(self.parts):
            starts = _find_starts(part, url, ends[-1])
            if not starts:
                return None
            ends.append(starts)
        return ends[-2::-1] if 0 in ends[-1] else None

    def _take(self, url: str, ends: list[Places]) -> dict[str, str] | None:
        values: dict[str, str] = {}
        at = 0
        for part, possible in zip(self.parts, ends, strict=True):
            if isinstance(part, str):
                at += len(part)
                continue
            last = len(url) if part.takes_slashes else _find_segment_end(url, at)
            if isinstance(possible, range):
                end = min(last, possible[-1])
            else:
                end = max(place for place in possible if place <= last)
            if values.setdefault(part.name, url[at:end]) != url[at:end]:
                return None
            at = end
        return values


def _find_segment_end(url: str, at: int) -> int:
    slash = url.find("/", at)
    return len(url) if slash < 0 else slash


def _find_starts(part: str | Parameter, url: str, ends: Places) -> Places:
    """Return the possible starts of a part that ends at one of these offsets."""
    if isinstance(part, str):
        return _find_text(part, url, ends)
    if part.takes_slashes:
        return range(max(ends) + part.may_be_empty)
    segments = [range(*segment) for segment in _find_segments(url, ends)]
    return segments[0] if len(segments) == 1 else set().union(*segments)


def _find_text(text: str, url: str, ends: Places) -> set[int]:
    size = len(text)
    if not isinstance(ends, range):
        return {end - size for end in ends if end >= size and url.startswith(text, end - size)}
    starts = set()
    at = url.find(text, max(0, ends.start - size), ends.stop - 1)
    while at >= 0:
        starts.add(at)
        at = url.find(text, at + 1, ends.stop - 1)
    return starts


def _find_segments(url: str, ends: Places) -> Iterator[tuple[int, int]]:
    """Return the part of each segment before the last of these offsets in it."""
    if not isinstance(ends, range):
        last: dict[int, int] = {}
        begin, slash = 0, url.find("/")
        for end in sorted(ends):
            while 0 <= slash < end:
                begin, slash = slash + 1, url.find("/", slash + 1)
            last[begin] = end
        yield from last.items()
        return
    begin = url.rfind("/", 0, ends.start) + 1
    while begin < ends.stop:
        end = _find_segment_end(url, begin)
        yield begin, min(end, ends[-1])
        begin = end + 1


def has_parameters(text: str) -> bool:
    """Tell whether a text contains parameters."""
    return _PARAMETER.search(text) is not None


def parse_pattern(source: str) -> Pattern:
    """Return the pattern of a source."""
    parts: list[str | Parameter] = []
    end = 0
    for match in _PARAMETER.finditer(source):
        if match.start() > end:
            parts.append(source[end : match.start()])
        name = match.group(1) or ""
        parts.append(Parameter(name, not name or match.group(2) == "*", may_be_empty=not name))
        end = match.end()
    if end < len(source):
        parts.append(source[end:])
    return Pattern(tuple(parts))


def has_open_host(destination: str, is_filled: bool) -> bool:
    """Tell whether a parameter is in the host of a destination."""
    fixed, _ = split_host(destination)
    is_web = _WEB_HOST.match(destination) is not None
    return (is_web or is_filled) and has_parameters(fixed.partition(":")[2])


def fill_destination(destination: str, values: Mapping[str, str]) -> str:
    """Fill the matched texts into a destination, whose host always stays."""

    def value(parameter: re.Match[str]) -> str:
        text = values.get(parameter.group(1) or "")
        return parameter.group() if text is None else quote(text, safe=_IN_VALUE)

    fixed, rest = split_host(destination)
    filled = fixed + _PARAMETER.sub(value, rest)
    return filled if fixed else "/" + filled.lstrip("/")


def split_host(destination: str) -> tuple[str, str]:
    """Split off the host of a destination, or the whole of a mail address."""
    if not is_external(destination):
        return "", destination
    host = _WEB_HOST.match(destination)
    end = host.end() if host else len(destination)
    return destination[:end], destination[end:]

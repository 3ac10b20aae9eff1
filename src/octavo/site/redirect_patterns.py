"""Matches addresses with the patterns of redirects, and fills destinations in.

`:name` stands for one segment or a part of one, `:name*` for one character or more of any kind, `*`
for the rest, which may be empty. Where several ways lead to a match, the first parameter takes as
much as it can, then the second, and so on. A name that stands twice must have taken the same text
both times; texts are chosen first and compared then.

A visitor chooses the address, so nothing is ever tried twice: the time that a match takes is at
most the length of the address times the length of the pattern. A site may have thousands of
patterns, so most of that is left to searches of the language itself: a pattern whose texts are not
in an address is done with after a few steps, whatever its length.
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
"""What may stand unescaped in a text of the visitor's: it begins no query and no fragment."""


Places = range | set[int]
"""Places in an address; those that follow one another without a gap cost nothing to keep."""


class Parameter(Struct, frozen=True):
    """A place of a pattern that takes text of the address."""

    name: str
    """Empty for `*`."""
    takes_slashes: bool
    may_be_empty: bool

    @property
    def written(self) -> str:
        """The parameter as authors write it."""
        if not self.name:
            return "*"
        return f":{self.name}*" if self.takes_slashes else f":{self.name}"


class Pattern(Struct, frozen=True):
    """The source of a redirect: texts and parameters, in their order."""

    parts: tuple[str | Parameter, ...]

    @property
    def start(self) -> str:
        """What every address begins with that matches."""
        first = self.parts[0]
        return first if isinstance(first, str) else ""

    @property
    def end(self) -> str:
        """What every address ends with that matches."""
        last = self.parts[-1]
        return last if isinstance(last, str) else ""

    def match(self, url: str) -> dict[str, str] | None:
        """Return what each parameter takes of an address; None when it does not match."""
        if not url.startswith(self.start):
            return None  # most patterns are ruled out here
        ends = self._find_ends(url)
        return self._take(url, ends) if ends else None

    def _find_ends(self, url: str) -> list[Places] | None:
        """Return where each part may end so that all that follow it match; None for no match."""
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
    """Return where a part may begin so that it ends at one of these places."""
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
    """Return the part of each segment that lies before the last of these places in it."""
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
    """Tell whether something in a text is written like a parameter."""
    return _PARAMETER.search(text) is not None


def parse_pattern(source: str) -> Pattern:
    """Return the pattern that a source is."""
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
    """Tell whether a parameter stands where a destination says to whom it leads."""
    fixed, _ = split_host(destination)
    is_web = _WEB_HOST.match(destination) is not None
    return (is_web or is_filled) and has_parameters(fixed.partition(":")[2])


def fill_destination(destination: str, values: Mapping[str, str]) -> str:
    """Put what was taken into a destination; it leads to no other host than the author wrote."""

    def value(parameter: re.Match[str]) -> str:
        text = values.get(parameter.group(1) or "")
        return parameter.group() if text is None else quote(text, safe=_IN_VALUE)

    fixed, rest = split_host(destination)
    filled = fixed + _PARAMETER.sub(value, rest)
    return filled if fixed else "/" + filled.lstrip("/")


def split_host(destination: str) -> tuple[str, str]:
    """Split off what says to whom a destination leads: its host, or all of a mail address."""
    if not is_external(destination):
        return "", destination
    host = _WEB_HOST.match(destination)
    end = host.end() if host else len(destination)
    return destination[:end], destination[end:]

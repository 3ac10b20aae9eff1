"""Reads the marks that hide a page: `draft`, `publishDate`, `private`, `groups` and others.

Authors use these keys on purpose. So an invalid value hides the page, too, and so does an
unreadable key. A key with one wrong letter hides the page if its value says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from functools import lru_cache
from typing import Any

from octavo.settings.dates import read_day
from octavo.settings.json.places import Pointer
from octavo.settings.kinds import ANYTHING, Kind
from octavo.settings.mistakes import Mistakes, explain_wrong_type, quote_value
from octavo.values import Struct, replace


class MarkKind(StrEnum):
    """The kinds of marks: unfinished, too early, too late, or not public."""

    DRAFT = "draft"
    DATE = "publishDate"
    END = "expiryDate"
    ACCESS = "private"


class Mark(Struct, frozen=True):
    """A key that hides a part of the site, in the author's spelling."""

    kind: MarkKind
    key: str
    day: str = ""
    """The first day on which a date hides nothing, such as `2026-12-01`; empty without one.

    For an end date, the first day on which it hides the page.
    """
    doubt: str = ""
    """Why the value is invalid, if it is."""
    meant: str = ""
    """The intended key, if this one is misspelled."""


def _read_reader_names(value: Any, place: Pointer, mistakes: Mistakes) -> Any:
    if not read_marks({"groups": value}):
        mistakes.append(explain_wrong_type(place, "be names of readers", value))
    return value


MARK: Kind[Any] = Kind(ANYTHING.read, {"type": "boolean"})
MARK_DAY: Kind[Any] = Kind(ANYTHING.read, {"type": "string"})
MARK_NAMES: Kind[Any] = Kind(
    _read_reader_names,
    {"anyOf": [{"type": "string"}, {"items": {"type": "string"}, "type": "array"}]},
)

_KEYS = {
    "draft": "draft",
    "isdraft": "draft",
    "private": "private",
    "isprivate": "private",
    "public": "public",
    "ispublic": "public",
    "groups": "groups",
    "publishdate": "publishDate",
    "pubdate": "date",
    "expirydate": "expiryDate",
    "unpublishdate": "expiryDate",
    "expires": "expires",
    "expiresat": "expires",
    "expirationdate": "expires",
    "publishedat": "date",
    "publisheddate": "date",
    "publish": "published",
    "published": "published",
    "status": "status",
    "visibility": "status",
}
"""The meaning of keys, by their letters alone."""
_SPELLED = (
    *("draft", "private", "public", "groups"),
    *("publishdate", "published", "expirydate", "unpublishdate"),
)
_OTHER_WORDS = frozenset({"drift", "group", "publik"})
"""Correct words that are similar to keys."""
_YES = frozenset({"true", "yes", "on", "y", "1"})
_NO = frozenset({"false", "no", "off", "n", "0"})
_WORDS = {
    "draft": MarkKind.DRAFT,
    "unpublished": MarkKind.DRAFT,
    "private": MarkKind.ACCESS,
    "internal": MarkKind.ACCESS,
    "restricted": MarkKind.ACCESS,
}
_OF_PAGES = frozenset({"group", "groups", "openapi", "pages"})
_NOT_LETTERS = re.compile(r"[-_ .]")
_NUMERIC_DAY = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})\Z", re.ASCII)
_DAY_IN_WORDS = re.compile(r"(?i)[\d\s.,]*[a-z]{3,9}[\d\s.,]*\Z", re.ASCII)
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d[Tt ]", re.ASCII)
_WRITTEN = re.compile(
    r"(?im)(?:^|[\s{,;])[\"']?(is[-_]?(?:draft|private|public)|draft|private|public|groups"
    r"|(?:un)?publish[-_]?date|expiry[-_]?date|published|status|visibility)"
    r"[\"']?[ \t]*[:=][ \t]*[\"'\[]*([\w.:/+-]*)"
)
_STRENGTH = (MarkKind.ACCESS, MarkKind.DRAFT, MarkKind.DATE, MarkKind.END)


@lru_cache(maxsize=1024)  # A site repeats its custom keys on every page.
def _find_meaning(key: str) -> str:
    return _KEYS.get(_NOT_LETTERS.sub("", key).casefold(), "")


@lru_cache(maxsize=1024)
def _find_meant(key: str) -> str:
    """Return the key that differs from a misspelled one by a letter, or by the order of two."""
    word = _NOT_LETTERS.sub("", key).casefold()
    if word in _KEYS or word in _OTHER_WORDS:
        return ""
    near = (meant for meant in _SPELLED if meant[0] == word[:1] and _is_near(word, meant))
    return next((_KEYS[meant] for meant in near), "")


def _is_near(word: str, other: str) -> bool:
    if abs(len(word) - len(other)) > 1:
        return False
    start = next((n for n, (a, b) in enumerate(zip(word, other, strict=False)) if a != b), 0)
    start = start or min(len(word), len(other))
    rest, other_rest = word[start:], other[start:]
    swapped = rest[1:2] + rest[:1] + rest[2:]
    one_off = (rest[1:], other_rest[1:]), (rest[1:], other_rest), (rest, other_rest[1:])
    return swapped == other_rest or any(a == b for a, b in one_off)


def is_mark_key(key: object) -> bool:
    """Tell whether a key may hide a page, in any case."""
    return isinstance(key, str) and bool(_find_meaning(key))


def read_marks(data: Mapping[Any, Any]) -> tuple[Mark, ...]:
    """Return the marks among the keys of some data, which may have any form."""
    marks = [_read_entry(key, value) for key, value in data.items() if isinstance(key, str)]
    return tuple(mark for mark in marks if mark is not None)


def _read_entry(key: str, value: Any) -> Mark | None:
    if meaning := _find_meaning(key):
        return _read_mark(key, meaning, value)
    meant = _find_meant(key)
    mark = _read_mark(key, meant, value) if meant else None
    if mark is None or mark.doubt:
        return None
    doubt = f"`{key}` is no setting, and must mean `{meant}`"
    return replace(mark, day="", doubt=doubt, meant=meant)


def find_written_marks(text: str) -> dict[str, str]:
    """Return the marks in a text that can't be parsed as a whole.

    Of two equal keys, the one that hides the page counts.
    """
    values: dict[str, str] = {}
    for key, value in _WRITTEN.findall(text):
        if key not in values or not read_marks({key: values[key]}):
            values[key] = value
    return values


def join_marks(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """Return one mark of each kind; the last date wins."""
    joined: dict[MarkKind, Mark] = {}
    for mark in marks:
        other = joined.get(mark.kind)
        if other is None or (other.day and _is_stricter(mark, other)):
            joined[mark.kind] = mark
    return tuple(joined[kind] for kind in _STRENGTH if kind in joined)


def _is_stricter(mark: Mark, other: Mark) -> bool:
    is_later = mark.day > other.day
    return not mark.day or (is_later if mark.kind is MarkKind.DATE else not is_later)


def _read_mark(key: str, meaning: str, value: Any) -> Mark | None:
    match meaning:
        case "draft":
            return _read_flag(MarkKind.DRAFT, key, value, holds=True)
        case "private":
            return _read_flag(MarkKind.ACCESS, key, value, holds=True)
        case "public":
            return _read_flag(MarkKind.ACCESS, key, value, holds=False)
        case "groups":
            return _read_names(key, value)
        case "publishDate":
            return _read_date(key, value)
        case "expiryDate":
            return None if value is None or value == "" else _read_end(key, value)
        case "expires":
            end = _read_end(key, value)
            return None if end.doubt else end
        case "status":  # Other values may have a meaning for the author's own programs.
            kind = _WORDS.get(_fold(value))
            return Mark(kind, key) if kind else None
        case "published" if value is False or _fold(value) in _NO:
            return Mark(MarkKind.DRAFT, key)
        case _:  # In other tools, `published` and `pubDate` are often only dates to show.
            mark = _read_date(key, value)
            return None if mark.doubt else mark


def _fold(value: Any) -> str:
    return str(value).strip().casefold() if isinstance(value, str | int) else ""


def _read_flag(kind: MarkKind, key: str, value: Any, *, holds: bool) -> Mark | None:
    word = _fold(value)
    if word in _YES or word in _NO:
        return Mark(kind, key) if (word in _YES) is holds else None
    return Mark(kind, key, doubt=f"`{key}` must be true or false, not {quote_value(value)}")


def _read_names(key: str, value: Any) -> Mark | None:
    names = value if isinstance(value, list | tuple) else [value]
    if names and all(isinstance(name, dict) and not _OF_PAGES.isdisjoint(name) for name in names):
        return None  # These are groups of pages.
    if names and all(isinstance(name, str) and name.strip() for name in names):
        return Mark(MarkKind.ACCESS, key)
    return Mark(MarkKind.ACCESS, key, doubt=f"`{key}` must be names, not {quote_value(value)}")


def _read_date(key: str, value: Any) -> Mark:
    day = _find_first_day(str(value).strip()) if isinstance(value, str | int | date) else None
    mark = Mark(MarkKind.DATE, key)
    if day is None:
        wish = f"`{key}` must be a day such as 2026-12-01, not {quote_value(value)}"
        return replace(mark, doubt=wish)
    return replace(mark, day=day)


def _read_end(key: str, value: Any) -> Mark:
    """Return the mark of the first day on which a page is no longer public."""
    mark = replace(_read_date(key, value), kind=MarkKind.END)
    text = str(value).strip()
    if not mark.day or _MOMENT.match(text) is None:
        return mark
    moment = datetime.fromisoformat(text)
    moment = moment.astimezone(UTC) if moment.tzinfo else moment
    return replace(mark, day=moment.date().isoformat())


def _find_first_day(text: str) -> str | None:
    """Return the first day (UTC) entirely after a date's start; None if the date is invalid."""
    try:
        if match := _NUMERIC_DAY.match(text):
            return date(int(match[1]), int(match[3]), int(match[4])).isoformat()
        if _DAY_IN_WORDS.match(text):
            return read_day(text)
        if not text[:5].endswith("-"):
            return None
        moment = datetime.fromisoformat(text)
        moment = moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
        is_midnight = moment.timetz() == time(tzinfo=UTC)
        return (moment.date() + timedelta(days=0 if is_midnight else 1)).isoformat()
    except (ValueError, OverflowError):
        return None

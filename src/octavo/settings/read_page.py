"""Reads page settings: returns values and problems for a mapping, and never stops a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from octavo.problems import Code, Location, Problem, Severity
from octavo.settings.json.empty_values import leave_out_empty
from octavo.settings.marks.reading import Mark, MarkKind, is_mark_key, join_marks, read_marks
from octavo.settings.mistakes import Mistakes, name_setting, quote_value
from octavo.settings.models.page_settings import IGNORED_PAGE_KEYS, PAGE_KEYS, PageSettings
from octavo.settings.nearest import find_nearest, find_same_letters
from octavo.settings.objects import read_object, replace
from octavo.settings.values import write_scalar
from octavo.values import Struct

_OTHER_NAMES = {"auth": "authMethod"}
_META_NAMES = frozenset(
    {
        "application-name",
        "author",
        "canonical",
        "color-scheme",
        "copyright",
        "format-detection",
        "generator",
        "google",
        "google-site-verification",
        "googlebot",
        "language",
        "news_keywords",
        "notranslate",
        "rating",
        "referrer",
        "robots",
        "subject",
        "theme-color",
        "verification",
        "viewport",
    }
)
_META_STARTS = ("apple-", "msapplication-", "msvalidate.", "dc.", "DC.", "citation_")
# These keys are similar to Octavo's, but not misspelled.
_FOREIGN_KEYS = frozenset(
    {
        "apiVersion",
        "created",
        "index",
        "longDescription",
        "metaDescription",
        "model",
        "models",
        "ogTitle",
        "versions",
    }
)
_SUGGESTED_KEYS = tuple(sorted(PAGE_KEYS - IGNORED_PAGE_KEYS))
_SHORTEST_MISSPELLING = 5
_FIELD_OF_MARK = {
    MarkKind.DRAFT: "draft",
    MarkKind.DATE: "publish_date",
    MarkKind.END: "expiry_date",
    MarkKind.ACCESS: "private",
}
_WRONG_VALUE = Code.PAGE_SETTING_WRONG_VALUE

Spot = tuple[int, int]
"""The line and column of a value, which start at 1."""


def read_page_settings(
    data: Mapping[str, Any], places: Mapping[str, Spot], source: str
) -> tuple[PageSettings, tuple[Problem, ...]]:
    """Return the settings of a page and its problems; invalid keys are left out."""
    notes: list[_Note] = []
    mistakes = Mistakes()
    marked = {
        key: value for key, value in data.items() if is_mark_key(key) or read_marks({key: value})
    }
    data = leave_out_empty({key: data[key] for key in data if key not in marked})
    settings = read_object(PageSettings, data, (), mistakes) if data.keys() <= PAGE_KEYS else None
    if settings is None or mistakes.all:
        settings = _read_with_care(data, notes)
    if "version" in data or "icon" in data:
        notes += _look_at_values(data)
    if marks := read_marks(marked):
        settings = replace(settings, **_assign_marks(marks))
        doubts = [mark for mark in marks if mark.doubt and mark.kind is not MarkKind.ACCESS]
        notes += map(_note_doubt, doubts)
    return settings, tuple(note.build_problem(places, source) for note in notes) if notes else ()


class _Note(Struct, frozen=True):
    """A message about one key."""

    code: Code
    key: str
    message: str
    hint: str = ""
    severity: Severity = Severity.WARNING

    def build_problem(self, places: Mapping[str, Spot], source: str) -> Problem:
        where = Location(source, *places.get(self.key, (0, 0)))
        return Problem(self.code, self.message, where, self.severity, self.hint)


def _read_with_care(data: Mapping[str, Any], notes: list[_Note]) -> PageSettings:
    ours: dict[str, Any] = {}
    metadata: dict[str, str] = {}
    for key, value in data.items():
        if key in PAGE_KEYS:
            ours[key] = value
        elif _is_meta_name(key):
            _add_metadata(metadata, key, value, notes)
        elif key == "size" and value == "wide":
            ours.setdefault("mode", "wide")
        elif key in _OTHER_NAMES:
            ours.setdefault(_OTHER_NAMES[key], value)
        else:
            notes += _look_at_unknown(key)
    settings = _build_leniently(ours, data, notes)
    if metadata:
        settings = replace(settings, metadata={**metadata, **settings.metadata})
    return settings


def _build_leniently(
    ours: dict[str, Any], data: Mapping[str, Any], notes: list[_Note]
) -> PageSettings:
    """Build the settings from the valid keys."""
    mistakes = Mistakes()
    settings = read_object(PageSettings, ours, (), mistakes)
    keys: set[str] = set()
    for mistake in mistakes.all:
        if mistake.kind == "understood":
            continue  # Quotes make no difference to authors of pages.
        key = str(mistake.pointer[0])
        code = Code.PAGE_SETTING_WRONG_TYPE if mistake.kind == "type" else _WRONG_VALUE
        if key not in keys:
            own_key = next((old for old in data if _OTHER_NAMES.get(old) == key), key)
            notes.append(_Note(code, own_key, f"{mistake.message}; it is ignored", mistake.hint()))
        keys.add(key)
    return settings or PageSettings()


def _assign_marks(marks: Iterable[Mark]) -> dict[str, Mark]:
    """Return marks by the settings fields of their kind."""
    return {_FIELD_OF_MARK[mark.kind]: mark for mark in join_marks(marks)}


def _note_doubt(mark: Mark) -> _Note:
    message = f"{mark.doubt}; the page is not published"
    if mark.meant:
        hint = f"Write `{mark.meant}`."
        return _Note(Code.PAGE_SETTING_UNKNOWN, mark.key, message, hint, Severity.ERROR)
    return _Note(_WRONG_VALUE, mark.key, message)


def _is_meta_name(key: Any) -> bool:
    if not isinstance(key, str):
        return False
    return ":" in key or key in _META_NAMES or key.startswith(_META_STARTS)


def _add_metadata(metadata: dict[str, str], key: str, value: Any, notes: list[_Note]) -> None:
    text = write_scalar(value)
    if isinstance(value, list):
        text = ", ".join(str(write_scalar(item)) for item in value)
    if isinstance(text, str):
        metadata[key] = text
    elif value is not None:
        message = f"`{key}` must be text, not {quote_value(value)}; it is ignored"
        notes.append(_Note(Code.PAGE_SETTING_WRONG_TYPE, key, message))


def _look_at_unknown(key: Any) -> Iterator[_Note]:
    """Report a key that is similar to a known one; other keys belong to the author."""
    nearest = _find_nearest_key(key) if isinstance(key, str) else None
    if nearest is not None:
        message = f"{name_setting((key,))} is not a page setting; it is ignored"
        yield _Note(Code.PAGE_SETTING_UNKNOWN, key, message, f"Did you mean `{nearest}`?")


@lru_cache(maxsize=512)  # A site repeats its custom keys on every page.
def _find_nearest_key(key: str) -> str | None:
    if key in _FOREIGN_KEYS:
        return None
    nearest = find_same_letters(key, _SUGGESTED_KEYS)
    if nearest is None and len(key) >= _SHORTEST_MISSPELLING:
        nearest = find_nearest(key, _SUGGESTED_KEYS, cutoff=0.8)
    return nearest


def _look_at_values(data: Mapping[str, Any]) -> Iterator[_Note]:
    version, icon = data.get("version"), data.get("icon")
    if isinstance(version, int | float):
        text = write_scalar(version)
        message = f"`version` is a number and is read as {quote_value(text)}"
        yield _Note(Code.PAGE_SETTING_NOT_QUOTED, "version", message, "Put it in quotes.")
    if isinstance(icon, str) and icon.startswith("fa-"):
        message = "`icon` starts with fa-, which is not part of the name"
        hint = f"Write {quote_value(icon.removeprefix('fa-'))}."
        yield _Note(Code.PAGE_SETTING_ICON_PREFIX, "icon", message, hint)

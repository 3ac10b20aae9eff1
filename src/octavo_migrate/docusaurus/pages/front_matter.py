"""Converts front matter: renames keys, and moves the title from the heading of the page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from octavo.content.surface import FrontMatter
from octavo.settings.surface import PAGE_KEYS, is_mark_key
from octavo_migrate.data import Values, load_table
from octavo_migrate.edits import Edit, list_beside_words, write_front_matter

IMAGE = '"og:image"'
_HEAD_TITLE = '"og:title"'
_RENAMED = {"sidebar_label": "sidebarTitle", "image": IMAGE}
_SWITCHES = {
    "unlisted": "hidden: true",
    "hide_table_of_contents": "mode: wide",
    "pagination_next": "hideFooterPagination: true",
}
_LOST: dict[str, str] = load_table("docusaurus")["lostInPages"]
"""Keys without an equivalent; all others have one, or only Docusaurus needs them."""
_SAME = frozenset({"title", "description", "keywords"})
Lose = Callable[[str, int], None]
"""Takes a message about something lost, and its line."""
_ENTRY = re.compile(r"^([\w\"'-]+)[ \t]*:.*(?:\n(?=[ \t-]|\Z).*)*\n?", re.MULTILINE)
_OPENING = re.compile(r"---[ \t]*\n")


def plan_front_matter(
    text: str,
    front_matter: FrontMatter,
    heading: tuple[int, int, str] | None,
    more: Values,
    lose: Lose,
) -> list[Edit]:
    """Return the edits for the top of a page.

    `heading` is the heading that becomes its title, with start, end and text. `more` are additional
    keys for the page.
    """
    values, front = front_matter.values, front_matter.text
    edits: list[Edit] = []
    update = values.get("last_update")
    new: dict[str, Any] = dict(more)
    if isinstance(update, dict) and update.get("date"):
        new = {"lastUpdatedDate": str(update["date"])[:10], **more}
    if heading:
        start, end, title = heading
        # External links and pictures move from the title to the text below it.
        kept = " ".join(each for each in list_beside_words(text[start:end]) if "://" in each)
        edits.append(Edit(start, end, f"{kept}\n" if kept else ""))
        if str(values.get("title") or "") != title:
            if values.get("title"):  # Search engines show this title.
                new[_HEAD_TITLE] = str(values["title"])
            if values.get("title") and not values.get("sidebar_label"):
                new.setdefault("sidebarTitle", str(values["title"]))
            new["title"] = title
    written = write_front_matter(new) if new else ""
    if front is None:
        return [Edit(0, 0, f"{written}\n"), *edits] if new else edits
    opening = _OPENING.match(text)
    at = opening.end() if opening else 0
    edits += _rename_keys(front, at, values, new)
    for key, line in _find_lost(front, values, has_heading=heading is not None):
        lose(_LOST.get(key, key), line)
    return [Edit(at, at, written[4:-4]), *edits] if new else edits


def _rename_keys(front: str, start: int, values: Values, new: Values) -> list[Edit]:
    edits = []
    for match in _ENTRY.finditer(front):
        key = match[1].strip("\"'")
        first, last = start + match.start(), start + match.end()
        end = "\n" * match[0].endswith("\n")
        # A key that only this project used may have a meaning in Octavo.
        if key in new or _RENAMED.get(key) in new or _means_other(key):
            edits.append(Edit(first, last, ""))
        elif key in _RENAMED and _RENAMED[key] not in values:
            edits.append(Edit(first, first + len(match[1]), _RENAMED[key]))
        elif key in _SWITCHES and _is_on(key, values):
            edits.append(Edit(first, last, _SWITCHES[key] + end))
    return edits


def _means_other(key: str) -> bool:
    """Tell whether a key means something else in Octavo; keys that hide a page stay."""
    return key in PAGE_KEYS - _SAME and not is_mark_key(key)


def _is_on(key: str, values: Values) -> bool:
    if key == "pagination_next":
        both = ("pagination_next", "pagination_prev")
        return all(each in values and not values[each] for each in both)
    return values.get(key) is True


def _find_lost(front: str, values: Values, *, has_heading: bool) -> Iterator[tuple[str, int]]:
    """Yield the keys without a replacement, with their lines."""
    ends = _is_on("pagination_next", values)
    for match in _ENTRY.finditer(front):
        key = match[1].strip("\"'")
        line = front.count("\n", 0, match.start()) + 2
        if key == "last_update" and "author" in (values.get(key) or {}):
            yield "Who changed a page last (`last_update.author`)", line
        if _means_other(key) and key != "authors":
            yield f"`{key}` in front matter, which means something else in Octavo", line
        is_off = values.get(key) in (False, "", []) or (key == "hide_title" and has_heading)
        if key in _LOST and not is_off and not (ends and key.startswith("pagination_")):
            yield key, line

"""Boxes: `!!! note "Title"`, `??? note`, and `/// note | Title`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from octavo.values import Struct
from octavo_migrate.mkdocs.context import Line
from octavo_migrate.mkdocs.markdown.html import BLOCK
from octavo_migrate.mkdocs.markdown.inline import quote_attribute
from octavo_migrate.mkdocs.markdown.titles import strip_markdown

_ADMONITION = re.compile(r"( *)(!!!|\?\?\?\+?)[ ]*([\w -]*?)[ ]*(?:\"(.*)\"|'(.*)')?[ ]*\Z")
_BLOCK = re.compile(r" {0,3}(/{3,})[ ]*([\w-]+)[ ]*(?:\|[ ]*(.*?))?[ ]*\Z")
_SELECTOR = re.compile(r"([a-z][a-z0-9]*)?((?:[.#][\w-]+)*)")
_OPTION = re.compile(r" {4}([\w-]+):[ ]*(.*)\Z")
_CALLOUTS = {
    "note": "Note",
    "seealso": "Note",
    "abstract": "Info",
    "summary": "Info",
    "tldr": "Info",
    "info": "Info",
    "todo": "Info",
    "question": "Info",
    "help": "Info",
    "faq": "Info",
    "example": "Info",
    "quote": "Note",
    "cite": "Note",
    "tip": "Tip",
    "hint": "Tip",
    "important": "Tip",
    "success": "Check",
    "check": "Check",
    "done": "Check",
    "warning": "Warning",
    "caution": "Warning",
    "attention": "Warning",
    "failure": "Danger",
    "fail": "Danger",
    "missing": "Danger",
    "danger": "Danger",
    "error": "Danger",
    "bug": "Danger",
}
_OTHER_BLOCKS = frozenset({"tab", "html", "caption", "figure-caption", "table-caption", "define"})


class Marker(Struct, frozen=True):
    """The first line of a box."""

    kind: str
    title: str
    indent: int = 0
    foldable: bool = False
    is_open: bool = False


def read_admonition(text: str) -> Marker | None:
    """Return what the first line of an admonition or of details says."""
    match = _ADMONITION.match(text)
    if not match or not (match[3] or match[4] or match[5]):
        return None
    kind = match[3].split()[0].lower() if match[3] else ""
    title = match[4] if match[4] is not None else match[5]
    folds = match[2].startswith("?")
    if title is None:
        title = kind.replace("-", " ").capitalize()
    return Marker(kind, title, len(match[1]), folds, match[2].endswith("+"))


def read_block(lines: Sequence[Line], at: int) -> tuple[Marker, int, int] | None:
    """Return a generic block: its marker, where its text starts, and the line after its end."""
    match = _BLOCK.match(lines[at].text)
    if not match:
        return None
    slashes, kind = match[1], match[2].lower()
    options: dict[str, str] = {}
    first = at + 1
    while first < len(lines) and (option := _OPTION.match(lines[first].text)):
        options[option[1]] = option[2].strip("\"'")
        first += 1
    end = next(
        (index for index in range(first, len(lines)) if lines[index].text.strip() == slashes),
        len(lines) - 1,
    )
    folds = kind == "details"
    title = match[3] if match[3] is not None else kind.capitalize()
    if kind in ("details", "admonition"):
        title = match[3] or options.get("type", kind).capitalize()
        kind = options.get("type", kind if folds else "note")
    elif match[3] and kind not in _CALLOUTS and kind not in _OTHER_BLOCKS:
        title = f"{kind.replace('-', ' ').capitalize()} {match[3]}"
    is_open = options.get("open", "").lower() == "true"
    return Marker(kind, title, 0, folds, is_open), first, end + 1


def render_box(marker: Marker, body: Sequence[str]) -> list[str]:
    """Return a box with its text."""
    inner = "\n".join(body).strip("\n").split("\n")
    title = strip_markdown(marker.title)
    attributes = f" title={quote_attribute(title)}" if title else ""
    if marker.foldable:
        attributes = attributes or ' title="Details"'
        opened = " defaultOpen" if marker.is_open else ""
        return [f"<Accordion{attributes}{opened}>", "", *inner, "", "</Accordion>"]
    if marker.kind == "html":
        return _render_element(marker.title, inner)
    if marker.kind in _OTHER_BLOCKS:
        return ["", *inner]
    name = _CALLOUTS.get(marker.kind, "Note")
    return [f"<{name}{attributes}>", "", *inner, "", f"</{name}>"]


def _render_element(selector: str, inner: Sequence[str]) -> list[str]:
    """Return an element that is named as CSS does: `div.class#id`."""
    match = _SELECTOR.match(selector)
    name = match[1] if match and match[1] in BLOCK else "div"
    parts = re.findall(r"[.#][\w-]+", match[2]) if match else []
    classes = " ".join(part[1:] for part in parts if part[0] == ".")
    ids = [part[1:] for part in parts if part[0] == "#"]
    attributes = f" className={quote_attribute(classes)}" if classes else ""
    attributes += f" id={quote_attribute(ids[0])}" if ids else ""
    return [f"<{name}{attributes}>", "", *inner, "", f"</{name}>"]

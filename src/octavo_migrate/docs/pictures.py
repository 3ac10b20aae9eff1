"""Pictures that pages name by `<Image>`, which nobody defines: they are `<img>` now."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from octavo.content.front_matter import empty_front_matter
from octavo.content.mdx import parse_mdx
from octavo.content.nodes import Element, Node, Tag
from octavo.problems import Location
from octavo.project.discover import Project
from octavo.project.files import load_bytes
from octavo_migrate.docs.notes import Notes
from octavo_migrate.edits import Edit, apply_edits, find_offset
from octavo_migrate.moved_site import Note, Outcome, convert_or_copy

_NAME = "Image"
_START, _END = f"<{_NAME}", f"</{_NAME}"
_OWN = re.compile(rf"^(?:import|export)\b[^\n]*\b{_NAME}\b", re.MULTILINE)
"""A component of the author's, which has this name, too."""


def name_pictures(project: Project, changed: Mapping[str, bytes], notes: Notes) -> dict[str, bytes]:
    """Return the pages and snippets with such pictures, by source; some have changed before."""
    renamed: dict[str, bytes] = {}
    for file in (*project.pages, *project.snippets):
        data = changed.get(file.source) or load_bytes(project.root, file)[0] or b""
        if _START.encode() not in data:
            continue
        text = data.decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n")
        find = partial(_find_edits, text)
        edits = convert_or_copy(find, [], file.source, notes.all.append)
        if edits:
            renamed[file.source] = apply_edits(data, edits)
            message = "`<Image>`, which is no component, is a picture (`<img>`)"
            notes.all.append(Note(Outcome.CHANGED, message, Location(file.source)))
    return renamed


def _find_edits(text: str) -> list[Edit]:
    return [] if "\ufffd" in text or _OWN.search(text) else list(_list_edits(text))


def _list_edits(text: str) -> Iterator[Edit]:
    for tag in _list_tags(parse_mdx(empty_front_matter(text), "page").nodes):
        is_picture = tag.name == _NAME and any(each.name == "src" for each in tag.attributes)
        if not is_picture or tag.children:
            continue
        start = find_offset(text, tag.line, tag.column)
        if not text.startswith(_START, start):
            continue
        yield Edit(start + 1, start + len(_START), "img")
        end = text.find(_END, start)
        following = text.find(_START, start + 1)
        if end > 0 and (following < 0 or end < following):
            yield Edit(end + 2, end + len(_END), "img")


def _list_tags(nodes: Iterable[Node]) -> Iterator[Tag]:
    for node in nodes:
        if isinstance(node, Tag):
            yield node
        if isinstance(node, (Tag, Element)):
            yield from _list_tags(node.children)

"""Puts the values of variables into pages, which Octavo's pages do not have.

The platform replaces `{{name}}` in pages and snippets before they are parsed, in code as well; so
only the names that the settings define are looked for, and nothing else is touched. In front matter
a value stays what it is: one that YAML would read as something else is quoted.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from octavo.content.front_matter import read_front_matter
from octavo.project.discover import Project
from octavo.project.documents.yaml import parse_yaml
from octavo.project.files import load_bytes, load_text
from octavo_migrate.docs.notes import Notes
from octavo_migrate.edits import Edit, apply_edits
from octavo_migrate.moved_site import convert_or_copy

_USE = re.compile(r"\{\{\s*([\w.-]+)\s*\}\}")
_LINE = re.compile(r"^[^\n]*\{\{[^\n]*$", re.MULTILINE)
_KEY = re.compile(r"[ \t]*[\w\"'-]+:[ \t]+")


def fill_in_variables(project: Project, variables: Any, notes: Notes) -> dict[str, bytes]:
    """Return the pages and snippets that use variables, by source, with their values in place."""
    if not isinstance(variables, dict):
        return {}
    values = {
        str(name): value if isinstance(value, str) else json.dumps(value)
        for name, value in variables.items()
    }
    changed: dict[str, bytes] = {}
    uses = 0
    for file in (*project.pages, *project.snippets):
        text, _ = load_text(project.root, file)
        find = partial(_find_edits, text or "", values)
        edits = convert_or_copy(find, [], file.source, notes.all.append)
        data = load_bytes(project.root, file)[0] if edits else None
        if data is not None:
            changed[file.source] = apply_edits(data, edits)
            uses += len(edits)
    notes.change(
        ("variables",),
        f"Variables stand in pages with their values now, in {uses} places of {len(changed)} files",
        "To change one later, change it in every page, or make a snippet of it.",
    )
    return changed


def _find_edits(text: str, values: Mapping[str, str]) -> list[Edit]:
    return list(_list_edits(text, values))


def _list_edits(text: str, values: Mapping[str, str]) -> Iterator[Edit]:
    front = read_front_matter(text, "").text or ""
    start = text.index("\n") + 1 if front else 0
    for line in _LINE.finditer(text, start, start + len(front)):
        new = _fill_line(line[0], values)
        if new != line[0]:
            yield Edit(line.start(), line.end(), new)
    for use in _USE.finditer(text, start + len(front)):
        if use[1] in values:
            yield Edit(use.start(), use.end(), values[use[1]])


def _fill_line(line: str, values: Mapping[str, str]) -> str:
    """Return a line of front matter with values in place, quoted if YAML needs it."""
    filled = _USE.sub(lambda use: values.get(use[1], use[0]), line)
    words = {f"variable{index}": use for index, use in enumerate(_USE.findall(line))}
    names = iter(words)
    key, named = _KEY.match(line), parse_yaml(_USE.sub(lambda _: next(names), line), "").value
    meant = next(iter(named.values()), None) if isinstance(named, dict) else None
    if key is None or not isinstance(meant, str):
        return filled
    for word, name in words.items():
        meant = meant.replace(word, values.get(name, f"{{{{{name}}}}}"))
    read = parse_yaml(filled, "").value
    is_right = isinstance(read, dict) and list(read.values()) == [meant]
    return filled if is_right else key[0] + json.dumps(meant, ensure_ascii=False)

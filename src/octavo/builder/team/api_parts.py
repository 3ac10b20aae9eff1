"""Selects the files shared by API pages that the pages of a site name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from octavo.render.assets.theme_files import FOLDER
from octavo.render.basis.rendered import ApiPart

if TYPE_CHECKING:
    from octavo.builder.pages.written import WrittenPage
    from octavo.render.shell.slots import PageContent

_API_FOLDER = f"{FOLDER}/api/"
_NAME = re.compile(rf"{_API_FOLDER}([0-9a-f]{{12}}\.[a-z]+)")
_REFERENCE = re.compile(r'"ref":"([0-9a-f]{12})"')
"""The references between schemas of playgrounds."""


def list_parts(content: PageContent) -> tuple[str, ...]:
    """Return the outputs of the shared files that a page, or one of its files, names."""
    names = dict.fromkeys(f"{_API_FOLDER}{name}" for name in _NAME.findall(content.html))
    for output, data in content.files.items():
        if output.startswith(_API_FOLDER):
            names.update(dict.fromkeys(_list_named(output, data)))
    return tuple(names)


def select_parts(parts: Mapping[str, ApiPart], pages: Iterable[WrittenPage]) -> tuple[ApiPart, ...]:
    """Return the files that pages name, and those that such files name, by their outputs."""
    queue = [output for page in pages for output in page.parts]
    selected: dict[str, ApiPart] = {}
    while queue:
        part = parts.get(queue.pop())
        if part is not None and part.output not in selected:
            selected[part.output] = part
            queue += _list_named(part.output, part.data)
    return tuple(selected[output] for output in sorted(selected))


def _list_named(output: str, data: bytes) -> list[str]:
    text = data.decode("utf-8", "replace")
    names = _NAME.findall(text)
    if output.endswith(".json"):
        names += [f"{name}.json" for name in _REFERENCE.findall(text)]
    return [f"{_API_FOLDER}{name}" for name in names]

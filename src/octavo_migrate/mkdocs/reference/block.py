"""Reads a block: `::: package.module` with options below, in YAML or between colons."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from octavo.project.documents.yaml import parse_yaml
from octavo.values import Struct
from octavo_migrate.mkdocs.context import Line
from octavo_migrate.mkdocs.reference.options import Options, read_options

_BLOCK = re.compile(r"(#{0,6})[ ]*:::[ ]?([\w.:/-]+)[ ]*\Z")
_COLONS = re.compile(r"\s*:(\w+):[ ]*(.*)\Z")


class Block(Struct, frozen=True):
    """A block of a page."""

    name: str
    """What it documents."""
    values: Mapping[str, Any]
    """Its own options, under their names."""
    handler: str
    level: int
    """How many marks of a heading stand before it."""
    end: int
    """The line after it."""


def read_block(lines: Sequence[Line], at: int) -> Block | None:
    """Return the block that starts in a line."""
    match = _BLOCK.match(lines[at].text)
    if not match:
        return None
    end = at + 1
    while end < len(lines) and not lines[end].is_blank and lines[end].indent >= 2:
        end += 1
    below = [line.text for line in lines[at + 1 : end]]
    values, handler = _read_values(below)
    return Block(match[2], values, handler, len(match[1]), end)


def _read_values(lines: Sequence[str]) -> tuple[dict[str, Any], str]:
    if any(_COLONS.match(line) for line in lines):
        return _read_colons(lines), "python"
    value = parse_yaml("\n".join(lines), "").value
    if not isinstance(value, dict):
        return {}, "python"
    parts = [value.get(key) for key in ("selection", "rendering", "options")]
    values = {
        str(key): each for part in parts if isinstance(part, dict) for key, each in part.items()
    }
    return values, str(value.get("handler") or "python")


def _read_colons(lines: Sequence[str]) -> dict[str, Any]:
    """Return the options of mkautodoc, whose members are only those that are named."""
    options = {match[1]: match[2] for line in lines if (match := _COLONS.match(line))}
    values: dict[str, Any] = {"members": False, "members_order": "source"}
    if "members" in options:
        values["members"] = options["members"].split() or None
    if "docstring" not in options:
        values["show_docstring_description"] = False
    return values


def resolve_options(block: Block, defaults: Mapping[str, Any]) -> Options:
    """Return the options of a block on those of the site."""
    values = {**defaults, **block.values}
    if block.level:
        values |= {"heading_level": block.level, "show_root_heading": True}
    return read_options(values)

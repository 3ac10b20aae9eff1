"""Reads a block: `::: package.module` with options below, under the names of mkdocstrings.

It also has the plain values that describe a Python object.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from octavo.project.surface import parse_yaml
from octavo.values import Struct
from octavo_migrate.data import Values
from octavo_migrate.mkdocs.context import Lines

_BLOCK = re.compile(r"(#{0,6})[ ]*:::[ ]?([\w.:/-]+)[ ]*\Z")
_COLONS = re.compile(r"\s*:(\w+):[ ]*(.*)\Z")


class Block(Struct, frozen=True):
    """A block of a page."""

    name: str
    """The path of the documented object."""
    values: Values
    """Its options, with mkdocstrings names."""
    handler: str
    level: int
    """The number of heading marks before it."""
    end: int
    """The line after it."""


def read_block(lines: Lines, at: int) -> Block | None:
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
    """Return the options of mkautodoc, which shows only the members that a block names."""
    options = {match[1]: match[2] for line in lines if (match := _COLONS.match(line))}
    values: dict[str, Any] = {"members": False, "members_order": "source"}
    if "members" in options:
        values["members"] = options["members"].split() or None
    if "docstring" not in options:
        values["show_docstring_description"] = False
    return values


def resolve_options(block: Block, defaults: Values) -> Options:
    """Resolve the options of a block over those of the site."""
    values = {**defaults, **block.values}
    if block.level:
        values |= {"heading_level": block.level, "show_root_heading": True}
    return read_options(values)


PUBLIC = "public"
_DEFAULT_FILTERS = ("!^_[^_]",)
_STYLES = ("google", "numpy", "sphinx", "auto")
_STYLE_OPTIONS = (
    "ignore_init_summary",
    "returns_multiple_items",
    "returns_named_value",
    "receives_multiple_items",
    "receives_named_value",
    "returns_type_in_property_summary",
)


class Options(Struct, frozen=True):
    """The shown parts of an object and their form; the defaults are those of mkdocstrings."""

    members: tuple[str, ...] | bool | None = None
    inherited_members: tuple[str, ...] | bool = False
    filters: tuple[str, ...] = _DEFAULT_FILTERS
    members_order: str = "alphabetical"
    group_by_category: bool = True
    show_submodules: bool = False
    show_if_no_docstring: bool = False
    merge_init_into_class: bool = False
    heading_level: int = 2
    show_root_heading: bool = False
    show_root_full_path: bool = True
    show_object_full_path: bool = False
    show_bases: bool = True
    show_signature: bool = True
    show_source: bool = False
    docstring_style: str = "google"
    """The style of docstrings; empty if they are plain text."""
    docstring_options: tuple[tuple[str, bool], ...] = ()
    hidden_sections: frozenset[str] = frozenset()


_SWITCHES = tuple(
    "group_by_category show_submodules show_if_no_docstring merge_init_into_class "
    "show_root_heading show_root_full_path show_object_full_path show_bases show_signature "
    "show_source".split()
)
_SECTIONS = {
    f"show_docstring_{name}": name.replace("_", " ")
    for name in "attributes classes examples functions modules other_parameters parameters raises "
    "receives returns warns yields".split()
} | {"show_docstring_description": "text"}
_OTHERS = "members inherited_members filters members_order heading_level docstring_style"
KNOWN = frozenset({*_SWITCHES, *_SECTIONS, *_OTHERS.split(), "docstring_options"})
"""Options with an effect; all others only change how a reference looks."""


def read_options(values: Values) -> Options:
    """Return options; invalid values fall back to the defaults."""
    level = values.get("heading_level")
    order = values.get("members_order")
    order = order[0] if isinstance(order, list) and order else order
    switches = {name: values[name] for name in _SWITCHES if isinstance(values.get(name), bool)}
    style = values.get("docstring_style", "google")
    style_options = values.get("docstring_options")
    style_options = style_options if isinstance(style_options, dict) else {}
    return Options(
        members=_read_names(values.get("members")),
        inherited_members=_read_names(values.get("inherited_members")) or False,
        filters=_read_filters(values.get("filters", _DEFAULT_FILTERS)),
        members_order=order if order in ("source", "__all__") else "alphabetical",
        heading_level=level if type(level) is int and 1 <= level <= 6 else 2,
        docstring_style=style if style in _STYLES else "" if style is None else "google",
        docstring_options=tuple(
            (name, each)
            for name in _STYLE_OPTIONS
            if isinstance(each := style_options.get(name), bool)
        ),
        hidden_sections=frozenset(
            section for name, section in _SECTIONS.items() if values.get(name) is False
        ),
        **switches,
    )


def _read_names(value: Any) -> tuple[str, ...] | bool | None:
    if isinstance(value, bool):
        return value
    return tuple(str(each) for each in value) if isinstance(value, list) else None


def _read_filters(value: Any) -> tuple[str, ...]:
    if value == PUBLIC:
        return (PUBLIC,)
    return tuple(str(each) for each in value) if isinstance(value, list | tuple) else ()


Annotation = tuple[tuple[str, str], ...]
"""A type in pieces: the text of each, and the path of the object it names, if any."""


class Entry(Struct, frozen=True):
    """A parameter, an exception or another item that a docstring lists."""

    name: str
    text: str
    type: Annotation = ()
    default: str = ""


class Section(Struct, frozen=True):
    """A part of a docstring: a text, or a list with a title."""

    kind: str
    title: str = ""
    text: str = ""
    entries: tuple[Entry, ...] = ()


class PythonObject(Struct, frozen=True):
    """A module, class, function or attribute, with its shown members."""

    path: str
    """The import path for users, which is also its anchor."""
    canonical: str
    """The path of its definition."""
    name: str
    kind: str
    code: str = ""
    """Its signature as code."""
    bases: tuple[Annotation, ...] = ()
    sections: tuple[Section, ...] = ()
    members: tuple[PythonObject, ...] = ()
    source: str = ""

    def walk(self) -> Iterator[PythonObject]:
        """Yield the object and all members below it."""
        yield self
        for member in self.members:
            yield from member.walk()

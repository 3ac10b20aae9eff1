"""Reads docstrings: their texts, and what they list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from griffe import Attribute, Docstring, DocstringSection, Function, GriffeError, Object

from octavo_migrate.mkdocs.reference.objects import Entry, Section
from octavo_migrate.mkdocs.reference.options import Options
from octavo_migrate.mkdocs.reference.python.expressions import build_annotation, find_doc
from octavo_migrate.mkdocs.reference.python.signatures import render_default

_TITLES = {
    "parameters": "Parameters",
    "other parameters": "Other parameters",
    "type parameters": "Type parameters",
    "raises": "Raises",
    "warns": "Warns",
    "returns": "Returns",
    "yields": "Yields",
    "receives": "Receives",
    "attributes": "Attributes",
    "functions": "Functions",
    "classes": "Classes",
    "type aliases": "Type aliases",
    "modules": "Modules",
}
_NUMPY_OPTIONS = ("ignore_init_summary",)


def list_sections(target: Object, options: Options) -> Iterator[Section]:
    """Yield the sections of a docstring, and what `Doc` says where no docstring does."""
    kinds: set[str] = set()
    for section in _parse(target.docstring, options):
        kinds.add(section.kind)
        yield section
    if isinstance(target, Function) and "parameters" not in kinds:
        entries = tuple(_list_documented(target))
        if entries:
            yield Section("parameters", _TITLES["parameters"], entries=entries)
    if not kinds and isinstance(target, Attribute) and (text := find_doc(target.annotation)):
        yield Section("text", text=text)


def _list_documented(function: Function) -> Iterator[Entry]:
    for each in function.parameters:
        if text := find_doc(each.annotation):
            default = render_default(each.default) if each.default is not None else ""
            yield Entry(each.name, text, build_annotation(each.annotation), default)


def _parse(docstring: Docstring | None, options: Options) -> Iterator[Section]:
    if docstring is None or not docstring.value.strip():
        return
    style: Any = options.docstring_style
    parser_options = dict(options.docstring_options) if style in ("google", "numpy") else {}
    if style == "numpy":
        parser_options = {
            name: value for name, value in parser_options.items() if name in _NUMPY_OPTIONS
        }
    try:
        sections = docstring.parse(style, **parser_options) if style else ()
    except (GriffeError, KeyError, RecursionError, ValueError):
        sections = ()
    built = [_build_section(each) for each in sections]
    yield from built or [Section("text", text=docstring.value)]


def _build_section(section: DocstringSection) -> Section:
    kind, value, title = section.kind.value, section.value, section.title
    if kind == "text":
        return Section(kind, text=str(value))
    if kind == "examples":
        entries = tuple(Entry(str(getattr(part, "value", part)), text) for part, text in value)
        return Section(kind, title or "Examples", entries=entries)
    if kind == "deprecated":
        version = str(value.version or "")
        return Section(kind, title or f"Deprecated {version}".strip(), str(value.description))
    if kind == "admonition":
        return Section(kind, title or "", str(value.contents), (Entry(str(value.kind), ""),))
    return Section(kind, title or _TITLES.get(kind, kind), entries=tuple(map(_build_entry, value)))


def _build_entry(value: Any) -> Entry:
    default = getattr(value, "default", None)
    return Entry(
        str(getattr(value, "name", "") or ""),
        str(value.description or ""),
        build_annotation(value.annotation),
        render_default(default) if default is not None else "",
    )

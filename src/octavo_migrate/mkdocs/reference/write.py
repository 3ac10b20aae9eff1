"""Writes an object of Python as MDX."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from html import escape

from octavo.values import Struct
from octavo_migrate.mkdocs.context import Context
from octavo_migrate.mkdocs.markdown.containers import Marker, render_box
from octavo_migrate.mkdocs.markdown.fences import render_fence
from octavo_migrate.mkdocs.markdown.inline import quote_attribute
from octavo_migrate.mkdocs.markdown.pieces import find_code
from octavo_migrate.mkdocs.reference.block import (
    Annotation,
    Block,
    Entry,
    Options,
    PythonObject,
    Section,
)

_DEEPEST_LEVEL = 6


class Writer(Struct, frozen=True):
    """The page data that writing an object needs."""

    options: Options
    convert: Callable[[str], list[str]]
    """Turns the text of a docstring into lines of MDX."""
    link: Callable[[str], str | None]
    """Returns the location of an object, by its path."""

    def write(self, root: PythonObject) -> list[str]:
        """Return the lines of a block's object and its members."""
        options = self.options
        # The title of a page is its only first-level heading.
        level = max(options.heading_level, 2)
        if not options.show_root_heading:
            body = self._write_body(root, level - 1)
            return [f'<span id="{root.path}"></span>', "", *body]
        return self._write_object(root, level, is_full=options.show_root_full_path)

    def _write_object(self, each: PythonObject, level: int, *, is_full: bool) -> list[str]:
        heading = f"{'#' * level} `{each.path if is_full else each.name}` {{#{each.path}}}"
        return [heading, "", *self._write_body(each, level)]

    def _write_body(self, each: PythonObject, level: int) -> list[str]:
        out: list[str] = []
        if each.code:
            out += [*render_fence("python", each.code.split("\n")), ""]
        if each.bases and self.options.show_bases:
            bases = ", ".join(self._render_link(base) for base in each.bases)
            out += [f"Bases: {bases}", ""]
        for section in each.sections:
            out += [*self._write_section(section, level), ""]
        if each.source:
            code = render_fence("python", each.source.split("\n"))
            out += ['<Accordion title="Source code">', "", *code, "", "</Accordion>", ""]
        below, is_full = min(level + 1, _DEEPEST_LEVEL), self.options.show_object_full_path
        for member in each.members:
            out += self._write_object(member, below, is_full=is_full)
        return out

    def _write_section(self, section: Section, level: int) -> list[str]:
        if section.kind == "text":
            return list(_lower_headings(self.convert(section.text), level))
        if section.kind == "examples":
            return [f"**{section.title}**", "", *self._write_examples(section.entries)]
        if section.kind in ("deprecated", "admonition"):
            kind = section.entries[0].name.lower() if section.entries else "warning"
            title = section.title or kind.replace("-", " ").capitalize()
            return render_box(Marker(kind, title), self.convert(section.text))
        out = [f"**{section.title}**", ""]
        for entry in section.entries:
            out += self._write_entry(entry)
        return out

    def _write_examples(self, entries: Sequence[Entry]) -> Iterator[str]:
        for entry in entries:
            if entry.name == "examples":
                yield from render_fence("pycon", entry.text.split("\n"))
            else:
                yield from self.convert(entry.text)
            yield ""

    def _write_entry(self, entry: Entry) -> list[str]:
        attributes = [f"name={quote_attribute(entry.name)}"] if entry.name else []
        attributes += [self._render_type(entry.type)] if entry.type else []
        attributes += [f"default={quote_attribute(entry.default)}"] if entry.default else []
        opening = f"<ResponseField {' '.join(attributes)}"
        if not entry.text.strip():
            return [f"{opening} />"]
        return [f"{opening}>", "", *self.convert(entry.text), "", "</ResponseField>"]

    def _render_type(self, annotation: Annotation) -> str:
        """Return the type of a field, with links to shown objects."""
        links = [self.link(path) if path else None for _, path in annotation]
        if not any(links):
            return f"type={quote_attribute(''.join(text for text, _ in annotation))}"
        pieces = (
            f'<a href="{escape(link)}">{_escape(text)}</a>' if link else _escape(text)
            for (text, _), link in zip(annotation, links, strict=True)
        )
        return f"type={{<span>{''.join(pieces)}</span>}}"

    def _render_link(self, annotation: Annotation) -> str:
        text = "".join(text for text, _ in annotation)
        link = next(filter(None, (self.link(path) for _, path in annotation if path)), None)
        return f"[`{text}`]({link})" if link else f"`{text}`"


NOT_WRITTEN = "was written by a plugin, and is not part of this site yet"
"""The text for readers in place of a block that Octavo can't write."""


def _escape(text: str) -> str:
    return escape(text).replace("{", "&#123;").replace("}", "&#125;")


def _lower_headings(lines: Sequence[str], level: int) -> Iterator[str]:
    """Yield the lines of a docstring, with its headings moved below the object's heading."""
    for line, is_code in zip(lines, find_code(lines), strict=True):
        match = re.match(r"(#{1,6})(?= )", line)
        if match and not is_code:
            yield "#" * min(len(match[1]) + level, _DEEPEST_LEVEL) + line[match.end() :]
        else:
            yield line


def lose_reference(block: Block, line: int, context: Context) -> list[str]:
    """Note why a block has no documentation, and return the text for readers."""
    name = block.name
    if name == "mkdocs-click":
        why = "the help of a command is written by running it, which moving does not"
        advice = "Run the command with `--help`, and copy what it says."
    elif block.handler != "python":
        why = f"`{name}` is documented by the handler `{block.handler}`, which is not run"
        advice = "Write it out as Markdown, or link to it."
    elif context.reference is None or context.reference.library is None:
        why = f"the reference of `{name}` is not written: griffe is not installed"
        advice = "Install the extra and move again: pip install 'octavo[python-reference]'."
    else:
        why = f"the reference of `{name}` is not written: its source was not found"
        advice = (
            "Name the folder of its package in `plugins`, `mkdocstrings.handlers.python.paths`, "
            "and move again. Code outside of the repository is not read."
        )
    context.lose(why, line, advice)
    note = f"The reference of `{name}` {NOT_WRITTEN}."
    return ["<Note>", f"  {note}", "</Note>"]

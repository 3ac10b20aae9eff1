"""Converts one page of Python-Markdown."""

from __future__ import annotations

import re
from typing import Any

from octavo.values import replace
from octavo_migrate.headings import list_beside_words
from octavo_migrate.mkdocs.context import Context, Line
from octavo_migrate.mkdocs.front_matter import (
    convert_front_matter,
    find_title,
    render_front_matter,
    split_front_matter,
)
from octavo_migrate.mkdocs.includes import include_files
from octavo_migrate.mkdocs.markdown.blocks import convert_lines
from octavo_migrate.mkdocs.markdown.pieces import (
    find_abbreviations,
    find_references,
    split_heading,
)
from octavo_migrate.mkdocs.markdown.titles import build_id, strip_markdown

_NOT_SHOWN = re.compile(r"\{%-?\s*(?:end)?raw\s*-?%\}|\{#-?\s.*?#\}")
"""What templates of Jinja leave out themselves: marks of what is no template, and comments."""
_LEADING = re.compile(r"^[ ]*\t[ \t]*")


def convert_page(text: str, context: Context, sidebar_title: str | None = None) -> str:
    """Return a page as MDX."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    values, body, first = split_front_matter(text)
    lines = [Line(_expand(each), first + index) for index, each in enumerate(body.split("\n"))]
    lines = include_files(lines, context)
    lines = [Line(_expand(line.text), line.number) for line in lines]
    if context.variables is not None:
        lines = [Line(_NOT_SHOWN.sub("", line.text), line.number) for line in lines]
    context = replace(
        context,
        references=find_references(lines),
        abbreviations=find_abbreviations(lines) if context.has("abbr") else {},
    )
    written = convert_front_matter(values, context)
    anchor = _take_title(lines, written, context)
    if sidebar_title and sidebar_title != written.get("title"):
        written = _add_sidebar_title(written, sidebar_title)
    converted = "\n".join(convert_lines(lines, context))
    if context.tree.appended:
        converted = converted.rstrip("\n") + "\n"
    if written == values and not anchor and (text.startswith("---") or not values):
        return text[: len(text) - len(body)] + converted
    return render_front_matter(written) + "\n" + anchor + converted.lstrip("\n")


def _expand(line: str) -> str:
    return _LEADING.sub(lambda match: match[0].expandtabs(4), line)


def _take_title(lines: list[Line], written: dict[str, Any], context: Context) -> str:
    """Move the heading of a page to its front matter; return what keeps the id it was given."""
    title_lines = find_title(lines)
    if title_lines is None:
        return ""
    heading, start, end = title_lines
    text, anchor = split_heading(heading, context, lines[start].number)
    title = _read_title(text)
    if written.get("title") is not None and str(written["title"]).strip() != title:
        written.setdefault("sidebarTitle", str(written["title"]))
    if not title:
        return ""
    context.heading_ids.title = build_id(text)
    rest = {key: written.pop(key) for key in list(written) if key != "title"}
    written.pop("title", None)
    written |= {"title": title, **rest}
    beside = " ".join(list_beside_words(text))
    lines[start:end] = [Line(beside, lines[start].number)] if beside else []
    return f'<span id="{anchor[3:-1]}"></span>\n\n' if anchor else ""


def _read_title(text: str) -> str:
    plain = strip_markdown(text)
    return re.sub(r"\\([\\`*_{}\[\]()#+.!<>-])", r"\1", plain)


def _add_sidebar_title(written: dict[str, Any], title: str) -> dict[str, Any]:
    if not written.get("title"):
        return {"title": title, **written}
    return {**written, "sidebarTitle": title}

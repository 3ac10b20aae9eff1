"""Converts a page of Python-Markdown: its front matter, its title, its text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from octavo.problems import Severity
from octavo.project.surface import parse_yaml, render_yaml
from octavo.settings.surface import is_mark_key, read_marks
from octavo.values import replace
from octavo_migrate.data import Values
from octavo_migrate.edits import list_beside_words
from octavo_migrate.mkdocs.context import Context, Line
from octavo_migrate.mkdocs.includes import include_files, list_used, read_appended
from octavo_migrate.mkdocs.markdown.blocks import convert_lines
from octavo_migrate.mkdocs.markdown.pieces import (
    find_abbreviations,
    find_heading_id,
    find_references,
    join_definitions,
    split_heading,
)
from octavo_migrate.mkdocs.markdown.titles import (
    build_id,
    find_icon_name,
    strip_markdown,
)
from octavo_migrate.mkdocs.templates import drop_statements

_NOT_SHOWN = re.compile(r"\{%-?\s*(?:end)?raw\s*-?%\}|\{#-?\s.*?#\}")
"""Text that Jinja templates remove: comments, and marks of raw text."""
_FOOTNOTE_MARK = re.compile(r"\[\^([^\]\s]+)\](?!:)")
_LEADING = re.compile(r"^[ ]*\t[ \t]*")


def convert_page(text: str, context: Context, sidebar_title: str | None = None) -> str:
    """Return a page as MDX."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    values, body, first = split_front_matter(text)
    lines = [Line(_expand(each), first + index) for index, each in enumerate(body.split("\n"))]
    lines = include_files(lines, context)
    lines = join_definitions([Line(_expand(line.text), line.number) for line in lines])
    definitions, ending = read_appended(context) if context.tree.appended else ([], [])
    if context.variables is not None:
        lines = [Line(_NOT_SHOWN.sub("", line.text), line.number) for line in lines]
        lines = drop_statements(lines, context)
    words = find_abbreviations([*lines, *definitions]) if context.has("abbr") else {}
    references = find_references([*lines, *definitions])
    text_of_lines = "\n".join(line.text for line in lines)
    footnotes = tuple(dict.fromkeys(_FOOTNOTE_MARK.findall(text_of_lines)))
    context = replace(context, references=references, abbreviations=words, footnotes=footnotes)
    if used := list_used(definitions, lines):
        lines += [*([] if lines[-1].is_blank else [Line("", used[0].number)]), *used]
    front = _FRONT.match(text)
    is_broken = front is not None and _parse_mapping(front[1]) is None
    if is_broken:
        advice = "Lines that can be read alone are kept. Write the rest again."
        context.lose("this front matter is no YAML", 1, advice)
    written = convert_front_matter(values, context)
    anchor = _take_title(lines, written, context)
    if sidebar_title and sidebar_title != written.get("title"):
        is_title = not written.get("title")
        own = {"title": sidebar_title, **written}
        written = own if is_title else {**written, "sidebarTitle": sidebar_title}
    converted = "\n".join(convert_lines(lines, context))
    if any(not line.is_blank for line in ending):
        converted = f'{converted.rstrip()}\n\n<Snippet file="{APPENDED}" />\n'
    if written == values and not anchor and not is_broken and (text[:3] == "---" or not values):
        return text[: len(text) - len(body)] + converted
    return render_front_matter(written) + "\n" + anchor + converted.lstrip("\n")


def list_titles(texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the sources of pages that start with a heading, and the heading's id."""
    for source, text in texts.items():
        body = split_front_matter(text.removeprefix("\ufeff").replace("\r", ""))[1]
        if title := find_title([Line(each, 0) for each in body.split("\n")]):
            yield source, find_heading_id(title[0])


APPENDED = "appended.mdx"
"""The snippet at the end of every page."""


def convert_appended(context: Context) -> str:
    """Return the text of that snippet; empty if it shows nothing."""
    definitions, ending = read_appended(context)
    context = replace(context, references=find_references(definitions))
    return "\n".join(convert_lines([*ending, *list_used(definitions, ending)], context)).strip()


def _expand(line: str) -> str:
    return _LEADING.sub(lambda match: match[0].expandtabs(4), line)


def _take_title(lines: list[Line], written: dict[str, Any], context: Context) -> str:
    """Move the heading of a page to its front matter, and return an anchor for its id."""
    title_lines = find_title(lines)
    if title_lines is None:
        return ""
    heading, start, end = title_lines
    text, anchor = split_heading(heading, context, lines[start].number)
    title = re.sub(r"\\([\\`*_{}\[\]()#+.!<>-])", r"\1", strip_markdown(text))
    if written.get("title") is not None and str(written["title"]).strip() != title:
        written.setdefault("sidebarTitle", str(written["title"]))
        written.setdefault("og:title", str(written["title"]))  # Search engines show this title.
    if not title:
        return ""
    context.heading_ids.title = build_id(text)
    rest = {key: written.pop(key) for key in list(written) if key != "title"}
    written.pop("title", None)
    written |= {"title": title, **rest}
    beside = " ".join(list_beside_words(text))
    lines[start:end] = [Line(beside, lines[start].number)] if beside else []
    return f'<span id="{anchor[3:-1]}"></span>\n\n' if anchor else ""


_FRONT = re.compile(r"\A---[ \t]*\n(.*?\n)?(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_META = re.compile(r" {0,3}([A-Za-z0-9_-]+):[ \t]*(.*)\Z")
_META_KEYS = frozenset(
    "title description summary author authors date tags template hide status page_title".split()
)


def split_front_matter(text: str) -> tuple[dict[str, Any], str, int]:
    """Return the front matter of a page, its text, and the first line of the text."""
    match = _FRONT.match(text)
    if not match:
        return _split_meta(text)
    value = _parse_mapping(match[1])
    if value is None:  # A partial result keeps the new site buildable.
        alone = (_parse_mapping(line) for line in (match[1] or "").splitlines() if line[:1] != " ")
        value = {key: each for line in alone if line for key, each in line.items() if each}
    return value, text[match.end() :], text.count("\n", 0, match.end()) + 1


def _parse_mapping(text: str | None) -> dict[str, Any] | None:
    document = parse_yaml(text or "", "")
    if any(each.severity is Severity.ERROR for each in document.problems):
        return None
    value = document.value if (text or "").strip() else {}
    return value if isinstance(value, dict) else None


def _split_meta(text: str) -> tuple[dict[str, Any], str, int]:
    """Return the names and values at the start of a page, up to a blank line.

    MkDocs takes any word before a colon for a name. Octavo takes only likely names.
    """
    head, blank, body = text.partition("\n\n")
    matches = [_META.match(line) for line in head.split("\n")]
    values = {match[1].lower(): match[2].strip() for match in matches if match}
    if not all(matches) or not all(key in _META_KEYS or is_mark_key(key) for key in values):
        return {}, text, 1
    return dict(values), body, len(matches) + (2 if blank else 1)


def convert_front_matter(values: Values, context: Context) -> dict[str, Any]:
    """Return front matter with known names; unknown keys stay."""
    written = {key: value for key, value in values.items() if read_marks({key: value})}
    for key, value in values.items():
        if key == "icon" and isinstance(value, str):
            if icon := find_icon_name(value):
                written["icon"] = icon
            else:
                context.lose(f"there is no icon for `{value}`", 1)
        elif key == "hide":
            hidden = value if isinstance(value, list) else [value]
            if "toc" in hidden or "navigation" in hidden:
                written["mode"] = "center" if "navigation" in hidden else "wide"
        elif key == "status" and key not in written:
            if value == "deprecated":
                written["deprecated"] = True
            elif isinstance(value, str):
                written["tag"] = value
        elif key == "search" and isinstance(value, dict):
            if value.get("exclude") is True:
                written["searchable"] = False
        elif key == "tags" and isinstance(value, list):
            written["keywords"] = [str(each) for each in value]
        elif key == "template":
            message = f"the page has its own template, `{value}`"
            context.lose(message, 1, "Write what it adds as MDX.")
        elif key == "url":
            written["old-url"] = value
        elif key in ("date", "authors") and context.authors is not None:
            written |= _convert_post_key(key, value, context.authors)
        else:
            written[key] = value
    return written


def _convert_post_key(key: str, value: Any, names: Mapping[str, str]) -> dict[str, Any]:
    """Return the author and the date of a post."""
    if key == "authors":
        several = value if isinstance(value, list) else [value]
        return {"authors": [names.get(str(each), str(each)) for each in several]}
    times = value if isinstance(value, Mapping) else {"created": value}
    dates = {"createdDate": times.get("created"), "lastUpdatedDate": times.get("updated")}
    return {name: str(each)[:10] for name, each in dates.items() if each}


def render_front_matter(values: Values) -> str:
    """Return front matter as text."""
    return f"---\n{render_yaml(dict(values))}---\n" if values else ""


_COMMENT = re.compile(r"\s*<!--.*?-->\s*")
_TITLE = re.compile(r" {0,3}#\s*(?![#\s]|:::)(.*?)[ \t]*#*[ \t]*\Z")


def find_title(lines: list[Line]) -> tuple[str, int, int] | None:
    """Return the heading at the start of the text, its first line and the line after it."""
    at = 0
    while at < len(lines) and (lines[at].is_blank or _COMMENT.fullmatch(lines[at].text)):
        at += 1
    if at == len(lines):
        return None
    if match := _TITLE.match(lines[at].text):
        return match[1], at, at + 1
    if at + 1 < len(lines) and re.fullmatch(r"=+\s*", lines[at + 1].text) and lines[at].indent < 4:
        return lines[at].text.strip(), at, at + 2
    return None

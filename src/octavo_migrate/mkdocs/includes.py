"""Includes files in a page: snippets (`--8<--`), `{!file!}` and `{* file ln[…] hl[…] *}`."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from octavo_migrate.mkdocs.context import Context, Line, Lines
from octavo_migrate.mkdocs.settings_file import load_below, load_within

_MOST_LINES = 200_000
_DEEPEST = 10
_SNIPPET = re.compile(
    r"(?P<indent>[ \t]*)-{1,}8<-{1,}[ \t]+(?P<quote>[\"'])(?P<name>.+?)(?P=quote)[ \t]*\Z"
)
_SNIPPET_BLOCK = re.compile(r"([ \t]*)-{1,}8<-{1,}[ \t]*\Z")
_ESCAPED = re.compile(r"([ \t]*);(-{1,}8<-{1,}.*)\Z")
_BANG = re.compile(r"\{!>?\s*(.+?)\s*!\}")
_STAR = re.compile(r"([ \t]*)\{\*\s*(\S+)\s*([^*]*)\*\}[ \t]*\Z")
_TAG_START = re.compile(r"\s*\{%-?\s*(?:include(?:-markdown)?\b|\Z)")
_TAG = re.compile(
    r"(?P<indent>\s*)\{%-?\s*include(?:-markdown)?\s+(?P<quote>[\"'])(?P<name>.+?)(?P=quote)"
    r"(?P<options>.*?)-?%\}\s*",
    re.DOTALL,
)
_TAG_OPTION = re.compile(r"([\w-]+)\s*=\s*([\"'])(.*?)\2", re.DOTALL)
_SECTION = re.compile(r"-{1,}8<-{1,}[ \t]+\[(start|end):\s*([\w-]+)\s*\]")
_PARTS = re.compile(
    r"(?P<file>.*?)(?:(?P<lines>(?::-?\d*)+(?:,-?\d*(?::-?\d*)?)*)|:(?P<section>[A-Za-z][\w-]*))?\Z"
)
_LANGUAGES = {"py": "python", "js": "javascript", "ts": "typescript", "yml": "yaml", "sh": "bash"}


def include_files(lines: Lines, context: Context) -> list[Line]:
    """Return the lines of a page with those of all included files."""
    out: list[Line] = []
    for line in _include(lines, context, 0):
        out.append(line)
        if len(out) > _MOST_LINES:
            context.lose("the files that this page takes in are too long", line.number)
            break
    return out


def read_appended(context: Context) -> tuple[list[Line], list[Line]]:
    """Return the text at the end of every page: its definitions, and the visible part."""
    names = [Line(f'--8<-- "{name}"', 1) for name in context.tree.appended]
    groups: tuple[list[Line], list[Line]] = ([], [])
    group = groups[1]
    for line in _include(names, context, 0):
        if not line.is_blank and not (line.indent >= 4 and group is groups[0]):
            group = groups[0] if _DEFINITION.match(line.text) else groups[1]
        group.append(line)
    return groups


def list_used(definitions: Lines, lines: Lines) -> list[Line]:
    """Return the definitions of links and footnotes that a page uses."""
    labels = {each.lower() for line in lines for each in _LABEL.findall(line.text)}
    used: list[Line] = []
    is_used = False
    for line in definitions:
        if match := _DEFINITION.match(line.text):
            is_used = match[1].lower() in labels
        if is_used:
            used.append(line)
    return used


_DEFINITION = re.compile(r" {0,3}\*?\[([^\]]+)\]:")
_LABEL = re.compile(r"(?=\[([^\]]+)\])")


def _include(lines: Lines, context: Context, depth: int) -> Iterator[Line]:
    has_snippets = context.has("pymdownx.snippets")
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if has_snippets and "8<-" in line.text:
            if escaped := _ESCAPED.match(line.text):
                yield Line(escaped[1] + escaped[2], line.number)
                continue
            if match := _SNIPPET.match(line.text):
                yield from _take_in(match["name"], match["indent"], line.number, context, depth)
                continue
            if block := _SNIPPET_BLOCK.match(line.text):
                while at < len(lines) and not _SNIPPET_BLOCK.match(lines[at].text):
                    if name := lines[at].text.strip():
                        yield from _take_in(name, block[1], lines[at].number, context, depth)
                    at += 1
                at += 1
                continue
            if _SECTION.search(line.text):
                continue
        if context.has("include-markdown") and _TAG_START.match(line.text):
            end = next((i + 1 for i in range(at - 1, len(lines)) if "%}" in lines[i].text), at)
            tag = "\n".join(each.text for each in lines[at - 1 : end])
            if tag_match := _TAG.fullmatch(tag):
                at = end
                yield from _take_in_tag(tag_match, line.number, context, depth)
                continue
        if match := _STAR.match(line.text):
            yield from _take_in_code(match, line.number, context)
        elif (bang := _BANG.search(line.text)) and context.has("markdown_include", "mdx_include"):
            yield from _take_in_middle(line, bang, context, depth)
        else:
            yield line


def _take_in_middle(
    line: Line, match: re.Match[str], context: Context, depth: int
) -> Iterator[Line]:
    """Yield a line with a file in its middle; every line of the file gets the same prefix."""
    name, _, options = match[1].split("|")[0].partition("[")
    name = name.strip().strip("\"'")
    if lines := re.fullmatch(r"ln:\s*([\d\s,-]+)\]", options.strip()):
        name += ":" + lines[1].replace(" ", "").replace("-", ":")
    before, after = line.text[: match.start()], line.text[match.end() :]
    indent = before if not before.strip() else ""
    taken = list(_take_in(name, indent, line.number, context, depth))
    if indent != before and taken:
        taken[0] = Line(before + taken[0].text, line.number)
    if after.strip() and taken:
        taken[-1] = Line(taken[-1].text + after, line.number)
    yield from taken


def _take_in_tag(match: re.Match[str], number: int, context: Context, depth: int) -> Iterator[Line]:
    """Yield the text of a file, or a part of it, for the plugin `include-markdown`."""
    options = {each[1]: each[3] for each in _TAG_OPTION.finditer(match["options"])}
    text = load_included(match["name"], context) if depth < _DEEPEST else None
    if text is None:
        context.lose(f"the file `{match['name']}`, which this page takes in, was not found", number)
        return
    if (start := options.get("start")) and start in text:
        text = text.partition(start)[2]
    if (end := options.get("end")) and end in text:
        text = text.partition(end)[0]
    kept = [Line(match["indent"] + each, number) for each in text.split("\n")]
    yield from _include(kept, context, depth + 1)


def _take_in(name: str, indent: str, number: int, context: Context, depth: int) -> Iterator[Line]:
    if name.startswith(";") or depth >= _DEEPEST:
        return
    if re.match(r"https?://", name):
        context.lose(f"`{name}` would be loaded from another site", number, "Copy its text.")
        return
    match = _PARTS.match(name)
    text = load_included(match["file"], context) if match else None
    if text is None:
        match, text = None, load_included(name, context)
    if text is None:
        context.lose(f"the file `{name}`, which this page takes in, was not found", number)
        return
    lines = text.split("\n")
    if match and match["section"]:
        lines = _cut_section(lines, match["section"])
    elif match and match["lines"]:
        lines = _cut_lines(lines, match["lines"])
    kept = [Line(indent + each if each.strip() else "", number) for each in lines]
    yield from _include(kept, context, depth + 1)


def load_included(name: str, context: Context) -> str | None:
    """Return the text of a file; None if it is missing or outside the project."""
    tree = context.tree
    page_folder = os.path.dirname(os.path.join(tree.docs, context.source))
    for folder in (*tree.include_folders, page_folder):
        text = load_below(tree.reach.top, os.path.join(folder, name.lstrip("/")))
        if text is not None:
            return text.rstrip("\n")
    for folder in (*tree.include_folders, page_folder):
        text = load_within(tree.reach, os.path.join(folder, name.lstrip("/")))
        if text is not None:
            return text.rstrip("\n")
    return None


def _cut_section(lines: list[str], name: str) -> list[str]:
    kept: list[str] = []
    inside = False
    for line in lines:
        match = _SECTION.search(line)
        if match and match[2] == name:
            inside = match[1] == "start"
        elif inside:
            kept.append(line)
    widths = [len(line) - len(line.lstrip(" ")) for line in kept if line.strip()]
    return [line[min(widths, default=0) :] for line in kept]


def _cut_lines(lines: list[str], ranges: str) -> list[str]:
    kept: list[str] = []
    for each in ranges.removeprefix(":").split(","):
        first, colon, last = each.partition(":")
        start = max(int(first or 1), 1)
        end = int(last) if last else len(lines) if colon else start
        kept += lines[start - 1 : end if end >= 0 else len(lines) + end + 1]
    return kept


def _take_in_code(match: re.Match[str], number: int, context: Context) -> Iterator[Line]:
    """Yield a code block with lines of a file, for the syntax of FastAPI's sites."""
    indent, name, options = match[1], match[2], match[3]
    text = load_included(name, context)
    if text is None:
        context.lose(f"the file `{name}`, which this page takes in, was not found", number)
        return
    lines = text.split("\n")
    ranges = _read_ranges(options, "ln", len(lines))
    marked = _read_ranges(options, "hl", len(lines))
    title = re.search(r"title\[(.*?)\]", options)
    ending = os.path.splitext(name)[1][1:]
    selection, numbers = _select(lines, ranges, _LANGUAGES.get(ending, ending))
    places = {old: new for new, old in enumerate(numbers, 1) if old}
    numbers = [n for first, last in marked for n in range(first, last + 1)]
    spots = [str(places[n]) for n in numbers if n in places]
    info = [_LANGUAGES.get(ending, ending)]
    info += [f'title="{title[1]}"'] if title else []
    info += [f'hl_lines="{" ".join(spots)}"'] if spots else []
    for each in [f"```{' '.join(info)}", *selection, "```"]:
        yield Line(indent + each if each else "", number)


def _read_ranges(options: str, name: str, count: int) -> list[tuple[int, int]]:
    match = re.search(rf"\b{name}\[([^\]]*)\]", options)
    ranges: list[tuple[int, int]] = []
    for each in match[1].split(",") if match else ():
        first, colon, last = each.strip().partition(":")
        if first.isdigit():
            end = int(last) if last.isdigit() else count if colon else int(first)
            ranges.append((int(first), end))
    return ranges


def _select(
    lines: list[str], ranges: list[tuple[int, int]], language: str
) -> tuple[list[str], list[int]]:
    """Return the selected lines of a file with their numbers, and comments for gaps."""
    if not ranges:
        return lines, list(range(1, len(lines) + 1))
    left_out = "# Code below omitted" if language == "python" else "…"
    above = "# Code above omitted" if language == "python" else "…"
    selection: list[str] = []
    numbers: list[int] = []
    before = 0
    for first, last in ranges:
        if first > before + 1:
            selection += [above, ""]
            numbers += [0, 0]
        selection += lines[first - 1 : last]
        numbers += range(first, min(last, len(lines)) + 1)
        before = last
    if before < len(lines):
        selection += ["", left_out]
        numbers += [0, 0]
    return selection, numbers

"""Goes through the lines of a page, block by block, and writes each as MDX.

Each block has a function. It takes the lines of its container, without the container's indent, and
the index of its first line. It returns the MDX and the index after the block, or None for another
kind of block.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from octavo.values import replace
from octavo_migrate.mkdocs.context import Context, Line, Lines, convert_link
from octavo_migrate.mkdocs.markdown import fences, html_blocks, pieces
from octavo_migrate.mkdocs.markdown import html as markup
from octavo_migrate.mkdocs.markdown.containers import (
    LIST_ITEM,
    Marker,
    read_admonition,
    read_block,
    read_definitions,
    read_item,
    render_box,
)
from octavo_migrate.mkdocs.markdown.inline import (
    convert_inline,
    has_more_than_text,
    quote_attribute,
)
from octavo_migrate.mkdocs.markdown.titles import build_id, strip_markdown
from octavo_migrate.mkdocs.reference.block import read_block as read_reference
from octavo_migrate.mkdocs.reference.block import resolve_options
from octavo_migrate.mkdocs.reference.write import Writer, lose_reference

Written = tuple[list[str], int]
_DEEPEST = 40

_HEADING = re.compile(r" {0,3}(#{1,6})\s*(?![#\s])(.*?)[ \t]*#*[ \t]*\Z")
_TAB = re.compile(r'( *)(?:===([!+]*)|!!!\s*tab)[ ]+(?:"(.*?)"|\'(.*?)\')[ ]*\Z')
"""The second form is a box to Python-Markdown; scripts of sites make tabs of those in a row."""
_FOOTNOTE = re.compile(r" {0,3}\[\^[^\]]+\]:[ ]*")
_DEFINITION = re.compile(r"( {0,3}\[[^\]^][^\]]*\]:[ \t]*)(<[^>]*>|\S+)(.*)\Z")
_SUMMARY = re.compile(r"<summary>([^\n]*)</summary>", re.IGNORECASE)
_MODULE = re.compile(r"(import|export)\b")
_QUOTE = re.compile(r"\A {0,3}>[ ]?")
_TABLE_LINE = re.compile(r"[ ]*+\|?[ ]*+:?-++:?[ ]*+(?>(?:\|[ ]*+:?-++:?[ ]*+)*)\|?[ ]*+\Z")
_LOOSE_TABLE_LINE = re.compile(r"(?=[|:\- ]*+\Z).*?-[ ]++-.*")
_INTERRUPTS = re.compile(
    r" {0,3}(?:#{1,6}\s*[^#\s]|!!!|\?\?\?|===\s*[!+]*[ ]+[\"']|/{3,} ?\w|>|::: )"
)


def convert_lines(lines: Lines, context: Context) -> list[str]:
    """Return the lines of a page as lines of MDX."""
    return _convert(lines, context, 0)


def _convert(lines: Lines, context: Context, depth: int) -> list[str]:
    if depth > _DEEPEST:
        context.lose("this is nested too deep", lines[0].number if lines else 0)
        return [markup.escape_text(line.text) for line in lines]
    out: list[str] = []
    at = 0
    while at < len(lines):
        if lines[at].is_blank:
            out.append("")
            at += 1
            continue
        written, at = next(filter(None, (block(lines, at, context, depth) for block in _BLOCKS)))
        out += written
    return out


def _write_fence(lines: Lines, at: int, context: Context, depth: int) -> Written | None:
    fence = fences.read_fence(lines, at)
    if not fence:
        return None
    tabs, end = fences.read_fence_tabs(lines, at)
    if len(tabs) > 1:
        codes = [
            fences.render_fence(fences.read_info(each.info).render(), each.code) for each in tabs
        ]
        return ["<CodeGroup>", *(line for code in codes for line in code), "</CodeGroup>"], end
    original = [line.text for line in lines[at : fence.end]]
    info = fences.read_info(fence.info)
    for each in info.dropped:
        context.lose(f"`{each}` of a code block is left out", lines[at].number)
    if not fence.closed:
        return [*fences.render_fence(info.render(), fence.code, fence.mark)], fence.end
    if info.language == "math":
        return ["$$", *fence.code, "$$"], fence.end
    annotations = fences.find_annotations(fence.code)
    list_at = pieces.skip_blank(lines, fence.end)
    if annotations and list_at < len(lines) and re.match(r" {0,3}1\.[ ]", lines[list_at].text):
        context.note_changed("annotations of code are a list below it", lines[at].number)
        code = fences.strip_annotations(fence.code)
    elif info.render() == fence.info and not fence.would_end_early:
        return original, fence.end
    else:
        code = fence.code
    pad = " " * fence.indent
    rendered = fences.render_fence(info.render(), code, fence.mark)
    return [pad + each if each else "" for each in rendered], fence.end


def _write_indented_code(lines: Lines, at: int, context: Context, depth: int) -> Written | None:
    is_first = not at or lines[at - 1].is_blank or bool(_HEADING.match(lines[at - 1].text))
    if lines[at].indent < 4 or not is_first:
        return None
    end = at
    while end < len(lines) and (lines[end].is_blank or lines[end].indent >= 4):
        end += 1
    while lines[end - 1].is_blank:
        end -= 1
    return fences.render_fence("", [line.cut(4).text for line in lines[at:end]]), end


def _write_admonition(lines: Lines, at: int, context: Context, depth: int) -> Written | None:
    marker = read_admonition(lines[at].text)
    if not marker:
        return None
    end = _find_body_end(lines, at + 1, marker.indent + 4)
    body = [line.cut(marker.indent + 4) for line in lines[at + 1 : end]]
    return _write_box(marker, body, lines[at].number, context, depth), end


def _find_body_end(lines: Lines, at: int, indent: int) -> int:
    """Return the line after an indented body, without its trailing blank lines."""
    end = at
    while end < len(lines) and (lines[end].is_blank or lines[end].indent >= indent):
        end += 1
    while end > at and lines[end - 1].is_blank:
        end -= 1
    return end


def _write_box(marker: Marker, body: Lines, number: int, context: Context, depth: int) -> list[str]:
    if marker.change:
        context.note_changed(marker.change, number)
    inner = _convert(body, context, depth + 1)
    # Octavo's titles are plain text, so this title becomes the first line.
    if has_more_than_text(marker.title, context):
        linked = convert_inline(marker.title, number, context)
        inner = [linked if marker.foldable else f"**{linked}**", "", *inner]
        plain = re.sub(r"\[([^\[\]]+)\](?![(\[])", r"\1", marker.title)
        marker = replace(marker, title=plain if marker.foldable else "")
    return pieces.indent_lines(render_box(marker, inner), marker.indent)


def _write_block(lines: Lines, at: int, context: Context, depth: int) -> Written | None:
    """Write a generic block: `/// note | Title`, up to its `///`."""
    block = read_block(lines, at)
    if not block:
        return None
    marker, first, end = block
    body = lines[first : end - 1 if end <= len(lines) and _is_end(lines, end - 1) else end]
    if marker.kind != "tab":
        return _write_box(marker, body, lines[at].number, context, depth), end
    tabs = [(marker.title, body)]
    while (after := pieces.skip_blank(lines, end)) < len(lines) and (
        more := read_block(lines, after)
    ):
        if more[0].kind != "tab":
            break
        end = more[2]
        tabs.append((more[0].title, lines[more[1] : end - 1 if _is_end(lines, end - 1) else end]))
    return _render_tabs(tabs, context, depth), end


def _is_end(lines: Lines, at: int) -> bool:
    return at < len(lines) and set(lines[at].text.strip()) == {"/"}


def _write_tabs(lines: Lines, at: int, context: Context, depth: int) -> Written | None:
    match = _TAB.match(lines[at].text)
    if not match:
        return None
    indent = len(match[1])
    tabs: list[tuple[str, Lines]] = []
    end = at
    while end < len(lines) and (match := _TAB.match(lines[end].text)) and len(match[1]) == indent:
        if "!" in (match[2] or "") and tabs:
            break
        after = _find_body_end(lines, end + 1, indent + 4)
        body = [line.cut(indent + 4) for line in lines[end + 1 : after]]
        tabs.append((match[3] or match[4] or "", body))
        last, end = after, pieces.skip_blank(lines, after)
    return pieces.indent_lines(_render_tabs(tabs, context, depth), indent), last


def _render_tabs(tabs: Sequence[tuple[str, Lines]], context: Context, depth: int) -> list[str]:
    if all(fences.is_code_alone(body) for _, body in tabs):
        return fences.render_code_tabs(tabs)
    out = ["<Tabs>"]
    for title, body in tabs:
        out.append(f"<Tab title={quote_attribute(strip_markdown(title))}>")
        out += ["", *pieces.trim_lines(_convert(body, context, depth + 1)), "", "</Tab>"]
    return [*out, "</Tabs>"]


def _write_heading(lines: Lines, at: int, context: Context, depth: int) -> Written | None:
    match = _HEADING.match(lines[at].text)
    if not match:
        return None
    text, anchor = pieces.split_heading(match[2], context, lines[at].number)
    converted = convert_inline(text, lines[at].number, context)
    repeated = context.heading_ids.name(anchor[3:-1] or build_id(text))
    if repeated and not anchor and text.isascii():
        anchor = f" {{#{repeated}}}"
    return [f"{match[1]} {converted}{anchor}"], at + 1


def _write_html(lines: Lines, at: int, context: Context, depth: int) -> Written | None:
    line = lines[at]
    if not html_blocks.starts_html(line.text):
        return None
    if line.text.lstrip().startswith("<!--"):
        return html_blocks.write_comment(lines, at, context)
    end = html_blocks.find_html_end(lines, at, context)
    joined = "\n".join(each.text for each in lines[at:end])
    tag = markup.parse_tag(joined, joined.index("<")) if end else None
    if tag is None:
        end = _find_paragraph_end(lines, at)
        joined = "\n".join(each.text for each in lines[at:end])
        return html_blocks.convert_html(joined, line.number, context).split("\n"), end
    if tag.name == "summary" and depth and (summary := _SUMMARY.fullmatch(joined.strip())):
        inner = convert_inline(summary[1].strip(), line.number, context)
        return [f"<summary>{inner}</summary>"], end
    is_open = depth > 0 and any(each.is_blank for each in lines[at:end])
    if is_open or (tag.get("markdown") is not None and context.has("md_in_html")):
        return _write_markdown_html(lines, at, end, context, depth), end
    return html_blocks.write_raw_html(lines[at:end], context), end


def _write_markdown_html(
    lines: Lines, at: int, end: int, context: Context, depth: int
) -> list[str]:
    """Write an element with Markdown inside."""
    text = "\n".join(line.text for line in lines[at:end])
    start = text.index("<")
    tag = markup.parse_tag(text, start)
    close = text.rfind("</")
    if tag is None or close < tag.end:
        return html_blocks.convert_html(text, lines[at].number, context).split("\n")
    first = lines[at].number + text.count("\n", 0, tag.end)
    inner_text = text[tag.end : close].split("\n")
    inner = pieces.dedent_inside(
        [Line(each, first + index) for index, each in enumerate(inner_text)]
    )
    classes = (tag.get("class") or "").split()
    if "grid" in classes and "cards" in classes:
        return _write_cards(inner, context, depth)
    after = text[close:].partition(">")[2].strip()
    opening = markup.render_tag(tag)
    if len(inner) == 1:
        return [f"{opening}{convert_inline(inner[0].text, first, context)}</{tag.name}>{after}"]
    written = pieces.trim_lines(_convert(inner, context, depth + 1))
    return [opening, "", *written, "", f"</{tag.name}>{after}"]


def _write_cards(lines: Lines, context: Context, depth: int) -> list[str]:
    out = ["<CardGroup>"]
    at = pieces.skip_blank(lines, 0)
    while at < len(lines):
        item = read_item(lines, at)
        if item is None:
            end = _find_paragraph_end(lines, at)
            body: Lines = lines[at:end]
        else:
            body, end = [Line(item.text, lines[at].number), *item.body], item.end
        kept = [line for line in body if line.text.strip() not in ("---", "***")]
        written = pieces.trim_lines(_convert(kept, context, depth + 1))
        out += ["<Card>", "", *written, "", "</Card>"]
        at = pieces.skip_blank(lines, end)
    return [*out, "</CardGroup>"]


def _write_list(lines: Lines, at: int, context: Context, depth: int) -> Written | None:
    item = read_item(lines, at)
    if item is None:
        return None
    if not item.text.strip() and not item.body:
        return [item.marker.rstrip()], item.end
    first = Line(item.text, lines[at].number)
    written = _convert([first, *item.body], context, depth + 1)
    pad = " " * max(item.width, len(item.marker))
    head = written[0] if written else ""
    first_line = item.marker + head if head else item.marker.rstrip()
    return [first_line, *(pad + line if line else "" for line in written[1:])], item.end


def _write_quote(lines: Lines, at: int, context: Context, depth: int) -> Written | None:
    if not _QUOTE.match(lines[at].text):
        return None
    end = at
    inner: list[Line] = []
    while end < len(lines) and not lines[end].is_blank:
        if not _QUOTE.match(lines[end].text) and _starts_block(lines[end]):
            break
        inner.append(Line(_QUOTE.sub("", lines[end].text, count=1), lines[end].number))
        end += 1
    return [f"> {line}".rstrip() for line in _convert(inner, context, depth + 1)], end


def _write_abbreviation(lines: Lines, at: int, context: Context, depth: int) -> Written | None:
    is_one = context.has("abbr") and pieces.ABBREVIATION.match(lines[at].text)
    return ([], at + 1) if is_one else None


def _write_footnote(lines: Lines, at: int, context: Context, depth: int) -> Written | None:
    match = _FOOTNOTE.match(lines[at].text)
    if not match:
        return None
    end = _find_body_end(lines, at + 1, 4)
    body = [line.cut(4) for line in lines[at + 1 : end]]
    while end < len(lines) and not lines[end].is_blank and not _starts_block(lines[end]):
        if _FOOTNOTE.match(lines[end].text):
            break
        body.append(lines[end])
        end += 1
    first = Line(lines[at].text[match.end() :], lines[at].number)
    written = _convert([first, *body] if first.text else body, context, depth + 1)
    head = match[0].strip()
    return [f"{head} {written[0] if written else ''}", *pieces.indent_lines(written[1:], 4)], end


def _write_link_definition(lines: Lines, at: int, context: Context, depth: int) -> Written | None:
    match = _DEFINITION.match(lines[at].text)
    if not match:
        return None
    # If labels repeat, Python-Markdown takes the last one, and MDX the first.
    label = match[1].strip()[1:-2].strip().lower()
    href = convert_link(context.references.get(label, match[2].strip("<>")), context)
    return [f"{match[1]}{href}{match[3]}"], at + 1


def _write_formula(lines: Lines, at: int, context: Context, depth: int) -> Written | None:
    stripped = lines[at].text.strip()
    marks = {"$$": "$$", "\\[": "\\]", "\\begin{": "\\end{"}
    mark = next((each for each in marks if stripped.startswith(each)), None)
    if not mark or not context.has("pymdownx.arithmatex", "mdx_math"):
        return None
    rest = stripped[len(mark) :] if mark != "\\begin{" else ""
    end = at
    while not (
        stripped.endswith(marks[mark]) if mark != "\\begin{" else marks[mark] in stripped
    ) or (end == at and mark == "$$" and not rest):
        end += 1
        if end == len(lines):
            return None
        stripped = lines[end].text.strip()
    inner = "\n".join(line.text.strip() for line in lines[at : end + 1])
    if mark != "\\begin{":
        inner = inner.removeprefix(mark).removesuffix(marks[mark]).strip()
    return ["$$", *inner.split("\n"), "$$"], end + 1


def _write_definitions(lines: Lines, at: int, context: Context, depth: int) -> Written | None:
    if LIST_ITEM.match(lines[at].text) or _QUOTE.match(lines[at].text):
        return None
    definitions = read_definitions(lines, at) if context.has("def_list") else None
    if definitions is None:
        return None
    entries, end = definitions
    out = ["<dl>"]
    for terms, bodies in entries:
        texts = (convert_inline(term.text.strip(), term.number, context) for term in terms)
        out += [f"<dt>{text}</dt>" for text in texts]
        for body in bodies:
            out += ["<dd>", "", *pieces.trim_lines(_convert(body, context, depth + 1)), "", "</dd>"]
    return [*out, "</dl>"], end


def _write_reference(lines: Lines, at: int, context: Context, depth: int) -> Written | None:
    """Write the documentation of a mkdocstrings block."""
    is_known = context.has("mkdocstrings", "mkautodoc", "mkdocs-click")
    block = read_reference(lines, at) if is_known else None
    if block is None:
        return None
    number, reference = lines[at].number, context.reference
    python_object = reference.find(block) if reference and block.handler == "python" else None
    if reference is None or python_object is None:
        return lose_reference(block, number, context), block.end

    def convert(text: str) -> list[str]:
        inner = [Line(each, number) for each in text.expandtabs(4).split("\n")]
        references = {**context.references, **pieces.find_references(inner)}
        return pieces.trim_lines(
            _convert(inner, replace(context, references=references), depth + 1)
        )

    options = resolve_options(block, reference.defaults)
    return Writer(options, convert, context.find_reference).write(python_object), block.end


def _write_paragraph(lines: Lines, at: int, context: Context, depth: int) -> Written:
    end = _find_paragraph_end(lines, at)
    texts = [line.text for line in lines[at:end]]
    if end - at > 1 and "|" in texts[0] and _LOOSE_TABLE_LINE.fullmatch(texts[1]):
        texts[1] = re.sub(r"(?<=-)[ ]+(?=-)", "-", texts[1])
    text = "\n".join(texts)
    in_table = end - at > 1 and "|" in text and bool(_TABLE_LINE.match(texts[1]))
    attributes = pieces.match_attributes(text.strip(), 0) if context.has("attr_list") else None
    if attributes and attributes.end == len(text.strip()):
        return [pieces.keep_id(attributes, "a block", lines[at].number, context)], end
    if text.strip() == "[TOC]" and context.has("toc"):
        return [], end
    if in_table:  # row by row: a long table is no long paragraph
        rows = zip(texts, lines[at:end], strict=True)
        return [convert_inline(row, line.number, context, in_table=True) for row, line in rows], end
    written = convert_inline(text, lines[at].number, context)
    if _MODULE.match(written):  # MDX would read this line as code.
        written = f"&#{ord(written[0])};{written[1:]}"
    return written.split("\n"), end


def _find_paragraph_end(lines: Lines, at: int) -> int:
    end = at + 1
    while end < len(lines) and not lines[end].is_blank and not _starts_block(lines[end]):
        end += 1
    return end


def _starts_block(line: Line) -> bool:
    text = line.text
    return bool(
        _INTERRUPTS.match(text)
        or LIST_ITEM.match(text)
        or re.match(r" *(?:`{3,}[^`]*|~{3,}.*)\Z", text)
        or html_blocks.starts_html(text)
    )


_BLOCKS: tuple[Callable[[Lines, int, Context, int], Written | None], ...] = (
    _write_fence,
    _write_indented_code,
    _write_tabs,
    _write_admonition,
    _write_block,
    _write_reference,
    _write_heading,
    _write_formula,
    _write_definitions,
    _write_html,
    _write_abbreviation,
    _write_footnote,
    _write_link_definition,
    _write_list,
    _write_quote,
    _write_paragraph,
)

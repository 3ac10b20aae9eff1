"""Converts blocks of HTML: up to the closing tag, without Markdown inside."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import unescape

from octavo_migrate.mkdocs.context import Context, Lines
from octavo_migrate.mkdocs.markdown import html as markup
from octavo_migrate.mkdocs.markdown.fences import read_fence, read_info, render_fence
from octavo_migrate.mkdocs.markdown.inline import adapt_tag, convert_inline, tell_unknown_tag

_STARTS_BLOCK = re.compile(r" {0,3}<(/?)([A-Za-z][A-Za-z0-9-]*)(?=[\s/>])|( {0,3}<!--)")
_AUTOMATIC = frozenset("p li td th tr dt dd thead tbody tfoot option colgroup".split())


def starts_html(line: str) -> bool:
    """Tell whether a block of HTML starts in a line."""
    match = _STARTS_BLOCK.match(line)
    return match is not None and (match[3] is not None or match[2].lower() in markup.BLOCK)


def find_html_end(lines: Lines, at: int, context: Context) -> int:
    """Return the line after the HTML block that starts in a line; 0 if it isn't closed."""
    first = markup.parse_tag(
        "\n".join(line.text for line in lines[at : at + 20]), lines[at].text.index("<")
    )
    if first is None or first.closing or first.is_void or first.self_closing:
        return 0
    ends = context.html_ends.get(lines)
    if ends is None:
        ends = context.html_ends[lines] = {}
    if (first.name, at) not in ends:  # Elements that start further down end at the same line.
        ends |= _find_ends(lines, at, first.name)
    return ends[first.name, at]


def _find_ends(lines: Lines, at: int, name: str) -> dict[tuple[str, int], int]:
    """Return the ends of all blocks of one tag, from a line on."""
    depth = 0
    in_fence = ""
    text = ""
    ends: dict[tuple[str, int], int] = {}
    waiting: list[tuple[int, int]] = []
    for index in range(at, len(lines)):
        stripped = lines[index].text.strip()
        if mark := re.match(r"`{3,}|~{3,}", stripped):
            if not in_fence:
                in_fence = mark[0]
            elif stripped == in_fence:
                in_fence = ""
            continue
        if in_fence:
            continue
        if "<" not in text:  # A tag is still open, and the next lines belong to it.
            text = ""
            waiting.append((index, depth))
        text += lines[index].text + "\n"
        if ">" not in lines[index].text:
            continue
        for tag in markup.find_tags(text):
            if tag.name == name and not tag.self_closing:
                depth += -1 if tag.closing else 1
        text = "" if text.rfind("<") < text.rfind(">") else text[text.rfind("<") :]
        while waiting and depth <= waiting[-1][1]:
            ends[name, waiting.pop()[0]] = index + 1
        if not waiting:
            break
    return {**ends, **{(name, start): 0 for start, _ in waiting}}


def convert_html(text: str, line: int, context: Context) -> str:
    """Return a block of HTML as one line, with its text escaped."""
    out: list[str] = []
    open_tags: list[str] = []
    at = counted = 0
    unclosed: set[str] = set()
    while at < len(text):
        less = text.find("<", at)
        less = len(text) if less < 0 else less
        line, counted = line + text.count("\n", counted, less), less
        out.append(_convert_text(text[at:less]))
        if less == len(text):
            break
        if comment := markup.COMMENT.match(text, less):
            out.append(markup.render_comment(comment[0].replace("\n", " ")))
            at = comment.end()
            continue
        tag = markup.parse_tag(text, less)
        if tag is None or tag.name not in markup.KNOWN:
            tell_unknown_tag(text, less, line, context)
            out.append("\\<")
            at = less + 1
            continue
        adapted = markup.render_tag(adapt_tag(tag, context, line))
        at = _write_tag(text, tag, adapted, out, open_tags, unclosed)
    out += [f"</{name}>" for name in reversed(open_tags)]
    return join_lines("".join(out).strip(f" {_BREAK}").split(_BREAK))


_BREAK = "\x00"
"""Marks a line end between two tags, which may be removed."""


def join_lines(written: Iterable[str]) -> str:
    """Keep line ends only where MDX allows them: after a line in which all tags are closed."""
    lines: list[str] = []
    waiting: list[str] = []
    depth = lowest = 0
    has_text = False
    for line in written:
        stripped = line.strip()
        waiting += [stripped] if stripped else []
        tags = list(markup.find_tags(stripped))
        for tag in tags:
            depth += 0 if tag.self_closing or tag.is_void else -1 if tag.closing else 1
            lowest = min(lowest, depth)
        ends = [*(tag.start for tag in tags), len(stripped)]
        starts = [0, *(tag.end for tag in tags)]
        has_text |= any(stripped[a:b].strip() for a, b in zip(starts, ends, strict=True))
        if depth == lowest == 0 or not has_text:
            lines.append(" ".join(waiting))
            waiting, depth, lowest, has_text = [], 0, 0, False
    parts = [line for line in [*lines, " ".join(waiting)] if line]
    # A text line must be joined with others unless it closes every tag that it opens.
    return (" " if waiting else "\n").join(parts)


def _convert_text(text: str) -> str:
    glue = _BREAK if not text.strip() else " "
    return markup.escape_text(
        re.sub(r"\s+", lambda space: glue if "\n" in space[0] else space[0], text)
    )


def _write_tag(
    text: str,
    tag: markup.Tag,
    rendered: str,
    out: list[str],
    open_tags: list[str],
    unclosed: set[str],
) -> int:
    """Write a tag, count open ones, and return where to continue."""
    if tag.closing:
        if tag.new_name in open_tags:
            while (name := open_tags.pop()) != tag.new_name:
                out.append(f"</{name}>")
            out.append(rendered)
        return tag.end
    if tag.name in markup.VOID or tag.self_closing:
        out.append(rendered)
        return tag.end
    if tag.name in markup.RAW and tag.name not in unclosed:
        end = re.compile(rf"</{tag.name}\s*>", re.IGNORECASE).search(text, tag.end)
        if end:
            inner = text[tag.end : end.start()]
            out.append(f"{rendered}{_render_raw(tag.name, inner)}</{tag.name}>")
            return end.end()
        unclosed.add(tag.name)
    if open_tags and open_tags[-1] == tag.name and tag.name in _AUTOMATIC:
        out.append(f"</{open_tags.pop()}>")
    open_tags.append(tag.new_name)
    out.append(rendered)
    return tag.end


_PRE_TAG = re.compile(r"</?([A-Za-z][A-Za-z0-9]*)(?=[\s/>])[^<>]*>")


def _render_raw(name: str, inner: str) -> str:
    if not inner.strip():
        return ""
    if name != "pre":
        return markup.render_template(inner)
    # Tags inside code are removed, because only a text keeps line ends.
    return f"<code>{markup.render_template(_strip_tags(inner).strip(chr(10)))}</code>"


def _strip_tags(text: str) -> str:
    """Return the visible text of code in HTML, such as that of Termynal."""
    return unescape(
        _PRE_TAG.sub(lambda tag: "" if tag[1].lower() in markup.KNOWN else tag[0], text)
    )


def write_comment(lines: Lines, at: int, context: Context) -> tuple[list[str], int]:
    """Return an HTML comment, the rest of its line, and the line after it."""
    text = "\n".join(line.text for line in lines[at:])
    start = text.index("<!--")
    match = markup.COMMENT.match(text, start)
    end = match.end() if match else len(text)
    after = text[end:].split("\n", 1)[0].strip()
    count = text.count("\n", 0, end) + 1
    comment = markup.render_comment(text[start:end])
    written = comment.split("\n") if comment else []
    if after:
        written.append(convert_inline(after, lines[at].number + count - 1, context))
    return written, at + count


def write_raw_html(lines: Lines, context: Context) -> list[str]:
    """Write HTML without Markdown inside; code blocks in it still become code blocks."""
    pieces: list[str] = []
    codes: list[list[str]] = []
    is_terminal = bool(re.search(r"class=[\"']?termy\b", lines[0].text))
    at = 0
    while at < len(lines):
        fence = read_fence(lines, at)
        if fence and fence.closed:
            code = tuple(map(_strip_tags, fence.code)) if is_terminal else fence.code
            if any(
                "<" in each and each != bare for each, bare in zip(fence.code, code, strict=True)
            ):
                context.lose("colors of a terminal are left out", lines[at].number)
            codes.append(render_fence(read_info(fence.info).render(), code, fence.mark))
            pieces.append(f"\x01{len(codes) - 1}\x01")
            at = fence.end
        else:
            pieces.append(lines[at].text)
            at += 1
    written = convert_html("\n".join(pieces), lines[0].number, context)
    if not codes:
        return written.split("\n")
    out: list[str] = []
    for index, piece in enumerate(written.split("\x01")):
        out += ["", *codes[int(piece)], ""] if index % 2 else _part_open_tags(piece.strip())
    return out


def _part_open_tags(text: str) -> list[str]:
    """Return lines in which each tag without a pair in this text has its own line."""
    open_tags: list[markup.Tag] = []
    alone: list[markup.Tag] = []
    for tag in markup.find_tags(text):
        if tag.closing:
            has_counterpart = bool(open_tags) and open_tags[-1].name == tag.name
            alone += [] if has_counterpart else [tag]
            open_tags = open_tags[:-1] if has_counterpart else open_tags
        elif not tag.is_void and not tag.self_closing:
            open_tags.append(tag)
    lines: list[str] = []
    at = 0
    for tag in sorted([*alone, *open_tags], key=lambda each: each.start):
        lines += [text[at : tag.start].strip(), "", text[tag.start : tag.end], ""]
        at = tag.end
    lines.append(text[at:].strip())
    return "\n".join(lines).strip("\n").split("\n")

"""Turns a CommonMark page into MDX: braces are text, and tags are HTML.

MDX needs a closing tag for every element, HTML only for some. So Octavo closes open elements. It
removes a `<p>` without an end, because the text is a paragraph anyway.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence

from octavo.values import Struct, field
from octavo_migrate.docusaurus.pages.scan import Kind, Part, scan_page
from octavo_migrate.mkdocs.markdown import html as markup
from octavo_migrate.mkdocs.markdown.html_blocks import join_lines
from octavo_migrate.mkdocs.markdown.pieces import find_code

_BLOCK = re.compile(r"\s{0,3}</?(\w+)")
_EMPHASIS = re.compile(r"(?<!\\)[*_`]")
_MARK = re.compile(r"\\[\s\S]|\{#[\w-]+\}[ \t]*$|[{}<]", re.MULTILINE)
_ADDRESS = re.compile(r"<((?:https?|mailto):[^\s<>]+)>")
_PRE = re.compile(
    r"^<pre\b[^>]*>\s*(?:<code\b(?:[^>]*class=[\"']language-([\w-]+))?[^>]*>)?(.*?)"
    r"(?:</code>\s*)?</pre>",
    re.MULTILINE | re.DOTALL,
)
_NO_PARAGRAPH = frozenset("p ul ol dl table div pre hr h1 h2 h3 h4 h5 h6 blockquote".split())
"""HTML elements that end an open paragraph when they start."""
_ITEMS = {"li": ("ul", "ol"), "dt": ("dl",), "dd": ("dl",), "td": ("tr",), "th": ("tr",)}
_ITEMS |= {"tr": ("table", "tbody", "thead")}
"""HTML elements that end when their next sibling starts, with the elements that contain them."""


def write_mdx(text: str) -> str:
    """Return a CommonMark page as MDX."""
    text = _write_fences(text)
    writer = _Writer(text)
    for part in scan_page(text):
        writer.write(part)
    writer.pieces.append(text[writer.at :])
    writer.close_all()
    return "\n".join(_join_html("".join(writer.pieces).split("\n")))


def is_commonmark(source: str, own_format: str | None, site_format: str | None) -> bool:
    """Tell whether a page is CommonMark, by its front matter, the settings or its ending."""
    chosen = own_format or site_format
    return chosen == "md" or (chosen == "detect" and source.endswith(".md"))


def _write_fences(text: str) -> str:
    """Return a page with fences instead of code blocks that are tags."""
    starts = [part for part in scan_page(text) if part.kind is Kind.TEXT] if "<pre" in text else []

    def write(match: re.Match[str]) -> str:
        if not any(part.start <= match.start() < part.end for part in starts):
            return match[0]
        code = html.unescape(re.sub(r"</?[a-z][^<>]*>", "", match[2])).strip("\n")
        ticks = "`" * max(3, *(len(run) + 1 for run in re.findall("`+", code) or [""]))
        return f"\n{ticks}{match[1] or ''}\n{code}\n{ticks}\n"

    return _PRE.sub(write, text)


def _join_html(lines: Sequence[str]) -> Iterator[str]:
    """Yield lines in which HTML elements end where MDX expects it."""
    block: list[str] = []
    for line, is_code in zip(lines, find_code(lines), strict=True):
        if block and (is_code or not line.strip()):
            yield join_lines(block)
            block = []
        tag = _BLOCK.match(line)
        if not is_code and (block or (tag and tag[1].lower() in markup.BLOCK)):
            block.append(_escape_marks(line))
        else:
            yield line
    if block:
        yield join_lines(block)


def _escape_marks(line: str) -> str:
    """Return a line of an HTML block with the Markdown characters outside of tags escaped."""
    pieces, at = [], 0
    for tag in markup.find_tags(line):
        pieces += [_EMPHASIS.sub(r"\\\g<0>", line[at : tag.start]), line[tag.start : tag.end]]
        at = tag.end
    return "".join([*pieces, _EMPHASIS.sub(r"\\\g<0>", line[at:])])


class _Writer(Struct):
    text: str
    at: int = 0
    pieces: list[str] = field(default_factory=list)
    open: list[tuple[str, int]] = field(default_factory=list)
    """The open elements, and the indexes of their tags among the pieces."""

    def write(self, part: Part) -> None:
        """Write a part of the page, and the text before it."""
        self.pieces.append(self.text[self.at : part.start])
        self.at = part.start
        if part.kind is Kind.MODULE:  # In CommonMark, this is a paragraph.
            self.pieces.append(f"&#{ord(self.text[part.start])};")
            self.at += 1
        is_text = part.kind in (Kind.TEXT, Kind.MODULE)
        for match in _MARK.finditer(self.text, self.at, part.end) if is_text else ():
            if match.start() < self.at:
                continue
            self.pieces.append(self.text[self.at : match.start()])
            self.at = match.end()
            is_target = self.text[max(0, match.start() - 3) : match.start()].endswith(("](", "]: "))
            if match[0] == "<" and not is_target:
                self._write_tag(match.start())
            else:
                self.pieces.append(f"\\{match[0]}" if match[0] in "{}" else match[0])
        self.pieces.append(self.text[self.at : part.end])
        self.at = max(self.at, part.end)

    def _write_tag(self, at: int) -> None:
        if address := _ADDRESS.match(self.text, at):
            label = address[1].removeprefix("mailto:")
            self.pieces.append(f"[{label}]({address[1]})")
            self.at = address.end()
            return
        tag = markup.parse_tag(self.text, at)
        is_known = tag is not None and tag.name in markup.KNOWN
        if tag is None or not (is_known or f"</{tag.written}>" in self.text):
            self.pieces.append("\\<")
            return
        self.at = tag.end
        if not is_known:  # Browsers don't show an element that they don't know.
            return
        if tag.closing:
            self._close(tag.name)
            return
        self._make_room(tag.name)
        if not tag.is_void and not tag.self_closing:
            self.open.append((tag.name, len(self.pieces)))
        self.pieces.append(markup.render_tag(tag))

    def _make_room(self, name: str) -> None:
        """Close the open elements that can't contain an element."""
        if name in _NO_PARAGRAPH and self.open and self.open[-1][0] == "p":
            self._end(*self.open.pop())
        names = [each for each, _ in self.open]
        holders = _ITEMS.get(name, ())
        inner = [at for at, each in enumerate(names) if each in holders]
        if holders and name in names[inner[-1] if inner else 0 :]:
            self._close(name, ends=True)

    def _close(self, name: str, *, ends: bool = False) -> None:
        if name not in (each for each, _ in self.open):
            return  # This closing tag has no opening tag.
        while self.open:
            inner, start = self.open.pop()
            if inner == name and not ends:
                self.pieces.append(f"</{name}>")
                return
            self._end(inner, start)
            if inner == name:
                return

    def _end(self, name: str, start: int) -> None:
        """Close an element that has no closing tag."""
        if name == "p":
            self.pieces[start] = ""
        else:
            self.pieces.append(f"</{name}>")

    def close_all(self) -> None:
        """Close all elements that are still open at the end of the page."""
        while self.open:
            self._end(*self.open.pop())

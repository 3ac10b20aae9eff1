"""Writes the nodes of a document as Markdown, in one pass.

Everything is a block or stands inside a line. Blocks are returned as lists of texts, without what
is around them: a list or a quote puts its marks before their lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from octavo.content.attributes import read_attribute
from octavo.content.fences import read_code, read_fence
from octavo.content.headings import HEADING_LEVELS, strip_custom_id
from octavo.content.javascript.literals import NOT_LITERAL, build_nodes, evaluate_literal
from octavo.content.nodes import (
    CodeBlock,
    Document,
    Element,
    Expression,
    FootnoteReference,
    Math,
    Node,
    Tag,
)
from octavo.content.titles import parse_title
from octavo.render.twin.tables import write_table
from octavo.render.twin.tags import BLOCK_TAGS, INLINE_TAGS, NO_TEXT
from octavo.render.twin.text import (
    escape_text,
    finish_paragraph,
    indent,
    join_blocks,
    join_lines,
    quote_lines,
    write_address,
    write_code,
    write_fence,
    write_item,
    write_title,
)
from octavo.site.links import LinkResolver

_INLINE = frozenset({"code", "strong", "em", "a", "img", "br", "del"})
_MARKS = {"strong": "**", "em": "*", "del": "~~"}
_PLAIN_WORD = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+#.-_")
_LINE_BREAK = "\\\n"


def write_document(source: str, document: Document, links: LinkResolver) -> str:
    """Return what a page says as Markdown."""
    writer = TwinWriter(source, links)
    blocks = writer.write_blocks(document.nodes)
    blocks += writer.write_footnotes(document)
    return join_blocks(blocks)


class TwinWriter:
    """Writes the nodes of one page."""

    def __init__(self, source: str, links: LinkResolver) -> None:
        self._source = source
        self._links = links
        self._addresses: dict[str, str | None] = {}
        self._footnotes: dict[str, int] = {}

    # blocks

    def write_blocks(self, nodes: Iterable[Node]) -> list[str]:
        """Return the blocks of nodes; what stands in lines between blocks is a paragraph."""
        blocks: list[str] = []
        line: list[Node] = []
        for node in nodes:
            kind = type(node)
            if kind is Element:
                tag = node.tag  # type: ignore[union-attr]
                if tag == "p":
                    block = self._write_paragraph(node)  # type: ignore[arg-type]
                elif (write := _ELEMENTS.get(tag)) is not None:
                    before = blocks[-1] if blocks else ""
                    block = write(self, node, before)  # type: ignore[arg-type]
                else:
                    line.append(node)
                    continue
            elif kind is CodeBlock:
                block = self.write_code_block(node)  # type: ignore[arg-type]
            elif kind is str or not self._is_block(node):
                line.append(node)
                continue
            else:
                block = self._write_other(node, blocks[-1] if blocks else "")
            if line:
                self._end_line(line, blocks)
                line = []
            if type(block) is not str:
                blocks += block
            elif block:
                blocks.append(block)
        if line:
            self._end_line(line, blocks)
        return blocks

    def write_children(self, node: Element | Tag) -> str:
        """Return what stands inside of a node as one text."""
        return join_blocks(self.write_blocks(node.children))

    def _end_line(self, line: list[Node], blocks: list[str]) -> None:
        text = finish_paragraph(self.write_line(line))
        if text:
            blocks.append(text)

    def _is_block(self, node: Node) -> bool:
        """Tell whether a node cannot stand in a line."""
        kind = type(node)
        if kind is str:
            return False
        if kind is Element:
            return node.tag == "p" or node.tag in _ELEMENTS  # type: ignore[union-attr]
        if kind is Tag:
            name = node.name or ""  # type: ignore[union-attr]
            if name in BLOCK_TAGS:
                return True
            if name in INLINE_TAGS or name in NO_TEXT:
                return False
            return any(map(self._is_block, node.children))  # type: ignore[union-attr]
        if kind is Math:
            return node.display  # type: ignore[union-attr]
        if kind is Expression:
            return any(map(self._is_block, self._evaluate(node)))  # type: ignore[arg-type]
        return kind is CodeBlock

    def _write_paragraph(self, node: Element) -> str | list[str]:
        children = node.children
        if len(children) == 1 and type(children[0]) is str:
            return finish_paragraph(escape_text(children[0]))
        for child in children:
            if type(child) is str or (type(child) is Element and child.tag in _INLINE):
                continue
            if self._is_block(child):
                return self.write_blocks(children)
        return finish_paragraph(self.write_line(children))

    def _write_heading(self, node: Element, _before: str) -> str:
        return self.write_heading(HEADING_LEVELS[node.tag], strip_custom_id(node))

    def write_heading(self, level: int, nodes: Sequence[Node]) -> str:
        """Return a heading; it has no line breaks."""
        text = join_lines(self.write_line(nodes).replace(_LINE_BREAK, " "))
        if text.endswith("#"):
            text = f"{text[:-1]}\\#"
        return f"{'#' * level} {text}" if text else ""

    def _write_list(self, node: Element, before: str) -> str:
        properties = node.properties or {}
        start = properties.get("start", 1)
        return self.write_list(node, before, start, is_ordered=node.tag == "ol")

    def write_list(
        self, node: Element | Tag, before: str, start: Any = 1, *, is_ordered: bool
    ) -> str:
        """Return a list; one that follows another of its kind has other marks."""
        mark = ending = _choose_mark(before, is_ordered)
        number = start if isinstance(start, int) else 1
        items: list[str] = []
        is_loose = False
        for child in self.list_parts(node.children):
            if is_ordered:
                mark = f"{number}{ending}"
                number += 1
            is_item = (type(child) is Element and child.tag == "li") or (
                type(child) is Tag and child.name == "li"
            )
            children = child.children if is_item else [child]  # type: ignore[union-attr]
            if len(children) == 1 and type(children[0]) is str:  # most items are one text
                text = finish_paragraph(escape_text(children[0]))
                items.append(f"{mark} {indent(text, ' ' * (len(mark) + 1))}")
                continue
            is_loose = is_loose or any(
                type(each) is Element and each.tag == "p" for each in children
            )
            blocks = self.write_blocks(children)
            items.append(write_item(mark, blocks if is_loose else _tighten(blocks)))
        return ("\n\n" if is_loose else "\n").join(items)

    def list_parts(self, nodes: Iterable[Node]) -> list[Node]:
        """Return what a list or a table holds, without blanks, also where code has made it."""
        parts: list[Node] = []
        for node in nodes:
            kind = type(node)
            if kind is Element:
                parts.append(node)
            elif kind is Tag and node.name is None:  # type: ignore[union-attr]
                parts += self.list_parts(node.children)  # type: ignore[union-attr]
            elif kind is Expression:
                parts += self.list_parts(self._evaluate(node))  # type: ignore[arg-type]
            elif kind is not str or node.strip():  # type: ignore[union-attr]
                parts.append(node)
        return parts

    def _write_quote(self, node: Element, _before: str) -> str:
        return quote_lines(self.write_children(node))

    def _write_rule(self, _node: Element, _before: str) -> str:
        return "---"

    def _write_table(self, node: Element, _before: str) -> str:
        return write_table(self, node)

    def _write_children(self, node: Element, _before: str) -> list[str]:
        return self.write_blocks(node.children)

    def write_code_block(self, node: CodeBlock, title: str = "") -> str:
        """Return a fenced block, without the marks that are only for the eye."""
        fence = read_fence(node.language, node.meta)
        is_plain = _PLAIN_WORD.issuperset(node.language)
        language = node.language if is_plain else fence.language
        return write_fence(read_code(node.text).text, language, title or fence.title)

    def _write_other(self, node: Node, before: str) -> str | list[str]:
        if type(node) is Tag:
            name = node.name
            if name is None:
                return self.write_blocks(node.children)
            write = BLOCK_TAGS.get(name)
            if write is not None:
                return write(self, node, before)
            return [] if name in NO_TEXT else self.write_blocks(node.children)
        if type(node) is Math:
            return f"$$\n{node.text.strip()}\n$$"
        if type(node) is Expression:
            return self.write_blocks(self._evaluate(node))
        return []

    # lines

    def write_line(self, nodes: Sequence[Node]) -> str:
        """Return what stands inside a line."""
        parts: list[str] = []
        for at, node in enumerate(nodes, 1):
            kind = type(node)
            if kind is str:
                parts.append(escape_text(node))  # type: ignore[arg-type]
            elif kind is Element:
                tag = node.tag  # type: ignore[union-attr]
                if tag == "code":
                    parts.append(_write_code_in_line(node.children))  # type: ignore[union-attr]
                elif tag in _MARKS:
                    after = nodes[at] if at < len(nodes) else ""
                    self.write_marked(tag, node.children, parts, after)  # type: ignore[union-attr]
                else:
                    self._write_element(node, parts)  # type: ignore[arg-type]
            elif kind is Tag:
                self._write_tag(node, parts)  # type: ignore[arg-type]
            elif kind is Math:
                parts.append(f"${node.text}$")  # type: ignore[union-attr]
            elif kind is Expression:
                parts.append(self.write_line(self._evaluate(node)))  # type: ignore[arg-type]
            elif kind is FootnoteReference:
                label = node.label  # type: ignore[union-attr]
                number = self._footnotes.setdefault(label, len(self._footnotes) + 1)
                parts.append(f"[^{number}]")
            elif kind is CodeBlock:
                parts.append(write_code(node.text))  # type: ignore[union-attr]
        return "".join(parts)

    def _write_element(self, node: Element, parts: list[str]) -> None:
        tag, children = node.tag, node.children
        if tag == "a":
            properties = node.properties or {}
            self.write_link(properties.get("href"), children, parts, properties.get("title"))
        elif tag == "img":
            parts.append(self.write_image(node.properties or {}))
        elif tag == "br":
            parts.append(_LINE_BREAK)
        elif tag == "input":
            is_checked = (node.properties or {}).get("checked")
            parts.append("[x]" if is_checked else "[ ]")
        else:
            parts.append(self.write_line(children))

    def write_marked(
        self, tag: str, children: Sequence[Node], parts: list[str], after: Node = ""
    ) -> None:
        """Add text that is bold, slanted or struck; `after` is what follows it."""
        text = children[0] if len(children) == 1 else None
        inner = escape_text(text) if type(text) is str else self.write_line(children)
        bare = inner.strip()
        if not bare:
            parts.append(inner)
            return
        start, end = "", ""
        if bare != inner:
            start, _, end = inner.partition(bare)
        before = start or (parts[-1] if parts else "")
        follower = end or (after if type(after) is str else "")
        if _may_mark(bare, before, follower):
            mark = _MARKS[tag]
            parts.append(f"{start}{mark}{bare}{mark}{end}")
        else:
            parts.append(f"{start}<{tag}>{bare}</{tag}>{end}")

    def write_link(
        self, address: Any, children: Sequence[Node], parts: list[str], title: Any = ""
    ) -> None:
        """Add a link; only its text where the address must not be followed."""
        text = join_lines(self.write_line(children))
        href = self.resolve(address) if isinstance(address, str) and address else None
        if href is None:
            parts.append(text)
            return
        if parts and parts[-1].endswith("!"):
            parts[-1] = f"{parts[-1][:-1]}\\!"
        tail = write_title(title) if isinstance(title, str) and title else ""
        parts.append(f"[{text}]({href}{tail})")

    def write_image(self, properties: Any) -> str:
        """Return a picture; one that is written out in the page is only its words."""
        source, alt = properties.get("src"), properties.get("alt")
        words = escape_text(join_lines(alt)) if isinstance(alt, str) else ""
        if not isinstance(source, str) or source.startswith("data:"):
            return words
        href = self.resolve(source)
        title = properties.get("title")
        tail = write_title(title) if isinstance(title, str) else ""
        return words if href is None else f"![{words}]({href}{tail})"

    def _write_tag(self, node: Tag, parts: list[str]) -> None:
        name = node.name or ""
        write = INLINE_TAGS.get(name)
        if write is not None:
            write(self, node, parts)
        elif name in BLOCK_TAGS:  # a block where there is no room for one
            blocks = BLOCK_TAGS[name](self, node, "")
            parts.append(join_lines(blocks if isinstance(blocks, str) else " ".join(blocks)))
        elif name not in NO_TEXT:
            parts.append(self.write_line(node.children))

    # values

    def resolve(self, address: str) -> str | None:
        """Return the address of a link in a twin: of the twin of a page, if it has one."""
        addresses = self._addresses
        if address not in addresses:
            addresses[address] = self._resolve(address)
        return addresses[address]

    def _resolve(self, address: str) -> str | None:
        target = self._links.resolve(address, self._source)
        if target is None:
            return None
        href = target.twin or target.href
        if not target.external and href[:1] == "/":
            href = self._links.build_absolute(href)
        return write_address(href)

    def read_properties(self, node: Tag) -> dict[str, Any]:
        """Return the attributes of a tag that are values."""
        values: dict[str, Any] = {}
        for attribute in node.attributes:
            value = read_attribute(attribute)
            if value is NOT_LITERAL:
                continue
            if attribute.name != "...":
                values[attribute.name] = value
            elif isinstance(value, dict):
                values.update(value)
        return values

    def write_property(self, value: Any, *, links: bool = False) -> str:
        """Return the title of a component, or another text of its properties, as a line."""
        if isinstance(value, Tag):
            return join_lines(self.write_line([value]))
        if isinstance(value, list):
            return "".join([self.write_property(each, links=links) for each in value])
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            return ""
        return join_lines(self.write_line(parse_title(str(value), links=links)))

    def _evaluate(self, node: Expression) -> list[Node]:
        value = evaluate_literal(node.source)
        return [f"{{{node.source}}}"] if value is NOT_LITERAL else build_nodes([value])

    # footnotes

    def write_footnotes(self, document: Document) -> list[str]:
        """Return the footnotes that were mentioned, also by others."""
        notes: list[str] = []
        while len(notes) < len(self._footnotes):
            label = list(self._footnotes)[len(notes)]
            blocks = self.write_blocks(document.footnotes.get(label, []))
            notes.append(f"[^{len(notes) + 1}]: {indent(join_blocks(blocks), '    ')}")
        return notes


def _write_code_in_line(children: list[Node]) -> str:
    text = children[0] if len(children) == 1 else None
    if type(text) is not str:
        text = "".join([each for each in children if type(each) is str])
    return write_code(text)


_GO_ON = ("- ", "* ", "1. ", "1) ", "```")
"""What may follow a line of text without a blank line."""


def _tighten(blocks: list[str]) -> list[str]:
    """Return the blocks of a tight item: a list or code follows its text at once."""
    if len(blocks) == 2 and blocks[1].startswith(_GO_ON):
        return [f"{blocks[0]}\n{blocks[1]}"]
    return blocks


def _choose_mark(before: str, is_ordered: bool) -> str:
    """Return the mark of a list, or what follows its numbers: not those of the list before."""
    if not is_ordered:
        return "*" if before.startswith("- ") else "-"
    return ")" if before.lstrip("0123456789").startswith(". ") and before[0].isdigit() else "."


def _may_mark(bare: str, before: str, after: str) -> bool:
    """Tell whether marks around a text are read as marks: not between a sign and a word."""
    if before and (before[-1] in "*~" or (before[-1].isalnum() and not bare[0].isalnum())):
        return False
    return not after or not after[0].isalnum() or bare[-1].isalnum()


_ELEMENTS: dict[str, Callable[[TwinWriter, Element, str], str | list[str]]] = {
    **dict.fromkeys(HEADING_LEVELS, TwinWriter._write_heading),
    "ul": TwinWriter._write_list,
    "ol": TwinWriter._write_list,
    "blockquote": TwinWriter._write_quote,
    "hr": TwinWriter._write_rule,
    "table": TwinWriter._write_table,
    "section": TwinWriter._write_children,
    "div": TwinWriter._write_children,
}

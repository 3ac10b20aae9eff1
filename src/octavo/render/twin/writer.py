"""Writes the nodes of a document as Markdown, in one pass.

Every node is a block or inline. Blocks are returned as lists of texts, without their context: a
list or a quote adds its marks before their lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from octavo.content.attributes import read_properties
from octavo.content.fences import read_code, read_fence
from octavo.content.headings import HEADING_LEVELS, strip_custom_id
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
from octavo.render.content.components import COMPONENTS
from octavo.render.content.components.properties import ComponentTag
from octavo.render.twin.parts import (
    evaluate,
    find_source,
    is_paragraph,
    list_parts,
    read_code_text,
    read_item,
    read_values,
    unwrap,
)
from octavo.render.twin.tables import find_others, write_table
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

_LINKED = {
    "iframe": "Embedded page",
    "video": "Video",
    "audio": "Audio",
    "embed": "Embedded file",
    "object": "Embedded file",
}
"""Elements that embed other files, with their labels."""
_BLOCKS = frozenset(
    """address article aside blockquote caption center dd details div dl dt fieldset figcaption
    figure footer form header hgroup hr li main menu nav ol p pre section summary table tbody td
    tfoot th thead tr ul""".split()
).union(HEADING_LEVELS, _LINKED)
_NO_TEXT = frozenset({"script", "style", "svg", "template", "head", "link", "meta", "col", "wbr"})
"""Tags without visible words."""
_MARKS = {"strong": "**", "em": "*", "del": "~~"}
_MARKED = {**{name: name for name in _MARKS}, "b": "strong", "i": "em", "s": "del", "strike": "del"}
_INLINE = frozenset({*_MARKED, "a", "br", "code", "img", "input", "kbd", "option", "samp", "sub",
                     "sup", "tt"})  # fmt: skip
_PLAIN_WORD = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+#.-_")
_LINE_BREAK = "\\\n"


def write_document(source: str, document: Document, links: LinkResolver) -> str:
    """Return the content of a page as Markdown."""
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
        """Return the blocks of nodes; inline nodes between blocks form a paragraph."""
        blocks: list[str] = []
        line: list[Node] = []
        for node in nodes:
            if type(node) is str:  # Every second node is text.
                line.append(node)
                continue
            block = self._write_block(node, blocks[-1] if blocks else "")
            if block is None:
                line.append(node)
                continue
            if line:
                self._end_line(line, blocks)
                line = []
            if not isinstance(block, str):
                blocks += filter(None, block)
            elif block:
                blocks.append(block)
        if line:
            self._end_line(line, blocks)
        return blocks

    def _end_line(self, line: list[Node], blocks: list[str]) -> None:
        text = finish_paragraph(self.write_line(line))
        if text:
            blocks.append(text)

    def _write_block(self, node: Node, before: str) -> str | list[str] | None:
        """Return the blocks of a node after others; None for an inline node."""
        match node:
            case Element():
                if node.tag == "p":
                    return self._write_paragraph(node.children)
                return self._write_element(node.tag, node, before) if node.tag in _BLOCKS else None
            case Tag() if self._is_block(node):
                return self._write_tag(node, before)
            case CodeBlock():
                return self.write_code_block(node)
            case Math(display=True):
                return f"$$\n{node.text.strip()}\n$$"
            case Expression() if self._is_block(node):
                return self.write_blocks(evaluate(node))
            case _:
                return None

    def _is_block(self, node: Node) -> bool:
        """Tell whether a node can't be inline."""
        match node:
            case Element():
                return node.tag in _BLOCKS
            case Tag():
                name = node.name or ""
                if name in COMPONENTS:
                    return not COMPONENTS[name].is_inline
                if name in _BLOCKS or name in _INLINE or name in _NO_TEXT:
                    return name in _BLOCKS
                return any(map(self._is_block, node.children))
            case Math():
                return node.display
            case Expression():
                return any(map(self._is_block, evaluate(node)))
            case _:
                return type(node) is CodeBlock

    def _write_tag(self, node: Tag, before: str = "") -> str | list[str]:
        name = node.name or ""
        if name in COMPONENTS:
            return COMPONENTS[name].write(self, self.read_tag(node))
        return self._write_element(name, node, before)

    def _write_element(self, name: str, node: Element | Tag, before: str) -> str | list[str]:
        children = node.children
        blocks: str | list[str]
        match name:
            case "p":
                blocks = self._write_paragraph(children)
            case "h1" | "h2" | "h3" | "h4" | "h5" | "h6":
                words = strip_custom_id(node)
                words = words if type(node) is Element else unwrap(words)
                blocks = self.write_heading(HEADING_LEVELS[name], words)
            case "ul":
                blocks = self.write_list(children, before)
            case "ol":
                start = str(read_values(node).get("start", 1))
                blocks = self.write_list(children, before, int(start) if start.isdigit() else 1)
            case "blockquote":
                blocks = quote_lines(join_blocks(self.write_blocks(children)))
            case "hr":
                blocks = "---"
            case "table":
                blocks = [*self.write_blocks(find_others(children)), write_table(self, node)]
            case "pre":
                text = read_code_text(children).strip("\n")
                blocks = write_fence(text) if text else ""
            case "details":
                summaries = [
                    each for each in children if type(each) is Tag and each.name == "summary"
                ]
                others = [each for each in children if each not in summaries]
                title = " ".join([self.write_line(each.children) for each in summaries])
                blocks = [_write_bold(title), *self.write_blocks(others)]
            case "summary" | "dt":
                blocks = _write_bold(self.write_line(unwrap(children)))
            case "iframe" | "video" | "audio" | "embed" | "object":
                blocks = self._write_embedded(name, node)
            case _:
                blocks = self.write_blocks(children)
        return blocks

    def _write_embedded(self, name: str, node: Element | Tag) -> str | list[str]:
        """Return embedded content as a link to it."""
        properties = read_values(node)
        address = properties.get("src") or properties.get("data") or find_source(node.children)
        title = properties.get("title") or properties.get("aria-label")
        label = title if isinstance(title, str) and title.strip() else _LINKED[name]
        href = self.resolve(address) if isinstance(address, str) and address else None
        words = escape_text(join_lines(label))
        return f"[{words}]({href})" if href else self.write_blocks(node.children)

    def _write_paragraph(self, children: list[Node]) -> str | list[str]:
        if len(children) == 1 and type(children[0]) is str:
            return finish_paragraph(escape_text(children[0]))
        for child in children:
            if type(child) is str or (type(child) is Element and child.tag not in _BLOCKS):
                continue
            if self._is_block(child):
                return self.write_blocks(children)
        return finish_paragraph(self.write_line(children))

    def write_heading(self, level: int, nodes: Sequence[Node]) -> str:
        """Return a heading without line breaks."""
        text = join_lines(self.write_line(nodes).replace(_LINE_BREAK, " "))
        if text.endswith("#"):
            text = f"{text[:-1]}\\#"
        return f"{'#' * level} {text}" if text else ""

    def write_list(self, nodes: Iterable[Node], before: str, start: int | None = None) -> str:
        """Return a list, numbered from `start`; two adjacent lists have different marks."""
        mark = ending = _choose_mark(before, start is not None)
        items: list[str] = []
        is_loose = False
        for number, part in enumerate(list_parts(nodes), start or 0):
            if start is not None:
                mark = f"{number}{ending}"
            children = read_item(part)
            if len(children) == 1 and type(children[0]) is str:  # Most items are a single text.
                text = finish_paragraph(escape_text(children[0]))
                items.append(f"{mark} {indent(text, ' ' * (len(mark) + 1))}")
                continue
            is_loose = is_loose or any(map(is_paragraph, children))
            blocks = self.write_blocks(children)
            items.append(write_item(mark, blocks if is_loose else _tighten(blocks)))
        return ("\n\n" if is_loose else "\n").join(items)

    def write_code_block(self, node: CodeBlock, title: str = "") -> str:
        """Return a fenced block, without marks that are only visual."""
        fence = read_fence(node.language, node.meta)
        is_plain = _PLAIN_WORD.issuperset(node.language)
        language = node.language if is_plain else fence.language
        return write_fence(read_code(node.text).text, language, title or fence.title)

    # lines

    def write_line(self, nodes: Sequence[Node]) -> str:
        """Return inline Markdown."""
        parts: list[str] = []
        for at, node in enumerate(nodes, 1):
            if type(node) is str:  # Every second node is text.
                parts.append(escape_text(node))
                continue
            match node:
                case Element():
                    only = node.children[0] if len(node.children) == 1 else None
                    # Every third element is inline code.
                    if node.tag == "code" and type(only) is str:
                        parts.append(write_code(only))
                        continue
                    self._write_inline(node.tag, node, parts, nodes[at] if at < len(nodes) else "")
                case Tag():
                    self._write_inline(node.name or "", node, parts)
                case CodeBlock():
                    parts.append(write_code(node.text))
                case Math():
                    parts.append(f"${node.text}$")
                case Expression():
                    parts.append(self.write_line(evaluate(node)))
                case FootnoteReference():
                    number = self._footnotes.setdefault(node.label, len(self._footnotes) + 1)
                    parts.append(f"[^{number}]")
        return "".join(parts)

    def _write_inline(
        self, name: str, node: Element | Tag, parts: list[str], after: Node = ""
    ) -> None:
        """Add an inline element; `after` is the text that follows it."""
        children = node.children
        words = children if type(node) is Element else unwrap(children)
        match name:
            case "strong" | "b" | "em" | "i" | "del" | "s" | "strike":
                self._write_marked(_MARKED[name], words, parts, after)
            case "a":
                properties = read_values(node)
                title = properties.get("title") if type(node) is Element else ""
                _add_link(parts, self.write_link(properties.get("href"), words, title))
            case "img":
                parts.append(self.write_image(read_values(node)))
            case "br":
                parts.append(_LINE_BREAK)
            case "input":
                properties = read_values(node)
                if properties.get("type") == "checkbox":
                    parts.append("[x]" if properties.get("checked") else "[ ]")
            case "sub" | "sup":
                inner = self.write_line(children)
                parts.append(f"<{name}>{inner}</{name}>" if inner.strip() else inner)
            case "code" | "kbd" | "samp" | "tt":
                code = read_code_text(children)
                parts.append(write_code(code if type(node) is Element else join_lines(code)))
            case "option":
                parts.append(f" {self.write_line(children)} ")
            case _ if type(node) is Tag and name in COMPONENTS and COMPONENTS[name].is_inline:
                _add_link(parts, "".join(self._write_tag(node)))
            case _ if type(node) is Tag and (name in COMPONENTS or name in _BLOCKS):
                block = self._write_tag(node)  # There is no room for a block here.
                blocks = [block] if isinstance(block, str) else block
                parts.append(join_lines(" ".join(filter(None, blocks))))
            case _ if name not in _NO_TEXT:
                parts.append(self.write_line(children))

    def _write_marked(
        self, tag: str, children: Sequence[Node], parts: list[str], after: Node
    ) -> None:
        """Add bold, italic or struck text; `after` is the text that follows it."""
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

    def write_link(self, address: Any, children: list[Node], title: Any = "") -> str:
        """Return a link, or only its text if the address is unsafe."""
        text = join_lines(self.write_line(children))
        href = self.resolve(address) if isinstance(address, str) and address else None
        tail = write_title(title) if isinstance(title, str) and title else ""
        return text if href is None else f"[{text}]({href}{tail})"

    def write_image(self, properties: Any) -> str:
        """Return a picture; an inline one is only its description."""
        source, alt = properties.get("src"), properties.get("alt")
        words = escape_text(join_lines(alt)) if isinstance(alt, str) else ""
        if not isinstance(source, str) or source.startswith("data:"):
            return words
        href = self.resolve(source)
        title = properties.get("title")
        tail = write_title(title) if isinstance(title, str) else ""
        return words if href is None else f"![{words}]({href}{tail})"

    # components

    def read_tag(self, node: Tag) -> ComponentTag:
        """Return a component with its properties as values."""
        return ComponentTag(node, read_properties(node))

    def write_words(self, tag: ComponentTag, name: str) -> str:
        """Return a component's title, or another text of its properties, as a line."""
        return self._write_parts(tag.read_parts(name))

    def write_caption(self, tag: ComponentTag, name: str) -> str:
        """Return a text of a component that may contain links."""
        return self._write_parts(tag.read_parts(name, links=True))

    def _write_parts(self, parts: Iterable[list[Node]]) -> str:
        return "".join([join_lines(self.write_line(part)) for part in parts])

    # values

    def resolve(self, address: str) -> str | None:
        """Return the address of a link in a twin: that of a page's twin, if it has one."""
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

    # footnotes

    def write_footnotes(self, document: Document) -> list[str]:
        """Return the footnotes that were mentioned, also by other footnotes."""
        notes: list[str] = []
        while len(notes) < len(self._footnotes):
            label = list(self._footnotes)[len(notes)]
            blocks = self.write_blocks(document.footnotes.get(label, []))
            notes.append(f"[^{len(notes) + 1}]: {indent(join_blocks(blocks), '    ')}")
        return notes


def _write_bold(text: str) -> str:
    text = join_lines(text)
    return f"**{text}**" if text else ""


def _add_link(parts: list[str], text: str) -> None:
    """Add text that may be a link, so that no exclamation mark turns it into a picture."""
    if text[:1] == "[" and text[:2] != "[^" and parts and parts[-1][-1:] == "!":
        parts[-1] = f"{parts[-1][:-1]}\\!"
    parts.append(text)


_GO_ON = ("- ", "* ", "1. ", "1) ", "```")
"""The starts of blocks that may follow a line of text without a blank line."""


def _tighten(blocks: list[str]) -> list[str]:
    """Return the blocks of a tight item: a list or code follows its text directly."""
    if len(blocks) == 2 and blocks[1].startswith(_GO_ON):
        return [f"{blocks[0]}\n{blocks[1]}"]
    return blocks


def _choose_mark(before: str, is_ordered: bool) -> str:
    """Return the mark of a list, or the character after its numbers, unlike the list before."""
    if not is_ordered:
        return "*" if before.startswith("- ") else "-"
    return ")" if before.lstrip("0123456789").startswith(". ") and before[0].isdigit() else "."


def _may_mark(bare: str, before: str, after: str) -> bool:
    """Tell whether marks around a text are valid: not between a symbol and a word."""
    if before and (before[-1] in "*~" or (before[-1].isalnum() and not bare[0].isalnum())):
        return False
    return not after or not after[0].isalnum() or bare[-1].isalnum()

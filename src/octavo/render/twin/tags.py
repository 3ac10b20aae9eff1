"""Which function writes which tag: HTML elements here, components in files of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from octavo.content.headings import HEADING_LEVELS, read_plain_text
from octavo.content.javascript.literals import evaluate_literal
from octavo.content.nodes import CodeBlock, Element, Expression, Node, Tag
from octavo.render.twin.containers import CONTAINERS
from octavo.render.twin.descriptions import DESCRIPTIONS, INLINE_COMPONENTS
from octavo.render.twin.tables import find_others, write_table
from octavo.render.twin.text import (
    escape_text,
    join_lines,
    quote_lines,
    write_code,
    write_fence,
)

if TYPE_CHECKING:
    from octavo.render.twin.writer import TwinWriter

    WriteBlock = Callable[[TwinWriter, Tag, str], str | list[str]]
    WriteInline = Callable[[TwinWriter, Tag, list[str]], None]

NO_TEXT = frozenset({"script", "style", "svg", "template", "head", "link", "meta", "col", "wbr"})
"""Tags of which readers see no words."""

_SAME = {"b": "strong", "i": "em", "s": "del", "strike": "del"}
_LINKED = {"iframe": "Embedded page", "video": "Video", "audio": "Audio", "embed": "Embedded file",
           "object": "Embedded file"}  # fmt: skip


# blocks


def _write_children(writer: TwinWriter, node: Tag, _before: str) -> list[str]:
    return writer.write_blocks(node.children)


def _write_heading(writer: TwinWriter, node: Tag, _before: str) -> str:
    level = HEADING_LEVELS[node.name or "h2"]
    return writer.write_heading(level, unwrap_paragraphs(node.children))


def _write_list(writer: TwinWriter, node: Tag, before: str) -> str:
    start = writer.read_properties(node).get("start", 1)
    number = int(start) if str(start).isdigit() else 1
    return writer.write_list(node, before, number, is_ordered=node.name == "ol")


def _write_quote(writer: TwinWriter, node: Tag, _before: str) -> str:
    return quote_lines(writer.write_children(node))


def _write_rule(_writer: TwinWriter, _node: Tag, _before: str) -> str:
    return "---"


def _write_table(writer: TwinWriter, node: Tag, _before: str) -> list[str]:
    above = writer.write_blocks(list(find_others(writer, node.children)))
    table = write_table(writer, node)
    return [*above, table] if table else above


def _write_code_block(_writer: TwinWriter, node: Tag, _before: str) -> str:
    text = read_code_text(node.children).strip("\n")
    return write_fence(text) if text else ""


def _write_details(writer: TwinWriter, node: Tag, _before: str) -> list[str]:
    children = node.children
    summaries = [each for each in children if type(each) is Tag and each.name == "summary"]
    title = join_lines(" ".join([writer.write_line(each.children) for each in summaries]))
    others = [each for each in children if each not in summaries]
    blocks = writer.write_blocks(others)
    return [f"**{title}**", *blocks] if title else blocks


def _write_term(writer: TwinWriter, node: Tag, _before: str) -> list[str]:
    text = join_lines(writer.write_line(unwrap_paragraphs(node.children)))
    return [f"**{text}**"] if text else []


def _write_caption(writer: TwinWriter, node: Tag, _before: str) -> list[str]:
    return writer.write_blocks(node.children)


def _write_embedded(writer: TwinWriter, node: Tag, _before: str) -> list[str]:
    """Return what is shown from elsewhere as a link to it."""
    properties = writer.read_properties(node)
    address = properties.get("src") or properties.get("data") or _find_source(writer, node)
    title = properties.get("title") or properties.get("aria-label")
    label = title if isinstance(title, str) and title.strip() else _LINKED[node.name or ""]
    href = writer.resolve(address) if isinstance(address, str) and address else None
    words = escape_text(join_lines(label))
    return [f"[{words}]({href})"] if href else writer.write_blocks(node.children)


def _find_source(writer: TwinWriter, node: Tag) -> Any:
    for child in node.children:
        if type(child) is Tag:
            if child.name == "source":
                return writer.read_properties(child).get("src")
            if child.name is None:
                return _find_source(writer, child)
        elif type(child) is Element:
            for each in child.children:
                if type(each) is Tag and each.name == "source":
                    return writer.read_properties(each).get("src")
    return None


# lines


def _write_marked(writer: TwinWriter, node: Tag, parts: list[str]) -> None:
    name = node.name or ""
    writer.write_marked(_SAME.get(name, name), unwrap_paragraphs(node.children), parts)


def _write_code(_writer: TwinWriter, node: Tag, parts: list[str]) -> None:
    parts.append(write_code(join_lines(read_code_text(node.children))))


def _write_raised(writer: TwinWriter, node: Tag, parts: list[str]) -> None:
    inner = writer.write_line(node.children)
    parts.append(f"<{node.name}>{inner}</{node.name}>" if inner.strip() else inner)


def _write_link(writer: TwinWriter, node: Tag, parts: list[str]) -> None:
    properties = writer.read_properties(node)
    writer.write_link(properties.get("href"), unwrap_paragraphs(node.children), parts)


def _write_image(writer: TwinWriter, node: Tag, parts: list[str]) -> None:
    parts.append(writer.write_image(writer.read_properties(node)))


def _write_break(_writer: TwinWriter, _node: Tag, parts: list[str]) -> None:
    parts.append("\\\n")


def _write_input(writer: TwinWriter, node: Tag, parts: list[str]) -> None:
    properties = writer.read_properties(node)
    if properties.get("type") == "checkbox":
        parts.append("[x]" if properties.get("checked") else "[ ]")


def _write_option(writer: TwinWriter, node: Tag, parts: list[str]) -> None:
    parts.append(f" {writer.write_line(node.children)} ")


# text


def unwrap_paragraphs(nodes: list[Node]) -> list[Node]:
    """Return nodes with what paragraphs hold in their place."""
    if not any(type(node) is Element and node.tag == "p" for node in nodes):
        return nodes
    unwrapped: list[Node] = []
    for node in nodes:
        if type(node) is Element and node.tag == "p":
            unwrapped += [" ", *node.children] if unwrapped else node.children
        else:
            unwrapped.append(node)
    return unwrapped


def read_code_text(nodes: list[Node]) -> str:
    """Return code that is written as text, as a text in braces, or as a block."""
    parts: list[str] = []
    for node in nodes:
        if type(node) is CodeBlock:
            parts.append(node.text)
        elif type(node) is Expression:
            value = evaluate_literal(node.source)
            parts.append(value if isinstance(value, str) else "")
        elif type(node) is Tag and node.name == "br":
            parts.append("\n")
        elif type(node) is Tag or type(node) is Element:
            parts.append(read_code_text(node.children))
        else:
            parts.append(read_plain_text([node]))
    return "".join(parts)


INLINE_TAGS: dict[str, WriteInline] = {
    **dict.fromkeys(("strong", "b", "em", "i", "del", "s", "strike"), _write_marked),
    **dict.fromkeys(("code", "kbd", "samp", "tt"), _write_code),
    **dict.fromkeys(("sub", "sup"), _write_raised),
    "a": _write_link,
    "img": _write_image,
    "br": _write_break,
    "input": _write_input,
    "option": _write_option,
    **INLINE_COMPONENTS,
}
BLOCK_TAGS: dict[str, WriteBlock] = {
    **dict.fromkeys(
        """address article aside center dd details div dl fieldset figure footer form header li main
        caption nav p section tbody td tfoot th thead tr hgroup menu""".split(),
        _write_children,
    ),
    **dict.fromkeys(HEADING_LEVELS, _write_heading),
    **dict.fromkeys(("ul", "ol"), _write_list),
    **dict.fromkeys(_LINKED, _write_embedded),
    "blockquote": _write_quote,
    "hr": _write_rule,
    "table": _write_table,
    "pre": _write_code_block,
    "details": _write_details,
    "summary": _write_term,
    "dt": _write_term,
    "figcaption": _write_caption,
    **CONTAINERS,
    **DESCRIPTIONS,
}
"""The functions of tags that are blocks; what stands before one is given too."""

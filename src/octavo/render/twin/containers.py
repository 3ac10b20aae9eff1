"""Components that hold other content: their titles, and what they hold below these."""

from __future__ import annotations

from typing import TYPE_CHECKING

from octavo.content.fences import read_code, read_fence
from octavo.content.languages import find_label
from octavo.content.nodes import CodeBlock, Node, Tag
from octavo.render.content.components.code import read_code_component
from octavo.render.content.components.properties import (
    find_children,
    flatten_nodes,
    read_flag,
    read_items,
    read_number,
    read_text,
)
from octavo.render.content.components.reference.examples import name_blocks
from octavo.render.twin.text import (
    escape_text,
    join_blocks,
    quote_lines,
    write_fence,
    write_item,
)

if TYPE_CHECKING:
    from octavo.render.twin.tags import WriteBlock
    from octavo.render.twin.writer import TwinWriter

_CALLOUTS = ("Note", "Warning", "Info", "Tip", "Check", "Danger")
_CARDS = frozenset({"Card", "Tile"})
_MOST_STEPS = 999


def _write_children(writer: TwinWriter, node: Tag, _before: str) -> list[str]:
    return writer.write_blocks(node.children)


def _write_callout(writer: TwinWriter, node: Tag, _before: str) -> str:
    properties = writer.read_properties(node)
    label = node.name or "Note"
    if label == "Callout":
        kind = read_text(properties, "type").strip().capitalize()
        label = kind if kind in _CALLOUTS else "Note"
    title = writer.write_property(properties.get("title"))
    head = f"**{label}:** {title}" if title else f"**{label}**"
    return quote_lines(join_blocks([head, *writer.write_blocks(node.children)]))


# parts of which one is shown


def _write_tabs(writer: TwinWriter, node: Tag, _before: str) -> list[str]:
    blocks: list[str] = []
    count = 0
    for part in find_children(node.children, ("Tab",)):
        if isinstance(part, Tag):
            count += 1
            blocks += _write_titled(writer, part, f"Tab {count}")
        else:
            blocks += writer.write_blocks(part)
    return blocks


def _write_tab(writer: TwinWriter, node: Tag, _before: str) -> list[str]:
    return _write_titled(writer, node, "Tab 1")


def _write_titled(
    writer: TwinWriter, node: Tag, fallback: str = "", name: str = "title"
) -> list[str]:
    """Return a part below its title."""
    properties = writer.read_properties(node)
    title = writer.write_property(properties.get(name)) or fallback
    description = writer.write_property(properties.get("description"))
    head = [f"**{title}**"] if title else []
    return [*head, *filter(None, [description]), *writer.write_blocks(node.children)]


def _write_accordion(writer: TwinWriter, node: Tag, _before: str) -> list[str]:
    return _write_titled(writer, node, "Details")


def _write_expandable(writer: TwinWriter, node: Tag, _before: str) -> list[str]:
    return _write_titled(writer, node)


def _write_view(writer: TwinWriter, node: Tag, _before: str) -> list[str]:
    return _write_titled(writer, node)


def _write_visibility(writer: TwinWriter, node: Tag, _before: str) -> list[str]:
    """Return what is meant for agents, who read twins."""
    if read_text(writer.read_properties(node), "for") == "humans":
        return []
    return writer.write_blocks(node.children)


# lists


def _write_steps(writer: TwinWriter, node: Tag, _before: str) -> list[str]:
    blocks: list[str] = []
    count = 0
    for part in find_children(node.children, ("Step",)):
        if isinstance(part, Tag):
            properties = writer.read_properties(part)
            count = read_number(properties, "stepNumber", count + 1, 0, _MOST_STEPS)
            blocks.append(write_item(f"{count}.", _write_titled(writer, part)))
        else:
            blocks += writer.write_blocks(part)
    return blocks


def _write_step(writer: TwinWriter, node: Tag, _before: str) -> str:
    return write_item("1.", _write_titled(writer, node))


def _write_columns(writer: TwinWriter, node: Tag, _before: str) -> list[str]:
    """Return cards as a list, and other columns below each other."""
    blocks: list[str] = []
    for part in find_children(node.children, _CARDS):
        if isinstance(part, Tag):
            blocks.append(write_item("-", _write_card(writer, part, "")))
        else:
            blocks += writer.write_blocks(part)
    return blocks


def _write_card(writer: TwinWriter, node: Tag, _before: str) -> list[str]:
    properties = writer.read_properties(node)
    title = writer.write_property(properties.get("title"))
    action = escape_text(read_text(properties, "cta"))
    address = read_text(properties, "href").strip()
    href = writer.resolve(address) if address and not read_flag(properties, "disabled") else None
    head = f"[{title}]({href})" if title and href else title
    if href and not title:
        action = f"[{action or escape_text(address)}]({href})"
    picture = read_text(properties, "img")
    blocks = [
        f"**{head}**" if head else "",
        writer.write_image({"src": picture}) if picture else "",
        *writer.write_blocks(node.children),
        writer.write_property(properties.get("description")),
        action,
    ]
    return [block for block in blocks if block]


# code


def _write_code_component(writer: TwinWriter, node: Tag, _before: str) -> str:
    block = read_code_component(node, writer.read_properties(node))
    if block is None:
        return ""
    return write_fence(read_code(block.text).text, block.fence.language, block.fence.title)


def _write_code_group(writer: TwinWriter, node: Tag, _before: str) -> list[str]:
    return _write_code_blocks(writer, list(flatten_nodes(node.children)))


def _write_code_blocks(writer: TwinWriter, nodes: list[Node]) -> list[str]:
    """Return blocks of code, each with its title, or the name of its language."""
    blocks: list[str] = []
    others: list[Node] = []
    for child in nodes:
        if isinstance(child, CodeBlock):
            title = read_fence(child.language, child.meta).title or _name_language(child)
            blocks.append(writer.write_code_block(child, title))
        elif isinstance(child, Tag) and child.name == "CodeBlock":
            blocks.append(_write_code_component(writer, child, ""))
        elif not isinstance(child, str) or child.strip():
            others.append(child)
    return [*writer.write_blocks(others), *filter(None, blocks)]


def _name_language(block: CodeBlock) -> str:
    """Return the name of a language for readers, where it is not what the fence says already."""
    label = find_label(block.language) if block.language else ""
    return "" if label.lower() == block.language.lower() else label


def _write_example(writer: TwinWriter, node: Tag, _before: str) -> list[str]:
    blocks = [
        child
        for child in flatten_nodes(node.children)
        if not isinstance(child, str) or child.strip()
    ]
    if blocks and all(isinstance(block, CodeBlock) for block in blocks):
        kind = "Request" if node.name == "RequestExample" else "Response"
        return _write_code_blocks(writer, list(name_blocks(blocks, kind)))
    return writer.write_blocks(node.children)


# the rest


def _write_frame(writer: TwinWriter, node: Tag, _before: str) -> list[str]:
    properties = writer.read_properties(node)
    hint, caption = [
        writer.write_property(properties.get(name), links=True) for name in ("hint", "caption")
    ]
    return [*filter(None, [hint]), *writer.write_blocks(node.children), *filter(None, [caption])]


def _write_update(writer: TwinWriter, node: Tag, _before: str) -> list[str]:
    properties = writer.read_properties(node)
    label = writer.write_property(properties.get("label")) or "Update"
    tags = ", ".join(map(escape_text, read_items(properties, "tags")))
    description = writer.write_property(properties.get("description"))
    head = [f"## {label}", *filter(None, [tags, description])]
    return [*head, *writer.write_blocks(node.children)]


CONTAINERS: dict[str, WriteBlock] = {
    **dict.fromkeys((*_CALLOUTS, "Callout"), _write_callout),
    **dict.fromkeys(("AccordionGroup", "Banner", "Column", "Panel", "Tree"), _write_children),
    "Accordion": _write_accordion,
    "Expandable": _write_expandable,
    "Tabs": _write_tabs,
    "Tab": _write_tab,
    "View": _write_view,
    "Visibility": _write_visibility,
    "Steps": _write_steps,
    "Step": _write_step,
    "CardGroup": _write_columns,
    "Columns": _write_columns,
    "Card": _write_card,
    "Tile": _write_card,
    "CodeBlock": _write_code_component,
    "CodeGroup": _write_code_group,
    "SnippetGroup": _write_code_group,
    "RequestExample": _write_example,
    "ResponseExample": _write_example,
    "Frame": _write_frame,
    "Example": _write_frame,
    "Update": _write_update,
}

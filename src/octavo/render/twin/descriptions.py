"""Components that describe things, and those that stand in a line of text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from octavo.content.nodes import Element, Node, Tag
from octavo.render.content.components.inline.swatches import list_color_values
from octavo.render.content.components.plain import find_diagram, find_formula
from octavo.render.content.components.properties import (
    find_children,
    read_flag,
    read_items,
    read_number,
    read_text,
    write_value,
)
from octavo.render.content.components.reference.fields import find_field_place
from octavo.render.content.components.reference.prompts import render_markdown
from octavo.render.content.components.reference.repositories import find_repository
from octavo.render.content.components.reference.trees import FILES, FOLDERS
from octavo.render.twin.text import escape_text, write_code, write_fence, write_item

if TYPE_CHECKING:
    from octavo.render.twin.tags import WriteBlock, WriteInline
    from octavo.render.twin.writer import TwinWriter


# fields


def _write_parameter(writer: TwinWriter, node: Tag, _before: str) -> str:
    properties = writer.read_properties(node)
    location, name = find_field_place(properties)
    return _write_field(writer, node, properties, name, location)


def _write_response(writer: TwinWriter, node: Tag, _before: str) -> str:
    properties = writer.read_properties(node)
    return _write_field(writer, node, properties, read_text(properties, "name"), "")


def _write_field(
    writer: TwinWriter, node: Tag, properties: dict[str, Any], name: str, location: str
) -> str:
    if read_flag(properties, "hidden"):
        return ""
    marks = [
        *map(escape_text, read_items(properties, "pre")),
        writer.write_property(properties.get("type")),
        location,
    ]
    default = properties.get("default")
    if default is not None:
        shown_default = write_value(default) or '""'
        marks.append(f"default: {write_code(shown_default)}")
    words = (("required", "required"), ("deprecated", "deprecated"), ("readOnly", "read-only"))
    marks += [word for flag, word in words if read_flag(properties, flag)]
    marks += map(escape_text, read_items(properties, "post"))
    facts = ", ".join(filter(None, marks))
    head = " ".join(filter(None, [write_code(name) if name else "", f"({facts})" if facts else ""]))
    body = writer.write_blocks(node.children)
    enum = properties.get("enum")
    if isinstance(enum, list) and enum:
        body.append(f"One of: {', '.join(write_code(write_value(value)) for value in enum)}")
    return write_item("-", [head, *body] if head else body)


# trees and colors


def _write_tree(writer: TwinWriter, node: Tag, _before: str) -> str:
    return "\n".join(_list_entries(writer, node.children))


def _write_lone_entry(writer: TwinWriter, node: Tag, _before: str) -> str:
    return "\n".join(_list_entries(writer, [node]))


def _list_entries(writer: TwinWriter, nodes: Iterable[Node]) -> list[str]:
    lines: list[str] = []
    for part in find_children(nodes, (*FOLDERS, *FILES)):
        if isinstance(part, Tag):
            lines.append(f"- {writer.write_property(writer.read_properties(part).get('name'))}")
            lines += [f"  {line}" for line in _list_entries(writer, part.children)]
            continue
        for node in part:
            if isinstance(node, Element) and node.tag in ("ul", "ol"):
                text = writer.write_list(node, "", is_ordered=False)
                lines += text.split("\n")
            else:
                lines += [f"- {block}" for block in writer.write_blocks([node])]
    return lines


def _write_color_row(writer: TwinWriter, node: Tag, _before: str) -> list[str]:
    title = writer.write_property(writer.read_properties(node).get("title"))
    return [*([f"**{title}**"] if title else []), *writer.write_blocks(node.children)]


def _write_color(writer: TwinWriter, node: Tag, _before: str) -> str:
    properties = writer.read_properties(node)
    name = writer.write_property(properties.get("name"))
    values = [
        f"{write_code(value)} ({mode})" if mode else write_code(value)
        for mode, value in list_color_values(properties.get("value"))
    ]
    text = ", ".join(values)
    return f"- {name}: {text}" if name and text else f"- {name or text}"


# what Markdown has already


def _write_children(writer: TwinWriter, node: Tag, _before: str) -> list[str]:
    return writer.write_blocks(node.children)


def _write_heading(writer: TwinWriter, node: Tag, _before: str) -> str:
    level = read_number(writer.read_properties(node), "level", 2, 1, 6)
    children = [
        each
        for child in node.children
        for each in (child.children if isinstance(child, Element) and child.tag == "p" else [child])
    ]
    return writer.write_heading(level, children)


def _write_formula(writer: TwinWriter, node: Tag, _before: str) -> str:
    properties = writer.read_properties(node)
    source = (read_text(properties, "children") or find_formula(node.children)).strip()
    return f"$$\n{source}\n$$" if source else ""


def _write_diagram(writer: TwinWriter, node: Tag, _before: str) -> str:
    source = read_text(writer.read_properties(node), "chart") or find_diagram(node.children)
    return write_fence(source.strip("\n"), "mermaid") if source.strip() else ""


def _write_prompt(writer: TwinWriter, node: Tag, _before: str) -> list[str]:
    properties = writer.read_properties(node)
    description = writer.write_property(properties.get("description"), links=True) or "Prompt"
    return [description, write_fence(render_markdown(node.children).strip(), "text")]


def _write_repository(writer: TwinWriter, node: Tag, _before: str) -> str:
    name = find_repository(writer.read_properties(node))
    return f"[{escape_text(name)}](https://github.com/{name})" if name else ""


# in a line


def _write_tooltip(writer: TwinWriter, node: Tag, parts: list[str]) -> None:
    properties = writer.read_properties(node)
    parts.append(writer.write_line(node.children))
    headline = writer.write_property(properties.get("headline"))
    tip = writer.write_property(properties.get("tip"), links=True)
    words = [f"{headline}: {tip}" if headline and tip else headline or tip]
    address = read_text(properties, "href").strip()
    href = writer.resolve(address) if address else None
    if href:
        label = writer.write_property(properties.get("cta")) or "Read more"
        words.append(f"[{label}]({href})")
    explanation = " ".join(filter(None, words))
    if explanation:
        parts.append(f" ({explanation})")


def _write_badge(writer: TwinWriter, node: Tag, parts: list[str]) -> None:
    parts.append(writer.write_line(node.children))


def _write_icon(_writer: TwinWriter, _node: Tag, _parts: list[str]) -> None:
    """Add nothing: an icon stands beside words."""


def _write_link(writer: TwinWriter, node: Tag, parts: list[str]) -> None:
    properties = writer.read_properties(node)
    address = (read_text(properties, "href") or read_text(properties, "to")).strip()
    writer.write_link(address, node.children, parts)


DESCRIPTIONS: dict[str, WriteBlock] = {
    "ParamField": _write_parameter,
    "Param": _write_parameter,
    "ResponseField": _write_response,
    "Tree": _write_tree,
    "FileTree": _write_tree,
    **dict.fromkeys((*FOLDERS[:2], *FILES[:2]), _write_lone_entry),
    "Color": _write_children,
    "Color.Row": _write_color_row,
    "Color.Item": _write_color,
    "Heading": _write_heading,
    "Latex": _write_formula,
    "Mermaid": _write_diagram,
    "Prompt": _write_prompt,
    "GitHub.Repo": _write_repository,
}
INLINE_COMPONENTS: dict[str, WriteInline] = {
    "Badge": _write_badge,
    "Icon": _write_icon,
    "Link": _write_link,
    "Tooltip": _write_tooltip,
}

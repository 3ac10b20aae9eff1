"""Tree, Tree.Folder and Tree.File: folders and files, also from a Markdown list."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from octavo.content.headings import read_plain_text
from octavo.content.nodes import Element, Node, Tag
from octavo.render.content.components.properties import (
    Properties,
    find_children,
    read_flag,
    render_classes,
    render_title,
)
from octavo.render.icons.library import find_line_icon, render_icon

if TYPE_CHECKING:
    from octavo.render.content.components.properties import Component
    from octavo.render.content.nodes import ContentRenderer

FOLDERS = ("Tree.Folder", "FileTree.Folder", "Folder")
FILES = ("Tree.File", "FileTree.File", "File")


def _write_tree(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    renderer.out.append(f"<div{render_classes('tree', properties)}>")
    _write_entries(renderer, node.children)
    renderer.out.append("</div>")


def _write_entries(renderer: ContentRenderer, nodes: Iterable[Node]) -> None:
    renderer.out.append('<ul class="tree-list" role="list">')
    for part in find_children(nodes, (*FOLDERS, *FILES)):
        if isinstance(part, Tag):
            _write_tag_entry(renderer, part)
            continue
        for node in part:
            if isinstance(node, Element) and node.tag in ("ul", "ol"):
                _write_list_entries(renderer, node)
            else:
                renderer.out.append("<li>")
                renderer.write([node])
                renderer.out.append("</li>")
    renderer.out.append("</ul>")


def _write_tag_entry(renderer: ContentRenderer, node: Tag) -> None:
    properties = renderer.read_properties(node)
    name = render_title(renderer, node, properties, "name")
    if read_flag(properties, "highlight"):
        name = f"<mark>{name}</mark>"
    if node.name in FILES:
        _write_file(renderer, name)
        return
    is_open = read_flag(properties, "defaultOpen") or not read_flag(
        properties, "openable", default=True
    )
    is_fixed = not read_flag(properties, "openable", default=True)
    _write_folder_start(renderer, name, is_open=is_open, fixed=is_fixed)
    _write_entries(renderer, node.children)
    renderer.out.append("</div></li>" if is_fixed else "</details></li>")


def _write_list_entries(renderer: ContentRenderer, list_: Element) -> None:
    for entry in list_.children:
        if not isinstance(entry, Element):
            continue
        parts = [*_unwrap(entry.children)]
        nested = [part for part in parts if isinstance(part, Element) and part.tag in ("ul", "ol")]
        label = [part for part in parts if part not in nested]
        name = renderer.render_nodes(label).strip()
        if not nested and not read_plain_text(label).strip().endswith("/"):
            _write_file(renderer, name)
            continue
        _write_folder_start(renderer, name, is_open=True, fixed=not nested)
        if nested:
            _write_entries(renderer, nested)
        renderer.out.append("</details></li>" if nested else "</div></li>")


def _unwrap(nodes: Iterable[Node]) -> Iterable[Node]:
    for node in nodes:
        if isinstance(node, Element) and node.tag == "p":
            yield from node.children
        else:
            yield node


def _write_file(renderer: ContentRenderer, name: str) -> None:
    icon = render_icon(find_line_icon("file"))
    renderer.out.append(f'<li class="tree-file"><span class="tree-name">{icon}{name}</span></li>')


def _write_folder_start(
    renderer: ContentRenderer, name: str, *, is_open: bool, fixed: bool
) -> None:
    icon = render_icon(find_line_icon("folder"))
    label = f"{icon}{name}"
    if fixed:
        start = f'<div><span class="tree-name">{label}</span>'
    else:
        state = " open" if is_open else ""
        start = f'<details class="tree-branch"{state}><summary class="tree-name">{label}</summary>'
    renderer.out.append(f'<li class="tree-folder">{start}')


def _write_lone_entry(renderer: ContentRenderer, node: Tag, _properties: Properties) -> None:
    """Write a folder or file outside of a tree as a tree of its own."""
    renderer.out.append('<div class="tree">')
    _write_entries(renderer, [node])
    renderer.out.append("</div>")


COMPONENTS: dict[str, Component] = {
    "Tree": _write_tree,
    "FileTree": _write_tree,
    **dict.fromkeys((*FOLDERS[:2], *FILES[:2]), _write_lone_entry),
}

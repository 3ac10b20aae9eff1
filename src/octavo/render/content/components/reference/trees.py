"""Tree, Tree.Folder and Tree.File: folders and files, also from a Markdown list."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from octavo.content.headings import read_plain_text
from octavo.content.nodes import Element, Node, Tag
from octavo.render.content.components.properties import (
    Component,
    ComponentTag,
    find_children,
    unwrap_paragraphs,
)
from octavo.render.icons.library import find_line_icon, render_icon

if TYPE_CHECKING:
    from octavo.render.content.nodes import ContentRenderer
    from octavo.render.twin.writer import TwinWriter

_FILES = ("Tree.File", "FileTree.File", "File")
_ENTRIES = ("Tree.Folder", "FileTree.Folder", "Folder", *_FILES)


def _render_tree(page: ContentRenderer, tag: ComponentTag) -> str:
    return f"<div{tag.render_classes('tree')}>{_render_entries(page, tag.children)}</div>"


def _render_lone_entry(page: ContentRenderer, tag: ComponentTag) -> str:
    """Return a single folder or file as a tree."""
    return (
        f'<div class="tree"><ul class="tree-list" role="list">{_render_tag(page, tag)}</ul></div>'
    )


def _render_entries(page: ContentRenderer, nodes: Iterable[Node]) -> str:
    entries: list[str] = []
    for part in find_children(nodes, _ENTRIES):
        if isinstance(part, Tag):
            entries.append(_render_tag(page, page.read_tag(part)))
            continue
        for node in part:
            if isinstance(node, Element) and node.tag in ("ul", "ol"):
                items = [entry for entry in node.children if isinstance(entry, Element)]
                entries += [_render_item(page, item) for item in items]
            else:
                entries.append(f"<li>{page.render_nodes([node])}</li>")
    return f'<ul class="tree-list" role="list">{"".join(entries)}</ul>'


def _render_tag(page: ContentRenderer, tag: ComponentTag) -> str:
    name = page.render_title(tag, "name")
    if tag.read_flag("highlight"):
        name = f"<mark>{name}</mark>"
    if tag.node.name in _FILES:
        return _render_file(name)
    is_fixed = not tag.read_flag("openable", default=True)
    inner = _render_entries(page, tag.children)
    return _render_folder(name, inner, is_fixed, is_open=tag.read_flag("defaultOpen"))


def _render_item(page: ContentRenderer, item: Element) -> str:
    """Return an item of a list: a folder if it contains another list, or ends in a slash."""
    parts = unwrap_paragraphs(item.children)
    nested = [part for part in parts if isinstance(part, Element) and part.tag in ("ul", "ol")]
    label = [part for part in parts if part not in nested]
    name = page.render_nodes(label).strip()
    if not nested and not read_plain_text(label).strip().endswith("/"):
        return _render_file(name)
    inner = _render_entries(page, nested) if nested else ""
    return _render_folder(name, inner, is_fixed=not nested, is_open=True)


def _render_file(name: str) -> str:
    icon = render_icon(find_line_icon("file"))
    return f'<li class="tree-file"><span class="tree-name">{icon}{name}</span></li>'


def _render_folder(name: str, inner: str, is_fixed: bool, *, is_open: bool) -> str:
    label = f"{render_icon(find_line_icon('folder'))}{name}"
    if is_fixed:
        folder = f'<div><span class="tree-name">{label}</span>{inner}</div>'
    else:
        state = " open" if is_open else ""
        summary = f'<summary class="tree-name">{label}</summary>'
        folder = f'<details class="tree-branch"{state}>{summary}{inner}</details>'
    return f'<li class="tree-folder">{folder}</li>'


def _write_tree(twin: TwinWriter, tag: ComponentTag) -> str:
    return "\n".join(_list_lines(twin, tag.children))


def _write_lone_entry(twin: TwinWriter, tag: ComponentTag) -> str:
    return "\n".join(_list_lines(twin, [tag.node]))


def _list_lines(twin: TwinWriter, nodes: Iterable[Node]) -> list[str]:
    lines: list[str] = []
    for part in find_children(nodes, _ENTRIES):
        if isinstance(part, Tag):
            lines.append(f"- {twin.write_words(twin.read_tag(part), 'name')}")
            lines += [f"  {line}" for line in _list_lines(twin, part.children)]
            continue
        for node in part:
            if isinstance(node, Element) and node.tag in ("ul", "ol"):
                lines += twin.write_list(node.children, "").split("\n")
            else:
                lines += [f"- {block}" for block in twin.write_blocks([node])]
    return lines


_TREE = Component(_render_tree, _write_tree)
_LONE_ENTRY = Component(_render_lone_entry, _write_lone_entry)
COMPONENTS: dict[str, Component] = {
    "Tree": _TREE,
    "FileTree": _TREE,
    **{name: _LONE_ENTRY for name in _ENTRIES if "." in name},
}

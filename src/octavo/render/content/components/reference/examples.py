"""RequestExample, ResponseExample and Panel: the parts of the right column.

The column is written once, at the place of its first part in the text, for narrow screens, print
and screen readers. Wide screens move it to the side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from octavo.content.fences import read_fence
from octavo.content.nodes import CodeBlock, Node, Tag
from octavo.render.content.components.code import write_code_blocks
from octavo.render.content.components.properties import Component, ComponentTag, flatten_nodes
from octavo.values import replace

if TYPE_CHECKING:
    from octavo.render.content.nodes import ContentRenderer
    from octavo.render.twin.writer import TwinWriter

_KINDS = {"RequestExample": "Request", "ResponseExample": "Response"}
# Parts that are always visible, so that their content may move to the side.
_OPEN = frozenset({None, "View", "Visibility", "div"})


def _render_example(page: ContentRenderer, tag: ComponentTag) -> str:
    column = _find_column(page)
    if not any(part is tag.node for part in column):
        return _render_code(page, tag)
    if column[0] is not tag.node:
        return ""
    parts = sorted(column, key=lambda part: part.name or "")
    return _render_column(page, parts, page.say("Examples"))


def _render_panel(page: ContentRenderer, tag: ComponentTag) -> str:
    if any(part is tag.node for part in _find_column(page)[:1]):
        return _render_column(page, [tag.node], page.say("More about this page"))
    return f"<div{tag.render_classes('panel flow')}>{page.render_nodes(tag.children)}</div>"


def _render_column(page: ContentRenderer, parts: list[Tag], label: str) -> str:
    for part in parts:
        is_panel = part.name == "Panel"
        kind = "panel" if is_panel else _KINDS[part.name or ""].lower()
        page.aside_parts[kind] = (
            page.render_nodes(part.children)
            if is_panel
            else _render_code(page, page.read_tag(part))
        )
    page.aside = render_column(page.aside_parts, label)
    return page.aside


def render_column(parts: Mapping[str, str], label: str) -> str:
    """Return the right column for parts by kind; empty if all are empty."""
    if not any(parts.values()):
        return ""
    kind = "panel" if "panel" in parts else "examples"
    inner = "".join(parts[name] for name in ("panel", "request", "response") if name in parts)
    return (
        f'<aside id="content-side-layout" class="{kind}" aria-label="{label}">'
        f'<div class="side-content flow">{inner}</div></aside>'
    )


def _render_code(page: ContentRenderer, tag: ComponentTag) -> str:
    node = tag.node
    kind = _KINDS[node.name or ""]
    classes = tag.render_classes(f"example {kind.lower()}-example flow")
    children = node.children
    if blocks := _find_blocks(children):
        named = list(_name_blocks(blocks, page.say(kind)))
        attributes = [each for each in node.attributes if each.name not in ("className", "class")]
        children = [Tag("CodeGroup", attributes, named, node.line, node.column)]
    return f"<div{classes}>{page.render_nodes(children)}</div>"


def _find_blocks(children: list[Node]) -> list[CodeBlock]:
    """Return the code blocks of an example without other content."""
    parts = [
        child for child in flatten_nodes(children) if not isinstance(child, str) or child.strip()
    ]
    blocks = [part for part in parts if isinstance(part, CodeBlock)]
    return blocks if len(blocks) == len(parts) else []


def _name_blocks(blocks: Iterable[CodeBlock], word: str) -> Iterator[Node]:
    """Name blocks without a title: Request, Request 2, …"""
    count = 0
    for block in blocks:
        if read_fence(block.language, block.meta).title:
            yield block
        else:
            count += 1
            name = word if count == 1 else f"{word} {count}"
            yield replace(block, meta=f'{block.meta} title="{name}"'.strip())


def _find_column(page: ContentRenderer) -> list[Tag]:
    """Return the tags of the right column: a panel, or the first example of each kind."""
    if page.column is None:
        page.column = _plan_column(page.document.nodes)
    return page.column


def _plan_column(nodes: Iterable[Node]) -> list[Tag]:
    parts: dict[str, Tag] = {}
    for node in _list_open_tags(nodes):
        if node.name == "Panel":
            return [node]
        if node.name in _KINDS:
            parts.setdefault(node.name, node)
    return list(parts.values())


def _list_open_tags(nodes: Iterable[Node]) -> Iterator[Tag]:
    for node in flatten_nodes(nodes):
        if isinstance(node, Tag):
            yield node
            if node.name in _OPEN:
                yield from _list_open_tags(node.children)


def _write_example(twin: TwinWriter, tag: ComponentTag) -> list[str]:
    if blocks := _find_blocks(tag.children):
        return write_code_blocks(twin, _name_blocks(blocks, _KINDS[tag.node.name or ""]))
    return twin.write_blocks(tag.children)


COMPONENTS: dict[str, Component] = {
    **dict.fromkeys(_KINDS, Component(_render_example, _write_example)),
    "Panel": Component(_render_panel),
}

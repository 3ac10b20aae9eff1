"""RequestExample, ResponseExample and Panel: what stands in the right column.

The column is written once, where the first of its parts stands in the text: narrow screens, print
and screen readers meet it there. Wide screens place it at the side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from octavo.content.fences import read_fence
from octavo.content.nodes import CodeBlock, Node, Tag
from octavo.render.content.components.properties import Properties, flatten_nodes, render_classes
from octavo.values import dataclass, replace

if TYPE_CHECKING:
    from octavo.render.content.components.properties import Component
    from octavo.render.content.nodes import ContentRenderer

_EXAMPLES = ("RequestExample", "ResponseExample")
_KINDS = {"RequestExample": "request", "ResponseExample": "response"}
# Parts that are always shown, so that what stands in them may be placed at the side.
_OPEN = frozenset({None, "View", "Visibility", "div"})


@dataclass(slots=True)
class Column:
    """What of a page stands in the right column: a panel, or the first example of each kind."""

    parts: list[Tag]

    def is_first(self, node: Tag) -> bool:
        """Tell whether the column is written in the place of this part."""
        return any(part is node for part in self.parts[:1])

    def holds(self, node: Tag) -> bool:
        """Tell whether a part of the page stands in the column."""
        return any(part is node for part in self.parts)


def _write_example(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    column = _find_column(renderer)
    if not column.holds(node):
        _write_code(renderer, node, properties)
    elif column.is_first(node):
        by_kind = sorted(column.parts, key=lambda part: _EXAMPLES.index(part.name or ""))
        _write_column(renderer, by_kind, renderer.say("Examples"))


def _write_panel(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    if _find_column(renderer).is_first(node):
        _write_column(renderer, [node], renderer.say("More about this page"))
        return
    renderer.out.append(f"<div{render_classes('panel flow', properties)}>")
    renderer.write(node.children)
    renderer.out.append("</div>")


def _write_column(renderer: ContentRenderer, parts: list[Tag], label: str) -> None:
    for part in parts:
        outer, renderer.out = renderer.out, []
        if part.name == "Panel":
            renderer.write(part.children)
        else:
            _write_code(renderer, part, renderer.read_properties(part))
        inner, renderer.out = "".join(renderer.out), outer
        renderer.aside_parts[_KINDS.get(part.name or "", "panel")] = inner
    renderer.aside = render_column(renderer.aside_parts, label)
    renderer.out.append(renderer.aside)


def render_column(parts: Mapping[str, str], label: str) -> str:
    """Return the right column of parts by their kind; nothing where all are empty."""
    if not any(parts.values()):
        return ""
    kind = "panel" if "panel" in parts else "examples"
    inner = "".join(parts[name] for name in ("panel", "request", "response") if name in parts)
    return (
        f'<aside id="content-side-layout" class="{kind}" aria-label="{label}">'
        f'<div class="side-content flow">{inner}</div></aside>'
    )


def _write_code(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    kind = _KINDS[node.name or ""]
    renderer.out.append(f"<div{render_classes(f'example {kind}-example flow', properties)}>")
    blocks = [child for child in flatten_nodes(node.children) if not _is_blank(child)]
    if blocks and all(isinstance(block, CodeBlock) for block in blocks):
        _write_blocks(renderer, node, list(name_blocks(blocks, renderer.say(kind.capitalize()))))
    else:
        renderer.write(node.children)
    renderer.out.append("</div>")


def _write_blocks(renderer: ContentRenderer, node: Tag, blocks: list[Node]) -> None:
    attributes = [a for a in node.attributes if a.name not in ("className", "class")]
    renderer.write([Tag("CodeGroup", attributes, blocks, node.line, node.column)])


def name_blocks(blocks: Iterable[Node], word: str) -> Iterator[Node]:
    """Give blocks without a title one: Request, Request 2, …"""
    count = 0
    for block in blocks:
        if isinstance(block, CodeBlock) and not read_fence(block.language, block.meta).title:
            count += 1
            name = word if count == 1 else f"{word} {count}"
            yield replace(block, meta=f'{block.meta} title="{name}"'.strip())
        else:
            yield block


def _is_blank(node: Node) -> bool:
    return isinstance(node, str) and not node.strip()


def _find_column(renderer: ContentRenderer) -> Column:
    """Return the page's right column; it is planned when the first part is met."""
    if renderer.column is None:
        renderer.column = _plan_column(renderer.document.nodes)
    return renderer.column


def _plan_column(nodes: Iterable[Node]) -> Column:
    parts: dict[str, Tag] = {}
    for node in _open_tags(nodes):
        if node.name == "Panel":
            return Column([node])
        if node.name in _EXAMPLES:
            parts.setdefault(node.name or "", node)
    return Column(list(parts.values()))


def _open_tags(nodes: Iterable[Node]) -> Iterator[Tag]:
    for node in flatten_nodes(nodes):
        if isinstance(node, Tag):
            yield node
            if node.name in _OPEN:
                yield from _open_tags(node.children)


COMPONENTS: dict[str, Component] = {
    **dict.fromkeys(_EXAMPLES, _write_example),
    "Panel": _write_panel,
}

"""Tooltip: a word with an explanation on hover, focus and tap; in print, it is in brackets."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from octavo.content.nodes import Element, Node, Tag, find_name
from octavo.render.content.components.plain import render_link, render_new_tab
from octavo.render.content.components.properties import Component, ComponentTag

if TYPE_CHECKING:
    from octavo.render.content.nodes import ContentRenderer
    from octavo.render.twin.writer import TwinWriter

_LINKS = frozenset({"a", "Link", "button"})


def _render_tooltip(page: ContentRenderer, tag: ComponentTag) -> str:
    tip = page.render_caption(tag, "tip")
    headline = page.render_title(tag, "headline")
    action = _render_action(page, tag)
    if not (tip or headline or action):
        return page.render_nodes(tag.children)
    page.scripts.add("components/tooltips.js")
    id_ = page.build_unique_id("tooltip")
    # A link in the word takes the focus, or else the word itself.
    focus = "" if _holds_link(tag.children) else ' tabindex="0" role="button"'
    role = "" if action else ' role="tooltip"'
    head = f'<strong class="tooltip-headline">{headline}</strong>' if headline else ""
    return (
        f'<span{tag.render_classes("tooltip")}><span class="tooltip-word"{focus} '
        f'aria-describedby="{id_}">{page.render_nodes(tag.children)}</span>'
        f'<span class="tooltip-bubble"{role} id="{id_}" popover="manual">{head}{tip}{action}'
        "</span></span>"
    )


def _holds_link(nodes: Iterable[Node]) -> bool:
    return any(
        find_name(node) in _LINKS or _holds_link(node.children)
        for node in nodes
        if isinstance(node, (Element, Tag))
    )


def _render_action(page: ContentRenderer, tag: ComponentTag) -> str:
    label = page.render_title(tag, "cta")
    link = render_link(page, tag)
    if not link:
        return ""
    opens = render_new_tab(page.say) if 'target="_blank"' in link else ""
    return f'<a class="tooltip-cta"{link}>{label or page.say("Read more")}{opens}</a>'


def _write_tooltip(twin: TwinWriter, tag: ComponentTag) -> str:
    word = twin.write_line(tag.children)
    headline, tip = twin.write_words(tag, "headline"), twin.write_caption(tag, "tip")
    explanation = ": ".join(filter(None, [headline, tip]))
    address = tag.read_string("href").strip()
    if href := twin.resolve(address) if address else None:
        explanation += f" [{twin.write_words(tag, 'cta') or 'Read more'}]({href})"
    return f"{word} ({explanation.strip()})" if explanation else word


COMPONENTS: dict[str, Component] = {
    "Tooltip": Component(_render_tooltip, _write_tooltip, is_inline=True)
}

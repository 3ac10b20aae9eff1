"""Prompt: a text for an assistant that readers copy, or open in an editor."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING
from urllib.parse import quote

from octavo.content.nodes import CodeBlock, Element, Expression, Math, Node, Tag
from octavo.render.content.components.inline.icon import render_icon_of
from octavo.render.content.components.properties import (
    Properties,
    read_items,
    render_caption,
    render_classes,
)
from octavo.render.html import escape_attribute, escape_text

if TYPE_CHECKING:
    from octavo.render.content.components.properties import Component
    from octavo.render.content.nodes import ContentRenderer

_EDITOR = "https://cursor.com/link/prompt?text="
_AROUND = {"strong": "**", "em": "*", "del": "~~", "code": "`"}


def _write_prompt(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    renderer.scripts.add("components/copy.js")
    source = render_markdown(node.children).strip()
    id_ = renderer.build_unique_id("prompt")
    actions = read_items(properties, "actions") or ["copy"]
    description = render_caption(renderer, node, properties, "description") or renderer.say(
        "Prompt"
    )
    renderer.out.append(
        f'<div{render_classes("prompt", properties)}><div class="prompt-head">'
        f"{render_icon_of(renderer, node, properties)}"
        f'<p class="prompt-description">{description}</p><div class="prompt-actions">'
    )
    if "copy" in actions:
        renderer.out.append(
            '<span class="needs-script"><button class="button button-quiet" type="button" '
            f'data-copy-from="{id_}">{renderer.say("Copy prompt")}</button></span>'
        )
    if "cursor" in actions:
        href = escape_attribute(_EDITOR + quote(source, safe=""))
        renderer.out.append(
            f'<a class="button button-quiet" href="{href}" target="_blank" rel="noopener">'
            f"{renderer.say('Open in {name}', name='Cursor')}</a>"
        )
    renderer.out.append(
        '</div></div><details class="prompt-details">'
        f"<summary>{renderer.say('Read the prompt')}</summary>"
        f'<pre class="prompt-text" id="{id_}" tabindex="0">{escape_text(source)}</pre>'
        "</details></div>"
    )


def render_markdown(nodes: Iterable[Node], indent: str = "") -> str:
    """Return nodes as Markdown again, as well as a prompt needs it."""
    return "".join(_render_node(node, indent) for node in nodes)


def _render_node(node: Node, indent: str) -> str:
    if isinstance(node, str):
        return node
    if isinstance(node, CodeBlock):
        return f"```{node.language}\n{node.text}\n```\n\n"
    if isinstance(node, Math):
        return f"${node.text}$"
    if isinstance(node, Expression):
        return f"{{{node.source}}}"
    if isinstance(node, Tag):
        return render_markdown(node.children, indent)
    return _render_element(node, indent) if isinstance(node, Element) else ""


def _render_element(node: Element, indent: str) -> str:
    inner = render_markdown(node.children, indent)
    tag = node.tag
    if tag in _AROUND:
        return f"{_AROUND[tag]}{inner}{_AROUND[tag]}"
    if tag in ("ul", "ol"):
        return _list_as_markdown(node, indent)
    if tag == "a":
        return f"[{inner}]({(node.properties or {}).get('href', '')})"
    if tag == "br":
        return "\n"
    if tag == "hr":
        return "---\n\n"
    if len(tag) == 2 and tag[0] == "h":
        return f"{'#' * int(tag[1])} {inner}\n\n"
    if tag == "blockquote":
        return "".join(f"> {line}\n" for line in inner.strip().split("\n")) + "\n"
    return f"{inner}\n\n" if tag == "p" else inner


def _list_as_markdown(node: Element, indent: str) -> str:
    lines = []
    for number, entry in enumerate(node.children, 1):
        if isinstance(entry, Element):
            mark = "- " if node.tag == "ul" else f"{number}. "
            inner = render_markdown(entry.children, indent + "  ").strip()
            text = inner.replace("\n", f"\n{indent}  ")
            lines.append(f"\n{indent}{mark}{text}" if indent else f"{mark}{text}\n")
    return "".join(lines) + ("" if indent else "\n")


COMPONENTS: dict[str, Component] = {"Prompt": _write_prompt}

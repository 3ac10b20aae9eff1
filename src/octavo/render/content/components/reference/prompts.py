"""Prompt: a text for an assistant that readers copy, or open in an editor."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING
from urllib.parse import quote

from octavo.content.nodes import CodeBlock, Element, Expression, Math, Node, Tag
from octavo.render.content.components.inline.icon import render_icon_of
from octavo.render.content.components.properties import Component, ComponentTag
from octavo.render.html import escape_attribute, escape_text
from octavo.render.twin.text import write_fence

if TYPE_CHECKING:
    from octavo.render.content.nodes import ContentRenderer
    from octavo.render.twin.writer import TwinWriter

_EDITOR = "https://cursor.com/link/prompt?text="
_AROUND = {"strong": "**", "em": "*", "del": "~~", "code": "`"}


def _render_prompt(page: ContentRenderer, tag: ComponentTag) -> str:
    page.scripts.add("components/copy.js")
    source = _build_markdown(tag.children).strip()
    id_ = page.build_unique_id("prompt")
    actions = tag.read_items("actions") or ["copy"]
    description = page.render_caption(tag, "description") or page.say("Prompt")
    buttons = ""
    if "copy" in actions:
        buttons += (
            '<span class="needs-script"><button class="button button-quiet" type="button" '
            f'data-copy-from="{id_}">{page.say("Copy prompt")}</button></span>'
        )
    if "cursor" in actions:
        href = escape_attribute(_EDITOR + quote(source, safe=""))
        buttons += (
            f'<a class="button button-quiet" href="{href}" target="_blank" rel="noopener">'
            f"{page.say('Open in {name}', name='Cursor')}</a>"
        )
    return (
        f'<div{tag.render_classes("prompt")}><div class="prompt-head">{render_icon_of(page, tag)}'
        f'<p class="prompt-description">{description}</p>'
        f'<div class="prompt-actions">{buttons}</div></div>'
        f'<details class="prompt-details"><summary>{page.say("Read the prompt")}</summary>'
        f'<pre class="prompt-text" id="{id_}" tabindex="0">{escape_text(source)}</pre>'
        "</details></div>"
    )


def _write_prompt(twin: TwinWriter, tag: ComponentTag) -> list[str]:
    description = twin.write_caption(tag, "description") or "Prompt"
    return [description, write_fence(_build_markdown(tag.children).strip(), "text")]


def _build_markdown(nodes: Iterable[Node], indent: str = "") -> str:
    """Return nodes as Markdown again, as well as a prompt needs it."""
    return "".join([_build_node(node, indent) for node in nodes])


def _build_node(node: Node, indent: str) -> str:
    match node:
        case str():
            return node
        case CodeBlock():
            return f"```{node.language}\n{node.text}\n```\n\n"
        case Math():
            return f"${node.text}$"
        case Expression():
            return f"{{{node.source}}}"
        case Tag():
            return _build_markdown(node.children, indent)
        case Element():
            return _build_element(node, indent)
        case _:
            return ""


def _build_element(node: Element, indent: str) -> str:
    inner = _build_markdown(node.children, indent)
    match node.tag:
        case "strong" | "em" | "del" | "code" as tag:
            return f"{_AROUND[tag]}{inner}{_AROUND[tag]}"
        case "ul" | "ol":
            return _build_list(node, indent)
        case "a":
            return f"[{inner}]({(node.properties or {}).get('href', '')})"
        case "br":
            return "\n"
        case "hr":
            return "---\n\n"
        case "h1" | "h2" | "h3" | "h4" | "h5" | "h6" as tag:
            return f"{'#' * int(tag[1])} {inner}\n\n"
        case "blockquote":
            return "".join([f"> {line}\n" for line in inner.strip().split("\n")]) + "\n"
        case "p":
            return f"{inner}\n\n"
        case _:
            return inner


def _build_list(node: Element, indent: str) -> str:
    lines = []
    for number, entry in enumerate(node.children, 1):
        if isinstance(entry, Element):
            mark = "- " if node.tag == "ul" else f"{number}. "
            inner = _build_markdown(entry.children, indent + "  ").strip()
            text = inner.replace("\n", f"\n{indent}  ")
            lines.append(f"\n{indent}{mark}{text}" if indent else f"{mark}{text}\n")
    return "".join(lines) + ("" if indent else "\n")


COMPONENTS = {"Prompt": Component(_render_prompt, _write_prompt)}

"""Prompt: a text for an assistant that readers copy, or open in an editor."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from octavo.render.basis.html import escape_attribute, escape_text
from octavo.render.content.components.inline.icon import render_icon_of
from octavo.render.content.components.properties import Component, ComponentTag
from octavo.render.twin.text import join_blocks, write_fence

if TYPE_CHECKING:
    from octavo.render.content.nodes import ContentRenderer
    from octavo.render.twin.writer import TwinWriter

_EDITOR = "https://cursor.com/link/prompt?text="


def _render_prompt(page: ContentRenderer, tag: ComponentTag) -> str:
    from octavo.render.twin.writer import TwinWriter  # noqa: PLC0415 (which knows all components)

    page.scripts.add("components/copy.js")
    source = _write_source(TwinWriter(page.source, page.links), tag)
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
    return [description, write_fence(_write_source(twin, tag), "text")]


def _write_source(twin: TwinWriter, tag: ComponentTag) -> str:
    return join_blocks(twin.write_blocks(tag.children))


COMPONENTS: dict[str, Component] = {"Prompt": Component(_render_prompt, _write_prompt)}

"""Frame: a picture on a soft background, with a caption below and a hint above."""

from __future__ import annotations

from typing import TYPE_CHECKING

from octavo.render.content.components.properties import Component, ComponentTag, render_part

if TYPE_CHECKING:
    from octavo.render.content.nodes import ContentRenderer
    from octavo.render.twin.writer import TwinWriter


def _render_frame(page: ContentRenderer, tag: ComponentTag) -> str:
    return (
        f"<figure{tag.render_classes('frame')}>"
        f"{render_part('p', 'frame-hint', page.render_caption(tag, 'hint'))}"
        f'<div class="frame-content flow">{page.render_nodes(tag.children)}</div>'
        f"{render_part('figcaption', 'frame-caption', page.render_caption(tag, 'caption'))}"
        "</figure>"
    )


def _write_frame(twin: TwinWriter, tag: ComponentTag) -> list[str]:
    hint, caption = twin.write_caption(tag, "hint"), twin.write_caption(tag, "caption")
    return [hint, *twin.write_blocks(tag.children), caption]


COMPONENTS: dict[str, Component] = dict.fromkeys(
    ("Frame", "Example"), Component(_render_frame, _write_frame)
)

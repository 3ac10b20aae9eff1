"""Frame: a picture on a soft ground, with a caption below and a hint above."""

from __future__ import annotations

from typing import TYPE_CHECKING

from octavo.content.nodes import Tag
from octavo.render.content.components.properties import Properties, render_caption, render_classes

if TYPE_CHECKING:
    from octavo.render.content.components.properties import Component
    from octavo.render.content.nodes import ContentRenderer


def _write_frame(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    out = renderer.out
    out.append(f"<figure{render_classes('frame', properties)}>")
    hint = render_caption(renderer, node, properties, "hint")
    if hint:
        out.append(f'<p class="frame-hint">{hint}</p>')
    out.append('<div class="frame-content flow">')
    renderer.write(node.children)
    out.append("</div>")
    below = render_caption(renderer, node, properties, "caption")
    if below:
        out.append(f'<figcaption class="frame-caption">{below}</figcaption>')
    out.append("</figure>")


COMPONENTS: dict[str, Component] = {"Frame": _write_frame, "Example": _write_frame}

"""Icon, and the icons that other components show: a name, a file, an address or drawn SVG."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import quote

from octavo.content.nodes import CodeBlock, Tag
from octavo.problems import Location, Problem
from octavo.render.content.components.properties import (
    Properties,
    read_color,
    read_number,
    read_text,
    render_classes,
)
from octavo.render.html import escape_attribute
from octavo.render.icons.library import check_icon, find_icon, find_neutral_icon, is_picture
from octavo.values import replace

if TYPE_CHECKING:
    from octavo.render.content.components.properties import Component
    from octavo.render.content.nodes import ContentRenderer

_MAX_SIZE = 512


def render_icon_of(
    renderer: ContentRenderer,
    node: Tag | CodeBlock,
    properties: Properties,
    *,
    tint: str | None = None,
) -> str:
    """Return the icon of a component as HTML; nothing when it has none."""
    value = properties.get("icon")
    if isinstance(value, Tag):
        return f'<span class="icon" aria-hidden="true">{renderer.render_nodes([value])}</span>'
    name = read_text(properties, "icon")
    if not name:
        return ""
    attributes = ' class="icon" aria-hidden="true"'
    return _render(renderer, node, name, read_text(properties, "iconType"), tint, attributes)


def _render(
    renderer: ContentRenderer,
    node: Tag | CodeBlock,
    name: str,
    style: str,
    tint: str | None,
    attributes: str,
) -> str:
    if is_picture(name):
        if name.lstrip().startswith("<"):
            source: str | None = f"data:image/svg+xml,{quote(name)}"  # an image runs no script
        else:
            source = renderer.resolve_file(name, node)
        return f'<img{attributes} src="{escape_attribute(source or "")}" alt="">' if source else ""
    icon = find_icon(name, style or None)
    problems = _tell(name, style)
    if problems:
        place = renderer.locate(node)
        renderer.problems.extend(replace(problem, location=place) for problem in problems)
    icon = icon or find_neutral_icon()
    # The attribute `color` of SVG, unlike a style, needs no permission of a content policy.
    painted = f' color="{escape_attribute(tint)}"' if tint else ""
    return f'<svg{attributes}{painted} viewBox="{icon.view_box}">{icon.body}</svg>'


@lru_cache(maxsize=256)
def _tell(name: str, style: str) -> tuple[Problem, ...]:
    """Return problems without their place: finding a name that is close takes milliseconds."""
    return tuple(check_icon(name, style or None, Location("")))


def _write_icon(renderer: ContentRenderer, node: Tag, properties: Properties) -> None:
    size = read_number(properties, "size", 0, 1, _MAX_SIZE)
    measures = f' width="{size}" height="{size}"' if size else ""
    attributes = f'{render_classes("icon icon-inline", properties)}{measures} aria-hidden="true"'
    value = properties.get("icon")
    if isinstance(value, Tag):  # its own size counts
        attributes = f'{render_classes("icon-drawn", properties)} aria-hidden="true"'
        renderer.out.append(f"<span{attributes}>{renderer.render_nodes([value])}</span>")
        return
    name = read_text(properties, "icon") or read_text(properties, "name")
    if name:
        style = read_text(properties, "iconType")
        tint = read_color(properties)
        renderer.out.append(_render(renderer, node, name, style, tint, attributes))


COMPONENTS: dict[str, Component] = {"Icon": _write_icon}

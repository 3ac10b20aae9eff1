"""Icon, and the icons that other components show: a name, a file, an address or drawn SVG."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import quote

from octavo.content.nodes import CodeBlock, Tag
from octavo.problems import Location, Problem
from octavo.render.basis.html import escape_attribute
from octavo.render.content.components.properties import Component, ComponentTag
from octavo.render.icons.library import check_icon, find_icon, find_neutral_icon, is_picture
from octavo.values import replace

if TYPE_CHECKING:
    from octavo.render.content.nodes import ContentRenderer
    from octavo.render.twin.writer import TwinWriter

_MAX_SIZE = 512
_BESIDE_WORDS = ' class="icon" aria-hidden="true"'


def render_icon_of(page: ContentRenderer, tag: ComponentTag, *, tint: str | None = None) -> str:
    """Return the icon of a component as HTML; empty without one."""
    value = tag.values.get("icon")
    if isinstance(value, Tag):
        return f"<span{_BESIDE_WORDS}>{page.render_nodes([value])}</span>"
    name, style = tag.read_string("icon"), tag.read_string("iconType")
    return render_named_icon(page, tag.node, name, style, tint=tint)


def render_named_icon(
    page: ContentRenderer,
    node: Tag | CodeBlock,
    name: str | None,
    style: str = "",
    attributes: str = _BESIDE_WORDS,
    tint: str | None = None,
) -> str:
    """Return the icon for a name, a file, an address or SVG; empty without one."""
    if not name:
        return ""
    if is_picture(name):
        if name.lstrip().startswith("<"):
            source: str | None = f"data:image/svg+xml,{quote(name)}"  # An image runs no script.
        else:
            source = page.resolve_file(name, node)
        return f'<img{attributes} src="{escape_attribute(source or "")}" alt="">' if source else ""
    icon = find_icon(name, style or None)
    problems = _tell(name, style)
    if problems:
        place = page.locate(node)
        page.problems.extend(replace(problem, location=place) for problem in problems)
    icon = icon or find_neutral_icon()
    # The SVG attribute `color`, unlike a style, needs no permission in a content policy.
    painted = f' color="{escape_attribute(tint)}"' if tint else ""
    return f'<svg{attributes}{painted} viewBox="{icon.view_box}">{icon.body}</svg>'


@lru_cache(maxsize=256)
def _tell(name: str, style: str) -> tuple[Problem, ...]:
    """Return problems without a location, cached because similar names are slow to find."""
    return tuple(check_icon(name, style or None, Location("")))


def _render_icon(page: ContentRenderer, tag: ComponentTag) -> str:
    value = tag.values.get("icon")
    if isinstance(value, Tag):  # Its own size has priority.
        classes = tag.render_classes("icon-drawn")
        return f'<span{classes} aria-hidden="true">{page.render_nodes([value])}</span>'
    size = tag.read_number("size", 0, 1, _MAX_SIZE)
    measures = f' width="{size}" height="{size}"' if size else ""
    attributes = f'{tag.render_classes("icon icon-inline")}{measures} aria-hidden="true"'
    name, style = tag.read_string("icon") or tag.read_string("name"), tag.read_string("iconType")
    return render_named_icon(page, tag.node, name, style, attributes, tag.read_color())


def _write_icon(_twin: TwinWriter, _tag: ComponentTag) -> str:
    """Return "", because an icon accompanies words."""
    return ""


COMPONENTS: dict[str, Component] = {"Icon": Component(_render_icon, _write_icon, is_inline=True)}

"""Update: an entry of a changelog, with its label next to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from octavo.content.headings import build_slug, read_plain_text
from octavo.content.leads import strip_marks
from octavo.content.nodes import Element, Node
from octavo.render.basis.html import escape_attribute, escape_text
from octavo.render.content.components.properties import Component, ComponentTag, render_part
from octavo.render.twin.text import escape_text as escape_markdown
from octavo.settings.dates import read_day

if TYPE_CHECKING:
    from octavo.render.content.nodes import ContentRenderer
    from octavo.render.twin.writer import TwinWriter


_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})


class Update(NamedTuple):
    """The facts about an entry for feeds."""

    anchor: str
    """The id of its place in the page."""
    slug: str
    """The id from its label alone."""
    label: str
    description: str
    html: str
    title: str = ""
    """The title for feeds, instead of the label."""
    tags: tuple[str, ...] = ()


def _render_update(page: ContentRenderer, tag: ComponentTag) -> str:
    id_ = escape_attribute(page.find_heading_id(tag.node) or page.build_unique_id("update"))
    label = page.render_title(tag, "label") or page.say("Update")
    marks = page.render_heading_marks(tag.node)
    tags = "".join([f"<li>{escape_text(each)}</li>" for each in tag.read_items("tags")])
    description = page.render_title(tag, "description")
    body = page.render_body(tag.children)
    if page.links.origin:
        page.updates.append(_read_update(page, tag, body))
    return (
        f'<section{tag.render_classes("update")} id="{id_}"><div class="update-side">'
        f'<h2 class="update-label">{marks}<a class="update-link" href="#{id_}">{label}</a></h2>'
        f"{render_part('ul', 'update-tags', tags)}"
        f"{render_part('p', 'update-description', description)}"
        f'</div><div class="update-content flow">{body}</div></section>'
    )


def _read_update(page: ContentRenderer, tag: ComponentTag, html: str) -> Update:
    """Return the facts about an update for feeds; its `rss` may replace some of them."""
    rss = tag.values.get("rss")
    words = ComponentTag(tag.node, {**rss} if isinstance(rss, Mapping) else {"description": rss})
    title = page.find_heading_title(tag.node)
    label = tag.read_string("label") or title or page.say("Update")
    description = tag.read_string("description")
    about = "" if read_day(description) else strip_marks(description)
    return Update(
        page.find_heading_id(tag.node),
        build_slug(label) or "update",
        label,
        description,
        escape_text(words.read_string("description")) or html,
        words.read_string("title") or _find_heading(tag.node.children) or about,
        tuple(tag.read_items("tags")),
    )


def _find_heading(nodes: Iterable[Node]) -> str:
    """Return the text of the first heading of an update, which names its topic."""
    headings = (each for each in nodes if isinstance(each, Element) and each.tag in _HEADINGS)
    return next((read_plain_text(each.children).strip() for each in headings), "")


def _write_update(twin: TwinWriter, tag: ComponentTag) -> list[str]:
    return [
        f"## {twin.write_words(tag, 'label') or 'Update'}",
        ", ".join(map(escape_markdown, tag.read_items("tags"))),
        twin.write_words(tag, "description"),
        *twin.write_blocks(tag.children),
    ]


COMPONENTS: dict[str, Component] = {"Update": Component(_render_update, _write_update)}

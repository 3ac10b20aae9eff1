"""Builds a page's content, with the values that the page shell shows around it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from octavo.content.headings import Heading, read_headings
from octavo.content.mdx import parse_mdx
from octavo.content.nodes import Document
from octavo.problems import Location, Problem, attempt
from octavo.project.missing_settings import SETTINGS_NAME
from octavo.render.basis.html import escape_attribute, escape_text
from octavo.render.basis.policy import Needs
from octavo.render.basis.rendered import SEARCH_OF_PAGE, TWIN_OF_PAGE
from octavo.render.basis.wording import ENGLISH, Wording
from octavo.render.content.components.containers.updates import Update
from octavo.render.content.nodes import ContentRenderer
from octavo.render.twin.writer import write_document
from octavo.render.utilities.classes import render_utilities
from octavo.search.page_text import Section, read_sections
from octavo.site.fragments import FragmentLink
from octavo.site.links import LinkResolver
from octavo.values import Struct, field

ImageSize = Callable[[str], tuple[int, int] | None]
"""Returns the size of a picture, by its source."""

_CONTENTS_LEVELS = range(1, 5)


class ContentsEntry(NamedTuple):
    """An entry of the table of contents; `nested` ones belong to the entry before them."""

    id: str
    title: str
    nested: bool


class RenderedContent(Struct, frozen=True):
    """A document as HTML, with its table of contents and its problems."""

    html: str
    contents: tuple[ContentsEntry, ...]
    problems: tuple[Problem, ...]
    scripts: frozenset[str] = frozenset()
    """The names of the scripts that the content needs."""
    files: Mapping[str, bytes] = field(default_factory=dict)
    """The files that the content shows and that are created with it, by output path."""
    stylesheet: str | None = None
    """The output path of the style sheet for this content only; it is one of the files."""
    aside_html: str = ""
    """The HTML of the right column, which is also in the content, at its place in the text."""
    aside_parts: Mapping[str, str] = field(default_factory=dict)
    """The parts of the right column by kind: request, response, panel."""
    ids: frozenset[str] = frozenset()
    """The ids in the content."""
    sheets: tuple[str, ...] = ()
    """The additional style sheets of the theme that the content needs."""
    fragments: tuple[FragmentLink, ...] = ()
    """Its links to places inside pages."""
    needs: Needs = field(default_factory=dict)
    """The needs for the policy of its page."""
    sections: tuple[Section, ...] = ()
    """Its text, for the search."""
    twin: str = ""
    """Its Markdown."""
    updates: tuple[Update, ...] = ()
    """The updates for feeds, if the address of the site is known."""


def render_content(
    source: str,
    document: Document,
    links: LinkResolver,
    image_size: ImageSize | None = None,
    expanded: str = "none",
    say: Wording = ENGLISH,
) -> RenderedContent:
    """Render a page's document; `expanded` names the parts of parameters that are open at first."""
    headings = read_headings(document.nodes)
    renderer = ContentRenderer(source, document, headings, links, image_size, expanded, say)
    html = renderer.render()
    stylesheet = _add_stylesheet(renderer)
    place, tell = Location(source), renderer.problems.append
    sections = attempt(lambda: read_sections(document, headings), (), SEARCH_OF_PAGE, place, tell)
    twin = attempt(lambda: write_document(source, document, links), "", TWIN_OF_PAGE, place, tell)
    return RenderedContent(
        html,
        read_contents(headings),
        tuple(renderer.problems),
        frozenset(renderer.scripts),
        renderer.files,
        stylesheet,
        renderer.aside,
        renderer.aside_parts,
        renderer.used_ids,
        tuple(sorted(renderer.sheets)),
        needs=renderer.needs,
        fragments=tuple(renderer.fragments),
        sections=sections,
        twin=twin,
        updates=tuple(renderer.updates),
    )


def _add_stylesheet(renderer: ContentRenderer) -> str | None:
    """Add the rules for the author's class names and styles to the files, if there are any."""
    if not renderer.classes and not renderer.rules:
        return None
    rules = (renderer.rules[name] for name in sorted(renderer.rules))
    css = render_utilities(renderer.classes) + "".join(rules)
    if not css:
        return None
    digest = hashlib.sha256(css.encode()).hexdigest()[:12]
    output = f"_octavo/pages/{digest}.css"
    renderer.files[output] = css.encode()
    return output


def read_contents(headings: Iterable[Heading]) -> tuple[ContentsEntry, ...]:
    """Return the table of contents: h1 and h2 at the first level, h3 and h4 below them."""
    entries: list[ContentsEntry] = []
    for heading in headings:
        if heading.top and heading.level in _CONTENTS_LEVELS and heading.title:
            nested = heading.level > 2 and bool(entries)
            entries.append(ContentsEntry(heading.id, heading.title, nested))
    return tuple(entries)


def render_contents(entries: Iterable[ContentsEntry]) -> str:
    """Return the list of a page's headings; empty without any."""
    items = [
        f'<li class="toc-item{" toc-nested" if entry.nested else ""}">'
        f'<a href="#{escape_attribute(entry.id)}">{escape_text(entry.title)}</a></li>'
        for entry in entries
    ]
    return f'<ul class="toc-list">{"".join(items)}</ul>' if items else ""


def render_markdown(text: str, links: LinkResolver) -> str:
    """Return a Markdown text of the settings as HTML."""
    return render_content(SETTINGS_NAME, parse_mdx(text, SETTINGS_NAME), links).html


def render_eyebrow(names: Sequence[str]) -> str:
    """Return the line above the title: a name, or a list of several."""
    if len(names) < 2:
        return escape_text("".join(names))
    return f"<ol>{''.join(f'<li>{escape_text(name)}</li>' for name in names)}</ol>"

"""The places in a page for its own content.

A page is a shell (the site's parts: header, sidebar, footer) with slots for the page's own parts.

The shells of a site differ in a few texts, such as the title, and in which of them a page has. So
the template is filled once for all pages with the same ones, with placeholders for the texts, and
each page fills in its texts.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Container, Hashable, Iterable, Mapping, Sequence
from typing import Any

from octavo.content.nodes import Document
from octavo.problems import Problem
from octavo.render.assets.english_scripts import SPOKEN
from octavo.render.basis.changing import (
    PageRules,
    find_first_words,
    render_data,
    render_day,
    render_description,
)
from octavo.render.basis.html import escape_attribute
from octavo.render.basis.policy import Needs, SitePolicy, join_needs
from octavo.render.basis.wording import ENGLISH, Wording
from octavo.render.content.components.containers.updates import Update
from octavo.render.content.page import (
    ContentsEntry,
    ImageSize,
    RenderedContent,
    render_content,
    render_contents,
)
from octavo.render.listings.feeds import (
    Channel,
    build_feed_output,
    render_feed_links,
    render_feeds,
    render_subscribe,
)
from octavo.search.page_text import Section
from octavo.site.fragments import FragmentLink
from octavo.site.links import LinkResolver
from octavo.site.urls import build_file_href
from octavo.values import Struct, field

SLOTS = ("policy", "summary", "data", "sheets", "contents", "lead", "body", "day", "scripts")
"""The names of the slots, in the order of the page."""

MODES_WITHOUT_CONTENTS = frozenset({"wide", "center", "custom", "frame"})


class PageContent(Struct, frozen=True):
    """The rendered content of a page, with all its needs."""

    html: str
    contents: tuple[ContentsEntry, ...] = ()
    problems: tuple[Problem, ...] = ()
    scripts: tuple[str, ...] = ()
    """The names of the scripts that the content needs, sorted."""
    files: Mapping[str, bytes] = field(default_factory=dict)
    """The files that are created with it, by output path."""
    stylesheet: str | None = None
    """The style sheet of this page only; it is one of the files."""
    sheets: tuple[str, ...] = ()
    """The additional style sheets of the theme that it needs."""
    lead: str = ""
    """HTML of the line below the title, if the page's settings have none."""
    has_aside: bool = False
    """Whether its right column replaces the table of contents."""
    needs: Needs = field(default_factory=dict)
    """The needs for the policy of the page, in a stable order."""
    fragments: tuple[FragmentLink, ...] = ()
    """Its links to places inside pages."""
    sections: tuple[Section, ...] = ()
    """Its text, for the search."""
    twin: str = ""
    """Its Markdown."""
    updates: tuple[Update, ...] = ()
    """The updates for feeds, if the address of the site is known."""
    is_failure: bool = False
    """Whether it only reports that the page failed to render, so that no list includes it."""


def build_page_content(document: Document, content: RenderedContent, lead: str = "") -> PageContent:
    """Return the content of a page from its document and its rendered parts."""
    return PageContent(
        content.html,
        content.contents,
        (*document.problems, *content.problems),
        tuple(sorted(content.scripts)),
        content.files,
        content.stylesheet,
        content.sheets,
        lead,
        has_aside=bool(content.aside_html),
        needs=join_needs(content.needs) if content.needs else {},
        fragments=content.fragments,
        sections=content.sections,
        twin=content.twin,
        updates=content.updates,
    )


def build_failure(say: Wording, problems: tuple[Problem, ...] = ()) -> PageContent:
    """Return the content of a page that failed to render, without the reason."""
    text = say("This page could not be made.")
    more = say("The authors of this site can see the reason.")
    html = f"<p>{text}</p>\n<p>{more}</p>"
    return PageContent(html, problems=problems, twin=f"{text}\n\n{more}", is_failure=True)


def render_text(
    source: str,
    document: Document,
    links: LinkResolver,
    image_size: ImageSize,
    say: Wording = ENGLISH,
) -> PageContent:
    """Render the content of a page without an API part."""
    content = render_content(source, document, links, image_size, say=say)
    return build_page_content(document, content)


class SlotRules(Struct, frozen=True):
    """The facts about a site for filling the slots of its pages."""

    base_path: str
    asset_folder: str
    scripts: Mapping[str, Sequence[str]]
    """The scripts of the theme for pages of each mode, by mode."""
    author_scripts: Sequence[str]
    """The addresses of the author's scripts."""
    policy: SitePolicy
    """The policy of all pages."""
    feed_icon: str
    """The icon of the link to a feed."""

    def fill(
        self, page: PageRules, content: PageContent, day: str | None, say: Wording
    ) -> tuple[str, ...]:
        """Return the content of each slot of a page; `day` is its last change."""
        mode = page.mode
        entries = () if mode in MODES_WITHOUT_CONTENTS else content.contents
        contents = render_contents(entries)
        words = find_first_words(content.sections) if page.described else ""
        feed = Channel(*page.channel) if content.updates and page.channel else None
        return (
            self.policy.build_page_policy(content.needs).render_element(),
            render_description(page, words) + (render_feed_links(feed) if feed else ""),
            render_data(page, words, day),
            self._render_sheets(content),
            "" if content.has_aside else _render_contents_column(contents, say),
            (f'\n<p class="page-description">{content.lead}</p>' if content.lead else "")
            + (render_subscribe(feed, self.feed_icon, say) if feed and page.shows_feed else ""),
            _render_contents_bar(contents, say)
            + f'\n<div class="mdx-content prose">{content.html}</div>',
            render_day(page, day, say),
            self.render_script_tags([*self.scripts[mode], *content.scripts], say),
        )

    def render_script_tags(self, names: Iterable[str], say: Wording = ENGLISH) -> str:
        """Return the elements that load scripts of the theme, and those of the author."""
        folder = SPOKEN if say.table else ""
        own = [
            f'<script type="module" src="{self._build_asset_address(folder + name)}"></script>'
            for name in dict.fromkeys(names)
        ]
        author = [
            f'<script src="{escape_attribute(address)}" defer></script>'
            for address in self.author_scripts
        ]
        return "\n".join([*own, *author])

    def _render_sheets(self, content: PageContent) -> str:
        addresses = [self._build_asset_address(name) for name in content.sheets]
        if content.stylesheet:
            addresses.append(build_file_href(content.stylesheet, self.base_path))
        return "".join(
            f'\n<link rel="stylesheet" href="{escape_attribute(address)}">' for address in addresses
        )

    def _build_asset_address(self, name: str) -> str:
        return build_file_href(f"{self.asset_folder}/{name}", self.base_path)


def render_page_feeds(
    url: str,
    page: PageRules,
    content: PageContent,
    day: str | None,
    own_files: Container[str],
) -> dict[str, bytes]:
    """Return the feeds of a page by output, without those that the author wrote."""
    if not content.updates or not page.channel:
        return {}
    feeds = render_feeds(Channel(*page.channel), content.updates, page.given_day or day)
    outputs = {build_feed_output(url, name): data for name, data in feeds.items()}
    return {output: data for output, data in outputs.items() if output not in own_files}


def _render_contents_bar(contents: str, say: Wording) -> str:
    if not contents:
        return ""
    return (
        f'\n<details class="contents-bar">\n<summary>{say("On this page")}</summary>\n'
        f"{contents}\n</details>"
    )


def _render_contents_column(contents: str, say: Wording) -> str:
    if not contents:
        return ""
    return (
        '\n<div id="table-of-contents" class="toc">\n<nav aria-labelledby="toc-title">\n'
        f'<p id="toc-title" class="toc-title">{say("On this page")}</p>\n'
        f"{contents}\n</nav>\n</div>"
    )


class Shells:
    """The shells of one site, created on demand."""

    def __init__(self) -> None:
        from octavo.render.shell.templates import mark_html  # noqa: PLC0415 (not if nothing changed)

        self._mark_html = mark_html
        self._pieces: dict[Hashable, list[bytes]] = {}
        self._mark = os.urandom(8).hex()
        self._slot = mark_html(f"<!-- {self._mark} -->")
        self._text = re.compile(f"<!-- {self._mark} (\\w+) -->")

    def cut(
        self, kind: Hashable, texts: Mapping[str, str], fill: Callable[[dict[str, Any]], str]
    ) -> list[bytes]:
        """Return the pieces between the slots of a page with these texts, which are HTML.

        `fill` fills the template for pages of this kind; it gets a placeholder for each text, ""
        for an empty one, and the slots.
        """
        values = {name.encode(): text.encode() for name, text in texts.items() if text}
        shape = (kind, *values)
        pieces = self._pieces.get(shape)
        if pieces is None:
            pieces = self._pieces[shape] = self._split(fill(self._build_marks(texts)))
        return [piece % values for piece in pieces]

    def _build_marks(self, texts: Mapping[str, str]) -> dict[str, Any]:
        marks = {
            name: self._mark_html(f"<!-- {self._mark} {name} -->") if text else ""
            for name, text in texts.items()
        }
        return {**marks, "slot": dict.fromkeys(SLOTS, self._slot)}

    def _split(self, html: str) -> list[bytes]:
        with_places = self._text.sub(r"%(\1)b", html.replace("%", "%%"))
        return with_places.encode().split(self._slot.encode())


def fill_shell(pieces: Sequence[bytes], slots: Sequence[str]) -> bytes:
    """Return the content of slots between the pieces of a shell."""
    parts = [pieces[0]]
    for slot, piece in zip(slots, pieces[1:], strict=True):
        parts += (slot.encode(), piece)
    return b"".join(parts)

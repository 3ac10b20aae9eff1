"""Renders the heads of the pages of one site."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from octavo.render.basis.changing import DESCRIPTIONS, PageRules, render_tag
from octavo.render.basis.html import escape_attribute
from octavo.render.basis.rendered import EMPTY_MODES
from octavo.render.head.indexing import Standing, find_canonical, is_indexed
from octavo.render.head.metadata import build_metadata, shows_days
from octavo.render.head.structured_data import render_structured_data
from octavo.render.head.titles import plan_titles
from octavo.render.listings.feeds import Channel
from octavo.settings.dates import read_day
from octavo.site.links import LinkResolver
from octavo.site.model import Page, Section, Site
from octavo.site.versions.languages import find_language
from octavo.site.versions.translations import Translations
from octavo.values import Struct


class RenderedHead(Struct, frozen=True):
    """The part of a page's head that does not change with its text."""

    title: str
    tags: str
    """HTML of its meta tags and links."""
    data: str
    """Its structured data, without the end."""
    rules: PageRules


class PageHeads:
    """Renders the heads of the pages of a site."""

    def __init__(self, site: Site, links: LinkResolver, translations: Translations) -> None:
        self._site = site
        self._links = links
        self._translations = translations

    def render(
        self, page: Page, section: Section | None, picture: Mapping[str, str]
    ) -> RenderedHead:
        """Return the head of a page; `picture` has the tags of its share picture."""
        settings, links = self._site.settings, self._links
        standing = self._find_standing(page)
        tags = build_metadata(page, settings, links, standing, picture)
        described = () if page.is_api else tuple(name for name in DESCRIPTIONS if name not in tags)
        data = ""
        if links.origin:
            data = render_structured_data(page, settings, section, links, standing, tags)
        own_title = page.settings.metadata.get("og:title")
        return RenderedHead(
            f"{own_title} - {settings.name}" if own_title else self._titles[page.url],
            "".join(render_tag(name, value) for name, value in tags.items())
            + self._render_links(page, standing.canonical),
            data,
            self._build_rules(page, described, standing),
        )

    def build_listing_rules(self, page: Page) -> PageRules:
        """Return only the facts about a page that lists of pages need."""
        return self._build_rules(page, (), self._find_standing(page))

    def _build_rules(self, page: Page, described: tuple[str, ...], standing: Standing) -> PageRules:
        own, mode = page.settings, page.settings.mode or ""
        # The sitemap lists public pages under their own addresses.
        is_own = standing.canonical == standing.address and not own.url
        given_day = read_day(own.last_updated_date) or ""
        is_asked = bool(own.last_updated_date) or shows_days(self._site.settings)
        shows_day = is_asked if own.timestamp is None else own.timestamp
        return PageRules(
            mode,
            described,
            bool(self._links.origin),
            given_day,
            shows_day and mode not in EMPTY_MODES,
            find_dated_source(page),
            is_own and standing.is_indexed,
            bool(self._links.origin) and own.rss is not False,
            bool(own.rss),
        )

    def build_channel(self, page: Page) -> Channel:
        """Return the channel for feeds of a page."""
        href = self._links.link_page(page.url)
        return Channel(
            page.title,
            page.description or "",
            self._site.settings.name,
            page.language,
            self._links.build_absolute(href),
            href,
        )

    def _find_standing(self, page: Page) -> Standing:
        settings, links = self._site.settings, self._links
        canonical = find_canonical(page, links, self._translations.find_original(page))
        return Standing(
            links.build_absolute(links.link_page(page.url)),
            canonical,
            is_indexed(page, settings),
            page.language,
        )

    @cached_property
    def _titles(self) -> dict[str, str]:
        return plan_titles(self._site)

    def _render_links(self, page: Page, canonical: str | None) -> str:
        links = [("canonical", "", canonical)] if canonical else []
        links += [
            ("alternate", f' hreflang="{escape_attribute(language)}"', address)
            for language, address in self._list_translations(page)
        ]
        if page.url in self._site.twins:
            twin = self._links.link_twin(page.url)
            links.append(("alternate", ' type="text/markdown"', twin))
        return "".join(
            f'\n<link rel="{kind}"{more} href="{escape_attribute(address)}">'
            for kind, more, address in links
        )

    def _list_translations(self, page: Page) -> list[tuple[str, str]]:
        """Return the languages of a page, including its own, with its addresses."""
        urls = self._translations.find(page) if self._links.origin else {}
        if not urls:
            return []
        default = find_language(self._site.settings, None)
        urls["x-default"] = urls.get(default) or next(iter(urls.values()))
        return [
            (language, self._links.build_absolute(self._links.link_page(url)))
            for language, url in urls.items()
        ]


def find_dated_source(page: Page) -> str:
    """Return the source file of a page: its own, or an API document."""
    return page.binding.document.source if page.generated and page.binding else page.source

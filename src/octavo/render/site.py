"""Renders a whole site: what is shared is made once, pages one by one when they are asked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import minijinja

from octavo.content.nodes import Document
from octavo.problems import Problem
from octavo.render.assets import Assets, build_assets, template_sources
from octavo.render.html import escape_attribute
from octavo.render.page import page_metadata, page_title, render_content
from octavo.render.sidebar import Sidebar, render_sidebar
from octavo.settings.urls import is_external
from octavo.site.divisions import visible_divisions
from octavo.site.links import LinkResolver
from octavo.site.model import Division, Page, Section, Site
from octavo.site.urls import file_href, page_href, page_output


@dataclass(frozen=True, slots=True)
class OutputFile:
    """A file to be written, by its path below the output folder."""

    output: str
    content: bytes


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """A page as it is written, and what was wrong with it."""

    file: OutputFile
    problems: tuple[Problem, ...]


def _escape_value(value: Any) -> Any:
    """Escape text in templates by our own rule; minijinja's also escapes every slash."""
    if isinstance(value, str) and not isinstance(value, minijinja.Markup):
        return minijinja.Markup(escape_attribute(value))
    return value


class SiteRenderer:
    """Renders the pages of one site for one base path."""

    def __init__(
        self,
        site: Site,
        *,
        styles: tuple[str, ...] = (),
        scripts: tuple[str, ...] = (),
        base_path: str = "",
    ) -> None:
        self.site = site
        self.links = LinkResolver(site, base_path)
        self._base_path = base_path
        self._sidebars = {
            key: render_sidebar(section, self.links) for key, section in site.sections.items()
        }
        self.assets: Assets = build_assets(site.settings, self._fragments())
        self._styles = [file_href(source, base_path) for source in styles]
        self._scripts = [file_href(source, base_path) for source in scripts]
        self._environment = minijinja.Environment(
            templates=template_sources(), finalizer=_escape_value
        )

    def render_page(self, page: Page, document: Document) -> RenderedPage:
        """Render one page."""
        content = render_content(page.source, document, self.links)
        values = self._shell_values(page)
        html = self._environment.render_template(
            "page.html",
            **values,
            content=content.html,
            contents=[
                {"id": entry.id, "title": entry.title, "nested": entry.nested}
                for entry in content.contents
            ],
        )
        problems = (*document.problems, *content.problems)
        return RenderedPage(OutputFile(page_output(page.url), html.encode()), problems)

    def render_shared(self) -> Iterator[OutputFile]:
        """Render the files that belong to no page: the theme's, redirects, the page not found."""
        for name, content in self.assets.contents.items():
            yield OutputFile(self.assets.output(name), content)
        for url, target in self._leading_elsewhere():
            html = self._environment.render_template("redirect.html", target=target)
            yield OutputFile(page_output(url), html.encode())
        html = self._environment.render_template("not_found.html", **self._common_values)
        yield OutputFile("404.html", html.encode())

    def _leading_elsewhere(self) -> Iterator[tuple[str, str]]:
        """Return urls without a page, and the address each leads to."""
        site = self.site
        for url, first in site.folders.items():
            yield url, self.links.page(first)
        for redirect in site.redirects:
            if not redirect.pattern and redirect.source not in site.folders:
                target = self.links.resolve(redirect.destination, "")
                if target is not None:
                    yield redirect.source, target.href

    # what pages have in common

    def _fragments(self) -> dict[str, str]:
        return {
            f"navigation-{number}.html": sidebar.whole
            for number, sidebar in enumerate(self._sidebars.values())
            if sidebar.is_large
        }

    @cached_property
    def _fragment_hrefs(self) -> dict[str, str]:
        return {
            key: self._asset(f"navigation-{number}.html")
            for number, (key, sidebar) in enumerate(self._sidebars.items())
            if sidebar.is_large
        }

    @cached_property
    def _common_values(self) -> dict[str, Any]:
        settings = self.site.settings
        return {
            "site_name": settings.name,
            "home": page_href("/", self._base_path),
            "logo": self._logo(),
            "favicon": self._image(settings.favicon),
            "stylesheet": self._asset("site.css"),
            "navigation_script": self._asset("navigation.js"),
            "author_styles": self._styles,
            "author_scripts": self._scripts,
            "links": [
                {"name": link.name or "GitHub", "href": self._address(link.url)}
                for link in settings.topbar_links
            ],
            "button": self._button(),
        }

    def _shell_values(self, page: Page) -> dict[str, Any]:
        site = self.site
        section = site.sections.get(site.section_of.get(page.url, ""))
        values = dict(self._common_values)
        values.update(
            title=page_title(page, site.settings.name),
            heading=page.title,
            description=page.settings.description,
            metadata=page_metadata(page, site.settings),
            sidebar="",
        )
        if section is not None:
            values.update(self._section_values(page, section))
        return values

    def _section_values(self, page: Page, section: Section) -> dict[str, Any]:
        site = self.site
        sidebar: Sidebar = self._sidebars[section.key]
        around = section.groups.get(page.url, ())
        before, after = self._neighbours(page, section)
        return {
            "sidebar": sidebar.for_page(page.url),
            "sidebar_fragment": self._fragment_hrefs.get(section.key),
            "eyebrow": around[-1].name if around else "",
            "tabs": self._divisions(site.tabs, section, section.tab, site.anchors),
            "anchors": self._divisions(site.anchors, section, section.anchor, site.tabs),
            "previous": before,
            "next": after,
        }

    def _divisions(
        self,
        divisions: tuple[Division, ...],
        section: Section,
        active: Division | None,
        others: tuple[Division, ...],
    ) -> list[dict[str, Any]]:
        return [
            {
                "name": division.name,
                "href": self._address(division.target),
                "external": division.external,
                "active": active is not None and active.name == division.name,
            }
            for division in visible_divisions(divisions, section, others)
        ]

    def _neighbours(
        self, page: Page, section: Section
    ) -> tuple[dict[str, str] | None, dict[str, str] | None]:
        """Return the pages before and after a page in reading order."""
        position = section.position.get(page.url)
        if position is None or page.settings.hide_footer_pagination:
            return None, None
        order = section.order
        before = order[position - 1] if position else None
        after = order[position + 1] if position + 1 < len(order) else None
        return self._page_link(before), self._page_link(after)

    def _page_link(self, url: str | None) -> dict[str, str] | None:
        if url is None:
            return None
        return {"href": self.links.page(url), "title": self.site.pages[url].label}

    def _logo(self) -> dict[str, str | None] | None:
        logo = self.site.settings.logo
        if logo is None:
            return None
        light, dark = self._image(logo.light), self._image(logo.dark)
        return {"light": light or dark, "dark": dark or light, "href": self._address(logo.href)}

    def _button(self) -> dict[str, str] | None:
        button = self.site.settings.topbar_cta_button
        if button is None:
            return None
        return {"name": button.name or "GitHub", "href": self._address(button.url)}

    def _image(self, source: str | None) -> str | None:
        if source is None or is_external(source):
            return source
        return file_href(source.lstrip("/"), self._base_path)

    def _address(self, url: str) -> str:
        target = self.links.resolve(url, "")
        return target.href if target else "#"

    def _asset(self, name: str) -> str:
        return file_href(self.assets.output(name), self._base_path)

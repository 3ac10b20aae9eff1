"""Renders the parts around the pages of a site, once for all, or for those of a section."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property, partial
from typing import Any

from octavo.project.named_hosts import NamedHosts
from octavo.render.assets.theme_files import Assets, load_inline_script
from octavo.render.basis.policy import CODE, SCRIPTS, STYLES, Needs, build_text_source, join_needs
from octavo.render.basis.wording import (
    ENGLISH,
    Wording,
    build_script_name,
    load_wording,
    write_scripts,
)
from octavo.render.content.attributes import render_attributes
from octavo.render.head.speculation import write_rules
from octavo.render.shell.banner import RenderedBanner, render_banner
from octavo.render.shell.icons import ChromeIcons
from octavo.render.shell.languages import PLACE, LanguageMenu
from octavo.render.shell.parts import ShellValues, build_root_attributes, build_site_data
from octavo.render.shell.sidebar import render_sidebar
from octavo.render.shell.templates import Templates
from octavo.render.styling.look import resolve_look
from octavo.render.styling.styles import SiteStyles
from octavo.settings.models.links import Banner
from octavo.site.links import LinkResolver
from octavo.site.model import Section, Site
from octavo.site.urls import build_file_href
from octavo.site.versions.languages import find_language
from octavo.site.versions.translations import Translations
from octavo.site.versions.twins import find_twins
from octavo.values import Struct


class SectionParts(Struct, frozen=True):
    """The rendered parts that all pages of a section share."""

    root: str
    head: str
    header: str
    side: str
    side_end: str


class Surroundings:
    """The parts that the pages of one site share, and the theme files that they load."""

    def __init__(
        self,
        site: Site,
        links: LinkResolver,
        icons: ChromeIcons,
        styles: SiteStyles,
        author_styles: Sequence[str],
        named_hosts: NamedHosts,
    ) -> None:
        self._site = site
        self._links = links
        self.icons = icons
        self._styles = styles
        self._author_styles = author_styles
        self._named_hosts = named_hosts
        self._look = resolve_look(site.settings)
        self._language_of = cache(partial(find_language, site.settings))
        self._twins = find_twins(site)
        self._parts: dict[str | None, SectionParts] = {}
        self.values = ShellValues(site, links, self._look)
        self.templates = Templates(icons)
        self.translations = Translations(site)
        self.language_menu = LanguageMenu(site, links, icons, self.translations)
        self.sidebars = {
            key: render_sidebar(section, links, icons, self.find_wording(section))
            for key, section in site.sections.items()
        }
        self._numbers = {key: number for number, key in enumerate(self.sidebars)}
        texts = self._write_texts()
        self.assets = Assets(
            styles.css, {**self._render_fragments(), **texts}, is_spoken=bool(texts)
        )

    def link_asset(self, name: str) -> str:
        """Return the address of a file of the theme."""
        return build_file_href(self.assets.find_output(name), self._links.base_path)

    def render_root(self, section: Section | None) -> str:
        """Return the attributes of the root element of a page."""
        return render_attributes(build_root_attributes(self._site.settings, self._look, section))

    def build_parts(self, section: Section | None) -> SectionParts:
        """Return the parts that all pages of a section share."""
        key = section.key if section else None
        parts = self._parts.get(key)
        if parts is None:
            parts = self._parts[key] = self._render_parts(section)
        return parts

    def find_wording(self, section: Section | None) -> Wording:
        """Return the interface texts on the pages of a section."""
        return load_wording(self.find_language(section))

    def find_language(self, section: Section | None) -> str:
        """Return the language of the pages of a section."""
        return self._language_of(section.version if section else None)

    def place_menu(self, html: str, section: Section | None) -> str:
        """Insert the language menu into the header of a page without other languages."""
        say, language = self.find_wording(section), self.find_language(section)
        return html.replace(PLACE, self.language_menu.render(None, language, say))

    @cached_property
    def footer(self) -> str:
        """The footer of all pages."""
        values = self.values.build_footer()
        for social in values["socials"]:
            social["icon"] = self.icons.render_social(social["type"])
        line = self._footer_line.html if self._footer_line else ""
        return self.templates.fill("footer.html", ENGLISH, line=line, **values)

    @cached_property
    def _footer_line(self) -> RenderedBanner | None:
        text = self._site.settings.footer.copyright
        return render_banner(Banner(content=text), self._links) if text else None

    @cached_property
    def banner(self) -> RenderedBanner | None:
        """The banner of all pages."""
        banner = self._site.settings.banner
        return render_banner(banner, self._links) if banner else None

    @property
    def needs(self) -> Needs:
        """The needs of the surroundings for the policies of all pages."""
        scripts = (load_inline_script("bootstrap.js"), write_rules(self._links.base_path))
        own = {SCRIPTS: tuple(map(build_text_source, scripts))}
        author = dict.fromkeys(CODE, self._named_hosts.scripts)
        imported = {STYLES: self._named_hosts.styles}
        lines = (each.needs for each in (self.banner, self._footer_line) if each)
        return join_needs(own, author, imported, *lines)

    def find_tree(self, section: Section | None) -> str | None:
        """Return the location of a section's tree that is too large for its pages."""
        is_large = section is not None and self.sidebars[section.key].is_large
        return self.link_asset(self._build_tree_name(section.key)) if section and is_large else None

    def _render_parts(self, section: Section | None) -> SectionParts:
        values, say = self._build_values(section), self.find_wording(section)
        return SectionParts(
            root=self.render_root(section),
            head=self._render_head(section),
            header=self.templates.fill("header.html", say, **values, banner=self.banner),
            side=self.templates.fill("side.html", say, **values),
            side_end=self.templates.fill("side_end.html", say, **values),
        )

    def _build_values(self, section: Section | None) -> dict[str, Any]:
        """Return the values for the templates around all pages of a section."""
        home = self.language_menu.find_home(self.find_language(section))
        values = self.values.build_common(self.find_wording(section), home)
        values["languages"] = PLACE if self.language_menu.languages else ""
        if section is not None:
            values.update(self.values.of_section(section, self.find_wording(section)))
            for anchor in values["anchors"]:
                division = anchor["division"]
                anchor["icon"] = self.icons.render(division.icon, division.icon_type)
                anchor["color"] = self._styles.color_keys.get(division.name)
        return values

    def _render_head(self, section: Section | None) -> str:
        settings, base_path = self._site.settings, self._links.base_path
        say, twins = self.find_wording(section), self._build_twin_addresses(section)
        return self.templates.fill(
            "head.html",
            say,
            favicon=self.values.link_image(settings.favicon),
            font_preloads=self._styles.fonts.preloads,
            stylesheet=self.link_asset("site.css"),
            author_styles=self._author_styles,
            bootstrap=load_inline_script("bootstrap.js"),
            speculation=write_rules(base_path),
            texts=self.link_asset(build_script_name(say.table)) if say.table else None,
            data=build_site_data(settings, section, base_path, twins, say),
        )

    def _render_fragments(self) -> dict[str, str]:
        """Return the trees that pages load, and the surroundings of pages in other versions."""
        twins = {
            twin.key: twin
            for twins_of_section in self._twins.values()
            for twin in twins_of_section.values()
        }
        trees = {
            self._build_tree_name(key): sidebar.whole
            for key, sidebar in self.sidebars.items()
            if sidebar.is_large or key in twins
        }
        around = {
            self._build_around_name(key): self.place_menu(
                self.templates.fill(
                    "version.html", self.find_wording(twin), **self._build_values(twin)
                ),
                twin,
            )
            for key, twin in twins.items()
        }
        return {**trees, **around}

    def _write_texts(self) -> dict[str, str]:
        """Return the scripts with the texts of languages other than English."""
        wordings = map(self.find_wording, (None, *self._site.sections.values()))
        tables = {say.table for say in wordings if say.table}
        scripts = (write_scripts(table) for table in sorted(tables))
        return {name: script for each in scripts for name, script in each.items()}

    def _build_tree_name(self, key: str) -> str:
        return f"navigation-{self._numbers[key]}.html"

    def _build_around_name(self, key: str) -> str:
        return f"version-{self._numbers[key]}.html"

    def _build_twin_addresses(self, section: Section | None) -> dict[str, dict[str, str]]:
        twins = self._twins.get(section.key, {}) if section else {}
        return {
            version: {
                "tree": self.link_asset(self._build_tree_name(twin.key)),
                "around": self.link_asset(self._build_around_name(twin.key)),
            }
            for version, twin in twins.items()
        }

"""The values around a page's content: logo, links, versions, divisions, footer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from octavo.render.basis.html import write_json
from octavo.render.basis.names import shorten_name
from octavo.render.basis.wording import Wording
from octavo.render.icons.names import SOCIAL_NAMES
from octavo.render.styling.look import Look
from octavo.settings.models.links import find_github_repository
from octavo.settings.models.site_settings import Settings
from octavo.settings.urls import is_external, is_web_address
from octavo.site.divisions import list_first_pages, list_visible_divisions
from octavo.site.links import LinkResolver
from octavo.site.model import Division, Group, OverviewBinding, Page, Section, Site
from octavo.site.versions.languages import (
    find_language,
    find_version_language,
    is_right_to_left,
)
from octavo.site.versions.translations import list_site_languages

_DEFAULT_PROMPT = "Search..."


def build_root_attributes(
    settings: Settings, look: Look, section: Section | None
) -> dict[str, Any]:
    """Return the attributes of `<html>`: the language, the mode and every styling choice."""
    toggle = settings.mode_toggle
    language = find_language(settings, section.version if section else None)
    return {
        "lang": language,
        "dir": "rtl" if is_right_to_left(language) else None,
        "className": toggle.default,
        "data-mode": toggle.default or "",
        "data-forced": is_mode_forced(settings),
        "data-theme": look.theme,
        "data-layout": look.layout,
        "data-items": look.sidebar_items,
        "data-topbar": look.topbar_style,
        "data-search": look.search_location,
        "data-rounded": look.rounded,
        "data-background": look.background_style,
        "data-background-image": settings.background_image is not None,
        "data-code": look.code_mode,
    }


def find_social_name(platform: str) -> str:
    """Return the readers' name of a platform: `hacker-news` is Hacker News."""
    return SOCIAL_NAMES.get(platform) or platform.replace("-", " ").title()


def is_mode_forced(settings: Settings) -> bool:
    """Tell whether readers can't choose the color mode."""
    return settings.mode_toggle.default is not None and settings.mode_toggle.is_hidden


def build_site_data(
    settings: Settings,
    section: Section | None,
    base_path: str,
    twins: Mapping[str, Any],
    say: Wording,
) -> str:
    """Return the data for the page's scripts, as text for a JSON element.

    `twins` are the addresses of the surroundings of the section's pages in other versions.
    """
    labels = {each.name: each.label for each in settings.versions if each.label}
    return write_json(
        {
            **({"twins": twins} if twins else {}),
            "base": base_path,
            "search": {
                "prompt": settings.search.prompt or say(_DEFAULT_PROMPT),
                "version": section.version if section else None,
                **({"languages": True} if list_site_languages(settings) else {}),
                **({"labels": labels} if labels else {}),
            },
            "analytics": settings.analytics.list_identifiers(),
            "integrations": settings.integrations.list_identifiers(),
            "feedback": {"address": None},
        }
    )


class ShellValues:
    """Computes the values of templates, for one site with one base path."""

    def __init__(self, site: Site, links: LinkResolver, look: Look) -> None:
        self.site = site
        self.settings = site.settings
        self.links = links
        self.look = look
        self._first_pages = list_first_pages(site.sections.values())
        self._has_languages = bool(list_site_languages(site.settings))

    def build_common(self, say: Wording, home: str = "/") -> dict[str, Any]:
        """Return the values of top bar and sidebar on every page; `home` is its language's."""
        toggle = self.settings.mode_toggle
        return {
            "site_name": self.settings.name,
            "home": self.links.link_page(home),
            "logo": self._build_logo(home),
            "links": [
                {"name": link.name or "GitHub", **self.link_address(link.url)}
                for link in self.settings.topbar_links
            ],
            "button": self._build_button(),
            "search_location": self.look.search_location,
            "search_prompt": self.settings.search.prompt or say(_DEFAULT_PROMPT),
            "mode_toggle": not toggle.is_hidden,
            "is_side": self.look.is_side,
        }

    def of_section(self, section: Section, say: Wording) -> dict[str, Any]:
        """Return the values that all pages of a section share."""
        site = self.site
        # A tab that holds all pages leads nowhere else.
        inside = [each for each in (*site.tabs, *site.anchors) if not is_web_address(each.target)]
        tabs = () if len(inside) == 1 and inside == list(site.tabs) else site.tabs
        return {
            "tabs": self._build_divisions(tabs, section, site.anchors, say),
            "anchors": self._build_divisions(site.anchors, section, site.tabs, say),
            **self._build_versions(section),
        }

    def link_address(self, url: str) -> dict[str, Any]:
        """Return the link for an address in the settings, and whether it leaves the site."""
        target = self.links.resolve(url, "")
        return {"href": target.href if target else "#", "external": is_web_address(url)}

    def link_image(self, source: str | None) -> str | None:
        """Return the link for an image in the settings."""
        if source is None or is_external(source):
            return source
        return self.links.link_file(source.lstrip("/"))

    def build_footer(self) -> dict[str, Any]:
        """Return the columns of links in the footer, and the platforms below them."""
        return {
            "columns": [
                {
                    "title": column.title,
                    "links": [
                        {"label": link.label, **self.link_address(link.url)}
                        for link in column.links
                    ],
                }
                for column in self.settings.footer.links
            ],
            "socials": [
                {
                    "type": social.type,
                    "name": find_social_name(social.type),
                    **self.link_address(social.url),
                }
                for social in self.settings.socials
            ],
        }

    def find_neighbors(self, page: Page, section: Section) -> dict[str, str]:
        """Return addresses and titles of the pages before and after a page in reading order."""
        position = section.position.get(page.url)
        if position is None or page.settings.hide_footer_pagination:
            return {}
        order = section.order
        texts = {}
        for name, at in (("previous", position - 1), ("next", position + 1)):
            if 0 <= at < len(order):
                texts[f"{name}_href"] = self.links.link_page(order[at])
                page = self.site.pages[order[at]]
                is_overview = isinstance(page.binding, OverviewBinding)
                texts[f"{name}_title"] = shorten_name(page.title if is_overview else page.label)
        return texts

    def build_eyebrow(self, groups: Sequence[Group]) -> list[str]:
        """Return the names above a page's title: its group, or all groups around it."""
        names = [group.name for group in groups if group.name.strip()]
        return names if self.settings.eyebrow.display == "breadcrumbs" else names[-1:]

    def _build_logo(self, home: str) -> dict[str, Any]:
        logo = self.settings.logo
        if logo is None:
            return {"href": self.links.link_page(home)}
        light, dark = (
            self.link_image(each) if each and self._is_there(each) else None
            for each in (logo.light, logo.dark)
        )
        href = home if logo.href == "/" else logo.href
        return {
            "light": light or dark,
            "dark": dark or light,
            "with_name": logo.with_name,
            **self.link_address(href),
        }

    def _is_there(self, picture: str) -> bool:
        return is_external(picture) or picture.lstrip("/") in self.site.files

    def _build_button(self) -> dict[str, Any] | None:
        button = self.settings.topbar_cta_button
        if button is None:
            return None
        repository = find_github_repository(button.url) if button.type == "github" else None
        if button.type == "github" and repository is None:
            return None
        style = "pill" if self.look.button_style == "pill" else "rectangle"
        return {
            "name": button.name,
            "repository": repository,
            "style": style,
            "arrow": self.look.button_arrow,
            **self.link_address(button.url),
        }

    def _build_divisions(
        self,
        divisions: tuple[Division, ...],
        section: Section,
        others: tuple[Division, ...],
        say: Wording,
    ) -> list[dict[str, Any]]:
        active = {d and (d.kind, d.name) for d in (section.tab, section.anchor)}
        return [
            {
                # The theme names divisions without a name.
                "name": division.name if division.prefix else say(division.name),
                "active": (division.kind, division.name) in active,
                "division": division,
                **self.link_address(division.target),
            }
            for division in list_visible_divisions(divisions, section, others, self._first_pages)
        ]

    def _build_versions(self, section: Section) -> dict[str, Any]:
        """Return the versions to choose from: those in the language of the section."""
        versions = self.settings.versions
        if self._has_languages:
            language = find_language(self.settings, section.version)
            versions = tuple(
                each for each in versions if find_version_language(each) in (None, language)
            )
            versions = versions if len(versions) > 1 else ()
        entries = [
            {
                "name": version.shown_name,
                "full_name": version.name,
                "active": version.name == section.version,
                **self.link_address(version.url or self._first_of_versions.get(version.name, "/")),
            }
            for version in versions
        ]
        current_name = next((each["name"] for each in entries if each["active"]), section.version)
        return {"versions": entries, "version": current_name}

    @cached_property
    def _first_of_versions(self) -> dict[str, str]:
        """The first page in each version that belongs only to it."""
        pages, first_urls = self.site.pages, dict[str, str]()
        for section in self.site.sections.values():
            version = section.version
            if version is not None and version not in first_urls:
                first = next((url for url in section.order if pages[url].version == version), None)
                first_urls |= {version: first} if first else {}
        return first_urls

"""The language menu, with links to the same page in other languages, or to their first page."""

from __future__ import annotations

from functools import cached_property

from octavo.render.basis.html import escape_attribute, escape_text
from octavo.render.basis.wording import Wording
from octavo.render.shell.icons import ChromeIcons
from octavo.site.links import LinkResolver
from octavo.site.model import Page, Site
from octavo.site.versions.languages import find_language
from octavo.site.versions.translations import Language, Translations

PLACE = "<!-- languages -->"
"""The place of the menu in the shared parts of a section, because its links differ by page."""


class LanguageMenu:
    """Renders the menus of a site's pages; empty for a site in a single language."""

    def __init__(
        self, site: Site, links: LinkResolver, icons: ChromeIcons, translations: Translations
    ) -> None:
        self._site = site
        self._links = links
        self._icons = icons
        self._translations = translations
        self.languages = translations.languages

    def render(self, page: Page | None, current: str, say: Wording) -> str:
        """Return the menu of a page, or of one without other languages."""
        if not self.languages:
            return ""
        urls = self._translations.find(page) if page else {}
        entries = "".join(
            self._render_entry(language, urls.get(language.tag), language.tag == current)
            for language in self.languages
        )
        names = (language.name for language in self.languages if language.tag == current)
        name = escape_attribute(next(names, current))
        return (
            f'\n<details class="languages"><summary aria-label="{say("Language")}: {name}">'
            f"{self._icons.render_theme('globe')}<span>{name}</span>"
            f"{self._icons.render_theme('chevron')}</summary><ul>{entries}</ul></details>"
        )

    def find_home(self, language: str) -> str:
        """Return the URL of the first page of a language."""
        return self._homes.get(language, "/")

    def _render_entry(self, language: Language, url: str | None, is_current: bool) -> str:
        if language.url:
            target = self._links.resolve(language.url, "")
            href, more = target.href if target else "#", ' target="_blank" rel="noopener"'
        else:
            href = self._links.link_page(url or self.find_home(language.tag))
            more = f' data-version="{escape_attribute(language.versions[0].name)}"'
        more += ' aria-current="true"' if is_current else ""
        tag = escape_attribute(language.tag)
        return (
            f'<li><a href="{escape_attribute(href)}" lang="{tag}" hreflang="{tag}"{more}>'
            f"{escape_text(language.name)}</a></li>"
        )

    @cached_property
    def _homes(self) -> dict[str, str]:
        default = find_language(self._site.settings, None)
        root = self._site.pages.get("/")
        of_root = self._translations.find(root) if root else {}
        return {
            language.tag: "/"
            if language.tag == default
            else of_root.get(language.tag) or self._find_first_page(language)
            for language in self.languages
        }

    def _find_first_page(self, language: Language) -> str:
        pages, names = self._site.pages, [version.name for version in language.versions]
        sections = self._site.sections.values()
        own = (url for name in names for s in sections if s.version == name for url in s.order)
        return next((url for url in own if pages[url].version in names), "/")

"""The languages of a site, and the same page in each of them.

Versions have a language. If there are several languages, readers choose one, and then a version in
it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from octavo.site.versions.counterparts import Counterparts, find_counterparts
from octavo.site.versions.languages import find_language_name, find_version_language
from octavo.values import Struct

if TYPE_CHECKING:
    from octavo.settings.models.site_settings import Settings
    from octavo.settings.models.structure import Version
    from octavo.site.model import Page, Site


class Language(Struct, frozen=True):
    """A language that readers can choose."""

    tag: str
    name: str
    versions: tuple[Version, ...]
    """Its versions, default first."""

    @property
    def url(self) -> str | None:
        """The address of the language, if it is another site."""
        return self.versions[0].url


def list_site_languages(settings: Settings) -> tuple[Language, ...]:
    """Return the languages of a site with several; empty if a version has no language."""
    versions_by_tag: dict[str, list[Version]] = {}
    for version in settings.versions:
        tag = find_version_language(version)
        if tag:
            versions_by_tag.setdefault(tag, []).append(version)
        elif not version.url:
            return ()
    if len(versions_by_tag) < 2:
        return ()
    return tuple(_build_language(tag, versions) for tag, versions in versions_by_tag.items())


def _build_language(tag: str, versions: list[Version]) -> Language:
    versions.sort(key=lambda version: not version.default)
    name = versions[0].name
    # The only version of a language keeps the author's name, unless that is a code.
    is_named = len(versions) == 1 and len(name) > 3 and name.casefold() != tag.casefold()
    return Language(tag, name if is_named else find_language_name(tag), tuple(versions))


class Translations:
    """The equivalent pages of a site in its languages and versions."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self.languages = list_site_languages(site.settings)
        """The languages for readers; empty if there is only one."""

    def find(self, page: Page) -> dict[str, str]:
        """Return the URLs of a page by the tags of its languages, including its own.

        In another language, the version with the same name has priority.
        """
        editions = self._find_editions(page) if self.languages else {}
        if not editions:
            return {}
        label = self._labels.get(page.version or "")
        urls_by_tag: dict[str, str] = {}
        for language in self.languages:
            order = sorted(language.versions, key=lambda version: version.shown_name != label)
            urls = (editions[version.name] for version in order if version.name in editions)
            url = page.url if language.tag == page.language else next(urls, None)
            if url is not None:
                urls_by_tag[language.tag] = url
        return urls_by_tag

    def find_original(self, page: Page) -> str | None:
        """Return the URL of a page in the default version of its language."""
        if not self.languages:
            return self._counterparts.originals.get(page.url)
        language = next((each for each in self.languages if each.tag == page.language), None)
        return self._find_editions(page).get(language.versions[0].name) if language else None

    def _find_editions(self, page: Page) -> Mapping[str, str]:
        original = self._counterparts.originals.get(page.url, page.url)
        return self._counterparts.editions.get(original, {})

    @cached_property
    def _counterparts(self) -> Counterparts:
        return find_counterparts(self._site)

    @cached_property
    def _labels(self) -> dict[str, str]:
        return {version.name: version.shown_name for version in self._site.settings.versions}

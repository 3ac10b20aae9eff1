"""Builds the navigation from sidebars, blogs and other pages, in versions and languages."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from octavo.values import Struct, field
from octavo_migrate.data import list_objects
from octavo_migrate.docusaurus.blog import Blog
from octavo_migrate.docusaurus.instances import Instance, Language, Version
from octavo_migrate.docusaurus.modules import get_known
from octavo_migrate.docusaurus.pages.old_links import Home
from octavo_migrate.docusaurus.sidebars import Entry, build_groups, find_first, flatten

PAGES_FOLDER = "src/pages"
FindDocument = Callable[[str, str], str | None]
"""The url of a document, by the name of its folder and its id."""


class Sidebar(Struct, frozen=True):
    """A sidebar of one version, in one language."""

    instance: str
    version: Version
    name: str
    entries: tuple[Entry, ...]


class NavigationBuilder(Struct, frozen=True):
    """Builds the groups, tabs and versions of the new navigation."""

    config: Mapping[str, Any]
    instances: Sequence[Instance]
    main: Language
    languages: Sequence[Language]
    """All other languages."""
    words: Mapping[str, Mapping[str, str]]
    """Translated labels of the top bar, by language code and key."""
    find_document: FindDocument
    tabs: dict[str, str] = field(default_factory=dict)
    """The first pages of tabs, by their names."""

    def build(
        self, sidebars: Sequence[Sidebar], blogs: Iterable[Blog], homes: Iterable[Home]
    ) -> dict[str, Any]:
        """Return the settings of the navigation."""
        blogs = [blog for blog in blogs if blog.posts]
        names = {(bar.instance, bar.name) for bar in sidebars if bar.entries}
        has_tabs = len(names) + len([blog for blog in blogs if not blog.language]) > 1
        groups: list[dict[str, Any]] = []
        for bar in sidebars:
            facts = self._describe(self._name_version(bar.instance, bar.version))
            first = find_first(bar.entries)
            if first and has_tabs:
                facts["tab"] = self._name_tab(bar, sidebars, len(names))
                self.tabs.setdefault(facts["tab"], first.strip("/") or "index")
            groups += build_groups(bar.entries, facts)
        groups += self._list_posts(blogs, has_tabs=bool(names))
        for other in list(self._list_other_pages(homes)):
            # Otherwise they get a separate tab. So they go to the first tab of their version.
            own = [each for each in groups if each.get("version") == other.get("version")]
            first_tab = next((each["tab"] for each in own if each.get("tab")), None)
            groups.append({**other, "tab": first_tab} if first_tab else other)
        settings: dict[str, Any] = {"navigation": groups}
        if len(self.tabs) > 1:
            settings["tabs"] = [{"name": name, "url": url} for name, url in self.tabs.items()]
        if versions := list(self._list_versions()):
            settings["versions"] = versions
        return settings

    def _list_posts(self, blogs: Sequence[Blog], *, has_tabs: bool) -> Iterator[dict[str, Any]]:
        is_translated = any(blog.language for blog in blogs)
        for blog in blogs:
            pages = [post.document.url.strip("/") or "index" for post in blog.posts]
            if blog.list_path:
                pages.insert(0, posixpath.splitext(blog.list_path)[0])
            title = self._translate(blog.title, blog.language)
            facts = self._describe(self._name_first(blog.language) if is_translated else None)
            if has_tabs:
                facts["tab"] = title
                self.tabs.setdefault(title, pages[0])
            yield {"group": title, **facts, "pages": pages}

    def _list_other_pages(self, homes: Iterable[Home]) -> Iterator[dict[str, Any]]:
        by_language: dict[str, tuple[Language | None, list[str]]] = {}
        for home in homes:
            if home.is_alone:
                key = home.language.code if home.language else ""
                pages = by_language.setdefault(key, (home.language, []))[1]
                pages.append(posixpath.splitext(home.path)[0])
        for language, pages in by_language.values():
            is_own = language or len(by_language) > 1
            facts = self._describe(self._name_first(language) if is_own else None)
            yield {"group": "More", **facts, "pages": pages}

    # versions

    def _describe(self, version: str | None) -> dict[str, str]:
        return {"version": version} if version else {}

    def _name_version(self, instance: str, version: Version) -> str | None:
        """Return the version of a sidebar; None if it is in all versions."""
        owner = next(each for each in self.instances if each.name == instance)
        if owner.is_versioned:
            language = version.language
            return f"{language.code} {version.label}" if language else version.label
        has_versions = any(each.is_versioned for each in self.instances)
        is_in_all = has_versions and not version.language
        return None if is_in_all else self._name_first(version.language)

    def _name_first(self, language: Language | None) -> str | None:
        """Return the name of the first version of a language."""
        if not self.languages:
            return None
        names = (name for name, own, _label in self._list_named() if own == language)
        return next(names, (language or self.main).label)

    def _list_named(self) -> Iterator[tuple[str, Language | None, str]]:
        """Yield version names with their languages and labels."""
        for instance in self.instances:
            for version in instance.versions if instance.is_versioned else ():
                name = self._name_version(instance.name, version) or version.label
                yield name, version.language, version.label

    def _list_versions(self) -> Iterator[Any]:
        named = {name: (language, label) for name, language, label in self._list_named()}
        if not self.languages:
            yield from named
            return
        for own in (None, *self.languages):
            locale = {"locale": (own or self.main).tag}
            inside = [(name, label) for name, (each, label) in named.items() if each == own]
            for name, label in inside:
                own_label = {"label": label} if label != name else {}
                default = {"default": True} if name == inside[0][0] else {}
                yield {"name": name, **own_label, **locale, **default}
            if not inside:
                yield {"name": (own or self.main).label, **locale}

    # tabs

    def _translate(self, label: str, language: Language | None) -> str:
        words = self.words.get(language.code, {}) if language else {}
        return words.get(f"item.label.{label}", label)

    def _name_tab(self, bar: Sidebar, sidebars: Iterable[Sidebar], count: int) -> str:
        """Return the label of a sidebar in the top bar, or else its name."""
        same = (each for each in sidebars if (each.instance, each.name) == (bar.instance, bar.name))
        first = next((each for each in same if each.entries), bar)
        return self._translate(self._find_label(first, count), bar.version.language)

    def _find_label(self, bar: Sidebar, count: int) -> str:
        urls = set(flatten(bar.entries))
        for _, item in list_objects(get_known(self.config, "themeConfig", "navbar", "items")):
            owner, label = item.get("docsPluginId", "default"), item.get("label")
            target = item.get("to")
            is_own = owner == bar.instance and item.get("sidebarId") == bar.name
            document = item.get("docId") and self.find_document(str(owner), str(item["docId"]))
            url = posixpath.normpath(f"/{target.strip('/')}") if isinstance(target, str) else None
            if isinstance(label, str) and (is_own or {document, url} & urls):
                return label
        if count == 1:  # Readers of the old site never saw the name of an only version.
            return "Documentation"
        name = bar.instance if bar.instance != "default" else bar.name
        words = re.sub(r"([a-z])([A-Z])", r"\1 \2", name).replace("-", " ").replace("_", " ")
        return words.strip().capitalize() or "Documentation"

"""Converts languages of the plugin `i18n`, by folders or by endings of names.

`fr/page.md` and `page.fr.md` are both the French `page.md`. The default language is at the root of
a site, and every other one below its code. With `navigation.tabs`, each top entry of the navigation
is a tab.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from octavo.site.urls import build_page_url
from octavo.site.versions.languages import find_language_name, read_language
from octavo.values import replace
from octavo_migrate.data import list_objects, read_dict
from octavo_migrate.mkdocs.context import Language, SiteLanguages, Tree, build_old_url
from octavo_migrate.mkdocs.navigation import Navigation, build_title
from octavo_migrate.mkdocs.settings_file import SettingsFile
from octavo_migrate.moved_site import Note, Outcome

_READ = frozenset("locale name default build nav nav_translations link fixed_link".split())


def read_languages(file: SettingsFile) -> SiteLanguages:
    """Return the languages of a site; none without the plugin."""
    options = read_dict(file.plugins, "i18n")
    written = options.get("languages")
    # Older versions of the plugin map codes to names, and set the default separately.
    if isinstance(written, dict):
        default = str(options.get("default_language") or "")
        written = [
            {**read_dict(each), "locale": code, "default": code == default}
            | ({"name": each} if isinstance(each, str) else {})
            for code, each in written.items()
            if code != "default"
        ]
    several = [_read_language(each) for _, each in list_objects(written)]
    several = [each for each in several if each.code not in ("", "null")]
    if several and not any(each.is_default for each in several):
        several[0] = replace(several[0], is_default=True)
    several.sort(key=lambda each: not each.is_default)
    by_folder = options.get("docs_structure") == "folder"
    falls_back = options.get("fallback_to_default") is not False
    return SiteLanguages(tuple(several), by_folder, falls_back)


def _read_language(written: Mapping[str, Any]) -> Language:
    code = str(written.get("locale") or "")
    tag = read_language(code) or code
    words = read_dict(written, "nav_translations")
    return Language(
        code,
        str(written.get("name") or find_language_name(tag)),
        tag,
        is_default=written.get("default") is True,
        is_built=written.get("build") is not False,
        nav=written.get("nav"),
        words={str(key): str(value) for key, value in words.items()},
        others=tuple(key for key in written if key not in _READ),
    )


def tell_languages(file: SettingsFile, languages: SiteLanguages) -> Iterator[Note]:
    """Yield notes on the languages."""
    place = file.locate("plugins")
    if not languages.several:
        return
    message = "the plugin `i18n`: languages are `versions`, each with its `locale`"
    yield Note(Outcome.CHANGED, message, place)
    for language in languages.several:
        for key in language.others:
            message = f"`{key}` of the language `{language.code}`"
            yield Note(Outcome.LOST, message, place, "A site has one for all languages.")


Build = Callable[[Any, Tree, str], Navigation]
"""Builds a navigation from `nav` and a tree of files; new pages go below a folder."""


def build_navigations(
    nav: Any, tree: Tree, build: Build
) -> Iterator[tuple[Language | None, Navigation]]:
    """Yield the navigation of each language, with the names of the files."""
    languages = tree.languages
    if not languages.several:
        yield None, build(nav, tree, "")
        return
    for language in languages.several:
        own = {
            inner: source
            for source in tree.pages
            for inner, each in [languages.split(source)]
            if each == language or (each is None and language.is_default)
        }
        if not own or not language.is_built:
            continue
        pages = {inner: tree.pages[source] for inner, source in own.items()}
        docs = posixpath.join(tree.docs, language.code) if languages.by_folder else tree.docs
        prefix = "" if language.is_default else language.code
        navigation = build(language.nav or nav, replace(tree, docs=docs, pages=pages), prefix)
        navigation.titles = {
            own[inner]: language.say(title) for inner, title in navigation.titles.items()
        }
        navigation.listed = {own[inner] for inner in navigation.listed}
        navigation.paths = {own[inner]: path for inner, path in navigation.paths.items()}
        navigation.groups = [_translate(each, language) for each in navigation.groups]
        if not language.is_default:
            navigation.notes = []  # An untranslated page is no loss.
        yield language, navigation


def _translate(entry: Any, language: Language) -> Any:
    if not isinstance(entry, dict):
        return entry
    pages = [_translate(each, language) for each in entry["pages"]]
    return {**entry, "group": language.say(entry["group"]), "pages": pages}


def join_navigations(several: Iterable[Navigation]) -> Navigation:
    """Return the page data of all languages' navigations."""
    joined = Navigation()
    for each in several:
        joined.titles |= each.titles
        joined.links |= each.links
        joined.notes += each.notes
        joined.listed |= each.listed
    return joined


def join_languages(several: Iterable[tuple[Language | None, dict[str, Any]]]) -> dict[str, Any]:
    """Return the navigation of all languages as one."""
    parts = list(several)
    if len(parts) < 2:
        return parts[0][1] if parts else {"navigation": []}
    tabs: dict[str, Any] = {}
    groups: list[Any] = []
    for language, settings in parts:
        name = language.name if language else ""
        groups += [{**group, "version": name} for group in settings["navigation"]]
        for tab in settings.get("tabs", ()):
            tabs.setdefault(tab["name"], tab)
    primary = {"primaryTab": parts[0][1].get("primaryTab"), "tabs": list(tabs.values())}
    versions = [{"name": each.name, "locale": each.tag} for each, _ in parts if each]
    joined = {key: value for key, value in primary.items() if value}
    return {"versions": versions, **joined, "navigation": groups}


def list_untranslated(tree: Tree) -> dict[str, str]:
    """Return the addresses of untranslated pages in other languages, with their new ones."""
    languages, redirects = tree.languages, dict[str, str]()
    pages = {languages.split(source): new for source, new in tree.pages.items()}
    default = next((each for each in languages.several if each.is_default), None)
    for language in (each for each in languages.several if each.is_built and languages.falls_back):
        for (inner, own), new in pages.items():
            if own == default and language != default and (inner, language) not in pages:
                old = build_old_url(f"{language.code}/{inner}", tree.use_directory_urls)
                redirects[old.rstrip("/")] = build_page_url(new)
    return redirects


def divide_into_tabs(navigation: Navigation) -> dict[str, Any]:
    """Return the navigation and its tabs, which come from its top groups."""
    if not any(group["group"] for group in navigation.groups):
        return {"navigation": navigation.groups}
    groups: list[Any] = []
    tabs: list[dict[str, str]] = []
    titles = {navigation.paths[source]: title for source, title in navigation.titles.items()}
    for group in navigation.groups:
        name, pages = group["group"], group["pages"]
        if name and (first := _find_first_page(group, navigation)):
            tabs.append({"name": name, "url": first})
            groups += _lift(group, name)
            continue
        links = [each for each in pages if isinstance(each, str) and each in navigation.links]
        links = [] if name else links
        for page in links:
            title, address = navigation.links.pop(page)
            tabs.append({"name": title, "url": address})
        kept = [page for page in pages if page not in links]
        for page in kept if tabs and not name else ():  # These pages come after other tabs.
            title = titles.get(page) or build_title(posixpath.basename(page))
            tabs.append({"name": title, "url": page})
            groups.append({"group": "", "tab": title, "pages": [page]})
        if kept and (name or not tabs):
            groups.append({**group, "pages": kept})
    settings: dict[str, Any] = {"tabs": tabs, "navigation": groups}
    alone = (_find_first_page(group, navigation) for group in groups if not group.get("tab"))
    if first := next(alone, None):
        settings = {"primaryTab": {"name": titles.get(first, "Home")}, **settings}
    return settings


def _find_first_page(group: dict[str, Any], navigation: Navigation) -> str | None:
    """Return the first page of a group, without external links."""
    for page in group["pages"]:
        if not isinstance(page, str):
            if first := _find_first_page(page, navigation):
                return first
        elif page not in navigation.links:
            return page
    return None


def _lift(group: dict[str, Any], tab: str) -> Iterator[dict[str, Any]]:
    """Yield the content of a group as groups of a tab; its first pages keep its name."""
    name, loose = group["group"], list[str]()
    for page in group["pages"]:
        if isinstance(page, str):
            loose.append(page)
            continue
        if loose:
            yield {"group": name, "tab": tab, "pages": loose}
            name, loose = "", []
        yield {**page, "tab": tab}
    if loose:
        yield {"group": name, "tab": tab, "pages": loose}

"""Finds the folders of documents, with their addresses, versions and languages."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from octavo.site.versions.languages import find_language_name, read_language
from octavo.values import Struct, field, replace
from octavo_migrate.data import Values, read_dict, read_list
from octavo_migrate.docusaurus.files import PAGE_ENDINGS, OldFiles
from octavo_migrate.docusaurus.modules import Code, get_known

_DOCS_PLUGIN = "content-docs"
_BLOG_PLUGIN = "content-blog"
_CURRENT = "current"
_STORED = "versioned_docs/"


class Version(Struct, frozen=True):
    """One version of a folder of documents."""

    name: str
    label: str
    folder: str
    """The folder of the documents, from the settings folder."""
    route: str
    """The address of its documents, without slashes around it."""
    sidebars: Any
    """The sidebars; None if they are generated from the folder."""
    sidebars_name: str
    language: Language | None = None
    """The language; None for the default one."""
    original: str = ""
    """The folder of the original documents, for a translation."""
    words: Mapping[str, str] = field(default_factory=dict)
    """Translated labels of the sidebars, by the keys of Docusaurus."""


class Instance(Struct, frozen=True):
    """A folder of documents."""

    name: str
    options: Values
    versions: tuple[Version, ...]
    """The versions: the one that readers see first, then the others, then translations."""

    @property
    def is_versioned(self) -> bool:
        """Whether there are several versions; translations don't count."""
        return len({each.name for each in self.versions}) > 1


def list_plugins(config: Values, key: str) -> Iterator[tuple[str, Values]]:
    """Yield the names and options of plugins, presets or themes."""
    for entry in read_list(get_known(config, key)):
        name, *more = entry if isinstance(entry, list) and entry else [entry]
        options = read_dict(more[0]) if more else {}
        yield (name if isinstance(name, str) else getattr(name, "text", "")), options


def find_preset(config: Values) -> Values | None:
    """Return the options of the classic preset; None if the settings don't use it."""
    presets = (each for each in list_plugins(config, "presets") if is_classic(*each))
    plugins = " ".join(name for name, _ in list_plugins(config, "plugins"))
    is_replaced = config.get("presets") or _DOCS_PLUGIN in plugins or _BLOG_PLUGIN in plugins
    return next((options for _, options in presets), None if is_replaced else {})


def is_classic(name: str, options: Values) -> bool:
    """Tell whether a preset is the classic one, or takes the same options."""
    return "classic" in name or "docs" in options or "blog" in options


def list_doc_options(config: Values) -> Iterator[Values]:
    """Yield the options of each folder of documents."""
    yield from _list_preset_options(config, "docs")
    for name, options in list_plugins(config, "plugins"):
        if _DOCS_PLUGIN in name or ("sidebarPath" in options and "path" in options):
            yield options


def list_blog_options(config: Values) -> Iterator[Values]:
    """Yield the options of each blog."""
    yield from _list_preset_options(config, "blog")
    yield from (each for name, each in list_plugins(config, "plugins") if _BLOG_PLUGIN in name)


def _list_preset_options(config: Values, key: str) -> Iterator[Values]:
    preset = find_preset(config)
    if preset is not None and preset.get(key) is not False:
        yield read_dict(preset, key)


def load_instances(
    files: OldFiles, config: Values, languages: Iterable[Language] = ()
) -> tuple[Instance, ...]:
    """Return all folders of documents, with their translations."""
    instances = (_load_instance(files, options) for options in list_doc_options(config))
    return tuple(_add_translations(files, each, languages) for each in instances)


def _add_translations(
    files: OldFiles, instance: Instance, languages: Iterable[Language]
) -> Instance:
    translated = (
        translation
        for language in languages
        for version in instance.versions
        if (translation := _find_translation(files, instance.name, version, language))
    )
    return replace(instance, versions=(*instance.versions, *translated))


def _find_translation(
    files: OldFiles, instance: str, version: Version, language: Language
) -> Version | None:
    """Return a version in another language; None if it has no translated page."""
    top = language.name_folder("docs", instance)
    own = _CURRENT if version.name == _CURRENT else f"version-{version.name}"
    for name in dict.fromkeys((own, _CURRENT) if _STORED not in version.folder else (own,)):
        folder = posixpath.join(top, name)
        if any(path.endswith(PAGE_ENDINGS) for path in files.list_below(folder)):
            return replace(
                version,
                folder=folder,
                route=posixpath.join(language.route, version.route).strip("/"),
                language=language,
                original=version.folder,
                words=read_words(files, f"{folder}.json"),
            )
    return None


def _load_instance(files: OldFiles, options: Values) -> Instance:
    name = str(get_known(options, "id") or "default")
    prefix = "" if name == "default" else f"{name}_"
    names = [str(each) for each in read_list(files.read_data(f"{prefix}versions.json"))]
    if get_known(options, "disableVersioning"):
        names = []
    if not names or get_known(options, "includeCurrentVersion") is not False:
        names = [_CURRENT, *names]
    chosen = get_known(options, "onlyIncludeVersions")
    if isinstance(chosen, list):
        names = [each for each in names if each in chosen] or names
    last = get_known(options, "lastVersion")
    if last not in names:
        last = next((each for each in names if each != _CURRENT), _CURRENT)
    ordered = [last, *(each for each in names if each != last)]
    versions = (_load_version(files, options, prefix, each, str(last)) for each in ordered)
    return Instance(name, options, tuple(versions))


def _load_version(files: OldFiles, options: Values, prefix: str, name: str, last: str) -> Version:
    settings = get_known(options, "versions", name) or {}
    base = get_known(options, "routeBasePath")
    base = "docs" if base is None else str(base).strip("/")
    default = "" if name == last else "next" if name == _CURRENT else name
    own = get_known(settings, "path")
    route = posixpath.join(base, str(default if own is None else own).strip("/")).strip("/")
    label = get_known(settings, "label") or ("Next" if name == _CURRENT else name)
    stored = f"{prefix}{_STORED}version-{name}"
    # Some projects copy the newest version only when they are built.
    is_stored = name != last or any(True for _ in files.list_below(stored))
    if name == _CURRENT or not is_stored:
        folder = posixpath.normpath(str(get_known(options, "path") or "docs"))
        sidebars, sidebars_name = _load_sidebars(files, options)
    else:
        folder = stored
        sidebars_name = f"{prefix}versioned_sidebars/version-{name}-sidebars.json"
        sidebars = files.read_data(sidebars_name)
    return Version(name, str(label), folder, route, sidebars, sidebars_name)


def _load_sidebars(files: OldFiles, options: Values) -> tuple[Any, str]:
    path = options.get("sidebarPath")
    if isinstance(path, Code):
        files.lose("The path of a sidebar is code", path.text, advice="Check the navigation.")
    names = [posixpath.normpath(path)] if isinstance(path, str) else []
    if path is None:
        names = [f"sidebars.{each}" for each in "js ts json mjs cjs mts cts".split()]
    for name in names:
        if files.find(name):
            return files.evaluate(name, calls=True), name
    return None, names[0] if names else "docusaurus.config.js"


_USUAL = "en"


class Language(Struct, frozen=True):
    """A language, and where its pages are."""

    code: str
    """The code in the settings."""
    label: str
    """The label that readers see in the language menu."""
    folder: str = ""
    """The folder of translations, from the settings folder; empty for the default language."""
    route: str = ""
    """The prefix of its addresses, without slashes around it."""

    @property
    def tag(self) -> str:
        """The language tag (BCP 47)."""
        return read_language(self.code) or self.code

    def name_folder(self, plugin: str, name: str) -> str:
        """Return the folder with the translations for a plugin."""
        end = "" if name == "default" else f"-{name}"
        return posixpath.join(self.folder, f"docusaurus-plugin-content-{plugin}{end}")


def read_main_language(config: Values) -> Language:
    """Return the default language of the project."""
    locales = _list_codes(config)
    default = get_known(config, "i18n", "defaultLocale")
    code = default if isinstance(default, str) else next(iter(locales), _USUAL)
    return Language(code, _find_label(config, code))


def list_translations(files: OldFiles, config: Values) -> tuple[Language, ...]:
    """Return the other languages that have pages in the project."""
    top = posixpath.normpath(str(get_known(config, "i18n", "path") or "i18n"))
    main = read_main_language(config).code
    # If code computes the languages in the settings, the folders name them.
    codes = _list_codes(config) or _list_folders(files, top)
    languages = (_build_language(config, code, top) for code in codes if code != main)
    pages = re.compile(r".*plugin-content-.*\.mdx?")
    return tuple(e for e in languages if any(map(pages.fullmatch, files.list_below(e.folder))))


def list_missing(config: Values, languages: tuple[Language, ...]) -> list[str]:
    """Return the codes of languages in the settings that have no pages."""
    there = {read_main_language(config).code, *(each.code for each in languages)}
    return [code for code in _list_codes(config) if code not in there]


def read_words(files: OldFiles, path: str) -> dict[str, str]:
    """Return the translated texts of a file, by their keys."""
    entries = read_dict(files.read_data(path)).items()
    messages = {key: read_dict(value).get("message") for key, value in entries}
    return {key: value for key, value in messages.items() if isinstance(value, str) and value}


def _build_language(config: Values, code: str, top: str) -> Language:
    options = get_known(config, "i18n", "localeConfigs", code)
    folder = get_known(options, "path")
    base = str(get_known(config, "baseUrl") or "/").rstrip("/")
    own = get_known(options, "baseUrl")
    route = own.removeprefix(base).strip("/") if isinstance(own, str) else code
    folder = folder if isinstance(folder, str) else code
    return Language(code, _find_label(config, code), posixpath.join(top, folder), route or code)


def _find_label(config: Values, code: str) -> str:
    label = get_known(config, "i18n", "localeConfigs", code, "label")
    return label if isinstance(label, str) else find_language_name(read_language(code) or code)


def _list_codes(config: Values) -> list[str]:
    written = read_list(get_known(config, "i18n", "locales"))
    return [each for each in written if isinstance(each, str)]


def _list_folders(files: OldFiles, top: str) -> Iterator[str]:
    names = (path.split("/")[0] for path in files.list_below(top) if "/" in path)
    return (name for name in dict.fromkeys(names) if read_language(name))

"""Which folders hold documents, under which addresses, and in which versions."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from octavo.values import Struct, field, replace
from octavo_migrate.docusaurus.files import PAGE_ENDINGS, OldFiles
from octavo_migrate.docusaurus.languages import Language, read_words
from octavo_migrate.docusaurus.values import Code, get_known, load_with, read_source

_DOCS_PLUGIN = "content-docs"
_BLOG_PLUGIN = "content-blog"
_CURRENT = "current"
_STORED = "versioned_docs/"


class Version(Struct, frozen=True):
    """One version of a folder of documents."""

    name: str
    label: str
    folder: str
    """From the folder of the settings."""
    route: str
    """The address of its documents, without slashes around it."""
    sidebars: Any
    """What the sidebars say; None for one that is made of the folder."""
    sidebars_name: str
    language: Language | None = None
    """None for the default one."""
    original: str = ""
    """The folder of what is translated here."""
    words: Mapping[str, str] = field(default_factory=dict)
    """What sidebars call things in this language, by the keys of Docusaurus."""


class Instance(Struct, frozen=True):
    """A folder of documents."""

    name: str
    options: Mapping[str, Any]
    versions: tuple[Version, ...]
    """The one that readers see first comes first; translations follow all others."""

    @property
    def is_versioned(self) -> bool:
        """Whether there are several versions, each of which may have translations."""
        return len({each.name for each in self.versions}) > 1


def list_plugins(config: Mapping[str, Any], key: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the names and options of plugins, presets or themes."""
    entries = get_known(config, key)
    for entry in entries if isinstance(entries, list) else ():
        name, options = entry, {}
        if isinstance(entry, list) and entry:
            name = entry[0]
            options = entry[1] if len(entry) > 1 and isinstance(entry[1], dict) else {}
        yield (name if isinstance(name, str) else getattr(name, "text", "")), options


def find_preset(config: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the options of the classic preset; None if the settings do without it."""
    presets = (each for each in list_plugins(config, "presets") if is_classic(*each))
    plugins = " ".join(name for name, _ in list_plugins(config, "plugins"))
    is_replaced = config.get("presets") or _DOCS_PLUGIN in plugins or _BLOG_PLUGIN in plugins
    return next((options for _, options in presets), None if is_replaced else {})


def is_classic(name: str, options: Mapping[str, Any]) -> bool:
    """Tell whether a preset is the classic one, or one that takes its options."""
    return "classic" in name or "docs" in options or "blog" in options


def list_doc_options(config: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the options of each folder of documents."""
    preset = find_preset(config)
    docs = False if preset is None else preset.get("docs", {})
    if docs is not False:
        yield docs if isinstance(docs, dict) else {}
    for name, options in list_plugins(config, "plugins"):
        if _DOCS_PLUGIN in name or ("sidebarPath" in options and "path" in options):
            yield options


def list_blog_options(config: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the options of each blog."""
    preset = find_preset(config)
    blog = False if preset is None else preset.get("blog", {})
    if blog is not False:
        yield blog if isinstance(blog, dict) else {}
    for name, options in list_plugins(config, "plugins"):
        if _BLOG_PLUGIN in name:
            yield options


def load_instances(
    files: OldFiles, config: Mapping[str, Any], languages: Iterable[Language] = ()
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
    """Return a version in another language; None if nothing of it is translated."""
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


def _load_instance(files: OldFiles, options: Mapping[str, Any]) -> Instance:
    name = str(get_known(options, "id") or "default")
    prefix = "" if name == "default" else f"{name}_"
    written = files.read_data(f"{prefix}versions.json")
    names = [str(each) for each in written] if isinstance(written, list) else []
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


def _load_version(
    files: OldFiles, options: Mapping[str, Any], prefix: str, name: str, last: str
) -> Version:
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


def _load_sidebars(files: OldFiles, options: Mapping[str, Any]) -> tuple[Any, str]:
    path = options.get("sidebarPath")
    if isinstance(path, Code):
        files.lose("The path of a sidebar is code", path.text, advice="Check the navigation.")
    names = [posixpath.normpath(path)] if isinstance(path, str) else []
    if path is None:
        names = [
            f"sidebars.{ending}" for ending in ("js", "ts", "json", "mjs", "cjs", "mts", "cts")
        ]
    for name in names:
        text = files.read(name)
        if text is not None:
            load = load_with(files.read, posixpath.dirname(name))
            return read_source(text, name, load), name
    return None, names[0] if names else "docusaurus.config.js"

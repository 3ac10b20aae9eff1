"""The languages of a project: which there are, and where their translations lie."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from typing import Any

from octavo.site.versions.languages import find_language_name, read_language
from octavo.values import Struct
from octavo_migrate.docusaurus.files import PAGE_ENDINGS, OldFiles
from octavo_migrate.docusaurus.values import get_known

_USUAL = "en"


class Language(Struct, frozen=True):
    """A language, and where its pages are."""

    code: str
    """As the settings name it."""
    label: str
    """What readers see in the menu of languages."""
    folder: str = ""
    """With its translations, from the folder of the settings; empty for the default language."""
    route: str = ""
    """What stands before its addresses, without slashes around it."""

    @property
    def tag(self) -> str:
        """Its code as the web knows it (BCP 47)."""
        return read_language(self.code) or self.code

    def name_folder(self, plugin: str, name: str) -> str:
        """Return the folder with translations of what a plugin reads."""
        end = "" if name == "default" else f"-{name}"
        return posixpath.join(self.folder, f"docusaurus-plugin-content-{plugin}{end}")


def read_main_language(config: Mapping[str, Any]) -> Language:
    """Return the default language, whose pages are those of the project itself."""
    locales = _list_codes(config)
    default = get_known(config, "i18n", "defaultLocale")
    code = default if isinstance(default, str) else next(iter(locales), _USUAL)
    return Language(code, _find_label(config, code))


def list_translations(files: OldFiles, config: Mapping[str, Any]) -> tuple[Language, ...]:
    """Return the other languages of which the project holds pages."""
    top = posixpath.normpath(str(get_known(config, "i18n", "path") or "i18n"))
    main = read_main_language(config).code
    # Settings that compute their languages leave it to the folders to name them.
    codes = _list_codes(config) or _list_folders(files, top)
    languages = (_build_language(config, code, top) for code in codes if code != main)
    return tuple(each for each in languages if _has_pages(files, each.folder))


def list_missing(config: Mapping[str, Any], languages: tuple[Language, ...]) -> list[str]:
    """Return the codes of languages that the settings name, and that have no pages."""
    there = {read_main_language(config).code, *(each.code for each in languages)}
    return [code for code in _list_codes(config) if code not in there]


def read_words(files: OldFiles, path: str) -> dict[str, str]:
    """Return the translated words of a file by their keys."""
    written = files.read_data(path)
    entries = written.items() if isinstance(written, dict) else ()
    return {
        key: value["message"]
        for key, value in entries
        if isinstance(value, dict) and isinstance(value.get("message"), str) and value["message"]
    }


def _build_language(config: Mapping[str, Any], code: str, top: str) -> Language:
    options = get_known(config, "i18n", "localeConfigs", code)
    folder = get_known(options, "path")
    base = str(get_known(config, "baseUrl") or "/").rstrip("/")
    own = get_known(options, "baseUrl")
    route = own.removeprefix(base).strip("/") if isinstance(own, str) else code
    folder = folder if isinstance(folder, str) else code
    return Language(code, _find_label(config, code), posixpath.join(top, folder), route or code)


def _find_label(config: Mapping[str, Any], code: str) -> str:
    label = get_known(config, "i18n", "localeConfigs", code, "label")
    return label if isinstance(label, str) else find_language_name(read_language(code) or code)


def _list_codes(config: Mapping[str, Any]) -> list[str]:
    written = get_known(config, "i18n", "locales")
    return [each for each in written if isinstance(each, str)] if isinstance(written, list) else []


def _list_folders(files: OldFiles, top: str) -> Iterator[str]:
    names = (path.split("/")[0] for path in files.list_below(top) if "/" in path)
    return (name for name in dict.fromkeys(names) if read_language(name))


def _has_pages(files: OldFiles, folder: str) -> bool:
    return any(
        path.endswith(PAGE_ENDINGS) and "plugin-content-" in path
        for path in files.list_below(folder)
    )

"""Tells of every setting that has no counterpart: what is not known to be read is listed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from octavo_migrate.docusaurus.files import PAGE_ENDINGS, OldFiles
from octavo_migrate.docusaurus.instances import (
    find_preset,
    is_classic,
    list_blog_options,
    list_doc_options,
    list_plugins,
)
from octavo_migrate.docusaurus.languages import list_missing, list_translations
from octavo_migrate.docusaurus.values import Code, get_known

_READ = {
    "": """title tagline url baseUrl favicon noIndex i18n staticDirectories themeConfig presets
        plugins themes markdown""",
    "i18n": "defaultLocale locales path localeConfigs",
    "i18n.localeConfigs": "label direction htmlLang path baseUrl translate",
    "markdown": "mermaid format mdx1Compat anchors",
    "themeConfig": "colorMode image metadata navbar footer announcementBar prism docs algolia",
    "themeConfig.colorMode": "defaultMode disableSwitch respectPrefersColorScheme",
    "themeConfig.navbar": "title logo items",
    "themeConfig.navbar.logo": "src srcDark href alt",
    "themeConfig.footer": "links copyright style",
    "themeConfig.announcementBar": "content isCloseable id",
    "themeConfig.prism": "additionalLanguages magicComments",
    "themeConfig.docs": "",
    "preset": "docs blog pages gtag googleTagManager sitemap debug svgr theme",
    "docs": """id path routeBasePath sidebarPath versions lastVersion includeCurrentVersion
        onlyIncludeVersions disableVersioning numberPrefixParser include exclude admonitions
        showLastUpdateTime""",
    "docs.versions": "label path",
    "blog": """id path routeBasePath blogTitle authorsMapPath include exclude
        admonitions blogSidebarCount postsPerPage""",
    "pages": "path",
}
"""The keys that are read, by the settings that they stand in."""
_OF_THE_TOOL = frozenset(
    """onBrokenLinks onBrokenAnchors onBrokenMarkdownLinks onDuplicateRoutes organizationName
    projectName deploymentBranch githubHost githubPort future storage baseUrlIssueBanner webpack
    trailingSlash titleDelimiter customFields mdx1Compat hooks""".split()
)
"""Settings of how Docusaurus builds and deploys, of which readers see nothing."""
_NO_DOCUMENTS = ("src", "static", "i18n", "scripts", "patches", "plugins", "test", "tests")
"""Folders of Docusaurus, and of its tools."""
_PACKAGE = re.compile(r"(?:await\s+)?(?:require|import)\s*\([^()]*\)(?:\.\w+)*")
"""A plugin that is another package."""
_TELLING_IF_FALSE = frozenset(
    "breadcrumbs sidebarCollapsible sidebarCollapsed collapsible collapsed admonitions".split()
)
_CODE_ADVICE = "See what it did, and write it anew."
_ADVICE = {
    "editUrl": "Name where the new pages are in `repository`, and set `feedback.suggestEdit`.",
    "feedOptions": "A page of updates has a feed: see the component `Update`.",
    "scripts": "Octavo takes every `.js` file of the project into all pages.",
    "stylesheets": "Octavo takes every `.css` file of the project into all pages.",
    "clientModules": "Octavo takes every `.js` and `.css` file of the project into all pages.",
    "algolia": "Octavo has a search of its own.",
}
_KNOWN_PLUGINS = re.compile(
    r"content-(?:docs|blog|pages)|client-redirects|theme-mermaid|google-(?:gtag|tag-manager)"
    r"|plugin-sitemap|plugin-svgr|remark-math|rehype-katex"
)
_NATIVE_CODE = re.compile(r"\b(?:remark_?-?math|rehype_?-?katex|math|katex)\b", re.IGNORECASE)
"""What formulas need there, and here do not."""


def tell_rest(files: OldFiles, config: Mapping[str, Any], name: str) -> None:
    """Tell which settings are not carried over; `name` is that of the file."""
    teller = _Teller(files, name, files.read(name) or "")
    for section in _READ:
        is_language = section == "i18n.localeConfigs"
        if section == "" or section.startswith(("themeConfig", "i18n", "markdown")):
            values = get_known(config, *section.split(".")) if section else config
            several = values.values() if is_language and isinstance(values, dict) else [values]
            for each in several:
                teller.tell(section, each)
    preset = find_preset(config)
    teller.tell("preset", preset)
    teller.tell("pages", get_known(preset, "pages"))
    for options in list_doc_options(config):
        teller.tell("docs", options)
        versions = get_known(options, "versions")
        for version in versions.values() if isinstance(versions, dict) else ():
            teller.tell("docs.versions", version)
    for options in list_blog_options(config):
        teller.tell("blog", options)
    teller.tell_theme(config)
    teller.tell_plugins(config)
    own = {key: config.get(key) for key in ("plugins", "themes")}
    code_only = {key: value for key, value in own.items() if isinstance(value, Code)}
    for key, code in find_code({**config, **dict.fromkeys(own), **code_only}):
        if not _NATIVE_CODE.search(code.text):
            files.lose(f"`{key}` is code", name, code.line, _CODE_ADVICE)


class _Teller:
    def __init__(self, files: OldFiles, name: str, text: str) -> None:
        self.files = files
        self.name = name
        self.text = text

    def tell(self, section: str, values: Any) -> None:
        """List the keys of a section that nothing reads."""
        for key, value in values.items() if isinstance(values, dict) else ():
            if key in _READ[section].split() or isinstance(value, Code) or is_unset(key, value):
                continue
            if key in _OF_THE_TOOL:
                self.files.change(
                    "Settings of how Docusaurus builds and deploys are left out",
                    self.name,
                    self._find_line(key),
                )
                continue
            way = f"{section}.{key}" if section else key
            message = f"The setting `{way}`, which has no equivalent"
            self.files.lose(message, self.name, self._find_line(key), _ADVICE.get(key, ""))

    def tell_theme(self, config: Mapping[str, Any]) -> None:
        theme = get_known(config, "themeConfig") or {}
        if theme.get("algolia"):
            self._lose("The search of Algolia: Octavo has its own", "algolia")
        footer = get_known(theme, "footer") or {}
        if footer.get("copyright"):
            advice = "Put it into a page."
            self._lose("The line of copyright in the footer", "copyright", advice)
        for entry in get_known(theme, "metadata") or ():
            if not isinstance(entry, dict) or not {"name", "property"} & entry.keys():
                self._lose("A meta tag without a name", "metadata")
        if missing := list_missing(config, list_translations(self.files, config)):
            message = f"Languages of which there are no pages here: {', '.join(missing)}"
            advice = "Put their translations into the folder `i18n`, and move the project again."
            self._lose(message, "locales", advice)

    def tell_plugins(self, config: Mapping[str, Any]) -> None:
        for plugin, options in list_plugins(config, "presets"):
            if not is_classic(plugin, options):
                self._lose(f"The preset `{_shorten(plugin)}`", "presets")
        for kind in ("plugins", "themes"):
            for plugin, options in list_plugins(config, kind):
                if not _KNOWN_PLUGINS.search(plugin):
                    self._lose(f"The plugin `{_shorten(plugin)}`", kind)
                    continue
                for key, code in find_code(options):
                    if not _NATIVE_CODE.search(code.text):
                        message = f"`{key}` of the plugin `{_shorten(plugin)}` is code"
                        self.files.lose(message, self.name, code.line, _CODE_ADVICE)
                if "client-redirects" in plugin and options.get("toExtensions"):
                    self._lose("The setting `toExtensions` of redirects", "toExtensions")

    def _lose(self, message: str, key: str, advice: str = "") -> None:
        self.files.lose(message, self.name, self._find_line(key), advice)

    def _find_line(self, key: str) -> int:
        match = re.search(rf"\b{re.escape(key)}['\"]?\s*:", self.text)
        return self.text.count("\n", 0, match.start()) + 1 if match else 0


def is_unset(key: str, value: Any) -> bool:
    """Tell whether a value says nothing: it is missing, empty, or a switch that is off."""
    return (
        value is None or value in ("", [], {}) or (value is False and key not in _TELLING_IF_FALSE)
    )


def _shorten(plugin: str) -> str:
    return plugin.split("\n", maxsplit=1)[0][:60] or "a function"


def find_code(values: Any, path: str = "") -> Iterator[tuple[str, Code]]:
    """Yield what is code in settings, with the keys that lead to it."""
    if isinstance(values, Code):
        yield path, values
    elif isinstance(values, dict):
        for key, value in values.items():
            if key not in ("prism", "customFields", "webpack"):
                yield from find_code(value, f"{path}.{key}" if path else key)
    elif isinstance(values, list):
        for value in values:
            yield from find_code(value, path)


def tell_unread_pages(files: OldFiles, config: Mapping[str, Any], covered: Iterable[str]) -> None:
    """Tell the Markdown beside the settings that a plugin may show which only running it tells.

    `covered` are the folders that the settings name, and pieces that pages take in.
    """
    if not any(map(_is_call, _list_entries(config))):
        return
    others = (*_NO_DOCUMENTS, *covered)
    for path in files.list_below("."):
        is_known = any(path == each or path.startswith(f"{each}/") for each in others)
        is_inner = "/" in path and not path.startswith((".", "_")) and "/_" not in path
        if path.endswith(PAGE_ENDINGS) and is_inner and not is_known:
            files.lose(
                "A file of Markdown that no settings name which could be read",
                path,
                advice="If a plugin that is a call of a function shows it: write its name and its "
                "options into the settings, and move again.",
            )


def _list_entries(config: Mapping[str, Any]) -> Iterator[Any]:
    for key in ("plugins", "presets"):
        value = config.get(key)
        yield from value if isinstance(value, list) else (value,)


def _is_call(entry: Any) -> bool:
    while isinstance(entry, list) and entry:
        entry = entry[0]
    is_known = not isinstance(entry, Code) or entry.reader or _PACKAGE.fullmatch(entry.text)
    return not is_known and "(" in entry.text

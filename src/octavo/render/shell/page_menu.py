"""The menu of a page: copy it, read it as Markdown, ask an assistant about it.

The page makes no request before a reader chooses an entry.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Literal
from urllib.parse import quote

from octavo.problems import Code, Problem, Severity
from octavo.render.basis.html import escape_attribute
from octavo.render.basis.wording import Wording
from octavo.render.content.components.code import COPY_SCRIPT
from octavo.render.shell.icons import ChromeIcons
from octavo.render.shell.templates import Templates, mark_html
from octavo.settings.models.links import MENU_ENTRIES, Contextual, ContextualOption
from octavo.settings.nearest import find_nearest
from octavo.settings.urls import is_external
from octavo.site.links import LinkResolver
from octavo.site.model import Page, Site
from octavo.site.navigation import PlaceOf
from octavo.theme import CLIENTS
from octavo.values import Struct

if TYPE_CHECKING:
    from octavo.render.listings.collections import Collections

_QUESTION = "Read $page and help me with questions about it."
_ASSISTANTS = {
    "chatgpt": ("ChatGPT", "https://chatgpt.com/?hints=search&q="),
    "claude": ("Claude", "https://claude.ai/new?q="),
    "perplexity": ("Perplexity", "https://www.perplexity.ai/search?q="),
    "grok": ("Grok", "https://grok.com/?q="),
    "aistudio": ("Google AI Studio", "https://aistudio.google.com/prompts/new_chat?prompt="),
}
_OF_SERVER = frozenset({"mcp", "cursor", "vscode"})
"""The entries with the site's MCP server."""
_DOCUMENT_ENTRY = "download-spec"
_TWIN, _PATH = "\ue000", "\ue001"
"""Placeholders in shared menus: the address of the twin, and the path."""
_OF_DOCUMENT = frozenset({_DOCUMENT_ENTRY, *CLIENTS})
_PLACES = {
    entry: chr(0xE002 + at)
    for at, entry in enumerate([_DOCUMENT_ENTRY, *CLIENTS, *(f"{each}:one" for each in CLIENTS)])
}
"""Placeholders for the addresses of files of an API document: whole, and of one request."""


class MenuEntry(Struct, frozen=True):
    """An entry for the template."""

    kind: Literal["copy", "text", "link"]
    """Its action: copy the page, copy `href`, or open it."""
    title: str
    description: str
    icon: str
    """Its drawing, as HTML."""
    href: str = ""
    is_external: bool = False
    is_download: bool = False


class PageMenu:
    """Renders the menus of the pages of a site."""

    def __init__(
        self, site: Site, links: LinkResolver, templates: Templates, icons: ChromeIcons
    ) -> None:
        self._site = site
        self._links = links
        self._templates = templates
        self._icons = icons
        self._menus: dict[tuple[Wording, tuple[str | ContextualOption, ...]], str] = {}
        self._collections: Collections | None = None

    def render(self, page: Page, say: Wording) -> str:
        """Return the menu of a page; empty for pages without a twin or a menu."""
        options = find_menu_options(page, self._site)
        if not options or page.url not in self._site.twins:
            return ""
        files = self._find_files(page) if _OF_DOCUMENT & {*options} else {}
        options = tuple(_expand(options, files))
        menu = self._menus.get((say, options))
        if menu is None:
            entries = list(self._list_entries(options, say))
            menu = self._fill(entries, say) if entries else ""
            self._menus[say, options] = menu
        twin = self._links.link_twin(page.url)
        if self._links.origin:
            menu = menu.replace("$page", quote(self._links.build_absolute(twin), safe=""))
        path = quote(self._links.link_page(page.url), safe="")
        menu = menu.replace(_TWIN, escape_attribute(twin)).replace(_PATH, path)
        for place, href in files.items():
            menu = menu.replace(_PLACES[place], escape_attribute(href))
        return menu

    def _find_files(self, page: Page) -> dict[str, str]:
        """Return the addresses of the files that an API page offers, by their entries."""
        if page.binding is None:
            return {}
        from octavo.render.listings.collections import Collections  # noqa: PLC0415 (many sites have none)
        from octavo.render.listings.downloads import Downloads  # noqa: PLC0415 (as above)

        if self._collections is None:
            self._collections = Collections(self._site, Downloads(self._site, self._links))
        files = self._collections.list_links(page)
        document = self._collections.downloads.list_links(page)
        return {_DOCUMENT_ENTRY: document[0].href, **files} if document else files

    def _fill(self, entries: list[MenuEntry], say: Wording) -> str:
        values = [
            {"entry": each, "icon": mark_html(each.icon), "needs_script": self._needs_script(each)}
            for each in entries
        ]
        return self._templates.fill("parts/page_menu.html", say, entries=values, twin=_TWIN)

    def _needs_script(self, entry: MenuEntry) -> bool:
        """Tell whether only a script can do it, because the site's address is unknown."""
        return entry.kind != "link" or ("$page" in entry.href and not self._links.origin)

    def _list_entries(
        self, options: tuple[str | ContextualOption, ...], say: Wording
    ) -> Iterator[MenuEntry]:
        icon = self._icons.render_theme
        for option in options:
            if isinstance(option, ContextualOption):
                yield self._build_own(option)
            elif option == "copy":
                title, description = say("Copy page"), say("As Markdown, for assistants")
                yield MenuEntry("copy", title, description, icon("copy"))
            elif option == "view":
                title, description = say("View as Markdown"), say("This page as plain text")
                yield MenuEntry("link", title, description, icon("text"), _TWIN)
            elif option in _ASSISTANTS:
                name, address = _ASSISTANTS[option]
                href = address + quote(say(_QUESTION), safe="$")
                title = say("Open in {name}", name=name)
                description = say("Ask questions about this page")
                yield MenuEntry("link", title, description, icon("assistant"), href, True)
            elif option == _DOCUMENT_ENTRY:
                title, description = say("Download OpenAPI"), say("The document of this API")
                yield MenuEntry(
                    "link", title, description, icon("download"), _PLACES[_DOCUMENT_ENTRY]
                )
            elif option in _PLACES:
                client, _, is_request = option.partition(":")
                title = say("Download for {name}", name=CLIENTS[client])
                description = say("This request") if is_request else say("All requests of this API")
                place = _PLACES[option]
                yield MenuEntry(
                    "link", title, description, icon("download"), place, is_download=True
                )
            elif option in _OF_SERVER and self._links.origin:
                yield self._build_server_entry(option, icon("connect"), say)

    def _build_own(self, option: ContextualOption) -> MenuEntry:
        href = option.href.replace("$path", _PATH).replace("$mcp", quote(self._server, safe=""))
        icon = self._icons.render(option.icon, None)
        title, description = option.title, option.description or ""
        return MenuEntry("link", title, description, icon, href, is_external(href))

    def _build_server_entry(self, option: str, icon: str, say: Wording) -> MenuEntry:
        name, server = self._site.settings.name, self._server
        if option == "mcp":
            title, description = say("Copy MCP address"), say("Let an assistant read this site")
            return MenuEntry("text", title, description, icon, server)
        description = say("Adds this site's MCP server")
        if option == "cursor":
            config = base64.b64encode(json.dumps({"url": server}).encode()).decode()
            scheme = "cursor://anysphere.cursor-deeplink/mcp/install"
            href = f"{scheme}?name={quote(name, safe='')}&config={quote(config, safe='')}"
            title = say("Connect to {name}", name="Cursor")
            return MenuEntry("link", title, description, icon, href)
        config = json.dumps({"name": name, "type": "http", "url": server})
        href = f"vscode:mcp/install?{quote(config, safe='')}"
        title = say("Connect to {name}", name="VS Code")
        return MenuEntry("link", title, description, icon, href)

    @property
    def _server(self) -> str:
        return self._links.build_absolute(f"{self._links.base_path}/mcp")


def _expand(
    options: tuple[str | ContextualOption, ...], files: Mapping[str, str]
) -> Iterator[str | ContextualOption]:
    """Return entries without those whose file is not there, and with those for one request."""
    for option in options:
        if isinstance(option, ContextualOption) or option not in _PLACES:
            yield option
        elif option in _OF_DOCUMENT:
            yield from (each for each in (option, f"{option}:one") if each in files)


def find_menu_options(page: Page, site: Site) -> tuple[str | ContextualOption, ...]:
    """Return the entries for the menu of a page: its own, or those of the site."""
    own = page.settings.contextual
    if own is False:
        return ()
    return own.options if isinstance(own, Contextual) else site.settings.contextual.options


def list_menu_scripts(site: Site, links: LinkResolver) -> list[str]:
    """Return the scripts for the menus of a site."""
    own = (page.settings.contextual for page in site.pages.values())
    menus = [site.settings.contextual, *(each for each in own if isinstance(each, Contextual))]
    options = [option for menu in menus for option in menu.options]
    scripts = [COPY_SCRIPT] if options else []
    if not links.origin and any(map(_names_page, options)):
        scripts.append("page/page-menu.js")
    return scripts


def _names_page(option: str | ContextualOption) -> bool:
    """Tell whether an entry passes on the address of the page."""
    return "$page" in option.href if isinstance(option, ContextualOption) else option in _ASSISTANTS


def check_page_menu(site: Site, links: LinkResolver, place_of: PlaceOf) -> Iterator[Problem]:
    """Report entries that readers don't see."""
    for number, option in enumerate(site.settings.contextual.options):
        if isinstance(option, ContextualOption):
            continue
        path = ("contextual", "options", number)
        if option not in MENU_ENTRIES:
            nearest = find_nearest(option, MENU_ENTRIES)
            hint = f"Did you mean `{nearest}`?" if nearest else f"There are {_list(MENU_ENTRIES)}."
            message = f"the page menu has no entry `{option}`; it is left out"
            yield Problem(Code.MENU_ENTRY_UNKNOWN, message, place_of(path), Severity.WARNING, hint)
        elif option in _OF_SERVER and not links.origin:
            message = (
                f"`{option}` is left out of the page menu: the address of the site is not known"
            )
            hint = "Build with `--site-url`, or set `seo.siteUrl`."
            yield Problem(Code.MENU_ENTRY_LEFT_OUT, message, place_of(path), Severity.INFO, hint)


def _list(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)

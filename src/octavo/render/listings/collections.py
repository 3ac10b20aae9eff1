"""Which collections of requests a site offers: for the clients that its page menus name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.model import OperationKey
from octavo.render.assets.theme_files import FOLDER as OWN_FOLDER
from octavo.render.listings.downloads import Downloads
from octavo.settings.models.links import Contextual
from octavo.site.model import OperationBinding, Page, Site
from octavo.theme import CLIENTS
from octavo.values import Struct

FOLDER = f"{OWN_FOLDER}/collections/"
ONE = ":one"
"""Behind the name of a client: the entry of a menu for one request."""
_ENDINGS = {"postman": "postman.json", "bruno": "bruno.zip", "insomnia": "insomnia.json"}


class CollectionFile(Struct, frozen=True):
    """A collection as a file: of one request, or of all."""

    output: str
    client: str
    document: ApiDocument
    key: OperationKey | None = None


class Collections:
    """The collections of one site; `downloads` knows what readers may have of its documents."""

    def __init__(self, site: Site, downloads: Downloads) -> None:
        self.site = site
        self.downloads = downloads

    def list_links(self, page: Page) -> dict[str, str]:
        """Return the addresses of the files of a page, by the entries of its menu."""
        link = self.downloads.link_file
        return {
            f"{file.client}{ONE if file.key else ''}": link(file.output)
            for file in self._list_files(page)
        }

    def list_files(self) -> dict[str, CollectionFile]:
        """Return all files by their outputs; settings decide on those of single requests."""
        pages = self.site.pages.values() if self._clients else ()
        return {file.output: file for page in pages for file in self._list_files(page)}

    @cached_property
    def _clients(self) -> tuple[str, ...]:
        """The clients that the menu of any page names."""
        own = (page.settings.contextual for page in self.site.pages.values())
        menus = [self.site.settings.contextual]
        menus += (each for each in own if isinstance(each, Contextual))
        options = {option for menu in menus for option in menu.options if isinstance(option, str)}
        return tuple(client for client in CLIENTS if client in options)

    @cached_property
    def _sources(self) -> frozenset[str]:
        return frozenset(document.source for document in self.downloads.documents)

    def _list_files(self, page: Page) -> Iterator[CollectionFile]:
        binding = page.binding
        if binding is None or binding.document.source not in self._sources:
            return
        document, folder = binding.document, self.downloads.names[binding.document.source]
        for client in self._clients:
            output = f"{FOLDER}{folder}/{folder}.{_ENDINGS[client]}"
            yield CollectionFile(output, client, document)
        wanted = self.site.settings.api.downloads == "operations"
        if not wanted or not isinstance(binding, OperationBinding):
            return
        key = binding.entry.key
        if key.is_webhook or self.downloads.hidden.hides(document, key):
            return
        path = f"{FOLDER}{folder}/one/{page.url.strip('/') or 'index'}"
        for client in self._clients:
            yield CollectionFile(f"{path}.{_ENDINGS[client]}", client, document, key)

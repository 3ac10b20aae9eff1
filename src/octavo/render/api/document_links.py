"""Where links in the texts of an API document lead.

Texts are written for other tools, too, where a document is one page: `#operation/listPets` and
`#tag/Pets` are places of Redoc, `#/Pets/listPets` of Swagger UI, `#tag/pets/GET/pets` of Scalar.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import unquote

from octavo.reference.overview.document_pages import DocumentPages
from octavo.settings.urls import is_external
from octavo.site.links import LinkResolver, Target
from octavo.site.model import Page
from octavo.values import Results

Resolve = Callable[[str], Target | None]
"""Returns where an address leads on the site; None where it leaves it."""
_SCALAR = re.compile(r"([A-Z]+)(/.*)\Z")


def resolve_path(links: LinkResolver, address: str) -> Target | None:
    """Return where a path from the root of the site leads."""
    is_path = address.startswith("/") and not address.startswith("//")
    return links.resolve(address, "") if is_path else None


class DocumentLinks:
    """Resolves the links of one document."""

    def __init__(self, pages: DocumentPages, links: LinkResolver) -> None:
        self._source = pages.document.source
        self._pages = pages
        self._links = links
        targets: Results[str, Target | None] = Results(self._resolve)
        self.resolve: Resolve = targets.__getitem__

    def _resolve(self, address: str) -> Target | None:
        if address.startswith("#"):
            return self._find_place(unquote(address[1:]), address)
        if not address or is_external(address):
            return None
        for source in (self._source, "") if not address.startswith("/") else ("",):
            target = self._links.resolve(address, source)
            if target is not None and target.is_found:
                return target
        return None

    def _find_place(self, place: str, fragment: str) -> Target | None:
        page = self._find_page(place)
        if page is None:
            return None
        rest = fragment if place.startswith("section/") else ""
        href = self._links.link_page(page.url)
        has_twin = page.url in self._links.site.twins
        return Target(href + rest, twin=self._links.link_twin(page.url) if has_twin else "")

    def _find_page(self, place: str) -> Page | None:
        pages = self._pages
        kind, _, name = place.partition("/")
        match kind:
            case "section":
                return pages.find_overview()
            case "operation":
                return pages.find_operation(name)
            case "schema" | "model" | "schemas":
                return pages.find_schema(name)
            case "tag":
                return pages.find_tag(name) or self._find_in_tag(name)
            case "" if name.startswith("components/schemas/"):
                return pages.find_schema(name.removeprefix("components/schemas/"))
            case "":
                tag, slash, operation = name.partition("/")
                return pages.find_operation(operation) if slash else pages.find_tag(tag)
        return None

    def _find_in_tag(self, name: str) -> Page | None:
        """Return what a place inside a tag names: `Pets/operation/listPets`, for example."""
        rest = name.partition("/")[2]
        kind, _, operation = rest.partition("/")
        if kind == "operation":
            return self._pages.find_operation(operation)
        if kind == "paths":
            path, _, method = operation.replace("~1", "/").rpartition("/")
            return self._pages.find_call(method, path)
        match = _SCALAR.match(rest)
        return self._pages.find_call(match[1], match[2]) if match else None

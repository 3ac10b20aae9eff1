"""Says when an operation ends, and leads to the page of what takes its place."""

from __future__ import annotations

from functools import cached_property

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.document.shapes import report
from octavo.openapi.model import Life, OperationEntry
from octavo.openapi.operation.listing import METHODS
from octavo.problems import Code as ProblemCode
from octavo.reference import view
from octavo.reference.view import say
from octavo.settings.urls import clean_url, is_web_address
from octavo.site.model import OperationBinding, Page, Site

_METHODS = frozenset(method.upper() for method in METHODS)
_HINT = "Name an operation by its operationId, or by method and path, or give an address."


class Successors:
    """The pages of one API document, by all that names their operations."""

    def __init__(self, document: ApiDocument, site: Site) -> None:
        self._document = document
        self._site = site

    def list_parts(self, entry: OperationEntry, life: Life | None) -> tuple[view.Part, ...]:
        """Return what the page of an operation says of its end."""
        if life is None:
            return ()
        sentences = [say("Deprecated since {day}.", day=life.since)] if life.since else []
        sentences += [say("Available until {day}.", day=life.until)] if life.until else []
        page = self._find_page(life.successor, entry.key.method) if life.successor else None
        address = "" if page or not is_web_address(life.successor) else clean_url(life.successor)
        if address:
            link = view.Link(address, address)
            sentences.append(say("Use {link} instead.", link=link))
        elif life.key and page is None and life.successor:
            message = f"`{life.key}` names no operation with a page"
            place = entry.node.get_child(life.key)
            report(self._document, ProblemCode.API_WRONG_VALUE, message, place, _HINT)
        if page is not None:
            link_to = view.PageLink(page.url, page.method or "", page.title)
            sentences.append(say("Use {link} instead.", link=link_to))
        lines = tuple(map(view.Line, sentences))
        return (view.Group(lines, kind="life-note"),) if lines else ()

    def _find_page(self, name: str, method: str) -> Page | None:
        first, _, path = name.partition(" ")
        if first.upper() in _METHODS:
            return self._pages.get(f"{first.upper()} {_fold(path)}")
        return self._pages.get(name) or self._pages.get(f"{method} {_fold(name)}")

    @cached_property
    def _pages(self) -> dict[str, Page]:
        pages: dict[str, Page] = {}
        for page in self._site.pages.values():
            binding = page.binding
            if isinstance(binding, OperationBinding) and binding.document is self._document:
                key = binding.entry.key
                names = [binding.entry.operation_id or "", f"{key.method} {_fold(key.path)}"]
                for name in names if not key.is_webhook else names[:1]:
                    pages.setdefault(name, page)
        pages.pop("", None)
        return pages


def _fold(path: str) -> str:
    return path.strip().rstrip("/")

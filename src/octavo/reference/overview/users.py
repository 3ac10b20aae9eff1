"""Finds the operations that use a schema, by themselves or through other schemas."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.model import Node
from octavo.reference import view
from octavo.reference.view import say
from octavo.site.model import OperationBinding, Page, Site

_Place = tuple[str, tuple[str | int, ...]]
_MOST_SHOWN = 200


class SchemaUsers:
    """The users of the schemas of one API document. It is read once, when somebody asks."""

    def __init__(self, document: ApiDocument, site: Site) -> None:
        self._document = document
        self._targets: dict[_Place, tuple[Node, ...]] = {}
        self._pages = [
            page
            for page in site.pages.values()
            if isinstance(page.binding, OperationBinding) and page.binding.document is document
        ]

    def list_parts(self, name: str) -> tuple[view.Part, ...]:
        """Return the pages whose operations name a schema, and those that lead to it."""
        users = self._users.get(name, {})
        pages = {page.url: page for page in self._pages}
        direct = [pages[url] for url, is_direct in users.items() if is_direct]
        through = [pages[url] for url, is_direct in users.items() if not is_direct]
        parts: list[view.Part] = [_link_pages(direct)] if direct else []
        if through:
            head = view.Line(say("Through other schemas"), "users-through")
            parts += [head, _link_pages(through)]
        return tuple(parts)

    def list_direct(self, urls: Iterable[str]) -> set[str]:
        """Return the schemas that the operations of some pages name themselves."""
        return {name for url in urls for name in self._named.get(url, ())}

    @cached_property
    def _named(self) -> dict[str, list[str]]:
        """The schemas that each page names itself."""
        named: dict[str, list[str]] = {}
        for name, urls in self._users.items():
            for url, is_direct in urls.items():
                if is_direct:
                    named.setdefault(url, []).append(name)
        return named

    @cached_property
    def _users(self) -> dict[str, dict[str, bool]]:
        """The urls of the pages that use each schema, and whether they name it themselves."""
        users: dict[str, dict[str, bool]] = {}
        for page in self._pages:
            binding = page.binding
            if isinstance(binding, OperationBinding):
                for name, is_direct in self._walk_schemas(binding.entry.node):
                    users.setdefault(name, {})[page.url] = is_direct
        return users

    def _walk_schemas(self, node: Node) -> Iterator[tuple[str, bool]]:
        """Return the schemas that an operation leads to, each once, those it names first."""
        places: set[_Place] = set()
        queue = deque([(node, True)])
        while queue:
            node, is_direct = queue.popleft()
            for target in self._find_targets(node):
                place = (target.source, target.pointer)
                if place in places:
                    continue
                places.add(place)
                name = _find_schema_name(target)
                if name is not None:
                    yield name, is_direct
                queue.append((target, is_direct and name is None))

    def _find_targets(self, node: Node) -> tuple[Node, ...]:
        place = (node.source, node.pointer)
        if place not in self._targets:
            nodes = (self._document.find(ref, node.source) for ref in _list_references(node.value))
            self._targets[place] = tuple(target for target in nodes if target is not None)
        return self._targets[place]


def _link_pages(pages: list[Page]) -> view.Items:
    links = (view.PageLink(page.url, page.method or "", page.title) for page in pages[:_MOST_SHOWN])
    return view.Items(tuple(map(view.Item, links)), "users", more=max(0, len(pages) - _MOST_SHOWN))


def _find_schema_name(node: Node) -> str | None:
    pointer = node.pointer
    if len(pointer) == 3 and pointer[:2] == ("components", "schemas"):
        return str(pointer[2])
    return None


def _list_references(value: Any) -> list[str]:
    """Return the references inside a value, each once, in order."""
    references: dict[str, None] = {}
    values = [value]
    while values:
        value = values.pop()
        if isinstance(value, dict):
            reference = value.get("$ref")
            if isinstance(reference, str):
                references[reference] = None
            values.extend(reversed(list(value.values())))
        elif isinstance(value, list):
            values.extend(reversed(value))
    return list(references)

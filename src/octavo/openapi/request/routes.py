"""Finds the operations of a path; fixed parts have priority over parameters.

A request may include the base path of a server, or omit it. Clients choose the path, so the search
never backtracks through the same text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import parse_qsl, unquote, urlsplit

from octavo.openapi.model import OperationEntry, Server
from octavo.openapi.request.templates import match_pieces
from octavo.settings.nearest import find_nearest
from octavo.values import Struct, field

_TEMPLATE = re.compile(r"\{([^{}]*)\}")
_MOST_PATHS = 2_000  # A suggestion among more paths takes too long.


class Route(Struct, frozen=True):
    """An operation, and the special parts of its path."""

    entry: OperationEntry
    names: tuple[str, ...]
    """The parameters in the path, in order."""
    query: tuple[tuple[str, str], ...] = ()
    """The query in the documented path, which a request must have."""
    mark: tuple[str, str] | None = None
    """The fragment in the documented path, with which operations of one path differ in a header."""


class Match(Struct, frozen=True):
    """The operations of a path, by method, with the values of its parameters."""

    routes: Mapping[str, tuple[Route, ...]]
    values: tuple[str, ...]
    """The values, still encoded."""

    def list_methods(self) -> tuple[str, ...]:
        """Return the supported methods."""
        methods = [*self.routes, *(["HEAD"] if "GET" in self.routes else []), "OPTIONS"]
        return tuple(dict.fromkeys(methods))


class _Branch(Struct, eq=False):
    """The possible continuations of a path."""

    literals: dict[str, _Branch] = field(default_factory=dict)
    templates: dict[str, tuple[tuple[str, ...], _Branch]] = field(default_factory=dict)
    routes: dict[str, list[Route]] = field(default_factory=dict)


class Routes:
    """The paths of a document."""

    def __init__(self, entries: Iterable[OperationEntry], servers: Iterable[Server]) -> None:
        self._root = _Branch()
        self._branches = [self._root]
        paths: dict[str, None] = {}
        for entry in entries:
            if not entry.key.is_webhook:
                paths[entry.key.path] = None
                self._add(entry)
        for branch in self._branches:  # The more of a part is fixed, the earlier it is tried.
            ordered = sorted(branch.templates.items(), key=lambda item: -len(item[0]))
            branch.templates = dict(ordered)
        self._paths = list(paths)[:_MOST_PATHS]
        self._bases = _list_bases(servers)

    def find(self, path: str, method: str = "") -> Match | None:
        """Return the operations of an encoded path.

        If several paths match, the most specific one with the method wins, or else the most
        specific one.
        """
        matches = list(self._list_matches(path))
        having = (each for each in matches if method in each.list_methods()[:-1])
        return next(having, matches[0] if matches else None)

    def _list_matches(self, path: str) -> Iterator[Match]:
        for inner in dict.fromkeys((*self._strip_bases(path), path)):
            for spelling in dict.fromkeys((inner, inner.rstrip("/"))):
                parts = spelling.split("/")[1:] if spelling.startswith("/") else []
                for branch, values in _walk(self._root, parts or [""]):
                    routes = {method: tuple(each) for method, each in branch.routes.items()}
                    yield Match(routes, values)

    def find_nearest(self, path: str) -> str | None:
        """Return the most similar path for a request to an unknown path."""
        stripped = next(self._strip_bases(path), path)
        return find_nearest(unquote(stripped), self._paths, cutoff=0.6)

    def _strip_bases(self, path: str) -> Iterator[str]:
        for base in self._bases:
            for end in base.find_ends(path):
                yield path[end:] or "/"

    def _grow(self, branch: _Branch, part: str) -> _Branch:
        """Return the branch for the next part of a path."""
        inner = _Branch()
        if "{" not in part:
            branch = branch.literals.setdefault(unquote(part), inner)
        else:
            key = _TEMPLATE.sub("{}", part)
            _, branch = branch.templates.setdefault(key, (tuple(key.split("{}")), inner))
        if branch is inner:
            self._branches.append(inner)
        return branch

    def _add(self, entry: OperationEntry) -> None:
        address, _, mark = entry.key.path.partition("#")
        path, _, query = address.partition("?")
        branch = self._root
        for part in (path if path.startswith("/") else f"/{path}").split("/")[1:]:
            branch = self._grow(branch, part)
        name, has_value, value = mark.partition("=")
        route = Route(
            entry,
            tuple(_TEMPLATE.findall(path)),
            tuple(parse_qsl(query, keep_blank_values=True)),
            (name, unquote(value)) if has_value else None,
        )
        branch.routes.setdefault(entry.key.method, []).append(route)


def choose_route(
    routes: Iterable[Route], query: Iterable[tuple[str, str]], headers: Mapping[str, str]
) -> Route | None:
    """Return the operation for a request, among those with its path and method."""
    pairs = set(query)
    fitting = [each for each in routes if pairs.issuperset(each.query)]
    for route in fitting:
        if route.mark is None:
            continue
        name, value = route.mark
        if route.mark in pairs or headers.get(name.lower()) == value:
            return route
    plain = [each for each in fitting if each.mark is None] or fitting
    return max(plain, key=lambda each: len(each.query), default=None)


_Values = tuple["_Values", tuple[str, ...]] | None
"""The parameter values so far, as a linked list, which needs no copies."""


def _walk(root: _Branch, parts: list[str]) -> Iterator[tuple[_Branch, tuple[str, ...]]]:
    """Return the ends of all matching paths, most specific first."""
    decoded = [unquote(part) for part in parts]
    stack: list[tuple[_Branch, int, _Values]] = [(root, 0, None)]
    while stack:
        branch, at, values = stack.pop()
        if at == len(parts):
            if branch.routes:
                yield branch, _list_values(values)
            continue
        for pieces, inner in reversed(branch.templates.values()):
            further = match_pieces(pieces, parts[at]) or match_pieces(pieces, decoded[at])
            if further is not None:
                stack.append((inner, at + 1, (values, further)))
        literal = branch.literals.get(decoded[at])
        if literal is not None:
            stack.append((literal, at + 1, values))


def _list_values(values: _Values) -> tuple[str, ...]:
    groups = []
    while values is not None:
        values, group = values
        groups.append(group)
    return tuple(value for group in reversed(groups) for value in group)


class _Base(Struct, frozen=True):
    """The base path of a server: texts, with a variable between each two of them."""

    texts: tuple[str, ...]
    options: tuple[tuple[tuple[int, frozenset[str]], ...], ...]
    """The documented values of each variable, by length; any other segment matches, too."""

    def find_ends(self, path: str) -> list[int]:
        """Return the possible ends of the base path in a path, most specific first."""
        first, *others = self.texts
        places = {len(first)} if path.startswith(first) else set()
        for options, text in zip(self.options, others, strict=True):
            ends = {
                place + size
                for place in places
                for size, texts in options
                if path[place : place + size] in texts
            }
            for start, end in _list_segments(path, places):
                ends.update(range(start + 1, end + 1))
            places = {end + len(text) for end in ends if path.startswith(text, end)}
        return sorted(place for place in places if path[place : place + 1] in ("", "/"))


def _list_segments(path: str, places: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Return the rest of each segment after its first offset."""
    end = -1
    for place in sorted(places):
        if place > end:
            slash = path.find("/", place)
            end = len(path) if slash < 0 else slash
            yield place, end


def _list_bases(servers: Iterable[Server]) -> list[_Base]:
    """Return the base paths of servers, longest first."""
    bases: dict[_Base, int] = {}
    for server in servers:
        url = server.url if "//" in server.url else f"//host/{server.url.lstrip('/')}"
        try:
            # A variable may be a whole address, but only paths matter here.
            path = urlsplit(url).path.rstrip("/")
        except ValueError:
            continue
        if path:
            bases[_build_base(path, server)] = len(path)
    return sorted(bases, key=lambda base: -bases[base])


def _build_base(path: str, server: Server) -> _Base:
    values = {each.name: (each.default, *each.enum) for each in server.variables}
    pieces = _TEMPLATE.split(path)
    options = [{each.strip("/") for each in values.get(name, ())} for name in pieces[1::2]]
    return _Base(tuple(pieces[::2]), tuple(map(_group_by_length, options)))


def _group_by_length(texts: Iterable[str]) -> tuple[tuple[int, frozenset[str]], ...]:
    groups: dict[int, set[str]] = {}
    for text in filter(None, texts):
        groups.setdefault(len(text), set()).add(text)
    return tuple((size, frozenset(groups[size])) for size in sorted(groups))

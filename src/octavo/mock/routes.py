"""Finds the operations of a path: parts that are written out count before those that are not.

A request may name the base path of one of the servers, or leave it out. Who asks chooses the path,
so nothing in here goes back to try another way through the same text.
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
_MOST_PATHS = 2_000  # telling the nearest of more takes longer than it is worth


class Route(Struct, frozen=True):
    """An operation, and what its path says beside the parts between slashes."""

    entry: OperationEntry
    names: tuple[str, ...]
    """The parameters in the path, in their order."""
    query: tuple[tuple[str, str], ...] = ()
    """What the path itself writes behind `?`, which a request must have."""
    mark: tuple[str, str] | None = None
    """What it writes behind `#`: several operations of one path differ in a header, then."""


class Match(Struct, frozen=True):
    """The operations of a path, by method, and what stands in its parameters."""

    routes: Mapping[str, tuple[Route, ...]]
    values: tuple[str, ...]
    """As they are written in the path."""

    def list_methods(self) -> tuple[str, ...]:
        """Return the methods that are answered."""
        methods = [*self.routes, *(["HEAD"] if "GET" in self.routes else []), "OPTIONS"]
        return tuple(dict.fromkeys(methods))


class _Branch(Struct, eq=False):
    """What may follow after some parts of a path."""

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
        for branch in self._branches:  # the more of a part is written out, the earlier it is tried
            ordered = sorted(branch.templates.items(), key=lambda item: -len(item[0]))
            branch.templates = dict(ordered)
        self._paths = list(paths)[:_MOST_PATHS]
        self._bases = _list_bases(servers)

    def find(self, path: str, method: str = "") -> Match | None:
        """Return the operations of a path as it is written in a request.

        Where several paths fit, the nearest that has the method counts, else the nearest.
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
        """Return the path that a request to no path probably meant."""
        stripped = next(self._strip_bases(path), path)
        return find_nearest(unquote(stripped), self._paths, cutoff=0.6)

    def _strip_bases(self, path: str) -> Iterator[str]:
        for base in self._bases:
            for end in base.find_ends(path):
                yield path[end:] or "/"

    def _grow(self, branch: _Branch, part: str) -> _Branch:
        """Return the branch for a further part of a path."""
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
    """Return the operation that a request means, of those that have its path and method."""
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
"""What stands in the parameters so far, and before them: nothing is copied on the way."""


def _walk(root: _Branch, parts: list[str]) -> Iterator[tuple[_Branch, tuple[str, ...]]]:
    """Return the ends of all ways that fit, the nearest first."""
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
    """The base path of a server: texts, and between each two of them a variable."""

    texts: tuple[str, ...]
    options: tuple[tuple[tuple[int, frozenset[str]], ...], ...]
    """The documented values of each variable, by their length; any segment may stand there."""

    def find_ends(self, path: str) -> list[int]:
        """Return where it may end at the beginning of a path, the nearest first."""
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
    """Return the rest of each segment behind the first of the places in it."""
    end = -1
    for place in sorted(places):
        if place > end:
            slash = path.find("/", place)
            end = len(path) if slash < 0 else slash
            yield place, end


def _list_bases(servers: Iterable[Server]) -> list[_Base]:
    """Return the base paths of servers, the longest first."""
    bases: dict[_Base, int] = {}
    for server in servers:
        url = server.url if "//" in server.url else f"//host/{server.url.lstrip('/')}"
        try:
            # A variable may stand for anything, a whole address too: only paths are looked at.
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

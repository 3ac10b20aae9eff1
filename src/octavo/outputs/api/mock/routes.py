"""Finds the operations of a path: parts that are written out count before those that are not.

A request may name the base path of one of the servers, or leave it out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import parse_qsl, unquote, urlsplit

from octavo.openapi.model import OperationEntry, Server
from octavo.settings.nearest import find_nearest
from octavo.values import dataclass, field

_TEMPLATE = re.compile(r"\{([^{}]*)\}")
_MOST_PATHS = 2_000  # telling the nearest of more takes longer than it is worth


@dataclass(frozen=True, slots=True)
class Route:
    """An operation, and what its path says beside the parts between slashes."""

    entry: OperationEntry
    names: tuple[str, ...]
    """The parameters in the path, in their order."""
    query: tuple[tuple[str, str], ...] = ()
    """What the path itself writes behind `?`, which a request must have."""
    mark: tuple[str, str] | None = None
    """What it writes behind `#`: several operations of one path differ in a header, then."""


@dataclass(frozen=True, slots=True)
class Match:
    """The operations of a path, by method, and what stands in its parameters."""

    routes: Mapping[str, tuple[Route, ...]]
    values: tuple[str, ...]
    """As they are written in the path."""

    def list_methods(self) -> tuple[str, ...]:
        """Return the methods that are answered."""
        methods = [*self.routes, *(["HEAD"] if "GET" in self.routes else []), "OPTIONS"]
        return tuple(dict.fromkeys(methods))


@dataclass(slots=True, eq=False)
class _Branch:
    """What may follow after some parts of a path."""

    literals: dict[str, _Branch] = field(default_factory=dict)
    templates: dict[str, tuple[re.Pattern[str], _Branch]] = field(default_factory=dict)
    routes: dict[str, list[Route]] = field(default_factory=dict)


class Routes:
    """The paths of a document."""

    def __init__(self, entries: Iterable[OperationEntry], servers: Iterable[Server]) -> None:
        self._root = _Branch()
        paths: dict[str, None] = {}
        for entry in entries:
            if not entry.key.is_webhook:
                paths[entry.key.path] = None
                self._add(entry)
        self._paths = list(paths)[:_MOST_PATHS]
        self._bases = [re.compile(base) for base in _list_bases(servers)]

    def find(self, path: str, method: str = "") -> Match | None:
        """Return the operations of a path as it is written in a request.

        Where several paths fit, the nearest that has the method counts, else the nearest.
        """
        matches = list(self._list_matches(path))
        having = (each for each in matches if method in each.list_methods()[:-1])
        return next(having, matches[0] if matches else None)

    def _list_matches(self, path: str) -> Iterator[Match]:
        for inner in (*self._strip_bases(path), path):
            for spelling in dict.fromkeys((inner, inner.rstrip("/"))):
                parts = spelling.split("/")[1:] if spelling.startswith("/") else []
                for branch, values in _walk(self._root, parts or [""], ()):
                    routes = {method: tuple(each) for method, each in branch.routes.items()}
                    yield Match(routes, values)

    def find_nearest(self, path: str) -> str | None:
        """Return the path that a request to no path probably meant."""
        stripped = next(self._strip_bases(path), path)
        return find_nearest(unquote(stripped), self._paths, cutoff=0.6)

    def _strip_bases(self, path: str) -> Iterator[str]:
        for base in self._bases:
            match = base.match(path)
            if match is not None:
                yield path[match.end() :] or "/"

    def _add(self, entry: OperationEntry) -> None:
        address, _, mark = entry.key.path.partition("#")
        path, _, query = address.partition("?")
        branch = self._root
        for part in (path if path.startswith("/") else f"/{path}").split("/")[1:]:
            branch = _grow(branch, part)
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


def _grow(branch: _Branch, part: str) -> _Branch:
    """Return the branch for a further part of a path."""
    if "{" not in part:
        return branch.literals.setdefault(unquote(part), _Branch())
    key = _TEMPLATE.sub("{}", part)
    if key not in branch.templates:
        pieces = key.split("{}")
        pattern = re.compile("(.+?)".join(map(re.escape, pieces)))
        branch.templates[key] = pattern, _Branch()
        # The more of a part is written out, the earlier it is tried.
        ordered = sorted(branch.templates.items(), key=lambda item: -len(item[0]))
        branch.templates = dict(ordered)
    return branch.templates[key][1]


def _walk(
    branch: _Branch, parts: list[str], values: tuple[str, ...]
) -> Iterator[tuple[_Branch, tuple[str, ...]]]:
    if not parts:
        if branch.routes:
            yield branch, values
        return
    first, rest = parts[0], parts[1:]
    literal = branch.literals.get(unquote(first))
    if literal is not None:
        yield from _walk(literal, rest, values)
    for pattern, inner in branch.templates.values():
        match = pattern.fullmatch(first) or pattern.fullmatch(unquote(first))
        if match is not None:
            yield from _walk(inner, rest, (*values, *match.groups()))


def _list_bases(servers: Iterable[Server]) -> list[str]:
    """Return patterns for the base paths of servers, the longest first."""
    patterns = set()
    for server in servers:
        url = server.url if "//" in server.url else f"//host/{server.url.lstrip('/')}"
        try:
            # A variable may stand for anything, a whole address too: only paths are looked at.
            path = urlsplit(url).path.rstrip("/")
        except ValueError:
            continue
        if path:
            patterns.add(_render_base(path, server))
    return sorted(patterns, key=len, reverse=True)


def _render_base(path: str, server: Server) -> str:
    values = {each.name: (each.default, *each.enum) for each in server.variables}
    pieces = []
    for at, piece in enumerate(re.split(r"\{([^{}]*)\}", path)):
        if at % 2:
            options = sorted(filter(None, {each.strip("/") for each in values.get(piece, ())}))
            pieces.append(f"(?:{'|'.join([*map(re.escape, options), '[^/]+'])})")
        else:
            pieces.append(re.escape(piece))
    return "".join(pieces) + "(?=/|$)"

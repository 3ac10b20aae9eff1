"""Finds schemas that contain themselves as a part, and chooses where to start.

The result depends on the start, so it is the same one for all readers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from octavo.openapi.model import Node


class CircleError(Exception):
    """Raised for a schema inside itself; another one of its cycle must be read first."""

    def __init__(self, node: Node) -> None:
        super().__init__()
        self.node = node


class Circles:
    """The cycles of schemas found so far in a document."""

    def __init__(self, list_combined: Callable[[Node], Iterable[Node]]) -> None:
        self._list_combined = list_combined
        self._firsts: dict[Node, Node] = {}
        """The first schema of each schema's cycle."""
        self._begun: set[Node] = set()

    def begin(self, node: Node) -> Node:
        """Return the first schema of a cycle."""
        if node not in self._firsts:
            self._firsts |= _find_firsts(node, self._list_unknown)
        first = self._firsts[node]
        self._begun.add(first)
        return first

    def check(self, node: Node) -> None:
        """Raise an error for a schema inside itself whose cycle was not started."""
        if self._firsts.get(node) not in self._begun:
            raise CircleError(node)

    def _list_unknown(self, node: Node) -> list[Node]:
        return [each for each in self._list_combined(node) if each not in self._firsts]


def _find_firsts(start: Node, list_next: Callable[[Node], Iterable[Node]]) -> dict[Node, Node]:
    """Return, for each schema after a start, the first of its cycle by place (see Tarjan)."""
    firsts: dict[Node, Node] = {}
    numbers: dict[Node, int] = {start: 0}
    lowest: dict[Node, int] = {start: 0}
    open_: list[Node] = [start]
    is_open = {start}
    stack: list[tuple[Node, Iterator[Node]]] = [(start, iter(list_next(start)))]
    while stack:
        node, waiting = stack[-1]
        for each in waiting:
            if each not in numbers:
                numbers[each] = lowest[each] = len(numbers)
                open_.append(each)
                is_open.add(each)
                stack.append((each, iter(list_next(each))))
                break
            if each in is_open:
                lowest[node] = min(lowest[node], numbers[each])
        else:
            stack.pop()
            if stack:
                outer = stack[-1][0]
                lowest[outer] = min(lowest[outer], lowest[node])
            if lowest[node] == numbers[node]:
                members = []
                while node in is_open:
                    members.append(open_.pop())
                    is_open.discard(members[-1])
                firsts |= dict.fromkeys(members, min(members, key=_rank))
    return firsts


def _rank(node: Node) -> tuple[bool, str, str]:
    """Return the rank of a schema; a plain reference is first, because it includes its target."""
    return list(node.value) != ["$ref"], node.source, str(node.pointer)

"""Converts texts of a request to values by their schemas.

A text has no type: `5` may be a number or a text, and a list has several notations. So there are
candidates, and the first that follows its schema is the value.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from octavo.openapi.examples.text import parse_json
from octavo.openapi.model import Node
from octavo.openapi.schema.places import find_places, list_kinds
from octavo.openapi.schema.reader import SchemaReader
from octavo.openapi.validity.validity import TOO_MANY_WAYS, Validity
from octavo.openapi.validity.words import Mistake
from octavo.values import Struct, field

Tree = str | list[Any] | dict[str, Any]
"""Texts in lists and mappings."""

_HOLDING = ("array", "object")
_BOOLEANS = {"true": True, "false": False}


class ValueReader(Struct, frozen=True):
    """Converts values for the schemas of one document."""

    reader: SchemaReader
    validity: Validity
    unknown: set[Node] = field(default_factory=set)
    """Schemas with too many combinations to compare; their values pass."""

    def list_kinds(self, node: Node) -> tuple[str, ...]:
        """Return the possible types of a value."""
        return list_kinds(self.reader, node)

    def find_mistakes(self, node: Node, candidates: Iterable[Any]) -> tuple[Mistake, ...]:
        """Return the mistakes in a value that has several readings."""
        first: tuple[Mistake, ...] | None = None
        for candidate in candidates:
            mistakes = self.validity.find_mistakes(node, candidate)
            if not mistakes:
                return ()
            if TOO_MANY_WAYS in mistakes:
                self.unknown.add(node)
                return ()
            first = mistakes if first is None else first
        return first or ()

    def convert(self, node: Node | None, tree: Tree, *, is_item: bool = False) -> Any:
        """Return texts converted to the values of a schema, as far as possible.

        A list of one item isn't nested again, because lists could contain lists without end.
        """
        if isinstance(tree, list):
            return [self._convert_inside(node, at, each) for at, each in enumerate(tree)]
        if isinstance(tree, dict):
            return {key: self._convert_inside(node, key, each) for key, each in tree.items()}
        if node is None:
            return tree
        candidates = list(self.list_readings(node, tree))
        # This is a list of one item, in the notation of the item.
        if not is_item and "array" in self.list_kinds(node):
            candidates.append([self._convert_inside(node, 0, tree, is_item=True)])
        fitting = (each for each in candidates if self.validity.is_valid(node, each))
        return next(fitting, candidates[0])

    def list_readings(self, node: Node, text: str) -> Iterator[Any]:
        """Return the possible values of a text."""
        kinds = list_kinds(self.reader, node)
        if ("integer" in kinds or "number" in kinds) and (number := _read_number(text)) is not None:
            yield number
        if "boolean" in kinds and text in _BOOLEANS:
            yield _BOOLEANS[text]
        if "null" in kinds and text in ("", "null"):
            yield None
        if "array" in kinds or "object" in kinds:  # Nested lists and objects are JSON.
            data = parse_json(text)
            yield from (data,) if isinstance(data, list | dict) else ()
            yield from (
                [] if kind == "array" else {} for kind in kinds if not text and kind in _HOLDING
            )
        yield text
        if not kinds:
            number = _read_number(text)
            yield from () if number is None else (number,)
            yield from (_BOOLEANS[text],) if text in _BOOLEANS else ()

    def _convert_inside(
        self, node: Node | None, step: str | int, tree: Tree, *, is_item: bool = False
    ) -> Any:
        places = find_places(self.reader, node, (step,)) if node is not None else ()
        converted: Any = tree
        for place in places:
            converted = self.convert(place, tree, is_item=is_item)
            if self.validity.is_valid(place, converted):
                return converted
        return self.convert(None, tree) if not places else converted


def _read_number(text: str) -> int | float | None:
    if len(text) > 400 or text != text.strip() or "_" in text:
        return None
    try:
        return int(text)
    except ValueError:
        pass
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def strip_brackets(name: str) -> str:
    """Return the part of a name before its brackets."""
    return name.partition("[")[0] or name


def read_brackets(name: str, pairs: Iterable[tuple[str, str]]) -> Tree | None:
    """Parse `name[a][b]=1`, `name[]=1` and `name[0]=1`; None for names without brackets."""
    tree: dict[str, Any] = {}
    for key, text in pairs:
        if key.startswith(f"{name}[") and key.endswith("]"):
            steps = key[len(name) + 1 : -1].split("][")
            _plant(tree, steps[:20], text)
    return _settle(tree) if tree else None


def _plant(tree: dict[str, Any], steps: list[str], text: str) -> None:
    for step in steps[:-1]:
        inner = tree.setdefault(step, {})
        if not isinstance(inner, dict):
            return
        tree = inner
    last = steps[-1]
    if last == "":
        last = str(len(tree))
    if last in tree:  # A repeated name becomes a list.
        if not isinstance(tree[last], list):
            tree[last] = [tree[last]]
        tree[last].append(text)
    else:
        tree[last] = text


def _settle(tree: Mapping[str, Any]) -> Tree:
    """Return a tree in which mappings with numbers become lists."""
    inner = {key: _settle(each) if isinstance(each, dict) else each for key, each in tree.items()}
    is_counted = all(key.isascii() and key.isdecimal() and len(key) < 6 for key in inner)
    return [inner[key] for key in sorted(inner, key=int)] if is_counted else inner


def pair_up(parts: list[str]) -> dict[str, str]:
    """Parse `R,100,G,200`."""
    return dict(zip(parts[::2], parts[1::2], strict=False))


def split_pairs(parts: Iterable[str]) -> dict[str, str]:
    """Parse `R=100`, `G=200`."""
    pairs = (part.partition("=") for part in parts)
    return {name: value for name, _, value in pairs}

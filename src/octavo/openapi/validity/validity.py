"""Finds mistakes in values, by the schemas of an API document."""

from __future__ import annotations

import weakref
from collections.abc import Iterable
from functools import cache, partial
from typing import Any

from octavo.openapi.model import Node, Side
from octavo.openapi.schema.reader import SchemaReader, is_only_reference
from octavo.openapi.validity.convert import ADDRESS, Converted, SchemaConverter
from octavo.openapi.validity.library import Checker, Definitions, Room, is_pattern
from octavo.openapi.validity.ways import Ways
from octavo.openapi.validity.words import Mistake, list_mistakes

_TOO_DEEP = Mistake((), "cannot be read: it is nested too deeply, or has a number too large", "")
TOO_MANY_WAYS = Mistake((), "has too many combinations to compare", "")
"""Replaces the result of a comparison that was not made."""
_TOO_MUCH_TO_TELL = Mistake((), "has a mistake, among too many combinations to tell which", "")


class Validity:
    """Compares values with the schemas of one document, for one side of an exchange.

    In a request, a read-only property is never missing; in a response, a write-only one.
    """

    def __init__(self, reader: SchemaReader, side: Side, *, checks_formats: bool = False) -> None:
        self._reader = reader
        self._converter = SchemaConverter(
            reader, side, cache(is_pattern), checks_ranges=checks_formats
        )
        self._checks_formats = checks_formats
        self._schemas: dict[Node, Converted] = {}
        self._ways = Ways(self._converter.definitions)
        self._checkers: dict[Node, Checker] = {}
        self._definitions: Definitions | None = None
        self._count = 0
        self._room = Room()
        # Freeing these also needs the thread, which is closed when Python ends.
        forgetting = weakref.finalize(self, _forget, self._room, self._checkers, self._converter)
        forgetting.atexit = False

    def prepare(self, nodes: Iterable[Node]) -> None:
        """Read the schemas at some places in advance, to convert shared references once."""
        for node in nodes:
            self._converter.convert(node)

    def find_mistakes(self, node: Node, value: Any) -> tuple[Mistake, ...]:
        """Return all mistakes in a value, by the schema at a place; () without any."""
        if is_only_reference(node):  # Many schemas refer to the same one.
            node = self._reader.find_target(node)
        if node not in self._schemas:
            self._schemas[node] = self._converter.convert(node)
        if self._ways.are_too_many(self._schemas[node], value):
            return (TOO_MANY_WAYS,)
        try:
            find = partial(self._find_mistakes, node, value)
            return self._room.call(find, self._converter.levels)
        except (ValueError, RecursionError):
            return (_TOO_DEEP,)

    def is_valid(self, node: Node, value: Any) -> bool:
        """Tell whether a value follows the schema at a place, as far as they can be compared."""
        return self.find_mistakes(node, value) in ((), (TOO_MANY_WAYS,))

    def _find_mistakes(self, node: Node, value: Any) -> tuple[Mistake, ...]:
        checker = self._checkers.get(node)
        if checker is None:
            checker = self._checkers[node] = self._build_checker(self._schemas[node])
        # The check without explanations is much faster.
        if checker.is_valid(value):
            return ()
        if self._ways.are_too_many(self._schemas[node], value, tells_why=True):
            return (_TOO_MUCH_TO_TELL,)
        return list_mistakes(checker.iter_errors(value))

    def _build_checker(self, schema: Converted) -> Checker:
        definitions = self._converter.definitions
        if self._definitions is None or len(definitions) != self._count:
            self._definitions = Definitions(ADDRESS, definitions)
            self._count = len(definitions)
        return self._definitions.build_checker(schema, checks_formats=self._checks_formats)


def _forget(room: Room, checkers: dict[Node, Checker], converter: SchemaConverter) -> None:
    room.call(checkers.clear, converter.levels)

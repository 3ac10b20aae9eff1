"""The files with deeply nested fields, which are small and shared by all pages."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.model import Node
from octavo.values import Struct


class FragmentPlace(Struct, frozen=True, eq=False):
    """A file that a page may load, with the fields of a schema: all, or those from an index on.

    It is created if a page requests its path.
    """

    fragments: Fragments
    node: Node
    first: int = 0

    @property
    def output(self) -> str:
        """Its output path."""
        return self.fragments.find_output(self)


class Fragments:
    """The fragments of one API document that pages load.

    The files are in `folder`; a language other than English adds its `table` to the name.
    """

    def __init__(self, document: ApiDocument, folder: str, table: str | None = None) -> None:
        self._document = document
        self._folder = folder
        self._table = table
        self._outputs: dict[tuple[Node, int], str] = {}
        self.places: dict[str, FragmentPlace] = {}
        """The requested fragments, by output path."""
        self._wanted: list[str] = []

    def walk_places(self) -> Iterator[tuple[str, FragmentPlace]]:
        """Yield files and their places, including those requested during the iteration."""
        for output in self._wanted:  # A list may grow during the iteration, a dictionary may not.
            yield output, self.places[output]

    def find_output(self, place: FragmentPlace) -> str:
        """Return the path of a file, which will be created."""
        key = place.node, place.first
        if key not in self._outputs:
            more = [f"from {place.first}"] if place.first else []
            more += [f"in {self._table}"] if self._table else []
            parts = self._document.memory.same_words.list_naming_parts(place.node)
            name = "\n".join([self._document.source, *parts, *more])
            digest = hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()[:12]
            output = self._outputs[key] = f"{self._folder}/{digest}.html"
            self.places[output] = place
            self._wanted.append(output)
        return self._outputs[key]

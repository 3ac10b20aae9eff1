"""Fragments: what is deep inside schemas, as small files that all pages share.

A fragment can be read on its own, by a plain link. Script loads it into the page when it is opened.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.model import Node
from octavo.render.api.markup import render_later
from octavo.render.assets.theme_files import FOLDER
from octavo.render.html import escape_text
from octavo.render.wording import ENGLISH, Wording
from octavo.site.urls import build_file_href
from octavo.values import dataclass


@dataclass(frozen=True, slots=True)
class FragmentPlace:
    """What a fragment holds: the fields of a schema, all of them or those from a number on."""

    node: Node
    first: int = 0


@dataclass(frozen=True, slots=True)
class Fragment:
    """A list of fields as a file of its own."""

    output: str
    title: str
    html: str


class Fragments:
    """The places of one API document that pages open as fragments."""

    def __init__(self, document: ApiDocument, base_path: str, say: Wording = ENGLISH) -> None:
        self._document = document
        self._say = say
        self._base_path = base_path
        self._outputs: dict[FragmentPlace, str] = {}
        self.places: dict[str, FragmentPlace] = {}
        """The places that are wanted, by output path."""
        self._wanted: list[str] = []

    def render_opener(self, node: Node, name: str, below: str = "") -> str:
        """Return the line that opens a fragment; from now on the fragment is wanted.

        The ids of its fields begin with the id of what is around it, or with the one that is given.
        """
        words = self._say("Child attributes of {name}", name=escape_text(name))
        return self._render_line(FragmentPlace(node), self._say("child attributes"), words, below)

    def render_rest_opener(self, node: Node, first: int, count: int, below: str) -> str:
        """Return the line that opens so many fields of a schema, of which others stand above."""
        what = self._say("1 more attribute")
        if count > 1:
            what = self._say("{count} more attributes", count=count)
        link = self._say("{count} more", count=count)
        return self._render_line(FragmentPlace(node, first), what, link, below)

    def _render_line(self, place: FragmentPlace, what: str, link: str, below: str) -> str:
        href = build_file_href(self._assign_output(place), self._base_path)
        attributes = f' data-below="{below}"' if below else ""
        return render_later(href, what, link, attributes, self._say)

    def walk_places(self) -> Iterator[tuple[str, FragmentPlace]]:
        """Return files and their places, those too that are wanted while this goes on."""
        for output in self._wanted:  # a list may grow meanwhile, a dictionary may not
            yield output, self.places[output]

    def _assign_output(self, place: FragmentPlace) -> str:
        output = self._outputs.get(place)
        if output is None:
            more = [f"from {place.first}"] if place.first else []
            more += [f"in {self._say.table}"] if self._say.table else []
            parts = self._document.same_words.list_naming_parts(place.node)
            name = "\n".join([self._document.source, *parts, *more])
            digest = hashlib.sha256(name.encode("utf-8", "replace")).hexdigest()[:12]
            output = self._outputs[place] = f"{FOLDER}/api/{digest}.html"
            self.places[output] = place
            self._wanted.append(output)
        return output

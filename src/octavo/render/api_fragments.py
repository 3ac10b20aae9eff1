"""Fragments: what is deep inside schemas, as small files that all pages share.

A fragment can be read on its own, by a plain link. Script loads it into the page when it is opened.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from octavo.openapi.model import Node
from octavo.render.api_markup import clean_text
from octavo.render.assets import FOLDER
from octavo.site.urls import file_href
from octavo.values import dataclass


@dataclass(frozen=True, slots=True)
class Fragment:
    """A list of fields as a file of its own."""

    output: str
    title: str
    html: str


class Fragments:
    """The places of one API document that pages open as fragments."""

    def __init__(self, document: str, base_path: str) -> None:
        self._document = document
        self._base_path = base_path
        self._outputs: dict[Node, str] = {}
        self.places: dict[str, Node] = {}
        """The places that are wanted, by output path."""

    def opener(self, node: Node, name: str) -> str:
        """Return the line that opens a fragment; from now on the fragment is wanted."""
        href = file_href(self._output(node), self._base_path)
        return (
            '<details class="expandable later"><summary>'
            '<span class="when-closed">Show child attributes</span>'
            '<span class="when-open">Hide child attributes</span></summary>'
            f'<div class="expandable-content"><a href="{href}">Child attributes of '
            f"{clean_text(name)}</a></div></details>"
        )

    def wanted(self) -> Iterator[tuple[str, Node]]:
        """Return files and their places, those too that are wanted while this goes on."""
        done = 0
        while done < len(self.places):
            new = list(self.places.items())[done:]
            done += len(new)
            yield from new

    def _output(self, node: Node) -> str:
        output = self._outputs.get(node)
        if output is None:
            place = "\n".join([self._document, node.source, *map(str, node.pointer)])
            digest = hashlib.sha256(place.encode("utf-8", "replace")).hexdigest()[:12]
            output = self._outputs[node] = f"{FOLDER}/api/{digest}.html"
            self.places[output] = node
        return output

"""The right column: the request in several languages, and the responses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from octavo.openapi.examples.examples import ShownExample, list_examples
from octavo.openapi.model import MediaType, Node, Response, Side
from octavo.openapi.schema.reader import SchemaReader
from octavo.reference import view
from octavo.reference.facts.about import link_address
from octavo.reference.room import LONG, Cut, Room
from octavo.reference.view import Words, say
from octavo.values import Struct

_MOST_EXAMPLES = 12


_NamedParts = tuple[tuple[str, tuple[view.Part, ...]], ...]


class ShownSample(Struct, frozen=True):
    """A request as code: the name of its tab, its language for highlighting, the code."""

    label: str
    language: str
    text: str
    is_printed: bool = False
    """Whether Octavo generated it, instead of the document."""


class Examples:
    """Lists the examples of one API document, and caches those that pages share."""

    def __init__(self, reader: SchemaReader) -> None:
        self._reader = reader
        self._examples: dict[tuple[Node, str, Side], tuple[ShownExample, ...]] = {}
        self._parts: dict[tuple[Node, str, Side, Cut, Cut], _NamedParts] = {}

    def list_responses(
        self, responses: Sequence[Response], ids: view.Ids, room: Room
    ) -> Iterator[view.Card]:
        """Return the card with an example of each response, by status."""
        panels = []
        cuts = room.code, room.further
        for response in responses:
            status = response.status
            id_ = ids.make_unique(f"example-{view.build_id_part(status).lower()}")
            parts = self._list_bodies(response.contents, Side.RESPONSE, id_, cuts)
            cuts = room.further, room.further
            if not parts:
                words = say("The API document has no example of this body.")
                if not response.contents:
                    words = say("This response has no body.")
                parts = (view.Line(words, "example-note"),)
            panels.append(view.Panel(id_, status, parts, mark=status[:1]))
        if panels:
            switch = view.Switch(tuple(panels), say("Status"), "status")
            yield view.Card("response", Words("Response examples"), (switch,))

    def list_body(
        self, contents: Sequence[MediaType], side: Side, ids: view.Ids, title: Words, room: Room
    ) -> Iterator[view.Card]:
        """Return the card with examples of a single body, for a webhook or a schema."""
        id_ = ids.make_unique("example")
        parts = self._list_bodies(contents, side, id_, (room.code, room.further))
        if parts:
            switch = view.Switch((view.Panel(id_, "", parts),), title, "status")
            yield view.Card("request", title, (switch,))

    def _list_bodies(
        self, contents: Sequence[MediaType], side: Side, id_: str, cuts: tuple[Cut, Cut]
    ) -> tuple[view.Part, ...]:
        bodies = [
            (": ".join(filter(None, [media.name if len(contents) > 1 else "", name])), parts)
            for media in contents
            for name, parts in self._list_parts(media, side, *cuts)
        ]
        panels = tuple(
            view.Panel(f"{id_}.{number}", title, parts)
            for number, (title, parts) in enumerate(bodies[:_MOST_EXAMPLES], 1)
        )
        if len(panels) < 2:
            return panels[0].parts if panels else ()
        switch = view.Switch(panels, say("Example"), "option", as_list=True)
        rest = len(bodies) - len(panels)
        if rest <= 0:
            return (switch,)
        words = say("1 more example is in the API document.")
        if rest > 1:
            words = say("{count} more examples are in the API document.", count=f"{rest:,}")
        return (switch, view.Line(words, "example-note"))

    def _list_parts(self, media: MediaType, side: Side, first: Cut, further: Cut) -> _NamedParts:
        """Return the examples of a body with their names, which are slow to build."""
        place = (media.node, media.name, side)
        parts = self._parts.get((*place, first, further))
        if parts is None:
            examples = self._examples.get(place)
            if examples is None:
                examples = self._examples[place] = list_examples(self._reader, media, side)
            parts = self._parts[(*place, first, further)] = tuple(
                (example.summary or example.name, _view_parts(example, further if at else first))
                for at, example in enumerate(examples)
            )
        return parts


def list_samples(samples: Sequence[ShownSample], ids: view.Ids, room: Room) -> Iterator[view.Card]:
    """Return the card with a request in several languages."""
    panels = tuple(
        view.Panel(ids.make_unique("sample"), each.label, (_build_block(each, room.code),))
        for each in samples
    )
    if panels:
        switch = view.Switch(panels, say("Request"), "sample")
        yield view.Card("request", Words("Request examples"), (switch,))


def _build_block(code: ShownSample | ShownExample, cut: Cut) -> view.Block:
    text, language = code.text, code.language
    is_ours = code.is_printed if isinstance(code, ShownSample) else language == "json"
    return view.Block(text, language, cut.begin(text), LONG.begin(text), is_ours)


def _view_parts(example: ShownExample, cut: Cut) -> tuple[view.Part, ...]:
    notes = (view.Prose(example.description, "note"),) if example.description else ()
    return (*notes, _view_example(example, cut))


def _view_example(example: ShownExample, cut: Cut) -> view.Part:
    if example.link is None:
        return _build_block(example, cut)
    return view.Line(say("See {link}", link=link_address(example.link)), "example-note")

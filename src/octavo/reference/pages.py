"""The views of the pages of one API document, with a cache for shared parts."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from octavo.openapi.model import MediaType, Operation, SecurityAlternative, Side
from octavo.openapi.schema.reader import SchemaReader
from octavo.reference import view
from octavo.reference.bodies import Bodies, Progress
from octavo.reference.examples import Examples, ShownSample, list_samples
from octavo.reference.facts.about import Abouts
from octavo.reference.facts.proof import list_proof
from octavo.reference.fields import PAGE, FieldLists
from octavo.reference.later import FragmentPlace, Fragments
from octavo.reference.operation import list_sections
from octavo.reference.overview.users import SchemaUsers
from octavo.reference.room import Room
from octavo.reference.security import SECURITY, view_security
from octavo.reference.view import say
from octavo.reference.weight import build_fields
from octavo.settings.models.api import Api
from octavo.settings.urls import clean_url
from octavo.site.api.compared import Checked
from octavo.site.model import SchemaBinding
from octavo.values import Struct, replace


class Own(Struct, frozen=True):
    """The author's parts of a page: its ids, its kinds of cards, a description."""

    ids: Collection[str] = ()
    cards: Collection[str] = ()
    has_description: bool = False

    @property
    def has_request(self) -> bool:
        """Whether the page has its own request, which replaces the generated one."""
        return "panel" in self.cards or "request" in self.cards


def introduce(description: str | None, own: Own) -> tuple[view.Part, ...]:
    """Return the description above a page's sections, unless the page has its own."""
    kind = "found" if own.has_description else "lead"
    return (view.Prose(description, kind),) if description else ()


def introduce_operation(
    operation: Operation, own: Own, checked: Checked | None = None
) -> tuple[view.Part, ...]:
    """Return the introduction of an operation above its sections."""
    parts = [*introduce(operation.entry.description, own)]
    if operation.page_content:
        parts.append(view.Prose(operation.page_content, "above"))
    url, words = operation.external_docs or ("", "")
    href = clean_url(url)
    if operation.external_docs and href is not None:
        link = view.Link(words or say("Read more"), href)
        parts.append(view.Line(view.Words("{link}", (("link", link),))))
    return (*parts, *list_proof(checked))


class DocumentViews:
    """Builds the views of one API document; `pages` are its schemas with a page."""

    def __init__(
        self,
        reader: SchemaReader,
        look: Api,
        fragments: Fragments,
        pages: Mapping[str, str],
        users: SchemaUsers,
    ) -> None:
        self.reader = reader
        self.fragments = fragments
        self.users = users
        self._lists = FieldLists(Abouts(reader, pages), look, fragments)
        self.since = self._lists.since
        self._bodies = Bodies(self._lists)
        self._examples = Examples(reader)

    def view_operation(
        self,
        operation: Operation,
        endpoint: view.Endpoint,
        samples: Sequence[ShownSample],
        own: Own,
        room: Room,
    ) -> view.View:
        """Return the view of an operation's or webhook's page."""
        progress = Progress(view.Ids(own.ids), room)
        sections = list_sections(operation, self._bodies, progress)
        cards = self._list_cards(operation, samples, own, progress) if room.has_cards else ()
        return view.View(tuple(sections), tuple(cards), endpoint)

    def _list_cards(
        self, operation: Operation, samples: Sequence[ShownSample], own: Own, progress: Progress
    ) -> Iterator[view.Card]:
        """Return the cards of an operation, except those that its page has itself."""
        ids, room = progress.ids, progress.room
        key = operation.entry.key
        if key.is_webhook and not own.has_request:
            contents = operation.body.contents if operation.body else ()
            yield from self._examples.list_body(
                contents, key.request_side, ids, say("Payload"), room
            )
        elif not own.has_request:
            yield from list_samples(samples, ids, room)
        if not (key.is_webhook or {"panel", "response"} & {*own.cards}):
            yield from self._examples.list_responses(operation.responses, ids, room)

    def view_schema(self, binding: SchemaBinding, own: Own, room: Room) -> view.View:
        """Return the view of a schema's page."""
        schema = self.reader.read(binding.node)
        ids = view.Ids(own.ids)
        heading = view.Heading(ids.make_unique("attributes"), say("Attributes"))
        about = replace(self._lists.abouts.read(schema), text="")
        fields = self._lists.list_fields(schema, None, room.depth, room.level)
        parts: list[view.Part] = [
            view.Head((heading,)),
            view.AboutValue(about, shows_type=not schema.properties),
            view.Listed(fields, "attributes"),
        ]
        sections = [view.Section(heading, tuple(parts))]
        used = self.users.list_parts(binding.name)
        if used:
            heading = view.Heading(ids.make_unique("used-by"), say("Used by"))
            sections.append(view.Section(heading, (view.Head((heading,)), *used)))
        if not room.has_cards or own.cards:
            return view.View(tuple(sections))
        media = MediaType("application/json", binding.node, schema=binding.node)
        cards = self._examples.list_body((media,), Side.RESPONSE, ids, say("Example"), room)
        return view.View(tuple(sections), tuple(cards))

    def list_fragment(self, place: FragmentPlace) -> tuple[str, view.Fields]:
        """Return the name of a fragment's content, and its fields."""
        schema = self.reader.read(place.node)
        fields = self._lists.list_fields(schema, None, PAGE)
        if place.first:
            rows = fields.rows[place.first :]
            fields = build_fields(rows, len(rows))
        return schema.name or schema.title or "", fields


def view_written_page(
    endpoint: view.Endpoint,
    security: Sequence[SecurityAlternative],
    samples: Sequence[ShownSample],
    own: Own,
    room: Room,
) -> view.View:
    """Return the view of an endpoint that a page describes by hand."""
    ids = view.Ids(own.ids)
    sections = (view_security(security, ids.make_unique(SECURITY)),) if any(security) else ()
    cards = () if own.has_request else tuple(list_samples(samples, ids, room))
    return view.View(sections, cards, endpoint)

"""Arranges parameters and bodies: one list of fields for each kind of body."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from octavo.openapi.model import (
    MediaType,
    OperationKey,
    Parameter,
    Response,
    Schema,
    SecurityAlternative,
    Side,
)
from octavo.reference import view
from octavo.reference.facts.since import add_marks
from octavo.reference.fields import PAGE, FieldLists
from octavo.reference.later import FragmentPlace
from octavo.reference.room import Room
from octavo.reference.security import SECURITY, view_security
from octavo.reference.view import Code, say
from octavo.reference.weight import build_fields, share, weigh_one
from octavo.values import ByIdentity, Results, Struct, field, replace

_MOST_IN_PARAMETER = 120
"""The most fields inside a parameter."""


class Progress(Struct):
    """The parts of a page so far."""

    ids: view.Ids
    room: Room
    fields: int = 0
    bodies: set[Side] = field(default_factory=set)
    """The sides whose body is already on the page."""
    response_letters: int = 0
    """The characters in the fields of responses, if their room is limited."""


class Bodies:
    """Arranges the parameters, headers and bodies of one API document."""

    def __init__(self, lists: FieldLists) -> None:
        self.lists = lists
        self._reader = lists.reader
        self._rows: dict[tuple[object, ...], view.Field] = {}
        self._lists: Results[tuple[view.Field, ...], view.Fields] = Results(
            lambda rows: build_fields(rows, len(rows))
        )
        self._security: ByIdentity[tuple[SecurityAlternative, ...], view.Section] = ByIdentity()
        self._responses: ByIdentity[Response, dict[object, tuple[view.Panel, int]]] = ByIdentity()

    def list_parameters(
        self,
        parameters: Iterable[Parameter],
        side: Side,
        room: Room,
        *,
        of_request: bool,
        of: OperationKey | None = None,
    ) -> view.Fields:
        """Return parameters of a request, or headers of a response, as a list of fields.

        Those `of` an operation have marks for the releases that changed them.
        """
        ids = view.Ids()
        rows = []
        for parameter in self.lists.sort(parameters):
            id_ = view.PREFIX + ids.make_unique(view.build_id_part(parameter.name))
            # A reference to another parameter may have its own description.
            own = (parameter.description, parameter.required, parameter.deprecated)
            marks = self.lists.since.list_of_parameter(of, parameter) if of is not None else ()
            key = (parameter.node, id_, *own, side, of_request, room.depth, marks)
            row = self._rows.get(key)
            if row is None:
                about = self.lists.abouts.read_parameter(parameter, of_request=of_request)
                about = add_marks(about, marks)
                row = self._rows[key] = self._build_parameter(parameter, about, id_, side, room)
            rows.append(row)
        return self._lists[tuple(rows)]

    def _build_parameter(
        self, parameter: Parameter, about: view.About, id_: str, side: Side, room: Room
    ) -> view.Field:
        name = parameter.name
        schema = self._reader.read(parameter.schema) if parameter.schema else None
        inner = self.lists.find_inner(schema) if schema else None
        if inner is None:
            return view.Field(id_, name, about)
        place = (side, room.depth, 0)
        inside, _ = self.lists.list_inside(inner, id_, name, place, _MOST_IN_PARAMETER)
        return view.Field(id_, name, about, inside)

    def share_response(
        self,
        response: Response,
        id_: str,
        side: Side,
        progress: Progress,
        build: Callable[[], view.Panel],
    ) -> view.Panel:
        """Return a response; many pages share it, unless room for its fields is limited."""
        room = progress.room
        if not response.is_shared or room.response_letters is not None:
            return build()
        panels = self._responses.get(response)
        if panels is None:
            panels = self._responses[response] = {}
        key = (id_, side, room.level, room.depth)
        panel, count = panels.get(key, (None, 0))
        if panel is not None and progress.fields + count <= room.many:
            progress.fields += count
            progress.bodies |= {side} if count else set()
            return panel
        before, built = progress.fields, build()
        if panel is None and progress.fields <= room.many:
            built = replace(built, parts=share(built.parts))
            panels[key] = built, progress.fields - before
        return built

    def share_security(
        self, security: tuple[SecurityAlternative, ...], ids: view.Ids
    ) -> list[view.Section]:
        """Return the section about credentials, which most operations share."""
        if not any(security):
            return []
        id_ = ids.make_unique(SECURITY)
        if id_ != SECURITY:
            return [view_security(security, id_)]
        section = self._security.get(security)
        if section is None:
            section = view_security(security, id_)
            section = self._security[security] = replace(section, parts=share(section.parts))
        return [section]

    def arrange(
        self,
        contents: Sequence[MediaType],
        side: Side,
        id_: str,
        progress: Progress,
        head: tuple[view.HeadPart, ...] = (),
        about: tuple[view.Part, ...] = (),
    ) -> tuple[view.Part, ...]:
        """Return bodies by media type below a head; equal fields are shown once."""
        panels = []
        for number, group in enumerate(self._group_contents(contents), 1):
            below = id_ if number == 1 else f"{id_}-{number}"
            title = ", ".join(media.name for media in group)
            parts = tuple(self._list_body(group[0], side, below, progress))
            panels.append(view.Panel(f"{below}-type", title, parts))
        if len(panels) > 1:
            label = say("Media type")
            return (view.Switch(tuple(panels), label, "media", head, about, as_list=True),)
        names = view.MediaNames(tuple(media.name for media in contents))
        return (view.Head((*head, names)), *about, *(panels[0].parts if panels else ()))

    def _group_contents(self, contents: Sequence[MediaType]) -> list[list[MediaType]]:
        """Return groups of media types with the same fields."""
        if len(contents) < 2:
            return [[media] for media in contents]
        groups: dict[object, list[MediaType]] = {}
        for media in contents:
            groups.setdefault(self._build_body_key(media), []).append(media)
        return list(groups.values())

    def _build_body_key(self, media: MediaType) -> object:
        """Return a key that is equal for media types with the same fields."""
        node = media.schema or media.item_schema
        if node is None or media.encoding:
            return media.name
        return self._reader.read(node).node, media.schema is None

    def _list_body(
        self, media: MediaType, side: Side, id_: str, progress: Progress
    ) -> Iterable[view.Part]:
        node = media.schema or media.item_schema
        if node is None:
            yield view.Line(say("Any content of this media type."), "api-shape")
            return
        schema = self._reader.read(node)
        inner = self.lists.find_inner(schema)
        if media.schema is None:
            yield view.Line(say("A sequence of items, each as follows."), "api-shape")
        abouts = self.lists.abouts
        is_plain = inner is not None and inner.node == schema.node and not abouts.has_page(schema)
        yield view.AboutValue(abouts.read(schema), shows_type=not is_plain)
        if inner is not None:
            yield from self._list_fields(inner, side, id_, inner.name or media.name, progress)
        rows = [*self._list_encodings(media, side, progress.room)]
        if rows:
            listed = view.Listed(build_fields(rows, len(rows)), f"{id_}-encoding")
            yield view.Expand(say("encoding of the parts"), (listed,))

    def _list_encodings(self, media: MediaType, side: Side, room: Room) -> Iterator[view.Field]:
        """Return the encodings of the parts of a body, if the document has any."""
        ids = view.Ids()
        for name, encoding in media.encoding.items():
            id_ = view.PREFIX + ids.make_unique(view.build_id_part(name))
            kind, style = encoding.content_type, encoding.style
            facts = [say("Written as {type}", type=Code(kind))] if kind else []
            facts += [say("Style {style}", style=Code(style))] if style else []
            inside: tuple[view.Part, ...] = ()
            if encoding.headers:
                headers = self.list_parameters(encoding.headers, side, room, of_request=False)
                below = view.Listed(headers, f"{id_}-header")
                inside = (view.Expand(say("headers of the part"), (below,)),)
            if facts or inside:
                yield view.Field(id_, name, view.About(facts=tuple(facts)), inside)

    def _list_fields(
        self, inner: Schema, side: Side, id_: str, name: str, progress: Progress
    ) -> Iterable[view.Part]:
        room, depth, lists = progress.room, progress.room.depth, self.lists
        if side is Side.RESPONSE and room.response_letters is not None:
            yield from self._list_beginning(inner, id_, room.response_letters, progress)
            return
        level = room.level
        if progress.fields > room.many:
            depth, level = PAGE, max(level, PAGE.flat if depth.is_page else 0)
        fields = lists.list_fields(inner, side, depth, level)
        if side in progress.bodies and progress.fields + fields.count > room.most:
            yield lists.open_later(inner, name, id_)
            return
        progress.fields += fields.count
        progress.bodies.add(side)
        yield view.Listed(fields, id_)

    def _list_beginning(
        self, schema: Schema, id_: str, most: int, progress: Progress
    ) -> Iterable[view.Part]:
        """Return the first fields of a body, and a button for the others."""
        depth, lists = progress.room.depth, self.lists
        rows = lists.list_fields(schema, None, depth, progress.room.level).rows
        count = 0
        for row in rows:
            weight = weigh_one(row)
            if progress.response_letters + weight > most:
                break
            progress.response_letters += weight
            count += 1
        if count:
            yield view.Listed(build_fields(rows[:count], count), id_)
        if count < len(rows):
            place, name = FragmentPlace(lists.fragments, schema.node, count), schema.name or ""
            yield view.Later(place, name, name, len(rows) - count, bool(count), id_)

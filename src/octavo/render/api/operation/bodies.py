"""Renders the bodies of requests and responses: one list of fields for each kind of body."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from octavo.openapi.model import Given, MediaType, Parameter, Schema, Side
from octavo.render.api.markup import (
    PREFIX,
    Ids,
    Panel,
    build_id_part,
    render_head_row,
    render_switch,
)
from octavo.render.api.page.room import FULL, Room
from octavo.render.api.schema.field import Field
from octavo.render.api.schema.schema import FLAT, Place, SchemaRenderer
from octavo.render.content.page import ContentsEntry
from octavo.render.html import escape_text
from octavo.render.wording import Wording
from octavo.values import dataclass, field

_MANY_FIELDS = 50
"""A page with so many fields keeps in fragments what is inside of further ones."""
MOST_FIELDS = 120
"""A page with more fields keeps those of further media types and responses in fragments."""


@dataclass(slots=True)
class Sections:
    """The sections of one page as they are written."""

    ids: Ids
    html: list[str] = field(default_factory=list)
    contents: list[ContentsEntry] = field(default_factory=list)
    fields: int = 0
    bodies: set[Side] = field(default_factory=set)
    """The sides of which a body is on the page already."""
    room: Room = FULL
    response_letters: int = 0
    """How many letters the fields of responses have so far, where there is not room for all."""
    places: dict[tuple[Schema, Side | None], Place] = field(default_factory=dict)
    """Where the fields of bodies are written out, by the schema that has them."""

    def add(self, id_: str, title: str, html: str, side: Side | None = None) -> None:
        """Add a section with its heading; fields that its side does not see are not shown."""
        attributes = f' data-side="{side}"' if side else ""
        self.html.append(f'<section class="api-section"{attributes}>{html}</section>')
        self.contents.append(ContentsEntry(id_, title, nested=False))


@dataclass(frozen=True, slots=True)
class BodyIntro:
    """What stands around bodies: where their ids begin, and the line and text above them."""

    id: str
    head: str = ""
    about: str = ""


class BodyRenderer:
    """Renders the bodies, parameters and headers of one API document."""

    def __init__(self, schemas: SchemaRenderer, *, keeps_order: bool = False) -> None:
        self.schemas = schemas
        self.texts = schemas.fields.texts
        self._keeps_order = keeps_order
        self._rows: dict[tuple[object, ...], str] = {}

    # parameters

    def render_parameters(
        self, parameters: Iterable[Parameter], prefix: str, side: Side = Side.REQUEST
    ) -> str:
        """Return parameters, or headers of a response, as a list of fields."""
        ids = Ids()
        if not self._keeps_order:
            parameters = sorted(parameters, key=lambda parameter: not parameter.required)
        rows = []
        for parameter in parameters:
            id_ = prefix + ids.make_unique(build_id_part(parameter.name))
            # One that refers to another may say more than that.
            own = (parameter.description, parameter.required, parameter.deprecated)
            key = (parameter.node, id_, *own)
            row = self._rows.get(key)
            if row is None:
                row = self._rows[key] = self._render_parameter(parameter, id_, side)
            rows.append(row)
        return "".join(rows)

    def _render_parameter(self, parameter: Parameter, id_: str, side: Side) -> str:
        schemas = self.schemas
        schema = schemas.reader.read(parameter.schema) if parameter.schema else None
        field = Field(
            parameter.name,
            schema,
            id_,
            location=parameter.location.value if side is Side.REQUEST else "",
            required=parameter.required,
            deprecated=parameter.deprecated,
            description=parameter.description,
            example=find_first_example(parameter),
        )
        inside = ""
        if schema is not None:
            inner = schemas.render_inside(schema, side, 0, MOST_FIELDS)
            inside = schemas.write_out(inner, field, 0)
        if parameter.content_type:
            content_type = f"<code>{escape_text(parameter.content_type)}</code>"
            words = self.texts.say("Written as {type}", type=content_type)
            inside = f'<p class="field-facts"><span>{words}</span></p>{inside}'
        return schemas.fields.render_row(field, inside)

    # bodies

    def render_bodies(
        self, contents: Sequence[MediaType], side: Side, intro: BodyIntro, sections: Sections
    ) -> str:
        """Return bodies by media type; those with the same fields are shown once."""
        panels = []
        for number, group in enumerate(self.group_contents(contents), 1):
            id_ = intro.id if number == 1 else f"{intro.id}-{number}"
            title = ", ".join(media.name for media in group)
            panels.append(
                Panel(f"{id_}-type", title, self._render_body(group[0], side, id_, sections))
            )
        if len(panels) > 1:
            label = self.texts.say("Media type")
            return render_switch(panels, label, head=intro.head, intro=intro.about, as_list=True)
        head = render_head_row(intro.head, _render_media_names(contents, self.texts.say))
        return f"{head}{intro.about}{panels[0].html if panels else ''}"

    def group_contents(self, contents: Sequence[MediaType]) -> list[list[MediaType]]:
        """Return media types in groups: those of one have the same fields."""
        if len(contents) < 2:
            return [[media] for media in contents]
        groups: dict[object, list[MediaType]] = {}
        for media in contents:
            groups.setdefault(self._build_body_key(media), []).append(media)
        return list(groups.values())

    def _build_body_key(self, media: MediaType) -> object:
        """Return what media types with the same fields have in common."""
        node = media.schema or media.item_schema
        return (self.schemas.reader.read(node).node, media.schema is None) if node else media.name

    def _render_body(self, media: MediaType, side: Side, id_: str, sections: Sections) -> str:
        node = media.schema or media.item_schema
        if node is None:
            words = self.texts.say("Any content of this media type.")
            return f'<p class="api-shape">{words}</p>'
        schema = self.schemas.reader.read(node)
        inner = self.schemas.find_inner(schema)
        start = _describe_sequence(media, self.texts.say) + self._describe_shape(schema, inner)
        if inner is None:
            return start
        if side is Side.RESPONSE and sections.room.response_letters is not None:
            sections.places.setdefault((inner, side), Place(sections.room.level))
            return start + self._render_beginning(
                inner, id_, sections.room.response_letters, sections
            )
        level = max(sections.room.level, FLAT if sections.fields > _MANY_FIELDS else 0)
        block = self.schemas.render_fields(schema, side, level)
        if side in sections.bodies and sections.fields + block.fields > MOST_FIELDS:
            name = inner.name or media.name
            return start + self.schemas.fragments.render_opener(inner.node, name, id_)
        sections.fields += block.fields
        sections.bodies.add(side)
        sections.places.setdefault((inner, side), Place(level))
        return start + block.place_below(id_)

    def _render_beginning(self, schema: Schema, id_: str, most: int, sections: Sections) -> str:
        """Return the first fields of a body, and the line that opens the others."""
        rows = self.schemas.render_rows(schema, sections.room.level)
        count = 0
        for row in rows:
            if sections.response_letters + len(row) > most:
                break
            sections.response_letters += len(row)
            count += 1
        visible = "".join(rows[:count]).replace(PREFIX, f"{id_}.")
        if count == len(rows):
            return visible
        fragments = self.schemas.fragments
        if count == 0:
            name = schema.name or self.texts.say("this body")
            return fragments.render_opener(schema.node, name, id_)
        return visible + fragments.render_rest_opener(schema.node, count, len(rows) - count, id_)

    def _describe_shape(self, schema: Schema, inner: Schema | None) -> str:
        """Say what a body is as a whole, where it is more than an object with fields."""
        fields = self.schemas.fields
        text = self.texts.render(schema.description) if schema.description else ""
        about = text + fields.render_about(schema)
        if inner is not None and inner.node == schema.node and not fields.has_page(schema):
            return about
        return f'<p class="api-shape">{fields.render_type(schema)}</p>{about}'


def find_first_example(parameter: Parameter) -> Given | None:
    """Return the first example of a parameter that is a value."""
    values = (example.value for example in parameter.examples)
    return next((value for value in values if value is not None), None)


def _render_media_names(contents: Sequence[MediaType], say: Wording) -> str:
    names = ", ".join(escape_text(media.name) for media in contents)
    return f'<code class="api-media">{names or say("No body")}</code>'


def _describe_sequence(media: MediaType, say: Wording) -> str:
    if media.item_schema is None or media.schema is not None:
        return ""
    return f'<p class="api-shape">{say("A sequence of items, each as follows.")}</p>'

"""Lists the fields of schemas up to a depth.

A list is built once for each schema and reused at every place. Documents are full of cycles, so
nested fields are only listed near the surface and while they are few. Pages load deeper ones when a
reader opens them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple, TypeVar

from octavo.openapi.model import Choice, Node, Option, Parameter, Property, Schema, Side
from octavo.openapi.schema.labels import MAX_LABEL
from octavo.reference import view
from octavo.reference.chain import Chain
from octavo.reference.facts.about import Abouts
from octavo.reference.facts.since import SinceMarks
from octavo.reference.later import FragmentPlace, Fragments
from octavo.reference.view import Code, Words, say
from octavo.reference.weight import build_fields
from octavo.settings.models.api import Api
from octavo.values import Results, Struct, field

_MOST_LISTS = 8
"""How many nested lists are followed to their items."""


class Depth(NamedTuple):
    """How many nested fields are listed."""

    inside: tuple[int, ...]
    """The most nested fields of a field, by level."""
    most: int
    """The length of a list after which further fields show no nested fields."""
    options: int
    """How many choices may be nested."""
    is_page: bool
    """Whether readers can open the rest, so that shared parts are never repeated."""

    @property
    def flat(self) -> int:
        """The level of lists without nested fields."""
        return len(self.inside)

    @property
    def bare(self) -> int:
        """The level of lists that also show only the first option of a choice."""
        return len(self.inside) + 1


PAGE = Depth((20, 6), 90, 1, is_page=True)
TEXT = Depth((40, 20, 8), 250, 3, is_page=False)
"""The depth in Markdown, where readers can't open anything."""


Place = tuple[Side | None, Depth, int]
"""The place of a list of fields: its side, its depth, and its level."""
_CHILDREN = say("child attributes")
Sorted = TypeVar("Sorted", Property, Parameter)


class FieldLists:
    """The lists of fields in one API document, in the form that the settings define."""

    def __init__(self, abouts: Abouts, look: Api, fragments: Fragments) -> None:
        self.abouts = abouts
        self.reader = abouts.reader
        self.since = SinceMarks(abouts.reader.document.history)
        self.fragments = fragments
        self.look = look
        self.chain = Chain()
        """Stops cycles."""
        self._inner: Results[Schema, Schema | None] = Results(self._find_inner)
        self._counts: Results[Schema, int] = Results(self._count_all)
        self.plain: Results[tuple[str, str, view.About, str], view.Field] = Results(
            lambda key: view.Field(*key[:3], only=key[3])
        )
        """Fields without nested fields, which are the same at every place."""

    def list_fields(
        self,
        schema: Schema,
        side: Side | None,
        depth: Depth,
        level: int = 0,
        options: int = 0,
    ) -> view.Fields:
        """Return the fields of a schema, or of its items; empty if it has none.

        Without a side, the list is for both, and marks fields for one side.
        """
        inner = self.find_inner(schema)
        if inner is None:
            return view.NO_FIELDS
        if not (depth.is_page or level or options):
            fields = self.list_fields(inner, side, PAGE)
            if fields.is_whole:
                return fields
        key = (inner, side, depth, level, options)
        builder = _ListBuilder(self, inner, side, depth, level)
        return self.chain.make(inner.node, key, partial(builder.build, options))

    def find_inner(self, schema: Schema) -> Schema | None:
        """Return the schema with the fields of a value: its own, or that of its items."""
        return self._inner[schema]

    def _find_inner(self, schema: Schema) -> Schema | None:
        for _ in range(_MOST_LISTS):
            if _count(schema) or self.has_telling_options(schema):
                return schema
            inner = schema.items or schema.content_schema
            if inner is None:
                return None
            schema = self.reader.read(inner)
        return None

    def has_telling_options(self, schema: Schema) -> bool:
        """Tell whether the options of a choice show more than their types."""
        if schema.choice is None:
            return False
        options = (self.reader.read(option.node) for option in schema.choice.options)
        return bool(schema.choice.discriminator) or any(
            option.description or option.enum or option.items or option.choice or _count(option)
            for option in options
        )

    def sort(self, values: Iterable[Sorted]) -> Iterable[Sorted]:
        """Return values in the order of the settings: required ones first, or unchanged."""
        if self.look.maintain_order:
            return values
        return sorted(values, key=lambda value: not value.required)

    def list_inside(
        self, inner: Schema, id_: str, name: str, place: Place, room: int
    ) -> tuple[tuple[view.Part, ...], int]:
        """Return the nested fields of a field, and their number.

        `room` is the limit for this number.
        """
        side, depth, level = place
        if self.chain.meet(inner.node):
            return (_say_again(inner),), 0
        most = depth.inside[level] if level < depth.flat else 0
        if depth.is_page and inner.name and (side is None or level):
            most = 0  # A shared file avoids a copy at each place.
        is_deep = level >= depth.flat and self._has_deep_options(inner)
        if self.count(inner) <= min(most, max(room, 0)) and not is_deep:
            fields = self.list_fields(inner, side, depth, level + 1)
            if depth.is_page or fields.count <= room:
                if not fields.rows:
                    return (), 0
                is_open = self._is_open(inner, level)
                expand = view.Expand(_CHILDREN, (view.Listed(fields, id_),), is_open)
                return (expand,), fields.count
        if depth.is_page:
            return (self.open_later(inner, name),), 0
        # Fields that a page shows stay complete.
        return self.list_inside(inner, id_, name, (side, PAGE, level), PAGE.most)

    def open_later(self, schema: Schema, name: str, below: str = "") -> view.Later:
        """Return the button that loads the fields of a schema."""
        place = FragmentPlace(self.fragments, schema.node)
        return view.Later(place, name, schema.name or "", self.count(schema), below=below)

    def _has_deep_options(self, schema: Schema) -> bool:
        """Tell whether the options of a choice have nested fields, which may never end."""
        options = schema.choice.options if schema.choice else ()
        return any(self.find_inner(self.reader.read(option.node)) for option in options)

    def count(self, schema: Schema) -> int:
        """Return the number of a schema's own fields, including those of its options."""
        return _count(schema) if schema.choice is None else self._counts[schema]

    def _count_all(self, schema: Schema) -> int:
        options = schema.choice.options if schema.choice else ()
        return _count(schema) + sum(_count(self.reader.read(each.node)) for each in options)

    def _is_open(self, schema: Schema, level: int) -> bool:
        match self.look.param_fields.expanded:
            case "all":
                return True
            case "topLevel":
                return not level
            case "topLevelOneOfs":
                return not level and schema.choice is not None
        return False


class _ListBuilder(Struct):
    """Collects the rows of one list of fields."""

    lists: FieldLists
    schema: Schema
    side: Side | None
    depth: Depth
    level: int
    rows: list[view.Field | view.Switch] = field(default_factory=list)
    count: int = 0
    """The number of fields so far."""
    ids: view.Ids = field(default_factory=view.Ids)

    def build(self, options: int) -> view.Fields:
        """Return the list: properties, pattern properties, additional ones, then the choice."""
        schema = self.schema
        for property_ in self.lists.sort(schema.properties):
            self._add(property_.name, property_.node, required=property_.required)
        for property_ in schema.pattern_properties:
            self._add(property_.name, property_.node, required=property_.required)
        for number, node in enumerate(schema.prefix_items):
            self._add(f"[{number}]", node)
        if isinstance(schema.additional, Node):
            self._add(view.ANY_NAME, schema.additional)
        if schema.choice is not None and self.lists.has_telling_options(schema):
            self._add_choice(schema.choice, options)
        return build_fields(self.rows, self.count)

    def _add(self, name: str, node: Node, *, required: bool = False) -> None:
        lists = self.lists
        schema = lists.reader.read(node)
        if self.side is not None and is_hidden(schema, self.side):
            return
        self.count += 1
        about = lists.abouts.read(schema, required=required)
        about = lists.since.add_to_property(about, self.schema, name)
        only = _find_only_side(schema) if self.side is None else ""
        id_ = view.PREFIX + self.ids.make_unique(view.build_id_part(name))
        inner = lists.find_inner(schema)
        if inner is None:
            self.rows.append(lists.plain[id_, name, about, only])
            return
        room = self.depth.most - self.count
        place = (self.side, self.depth, self.level)
        inside, count = lists.list_inside(inner, id_, name, place, room)
        self.count += count
        self.rows.append(view.Field(id_, name, about, inside, only))

    def _add_choice(self, choice: Choice, options: int) -> None:
        panels = tuple(
            self._build_option(option, choice, at, options)
            for at, option in enumerate(choice.options)
        )
        kind = say("One of") if choice.kind == "oneOf" else say("Any of")
        self.rows.append(view.Switch(panels, kind, "option", head=(kind,)))

    def _build_option(self, option: Option, choice: Choice, at: int, options: int) -> view.Panel:
        lists = self.lists
        schema = lists.reader.read(option.node)
        id_ = view.PREFIX + self.ids.make_unique(view.build_id_part(option.label).lower())
        about = lists.abouts.read(schema)
        parts: list[view.Part] = list(_introduce_option(option, choice, schema))
        inner = lists.find_inner(schema)
        says_nothing = not (parts or about.text or about.facts or about.allowed)
        parts.append(view.AboutValue(about, inner is None and says_nothing, is_whole=False))
        if inner is not None:
            parts.append(self._list_option(inner, option.label, id_, at, options))
        return view.Panel(id_, option.label, tuple(parts))

    def _list_option(self, inner: Schema, label: str, id_: str, at: int, options: int) -> view.Part:
        """Return the fields of an option, or a button for further options without room."""
        lists, depth = self.lists, self.depth
        if lists.chain.meet(inner.node):
            return _say_again(inner)
        is_last = self.level >= depth.bare or lists.count(inner) > depth.most - self.count
        if at and is_last:
            depth = PAGE  # Fields that a page shows stay complete.
        is_many = inner.choice is not None and len(inner.choice.options) > PAGE.most
        if options >= depth.options or is_many or (at and is_last and self.depth.is_page):
            return lists.open_later(inner, label)
        fields = lists.list_fields(inner, self.side, depth, self.level, options + 1)
        self.count += fields.count
        return view.Listed(fields, id_)


def _introduce_option(option: Option, choice: Choice, schema: Schema) -> Iterable[view.Part]:
    if choice.discriminator is not None and option.values:
        values = tuple(map(Code, option.values))
        words = say("When {name} is {values}", name=Code(choice.discriminator), values=values)
        yield view.Line(words, "choice-value")
    if schema.title and len(schema.title) > MAX_LABEL:
        yield view.Line(Words("{title}", (("title", schema.title),)))


def _say_again(schema: Schema) -> view.Line:
    name = Code(schema.name) if schema.name else say("these attributes")
    return view.Line(say("Holds {name} again.", name=name), "field-again")


def _find_only_side(schema: Schema) -> str:
    if schema.read_only == schema.write_only:
        return ""
    return "response" if schema.read_only else "request"


def is_hidden(schema: Schema, side: Side) -> bool:
    """Tell whether a value is hidden from a side."""
    return schema.read_only if side is Side.REQUEST else schema.write_only


def _count(schema: Schema) -> int:
    """Return the number of a schema's fields without those of its options."""
    own = len(schema.properties) + len(schema.pattern_properties) + len(schema.prefix_items)
    return own + isinstance(schema.additional, Node)

"""Reads schemas, one at a time and on demand.

A schema is read together with its references and parts (`$ref` with keys next to it, `allOf`, a
single remaining alternative); nested schemas stay nodes.
"""

from __future__ import annotations

from functools import reduce
from typing import Any

from octavo.openapi.document.document import ApiDocument, is_reference
from octavo.openapi.document.same_words import COMBINING
from octavo.openapi.document.shapes import report, report_wrong_type
from octavo.openapi.examples.memory import ExampleMemory
from octavo.openapi.examples.value_types import keep_fitting
from octavo.openapi.model import Node, Property, Rule, Schema, Side
from octavo.openapi.schema.all_of import merge_schemas
from octavo.openapi.schema.bases import (
    CASES,
    annotate,
    find_bases,
    is_combined,
    is_only_reference,
    is_remark,
)
from octavo.openapi.schema.choice import (
    Alternatives,
    build_choice,
    combine_choices,
    read_constants,
)
from octavo.openapi.schema.circles import CircleError, Circles
from octavo.openapi.schema.discriminator import (
    Discriminating,
    Kinds,
    list_possible_values,
    read_kinds,
)
from octavo.openapi.schema.inheritance import (
    MAX_DESCENDANTS,
    index_children,
    list_components,
    list_descendants,
    read_discriminator,
)
from octavo.openapi.schema.keywords import read_keywords
from octavo.openapi.schema.type_names import Fields
from octavo.openapi.schema.types import allow_null, is_only_named, settle_schema
from octavo.openapi.schema.words import describe_limits, describe_type
from octavo.problems import Code
from octavo.values import ByIdentity, replace

__all__ = [
    "SchemaReader",
    "Side",
    "describe_limits",
    "describe_type",
    "is_only_reference",
    "is_visible",
    "list_visible_properties",
]

MAX_PARTS_DEEP = 60
"""The deepest nesting of combined schemas."""

MAX_JOINED = 30
MAX_JOINS = 20_000
"""The most schemas to join into one, and the most joins.

Most real documents need about 700, and three for each schema that extends another with a
discriminator.
"""
MAX_REMEMBERED = 40_000
"""The most schemas, or three quarters of joins, before the reader is renewed."""


class _TooDeepError(Exception):
    """Parts are nested too deep, so this one must be read first."""

    def __init__(self, node: Node) -> None:
        super().__init__()
        self.node = node


class SchemaReader:
    """Reads the schemas of a document and caches them by place."""

    __slots__ = (
        "_additions",
        "_by_alias",
        "_by_inheritance",
        "_by_node",
        "_by_words",
        "_children",
        "_circles",
        "_depths",
        "_foreign_names",
        "_kinds",
        "_parts",
        "_reading",
        "_schemas",
        "document",
        "examples",
        "type_words",
    )

    def __init__(self, document: ApiDocument) -> None:
        self.document = document
        self.examples = ExampleMemory()
        """The examples of the schemas, cached as long as they are."""
        self.type_words: dict[Schema, str] = {}
        """The results of `describe_type`."""
        self._schemas: dict[Node, Schema] = {}
        # A lookup by identity is faster than one by place.
        self._by_node: ByIdentity[Node, Schema] = ByIdentity()
        self._by_words: dict[bytes, Schema] = {}
        self._by_alias: ByIdentity[dict[str, Any], Schema] = ByIdentity()
        """Combined schemas by identity, because YAML aliases share values."""
        self._reading: set[Node] = set()
        self._circles = Circles(self._list_combined)
        self._depths: dict[Node, int] = {}
        """The depth of combined schemas."""
        self._parts: dict[Node, tuple[Node, ...]] = {}
        self._by_inheritance: set[Node] = set()
        """The schemas with a choice of the schemas that extend them."""
        self._children: dict[Node, list[Node]] | None = None
        self._kinds: dict[Node, tuple[Kinds, ...]] = {}
        """The discriminators of a schema and of those that it extends."""
        self._additions: set[Node] = set()
        """Artificial places for the values that a discriminator leaves for a property."""
        self._foreign_names: dict[Node, str] | None = None

    def renew(self) -> SchemaReader:
        """Return a reader with less in its cache: a new one only after very many schemas.

        In some documents, every schema leads to thousands that extend it. Reading these again would
        take longer than all other work.
        """
        if len(self._schemas) > MAX_REMEMBERED or len(self._parts) > MAX_JOINS * 3 // 4:
            return SchemaReader(self.document)
        self.examples, self.type_words = ExampleMemory(), {}
        return self

    def read(self, node: Node) -> Schema:
        """Return the schema at a place."""
        schema = self._by_node.get(node)
        if schema is not None:
            return schema
        schema = self._schemas.get(node)
        if schema is None and self._reading:
            schema = self._schemas[node] = self._read(node)
        elif schema is None and not is_combined(node.value):
            schema = self._schemas[node] = self._read_once(node)
        elif schema is None:
            schema = self._read_parts_first(node)
        self._by_node[node] = schema
        return schema

    def find_name(self, node: Node) -> str | None:
        """Return the key of a schema, if it is in `components.schemas`.

        A schema of another file has the key of the component that refers to it.
        """
        pointer = node.pointer
        if node.source == self.document.source:
            is_component = len(pointer) == 3 and pointer[:2] == ("components", "schemas")
            return str(pointer[2]) if is_component else None
        if self._foreign_names is None:
            self._foreign_names = self._list_foreign_names()
        return self._foreign_names.get(node)

    def find_target(self, node: Node) -> Node:
        """Return the place of a schema or of its reference's target."""
        target = self.document.resolve_once(node) if is_reference(node) else node
        return target or node

    def join(self, *nodes: Node) -> Node:
        """Return a place for schemas that apply together.

        A few cycles of different lengths can be joined in more ways than there are atoms. Beyond
        the needs of real documents, the last schema replaces all.
        """
        parts: dict[Node, None] = {}
        for node in nodes:
            place = self.find_target(node) if is_only_reference(node) else node
            parts.update(dict.fromkeys(self._parts.get(place, (place,))))
        *others, last = parts
        if not others or len(others) > MAX_JOINED or len(self._parts) >= MAX_JOINS:
            return last
        mark = "&".join(
            "/".join(self.document.memory.same_words.list_naming_parts(each)) for each in others
        )
        value = {"allOf": [part.value for part in parts]}
        whole = Node(value, last.source, (*last.pointer, f"&{mark}"))
        self._parts[whole] = tuple(parts)
        return whole

    def list_descendants(self, node: Node, most: int = MAX_DESCENDANTS) -> tuple[Node, ...]:
        """Return the components that extend a schema with `allOf`, directly or indirectly."""
        if self._children is None:
            self._children = index_children(self.document)
        return list_descendants(node, self._children, most)

    # --- one schema

    def _read_parts_first(self, node: Node) -> Schema:
        """Read a schema; if its parts are nested too deep, read those first."""
        stack = [node]
        while True:
            try:
                schema = self._read(stack[-1])
            except _TooDeepError as deep:
                if deep.node not in stack:
                    stack.append(deep.node)
                    continue
                schema = self._cut(deep.node)
                self._schemas[deep.node] = schema
                continue
            except CircleError as circle:
                first = self._circles.begin(circle.node)
                stack += [first] if first not in stack else []
                continue
            self._schemas[stack.pop()] = schema
            if not stack:
                return schema

    def _read_once(self, node: Node) -> Schema:
        """Read a schema without parts, or return an equal one from the cache."""
        words = self.document.memory.same_words.find(node)
        if words is None:
            return self._read(node)
        schema = self._by_words.get(words)
        if schema is None:
            schema = self._by_words[words] = self._read(node)
        else:
            self.document.memory.same_words.add_repetition(schema.node, node)
        return schema

    def _read(self, node: Node) -> Schema:
        value = node.value
        if not isinstance(value, dict):
            if not isinstance(value, bool) and value is not None:
                report_wrong_type(self.document, node, "a schema")
            return Schema(node, never=value is False)
        if COMBINING.isdisjoint(value):
            fields = read_keywords(self.document, node, value)
            nullable = fields.pop("nullable", False)
            schema = Schema(node, self.find_name(node), **fields)
            return self._settle(node, allow_null(schema) if nullable else schema)
        if node in self._reading:
            self._circles.check(node)
            return self._cut(node)
        if len(self._reading) >= MAX_PARTS_DEEP:
            raise _TooDeepError(node)
        self._reading.add(node)
        try:
            return self._read_combined(node)
        finally:
            self._reading.discard(node)

    def _cut(self, node: Node) -> Schema:
        message = "this schema is combined from itself, or from too many others in a row"
        hint = "Look at its `allOf` and `$ref`; what they lead to is left out here."
        report(self.document, Code.API_SCHEMA_CIRCLE, message, node, hint)
        return Schema(node)

    # --- schemas made of others

    def _read_reference(self, node: Node) -> Schema:
        target = self.document.resolve_once(node)
        if target is None:
            return Schema(node)
        schema = self.read(target)
        self._depths[node] = self._depths.get(target, 0)
        return schema

    def _read_combined(self, node: Node) -> Schema:
        if is_only_reference(node):
            return self._read_reference(node)
        first = self._by_alias.get(node.value) if self.find_name(node) is None else None
        if first is not None:
            self._depths[node] = self._depths.get(first.node, 0)
            self.document.memory.same_words.add_repetition(first.node, node)
            return first
        bases, choices, nullable = self._list_bases(node)
        schemas = [self.read(base) for base in bases]
        depth = 1 + max((self._depths.get(base, 0) for base in bases), default=0)
        if depth > MAX_PARTS_DEEP:
            self._cut(node)
            schemas, depth = [], 0
        self._depths[node] = depth
        keys = [key for key in node.value if key not in COMBINING]
        fields = read_keywords(self.document, node, keys)
        if isinstance(node.value.get("if"), dict) and not node.value.keys().isdisjoint(CASES):
            fields["rules"] = (*fields.get("rules", ()), Rule("if", node))
        nullable = fields.pop("nullable", False) or nullable
        if len(schemas) == 1 and not choices and self._is_wrapper(node, keys):
            schema, says_null = annotate(schemas[0], fields)
            nullable = nullable or says_null
        else:
            schema = self._combine(node, schemas, fields, choices)
        schema = self._settle(node, allow_null(schema) if nullable else schema)
        self._by_alias[node.value] = schema
        return schema

    def _settle(self, node: Node, schema: Schema) -> Schema:
        schema = settle_schema(schema)
        if schema.default is None and not schema.examples:
            return schema
        return keep_fitting(self.document, node, schema)

    def _is_wrapper(self, node: Node, keys: list[str]) -> bool:
        """Tell whether a schema only describes another one, and so keeps its name."""
        is_named = self.find_name(node) is not None and not is_reference(node)
        return not is_named and is_remark(node, keys)

    def _list_bases(self, node: Node) -> tuple[list[Node], list[Alternatives], bool]:
        parts = self._parts.get(node)
        return find_bases(self.document, node) if parts is None else (list(parts), [], False)

    def _combine(
        self, node: Node, schemas: list[Schema], fields: Fields, choices: list[Alternatives]
    ) -> Schema:
        inherited = tuple(kinds for schema in schemas for kinds in self._kinds.get(schema.node, ()))
        self._add_choice(node, fields, choices, inherited)
        own = Schema(node, self.find_name(node), **fields)
        mine = read_kinds(self, own.choice) if own.choice else None
        if mine or inherited:
            self._kinds[node] = (mine, *inherited) if mine else inherited
        bases = [self._inherit(node, schema, mine) for schema in schemas]
        schema = reduce(self._merge, [*bases, own])
        properties = (*schema.properties, *self._list_conditional(node, schema))
        # An example next to the parts is one of the whole.
        examples = own.examples or schema.examples
        if (len(properties), examples) == (len(schema.properties), schema.examples):
            return schema
        return replace(schema, properties=properties, examples=examples)

    def _merge(self, first: Schema, second: Schema) -> Schema:
        schema = merge_schemas(first, second, self.join)
        if first.choice and second.choice and first.choice != second.choice:
            return replace(schema, choice=combine_choices(self, first.choice, second.choice))
        return schema

    def _inherit(self, node: Node, base: Schema, mine: Kinds | None) -> Schema:
        """Return a base for one of its kinds: without the choice, with the kind's values."""
        kinds = self._kinds.get(base.node, ())
        is_option = any(node in each.values for each in kinds)
        if not is_option and self.find_name(node) is None:
            return base
        if not is_option and _is_part(base.node, node):
            if base.node in self._by_inheritance:
                self._by_inheritance.add(node)  # One of its parts has the discriminator.
            return base
        if base.choice is not None and not (is_option or base.node in self._by_inheritance):
            return base
        names = {each.name for each in kinds}
        if base.choice is None and not names:
            return base
        properties = tuple(
            self._tell_values(node, each, kinds, mine) if each.name in names else each
            for each in base.properties
        )
        return replace(base, choice=None, properties=properties)

    def _tell_values(
        self, node: Node, property_: Property, kinds: tuple[Kinds, ...], mine: Kinds | None
    ) -> Property:
        """Return the discriminating property with its possible values."""
        name = property_.name
        parts = [
            each
            for each in self._parts.get(property_.node, (property_.node,))
            if each not in self._additions
        ]
        # If a schema has a choice with the same property, its options show the values.
        is_own = mine is not None and mine.name == name
        values = () if is_own else list_possible_values(self, node, kinds, name)
        if values:
            says = {"const": values[0]} if len(values) == 1 else {"enum": list(values)}
            addition = Node(says, node.source, (*node.pointer, "discriminator", name))
            self._additions.add(addition)
            parts.append(addition)
        return Property(name, self.join(*parts), property_.required)

    def _list_combined(self, node: Node) -> list[Node]:
        """Return the uncached schemas that are read together with one."""
        if not is_combined(node.value):
            return []
        bases = self._list_bases(node)[0]
        bases += [part for key in CASES if (part := node.get(key)) is not None]
        return [each for each in bases if each not in self._schemas]

    def _list_conditional(self, node: Node, schema: Schema) -> tuple[Property, ...]:
        """Return the properties of `then` and `else`, which apply only in some cases."""
        conditional: dict[str, Property] = {}
        names = {each.name for each in schema.properties}
        for key in CASES:
            part = node.get(key)
            for each in self.read(part).properties if part else ():
                if each.name not in names and not is_only_named(each):
                    conditional.setdefault(each.name, Property(each.name, each.node))
        return tuple(conditional.values())

    def _add_choice(
        self,
        node: Node,
        fields: Fields,
        alternatives: list[Alternatives],
        inherited: tuple[Kinds, ...],
    ) -> None:
        discriminator = read_discriminator(self.document, node)
        told_by = Discriminating(node, discriminator, inherited) if discriminator else None
        choices = []
        for each in alternatives:
            constants = read_constants(each.nodes)
            if constants and "enum" not in fields:
                fields["enum"] = constants
            else:
                choices.append(build_choice(self, each.kind, each.nodes, told_by))
        if choices:
            fields["choice"] = reduce(lambda one, two: combine_choices(self, one, two), choices)
        elif discriminator is not None and not alternatives:
            nodes = tuple(discriminator.values) or self.list_descendants(node)
            others = tuple(each for each in nodes if each != node)
            if others:
                self._by_inheritance.add(node)
                fields["choice"] = build_choice(self, "oneOf", others, told_by)

    def _list_foreign_names(self) -> dict[Node, str]:
        names: dict[Node, str] = {}
        for name, node in list_components(self.document):
            target = self.find_target(node) if is_only_reference(node) else node
            names.setdefault(target, name)
        return names


def list_visible_properties(
    schema: Schema, side: Side, reader: SchemaReader
) -> tuple[Property, ...]:
    """Return the properties for a request or a response."""
    return tuple(each for each in schema.properties if is_visible(reader.read(each.node), side))


def is_visible(schema: Schema, side: Side) -> bool:
    """Tell whether a property of this schema is part of a request or of a response."""
    return not (schema.read_only if side is Side.REQUEST else schema.write_only)


def _is_part(part: Node, node: Node) -> bool:
    """Tell whether a schema is nested in another one."""
    return part.source == node.source and part.pointer[: len(node.pointer)] == node.pointer

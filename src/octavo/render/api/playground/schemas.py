"""Writes schemas as data for the playground, for its inputs and for checks of responses.

`theme/js/playground/types.js` documents the shape (`FormSchema`). Documents are full of cycles. So
a schema with a name, or one that is deeply nested, has a separate file, which all operations share
and which loads on demand.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from json.encoder import encode_basestring as quote
from typing import Any

from octavo.openapi.examples.text import render_compact_json
from octavo.openapi.model import NO_LIMITS, Choice, Limits, Node, Property, Schema
from octavo.openapi.schema.reader import SchemaReader
from octavo.render.assets.theme_files import FOLDER
from octavo.values import ByIdentity, list_fields

_DEEPEST = 4
"""The deepest nested schemas; deeper ones get separate files."""
_MOST_VALUES = 300
_LONGEST_VALUE = 2_000
"""The longest examples and defaults that the form gets."""

_LIMITS = tuple(
    (name, name.split("_")[0] + "".join(map(str.title, name.split("_")[1:])))
    for name in list_fields(Limits)
)


class FormSchemas:
    """Writes the schemas of one API document as JSON, each place once.

    Schemas requested `before`, from another reader, stay requested.
    """

    def __init__(self, reader: SchemaReader, before: FormSchemas | None = None) -> None:
        self._reader = reader
        self._texts: dict[int, ByIdentity[Node, str]] = {}
        """The JSON of schemas, by depth."""
        self._references: dict[Node, str] = before._references if before else {}
        self.places: dict[str, Node] = before.places if before else {}
        """The schemas with separate files, by output path."""
        self._outputs: list[str] = before._outputs if before else []

    def write(self, node: Node, depth: int = 0) -> str:
        """Return the JSON of a schema at this depth inside another."""
        schema = self._reader.read(node)
        texts = self._texts.setdefault(depth, ByIdentity())
        text = texts.get(node)
        if text is None:
            parts = self._write_own_parts(schema)
            if _is_simple(schema):
                pass
            elif schema.name is not None or depth >= _DEEPEST:
                parts.insert(0, f'"ref":"{self._refer_to(node, schema)}"')
            else:
                parts.extend(self._write_inner_parts(schema, depth))
            text = texts[node] = "{" + ",".join(parts) + "}"
        return text

    def write_file(self, node: Node) -> bytes:
        """Return the JSON of a schema in a separate file."""
        schema = self._reader.read(node)
        parts = [*self._write_own_parts(schema), *self._write_inner_parts(schema, 0)]
        return ("{" + ",".join(parts) + "}").encode("utf-8", "replace")

    def walk_places(self) -> Iterator[tuple[str, Node]]:
        """Yield files and their places, including those requested during the iteration."""
        for output in self._outputs:  # A list may grow during the iteration, a dictionary may not.
            yield output, self.places[output]

    def _refer_to(self, node: Node, schema: Schema) -> str:
        """Return the name of a schema's file, which is requested from now on."""
        # Descriptions next to a reference don't create another schema; they are sent separately.
        place = schema.node if schema.name is not None else node
        reference = self._references.get(place)
        if reference is None:
            # This is the same place as in `Fragments`, but with other files, because these are no
            # pages.
            document = self._reader.document
            name = "\n".join(
                [document.source, *document.memory.same_words.list_naming_parts(place)]
            )
            digest = hashlib.sha256(name.encode("utf-8", "replace"))
            reference = self._references[place] = digest.hexdigest()[:12]
            output = name_schema_output(reference)
            self.places[output] = place
            self._outputs.append(output)
        return reference

    # what a schema says itself

    def _write_own_parts(self, schema: Schema) -> list[str]:
        parts = [_write_types(schema.types)] if schema.types else []
        if schema.format:
            parts.append(f'"format":{quote(schema.format)}')
        if schema.content_encoding:
            parts.append(f'"contentEncoding":{quote(schema.content_encoding)}')
        if schema.content_media_type:
            parts.append(f'"contentMediaType":{quote(schema.content_media_type)}')
        if schema.read_only:
            parts.append('"readOnly":true')
        if schema.write_only:
            parts.append('"writeOnly":true')
        if schema.never:
            parts.append('"never":true')
        if schema.enum:
            values = ",".join([_write_json(each.value) for each in schema.enum[:_MOST_VALUES]])
            parts.append(f'"enum":[{values}]')
        if schema.limits is not NO_LIMITS:
            parts.extend(_limit_parts(schema.limits))
        if schema.const is not None:
            parts.extend(_write_short_value("const", schema.const.value))
        if schema.default is not None:
            parts.extend(_write_short_value("default", schema.default.value))
        if schema.examples:
            parts.extend(_write_short_value("example", schema.examples[0]))
        return parts

    # what is inside it

    def _write_inner_parts(self, schema: Schema, depth: int) -> Iterator[str]:
        inner = depth + 1
        if schema.properties:
            yield f'"properties":[{self._write_properties(schema.properties, inner)}]'
        if schema.pattern_properties:
            yield f'"patterns":[{self._write_properties(schema.pattern_properties, inner)}]'
        if isinstance(schema.additional, Node):
            yield f'"additional":{self.write(schema.additional, inner)}'
        elif schema.additional is False:
            yield '"additional":false'
        if schema.items is not None:
            yield f'"items":{self.write(schema.items, inner)}'
        if schema.prefix_items:
            items = ",".join(self.write(node, inner) for node in schema.prefix_items)
            yield f'"prefixItems":[{items}]'
        if schema.choice is not None:
            yield f'"choice":{self._write_choice(schema.choice, inner)}'

    def _write_properties(self, properties: tuple[Property, ...], depth: int) -> str:
        return ",".join(
            [
                f'{{"name":{quote(each.name)},{_REQUIRED if each.required else ""}'
                f'"schema":{self.write(each.node, depth)}}}'
                for each in properties
            ]
        )

    def _write_choice(self, choice: Choice, depth: int) -> str:
        options = ",".join(
            f'{{"label":{quote(option.label)},'
            + (f'"values":{render_compact_json(option.values)},' if option.values else "")
            + f'"schema":{self.write(option.node, depth)}}}'
            for option in choice.options
        )
        name = choice.discriminator
        discriminator = f'"discriminator":{quote(name)},' if name is not None else ""
        return f'{{"kind":"{choice.kind}",{discriminator}"options":[{options}]}}'


_REQUIRED = '"required":true,'


def name_schema_output(reference: str) -> str:
    """Return the file of a schema."""
    return f"{FOLDER}/api/{reference}.json"


def _is_simple(schema: Schema) -> bool:
    """Tell whether a schema has no nested schemas."""
    return not (
        schema.properties
        or schema.pattern_properties
        or schema.additional is not None
        or schema.items is not None
        or schema.prefix_items
        or schema.choice is not None
    )


@lru_cache(maxsize=1_000)
def _limit_parts(limits: Limits) -> tuple[str, ...]:
    values = ((key, getattr(limits, name)) for name, key in _LIMITS)
    return tuple(
        f'"{key}":{_write_json(value)}'
        for key, value in values
        if value is not None and value is not False
    )


@lru_cache(maxsize=100)
def _write_types(types: tuple[str, ...]) -> str:
    return f'"types":[{",".join(map(quote, types))}]'


def _write_short_value(key: str, value: Any) -> Iterator[str]:
    text = _write_json(value)
    if len(text) <= _LONGEST_VALUE:
        yield f'"{key}":{text}'


def _write_json(value: Any) -> str:
    if isinstance(value, str):
        return quote(value)
    return render_compact_json(value)

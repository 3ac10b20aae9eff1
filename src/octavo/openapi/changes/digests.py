"""Lists what a document has, with a digest of each part, so that later documents can be compared.

An owner is an operation or a named schema. Its parts are parameters or properties.
"""

from __future__ import annotations

import hashlib
import re

from octavo.openapi.changes.values import write_words
from octavo.openapi.document.document import ApiDocument
from octavo.openapi.info import list_schemas
from octavo.openapi.model import In, OperationKey, Parameter, Schema
from octavo.openapi.operation.listing import list_operations
from octavo.openapi.operation.operation import read_operation
from octavo.openapi.schema.reader import SchemaReader
from octavo.values import Struct

_VARIABLE = re.compile(r"\{[^{}]*\}")
_SCHEMA = "schema "


class Part(Struct, frozen=True):
    """A parameter or a property."""

    digest: str
    """Of what it allows, without its texts."""
    deprecated: bool = False


class Owner(Struct, frozen=True):
    """An operation with its parameters, or a schema with its properties."""

    deprecated: bool
    parts: dict[str, Part]


Parts = dict[str, Owner]
"""The parts of a document, by the names that the functions below return."""


def name_operation(key: OperationKey) -> str:
    """Return the name of an operation, whatever the variables of its path are called."""
    kind = "webhook " if key.is_webhook else ""
    return f"{kind}{key.method} {_VARIABLE.sub('{}', key.path)}"


def name_schema(name: str) -> str:
    """Return the name of a schema among all owners."""
    return f"{_SCHEMA}{name}"


def is_operation(owner: str) -> bool:
    """Tell whether an owner is an operation."""
    return not owner.startswith(_SCHEMA)


def name_parameter(parameter: Parameter) -> str:
    """Return the name of a parameter in its operation; headers have no case."""
    name = parameter.name.lower() if parameter.location is In.HEADER else parameter.name
    return f"{parameter.location.value} {name}"


def read_parts(document: ApiDocument) -> Parts:
    """Return the operations and named schemas of a document, with their parts."""
    reader = SchemaReader(document)
    owners: Parts = {}
    for entry in list_operations(document):
        parameters = read_operation(document, entry).parameters
        parts = {name_parameter(each): _read_parameter(each, reader) for each in parameters}
        owners[name_operation(entry.key)] = Owner(entry.deprecated, parts)
    for name, node in list_schemas(document).items():
        schema = reader.read(node)
        parts = {
            each.name: _read_property(reader.read(each.node), reader, required=each.required)
            for each in schema.properties
        }
        owners[name_schema(name)] = Owner(schema.deprecated, parts)
    return owners


def _read_parameter(parameter: Parameter, reader: SchemaReader) -> Part:
    schema = reader.read(parameter.schema) if parameter.schema else None
    form = [parameter.required, parameter.style, parameter.explode, parameter.content_type]
    said = _describe(schema, reader) if schema else []
    is_over = parameter.deprecated or (schema is not None and schema.deprecated)
    return Part(_digest([*form, said]), is_over)


def _read_property(schema: Schema, reader: SchemaReader, *, required: bool) -> Part:
    return Part(_digest([required, _describe(schema, reader)]), schema.deprecated)


def _describe(schema: Schema, reader: SchemaReader, depth: int = 0) -> list[object]:
    """Return what a value allows, and so do its items, but not what is inside objects."""
    items = schema.items if not depth else None
    return [
        sorted(schema.types),
        schema.format,
        sorted(write_words(each.value) for each in schema.enum),
        schema.const and [schema.const.value],
        schema.default and [schema.default.value],
        repr(schema.limits),
        schema.read_only,
        schema.write_only,
        len(schema.choice.options) if schema.choice else 0,
        _describe(reader.read(items), reader, depth + 1) if items is not None else [],
    ]


def _digest(said: list[object]) -> str:
    return hashlib.blake2b(write_words(said).encode("utf-8", "replace"), digest_size=8).hexdigest()

"""The names of types: those of schemas, and those that people write."""

from __future__ import annotations

from typing import Any

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.document.shapes import report, report_wrong_type
from octavo.openapi.model import Node
from octavo.problems import Code

Fields = dict[str, Any]
"""The facts about a schema so far, by the field names of `Schema`."""

TYPES = frozenset({"string", "number", "integer", "boolean", "array", "object", "null"})
HINT_TYPES = "Types are string, number, integer, boolean, array, object and null."
TYPES_IN_WORDS = {
    "integer": "a whole number",
    "number": "a number",
    "string": "a text",
    "boolean": "true or false",
    "array": "a list",
    "object": "a mapping",
    "null": "null",
}
_ALONE = {name: (name,) for name in TYPES}

_OTHER_NAMES = {
    "int": ("integer", None),
    "int32": ("integer", "int32"),
    "int64": ("integer", "int64"),
    "long": ("integer", "int64"),
    "float": ("number", "float"),
    "double": ("number", "double"),
    "decimal": ("number", None),
    "bool": ("boolean", None),
    "str": ("string", None),
    "text": ("string", None),
    "date": ("string", "date"),
    "datetime": ("string", "date-time"),
    "date-time": ("string", "date-time"),
    "uuid": ("string", "uuid"),
    "file": ("string", "binary"),
    "list": ("array", None),
    "map": ("object", None),
    "dict": ("object", None),
}
"""Other names of types, with the type and format of each."""

_SAYS_NOTHING = frozenset({"any", "mixed", ""})


def read_types(document: ApiDocument, node: Node, value: Any, fields: Fields) -> None:
    """Set the types of `type` in the fields."""
    if isinstance(value, str) and value in _ALONE:
        fields["types"] = _ALONE[value]
        return
    types: dict[str, None] = {}
    for name in value if isinstance(value, list) else (value,):
        if name is None:
            types["null"] = None  # This is `[string, null]` in YAML without quotes.
        elif isinstance(name, str) and name in TYPES:
            types[name] = None
        elif isinstance(name, str) and name.lower() not in _SAYS_NOTHING:
            _guess_type(document, node, name, types, fields)
        elif not isinstance(name, str):
            report_wrong_type(document, node.get_child("type"), "the name of a type")
    if types:
        fields["types"] = tuple(types)


def _guess_type(
    document: ApiDocument, node: Node, name: str, types: dict[str, None], fields: Fields
) -> None:
    type_name, format_ = _OTHER_NAMES.get(name.lower(), (name.lower(), None))
    is_type = type_name in TYPES
    message = f"`{name}` is no type of a schema" + (
        f"; it is read as `{type_name}`" if is_type else ""
    )
    report(document, Code.API_TYPE_UNKNOWN, message, node.get_child("type"), HINT_TYPES)
    if is_type:
        types[type_name] = None
    if format_ is not None:
        fields.setdefault("format", format_)


def name_type_of_value(value: Any) -> str:
    """Return the type of a value in the terms of schemas."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "integer"
    if isinstance(value, float):
        return "number"
    if isinstance(value, str):
        return "string"
    return "array" if isinstance(value, list) else "object"

"""Reports defaults and examples of a type that their schema does not allow, and drops them."""

from __future__ import annotations

from typing import Any

from octavo.openapi.document.document import ApiDocument, Finding
from octavo.openapi.document.shapes import convert_to_text, follow_to_mapping, name_type
from octavo.openapi.examples.text import parse_json
from octavo.openapi.model import Given, Node, Schema
from octavo.openapi.schema.type_names import (
    TYPES_IN_WORDS,
    Fields,
    name_type_of_value,
    read_types,
)
from octavo.problems import Code, Severity
from octavo.values import Struct, replace

_COMBINING = ("allOf", "oneOf", "anyOf", "const")


def keep_fitting(document: ApiDocument, node: Node, schema: Schema) -> Schema:
    """Return a schema without the invalid default and examples at its place."""
    types = schema.types
    if not types or schema.choice is not None or schema.const is not None:
        return schema
    allowed = [each.value for each in schema.enum]

    def fit(value: Any, *way: str | int) -> Given | None:
        if value is None or value in allowed or _fits(value, types):
            return Given(value)
        place = node
        for step in way:
            place = place.get_child(step)
        return _fit_or_report(document, place, value, types)

    default, examples = schema.default, schema.examples
    if default is not None and "default" in node.value:
        default = fit(default.value, "default")
    if examples and ("example" in node.value or "examples" in node.value):
        fitting = (fit(value, *_find_way(node, value)) for value in examples)
        examples = tuple(each.value for each in fitting if each is not None)
    if (default, examples) == (schema.default, schema.examples):
        return schema
    return replace(schema, default=default, examples=examples)


def _find_way(node: Node, value: Any) -> tuple[str | int, ...]:
    """Return the location of an example in a schema."""
    if node.value.get("example") is value:
        return ("example",)
    examples = node.value.get("examples")
    if isinstance(examples, list):
        return next((("examples", at) for at, each in enumerate(examples) if each is value), ())
    return ()


class Expected(Struct, frozen=True):
    """The expected type of the examples of a parameter or body."""

    types: tuple[str, ...] = ()
    enum: tuple[Any, ...] = ()
    is_sent_as_text: bool = False
    """Whether any value is sent as text, like that of a parameter."""

    def allows(self, document: ApiDocument, place: Node, value: Any) -> bool:
        """Tell whether a value is usable as an example, and report it otherwise."""
        types = self.types
        if not types or value is None or value in self.enum or _fits(value, types):
            return True
        if self.is_sent_as_text and _is_same_when_sent(value, types):
            return True
        _report(document, place, value, types)
        return False


def read_expected(
    document: ApiDocument, holder: Node, schema: Node | None, *, is_sent_as_text: bool = False
) -> Expected:
    """Return the expected type of examples by a schema's own keywords."""
    has_examples = "example" in holder.value or "examples" in holder.value
    target = follow_to_mapping(document, schema) if schema and has_examples else None
    value = target.value if target else {}
    if target is None or "type" not in value or any(key in value for key in _COMBINING):
        return Expected()
    fields: Fields = {}
    read_types(document, target, value["type"], fields)
    enum = value.get("enum")
    allowed = tuple(enum) if isinstance(enum, list) else ()
    return Expected(fields.get("types", ()), allowed, is_sent_as_text)


# --- types --------------------------------------------------------------------------------------


def _fits(value: Any, types: tuple[str, ...]) -> bool:
    name = name_type_of_value(value)
    if name in types or (name == "integer" and "number" in types):
        return True
    if name == "number" and "integer" in types:
        return bool(value % 1 == 0)
    if name != "string" or not ("object" in types or "array" in types):
        return False
    # Authors also write JSON as a text, perhaps with a comment or an ellipsis in it.
    actual_type = name_type_of_value(parse_json(value))
    return (
        actual_type in types
        if actual_type in ("object", "array")
        else value.lstrip()[:1] in ("{", "[")
    )


def _is_same_when_sent(value: Any, types: tuple[str, ...]) -> bool:
    if isinstance(value, str):
        return "array" in types or "object" in types or _fits(parse_json(value), types)
    return not isinstance(value, dict | list) and ("string" in types or "array" in types)


def _fit_or_report(
    document: ApiDocument, place: Node, value: Any, types: tuple[str, ...]
) -> Given | None:
    """Return the intended text if only quotes are missing, or None; report both."""
    text = convert_to_text(value) if "string" in types and not isinstance(value, str) else None
    _report(document, place, value, types, is_text=text is not None)
    return Given(text) if text is not None else None


def _report(
    document: ApiDocument,
    place: Node,
    value: Any,
    types: tuple[str, ...],
    *,
    is_text: bool = False,
) -> None:
    what = "the default" if place.pointer[-1:] == ("default",) else "the example"
    others = [name for name in types if name != "null"] or types
    expected = " or ".join(TYPES_IN_WORDS[name] for name in others)
    message = f"{what} is {name_type(value)}, but the schema asks for {expected}"
    hint = "It is read as a text; put it in quotes." if is_text else "It is not used."
    severity = Severity.INFO if is_text else Severity.WARNING
    code = Code.API_EXAMPLE_WRONG_TYPE
    document.report(Finding(code, message, place.source, place.pointer, severity, hint))

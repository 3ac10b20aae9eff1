"""Compares the examples, defaults and allowed values of a document with their schemas.

This runs only in `octavo check`. It skips values of a wrong type, which the readers report, and
formats, because authors and servers interpret them differently.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from octavo.openapi.document.document import ApiDocument, Finding, is_reference
from octavo.openapi.document.shapes import convert_to_text, follow_to_mapping, name_type
from octavo.openapi.model import Node, OperationEntry, Pointer, Side
from octavo.openapi.operation.listing import find_path_item, list_path_item_parts
from octavo.openapi.schema.reader import SchemaReader
from octavo.openapi.schema.type_names import TYPES_IN_WORDS, name_type_of_value
from octavo.openapi.validity.validity import TOO_MANY_WAYS, Validity
from octavo.openapi.validity.words import Mistake, render_pointer
from octavo.problems import Code, Severity
from octavo.values import ByIdentity, Struct

_MOST_SCHEMAS = 50_000
_MOST_TOLD = 3
_BOTH = (Side.REQUEST, Side.RESPONSE)
_ONE = ("schema", "items", "additionalProperties", "not", "if", "then", "else", "contains")
_MAPS = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
_PLACEHOLDER = re.compile(r"\{\{|\$\{|\A<[^<>]*>\Z|\A\{[^{}]*\}\Z")
_LISTS = ("allOf", "oneOf", "anyOf", "prefixItems")


class _GivenValue(Struct, frozen=True):
    """A documented value with its schema and its direction."""

    place: Node
    schema: Node
    sides: tuple[Side, ...] = _BOTH
    """The value must be valid in one of these directions."""


def check_given_values(
    document: ApiDocument, reader: SchemaReader, entries: Iterable[OperationEntry]
) -> Iterator[Finding]:
    """Yield the documented values that do not follow their schemas."""
    schemas: list[Node] = []
    given_values = list(_list_bodies(document, entries, schemas))
    for schema in walk_schemas(document, schemas):
        yield from _check_enum(schema)
        given_values += _list_stated(schema)
    validities = {side: Validity(reader, side) for side in _BOTH}
    for side, validity in validities.items():
        validity.prepare(each.schema for each in given_values if side in each.sides)
    unknown: Node | None = None
    for each in given_values:
        mistakes = _find_mistakes(each, validities)
        if TOO_MANY_WAYS in mistakes:
            unknown = unknown or each.place
            continue
        finding = _build_finding(each, mistakes)
        if finding is not None:
            yield finding
    if unknown is not None:
        yield _note_unknown(unknown)


# --- locations of values ------------------------------------------------------------------------


def _list_bodies(
    document: ApiDocument, entries: Iterable[OperationEntry], schemas: list[Node]
) -> Iterator[_GivenValue]:
    """Yield the examples of bodies, and collect their schemas."""
    parameters: set[Node] = set()
    for entry in entries:
        body = entry.node.get("requestBody")
        for media in _list_media(document, body):
            yield from _list_examples(document, media, entry.key.request_side, schemas)
        responses = entry.node.get("responses")
        for _, response in responses.items() if responses else ():
            for media in _list_media(document, response):
                yield from _list_examples(document, media, entry.key.response_side, schemas)
        for parameter in _list_parameters(document, entry):
            if parameter not in parameters:
                parameters.add(parameter)
                yield from _list_examples(document, parameter, entry.key.request_side, schemas)
    components = document.root.get("components")
    schemas_node = components.get("schemas") if components else None
    schemas += [node for _, node in schemas_node.items()] if schemas_node else []


def _list_parameters(document: ApiDocument, entry: OperationEntry) -> Iterator[Node]:
    """Yield the parameters of an operation and of its path."""
    item = find_path_item(document, entry.key)
    levels = list_path_item_parts(document, item) if item is not None else ()
    for level in (*levels, entry.node):
        parameters = level.get("parameters")
        for node in parameters.list_elements() if parameters else ():
            target = _follow(document, node)
            if target is not None:
                yield target


def _follow(document: ApiDocument, node: Node | None) -> Node | None:
    if node is None or not isinstance(node.value, dict):
        return None
    return follow_to_mapping(document, node)


def _list_media(document: ApiDocument, node: Node | None) -> Iterator[Node]:
    """Yield the JSON media types of a body; others have different encodings."""
    target = _follow(document, node)
    content = target.get("content") if target else None
    for name, media in content.items() if content else ():
        if "json" in name and isinstance(media.value, dict):
            yield media


def _list_schema(node: Node | None) -> list[Node]:
    schema = node.get("schema") if node else None
    return [schema] if schema is not None else []


def _list_examples(
    document: ApiDocument, media: Node, side: Side, schemas: list[Node]
) -> Iterator[_GivenValue]:
    """Yield the examples of a media type or a parameter."""
    own = _list_schema(media)
    schemas += own
    if not own or not isinstance(own[0].value, dict):
        return
    place = media.get("example")
    if place is not None:
        yield _GivenValue(place, own[0], (side,))
    examples = media.get("examples")
    for _, node in examples.items() if examples else ():
        target = _follow(document, node)
        value = target.get("value") if target else None
        if value is not None:
            yield _GivenValue(value, own[0], (side,))


def walk_schemas(document: ApiDocument, schemas: Iterable[Node]) -> Iterator[Node]:
    """Yield schemas and all nested ones, each once."""
    seen: ByIdentity[dict[str, Any], bool] = ByIdentity()
    stack = list(schemas)
    while stack and len(seen) < _MOST_SCHEMAS:
        node = stack.pop()
        if not isinstance(node.value, dict) or node.value in seen:
            continue
        seen[node.value] = True
        if is_reference(node):
            target = _follow(document, node)
            stack += [target] if target is not None and target != node else []
        yield node
        stack += _list_inner(node)


def _list_inner(node: Node) -> Iterator[Node]:
    for key in _ONE:
        child = node.get(key)
        if child is not None:
            yield child
    for key in _MAPS:
        several = node.get(key)
        if several is not None:
            yield from (child for _, child in several.items())
    for key in _LISTS:
        several = node.get(key)
        if several is not None:
            yield from several.list_elements()


def _list_stated(schema: Node) -> Iterator[_GivenValue]:
    """Yield the values in a schema."""
    for key in ("example", "default"):
        place = schema.get(key)
        if place is not None:
            yield _GivenValue(place, schema)
    examples = schema.get("examples")
    if examples is not None:
        yield from (_GivenValue(place, schema) for place in examples.list_elements())


# --- mistakes -----------------------------------------------------------------------------------


def _find_mistakes(given_value: _GivenValue, validities: dict[Side, Validity]) -> list[Mistake]:
    if given_value.place.value is None or is_reference(given_value.place):
        return []
    mistakes: list[Mistake] = []
    for side in given_value.sides:
        mistakes = _list_mistakes(given_value, validities[side])
        if not mistakes:
            return []
    return mistakes


def _note_unknown(place: Node) -> Finding:
    return Finding(
        Code.API_EXAMPLE_INVALID,
        "this value was not compared with its schema, which has too many combinations to compare"
        " (nor were others like it)",
        place.source,
        place.pointer,
        Severity.INFO,
        "Let fewer `allOf`, `anyOf`, `oneOf` and `if` lead to the same schema.",
    )


def _build_finding(given_value: _GivenValue, mistakes: list[Mistake]) -> Finding | None:
    if not mistakes:
        return None
    what = "default" if given_value.place.pointer[-1:] == ("default",) else "example"
    reasons = "; ".join(_tell(each) for each in mistakes[:_MOST_TOLD])
    more = f"; and {len(mistakes) - _MOST_TOLD} more" if len(mistakes) > _MOST_TOLD else ""
    return Finding(
        Code.API_EXAMPLE_INVALID,
        f"the {what} does not follow its schema: {reasons}{more}",
        given_value.place.source,
        (*given_value.place.pointer, *mistakes[0].pointer),
        Severity.WARNING,
        "Correct the value, or the schema.",
    )


def _list_mistakes(given_value: _GivenValue, validity: Validity) -> list[Mistake]:
    value = given_value.place.value
    return [
        each
        for each in validity.find_mistakes(given_value.schema, value)
        if each is TOO_MANY_WAYS
        or not (
            _is_told_elsewhere(each, is_text=isinstance(value, str))
            or _is_placeholder(_find(value, each.pointer))
        )
    ]


def _find(value: Any, pointer: Pointer) -> Any:
    """Return the value at a location in another one; None if it is missing."""
    for step in pointer:
        try:
            value = value[step]
        except (LookupError, TypeError):
            return None
    return value


def _is_placeholder(value: Any) -> bool:
    """Tell whether a text is a placeholder for readers to replace."""
    return isinstance(value, str) and _PLACEHOLDER.search(value) is not None


def _is_told_elsewhere(mistake: Mistake, *, is_text: bool) -> bool:
    """Tell whether a reader already reports the type, or the value is only written as text."""
    if not mistake.pointer and (mistake.keyword == "type" or is_text):
        return mistake.keyword not in {"enum", "pattern", "minLength", "maxLength", "const"}
    return "more than one of the forms" in mistake.message


def _tell(mistake: Mistake) -> str:
    place = render_pointer(mistake.pointer).removeprefix(".")
    return f"`{place}` {mistake.message}" if place else f"it {mistake.message}"


def _check_enum(schema: Node) -> Iterator[Finding]:
    """Yield the allowed values that the schema's own type forbids."""
    types = schema.value.get("type")
    names = {types} if isinstance(types, str) else set(types) if isinstance(types, list) else set()
    values = schema.get("enum")
    if values is None or not names or not names <= TYPES_IN_WORDS.keys():
        return
    for place in values.list_elements():
        name = name_type_of_value(place.value)
        is_number = name == "integer" and "number" in names
        if place.value is None or name in names or is_number:
            continue
        is_text = "string" in names and convert_to_text(place.value) is not None
        expected = " or ".join(TYPES_IN_WORDS[each] for each in sorted(names - {"null"}))
        yield Finding(
            Code.API_EXAMPLE_INVALID,
            f"a value of `enum` is {name_type(place.value)}, but the schema asks for {expected}",
            place.source,
            place.pointer,
            Severity.INFO if is_text else Severity.WARNING,
            "Put it in quotes." if is_text else "Correct the value, or the `type`.",
        )

"""Reads the examples in an API document for parameters, headers and bodies."""

from __future__ import annotations

from collections.abc import Iterator

from octavo.openapi.document.document import ApiDocument, is_reference
from octavo.openapi.document.shapes import read_as_text, read_text, report_wrong_type
from octavo.openapi.examples.value_types import Expected
from octavo.openapi.model import Example, Given, Node
from octavo.project.documents.api_files import is_plain_text

_ANYTHING = Expected()
_KEYS = frozenset("value dataValue serializedValue externalValue summary description".split())
_HINT = "Give every example a name, and put what it is under `value`."


def read_examples(
    document: ApiDocument, node: Node, expected: Expected = _ANYTHING
) -> tuple[Example, ...]:
    """Return the named examples of a value, or else its single `example`."""
    place = node.get("examples")
    if place is not None and is_reference(place):
        place = document.resolve_any(place)
    examples = place.value if place else None
    if place is not None and isinstance(examples, dict):
        named_examples = tuple(_read_named(document, place, expected))
        if named_examples:
            return named_examples
    elif place is not None and examples is not None:
        report_wrong_type(document, place, "a mapping of names to examples", _HINT)
        if isinstance(examples, list):
            return tuple(
                Example(f"Example {number}", Given(each.value))
                for number, each in enumerate(place.list_elements(), 1)
                if expected.allows(document, each, each.value)
            )
    if "example" in node.value:
        example = read_value(document, place := node.get_child("example"))
        return (Example("", example),) if expected.allows(document, place, example.value) else ()
    return ()


def _read_named(document: ApiDocument, examples: Node, expected: Expected) -> Iterator[Example]:
    for name, node in examples.items():
        target = document.resolve(node)
        if target is None or target.value is None:
            continue
        example = _read_example(document, name, target)
        place = target.get("dataValue") or target.get("value") or target
        if example.value is None or expected.allows(document, place, example.value.value):
            yield example


def _read_example(document: ApiDocument, name: str, node: Node) -> Example:
    value = node.value
    if not isinstance(value, dict) or (value and _KEYS.isdisjoint(value)):
        # This is a common mistake: the value itself is where `value:` should be.
        report_wrong_type(document, node, "a mapping with the key `value`", _HINT)
        return Example(name, Given(value))
    data = node.get("dataValue") or node.get("value")
    return Example(
        name=name,
        value=read_value(document, data) if data else None,
        serialized=node.get_text("serializedValue"),
        external=node.get_text("externalValue"),
        summary=read_as_text(node, "summary"),
        description=read_text(document, node, "description"),
    )


def read_value(document: ApiDocument, node: Node) -> Given:
    """Return a value, or the target of a pure reference if it exists.

    That may be a file of any kind, such as XML.
    """
    value = node.value
    if not (isinstance(value, dict) and value.keys() == {"$ref"} and is_reference(node)):
        return Given(value)
    reference = value["$ref"]
    if is_plain_text(reference):
        text = document.find_text(reference, node.source)
        return Given(text if isinstance(text, str) else value)
    target = document.find(reference, node.source)
    return Given(target.value if target else value)

"""The values of attributes."""

from __future__ import annotations

from typing import Any

from octavo.content.javascript.literals import NOT_LITERAL, evaluate_literal
from octavo.content.nodes import Attribute, Expression, Tag, Value


def read_attribute(attribute: Attribute) -> Any:
    """Return the value of an attribute: True for a bare one.

    `NOT_LITERAL` is the value of an expression that needs an engine.
    """
    value = attribute.value
    if value is None:
        return True
    if isinstance(value, Value):
        return value.value
    return evaluate_literal(value.source) if isinstance(value, Expression) else value


def read_text(attribute: Attribute) -> str:
    """Return the text value of an attribute; empty for any other value."""
    value = read_attribute(attribute)
    return value if isinstance(value, str) else ""


def read_properties(tag: Tag) -> dict[str, Any]:
    """Return the attributes of a tag that have values."""
    properties: dict[str, Any] = {}
    for attribute in tag.attributes:
        value = read_attribute(attribute)
        if value is NOT_LITERAL:
            continue
        if attribute.name != "...":
            properties[attribute.name] = value
        elif isinstance(value, dict):
            properties.update(value)
    return properties

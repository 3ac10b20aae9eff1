"""The values of attributes."""

from __future__ import annotations

from typing import Any

from octavo.content.javascript.literals import evaluate_literal
from octavo.content.nodes import Attribute, Expression, Value


def read_attribute(attribute: Attribute) -> Any:
    """Return the value of an attribute: True for a bare one.

    `NOT_LITERAL` is the value of an expression that has to be run.
    """
    value = attribute.value
    if value is None:
        return True
    if isinstance(value, Value):
        return value.value
    return evaluate_literal(value.source) if isinstance(value, Expression) else value


def read_text(attribute: Attribute) -> str:
    """Return the value of an attribute that is text; nothing for any other."""
    value = read_attribute(attribute)
    return value if isinstance(value, str) else ""

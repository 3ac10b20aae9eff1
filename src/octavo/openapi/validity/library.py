"""The door to jsonschema-rs, which compares values with JSON Schema."""

from __future__ import annotations

from typing import Any

from jsonschema_rs import (
    Draft202012,
    Draft202012Validator,
    FancyRegexOptions,
    Registry,
    ValidationError,
)

Checker = Draft202012Validator
"""Compares values with one schema."""
Mismatch = ValidationError
"""What is wrong with a value, as the library tells it."""

_PATTERNS = FancyRegexOptions(backtrack_limit=50_000)
"""A pattern comes from a document, and may not take for ever."""
_LONGEST_PATTERN = 2_000
"""Reading a pattern takes time that grows with the square of its length."""


class Definitions:
    """Schemas that others refer to, by the address of the document that they stand in."""

    def __init__(self, address: str, definitions: dict[str, Any]) -> None:
        self._registry = Registry([(address, {"$defs": definitions})], draft=Draft202012)

    def build_checker(self, schema: dict[str, Any] | bool, *, checks_formats: bool) -> Checker:
        """Return what compares values with a schema."""
        # The library's types take a table or a truth value, but not either.
        any_schema: Any = schema
        return Draft202012Validator(
            any_schema,
            validate_formats=checks_formats,
            registry=self._registry,
            pattern_options=_PATTERNS,
            offline=True,
        )


def is_pattern(text: str) -> bool:
    """Tell whether a text is a pattern that can be compared with."""
    if len(text) > _LONGEST_PATTERN:
        return False
    try:
        Draft202012Validator({"pattern": text}, pattern_options=_PATTERNS, offline=True)
    except ValueError:
        return False
    return True

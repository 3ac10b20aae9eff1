"""Calls jsonschema-rs, which compares values with JSON Schema."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from jsonschema_rs import (
    Draft202012,
    Draft202012Validator,
    FancyRegexOptions,
    RegexOptions,
    Registry,
    ValidationError,
)

Checker = Draft202012Validator
"""A compiled schema of the library."""
Mismatch = ValidationError
"""A mistake in a value, from the library."""

_PATTERNS = FancyRegexOptions(backtrack_limit=50_000)
"""A pattern comes from a document, and may not take for ever."""
_MOST_BYTES = 1_000_000
"""Of a pattern that was read: repetitions of repetitions grow."""
_LONGEST_PATTERN = 2_000
"""The longest pattern, because parsing takes quadratic time."""


T = TypeVar("T")

_LEVELS_ANYWHERE = 200
"""The nesting of schemas for which every thread's stack is large enough on all systems."""
_STACKS = (1024, 256, 64)
"""The sizes of a larger stack in megabytes, to try in order; systems only allocate what is used."""


class Room:
    """Runs the library with enough stack, because it recurses into nested schemas natively.

    A stack overflow would end the process without a message.
    """

    def __init__(self) -> None:
        self._executor: ThreadPoolExecutor | None = None

    def call(self, function: Callable[[], T], levels: int) -> T:
        """Return the result of a function that goes through at most this many levels of schemas."""
        if levels <= _LEVELS_ANYWHERE:
            return function()
        if self._executor is None:
            self._executor = _start_thread()
        return self._executor.submit(function).result()


def _start_thread() -> ThreadPoolExecutor:
    for size in _STACKS:
        before = threading.stack_size(size * 1024 * 1024)
        try:
            executor = ThreadPoolExecutor(1)
            executor.submit(bool).result()
            return executor
        except RuntimeError:  # There is not enough address space.
            continue
        finally:
            threading.stack_size(before)
    raise RecursionError("no thread can have as large a stack as these schemas need")


class Definitions:
    """Referenced schemas, by the address of their document."""

    def __init__(self, address: str, definitions: dict[str, Any]) -> None:
        self._registry = Registry([(address, {"$defs": definitions})], draft=Draft202012)

    def build_checker(self, schema: dict[str, Any] | bool, *, checks_formats: bool) -> Checker:
        """Return a compiled schema."""
        # The library's types accept a mapping or a boolean, but not their union.
        any_schema: Any = schema
        return Draft202012Validator(
            any_schema,
            validate_formats=checks_formats,
            registry=self._registry,
            pattern_options=_PATTERNS,
            offline=True,
        )


def build_pattern_search(text: str) -> Callable[[str], bool] | None:
    """Return what looks for a pattern in texts, in linear time; None where it is none."""
    if len(text) > _LONGEST_PATTERN:
        return None
    try:
        options = RegexOptions(size_limit=_MOST_BYTES)
        return Draft202012Validator({"pattern": text}, pattern_options=options).is_valid
    except ValueError:
        return None


def is_pattern(text: str) -> bool:
    """Tell whether a text is a usable pattern."""
    if len(text) > _LONGEST_PATTERN:
        return False
    try:
        Draft202012Validator({"pattern": text}, pattern_options=_PATTERNS, offline=True)
    except ValueError:
        return False
    return True

"""The door to jsonschema-rs, which compares values with JSON Schema."""

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
"""Compares values with one schema."""
Mismatch = ValidationError
"""What is wrong with a value, as the library tells it."""

_PATTERNS = FancyRegexOptions(backtrack_limit=50_000)
"""A pattern comes from a document, and may not take for ever."""
_MOST_BYTES = 1_000_000
"""Of a pattern that was read: repetitions of repetitions grow."""
_LONGEST_PATTERN = 2_000
"""Reading a pattern takes time that grows with the square of its length."""


T = TypeVar("T")

_LEVELS_ANYWHERE = 200
"""Schemas inside each other for which the stack of every thread is large enough on all systems."""
_STACKS = (1024, 256, 64)
"""Megabytes of a larger stack, of which a system takes as much as is used; and what may do."""


class Room:
    """Where the library has room enough: it goes into schemas one inside the other, natively.

    Beyond the stack of its thread it would end the process, and nothing could be told any more.
    """

    def __init__(self) -> None:
        self._executor: ThreadPoolExecutor | None = None

    def call(self, function: Callable[[], T], levels: int) -> T:
        """Return what a function returns that goes through so many levels of schemas at most."""
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
        except RuntimeError:  # there is not that much address space
            continue
        finally:
            threading.stack_size(before)
    raise RecursionError("no thread can have as large a stack as these schemas need")


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
    """Tell whether a text is a pattern that can be compared with."""
    if len(text) > _LONGEST_PATTERN:
        return False
    try:
        Draft202012Validator({"pattern": text}, pattern_options=_PATTERNS, offline=True)
    except ValueError:
        return False
    return True

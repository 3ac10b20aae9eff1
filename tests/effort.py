"""How often tests try what may fail only now and then, and how they tell how often that was."""

import os
from collections.abc import Callable
from typing import TypeVar

RecordProperty = Callable[[str, object], None]
"""Pytest's `record_property`: numbers that a test gives to it are added up on the scorecard."""


T = TypeVar("T")


def effort(usual: T, *, whole: T | None = None, scorecard: T) -> T:
    """Return how many times, or what: a few, more for `make test-all`, most for the scorecard."""
    if os.environ.get("OCTAVO_SCORECARD"):
        return scorecard
    return whole if whole is not None and os.environ.get("OCTAVO_WHOLE") else usual

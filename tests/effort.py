"""How often tests try what may fail only now and then, and how they tell how often that was."""

import os
from collections.abc import Callable
from typing import TypeVar

RecordProperty = Callable[[str, object], None]
"""Pytest's `record_property`: numbers that a test gives to it are added up on the scorecard."""


T = TypeVar("T")


def effort(usual: T, *, scorecard: T) -> T:
    """Return how many times, or what: a few for each change, all that the scorecard asks for."""
    return scorecard if os.environ.get("OCTAVO_SCORECARD") else usual

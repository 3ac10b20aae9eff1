"""How often tests try what may fail only now and then, and how they tell how often that was."""

import os
from collections.abc import Callable

RecordProperty = Callable[[str, object], None]
"""Pytest's `record_property`: numbers that a test gives to it are added up on the scorecard."""


def effort(usual: int, *, scorecard: int) -> int:
    """Return how many times: a few for each change, and as many as the scorecard asks for."""
    return scorecard if os.environ.get("OCTAVO_SCORECARD") else usual

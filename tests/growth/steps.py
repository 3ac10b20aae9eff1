"""Counts what work costs in steps that are the same on every machine: lines of Python that run."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


class BudgetError(Exception):
    """The work has taken more steps than it may."""


def count_steps(work: Callable[[], object], most: int) -> int:
    """Return how many lines ran in all modules; raise `BudgetError` above `most`.

    A line of a loop counts each time. C libraries count as the one line that calls them;
    `seconds.py` measures their time.
    """
    steps = 0

    def trace(_frame: FrameType, event: str, _value: Any) -> Any:
        nonlocal steps
        if event == "line":
            steps += 1
            if steps > most:
                raise BudgetError
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return steps

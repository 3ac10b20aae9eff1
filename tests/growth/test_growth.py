"""What grows: twice as much of it may cost twice as much, whatever it is made of.

Steps are counted, which are the same on every machine. What libraries in C do is none of them:
the scorecard measures that as well, in seconds.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

import pytest

from tests.effort import RecordProperty, effort
from tests.growth.entries import ENTRIES, MET
from tests.growth.shapes import Entry, Shape
from tests.growth.steps import BudgetError, count_steps

MOST_GROWTH = 2.6
"""Of the steps for a text twice as long; what grows with the square takes four times as many."""
SIZE = effort(150, scorecard=300)
SHAPES = effort(2, scorecard=40)
_MOST_STEPS = 3_000_000
_FEW_STEPS = 2_000
"""One-time work for any text: tables to read, patterns to compile."""


@pytest.mark.scorecard("SR-58")
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_nothing_costs_more_than_linear_work(
    entry: Entry[Any], record_property: RecordProperty
) -> None:
    assert find_faults(entry, record_property) == []


def find_faults(entry: Entry[Any], record_property: RecordProperty) -> list[str]:
    """Return how the steps of something that reads texts grow, if they grow too fast."""
    shapes = entry.pick_shapes(SHAPES)
    entry.run(shapes[0].build(SIZE // entry.letters))
    record_property("shapes", len(shapes))
    return [fault for shape in shapes if (fault := _find_fault(entry, shape, SIZE))]


def _find_fault(entry: Entry[Any], shape: Shape[Any], start: int) -> str:
    """Return how the steps grow, if they grow faster than the text, twice in a row."""
    steps: list[int] = []
    for size in (start, 2 * start, 4 * start):
        value = shape.build(size // entry.letters)
        try:
            steps.append(count_steps(partial(entry.run, value), _MOST_STEPS))
        except BudgetError:
            return f"{shape.name}: {steps}, then more than {_MOST_STEPS:,}"
        if len(steps) > 1 and steps[-1] <= MOST_GROWTH * max(steps[-2], _FEW_STEPS):
            return ""
    return f"{shape.name}: {steps}"


LARGE = 900
"""Letters of what was met once: less than a few hundred did not tell."""


@pytest.mark.scorecard("SR-58")
@pytest.mark.parametrize(("name", "shape"), MET, ids=lambda each: getattr(each, "name", each))
def test_what_was_met_once_costs_no_more_than_linear_work(name: str, shape: Shape[Any]) -> None:
    assert find_fault_met(ENTRIES, name, shape) == ""


def find_fault_met(entries: Iterable[Entry[Any]], name: str, shape: Shape[Any]) -> str:
    """Return how the steps of what was met once grow, if they grow too fast."""
    (entry,) = [entry for entry in entries if entry.name == name]
    size = LARGE // (4 if entry.letters > 1 else 1)
    entry.run(shape.build(size // entry.letters))
    return _find_fault(entry, shape, size)

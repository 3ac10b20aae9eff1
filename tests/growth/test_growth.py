"""Text that grows: what is twice as long may cost twice as much, whatever it is made of.

Steps are counted, which are the same on every machine. What libraries in C do is none of them:
the scorecard measures that as well, in seconds.
"""

from __future__ import annotations

import time
from itertools import pairwise

import pytest

from tests.effort import RecordProperty, effort
from tests.growth.entries import ENTRIES, Entry
from tests.growth.shapes import Shape, pick_shapes
from tests.growth.steps import BudgetError, count_steps

MOST_GROWTH = 2.6
"""Of the steps for a text twice as long; what grows with the square takes four times as many."""
SIZE = effort(150, scorecard=300)
SHAPES = effort(2, scorecard=40)
_MOST_STEPS = 3_000_000
_FEW_STEPS = 2_000
"""What is made once, whatever the text: tables that are read, patterns that are compiled."""


@pytest.mark.scorecard("SR-58")
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_no_text_costs_more_than_linear_work(entry: Entry, record_property: RecordProperty) -> None:
    entry.run(pick_shapes(entry.name, entry.atoms, entry.frames, 1)[0].build(SIZE))
    shapes = pick_shapes(entry.name, entry.atoms, entry.frames, SHAPES)
    faults = [fault for shape in shapes if (fault := _find_fault(entry, shape))]
    record_property("shapes", len(shapes))
    assert faults == []


def _find_fault(entry: Entry, shape: Shape) -> str:
    """Return how the steps grow, if they grow faster than the text."""
    steps: list[int] = []
    for size in (SIZE, 2 * SIZE, 4 * SIZE):
        text = shape.build(size)
        try:
            steps.append(count_steps(lambda text=text: entry.run(text), _MOST_STEPS))  # type: ignore[misc]  # a default
        except BudgetError:
            return f"{shape.name}: {steps}, then more than {_MOST_STEPS:,}"
    grows = all(more > MOST_GROWTH * max(few, _FEW_STEPS) for few, more in pairwise(steps))
    return f"{shape.name}: {steps}" if grows else ""


MOST_SECONDS = 8
"""For the texts below; each took longer when it was met."""
LARGE = 60_000
MET: tuple[tuple[str, str, str], ...] = (
    ("pages: MDX", "Write {a ", "<b>"),
    ("pages: MDX", "- <A>\n\n  {a ", "<b>"),
    ("data: YAML mistakes", "a: b", "\n"),
    ("data: YAML mistakes", "a:\n", " \n"),
    ("data: JSON mistakes", '{"a": b', "„"),
    ("data: a setting", "/a", " "),
    ("API: patterns", "", "\\d."),
    ("API: foreign texts", "", "> - "),
    ("expressions: modules", "", "const {}\n"),
    ("expressions: modules", "import a", "\t"),
    ("migrate: Docusaurus page", "", "<!--\n"),
    ("migrate: Docusaurus page", "", "import {\n\n"),
    ("migrate: MkDocs page", "", "{++"),
    ("migrate: MkDocs page", "", "<div>\n"),
    ("migrate: MkDocs page", "", "<div>\n\n"),
    ("migrate: MkDocs page", "<p>", "<style>"),
)
"""The parser, how the text begins, and what follows again and again."""


@pytest.mark.scorecard("SR-58")
@pytest.mark.parametrize(("name", "start", "again"), MET)
def test_what_was_met_once_is_quick(name: str, start: str, again: str) -> None:
    (entry,) = [entry for entry in ENTRIES if entry.name == name]
    text = start + again * (LARGE // len(again))
    before = time.process_time()
    entry.run(text)
    assert time.process_time() - before < MOST_SECONDS

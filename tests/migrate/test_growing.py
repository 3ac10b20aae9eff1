"""Moving a site twice as large may cost twice as much, whatever it is made of."""

from __future__ import annotations

from typing import Any

import pytest

from tests.effort import RecordProperty
from tests.growth.shapes import Entry, Shape
from tests.growth.test_growth import find_fault_met, find_faults
from tests.migrate.growing import ENTRIES, MET


@pytest.mark.scorecard("SR-58")
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_moving_costs_no_more_than_linear_work(
    entry: Entry[str], record_property: RecordProperty
) -> None:
    assert find_faults(entry, record_property) == []


@pytest.mark.scorecard("SR-58")
@pytest.mark.parametrize(("name", "shape"), MET, ids=lambda each: getattr(each, "name", each))
def test_what_was_met_once_costs_no_more_than_linear_work(name: str, shape: Shape[Any]) -> None:
    assert find_fault_met(ENTRIES, name, shape) == ""

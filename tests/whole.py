"""What `make test` leaves to `make test-all`: the cases of a table after the first of each kind.

They are marked `whole`, as are tests that look once more, in another place, at what others show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest


def first_of_each(
    cases: Iterable[Any], kind: Callable[[Any], object] = lambda _case: None
) -> list[Any]:
    """Return the cases of a table for pytest: those after the first of their kind are marked."""
    kinds: set[object] = set()
    table = []
    for case in cases:
        marks = [pytest.mark.whole] if kind(case) in kinds else []
        kinds.add(kind(case))
        table.append(pytest.param(*(case if isinstance(case, tuple) else [case]), marks=marks))
    return table


def list_wanted(request: pytest.FixtureRequest, fixture: str) -> list[Mapping[str, Any]]:
    """Return the parameters of the tests that are run with a fixture."""
    return [
        item.callspec.params
        for item in request.session.items
        if isinstance(item, pytest.Function) and fixture in item.fixturenames
        if hasattr(item, "callspec")
    ]

"""Tests of the one budget of what makes values: steps, values, letters and items run out."""

from __future__ import annotations

from typing import Any

import pytest

from octavo.openapi.examples.budget import LETTERS_A_VALUE, Budget, Spending, count_values

SMALL = Budget(steps=10, values=10, depth=3, items=3)


def test_every_look_takes_a_step() -> None:
    spending = Spending(SMALL)
    assert [spending.may_look() for _ in range(12)] == [True] * 10 + [False] * 2
    assert spending.is_short


@pytest.mark.parametrize(
    "value", [list(range(11)), {"a": list(range(10))}, "x" * (11 * LETTERS_A_VALUE)]
)
def test_a_value_that_is_too_large_is_neither_looked_at_nor_held(value: Any) -> None:
    spending = Spending(SMALL)
    assert not spending.may_hold(value)
    assert not spending.may_look(value)
    assert spending.is_short


def test_what_has_room_is_held() -> None:
    spending = Spending(SMALL)
    assert spending.may_hold({"a": [1, 2], "b": "x"})
    assert not spending.is_short


def test_looking_at_large_values_takes_more_steps() -> None:
    spending = Spending(Budget(steps=10, values=1_000, depth=3, items=3))
    assert [spending.may_look([0] * 400) for _ in range(3)] == [True, True, False]


def test_so_many_may_be_made_and_no_more() -> None:
    spending = Spending(SMALL)
    assert spending.may_make(3, most=3)
    assert not spending.is_short
    assert not spending.may_make(4, most=3)
    assert spending.is_short


def test_a_text_counts_by_its_letters() -> None:
    letters = 3 * LETTERS_A_VALUE
    assert SMALL.letters == 10 * LETTERS_A_VALUE
    assert count_values("x" * letters) == 4
    assert count_values(["x" * letters]) == 5
    assert count_values({"x" * letters: 1}) == 5


def test_counting_ends_where_there_is_too_much() -> None:
    endless: list[Any] = []
    endless.append(endless)
    assert count_values(endless, most=100) == 101

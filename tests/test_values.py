"""The common features of the package's values, and mappings by identity."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from octavo.values import ByIdentity, Results, Struct, field, list_fields, replace


class Point(Struct, frozen=True):
    """A value that can be a key."""

    x: int
    y: int = 0


class Basket(Struct):
    """A value that changes."""

    things: list[str] = field(default_factory=list)


def test_nobody_can_change_a_frozen_value() -> None:
    with pytest.raises(AttributeError):
        Point(1).x = 3  # type: ignore[misc]
    with pytest.raises(AttributeError):
        Point(1).z = 3  # type: ignore[attr-defined]


def test_frozen_values_are_keys_and_others_are_not() -> None:
    assert len({Point(1), Point(1, 0), Point(2)}) == 2
    assert Basket(["a"]) == Basket(["a"])
    with pytest.raises(TypeError):
        hash(Basket())
    assert Basket().things is not Basket().things


@pytest.mark.parametrize("value", [Point(1, 2), Basket(["a"])])
def test_values_can_be_copied_replaced_and_sent_to_another_process(value: Any) -> None:
    assert copy.deepcopy(value) == value
    assert replace(value) == value
    assert pickle.loads(pickle.dumps(value)) == value


def test_the_fields_of_a_value_are_known_in_their_order() -> None:
    assert list_fields(Point) == list_fields(Point(1)) == ("x", "y")


def test_what_is_known_of_an_object_is_not_known_of_an_equal_one() -> None:
    known: ByIdentity[list[int], str] = ByIdentity()
    one, same = [1], [1]
    known[one] = "one"
    assert (one in known, same in known) == (True, False)
    assert (known.get(one), known.get(same)) == ("one", None)


def test_an_object_that_something_is_known_of_is_kept() -> None:
    known: ByIdentity[list[int], int] = ByIdentity()
    for number in range(1_000):
        known[[number]] = number  # if it were freed, the next object would have its address
    assert len(known) == 1_000


def test_a_result_is_made_once_until_it_is_forgotten() -> None:
    made_of: list[int] = []

    def double(number: int) -> int:
        made_of.append(number)
        return 2 * number

    results = Results(double)
    assert [results[3], results[4], results[3]] == [6, 8, 6]
    assert made_of == [3, 4]
    results.clear()
    assert (results[3], made_of) == (6, [3, 4, 3])

"""Values behave as those of the standard library do, save that assignments are not guarded."""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle
import subprocess
import sys
from typing import Any

import pytest

from octavo.values import ByIdentity, dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Point:
    """A value that can be a key."""

    x: int
    y: int = 0
    note: str = field(default="", compare=False, repr=False)


@dataclass(slots=True)
class Basket:
    """A value that changes."""

    things: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, eq=False)
class Same:
    """A value that only equals itself."""

    x: int


@dataclass(frozen=True, slots=True)
class Own:
    """A value with its own hash."""

    x: int

    def __hash__(self) -> int:
        return 7


@pytest.mark.parametrize("default", [[], {}, set(), Basket()])
def test_a_default_that_all_values_would_share_is_refused(default: Any) -> None:
    class Shared:
        things: Any = default

    for options in ({}, {"frozen": True}):
        with pytest.raises(ValueError, match="default_factory"):
            dataclass(slots=True, **options)(Shared)
        with pytest.raises(ValueError, match="default_factory"):
            dataclasses.dataclass(slots=True, **options)(Shared)


def test_a_field_that_is_assigned_later_has_no_default() -> None:
    class Later:
        thing: int = field(init=False, default=1)

    with pytest.raises(TypeError, match="thing is assigned after __init__"):
        dataclass(slots=True)(Later)


def test_every_class_of_the_package_is_what_the_standard_library_would_make_of_it() -> None:
    own, standard = (
        json.loads(
            subprocess.run(
                [sys.executable, "-m", "tests.value_classes", library],
                capture_output=True,
                check=True,
                text=True,
            ).stdout
        )
        for library in ("own", "standard")
    )
    assert len(own) > 100
    assert own == standard


def test_frozen_values_are_equal_and_keys_by_the_fields_that_count() -> None:
    assert Point(1, 2, "a") == Point(1, 2, "b")
    assert Point(1) != Point(2)
    assert len({Point(1), Point(1, 0, "x"), Point(2)}) == 2
    assert hash(Own(1)) == 7
    assert Own(1) == Own(1)


def test_values_of_other_classes_are_never_equal() -> None:
    values: list[object] = [Point(1), Own(1), (1, 0), Same(1), Same(1)]
    assert not any(values[at] == other for at in range(5) for other in values[at + 1 :])


def test_values_that_change_are_no_keys() -> None:
    assert Basket(["a"]) == Basket(["a"])
    with pytest.raises(TypeError):
        hash(Basket())
    assert Basket().things is not Basket().things


def test_values_are_shown_with_their_fields() -> None:
    assert repr(Point(1, 2, "hidden")) == "Point(x=1, y=2)"


@pytest.mark.parametrize("value", [Point(1, 2, "a"), Basket(["a"]), Own(3)])
def test_values_can_be_copied_replaced_and_sent_to_another_process(value: Any) -> None:
    assert copy.deepcopy(value) == value
    assert replace(value) == value
    assert pickle.loads(pickle.dumps(value)) == value


def test_values_have_no_other_attributes() -> None:
    with pytest.raises(AttributeError):
        Point(1).z = 3  # type: ignore[attr-defined]


def test_values_can_be_taken_apart_by_position() -> None:
    match Point(1, 2):
        case Point(x, y):
            assert (x, y) == (1, 2)
        case _:
            raise AssertionError


def test_what_is_known_of_an_object_is_not_known_of_an_equal_one() -> None:
    known: ByIdentity[list[int], str] = ByIdentity()
    one, same = [1], [1]
    known[one] = "one"
    assert (one in known, same in known) == (True, False)
    assert (known.get(one), known.get(same)) == ("one", None)


def test_an_object_that_something_is_known_of_is_kept() -> None:
    known: ByIdentity[list[int], int] = ByIdentity()
    for number in range(1_000):
        known[[number]] = number  # if it were freed, the next would come to stand in its place
    assert len(known) == 1_000

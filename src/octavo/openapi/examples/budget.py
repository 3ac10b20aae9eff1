"""What a made value may cost: how much is looked at, how large it is, and how deep it goes.

A few letters of a document (`minItems: 100000000`) can ask for more than any machine has. Whatever
makes values keeps within one budget, and tells when it was too small for what was asked.
"""

from __future__ import annotations

from typing import Any

from octavo.values import Struct

LETTERS_A_VALUE = 50
"""A text counts as one more value for so many letters, so that 250 values are about 8 KB."""
_VALUES_A_STEP = 100
"""Looking at a large value counts as several steps."""


class Budget(Struct, frozen=True):
    """What one value may cost."""

    steps: int
    """Schemas and values that are looked at."""
    values: int
    """Values inside each other and beside each other, in the whole."""
    depth: int
    """Schemas inside each other, choices among them, which add no level to the value."""
    items: int
    """Items of one list, or properties of one object, that only a number asks for."""

    @property
    def letters(self) -> int:
        """How long one text may be."""
        return self.values * LETTERS_A_VALUE


PAGE = Budget(steps=2_000, values=250, depth=40, items=3)
"""For an example that people read."""
ANSWER = Budget(steps=2_000, values=20_000, depth=30, items=100)
"""For a value that programs read: about 1 MB."""


class Spending:
    """What is left of a budget while one value is made."""

    __slots__ = ("budget", "is_short", "steps")

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.steps = budget.steps
        self.is_short = False
        """Whether something was left out that the budget had no room for."""

    def may_look(self, value: Any = None) -> bool:
        """Tell whether a value may be looked at: it is not too large, and there are steps left."""
        self.steps -= 1
        return self.may_hold(value)

    def may_hold(self, value: Any) -> bool:
        """Tell whether a value may become a part of another one."""
        size = count_values(value, self.budget.values)
        self.steps -= size // _VALUES_A_STEP
        is_affordable = self.steps >= 0 and size <= self.budget.values
        self.is_short = self.is_short or not is_affordable
        return is_affordable

    def may_make(self, count: int, most: int) -> bool:
        """Tell whether so many of something may be made."""
        self.is_short = self.is_short or count > most
        return count <= most


def count_values(value: Any, most: int | None = None) -> int:
    """Return how many values there are in one, long texts as several; it stops above `most`."""
    if isinstance(value, str):
        return 1 + len(value) // LETTERS_A_VALUE
    values, size = [value], 0
    while values and (most is None or size <= most):
        value = values.pop()
        size += 1
        if isinstance(value, dict):
            values.extend(value.values())
            size += sum([len(key) // LETTERS_A_VALUE for key in value if isinstance(key, str)])
        elif isinstance(value, list):
            values.extend(value)
        elif isinstance(value, str):
            size += len(value) // LETTERS_A_VALUE
    return size

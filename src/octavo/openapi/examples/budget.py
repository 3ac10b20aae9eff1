"""The cost of a generated value: its steps, its size, and its depth.

A few characters of a document (`minItems: 100000000`) can ask for more than any machine has. So
every generator stays within one budget, and reports if it was too small.
"""

from __future__ import annotations

from typing import Any

from octavo.values import Struct

LETTERS_A_VALUE = 50
"""The characters of a text that count as one more value, so that 250 values are about 8 KB."""
_VALUES_A_STEP = 100
"""The values that count as one step."""


class Budget(Struct, frozen=True):
    """The limits for one value."""

    steps: int
    """The most schemas and values to process."""
    values: int
    """The most values, nested ones included."""
    depth: int
    """The most nested schemas, including choices, which add no level to the value."""
    items: int
    """The most items of a list, or properties of an object, that only a count requires."""

    @property
    def letters(self) -> int:
        """The most characters of one text."""
        return self.values * LETTERS_A_VALUE


PAGE = Budget(steps=2_000, values=250, depth=40, items=3)
"""The budget of an example for people."""
ANSWER = Budget(steps=2_000, values=20_000, depth=30, items=100)
"""The budget of a value for programs: about 1 MB."""


class Spending:
    """The rest of a budget while one value is generated."""

    __slots__ = ("budget", "is_short", "steps")

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.steps = budget.steps
        self.is_short = False
        """Whether a required part was left out for lack of budget."""

    def may_look(self, value: Any = None) -> bool:
        """Tell whether a value may be processed: it is small enough, and steps are left."""
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
        """Tell whether this many of something are within the budget."""
        self.is_short = self.is_short or count > most
        return count <= most


def count_values(value: Any, most: int | None = None) -> int:
    """Return the number of nested values, with long texts as several; stop above `most`."""
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

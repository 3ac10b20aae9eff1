"""The rows that the benchmarks measure, and the tables in which they are printed."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from measure import REFERENCE_LOOP, Cost

NOTHING = "–"
SCALED_TO = f"at {REFERENCE_LOOP:g} ms"
"""Budgets of CPU time are for a machine on which the loop takes so long."""
SCALED = f"CPU s {SCALED_TO}"
HEAD = (
    *("measured", "CPU s", "loop ms", SCALED, "wall s", "peak MB", "ratio to floor"),
    *("budget", "kept"),
)


@dataclass(frozen=True, slots=True)
class Budget:
    """The most that a row may cost; None where there is no limit."""

    cpu: float | None = None
    """Seconds on the machine that others are compared with."""
    wall: float | None = None
    megabytes: float | None = None


NO_BUDGET = Budget()


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table; without a cost, `label` says why it was not measured."""

    label: str
    cost: Cost | None = None
    floor: float | None = None
    """CPU seconds of the floor program on the same pages."""
    budget: Budget = NO_BUDGET


@dataclass(frozen=True, slots=True)
class Growth:
    """How a figure grows from one size to another; with exponent 1 it doubles as the size does."""

    label: str
    small: float
    large: float
    small_size: int
    large_size: int
    budget: float | None = None

    @property
    def exponent(self) -> float:
        """Return the power of the size with which the figure grows."""
        return math.log(self.large / self.small) / math.log(self.large_size / self.small_size)


Table = Sequence[Sequence[str]]


def table_of_rows(rows: Iterable[Row]) -> Table:
    """Return the cells of the main table, its head first."""
    return [HEAD, *map(_cells, rows)]


def table_of_growths(growths: Iterable[Growth]) -> Table:
    """Return the cells of the table of exponents, its head first."""
    return [
        ("from one size to another", "growth exponent", "budget", "kept"),
        *map(_growth_cells, growths),
    ]


def _cells(row: Row) -> Sequence[str]:
    if row.cost is None:
        return (row.label, *[NOTHING] * (len(HEAD) - 1))
    cost, budget = row.cost, row.budget
    pairs = (
        (SCALED, cost.scaled_cpu, budget.cpu),
        ("wall s", cost.wall, budget.wall),
        ("MB", cost.megabytes, budget.megabytes),
    )
    limits = [(name, value, most) for name, value, most in pairs if most is not None]
    return (
        row.label,
        show(cost.cpu, 3),
        show(cost.loop, 0),
        show(cost.scaled_cpu, 3),
        show(cost.wall, 3),
        show(cost.megabytes or None, 0),  # 0: not known
        show(cost.cpu / row.floor if cost.cpu and row.floor else None, 2),
        ", ".join(f"{name} ≤ {most:g}" for name, _, most in limits) or NOTHING,
        judge([(value, most) for _, value, most in limits]),
    )


def _growth_cells(growth: Growth) -> Sequence[str]:
    limits = [] if growth.budget is None else [(growth.exponent, growth.budget)]
    return (
        f"{growth.label}, {growth.small_size:,} to {growth.large_size:,}",
        show(growth.exponent, 3),
        f"≤ {growth.budget:g}" if growth.budget is not None else NOTHING,
        judge(limits),
    )


def judge(limits: Iterable[tuple[float | None, float]]) -> str:
    """Return whether every value keeps its limit; a dash where there is none."""
    kept = [value is not None and value <= most for value, most in limits]
    return NOTHING if not kept else "yes" if all(kept) else "no"


def show(value: float | None, digits: int) -> str:
    """Return a number with so many digits after the point."""
    return NOTHING if value is None else f"{value:,.{digits}f}"


def render_text(table: Table) -> str:
    """Return a table in columns: names to the left, figures to the right."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if number else cell.ljust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in table
    )


def render_markdown(table: Table) -> str:
    """Return a table in Markdown."""
    head, *rows = table
    ruler = ["---", *["---:"] * (len(head) - 1)]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ruler, *rows))

"""What a check found: one row of the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

Verdict = Literal["PASS", "FAIL", "NOT RUN"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A row: the tested item, the figure, the target, and the problems in detail."""

    check: str
    subject: str
    figure: str
    target: str
    verdict: Verdict
    details: tuple[str, ...] = ()


class NotRunError(Exception):
    """A check cannot run here; its text says what it needs."""


def judge(
    check: str,
    subject: str,
    figure: str,
    target: str,
    *,
    passed: bool,
    details: Iterable[str] = (),
) -> Outcome:
    """Return the row of a check that ran."""
    return Outcome(check, subject, figure, target, "PASS" if passed else "FAIL", tuple(details))


def render_table(outcomes: Iterable[Outcome]) -> Iterator[str]:
    """Return the lines of the table; details of failures are below their row."""
    rows = list(outcomes)
    heads = ("check", "subject", "figure", "target")
    cells = [heads, *((row.check, row.subject, row.figure, row.target) for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(heads))]
    verdicts = ["", *(row.verdict for row in rows)]
    details: list[tuple[str, ...]] = [(), *(row.details for row in rows)]
    for row, verdict, lines in zip(cells, verdicts, details, strict=True):
        text = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield f"{verdict:8}{text}".rstrip()
        yield from (f"          {line}" for line in lines)

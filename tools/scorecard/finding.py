"""What came of a row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Verdict = Literal["PASS", "FAIL", "NOT RUN", "TO COME"]


@dataclass(frozen=True, slots=True)
class Finding:
    """A verdict, and the figure that it rests on."""

    verdict: Verdict
    figure: str
    stable: str = ""
    """The figure without what differs from one machine to the next; the same if empty."""
    details: tuple[str, ...] = ()
    """What was wrong."""

    @property
    def written(self) -> str:
        """Return the figure for the documentation."""
        return self.stable or self.figure


class NotRunError(Exception):
    """A row cannot be checked here; the text says what it needs."""


def judge(figure: str, *faults: str, stable: str = "") -> Finding:
    """Return the finding of something measured: it passes without faults."""
    return Finding("FAIL" if faults else "PASS", figure, stable, faults)


def join_findings(findings: list[Finding]) -> Finding:
    """Return what several findings about one row come to: as good as the worst of them."""
    verdicts = [finding.verdict for finding in findings]
    order: tuple[Verdict, ...] = ("FAIL", "NOT RUN", "PASS", "TO COME")
    return Finding(
        next(verdict for verdict in order if verdict in verdicts),
        "; ".join(finding.figure for finding in findings),
        "; ".join(finding.written for finding in findings),
        tuple(detail for finding in findings for detail in finding.details),
    )

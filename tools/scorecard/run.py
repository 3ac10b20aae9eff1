"""Runs the scorecard and prints a line for each row: python -m scorecard.run [SR-01 ...].

Ends with 1 when anything failed. What is still to come, or cannot run here, counts as neither.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime

from scorecard.finding import Finding, NotRunError, join_findings
from scorecard.page import PAGE, write_table
from scorecard.proofs import run_proofs
from scorecard.rows import ROWS, Row


def main(names: Sequence[str]) -> int:
    """Check the named rows, or all, and return the exit code."""
    known = {row.name: row for row in ROWS}
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"no row {', '.join(unknown)}; there are SR-01 to {ROWS[-1].name}", file=sys.stderr)
        return 2
    rows = [known[name] for name in names] or list(ROWS)
    started = time.monotonic()
    proofs = run_proofs(rows)
    findings = {}
    for row in rows:
        findings[row.name] = _find(row, proofs.get(row.name))
        print(render(row, findings[row.name]), flush=True)
    write_table(PAGE, findings, datetime.now(UTC).date().isoformat())
    print(_sum_up(findings, time.monotonic() - started))
    return 1 if any(finding.verdict == "FAIL" for finding in findings.values()) else 0


def _find(row: Row, proof: Finding | None) -> Finding:
    findings = [proof] if proof else []
    if row.measure is not None:
        findings.append(_measure(row))
    if row.to_come:
        part = "to come: " if findings else ""
        findings.append(Finding("TO COME", part + row.to_come))
    if not findings:
        findings.append(Finding("FAIL", "no test names this row"))
    return join_findings(findings)


def _measure(row: Row) -> Finding:
    assert row.measure is not None
    try:
        return row.measure()
    except NotRunError as reason:
        return Finding("NOT RUN", str(reason))
    except Exception as error:  # one row that breaks must not hide the others
        return Finding("FAIL", f"broke off: {type(error).__name__}", details=(str(error)[:500],))


def render(row: Row, finding: Finding) -> str:
    """Return the lines of a row: the figures, and the problems below."""
    expected = "" if finding.verdict == "TO COME" else f" ({row.expected})"
    line = f"{row.name} {finding.verdict} {finding.figure}{expected}"
    return "\n".join([line, *(f"      {detail}" for detail in finding.details[:8])])


def _sum_up(findings: dict[str, Finding], seconds: float) -> str:
    verdicts = [finding.verdict for finding in findings.values()]
    counts = ", ".join(f"{verdicts.count(each)} {each}" for each in sorted(set(verdicts)))
    missing = [
        row.name
        for row in ROWS
        if row.is_blocker and row.name in findings and findings[row.name].verdict != "PASS"
    ]
    blockers = f"blockers that do not pass: {', '.join(missing) or 'none'}"
    return f"\n{counts}; {blockers}; {seconds:.0f} s"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

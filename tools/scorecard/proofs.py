"""Runs the tests that name rows, all in one run, and makes a finding of what each row gave."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from scorecard.finding import Finding
from scorecard.rows import Row

ROOT = Path(__file__).parents[2]
MARK = "mark.scorecard("
THOROUGH = "OCTAVO_SCORECARD"
"""Tests that try something many times try it as often as the scorecard asks; see `tests/effort`."""


def find_marked_files() -> Iterator[Path]:
    """Return the files with tests that name a row: no other need be loaded."""
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        if MARK in path.read_text("utf-8"):
            yield path


def run_proofs(rows: Iterable[Row]) -> dict[str, Finding]:
    """Run the tests of rows; rows without tests are left out."""
    wanted = {row.name: row for row in rows}
    with tempfile.TemporaryDirectory() as folder:
        results = Path(folder) / "results.json"
        _run_pytest(wanted, results)
        counts: dict[str, dict[str, Any]] = json.loads(results.read_text())
    return {name: build_finding(wanted[name], count) for name, count in counts.items()}


def _run_pytest(names: Iterable[str], results: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-p", "scorecard.marked", "-q", "--no-header"]
    command += ["--numprocesses", "2", "--dist", "loadfile", "-p", "no:cacheprovider"]
    command += [f"--scorecard-rows={','.join(names)}", f"--scorecard-results={results}"]
    command += [str(path) for path in find_marked_files()]
    # What pytest prints tells why something failed; the card itself goes to standard output.
    subprocess.run(
        command, cwd=ROOT, env={**os.environ, THOROUGH: "1"}, stdout=sys.stderr, check=False
    )


def build_finding(row: Row, count: dict[str, Any]) -> Finding:
    """Return what the tests of a row gave."""
    passed, failed, skipped = count["passed"], count["failed"], count["skipped"]
    numbers = [f"{number:,} {name}" for name, number in count["numbers"].items()]
    figure = ", ".join([f"{passed} of {passed + len(failed)} {row.counted}", *numbers])
    reasons = "; ".join(dict.fromkeys(skipped))
    if failed:
        return Finding("FAIL", figure, details=tuple(failed))
    if not passed:
        return Finding("NOT RUN", reasons)
    return Finding("PASS", f"{figure} ({len(skipped)} skipped: {reasons})" if skipped else figure)

"""Takes part in a run of pytest: picks the tests that name wanted rows, and counts what they give.

A test names its rows with `@pytest.mark.scorecard("SR-01")`. Numbers that it gives to pytest's
`record_property` are added up for each row, such as how many connections were made.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

PROPERTY = "scorecard"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take the names of rows, and the file for what they gave."""
    group = parser.getgroup("scorecard")
    group.addoption("--scorecard-rows", default="", help="rows, with commas between them")
    group.addoption("--scorecard-results", type=Path, help="where the counts are written")


def pytest_configure(config: pytest.Config) -> None:
    """Count in the one process that hears of all tests."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Counts(config.getoption("--scorecard-results")), "counts")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests of wanted rows, and let their reports say which rows these are."""
    wanted = set(config.getoption("--scorecard-rows").split(","))
    kept: list[pytest.Item] = []
    left: list[pytest.Item] = []
    for item in items:
        rows = wanted & _read_rows(item)
        item.user_properties += [(PROPERTY, row) for row in sorted(rows)]
        (kept if rows else left).append(item)
    items[:] = kept
    config.hook.pytest_deselected(items=left)


def _read_rows(item: pytest.Item) -> set[str]:
    return {row for mark in item.iter_markers(PROPERTY) for row in mark.args}


class Counts:
    """How many tests of each row passed, failed and were skipped, and the numbers they gave."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._rows: dict[str, dict[str, Any]] = defaultdict(
            lambda: {"passed": 0, "failed": [], "skipped": [], "numbers": {}}
        )

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count a test, or what failed before or after it."""
        if report.when != "call" and report.passed:
            return
        for name, row in report.user_properties:
            if name == PROPERTY:
                self._count(self._rows[str(row)], report)

    def _count(self, row: dict[str, Any], report: pytest.TestReport) -> None:
        if report.passed:
            row["passed"] += 1
        elif report.failed:
            row["failed"].append(report.nodeid)
        else:
            reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else ""
            row["skipped"].append(reason.removeprefix("Skipped: "))
        for name, number in report.user_properties:
            if name != PROPERTY and isinstance(number, int):
                row["numbers"][name] = row["numbers"].get(name, 0) + number

    def pytest_sessionfinish(self) -> None:
        """Write the counts."""
        self._path.write_text(json.dumps(self._rows))

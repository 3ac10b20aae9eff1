"""The scorecard: every row is proven by something, and its page shows them all."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scorecard.finding import Finding, join_findings
from scorecard.page import BEGIN, END, PAGE, read_table, render_line, write_table
from scorecard.proofs import build_finding, find_marked_files
from scorecard.rows import ROWS, Row

NAMED = {
    name
    for path in find_marked_files()
    for mark in re.findall(r"mark\.scorecard\(([^)]*)\)", path.read_text())
    for name in re.findall(r"SR-\d\d", mark)
}


def test_rows_are_in_the_order_of_their_numbers() -> None:
    numbers = [row.number for row in ROWS]
    assert numbers == sorted(set(numbers))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_every_row_is_proven_by_tests_or_measured_or_to_come(row: Row) -> None:
    assert row.name in NAMED or row.measure or row.to_come


def test_tests_name_only_rows_that_there_are() -> None:
    assert {row.name for row in ROWS} >= NAMED
    assert len(NAMED) > 30


def test_the_page_shows_every_row_as_it_is_listed() -> None:
    lines = read_table(PAGE.read_text())
    assert list(lines) == [row.name for row in ROWS]
    for row in ROWS:
        start = render_line(row, Finding("PASS", ""), "").rpartition(" | ")[0]
        assert lines[row.name].startswith(start), row.name


def test_no_blocker_fails_on_the_page() -> None:
    lines = read_table(PAGE.read_text())
    assert [row.name for row in ROWS if row.is_blocker and "fails:" in lines[row.name]] == []


def test_rows_that_were_not_checked_stay_as_they_are(tmp_path: Path) -> None:
    page = tmp_path / "page.mdx"
    page.write_text(f"Before.\n\n{BEGIN}\n\n{END}\n\nAfter.\n")
    write_table(page, {"SR-02": Finding("PASS", "2 of 2")}, "2026-01-01")
    write_table(page, {"SR-01": Finding("FAIL", "1 | 2 {x} <y>")}, "2026-01-02")
    text = page.read_text()
    lines = read_table(text)
    assert list(lines) == ["SR-01", "SR-02"]
    assert lines["SR-01"].endswith(r"| fails: 1 \| 2 \{x\} \<y> (2026-01-02) |")
    assert lines["SR-02"].endswith("| ✓ 2 of 2 (2026-01-01) |")
    assert text.startswith("Before.")
    assert text.endswith("After.\n")


@pytest.mark.parametrize(
    ("count", "verdict", "figure"),
    [
        ({"passed": 3}, "PASS", "3 of 3 hold"),
        ({"passed": 3, "numbers": {"kills": 1200}}, "PASS", "3 of 3 hold, 1,200 kills"),
        ({"passed": 2, "failed": ["a"]}, "FAIL", "2 of 3 hold"),
        ({"skipped": ["no strace"]}, "NOT RUN", "no strace"),
        ({"passed": 1, "skipped": ["x", "x"]}, "PASS", "1 of 1 hold (2 skipped: x)"),
    ],
)
def test_what_tests_gave_is_the_figure(count: dict[str, object], verdict: str, figure: str) -> None:
    nothing: dict[str, object] = {"passed": 0, "failed": [], "skipped": [], "numbers": {}}
    found = build_finding(Row(1, "check", "expected", "hold"), {**nothing, **count})
    assert (found.verdict, found.figure) == (verdict, figure)


def test_a_row_is_as_good_as_the_worst_of_what_proves_it() -> None:
    good, bad = Finding("PASS", "a", "b"), Finding("FAIL", "c", details=("why",))
    both = join_findings([good, bad, Finding("TO COME", "d")])
    assert (both.verdict, both.figure, both.written) == ("FAIL", "a; c; d", "b; c; d")
    assert join_findings([good, Finding("TO COME", "d")]).verdict == "PASS"

"""Writes the table of `design/scorecard.md`: rows that were not checked stay as they are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from scorecard.finding import Finding
from scorecard.rows import ROWS, Row

PAGE = Path(__file__).parents[2] / "design" / "scorecard.md"
BEGIN = "<!-- scorecard: begin, written by make scorecard -->"
END = "<!-- scorecard: end -->"
_HEAD = "| Row | Check | Expected | Found |\n|---|---|---|---|"
_LINE = re.compile(r"^\| (SR-\d+).*$", re.MULTILINE)


def read_table(text: str) -> dict[str, str]:
    """Return the lines of the table in a page, by row."""
    table = text.partition(BEGIN)[2].partition(END)[0]
    return {match[1]: match[0] for match in _LINE.finditer(table)}


def render_line(row: Row, finding: Finding, day: str) -> str:
    """Return the line of a row."""
    verdict = {"PASS": "✓", "FAIL": "fails:", "NOT RUN": "not run:", "TO COME": "To come:"}
    found = f"{verdict[finding.verdict]} {finding.written}"
    if finding.verdict != "TO COME":
        found += f" ({day})"
    star = r"\*" if row.is_blocker else ""
    return f"| {row.name}{star} | {row.check} | {row.expected} | {_escape(found)} |"


def write_table(path: Path, findings: Mapping[str, Finding], day: str) -> None:
    """Write the rows that were checked on a day."""
    text = path.read_text("utf-8")
    lines = read_table(text)
    for row in ROWS:
        if row.name in findings:
            lines[row.name] = render_line(row, findings[row.name], day)
    table = "\n".join([_HEAD, *(lines[row.name] for row in ROWS if row.name in lines)])
    before, _, rest = text.partition(BEGIN)
    path.write_text(f"{before}{BEGIN}\n\n{table}\n\n{END}{rest.partition(END)[2]}", "utf-8")


def _escape(text: str) -> str:
    """Keep a text a text in a table of Markdown."""
    return re.sub(r"([|{}<*\\`])", r"\\\1", text.replace("\n", " "))

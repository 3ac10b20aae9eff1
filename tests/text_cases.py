"""Text cases: a title, a page, and the expected output. New ones need no Python.

A case begins with a line `%%% its title`. A line `%%% tree` or `%%% html` precedes the expected
output, and `%%% markdown` separates the HTML and the Markdown of a component. The text before the
first case describes the file.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "cases"
_TITLE = re.compile(r"^%%% (?!(?:tree|html|markdown)$)(.+)$", re.MULTILINE)
_EXPECTED = re.compile(r"^%%% (tree|html)$\n?", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Case:
    """One case: its place, its title, its page, and the expected output."""

    file: Path
    title: str
    input: str
    expected: str


def load_cases(folder: str) -> list[Case]:
    """Return the cases of all files in a folder below tests/cases, in the order written."""
    return [case for file in sorted((FOLDER / folder).glob("*.txt")) for case in _load(file)]


def _load(file: Path) -> list[Case]:
    _, *pieces = _TITLE.split(file.read_text("utf-8"))
    cases = []
    for title, content in zip(pieces[::2], pieces[1::2], strict=True):
        written, _mark, expected = _EXPECTED.split(content.removeprefix("\n"), maxsplit=1)
        cases.append(Case(file, title, written.rstrip("\n"), expected.rstrip("\n")))
    return cases


def write_cases(cases: list[Case], mark: str) -> None:
    """Write cases back to their files."""
    for file in {case.file for case in cases}:
        rows = [
            f"%%% {case.title}\n{case.input}\n%%% {mark}\n{case.expected}\n"
            for case in cases
            if case.file == file
        ]
        file.write_text("\n".join(rows), "utf-8")

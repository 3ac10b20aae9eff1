"""Text cases: a title, an input, what is expected. They need no Python to add."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

_FOLDER = Path(__file__).parent / "cases"
_CASE = re.compile(r"^### ([^\n]+)\n(.*?)^<<<>>>\n(.*?)(?=^### |\Z)", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Case:
    """One case of a file."""

    title: str
    input: str
    expected: str


def load_cases(folder: str) -> list[Case]:
    """Return the cases of all files in a folder below tests/cases."""
    return [
        Case(match[1], match[2].rstrip("\n"), match[3].rstrip("\n"))
        for path in sorted((_FOLDER / folder).glob("*.txt"))
        for match in _CASE.finditer(path.read_text("utf-8"))
    ]

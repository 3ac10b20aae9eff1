"""The text cases of tests/cases/mdx; their form is described in the README there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "cases" / "mdx"
_TITLE = re.compile(r"^%%% (?!tree$)(.+)$", re.MULTILINE)
_TREE = "\n%%% tree\n"


@dataclass(frozen=True, slots=True)
class Case:
    """One case: where it stands, what it says, its page and the tree of it."""

    file: Path
    title: str
    written: str
    tree: str

    @property
    def body(self) -> str:
        """The page, with the signs for white space replaced."""
        return re.sub(r"·(?=·*$)", " ", self.written, flags=re.MULTILINE).replace("→", "\t")

    @property
    def uses_math(self) -> bool:
        """Whether the case is about formulas, which the reference reads by other rules."""
        return self.file.stem == "formulas"


def load_cases() -> list[Case]:
    """Return all cases, in the order in which they are written."""
    return [case for file in sorted(FOLDER.glob("*.txt")) for case in _load_file(file)]


def _load_file(file: Path) -> list[Case]:
    _, *pieces = _TITLE.split(file.read_text("utf-8"))
    cases = []
    for title, content in zip(pieces[::2], pieces[1::2], strict=True):
        written, _, tree = content.removeprefix("\n").partition(_TREE)
        cases.append(Case(file, title, written.rstrip("\n"), tree.rstrip("\n")))
    return cases


def write_cases(cases: list[Case]) -> None:
    """Write cases back to their files."""
    for file in {case.file for case in cases}:
        rows = [
            f"%%% {case.title}\n{case.written}{_TREE}{case.tree}\n"
            for case in cases
            if case.file == file
        ]
        file.write_text("\n".join(rows), "utf-8")

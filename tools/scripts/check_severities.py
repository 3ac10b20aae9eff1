"""Compares the severities of `octavo diff` with the published cases of another tool.

PYTHONPATH=tools python -m scripts.check_severities FOLDER

FOLDER is a checkout of oasdiff. Its tests name pairs of documents, and the findings that it
expects for each. Most cases ask for one kind of finding and leave out others, and one side: a case
agrees if one of our changes, on that side, is as severe as each of its findings.
"""

from __future__ import annotations

import datetime
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from octavo.openapi.changes.compare import compare_documents
from octavo.openapi.changes.effects import Change, Impact
from octavo.openapi.model import Side
from octavo.scaffold.page_files import read_named_document

_LEVELS = {"ERR": 0, "WARN": 1, "INFO": 2}
_OURS = {Impact.BREAKING: 0, Impact.DANGEROUS: 1, Impact.ADDITIVE: 2, Impact.DOCUMENTATION: 2}
_NAMES = ("breaking", "dangerous", "harmless")
_RULE = re.compile(r"newBackwardCompatibilityRule\((\w+),\s*(ERR|WARN|INFO)")
_TEST = re.compile(r"^func (Test\w+)\(.*?^}", re.MULTILINE | re.DOTALL)
_EXPECTED = re.compile(
    r"(?:\bId:\s*|require(?:Single)?Change\(t, \w+, |require.True\(t, containsId\(\w+, )"
    r"checker\.(\w+Id)\b"
)
_SIDES = {"Request": Side.REQUEST, "Response": Side.RESPONSE}
_OPEN = re.compile(r'(?:open|loadSpec|l)\w*\((?:t, )?"\.\./data/([\w./-]+)"\)')


class Case(NamedTuple):
    """A test with its two documents and the worst level that it expects."""

    name: str
    old: Path
    new: Path
    levels: frozenset[int]
    side: Side | None


def list_cases(folder: Path) -> Iterator[Case]:
    """Yield the cases whose documents are files that their test does not change."""
    levels = {
        name: _LEVELS[level]
        for name, level in _RULE.findall((folder / "checker" / "rules.go").read_text("utf-8"))
    }
    for path in sorted((folder / "checker").glob("*_test.go")):
        for test in _TEST.finditer(path.read_text("utf-8")):
            files = _OPEN.findall(test[0])
            names = _EXPECTED.findall(test[0]) or re.findall(r"(?<!, )checker\.(\w+Id)\b", test[0])
            names = [name for name in names if name in levels]
            expected = frozenset(levels[name] for name in names)
            is_changed = re.search(
                r"\bs[12]\.Spec\b|Config\(\)\.With|revision, base\)|\bset\w*\(", test[0]
            )
            if len(files) != 2 or files[0] == files[1] or not expected or is_changed:
                continue
            old, new = (folder / "data" / name for name in files)
            if old.is_file() and new.is_file():
                yield Case(test[1], old, new, expected, find_side(names))


def find_side(names: list[str]) -> Side | None:
    """Return the direction of values if all findings are of one side."""
    starts = {re.match(r"Response|Request|", name)[0] for name in names}  # type: ignore[index]
    return _SIDES.get(starts.pop()) if len(starts) == 1 else None


def main() -> int:
    """Print each disagreement and the share of cases that agree."""
    agreed, cases = 0, list(list_cases(Path(sys.argv[1])))
    for case in cases:
        changes = list_changes(case)
        ours = {_OURS[each.impact] for each in changes}
        agreed += case.levels <= ours
        if not case.levels <= ours:
            print(f"{case.name}: {name(case.levels)} there, {name(ours) or 'nothing'} here")
            for each in changes[:4]:
                print(f"    {each.impact}: {each.where}: {each.message} [{each.code}]")
    print(f"{agreed} of {len(cases)} cases agree: {agreed / max(len(cases), 1):.0%}")
    return 0


def list_changes(case: Case) -> list[Change]:
    """Return the changes of a case, on its side."""
    old, new = (read_named_document(str(name))[0] for name in (case.old, case.new))
    if old is None or new is None or old.document is None or new.document is None:
        return []
    found = compare_documents(old.document, new.document, datetime.date.today()).changes
    return [each for each in found if case.side in (None, each.side) or not each.side]


def name(levels: Iterable[int]) -> str:
    """Return levels in words."""
    return ", ".join(_NAMES[each] for each in sorted(levels))


if __name__ == "__main__":
    sys.exit(main())

"""Applies the examples of the Overlay Specification, and reads its valid and invalid overlays.

    make overlays SPECIFICATION=path/to/Overlay-Specification

The folder is a copy of the specification's repository.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from octavo.openapi.document.document import Finding
from octavo.openapi.document.overlay.apply import apply_overlays
from octavo.openapi.document.overlay.overlay import read_overlay
from octavo.openapi.document.overlay.query import Budget
from octavo.problems import Severity
from octavo.project.documents.api_files import parse_data


def run() -> int:
    """Print what is as the specification says; return 1 if anything is not."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    sets = sorted((folder / "compliant-sets").glob("*/overlay.yaml"))
    applied = [path.parent.name for path in sets if not is_applied(path.parent)]
    passing = sorted(folder.glob("tests/v1.[01]/pass/*.yaml"))
    refused = [
        f"{path.relative_to(folder)}: {problem.message}"
        for path in passing
        for problem in find_problems(path)
    ]
    failing = sorted(folder.glob("tests/v1.[01]/fail/*.yaml"))
    missed = [path.name for path in failing if not find_problems(path)]
    report("examples applied", len(sets), applied)
    report("valid overlays read without a problem", len(passing), refused)
    report("invalid overlays reported", len(failing), missed)
    return 1 if not sets or applied or refused or missed else 0


def is_applied(folder: Path) -> bool:
    """Return whether an example gives the tree that the specification gives."""
    tree, overlay, wanted = (load(folder / f"{name}.yaml") for name in _PARTS)
    result = apply_overlays("openapi.yaml", tree, [("overlay.yaml", overlay)])
    return bool(result.changed.tree == wanted)


_PARTS = ("openapi", "overlay", "output")


def find_problems(path: Path) -> tuple[Finding, ...]:
    """Return what is wrong with an overlay."""
    findings = read_overlay(path.name, load(path), Budget())[1]
    return tuple(each for each in findings if each.severity is not Severity.INFO)


def load(path: Path) -> Any:
    """Return the tree of a file."""
    return parse_data(path.read_text("utf-8"), path.name)[0]


def report(what: str, count: int, wrong: list[str]) -> None:
    """Print a line, and the names of those that are wrong."""
    print(f"{count - len(wrong)} of {count} {what}", *(f"  not {name}" for name in wrong), sep="\n")


if __name__ == "__main__":
    raise SystemExit(run())

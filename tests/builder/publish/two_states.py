"""A project with two states, and looks at what was published of it."""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from octavo.builder.folder_build import BuildOptions, build_folder

PAGES = 6


def write_state(root: Path, state: str) -> None:
    """Write the project in one of its states; they differ in most pages and in their files."""
    root.mkdir(exist_ok=True)
    names = [f"page{number}" for number in range(PAGES)] + [f"only-{state}"]
    settings = {"name": f"State {state}", "navigation": [{"group": "All", "pages": names}]}
    (root / "site.json").write_text(json.dumps(settings))
    for number, name in enumerate(names):
        text = state if number % 3 else "the same"
        (root / f"{name}.mdx").write_text(f"---\ntitle: {name}\n---\n\n## About\n\nText: {text}\n")
    other = "B" if state == "A" else "A"
    (root / f"only-{other}.mdx").unlink(missing_ok=True)
    (root / "file.bin").write_bytes(state.encode() * 100_000)


def tree(folder: Path) -> dict[str, bytes]:
    """Return all files of a folder."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def expected_trees(folder: Path) -> dict[str, dict[str, bytes]]:
    """Return what a complete site of each state holds."""
    expected = {}
    for state in "AB":
        write_state(folder / "project", state)
        report = build_folder(str(folder / "project"), str(folder / f"whole-{state}"))
        assert report.output, report.problems
        expected[state] = tree(folder / f"whole-{state}")
    return expected


def build(
    folder: Path, *, cached: bool = True, durable: bool = False, output: Path | None = None
) -> dict[str, Any]:
    """Build the project; say what became of it."""
    cache = str((output.parent if output else folder) / "cache") if cached else None
    options = BuildOptions(cache_folder=cache, durable=durable)
    report = build_folder(str(folder / "project"), str(output or folder / "out"), options)
    codes = [str(problem.code) for problem in report.problems]
    places = [problem.location.source for problem in report.problems]
    return {"failed": report.failed, "codes": codes, "places": places}


def leftovers(folder: Path) -> set[str]:
    """Return what builds left beside the output."""
    return {path.name for path in folder.iterdir() if path.name.startswith(".")}


def in_child(action: Callable[[], Any]) -> tuple[int, Any]:
    """Do something in a copy of this process; return how that ended and what it gave."""
    reader, writer = os.pipe()
    child = start_child(action, writer, reader)
    os.close(writer)
    with os.fdopen(reader) as answers:
        text = answers.read()
    _, status = os.waitpid(child, 0)
    return status, json.loads(text) if text else None


def start_child(action: Callable[[], Any], answers: int | None = None, unused: int = -1) -> int:
    """Start to do something in a copy of this process; return its id."""
    child = os.fork()
    if child:
        return child
    try:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        if unused >= 0:
            os.close(unused)
        result = action()
        if answers is not None:
            os.write(answers, json.dumps(result).encode())
        os._exit(0)
    except BaseException:
        traceback.print_exc(file=sys.__stderr__)
        os._exit(99)

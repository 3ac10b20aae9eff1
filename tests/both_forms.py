"""Builds projects and prints their problems, in the imported form: compiled or plain.

`python tests/both_forms.py FOLDER FUNCTIONS` checks and builds each project of a folder. Then it
makes functions fail that compiled modules call, one after another, during a check. `FUNCTIONS` is a
JSON file with pairs of a module and a name.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import io
import json
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from types import BuiltinFunctionType, FunctionType
from typing import Any

from octavo.builder.check.folder_check import check_folder
from octavo.builder.folder_build import build_folder
from octavo.problems import TRACEBACK, Problem, describe_problem, sort_problems

WHOLE = "whole"
"""The project that is checked while a function fails."""
_STEP = re.compile(r'File "[^"]*?/octavo/([^"]+)", line (\d+), in (\w+)')
"""A step of the way to a fault, but for comprehensions, which have none in compiled code."""


def describe(problems: Sequence[Problem]) -> list[Any]:
    return [describe_problem(problem) for problem in sort_problems(problems)]


def tell_of_project(root: Path, out: Path) -> dict[str, Any]:
    """Return what a check and a build tell of a project, and the files that it becomes."""
    problems = [*check_folder(str(root)).problems, *build_folder(str(root), str(out)).problems]
    files = (path for path in out.rglob("*") if path.is_file())
    digests = {
        path.relative_to(out).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
    }
    return {"problems": describe(problems), "files": digests}


def fail(*_values: object, **_more: object) -> Any:
    raise ValueError("out of cheese")


def tell_of_fault(root: Path, module: str, name: str) -> dict[str, Any] | None:
    """Return the report on a failing function that a module calls, with the calls to it.

    None if it is no function.
    """
    room = importlib.import_module(module)
    right = getattr(room, name)
    if not isinstance(right, FunctionType | BuiltinFunctionType):
        return None
    setattr(room, name, fail)
    traces = io.StringIO()
    try:
        with contextlib.redirect_stderr(traces):
            problems = check_folder(str(root)).problems
    except ValueError as error:
        return {"module": right.__module__, "ended": str(error)}
    finally:
        setattr(room, name, right)
    steps = _STEP.findall(traces.getvalue())
    return {"module": right.__module__, "problems": describe(problems), "steps": steps}


def main(folder: Path, functions: Path) -> None:
    """Print everything as JSON."""
    out = folder.parent / "out"
    os.environ.pop(TRACEBACK, None)
    projects = {root.name: tell_of_project(root, out / root.name) for root in folder.iterdir()}
    os.environ[TRACEBACK] = "1"
    faults = {
        f"{module}.{name}": tell_of_fault(folder / WHOLE, module, name)
        for module, name in json.loads(functions.read_text())
    }
    form = importlib.import_module("octavo.content.mdx.tags").__file__
    print(json.dumps({"form": form, "projects": projects, "faults": faults}))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))

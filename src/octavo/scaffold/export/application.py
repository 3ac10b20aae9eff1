"""Reads the API document of a Python application, in a separate process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from typing import Any

from octavo.problems import Code, Location, Problem
from octavo.settings.nearest import find_nearest
from octavo.values import Struct

PATIENCE_SECONDS = 120.0
"""How many seconds an application may take to be imported and to build its document."""

_CHILD = os.path.join(os.path.dirname(__file__), "child.py")
_KNOWN = "FastAPI, Litestar, Starlette, and Django with drf-spectacular"


class AppDocument(Struct, frozen=True):
    """The document of an application, or why there is none."""

    document: Mapping[str, Any] | None
    problem: Problem | None = None
    notes: tuple[str, ...] = ()
    """The last lines of the application's traceback."""
    files: tuple[str, ...] = ()
    """The Python files of the application."""


def load_app_document(
    target: str, folder: str = ".", patience: float = PATIENCE_SECONDS
) -> AppDocument:
    """Import an application (`module:app`, or the settings module of a Django project)."""
    with tempfile.TemporaryDirectory() as temporary:
        result = os.path.join(temporary, "result.json")
        command = [sys.executable, _CHILD, target, result]
        try:
            ran = subprocess.run(  # noqa: S603 (it is the author's own code, as asked for)
                command,
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=patience,
                check=False,
            )
        except subprocess.TimeoutExpired:
            message = f"the application did not describe itself within {patience:.0f} seconds"
            hint = "What it does when it is imported may wait for something."
            return AppDocument(None, _build_problem(Code.APP_IMPORT_FAILED, target, message, hint))
        try:
            with open(result, encoding="utf-8") as file:
                facts = json.load(file)
        except (OSError, ValueError):
            lines = ran.stdout.decode("utf-8", "replace").splitlines()[-12:]
            facts = {"failure": "ended", "traceback": lines}
    files = tuple(facts.get("files", ()))
    if "failure" in facts:
        problem = _EXPLANATIONS[facts["failure"]](target, facts)
        return AppDocument(None, problem, tuple(facts.get("traceback", ())), files)
    return AppDocument(facts["document"], files=files)


def _build_problem(code: Code, target: str, message: str, hint: str = "") -> Problem:
    return Problem(code, message, Location(target), hint=hint)


def _explain_module(target: str, facts: Mapping[str, Any]) -> Problem:
    message = f"there is no module `{facts['name']}`"
    hint = "Octavo searches the current folder and the installed packages."
    return _build_problem(Code.APP_MODULE_MISSING, target, message, hint)


def _explain_attribute(target: str, facts: Mapping[str, Any]) -> Problem:
    module = target.partition(":")[0]
    better = find_nearest(facts["name"], facts["names"])
    hint = f"Did you mean `{module}:{better}`?" if better else "Write it as in `main:app`."
    message = f"the module `{module}` has no `{facts['name']}`"
    return _build_problem(Code.APP_ATTRIBUTE_MISSING, target, message, hint)


def _explain_no_app(target: str, facts: Mapping[str, Any]) -> Problem:
    usual = next((name for name in ("app", "application", "api") if name in facts["names"]), "app")
    message = f"`{target}` is neither an application nor the settings of a Django project"
    hint = f"Name the application behind a colon: `{target}:{usual}`."
    return _build_problem(Code.APP_UNKNOWN, target, message, hint)


def _explain_unknown(target: str, facts: Mapping[str, Any]) -> Problem:
    message = f"this is no application that describes itself, but a `{facts['type']}`"
    return _build_problem(Code.APP_UNKNOWN, target, message, f"Those that do: {_KNOWN}.")


def _explain_off(target: str, facts: Mapping[str, Any]) -> Problem:
    message = f"this {facts['framework']} application has OpenAPI turned off"
    return _build_problem(Code.APP_UNKNOWN, target, message, "Give it an `openapi_config`.")


def _explain_docstrings(target: str, _facts: Mapping[str, Any]) -> Problem:
    message = "this Starlette application describes none of its endpoints"
    hint = "Starlette takes the description of an operation from the endpoint's docstring, as YAML."
    return _build_problem(Code.APP_UNKNOWN, target, message, hint)


def _explain_spectacular(target: str, _facts: Mapping[str, Any]) -> Problem:
    message = "a Django project describes its API with drf-spectacular, which is not installed"
    return _build_problem(Code.APP_UNKNOWN, target, message, "pip install drf-spectacular")


def _explain_error(target: str, facts: Mapping[str, Any]) -> Problem:
    what = "be imported" if facts["failure"] == "import" else "describe itself"
    message = f"the application cannot {what}: {facts['traceback'][-1]}"
    path, line = facts["place"] or (target, 0)
    return Problem(Code.APP_IMPORT_FAILED, message, Location(path, line))


def _explain_ended(target: str, _facts: Mapping[str, Any]) -> Problem:
    message = "the process of the application ended before it could describe itself"
    return _build_problem(Code.APP_IMPORT_FAILED, target, message)


_EXPLANATIONS: dict[str, Callable[[str, Mapping[str, Any]], Problem]] = {
    "module": _explain_module,
    "attribute": _explain_attribute,
    "no-app": _explain_no_app,
    "unknown": _explain_unknown,
    "off": _explain_off,
    "docstrings": _explain_docstrings,
    "spectacular": _explain_spectacular,
    "import": _explain_error,
    "document": _explain_error,
    "ended": _explain_ended,
}

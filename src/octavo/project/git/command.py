"""Runs git by its absolute path, and keeps it from running other programs.

A project may come from strangers. So a program in the project can't replace git, and programs that
its repository names can't run: pagers, hooks, filters, signatures, remotes.
"""

from __future__ import annotations

import os
import sys
from functools import lru_cache

from octavo.project.files import is_inside

_NAME = "git.exe" if sys.platform == "win32" else "git"
_OPTIONS = "--no-pager -c core.quotePath=false -c core.fsmonitor=false -c log.showSignature=false"
_SAFE_ENVIRONMENT = {
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",  # This is for versions that don't know the line above.
    "GIT_OPTIONAL_LOCKS": "0",
    "LC_ALL": "C",
}


def build_git_command(root: str) -> list[str] | None:
    """Return the git command for a project, without arguments; None if git isn't installed."""
    path = find_program(_NAME, os.environ.get("PATH", os.defpath), os.getcwd(), root)
    return [path, *_OPTIONS.split()] if path else None


def build_git_environment() -> dict[str, str]:
    """Return the environment in which git doesn't prompt, fetch or read other settings."""
    environment = {name: value for name, value in os.environ.items() if name[:4] != "GIT_"}
    return {**environment, **_SAFE_ENVIRONMENT}


@lru_cache(maxsize=8)
def find_program(name: str, search_path: str, current: str, root: str) -> str | None:
    """Return the absolute path of a program, but never one in the current folder or the project."""
    project = os.path.realpath(root)
    is_whole_disk = os.path.dirname(project) == project
    for folder in search_path.split(os.pathsep):
        real = os.path.realpath(folder)
        if not os.path.isabs(folder) or real == os.path.realpath(current):
            continue
        if not is_whole_disk and is_inside(project, real):
            continue
        path = os.path.join(folder, name)
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    return None

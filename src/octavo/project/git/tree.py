"""Reads which files of a folder git tracks, and which have changed."""

from __future__ import annotations

import os
from collections.abc import Sequence

from octavo.project.git.run import run_git
from octavo.project.names import normalize_source
from octavo.values import Struct

_STATUS = "status --porcelain -z --no-renames --ignore-submodules=all -- .".split()


class GitTree(Struct, frozen=True):
    """The tracked files in a folder, and the changed ones."""

    tracked: frozenset[str]
    changed: tuple[str, ...]
    """New, changed and removed files, except ignored ones."""


def load_git_tree(root: str) -> GitTree | None:
    """Return git's facts about a folder; None if it tracks no files there, or isn't installed."""
    tracked = _ask(root, "ls-files", "-z", "--cached", "--", ".")
    # Git compares files after its filters, which are programs of the repository.
    filters = _ask(root, "config", "-z", "--name-only", "--get-regexp", r"^filter\.") or []
    changed = _ask(root, *_STATUS, settings=[(name, "") for name in filters])
    if not tracked or changed is None:
        return None
    return GitTree(frozenset(tracked), tuple(line[3:] for line in changed))


def _ask(root: str, *arguments: str, settings: Sequence[tuple[str, str]] = ()) -> list[str] | None:
    output = run_git(root, *arguments, variables=_write_settings(settings))
    if output is None:
        return None
    return [normalize_source(os.fsdecode(name)) for name in output.split(b"\0") if name]


def _write_settings(settings: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Return environment variables with settings for one run; names may have any characters."""
    variables = {"GIT_CONFIG_COUNT": str(len(settings))}
    for number, (name, value) in enumerate(settings):
        variables |= {f"GIT_CONFIG_KEY_{number}": name, f"GIT_CONFIG_VALUE_{number}": value}
    return variables

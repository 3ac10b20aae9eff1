"""What git says of the files of a folder: which it keeps, and whether any has changed."""

from __future__ import annotations

import os
import subprocess

from octavo.project.git.commit_dates import build_git_environment
from octavo.project.names import normalize_source
from octavo.values import dataclass

_SECONDS = 60
_GIT = "git --no-pager -c core.quotePath=false -c core.fsmonitor=false".split()


@dataclass(frozen=True, slots=True)
class GitTree:
    """The files below a folder that git keeps, and those that are not as they were committed."""

    tracked: frozenset[str]
    changed: tuple[str, ...]
    """New, changed and removed ones; those that git ignores are not among them."""


def load_git_tree(root: str) -> GitTree | None:
    """Ask git about a folder; None if it keeps nothing there, or there is no git."""
    tracked = _ask(root, "ls-files", "-z", "--cached", "--", ".")
    changed = _ask(root, "status", "--porcelain", "-z", "--no-renames", "--", ".")
    if not tracked or changed is None:
        return None
    return GitTree(frozenset(tracked), tuple(line[3:] for line in changed))


def _ask(root: str, *arguments: str) -> list[str] | None:
    try:
        ran = subprocess.run(  # noqa: S603 (the command is ours)
            [*_GIT, *arguments],
            cwd=root,
            env=build_git_environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    if ran.returncode:
        return None
    return [normalize_source(os.fsdecode(name)) for name in ran.stdout.split(b"\0") if name]

"""Reads files as they were in a commit."""

from __future__ import annotations

import os
import re
import subprocess

from octavo.project.git.command import build_git_command, build_git_environment

_SECONDS = 20
_MOST_BYTES = 64 * 1024 * 1024
_REVISION = re.compile(r"[\w./~^@{}+-]{1,200}")


def load_at_revision(folder: str, revision: str, path: str) -> bytes | None:
    """Return a file of a commit, by its path from a folder; None if there is none."""
    if not _REVISION.fullmatch(revision) or revision.startswith("-") or "\0" in path:
        return None
    command = build_git_command(folder)
    if command is None:
        return None
    name = f"{revision}:./{path.replace(os.sep, '/')}"
    try:
        size = _run([*command, "cat-file", "-s", name], folder)
        if size is None or int(size) > _MOST_BYTES:
            return None
        return _run([*command, "cat-file", "blob", name], folder)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None


def _run(command: list[str], folder: str) -> bytes | None:
    answer = subprocess.run(  # noqa: S603 (git by its absolute path, with safe settings)
        command,
        cwd=folder,
        env=build_git_environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        timeout=_SECONDS,
        check=False,
    )
    return answer.stdout if answer.returncode == 0 else None

"""Runs git and returns what it prints."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping

from octavo.project.git.command import build_git_command, build_git_environment

_SECONDS = 60


def run_git(
    folder: str, *arguments: str, variables: Mapping[str, str] | None = None
) -> bytes | None:
    """Return the output of git in a folder; None if it isn't installed, fails or takes too long."""
    command = build_git_command(folder)
    if command is None:
        return None
    try:
        ran = subprocess.run(  # noqa: S603 (git by its absolute path, with safe settings)
            [*command, *arguments],
            cwd=folder,
            env={**build_git_environment(), **(variables or {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return None if ran.returncode else ran.stdout

"""Lists the tags of the repository around a project."""

from __future__ import annotations

import os
import re
import subprocess
from fnmatch import translate

from octavo.project.dates import format_day
from octavo.project.git.command import build_git_command, build_git_environment
from octavo.values import Struct

_SECONDS = 20
_MOST_STARS = 3
_FORMAT = "%(refname:strip=2)%00%(objectname)%00%(*objectname)%00%(creatordate:unix)"


class GitTag(Struct, frozen=True):
    """A tag, the commit that it names, and its day."""

    name: str
    commit: str
    day: str


def load_tags(root: str, pattern: str) -> tuple[GitTag, ...] | None:
    """Return the tags that match a pattern such as `v*`; None without git or a repository."""
    command = build_git_command(root)
    if command is None or pattern.count("*") > _MOST_STARS:
        return None
    try:
        ran = subprocess.run(  # noqa: S603 (git by its absolute path, with safe settings)
            [*command, "for-each-ref", f"--format={_FORMAT}", "refs/tags"],
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
    matches = re.compile(translate(pattern)).match
    tags = (_read_tag(os.fsdecode(line)) for line in ran.stdout.splitlines())
    return tuple(tag for tag in tags if tag and matches(tag.name))


def _read_tag(line: str) -> GitTag | None:
    parts = line.split("\0")
    if len(parts) != 4:
        return None
    name, target, commit, seconds = parts
    day = format_day(int(seconds)) if seconds.isdecimal() else None
    return GitTag(name, commit or target, day or "")

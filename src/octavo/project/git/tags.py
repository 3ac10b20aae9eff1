"""Lists the tags of the repository around a project."""

from __future__ import annotations

import os
import re
from fnmatch import translate

from octavo.project.dates import format_day
from octavo.project.git.run import run_git
from octavo.values import Struct

_MOST_STARS = 3
_FORMAT = "%(refname:strip=2)%00%(objectname)%00%(*objectname)%00%(creatordate:unix)"


class GitTag(Struct, frozen=True):
    """A tag, the commit that it names, and its day."""

    name: str
    commit: str
    day: str


def load_tags(root: str, pattern: str) -> tuple[GitTag, ...] | None:
    """Return the tags that match a pattern such as `v*`; None without git or a repository."""
    if pattern.count("*") > _MOST_STARS:
        return None
    output = run_git(root, "for-each-ref", f"--format={_FORMAT}", "refs/tags")
    if output is None:
        return None
    matches = re.compile(translate(pattern)).match
    tags = (_read_tag(os.fsdecode(line)) for line in output.splitlines())
    return tuple(tag for tag in tags if tag and matches(tag.name))


def _read_tag(line: str) -> GitTag | None:
    parts = line.split("\0")
    if len(parts) != 4:
        return None
    name, target, commit, seconds = parts
    day = format_day(int(seconds)) if seconds.isdecimal() else None
    return GitTag(name, commit or target, day or "")

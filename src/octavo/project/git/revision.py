"""Reads files as they were in a commit."""

from __future__ import annotations

import os
import re

from octavo.project.git.run import run_git

_MOST_BYTES = 64 * 1024 * 1024
_REVISION = re.compile(r"[\w./~^@{}+-]{1,200}")


def load_at_revision(folder: str, revision: str, path: str) -> bytes | None:
    """Return a file of a commit, by its path from a folder; None if there is none."""
    if not _REVISION.fullmatch(revision) or revision.startswith("-") or "\0" in path:
        return None
    name = f"{revision}:./{path.replace(os.sep, '/')}"
    size = run_git(folder, "cat-file", "-s", name)
    if size is None or int(size) > _MOST_BYTES:
        return None
    return run_git(folder, "cat-file", "blob", name)

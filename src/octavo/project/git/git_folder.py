"""Reads git's files around a project, without running git.

It reads only `.git`, `HEAD`, `commondir`, `config`, `shallow` and files of refs, each up to 1 MiB,
and follows no links.
"""

from __future__ import annotations

import os
import re
import stat

from octavo.project.files import MEBIBYTE, OPEN_FLAGS

_MOST_PARENTS = 64
_COMMIT = re.compile(r"[0-9a-f]{40,64}\Z")


def find_commit(root: str) -> str | None:
    """Return the name of the checked-out commit around the project.

    It is empty without a repository, and None if git's files have an unknown form.
    """
    try:
        git = find_git(os.path.realpath(root))
        return _load_commit(git[1]) if git else ""
    except (OSError, ValueError):
        return None


def find_shallow_commits(root: str) -> frozenset[str]:
    """Return the commits at which the history of a shallow clone ends."""
    try:
        git = find_git(os.path.realpath(root))
        folder = find_common_folder(git[1]) if git else None
    except (OSError, ValueError):
        return frozenset()
    return frozenset(load_small(os.path.join(folder, "shallow")).split() if folder else ())


def _load_commit(folder: str) -> str | None:
    head = load_small(os.path.join(folder, "HEAD")).strip()
    if _COMMIT.match(head):
        return head
    name = head.removeprefix("ref:").strip()
    if not head.startswith("ref:") or not name.startswith("refs/") or ".." in name:
        return None
    common = find_common_folder(folder)
    commit = load_small(os.path.join(common, *name.split("/"))).strip()
    if not commit:
        packed = load_small(os.path.join(common, "packed-refs")).splitlines()
        commit = next((line.partition(" ")[0] for line in packed if line.endswith(f" {name}")), "")
    return commit if _COMMIT.match(commit) else None


def find_git(root: str) -> tuple[str, str] | None:
    """Return the folder of the work tree, and the folder of git's files."""
    folder = root
    for _ in range(_MOST_PARENTS):
        name = os.path.join(folder, ".git")
        if os.path.lexists(name):
            own = _find_own_folder(folder, name)
            return (folder, own) if own else None
        parent = os.path.dirname(folder)
        if parent == folder:
            return None
        folder = parent
    return None


def _find_own_folder(folder: str, name: str) -> str | None:
    """Return `.git`, or the folder that it names in a worktree or a submodule."""
    if stat.S_ISDIR(os.lstat(name).st_mode):
        return name
    pointer = load_small(name)
    if not pointer.startswith("gitdir:"):
        return None
    return _resolve_beside(folder, pointer.removeprefix("gitdir:").strip())


def find_common_folder(folder: str) -> str:
    """Return the folder of the settings: for a worktree, that of its repository."""
    target = load_small(os.path.join(folder, "commondir")).strip()
    return _resolve_beside(folder, target) or folder


def _resolve_beside(folder: str, target: str) -> str | None:
    """Return the folder that a text names, but never one of another computer."""
    if not target or target.startswith(("//", "\\\\")):
        return None
    return os.path.normpath(os.path.join(folder, target))


def load_small(name: str) -> str:
    """Return the text of a small regular file; empty for other files."""
    try:
        descriptor = os.open(name, OPEN_FLAGS)
    except (OSError, ValueError):
        return ""
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or status.st_size > MEBIBYTE:
            return ""
        return os.read(descriptor, MEBIBYTE).decode("utf-8", "replace")
    finally:
        os.close(descriptor)

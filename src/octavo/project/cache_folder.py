"""The folder of Octavo in the user's cache, with a limit of size."""

from __future__ import annotations

import contextlib
import os
import sys


def find_cache_folder() -> str | None:
    """Return Octavo's folder in the user's cache, or None if there is no place for it."""
    home = os.path.expanduser("~")
    if folder := os.environ.get("XDG_CACHE_HOME"):
        parent = folder
    elif sys.platform == "win32":
        parent = os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local")
    elif sys.platform == "darwin":
        parent = os.path.join(home, "Library", "Caches")
    else:
        parent = os.path.join(home, ".cache")
    return os.path.join(parent, "octavo") if os.path.isabs(parent) else None


def is_own_place(path: str) -> bool:
    """Tell whether a cache file is no link, and is in no linked folder.

    A build server may have its cache in the project, and a project may contain links. Octavo never
    reads, writes or removes their targets. Links further up belong to the operator.
    """
    folder = os.path.dirname(path)
    return not any(map(os.path.islink, (path, folder, os.path.dirname(folder))))


def remove_old_files(folder: str, own_path: str, most_bytes: int) -> None:
    """Remove the oldest files, except one to keep, until the rest is within a limit."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        files = [entry for entry in entries if entry.is_file(follow_symlinks=False)]
        states = [(entry.stat(follow_symlinks=False), entry.path) for entry in files]
        cached = [(status.st_mtime_ns, status.st_size, path) for status, path in states]
        total = sum(size for _, size, _ in cached)
        for _, size, path in sorted(cached):
            if total <= most_bytes:
                break
            if path != own_path:
                os.unlink(path)
                total -= size

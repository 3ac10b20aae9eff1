"""The folder of Octavo in the user's cache, which never grows without end."""

from __future__ import annotations

import contextlib
import os
import sys


def user_cache_folder() -> str | None:
    """Return Octavo's folder in the user's cache, or None where there is no place for it."""
    home = os.path.expanduser("~")
    if chosen := os.environ.get("XDG_CACHE_HOME"):
        parent = chosen
    elif sys.platform == "win32":
        parent = os.environ.get("LOCALAPPDATA") or os.path.join(home, "AppData", "Local")
    elif sys.platform == "darwin":
        parent = os.path.join(home, "Library", "Caches")
    else:
        parent = os.path.join(home, ".cache")
    return os.path.join(parent, "octavo") if os.path.isabs(parent) else None


def remove_old_files(folder: str, kept: str, most_bytes: int) -> None:
    """Remove files, oldest first but never the one to keep, until the rest is not too much."""
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        found = [(entry.stat().st_mtime_ns, entry.stat().st_size, entry.path) for entry in entries]
        left = sum(size for _, size, _ in found)
        for _, size, path in sorted(found):
            if left <= most_bytes:
                break
            if path != kept:
                os.unlink(path)
                left -= size

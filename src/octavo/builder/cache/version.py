"""Identifies the code that builds sites, because entries of other code are not used.

The version alone is not enough: code changes during development, and libraries are updated
separately.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator

from octavo import __version__

_PACKAGE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def compute_code_version() -> bytes:
    """Return a digest of Octavo's code, the theme, and the installed libraries."""
    digest = hashlib.sha256(f"{__version__}\n{sys.version}\n".encode())
    for name, size, modified in sorted(_walk_package(_PACKAGE)):
        digest.update(f"{name} {size} {modified}\n".encode())
    for folder in filter(_holds_libraries, sys.path):
        # Installing or removing a package changes the timestamp of the folder.
        digest.update(f"{folder} {os.stat(folder).st_mtime_ns}\n".encode())
    return digest.digest()[:16]


def _holds_libraries(folder: str) -> bool:
    return folder.endswith("-packages") and os.path.isdir(folder)


def _walk_package(folder: str) -> Iterator[tuple[str, int, int]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if entry.name != "__pycache__":
                    yield from _walk_package(entry.path)
            else:
                status = entry.stat()
                yield entry.path, status.st_size, status.st_mtime_ns

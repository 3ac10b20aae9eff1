"""Reads a file below a folder, or where a project may lead, and never one outside of it."""

from __future__ import annotations

import os

from octavo.project.files import Kind, build_source_file, is_inside, load_text
from octavo_migrate.project_files import Reach

_MOST_BYTES = 2_000_000


def load_below(folder: str, path: str) -> str | None:
    """Return the text of a file with LF line ends; None if there is none inside of the folder."""
    real = os.path.realpath(path)
    return _load(os.path.realpath(folder), real) if is_inside(folder, real) else None


def load_within(reach: Reach, path: str) -> str | None:
    """Return the text of a file that a project names; None if it may not be read, or is none."""
    real = os.path.realpath(path)
    return _load(reach.top, real) if reach.may_read(real) else None


def _load(folder: str, real: str) -> str | None:
    if not os.path.isfile(real):
        return None
    status = os.lstat(real)
    if status.st_size > _MOST_BYTES:
        return None
    source = os.path.relpath(real, folder).replace(os.sep, "/")
    return load_text(folder, build_source_file(source, Kind.ASSET, real, status))[0]

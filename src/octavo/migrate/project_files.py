"""The files of a foreign project: those of one that has the layout of Octavo's own, as files of the
new one, and the folder outside of which nothing is ever read."""

from __future__ import annotations

import os
from collections.abc import Mapping

from octavo.migrate.moved_site import MovedFile
from octavo.project.discover import Project, find_ignore_files
from octavo.project.files import Kind


def plan_copies(
    project: Project, changed: Mapping[str, bytes] | None = None
) -> tuple[MovedFile, ...]:
    """Return every file of a project under its own name, some with other bytes."""
    changed = changed or {}
    files = (*project.files.values(), *find_ignore_files(project))
    return tuple(
        MovedFile(file.source, file, changed.get(file.source), file.kind is Kind.PAGE)
        for file in files
    )


def find_repository(folder: str) -> str | None:
    """Return the nearest folder that git keeps, the given one or one around it."""
    current = os.path.realpath(folder)
    while not os.path.lexists(os.path.join(current, ".git")):
        parent = os.path.dirname(current)
        if parent == current:
            return None
        current = parent
    return current

"""Lists the files of a foreign project with Octavo's layout, and limits which folders a project may
read.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from octavo.problems import Location
from octavo.project.surface import (
    HEAD_SIZE,
    Kind,
    Project,
    find_ignore_files,
    find_secret,
    is_inside,
    is_never_public,
    is_public_type,
    open_source,
    recognize_secret,
)
from octavo.values import Struct, field, replace
from octavo_migrate.moved_site import MovedFile, MovedSite, Note, Outcome


class Reach(Struct, frozen=True):
    """The folders to read from: the project folder, and others only if allowed.

    A project can come from strangers, and its settings and pages can name any file of this machine.
    """

    top: str
    """The folder that contains all readable files."""
    may_leave: bool = False
    """Whether settings may name folders outside it."""
    entered: list[str] = field(default_factory=list)
    """The allowed folders outside it."""
    refused: list[str] = field(default_factory=list)
    """The real paths of existing files that the project names but may not read."""

    def may_enter(self, folder: str) -> bool:
        """Tell whether Octavo may read the files of a folder in the settings."""
        if self.may_leave and not is_inside(self.top, folder):
            self.entered.append(folder)
        return self.may_read(folder)

    def may_read(self, path: str) -> bool:
        """Tell whether Octavo may read a file or a folder; note a refusal."""
        if any(is_inside(folder, path) for folder in (self.top, *self.entered)):
            return True
        if path not in self.refused and os.path.lexists(path):
            self.refused.append(path)
        return False


def open_reach(folder: str, *, allow_outside: bool = False) -> Reach:
    """Return the reach of a project: its folder, or its repository and the folders it names."""
    real = os.path.realpath(folder)
    if not allow_outside:
        return Reach(real)
    return Reach(find_repository(real) or os.path.dirname(real), may_leave=True)


def plan_copies(
    project: Project, changed: Mapping[str, bytes] | None = None
) -> tuple[MovedFile, ...]:
    """Return every file of a project under its own name, some with other bytes."""
    changed = changed or {}
    files = (*project.files.values(), *find_ignore_files(project))
    pages = ((each, each.kind is Kind.PAGE) for each in files)
    return tuple(MovedFile(f.source, f, changed.get(f.source), is_page) for f, is_page in pages)


def leave_out_secrets(site: MovedSite) -> MovedSite:
    """Return a site without files that must not be published, and with notes on them.

    There are also notes on files that are only published if a page links to them.
    """
    files, notes = list[MovedFile](), list[Note]()
    for file in site.files:
        if what := _find_secret(site.root, file):
            message = f"A file looks like {what}, so it was not copied"
            place = Location(file.original.source if file.original else file.path)
            notes.append(Note(Outcome.LOST, message, place, "Keep it outside of the project."))
        else:
            files.append(file)
            notes += _note_unknown_type(file)
    return replace(site, files=tuple(files), notes=(*site.notes, *notes))


def _find_secret(root: str, file: MovedFile) -> str:
    if file.original is None or file.is_page:
        return ""
    if is_never_public(file.original.source):
        return "a secret"
    if file.data is not None:
        return recognize_secret(file.data[:HEAD_SIZE], file.path)
    # A later step reports why the file can't be read.
    descriptor, _ = open_source(root, file.original)
    if descriptor is None:
        return ""
    try:
        return find_secret(descriptor, file.path)
    finally:
        os.close(descriptor)


def _note_unknown_type(file: MovedFile) -> Iterator[Note]:
    if file.original and file.original.kind is Kind.ASSET and not is_public_type(file.path):
        yield Note(
            Outcome.CHANGED,
            "Websites serve no such files, so this one is published only if something leads to it",
            Location(file.original.source),
            "Link to it from a page, or move it into the folder `static`.",
        )


def find_repository(folder: str) -> str | None:
    """Return the nearest git repository: the folder or one around it."""
    current = os.path.realpath(folder)
    while not os.path.lexists(os.path.join(current, ".git")):
        parent = os.path.dirname(current)
        if parent == current:
            return None
        current = parent
    return current

"""The files of a foreign project: those of one that has the layout of Octavo's own, as files of the
new one, and how far around them a project may lead."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from octavo.problems import Location
from octavo.project.discover import Project, find_ignore_files
from octavo.project.files import Kind, is_inside, open_source
from octavo.project.public.secrets import HEAD_SIZE, find_secret, is_never_public, recognize_secret
from octavo.project.public.types import is_public_type
from octavo.values import Struct, field, replace
from octavo_migrate.moved_site import MovedFile, MovedSite, Note, Outcome


class Reach(Struct, frozen=True):
    """Where files are read: in the folder that was named, and outside of it only if allowed.

    A project comes from others, and its settings and pages may name any file of this machine.
    """

    top: str
    """The folder in which files are looked for."""
    may_leave: bool = False
    """Whether settings may name folders outside of it."""
    entered: list[str] = field(default_factory=list)
    """Those folders."""
    refused: list[str] = field(default_factory=list)
    """The real paths outside of all these that the project names, where something is there."""

    def may_enter(self, folder: str) -> bool:
        """Tell whether the files of a folder that settings name may be read."""
        if self.may_leave and not is_inside(self.top, folder):
            self.entered.append(folder)
        return self.may_read(folder)

    def may_read(self, path: str) -> bool:
        """Tell whether a file or a folder may be read; note it if not."""
        if any(is_inside(folder, path) for folder in (self.top, *self.entered)):
            return True
        if path not in self.refused and os.path.lexists(path):
            self.refused.append(path)
        return False


def open_reach(folder: str, *, allow_outside: bool = False) -> Reach:
    """Return how far a project leads: to its folder, or to its repository and what it names."""
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
    """Return a site without files that must not be published, with notes of them.

    There are notes of files, too, that are only published if something leads to them.
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
    descriptor, _ = open_source(root, file.original)  # why it cannot be read is told later
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
    """Return the nearest folder that git keeps, the given one or one around it."""
    current = os.path.realpath(folder)
    while not os.path.lexists(os.path.join(current, ".git")):
        parent = os.path.dirname(current)
        if parent == current:
            return None
        current = parent
    return current

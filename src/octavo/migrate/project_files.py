"""The files of a foreign project: those of one that has the layout of Octavo's own, as files of the
new one, and the folder outside of which nothing is ever read."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from octavo.migrate.moved_site import MovedFile, MovedSite, Note, Outcome
from octavo.problems import Location
from octavo.project.discover import Project, find_ignore_files
from octavo.project.files import Kind, open_source
from octavo.project.public_types import is_public_type
from octavo.project.secrets import HEAD_SIZE, find_secret, is_never_public, recognize_secret
from octavo.values import replace


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


def leave_out_secrets(site: MovedSite) -> MovedSite:
    """Return a site without files that must not be published, with notes of them.

    There are notes of files, too, that are only published if something leads to them.
    """
    files, notes = list[MovedFile](), list[Note]()
    for file in site.files:
        what = _find_secret(site.root, file)
        if what:
            notes.append(_note_secret(what, file))
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


def _note_secret(what: str, file: MovedFile) -> Note:
    return Note(
        Outcome.LOST,
        f"A file looks like {what}, so it was not copied",
        Location(file.original.source if file.original else file.path),
        "Keep it outside of the project.",
    )


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

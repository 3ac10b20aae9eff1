"""Writes a moved site to a new folder, or in place if git can restore the old files."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from octavo.builder.publish.safe_folder import remove_below, write_below
from octavo.problems import Code, Location, Problem
from octavo.project.surface import GitTree, load_bytes, load_git_tree
from octavo_migrate.moved_site import MovedFile

_MOST_NAMES = 5


def refuse_new_folder(folder: str) -> Problem | None:
    """Return why a folder can't take a moved site; it must be new or empty."""
    if not os.path.lexists(folder):
        return None
    if not os.path.isdir(folder):
        message = "this is not a folder"
    elif os.listdir(folder):
        message = "this folder is not empty, and stays as it is"
    else:
        return None
    hint = "Name a new folder with -o."
    return Problem(Code.MIGRATION_IN_THE_WAY, message, Location(folder), hint=hint)


def refuse_in_place(root: str, folder: str, files: Sequence[MovedFile]) -> Problem | None:
    """Return why Octavo can't move a site in place: git couldn't restore the old files."""
    tree = load_git_tree(root)
    if tree is None:
        message = "this folder is not in git, so changes in it could not be undone"
        hint = "Write a new folder with -o instead."
        return Problem(Code.MIGRATION_NOT_COMMITTED, message, Location(folder), hint=hint)
    if tree.changed:
        more = len(tree.changed) - _MOST_NAMES
        names = ", ".join(tree.changed[:_MOST_NAMES]) + (f" and {more} more" if more > 0 else "")
        message = f"not everything in this folder is committed: {names}"
        hint = "Commit it first, or write a new folder with -o."
        return Problem(Code.MIGRATION_NOT_COMMITTED, message, Location(folder), hint=hint)
    return next(_find_in_the_way(root, folder, files, tree), None)


def _find_in_the_way(
    root: str, folder: str, files: Iterable[MovedFile], tree: GitTree
) -> Iterator[Problem]:
    """Yield existing files at new paths, unless git tracks them and they move."""
    originals = {file.original.source for file in files if file.original}
    for file in files:
        if _is_untouched(file) or not os.path.lexists(os.path.join(root, file.path)):
            continue
        if file.path not in originals or file.path not in tree.tracked:
            place = Location(os.path.join(folder, file.path))
            message, hint = "this is in the way, and stays as it is", "Write a new folder with -o."
            yield Problem(Code.MIGRATION_IN_THE_WAY, message, place, hint=hint)


def _is_untouched(file: MovedFile) -> bool:
    return file.data is None and file.original is not None and file.original.source == file.path


def write_moved_files(
    root: str, files: Iterable[MovedFile], folder: str, *, in_place: bool
) -> Problem | None:
    """Write files to a folder, and return why one couldn't be written.

    In place, renamed pages move, and copies with unchanged paths aren't written. The old settings
    stay, but Octavo no longer reads them.
    """
    moved: set[str] = set()
    kept: set[str] = set()
    for file in files:
        kept.add(file.path)
        if in_place and _is_untouched(file):
            continue
        if problem := _write_file(root, file, folder, overwrite=in_place):
            return problem
        if file.original is not None and file.is_page:
            moved.add(file.original.source)
    for source in moved - kept if in_place else ():
        remove_below(folder, source)
    return None


def _write_file(root: str, file: MovedFile, folder: str, *, overwrite: bool) -> Problem | None:
    data = file.data
    if data is None and file.original is not None:
        data, problems = load_bytes(root, file.original)
        if data is None:
            return problems[0]
    try:
        if write_below(folder, file.path, data or b"", overwrite=overwrite):
            if file.day:  # This date counts until an author commits the file.
                time = datetime.fromisoformat(f"{file.day}T12:00:00+00:00").timestamp()
                os.utime(os.path.join(folder, file.path), (time, time))
            return None
        reason = "there is a file of this name now"
    except OSError as error:
        reason = error.strerror or str(error)
    place = Location(os.path.join(folder, file.path))
    return Problem(Code.MIGRATION_NOT_WRITTEN, f"cannot write this file: {reason}", place)

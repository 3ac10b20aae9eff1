"""Walks the author's folder once, and follows links only inside it.

It reads the status of each file with lstat, and opens no file. Links to folders are followed unless
they lead to a folder that contains them. Their number is limited, because folders full of links to
each other have too many paths.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Callable
from itertools import accumulate, islice

from octavo.problems import Code, Location, Problem, Severity
from octavo.project.files import (
    SourceFile,
    build_source_file,
    explain_failure,
    explain_not_regular,
    is_inside,
    load_entry_status,
    relate_path,
)
from octavo.project.names import (
    find_kind,
    is_hidden_file,
    is_hidden_folder,
    is_usable_name,
    is_windows_name,
    normalize_source,
    write_name,
)
from octavo.project.public.secrets import is_never_public, is_private_file
from octavo.values import Struct, field

MAX_FILES = 200_000
MAX_FOLDERS = 50_000
MAX_DEPTH = 100
MAX_FOLLOWED_LINKS = 2_000

OUTPUT_MARK = ".octavo-output"
"""The mark of a folder that Octavo wrote, which is not entered."""

FOREIGN_MARKS = frozenset({OUTPUT_MARK, "CACHEDIR.TAG", "pyvenv.cfg"})
"""The marks of folders inside the project that tools wrote, which are not entered."""

Ignored = Callable[[str], bool]
"""Tells whether to ignore a source; the source of a folder ends with a slash."""


class _Folder(Struct, frozen=True):
    path: str
    """The real path."""
    prefix: str
    """The source with a trailing slash; empty for the project itself."""
    entered_from: tuple[str, ...] = ()
    """The real folders of the links on the path to this folder."""


class _Walk(Struct):
    root: str
    ignored: Ignored
    folders: list[_Folder]
    folder_count: int = 0
    link_count: int = 0
    files: list[SourceFile] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def walk_tree(root: str, ignored: Ignored) -> tuple[list[SourceFile], list[Problem]]:
    """Return the files in a real folder that are not hidden or ignored, in any order."""
    walk = _Walk(root, ignored, [_Folder(root, "")])
    while walk.folders and _is_within_limits(walk):
        _visit_folder(walk, walk.folders.pop())
    if not _is_within_limits(walk):
        walk.problems.append(_explain_too_many())
    return walk.files[:MAX_FILES], walk.problems


def _is_within_limits(walk: _Walk) -> bool:
    return (
        len(walk.files) <= MAX_FILES
        and walk.folder_count <= MAX_FOLDERS
        and walk.link_count <= MAX_FOLLOWED_LINKS
    )


def _visit_folder(walk: _Walk, folder: _Folder) -> None:
    walk.folder_count += 1
    try:
        with os.scandir(folder.path) as scan:
            # A folder may have more entries than fit into memory.
            some = islice(scan, MAX_FILES + 1)
            entries = sorted(some, key=lambda entry: entry.name)
    except OSError as error:
        walk.problems.append(explain_failure(folder.prefix or ".", error))
        return
    if folder.prefix and any(entry.name in FOREIGN_MARKS for entry in entries):
        return
    for entry in entries:
        try:
            _visit_entry(walk, folder, entry)
        except OSError as error:
            walk.problems.append(explain_failure(_build_source(folder, entry.name), error))


def _visit_entry(walk: _Walk, folder: _Folder, entry: os.DirEntry[str]) -> None:
    name = entry.name
    if not is_usable_name(name):
        walk.problems.append(_explain_name(folder, name))
    elif _is_link(entry):
        _visit_link(walk, folder, entry)
    elif entry.is_dir(follow_symlinks=False):
        _add_folder(walk, folder, name, entry.path, folder.entered_from)
    else:
        _add_file(walk, folder, name, entry.path, load_entry_status(entry))


def _visit_link(walk: _Walk, folder: _Folder, entry: os.DirEntry[str]) -> None:
    source = _build_source(folder, entry.name)
    if _is_hidden_either_way(folder, entry.name) or walk.ignored(source):
        return
    try:
        target, status = resolve_link(entry.path)
    except OSError as error:
        walk.problems.append(_explain_link(source, error))
        return
    if not is_inside(walk.root, target):
        walk.problems.append(_link_outside(source))
    elif not _leads_to_hidden_place(walk, target):
        _follow_link(walk, folder, entry.name, target, status)


def resolve_link(path: str) -> tuple[str, os.stat_result]:
    """Return the real path and the status of a link's target."""
    os.stat(path)  # The system stops after some 40 links; realpath alone would recurse.
    target = os.path.realpath(path, strict=True)
    return target, os.stat(target, follow_symlinks=False)


def _follow_link(
    walk: _Walk, folder: _Folder, name: str, target: str, status: os.stat_result
) -> None:
    if not stat.S_ISDIR(status.st_mode):
        _add_file(walk, folder, name, target, status)
        return
    walk.link_count += 1
    chain = (*folder.entered_from, folder.path)
    if any(is_inside(target, step) for step in chain):
        walk.problems.append(_link_loop(_build_source(folder, name)))
    else:
        _add_folder(walk, folder, name, target, chain)


def _leads_to_hidden_place(walk: _Walk, target: str) -> bool:
    """Tell whether a link would publish a file that is hidden at its own path, such as `.env`."""
    parts = relate_path(target, walk.root).split(os.sep)
    if any(is_hidden_folder(part) for part in parts if part != "."):
        return True
    folders = accumulate(f"{part}/" for part in parts)
    return is_never_public(parts[-1]) or any(map(walk.ignored, [*folders, "/".join(parts)]))


def _is_hidden_either_way(folder: _Folder, name: str) -> bool:
    return is_hidden_folder(name) or is_hidden_file(name, at_root=not folder.prefix)


def _add_folder(
    walk: _Walk, folder: _Folder, name: str, path: str, entered_from: tuple[str, ...]
) -> None:
    if is_hidden_folder(name):
        return
    prefix = f"{folder.prefix}{name}/"
    if walk.ignored(prefix):
        return
    if prefix.count("/") > MAX_DEPTH:
        walk.problems.append(_explain_too_deep(prefix))
    else:
        walk.folders.append(_Folder(path, prefix, entered_from))


def _add_file(walk: _Walk, folder: _Folder, name: str, path: str, status: os.stat_result) -> None:
    if is_hidden_file(name, at_root=not folder.prefix):
        return
    source = _build_source(folder, name)
    if walk.ignored(source):
        return
    if is_private_file(name):
        walk.problems.append(_explain_private(source))
    elif not stat.S_ISREG(status.st_mode):
        walk.problems.append(_soften(explain_not_regular(source, status.st_mode)))
    else:
        walk.files.append(read_source_file(source, name, path, status))
        if not is_windows_name(source):
            walk.problems.append(_explain_unportable(source))


def read_source_file(source: str, name: str, path: str, status: os.stat_result) -> SourceFile:
    """Return the value for a file and its status."""
    return build_source_file(source, find_kind(source, name), path, status)


def _build_source(folder: _Folder, name: str) -> str:
    return normalize_source(folder.prefix + name)


def _is_link(entry: os.DirEntry[str]) -> bool:
    if sys.platform == "win32":  # A junction is a link to a folder, too.
        status = entry.stat(follow_symlinks=False)
        attributes = getattr(status, "st_file_attributes", 0)
        return bool(attributes & stat.FILE_ATTRIBUTE_REPARSE_POINT)
    return entry.is_symlink()


def _explain_too_many() -> Problem:
    return Problem(
        Code.TOO_MANY_FILES,
        f"the project has more than {MAX_FILES:,} files, {MAX_FOLDERS:,} folders "
        f"or {MAX_FOLLOWED_LINKS:,} links to folders; the rest is left out",
        Location("."),
        hint="Name the folders that do not belong to the site in .octavoignore.",
    )


def _explain_too_deep(source: str) -> Problem:
    return Problem(
        Code.FOLDER_TOO_DEEP,
        f"folders are nested more than {MAX_DEPTH} levels deep; the rest is left out",
        Location(source),
        hint="Nest them less deeply, or name them in .octavoignore.",
    )


def _explain_name(folder: _Folder, name: str) -> Problem:
    return Problem(
        Code.FILE_NAME_UNUSABLE,
        "this name has characters that cannot be part of a web address; it is left out",
        Location(write_name(folder.prefix + name)),
        Severity.WARNING,
        "Rename it: no control characters, no backslash, and valid UTF-8.",
    )


def _explain_unportable(source: str) -> Problem:
    return Problem(
        Code.FILE_NAME_UNUSABLE,
        "Windows cannot hold a file of this name, so the site cannot be built there",
        Location(source),
        Severity.WARNING,
        "Give it a shorter name, without device names such as `con`, dots and blanks at the end, "
        'and `<>:"|?*`.',
    )


def _explain_link(source: str, error: OSError) -> Problem:
    if error.errno == errno.ELOOP:
        return _link_loop(source)
    if error.errno not in (errno.ENOENT, errno.ENOTDIR):
        return _soften(explain_failure(source, error))
    return Problem(
        Code.SYMLINK_BROKEN,
        "this link leads to nothing; it is left out",
        Location(source),
        Severity.WARNING,
        "Remove the link, or put back what it links to.",
    )


def _link_outside(source: str) -> Problem:
    return Problem(
        Code.SYMLINK_OUTSIDE_PROJECT,
        "this link leads out of the project; it is left out",
        Location(source),
        Severity.WARNING,
        "Copy what it links to into the project.",
    )


def _link_loop(source: str) -> Problem:
    return Problem(
        Code.SYMLINK_LOOP,
        "this link leads back to a folder that it is in; it is left out",
        Location(source),
        Severity.WARNING,
        "Remove the link.",
    )


def _explain_private(source: str) -> Problem:
    return Problem(
        Code.FILE_PRIVATE,
        "this looks like a secret, so it is not published",
        Location(source),
        Severity.WARNING,
        "Move it out of the project; if it is meant for everyone, give it another ending.",
    )


def _soften(problem: Problem) -> Problem:
    return Problem(problem.code, problem.message, problem.location, Severity.WARNING, problem.hint)

"""Writes and removes files below a folder, whatever their names and whatever is already there.

Every step from the folder to a file is opened by its own name and must not be a link, so nothing
is written outside.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
from collections.abc import Iterator

from octavo.builder.publish.held_folder import NEW_FILE, HeldFolder, hold_path
from octavo.project.files import is_inside


def write_below(root: str, path: str, data: bytes, *, overwrite: bool = False) -> bool:
    """Write a file below a folder and tell whether it was written.

    A file that is there is kept, or replaced as a whole when it may be overwritten. Folders are
    made where they are missing. Raises `OSError` where the file cannot be written.
    """
    *folders, name = path.split("/")
    if any(part in ("", os.curdir, os.pardir) or "\0" in part for part in (*folders, name)):
        raise OSError(errno.EINVAL, "this is not a path below the folder")
    _check_root(root)
    os.makedirs(root, exist_ok=True)
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(hold_path(root))
        for part in folders:
            with contextlib.suppress(FileExistsError):
                folder.make_folder(part)
            folder = stack.enter_context(folder.hold(part))
        return _write_file(folder, name, data, overwrite=overwrite)


def remove_below(root: str, path: str) -> None:
    """Remove a file below a folder; raises `OSError` where it cannot be removed."""
    *folders, name = path.split("/")
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(hold_path(root))
        for part in folders:
            folder = stack.enter_context(folder.hold(part))
        folder.unlink(name)


def _check_root(root: str) -> None:
    """Refuse a folder that is named as one below the current folder, and is not.

    A link may lead elsewhere only if it stands outside: there the operator put it.
    """
    here = os.path.realpath(os.curdir)
    if is_inside(os.path.abspath(os.curdir), os.path.abspath(root)) and not is_inside(
        here, os.path.realpath(root)
    ):
        raise NotADirectoryError(errno.ENOTDIR, "this is a link out of the current folder", root)


def _write_file(folder: HeldFolder, name: str, data: bytes, *, overwrite: bool) -> bool:
    # Written beside and renamed: what another name of the same file shows is not changed.
    draft = f".{secrets.token_hex(8)}.tmp" if overwrite else name
    try:
        descriptor = folder.open(draft, NEW_FILE)
    except FileExistsError:
        return False
    with _remove_on_failure(folder, draft):
        with open(descriptor, "wb") as stream:
            stream.write(data)
        if overwrite:
            folder.move(draft, folder, name)
    return True


@contextlib.contextmanager
def _remove_on_failure(folder: HeldFolder, name: str) -> Iterator[None]:
    """Leave no half of a file behind."""
    try:
        yield
    except BaseException:
        with contextlib.suppress(OSError):
            folder.unlink(name)
        raise

"""Writes and removes files below a folder, for any names and any existing files.

Every step from the folder to a file is opened separately and must not be a link. So Octavo writes
only inside the folder.
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
    """Write a file below a folder, and tell whether it was written.

    An existing file stays, or is replaced as a whole if `overwrite` is on. Missing folders are
    created. Raises `OSError` if the file can't be written.
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
    """Remove a file below a folder; raise `OSError` if it can't be removed."""
    *folders, name = path.split("/")
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(hold_path(root))
        for part in folders:
            folder = stack.enter_context(folder.hold(part))
        folder.unlink(name)


def _check_root(root: str) -> None:
    """Refuse a path below the current folder if a link leads out of it.

    Links outside the current folder are allowed, because the operator made them.
    """
    here = os.path.realpath(os.curdir)
    if is_inside(os.path.abspath(os.curdir), os.path.abspath(root)) and not is_inside(
        here, os.path.realpath(root)
    ):
        raise NotADirectoryError(errno.ENOTDIR, "this is a link out of the current folder", root)


def _write_file(folder: HeldFolder, name: str, data: bytes, *, overwrite: bool) -> bool:
    # A draft is renamed, because writing in place would change the file's other names.
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
    """Remove a partial file after a failure."""
    try:
        yield
    except BaseException:
        with contextlib.suppress(OSError):
            folder.unlink(name)
        raise

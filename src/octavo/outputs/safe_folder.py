"""Writes files below a folder, whatever their names and whatever is already there.

Every step from the folder to a file is opened by its own name and must not be a link, so nothing
is written outside. Where a system cannot open step by step, each step is looked at first.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Iterator

_STEP = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)
_NO_LINKS = getattr(os, "O_NOFOLLOW", 0)
_NEW_FILE = (
    os.O_WRONLY
    | os.O_CREAT
    | os.O_EXCL
    | _NO_LINKS
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
_CAN_STEP = os.open in os.supports_dir_fd and bool(_NO_LINKS)


def write_below(root: str, path: str, data: bytes, *, overwrite: bool = False) -> bool:
    """Write a file below a folder and tell whether it was written.

    A file that is there is kept, or replaced as a whole when it may be overwritten. Folders are
    made where they are missing. Raises `OSError` where the file cannot be written.
    """
    *folders, name = path.split("/")
    if any(part in ("", os.curdir, os.pardir) or "\0" in part for part in (*folders, name)):
        raise OSError(errno.EINVAL, "this is not a path below the folder")
    os.makedirs(root, exist_ok=True)
    if not _CAN_STEP:
        path = os.path.join(_check_folders(root, folders), name)
        return _write_file(path, data, None, overwrite=overwrite)
    with contextlib.ExitStack() as opened:
        folder = _open_folder(opened, root, None)
        for part in folders:
            with contextlib.suppress(FileExistsError):
                os.mkdir(part, dir_fd=folder)
            folder = _open_folder(opened, part, folder)
        return _write_file(name, data, folder, overwrite=overwrite)


def _open_folder(opened: contextlib.ExitStack, name: str, inside: int | None) -> int:
    # The folder itself is the caller's choice and may be a link; what is below may not.
    flags = _STEP if inside is None else _STEP | _NO_LINKS
    descriptor = os.open(name, flags, dir_fd=inside)
    opened.callback(os.close, descriptor)
    return descriptor


def _write_file(name: str, data: bytes, folder: int | None, *, overwrite: bool) -> bool:
    written = name
    if overwrite:
        # Written beside and renamed: what another name of the same file shows is not changed.
        written = os.path.join(os.path.dirname(name), f".{secrets.token_hex(8)}.tmp")
    try:
        descriptor = os.open(written, _NEW_FILE, 0o666, dir_fd=folder)
    except FileExistsError:
        return False
    with _removed_on_failure(written, folder):
        with open(descriptor, "wb") as stream:
            stream.write(data)
        if overwrite:
            os.replace(written, name, src_dir_fd=folder, dst_dir_fd=folder)
    return True


@contextlib.contextmanager
def _removed_on_failure(name: str, folder: int | None) -> Iterator[None]:
    """Leave no half of a file behind."""
    try:
        yield
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name, dir_fd=folder)
        raise


def _check_folders(root: str, folders: list[str]) -> str:
    """Make the folders below one and return the last; none of them may be a link."""
    folder = root
    for part in folders:
        folder = os.path.join(folder, part)
        with contextlib.suppress(FileExistsError):
            os.mkdir(folder)
        if not stat.S_ISDIR(os.lstat(folder).st_mode):
            raise NotADirectoryError(errno.ENOTDIR, "this is a link or a file, not a folder")
    return folder

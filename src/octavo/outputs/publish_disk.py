"""What publishing asks of the disk, and what is told when the disk fails."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
from collections.abc import Collection

from octavo.problems import Code, Location, Problem


class OutputError(Exception):
    """The output could not be written; carries the problem to report."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def explain_failure(path: str, error: OSError) -> OutputError:
    """Say in plain words what could not be written, and why."""
    hint = "The site that was there before is unchanged."
    if error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)):
        hint = f"{hint} Free some space and build again."
    elif error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        hint = f"{hint} Allow writing there, or name another folder with -o."
    return OutputError(
        Problem(
            Code.OUTPUT_FAILED,
            f"cannot write: {error.strerror or error}",
            Location(path),
            hint=hint,
        )
    )


def make_folder(root: str, folder: str) -> None:
    """Make a folder below another one; a file that stands in its place is removed."""
    path = os.path.join(root, folder)
    with contextlib.suppress(FileNotFoundError, FileExistsError, NotADirectoryError):
        os.mkdir(path)  # most are new, in a folder that is there
        return
    try:
        os.makedirs(path, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        while not os.path.lexists(path):
            path = os.path.dirname(path)
        os.unlink(path)
        os.makedirs(os.path.join(root, folder), exist_ok=True)


def remove(path: str) -> None:
    """Remove a file or a folder with all that it holds."""
    if not stat.S_ISDIR(os.lstat(path).st_mode):
        os.unlink(path)
        return
    import shutil  # noqa: PLC0415 (most builds have no folders to remove)

    shutil.rmtree(path)


def link_file(source: str, path: str) -> None:
    """Give a file a further name, whatever stands there."""
    try:
        os.link(source, path)
    except FileExistsError:
        remove(path)
        os.link(source, path)


def copy_file(source: str, path: str) -> None:
    """Copy a file with its times."""
    import shutil  # noqa: PLC0415 (most disks have links)

    shutil.copyfile(source, path, follow_symlinks=False)
    shutil.copystat(source, path, follow_symlinks=False)


def sync_disk(folder: str, outputs: Collection[str]) -> None:
    """Wait until the disk holds the files of a folder.

    Linux does it in one call for the whole disk, which is far quicker than one for each file.
    """
    import ctypes  # noqa: PLC0415 (most builds have nothing to publish)

    call = getattr(ctypes.CDLL(None, use_errno=True), "syncfs", None) if _IS_LINUX else None
    if call is None:
        _sync_one_by_one(folder, outputs)
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        if call(descriptor) != 0:
            number = ctypes.get_errno()
            raise OSError(number, os.strerror(number), folder)
    finally:
        os.close(descriptor)


_IS_LINUX = sys.platform == "linux"


def _sync_one_by_one(folder: str, outputs: Collection[str]) -> None:
    paths = [os.path.join(folder, output) for output in outputs]
    # Windows can neither open a folder nor wait for a file that was opened for reading.
    if sys.platform != "win32":
        paths += sorted({os.path.dirname(path) for path in paths})
        for path in paths:
            descriptor = os.open(path, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)

"""The disk operations of publishing, and explanations for their failures."""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from octavo.problems import Code, Location, Problem

if TYPE_CHECKING:
    from octavo.builder.publish.held_folder import HeldFolder


class OutputError(Exception):
    """The output can't be written; contains the problem to report."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


_IN_USE = frozenset({5, 32})
"""The Windows errors for a folder in use."""
_PAUSES = (0.05, 0.1, 0.2, 0.4, 0.8, 1.5, 2.0)
"""The pauses in seconds between attempts."""
_LONGEST_PATH = 259
"""The longest path on Windows, unless its owner allows longer ones."""


def retry_in_use(change: Callable[[], None]) -> None:
    """Run a change, and retry on Windows while other programs such as virus scanners block it."""
    for pause in _PAUSES:
        try:
            return change()
        except OSError as error:
            if not _is_in_use(error):
                raise
            time.sleep(pause)
    return change()


def _is_in_use(error: OSError) -> bool:
    return getattr(error, "winerror", None) in _IN_USE


def explain_failure(path: str, error: OSError) -> OutputError:
    """Return what couldn't be written, and why, in plain words."""
    hint = "The site that was there before is unchanged."
    reason = error.strerror or str(error)
    if _is_in_use(error):
        reason = f"a program has a file open here, or Windows does not allow it ({reason})"
        hint = f"{hint} Close editors, shells and servers that are in the folder, and build again."
    elif getattr(error, "winerror", None) is not None and len(path) > _LONGEST_PATH:
        reason = f"this path has {len(path)} letters, and Windows takes {_LONGEST_PATH}"
        hint = f"{hint} Name a folder with a shorter path with -o, or allow long paths in Windows."
    elif error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)):
        hint = f"{hint} Free some space and build again."
    elif error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        hint = f"{hint} Allow writing there, or name another folder with -o."
    return OutputError(
        Problem(
            Code.OUTPUT_FAILED,
            f"cannot write: {reason}",
            Location(path),
            hint=hint,
        )
    )


def sync_disk(folder: HeldFolder, outputs: Collection[str]) -> None:
    """Wait until the disk has the files of a folder.

    Linux does it in one call for the whole disk, which is far quicker than one for each file.
    """
    number = _sync_whole_disk(folder)
    if number is None:
        _sync_one_by_one(folder, outputs)
    elif number:
        raise OSError(number, os.strerror(number), folder.path)


_IS_LINUX = sys.platform == "linux"


def _sync_whole_disk(folder: HeldFolder) -> int | None:
    """Return the number of the error, or 0; None if there is no such call."""
    if not _IS_LINUX:
        return None
    try:
        import ctypes  # noqa: PLC0415 (some systems have none)

        call = ctypes.CDLL(None, use_errno=True).syncfs
    except (ImportError, OSError, AttributeError):
        return None
    return ctypes.get_errno() if call(folder.descriptor) else 0


def _sync_one_by_one(folder: HeldFolder, outputs: Collection[str]) -> None:
    # Windows can't open a folder, and can't flush a file opened for reading.
    if sys.platform != "win32":
        folders = sorted({output.rpartition("/")[0] or os.curdir for output in outputs})
        for name in (*outputs, *folders):
            descriptor = folder.open(name, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)

"""Lets builds of the same folder follow one another."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Callable, Iterator

from octavo.outputs.publish_disk import explain_failure

LOCK_FILES = _LOCK, _GITIGNORE = ("lock", ".gitignore")
_IGNORED_BY_GIT = "# Made by Octavo while it builds the folder beside this one.\n*\n"
_UNSUPPORTED = frozenset({errno.ENOSYS, errno.ENOLCK, errno.EOPNOTSUPP, errno.EINVAL})


@contextlib.contextmanager
def locked(work: str, target: str, say: Callable[[str], None]) -> Iterator[bool]:
    """Hold the lock of a folder, which is made; gives False where the disk knows no locks.

    A lock ends with its process, however that ends.
    """
    try:
        descriptor, is_held = _acquire(work, target, say)
    except OSError as error:
        raise explain_failure(work, error) from error
    try:
        yield is_held
    finally:
        os.close(descriptor)


def _acquire(work: str, target: str, say: Callable[[str], None]) -> tuple[int, bool]:
    path = os.path.join(work, _LOCK)
    has_told = False
    while True:
        descriptor = _open(work, path)
        try:
            if not _lock(descriptor, wait=has_told):
                say(f"Another build writes {target}; waiting for it to end.")
                has_told = True
                _lock(descriptor, wait=True)
            if _is_same_file(descriptor, path):
                return descriptor, True
        except OSError as error:
            if error.errno in _UNSUPPORTED:
                return descriptor, False
            os.close(descriptor)
            raise
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)  # the build before us removed what we waited for


def _open(work: str, path: str) -> int:
    while True:
        os.makedirs(work, exist_ok=True)
        with contextlib.suppress(FileNotFoundError):  # another build may just remove the folder
            _write_gitignore(os.path.join(work, _GITIGNORE))
            return os.open(path, os.O_RDWR | os.O_CREAT, 0o666)


def _write_gitignore(path: str) -> None:
    if not os.path.exists(path):
        with open(path, "w", encoding="utf-8") as file:
            file.write(_IGNORED_BY_GIT)


def _is_same_file(descriptor: int, path: str) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), os.stat(path))
    except FileNotFoundError:
        return False


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int, *, wait: bool) -> bool:
        while True:
            try:
                msvcrt.locking(descriptor, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
            except OSError:
                if not wait:  # with `wait`, the system gives up after ten seconds
                    return False
            else:
                return True

else:
    import fcntl

    def _lock(descriptor: int, *, wait: bool) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            return False
        return True

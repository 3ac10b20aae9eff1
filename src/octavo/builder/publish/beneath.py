"""Opens files below a folder and nowhere else, even if other processes swap files meanwhile.

On Linux, one system call (`openat2`) resolves a name with folders; other systems go folder by
folder. Both refuse links. So if another process swaps a folder for a link during a build, opening
fails.
"""

from __future__ import annotations

import errno
import os
import struct
import sys
from collections.abc import Callable
from functools import lru_cache

FOLDER_FLAGS: int = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)
NO_LINKS: int = getattr(os, "O_NOFOLLOW", 0)

_OPENAT2 = 437
_BENEATH_WITHOUT_LINKS = 0x02 | 0x04 | 0x08
"""RESOLVE_NO_MAGICLINKS, RESOLVE_NO_SYMLINKS and RESOLVE_BENEATH."""
_UNSUPPORTED = frozenset({errno.ENOSYS, errno.EPERM, errno.EINVAL, errno.E2BIG, errno.EAGAIN})
"""The errors of an old kernel or a container, after which the slower method runs."""

Opener = Callable[[int, bytes, int, int], int]


def open_beneath(folder: int, name: str, flags: int, mode: int = 0o666) -> int:
    """Open a file below a folder and return its descriptor; raise `OSError` for any link."""
    if "/" in name and (call := find_system_call()) is not None:
        while (result := call(folder, os.fsencode(name), flags | NO_LINKS, mode)) == -errno.EINTR:
            pass
        if result >= 0:
            return result
        if -result not in _UNSUPPORTED:
            raise OSError(-result, os.strerror(-result), name)
    return _open_step_by_step(folder, name, flags | NO_LINKS, mode)


def open_folder_of(folder: int, name: str) -> int:
    """Open the parent folder of a name."""
    try:
        return open_beneath(folder, name.rpartition("/")[0], FOLDER_FLAGS)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise NotADirectoryError(errno.ENOTDIR, "a link is in its place", name) from error
        raise


def _open_step_by_step(folder: int, name: str, flags: int, mode: int) -> int:
    *steps, last = name.split("/")
    here = folder
    try:
        for step in steps:
            inside = os.open(step, FOLDER_FLAGS | NO_LINKS, dir_fd=here)
            if here != folder:
                os.close(here)
            here = inside
        return os.open(last, flags, mode, dir_fd=here)
    finally:
        if here != folder:
            os.close(here)


@lru_cache(maxsize=1)
def find_system_call() -> Opener | None:
    """Return the function that opens below a folder: a descriptor, or an error below zero."""
    if sys.platform != "linux" or sys.maxsize < 1 << 32:
        return None
    try:
        import ctypes  # noqa: PLC0415 (some systems have none)

        syscall = ctypes.CDLL(None, use_errno=True).syscall
    except (ImportError, OSError, AttributeError):
        return None
    syscall.restype = ctypes.c_long
    syscall.argtypes = (
        *(ctypes.c_long, ctypes.c_int, ctypes.c_char_p),
        *(ctypes.c_char_p, ctypes.c_size_t),
    )

    def call(folder: int, name: bytes, flags: int, mode: int) -> int:
        how = struct.pack("QQQ", flags, mode if flags & os.O_CREAT else 0, _BENEATH_WITHOUT_LINKS)
        result: int = syscall(_OPENAT2, folder, name, how, len(how))
        return result if result >= 0 else -ctypes.get_errno()

    return call

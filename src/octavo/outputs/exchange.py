"""Exchanges two folders in one step, where the system can."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Callable

_CURRENT_FOLDER = -100  # AT_FDCWD
_LINUX_EXCHANGE = 2  # RENAME_EXCHANGE of renameat2
_MACOS_SWAP = 2  # RENAME_SWAP of renamex_np
_UNSUPPORTED = frozenset({errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EPERM})


def exchange(new: str, old: str) -> None:
    """Let the folders `new` and `old` trade names.

    Linux and macOS do it in one step. Elsewhere, and on file systems without that call, there are
    two renames: for an instant `old` is missing, but it is never half written.
    """
    if not _exchange_at_once(os.fsencode(new), os.fsencode(old)):
        _exchange_in_two_steps(new, old)


def _exchange_at_once(new: bytes, old: bytes) -> bool:
    import ctypes  # noqa: PLC0415 (most builds have nothing to publish)

    call = _system_call()
    if call is None or call(new, old) == 0:
        return call is not None
    number = ctypes.get_errno()
    if number in _UNSUPPORTED:
        return False
    raise OSError(number, os.strerror(number), os.fsdecode(old))


def _system_call() -> Callable[[bytes, bytes], int] | None:
    """Return the system's call that exchanges two paths, which gives 0 when it worked."""
    import ctypes  # noqa: PLC0415 (see above)

    system: str = sys.platform
    with contextlib.suppress(OSError, AttributeError):
        library = ctypes.CDLL(None, use_errno=True)
        if system == "linux":
            call = library.renameat2
            return lambda a, b: int(call(_CURRENT_FOLDER, a, _CURRENT_FOLDER, b, _LINUX_EXCHANGE))
        if system == "darwin":
            swap = library.renamex_np
            return lambda a, b: int(swap(a, b, _MACOS_SWAP))
    return None


def _exchange_in_two_steps(new: str, old: str) -> None:
    aside = f"{new}-old"
    os.rename(old, aside)
    try:
        os.rename(new, old)
    except OSError:
        os.rename(aside, old)
        raise
    os.rename(aside, new)

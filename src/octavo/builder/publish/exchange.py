"""Exchanges two folders, in one step if the system supports it."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from octavo.builder.publish.held_folder import HeldFolder

_CALLS = {"linux": ("renameat2", 2), "darwin": ("renameatx_np", 2)}
"""The system call, and its flag for exchanging two names."""
_UNSUPPORTED = frozenset({errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EPERM})
ASIDE = "-old"
"""The suffix of a folder that is briefly put aside."""


def exchange(work: HeldFolder, new: str, around: HeldFolder, old: str) -> None:
    """Swap the folder `new` in `work` and the folder `old` in `around`.

    Linux and macOS do it in one step. Other systems, and some file systems, need two renames: for
    an instant `old` is missing, but it is never half written.
    """
    if not _exchange_at_once(work, new, around, old):
        _exchange_in_two_steps(work, new, around, old)


def _exchange_at_once(work: HeldFolder, new: str, around: HeldFolder, old: str) -> bool:
    call = _find_system_call()
    if call is None or work.descriptor is None or around.descriptor is None:
        return False
    number = call(work.descriptor, os.fsencode(new), around.descriptor, os.fsencode(old))
    if number == 0:
        return True
    if number in _UNSUPPORTED:
        return False
    raise OSError(number, os.strerror(number), around.join_path(old))


def _find_system_call() -> Callable[[int, bytes, int, bytes], int] | None:
    """Return the system call that exchanges two names; it returns the number of its error, or 0."""
    entry = _CALLS.get(sys.platform)
    if entry is None:
        return None
    name, flag = entry
    with contextlib.suppress(ImportError, OSError, AttributeError):
        import ctypes  # noqa: PLC0415 (some systems have none)

        call = getattr(ctypes.CDLL(None, use_errno=True), name)
        return lambda a, new, b, old: ctypes.get_errno() if call(a, new, b, old, flag) else 0
    return None


def _exchange_in_two_steps(work: HeldFolder, new: str, around: HeldFolder, old: str) -> None:
    aside = f"{new}{ASIDE}"
    around.move(old, work, aside)
    try:
        work.move(new, around, old)
    except BaseException:  # An interrupt may end a build while it waits.
        work.move(aside, around, old)
        raise
    work.move(aside, work, new)

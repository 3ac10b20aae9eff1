"""Exchanges two folders in one step, where the system can."""

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
"""The system's call, and its flag that means to exchange two names."""
_UNSUPPORTED = frozenset({errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EPERM})
ASIDE = "-old"
"""What follows the name of a folder that is put aside for an instant."""


def exchange(work: HeldFolder, new: str, around: HeldFolder, old: str) -> None:
    """Swap the folder `new` in `work` and the folder `old` in `around`.

    Linux and macOS do it in one step. Elsewhere, and on file systems without that call, there are
    two renames: for an instant `old` is missing, but it is never half written.
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
    """Return the system's call that exchanges two names; it gives the number of its error, or 0."""
    entry = _CALLS.get(sys.platform)
    if entry is None:
        return None
    name, flag = entry
    with contextlib.suppress(ImportError, OSError, AttributeError):
        import ctypes  # noqa: PLC0415 (most builds have nothing to publish)

        call = getattr(ctypes.CDLL(None, use_errno=True), name)
        return lambda a, new, b, old: ctypes.get_errno() if call(a, new, b, old, flag) else 0
    return None


def _exchange_in_two_steps(work: HeldFolder, new: str, around: HeldFolder, old: str) -> None:
    aside = f"{new}{ASIDE}"
    around.move(old, work, aside)
    try:
        work.move(new, around, old)
    except BaseException:  # one may end a build that waits for others
        work.move(aside, around, old)
        raise
    work.move(aside, work, new)

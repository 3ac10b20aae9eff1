"""Exchanges two folders in one step, where the system can."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from octavo.outputs.publish.held_folder import HeldFolder

_LINUX_EXCHANGE = 2  # RENAME_EXCHANGE of renameat2
_MACOS_SWAP = 2  # RENAME_SWAP of renameatx_np
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
    import ctypes  # noqa: PLC0415 (most builds have nothing to publish)

    call = _find_system_call()
    if call is None or work.descriptor is None or around.descriptor is None:
        return False
    if call(work.descriptor, os.fsencode(new), around.descriptor, os.fsencode(old)) == 0:
        return True
    number = ctypes.get_errno()
    if number in _UNSUPPORTED:
        return False
    raise OSError(number, os.strerror(number), around.join_path(old))


def _find_system_call() -> Callable[[int, bytes, int, bytes], int] | None:
    """Return the system's call that exchanges two names, which gives 0 when it worked."""
    import ctypes  # noqa: PLC0415 (see above)

    system: str = sys.platform
    with contextlib.suppress(OSError, AttributeError):
        library = ctypes.CDLL(None, use_errno=True)
        if system == "linux":
            call = library.renameat2
            return lambda a, new, b, old: int(call(a, new, b, old, _LINUX_EXCHANGE))
        if system == "darwin":
            swap = library.renameatx_np
            return lambda a, new, b, old: int(swap(a, new, b, old, _MACOS_SWAP))
    return None


def _exchange_in_two_steps(work: HeldFolder, new: str, around: HeldFolder, old: str) -> None:
    aside = f"{new}{ASIDE}"
    around.move(old, work, aside)
    try:
        work.move(new, around, old)
    except OSError:
        work.move(aside, around, old)
        raise
    work.move(aside, work, new)

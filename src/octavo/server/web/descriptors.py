"""Returns how many files and connections this process may have open at once."""

from __future__ import annotations

import contextlib
import errno
import sys

_WISH = 65_536
_WITHOUT_LIMIT = 8_192
"""The number if the system counts sockets separately, or has no limit."""
_RESERVE = 64
_IN_USE_UP = frozenset({errno.EMFILE, errno.ENFILE})


def raise_limit() -> int:
    """Raise this process's limit of descriptors to the system's maximum, and return it."""
    if sys.platform == "win32":
        return _WITHOUT_LIMIT
    try:
        import resource  # noqa: PLC0415 (Windows has none)
    except ImportError:
        return _WITHOUT_LIMIT
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    # Some systems have no hard limit, but refuse more than a certain number.
    for wish in (_WISH, 10_240):
        most = wish if hard == resource.RLIM_INFINITY else min(wish, hard)
        if soft != resource.RLIM_INFINITY and soft < most:
            with contextlib.suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
                return most
    return _WISH if soft == resource.RLIM_INFINITY else soft


def count_for_connections(descriptors: int) -> int:
    """Return how many connections leave enough descriptors for files and databases.

    Each connection may need a second descriptor: a large file, or a connection to an API.
    """
    return max(8, (descriptors - _RESERVE) // 2)


def lack_descriptors(error: OSError) -> bool:
    """Tell whether an error came only from too many open files."""
    return error.errno in _IN_USE_UP

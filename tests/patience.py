"""How long tests wait: long enough for a slow and busy machine, and not for ever."""

import time
from collections.abc import Callable

HANGS_AFTER = 60
"""Seconds. What takes longer hangs, or its time grows faster than its input."""


def wait_until(is_so: Callable[[], object], let_pass: Callable[[], object] | None = None) -> None:
    """Wait for something; a browser that must go on meanwhile lets the time pass itself."""
    end = time.monotonic() + HANGS_AFTER
    while not is_so():
        assert time.monotonic() < end, "it never came to pass"
        let_pass() if let_pass else time.sleep(0.02)

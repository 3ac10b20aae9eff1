"""How long tests wait: long enough for a slow and busy machine, and not for ever."""

import time
from collections.abc import Callable
from typing import Any

HANGS_AFTER = 60
"""Seconds. What takes longer hangs, or its time grows faster than its input."""


def wait_until(is_so: Callable[[], object], let_pass: Callable[[], object] | None = None) -> None:
    """Wait for something; a browser that must go on meanwhile lets the time pass itself."""
    end = time.monotonic() + HANGS_AFTER
    while not is_so():
        assert time.monotonic() < end, "it never came to pass"
        let_pass() if let_pass else time.sleep(0.02)


def wait_in_page(page: Any, expression: str, value: object = None) -> None:
    """Wait until an expression holds in a page of playwright.

    Playwright's own way evaluates text in the page, which the policy of our pages does not allow.
    """
    wait_until(lambda: page.evaluate(expression, value), lambda: page.wait_for_timeout(20))

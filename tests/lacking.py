"""What a test needs and this system lacks: such a test is skipped, with the reason."""

from __future__ import annotations

import re
import traceback
from pathlib import Path

_TESTS = str(Path(__file__).parent)
_NAME = re.compile(r"module '(?:os|signal|socket)' has no attribute '(\w+)'")
_NO_RIGHT_TO_LINK = 1314
"""The error of Windows for people who may not make links: most may not."""


def find_lacking(error: BaseException) -> str | None:
    """Return what is lacking here if that made a test fail, and no code of Octavo did."""
    if isinstance(error, AttributeError) and (name := _NAME.fullmatch(str(error))):
        last = traceback.extract_tb(error.__traceback__)[-1]
        return f"this system has no {name[1]}" if last.filename.startswith(_TESTS) else None
    if getattr(error, "winerror", None) == _NO_RIGHT_TO_LINK:
        return "this user may not make links"
    if isinstance(error, FileNotFoundError) and str(error.filename).startswith("/proc/"):
        return None if Path("/proc/self").exists() else "this system has no /proc"
    return None

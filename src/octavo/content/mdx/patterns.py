"""Regular expressions that only few pages need, compiled when the first one does.

Compiling all of them at the start would cost every command that imports the parser some time.
"""

from __future__ import annotations

import re
from functools import cache


@cache
def compile_pattern(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Return the compiled form of a pattern."""
    return re.compile(pattern, flags)

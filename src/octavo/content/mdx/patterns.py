"""Regular expressions that few pages need, compiled on first use.

Compiling all of them at the start would slow down every command that imports the parser.
"""

from __future__ import annotations

import re
from functools import cache


@cache
def compile_pattern(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Return the compiled form of a pattern."""
    return re.compile(pattern, flags)

"""The problems that Octavo reports: what is wrong, where, and how to fix it.

1. `codes` names every problem. `problem` has the problem with its location, and sorts and merges
   problems.
2. `faults` turns an error in Octavo into a problem.
3. `problem_text` prints problems.
"""

from __future__ import annotations

from octavo.problems.codes import Code
from octavo.problems.faults import (
    ENDINGS,
    TRACEBACK,
    attempt,
    explain_fault,
    find_line,
    note_line,
)
from octavo.problems.problem import (
    Location,
    Problem,
    Severity,
    count_by_severity,
    has_fault,
    join_causes,
    sort_problems,
)
from octavo.problems.problem_text import (
    LineLookup,
    Painter,
    describe_problem,
    escape_controls,
    render_text,
)

__all__ = [
    "ENDINGS",
    "TRACEBACK",
    "Code",
    "LineLookup",
    "Location",
    "Painter",
    "Problem",
    "Severity",
    "attempt",
    "count_by_severity",
    "describe_problem",
    "escape_controls",
    "explain_fault",
    "find_line",
    "has_fault",
    "join_causes",
    "note_line",
    "render_text",
    "sort_problems",
]

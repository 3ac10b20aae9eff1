"""Whether the types of the theme's scripts agree, by the compiler of TypeScript."""

from __future__ import annotations

from collections.abc import Iterator

from quality.outcome import Outcome, judge
from quality.tools import find_package, find_program, run_command


def check() -> Iterator[Outcome]:
    """Check what comments say of every function and value."""
    compiler = find_package("typescript") / "bin" / "tsc"
    result = run_command(find_program("node", "Node"), str(compiler), "-p", "jsconfig.json")
    errors = [line for line in result.stdout.splitlines() if ": error " in line]
    yield judge(
        "types",
        "scripts of the theme",
        f"{len(errors)} errors",
        "0 errors",
        passed=not errors and result.returncode == 0,
        details=errors,
    )

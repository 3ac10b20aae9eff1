"""Tells which modules a new Python has loaded when it has run a script."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

_TELL = "\nimport sys; print(*(name for name in {!r} if name in sys.modules))"


def modules_loaded_by(script: str, *names: str) -> list[str]:
    """Run a script; return those of some modules that were loaded then."""
    command = [sys.executable, "-c", script + _TELL.format(names)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    return ran.stdout.splitlines()[-1].split()


def modules_loaded_to_build(root: Path, output: Path, *names: str) -> list[str]:
    """Build a project; return those of some modules that were loaded to do so."""
    arguments = ["build", str(root), "-o", str(output)]
    return modules_loaded_by(f"from octavo.cli.entry import main; main({arguments!r})", *names)

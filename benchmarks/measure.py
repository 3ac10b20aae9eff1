"""Measures whole commands: CPU seconds, wall seconds, peak memory; the best of several runs."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cost:
    """What a command cost."""

    cpu: float
    wall: float
    megabytes: float


def measure(command: Sequence[str], repeats: int = 3) -> Cost:
    """Return the least cost of a command over some runs; a failing command ends the benchmark."""
    runs = [_run(command) for _ in range(repeats)]
    return Cost(
        min(run.cpu for run in runs),
        min(run.wall for run in runs),
        min(run.megabytes for run in runs),
    )


def _run(command: Sequence[str]) -> Cost:
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert process.stderr is not None
    told = process.stderr.read()
    process.stderr.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{told.decode(errors='replace')[-2000:]}")
    return Cost(
        usage.ru_utime + usage.ru_stime, time.perf_counter() - started, usage.ru_maxrss / 1024
    )

"""What the Markdown twins of pages cost: CPU and bytes of each, on the average."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from generated_site import write_site
from measure import PACE, Cost, environment, set_aside
from table import SCALED_TO, Table, judge, show

PAGES = 1_000
RUNS = 3
CPU_BUDGET = 0.3
"""Milliseconds of CPU that the Markdown of a page may take."""
PARTS = ("Markdown", "files", "llms")
SCRIPT = str(Path(__file__).with_name("twin_cost.py"))
HEAD = (
    *("Markdown twins", "twins", "CPU ms a page", "loop ms"),
    *(f"{part} ms a page {SCALED_TO}" for part in PARTS),
    *("KB a page", "budget", "kept"),
)


@dataclass(frozen=True, slots=True)
class Twins:
    """All twins of a site: what they cost, by part, and their size."""

    count: int
    seconds: Cost
    parts: dict[str, float]
    """CPU seconds of the best run."""
    kilobytes: float


def measure_twins(folder: Path, tell: Callable[[str], None]) -> Table:
    """Return the table of what twins cost."""
    tell("Markdown twins")
    project = folder / "project"
    write_site(project, PAGES)
    return [HEAD, twin_cells(time_twins(project, folder / "site"))]


def time_twins(project: Path, site: Path) -> Twins:
    """Return what the twins of a project cost in the best of several builds."""
    runs = []
    for _ in range(RUNS):
        set_aside(site)
        before = PACE.wait()
        command = [sys.executable, SCRIPT, str(project), str(site)]
        told = subprocess.run(command, check=True, capture_output=True, env=environment())
        parts: dict[str, float] = json.loads(told.stdout)
        runs.append((sum(parts.values()), parts, PACE.average_since(before)))
    cpu, parts, loop = min(runs, key=lambda run: run[0])
    files = list(site.rglob("*.md"))
    size = sum(file.stat().st_size for file in files) / 1000
    return Twins(len(files), Cost(cpu, None, None, loop), parts, size)


def twin_cells(twins: Twins) -> Sequence[str]:
    """Return the cells of the twins of a site; files are judged with the whole build."""
    cpu, scaled = twins.seconds.cpu, twins.seconds.scaled_cpu
    assert cpu is not None
    assert scaled is not None
    each = 1000 / twins.count
    by_part = {part: twins.parts[part] * scaled / cpu * each for part in PARTS}
    return (
        f"{twins.count:,} pages",
        f"{twins.count:,}",
        show(cpu * each, 3),
        show(twins.seconds.loop, 0),
        *(show(by_part[part], 3) for part in PARTS),
        show(twins.kilobytes / twins.count, 2),
        f"Markdown ms {SCALED_TO} ≤ {CPU_BUDGET:g}",
        judge([(by_part["Markdown"], CPU_BUDGET)]),
    )

"""What the share pictures of pages cost: CPU and bytes of each, on the average."""

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

PAGES = 200
RUNS = 3
CPU_BUDGET = 25.0
"""Milliseconds of a picture."""
SIZE_BUDGET = 30.0
"""Kilobytes of a picture."""
LOGO = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 40" fill="#1d4ed8">
<circle cx="20" cy="20" r="18"/><path d="M50 8h12v24h-12zM70 8h24v8h-24zM102 20a12 12 0 1 0 24 0z"/>
</svg>"""
SCRIPT = str(Path(__file__).with_name("picture_cost.py"))
HEAD = (
    *("share pictures", "pictures", "CPU ms a picture", "loop ms"),
    *(f"CPU ms a picture {SCALED_TO}", "KB a picture", "budget", "kept"),
)


@dataclass(frozen=True, slots=True)
class Pictures:
    """All share pictures of a site: what drawing them cost, and their size."""

    count: int
    seconds: Cost
    kilobytes: float


def measure_pictures(folder: Path, tell: Callable[[str], None]) -> Table:
    """Return the table of what share pictures cost."""
    tell("share pictures")
    project, site = folder / "project", folder / "site"
    write_site(project, PAGES)
    settings = json.loads((project / "site.json").read_text())
    (project / "logo.svg").write_text(LOGO)
    (project / "site.json").write_text(json.dumps({**settings, "logo": "/logo.svg"}))
    runs = []
    for _ in range(RUNS):
        set_aside(site)
        before = PACE.wait()
        command = [sys.executable, SCRIPT, str(project), str(site)]
        told = subprocess.run(command, check=True, capture_output=True, env=environment())
        seconds = sum(json.loads(told.stdout).values())
        runs.append((seconds, PACE.average_since(before)))
    files = list((site / "_octavo/share").iterdir())
    size = sum(file.stat().st_size for file in files) / 1000
    cpu, loop = min(runs)
    return [HEAD, picture_cells(Pictures(len(files), Cost(cpu, None, None, loop), size))]


def picture_cells(pictures: Pictures) -> Sequence[str]:
    """Return the cells of the pictures of a site."""
    cpu, scaled = pictures.seconds.cpu, pictures.seconds.scaled_cpu
    assert cpu is not None
    assert scaled is not None
    each, size = 1000 / pictures.count, pictures.kilobytes / pictures.count
    return (
        f"{PAGES:,} pages, with a logo",
        f"{pictures.count:,}",
        show(cpu * each, 1),
        show(pictures.seconds.loop, 0),
        show(scaled * each, 1),
        show(size, 1),
        f"CPU ms {SCALED_TO} ≤ {CPU_BUDGET:g}, KB ≤ {SIZE_BUDGET:g}",
        judge([(scaled * each, CPU_BUDGET), (size, SIZE_BUDGET)]),
    )

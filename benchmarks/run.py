"""Prints the figures of Octavo: start-up, MDX parsing, whole builds and how they grow.

Machines differ and are noisy: read the ratios.
"""

from __future__ import annotations

import math
import sys
import tempfile
from pathlib import Path

from generated_site import write_site
from mdx_parse import main as measure_mdx_parse
from measure import Cost, measure

SIZES = (1_000, 5_000)
HELP_BUDGET_MS = 100


def main() -> None:
    print_start_up()
    print()
    measure_mdx_parse([])
    print()
    print_builds()


def print_start_up() -> None:
    """Print how long `octavo --help` takes, beside a Python that does nothing."""
    nothing = measure([sys.executable, "-c", "pass"], repeats=10)
    help_ = measure([sys.executable, "-m", "octavo", "--help"], repeats=10)
    print("start-up            wall ms   CPU ms")
    print(f"python3 -c pass      {nothing.wall * 1000:7.1f}  {nothing.cpu * 1000:7.1f}")
    print(f"octavo --help        {help_.wall * 1000:7.1f}  {help_.cpu * 1000:7.1f}")
    print(f"ratio                {help_.wall / nothing.wall:7.2f}  (budget {HELP_BUDGET_MS} ms)")


def print_builds() -> None:
    """Print what builds of generated sites cost, and the exponent by which the cost grows."""
    print("whole build, cold      CPU s   wall s  peak MB  CPU ms/page  output KB/page")
    costs = {}
    sizes = {}
    for count in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            costs[count], sizes[count] = _build(Path(folder), count)
        cost = costs[count]
        print(
            f"{count:6} pages       {cost.cpu:7.2f}  {cost.wall:7.2f}  {cost.megabytes:7.0f}"
            f"  {cost.cpu / count * 1000:11.3f}  {sizes[count] / count / 1024:14.1f}"
        )
    small, large = SIZES
    steps = math.log(large / small)
    print(f"growth exponent, CPU:    {math.log(costs[large].cpu / costs[small].cpu) / steps:.3f}")
    print(f"growth exponent, bytes:  {math.log(sizes[large] / sizes[small]) / steps:.3f}")


def _build(folder: Path, count: int) -> tuple[Cost, int]:
    project, output = folder / "project", folder / "site"
    write_site(project, count)
    command = [sys.executable, "-m", "octavo", "build", str(project), "-o", str(output)]
    cost = measure(command)
    return cost, sum(file.stat().st_size for file in output.rglob("*.html"))


if __name__ == "__main__":
    main()

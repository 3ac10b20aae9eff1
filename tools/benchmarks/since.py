"""Compares what a build costs with what it cost at an earlier commit: in turns, on one machine.

python tools/benchmarks/since.py COMMIT [--pages 1000 | --document openapi.json] [--turns 7]

A loop in Python tells little about how fast a machine builds: what holds much in memory suffers
more from busy neighbors than a loop. The same build with older code tells more, and noise that
lasts meets both: the median of the ratios counts.
"""

from __future__ import annotations

import argparse
import io
import statistics
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from api_builds import write_project
from builds import ONE_PROCESS, octavo_build
from generated_site import write_site
from measure import PACE, CommandError, run_once, set_aside
from table import Table, render_text, show

ROOT = Path(__file__).parents[2]
HEAD = ("cold build, one process", "CPU s then", "now", "ratio, median", "least", "most", "turns")


@dataclass(frozen=True, slots=True)
class Turn:
    """CPU seconds of the same build with both codes, one right after the other."""

    then: float
    now: float

    @property
    def ratio(self) -> float:
        """How many times as long it takes now."""
        return self.now / self.then


def main(arguments: list[str]) -> None:
    options = read_arguments(arguments)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        project = folder / "project"
        unpack_sources(options.commit, folder / "then")
        if options.document:
            write_project(project, options.document.suffix, options.document.read_bytes())
        else:
            write_site(project, options.pages)
        try:
            turns = list(take_turns(folder, project, options.turns))
        except CommandError as error:
            sys.exit(str(error))
    what = options.document.name if options.document else f"{options.pages:,} pages"
    label = f"{what}, since {options.commit}"
    print("\n\n".join([render_text(table_of_turns(label, turns)), PACE.sum_up()]))


def read_arguments(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Compare builds with those of an earlier commit.")
    parser.add_argument("commit")
    parser.add_argument("--pages", type=int, default=1_000)
    parser.add_argument("--document", type=Path, help="the API document of a reference instead")
    parser.add_argument("--turns", type=int, default=7)
    return parser.parse_args(arguments)


def unpack_sources(commit: str, folder: Path) -> None:
    """Write the code of a commit into a folder; without such a commit, there is no comparison."""
    git = subprocess.run(
        ["git", "-C", str(ROOT), "archive", commit, "src"], capture_output=True, check=False
    )
    if git.returncode:
        sys.exit(git.stderr.decode(errors="replace"))
    with tarfile.open(fileobj=io.BytesIO(git.stdout)) as archive:
        archive.extractall(folder, filter="data")


def take_turns(folder: Path, project: Path, count: int) -> Iterator[Turn]:
    """Build with both codes, again and again; the first turn compiles them and does not count."""
    for number in range(count + 1):
        turn = Turn(
            _build(folder / "then/src", project, folder / "then-site"),
            _build(ROOT / "src", project, folder / "now-site"),
        )
        if number:
            yield turn


def _build(sources: Path, project: Path, output: Path) -> float:
    """Return the CPU seconds of a build with some code."""
    set_aside(output)
    PACE.take_loop()
    command = ["env", f"PYTHONPATH={sources}", *octavo_build(project, output), *ONE_PROCESS]
    return run_once(command)[0]


def table_of_turns(label: str, turns: list[Turn]) -> Table:
    """Return the cells of the comparison, its head first."""
    ratios = [turn.ratio for turn in turns]
    cells = (
        label,
        show(statistics.median(turn.then for turn in turns), 3),
        show(statistics.median(turn.now for turn in turns), 3),
        *(show(figure(ratios), 2) for figure in (statistics.median, min, max)),
        str(len(turns)),
    )
    return [HEAD, cells]


if __name__ == "__main__":
    main(sys.argv[1:])

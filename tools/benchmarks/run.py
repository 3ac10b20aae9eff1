"""Prints the figures of Octavo: what builds, the preview, API references and the search cost.

python tools/benchmarks/run.py [GROUP …] [--documents FOLDER] [--hugo PROGRAM] [--markdown]

Machines differ and are noisy: compare rows of one run. The best of several runs counts, each in
a process of its own. Budgets of CPU time are for a machine whose loop takes 75 ms.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import api_builds
import assisting
import large_apis
import mocking
import preview
import serving
import share_pictures
import twins
from builds import LARGE, SMALL, Builds
from hugo import find_hugo
from measure import PACE, Cost, measure
from table import (
    Budget,
    Growth,
    Row,
    Table,
    render_markdown,
    render_text,
    table_of_growths,
    table_of_rows,
)

GROUPS = {
    "start-up": "octavo --help",
    "parse": "the MDX parser alone",
    "builds": "100 and 1,000 pages, and checks of them",
    "large": "5,000 and 20,000 pages; growth, together with builds",
    "serve": "octavo serve beside nginx and others",
    "mock": "octavo mock: requests that are answered, checked and refused",
    "mcp": "questions of assistants, over HTTP and on a pipe",
    "dev": "the preview with 100 and 5,000 pages, and a new project",
    "api": "generated API references of 250 to 2,000 operations, and how their cost grows",
    "github": "the API reference of GitHub",
    "stripe": "the API reference of Stripe",
    "huge": "a generated API reference of 11,425 operations, and documents like Microsoft Graph's",
    "pictures": "share pictures of 200 pages: CPU and bytes of each",
    "twins": "the Markdown twins of 1,000 pages: CPU and bytes of each",
    "search": "its index and typing into it, with 100 to 5,000 pages and the document of GitHub",
}
HELP_BUDGET = Budget(wall=0.1)
NO_HUGO = "Hugo on the same pages: not measured: give its path with HUGO=…"


def tell(what: str) -> None:
    """Say what is being measured, apart from the figures."""
    print(f"measuring: {what}", file=sys.stderr, flush=True)


@dataclass(slots=True)
class Figures:
    """What was measured so far."""

    rows: list[Row] = field(default_factory=list)
    api_builds: list[api_builds.ApiBuild] = field(default_factory=list)
    growths: list[Growth] = field(default_factory=list)
    others: list[Table] = field(default_factory=list)

    def tables(self) -> list[Table]:
        """Return the tables that have rows."""
        tables = [table_of_rows(self.rows)] if self.rows else []
        if self.api_builds:
            tables.append(api_builds.table_of_builds(self.api_builds))
        tables += self.others
        return [*tables, table_of_growths(self.growths)] if self.growths else tables


def main(arguments: list[str]) -> None:
    options = read_arguments(arguments)
    groups = options.groups or list(GROUPS)
    figures = Figures()
    try:
        with tempfile.TemporaryDirectory() as folder:
            os.environ["XDG_CACHE_HOME"] = str(Path(folder) / "cache")
            measure_groups(figures, groups, Path(folder), options)
    finally:  # where a command fails, or somebody has seen enough, what was measured is not lost
        print_tables(figures, render_markdown if options.markdown else render_text)
    if "parse" in groups:
        print(flush=True)
        script = str(Path(__file__).with_name("mdx_parse.py"))
        subprocess.run([sys.executable, script], check=True)


def print_tables(figures: Figures, render: Callable[[Table], str]) -> None:
    if tables := figures.tables():
        print("\n\n".join([*map(render, tables), PACE.sum_up()]), flush=True)


def read_arguments(arguments: list[str]) -> argparse.Namespace:
    about = "; ".join(f"{name}: {what}" for name, what in GROUPS.items())
    parser = argparse.ArgumentParser(description="Print the figures of Octavo.")
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=f"all, or: {about}")
    parser.add_argument("--documents", type=Path, help="folder with large API documents")
    parser.add_argument("--hugo", help="the program Hugo (the one on PATH)")
    parser.add_argument("--markdown", action="store_true", help="print tables in Markdown")
    options = parser.parse_args(arguments)
    if unknown := sorted(set(options.groups) - set(GROUPS)):
        parser.error(f"no group {', '.join(unknown)}; there are {', '.join(GROUPS)}")
    return options


def measure_groups(
    figures: Figures, groups: list[str], folder: Path, options: argparse.Namespace
) -> None:
    """Measure the groups in their order; those with a browser come last, for it has a driver.

    A process that is started takes over the peak memory of the one that started it: this one has
    to stay small.
    """
    if "start-up" in groups:
        figures.rows += measure_start_up()
    if sizes := [*(SMALL if "builds" in groups else ()), *(LARGE if "large" in groups else ())]:
        hugo = find_hugo(options.hugo)
        rows, growths = Builds(folder / "pages", hugo, tell).measure(sizes)
        figures.rows += rows if hugo else [*rows, Row(NO_HUGO)]
        figures.growths += growths
    measure_api(figures, groups, folder / "api", options.documents)
    if "serve" in groups:
        figures.others += serving.measure_serving(folder / "serve", tell)
    if "mock" in groups:
        figures.others += mocking.measure_mock(folder / "mock", tell)
    if "mcp" in groups:
        figures.others += assisting.measure_mcp(folder / "mcp", tell)
    if "dev" in groups:
        figures.rows += preview.measure_preview(folder / "preview", preview.SIZES, tell)
    if "pictures" in groups:
        figures.others.append(share_pictures.measure_pictures(folder / "pictures", tell))
    if "twins" in groups:
        figures.others.append(twins.measure_twins(folder / "twins", tell))
    if "search" in groups:
        import searching  # it imports much of Octavo

        sites = searching.SIZES, options.documents
        figures.others += searching.measure_searching(folder / "search", *sites, tell)


def measure_start_up() -> list[Row]:
    """Return what `octavo --help` costs, beside a Python that does nothing."""
    tell("start-up")
    nothing = measure([sys.executable, "-c", "pass"], repeats=10)
    help_ = measure([sys.executable, "-m", "octavo", "--help"], repeats=10)
    return [Row("python -c pass", nothing), Row("octavo --help", help_, budget=HELP_BUDGET)]


def measure_api(figures: Figures, groups: list[str], folder: Path, documents: Path | None) -> None:
    """Add what API references cost."""
    for name in api_builds.BUDGETS:
        if name.lower() in groups:
            rows, builds = api_builds.measure_document(name, folder, documents, tell)
            figures.rows += rows
            figures.api_builds += builds
    if "api" in groups:
        generated, growths = api_builds.measure_generated(folder, tell)
        figures.api_builds += generated
        figures.growths += growths
    if "huge" in groups:
        figures.rows += api_builds.measure_huge(folder, tell)
        figures.rows += measure_large_apis(folder / "large", documents)


def measure_large_apis(folder: Path, documents: Path | None) -> list[Row]:
    """Return what documents like Microsoft Graph's cost, which grow faster than their number."""
    tell("API references like Microsoft Graph's")
    figures = large_apis.measure_large_apis(folder, documents)
    rows = [
        Row(
            f"API reference, {name}: cold build with a cache, all cores",
            Cost(cpu, None, megabytes),
            budget=Budget(megabytes=large_apis.MOST_MEGABYTES),
        )
        for name, cpu, megabytes in zip(figures.names, figures.cpu, figures.megabytes, strict=True)
    ]
    judged = "; ".join(figures.faults) or "all within their budgets"
    return [*rows, Row(f"{figures.describe()}: {judged}")]


if __name__ == "__main__":
    main(sys.argv[1:])

"""What whole builds of generated pages cost: Octavo, the floor program, Hugo where there is one."""

from __future__ import annotations

import itertools
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from generated_site import page_name, write_site
from hugo import hugo_command, write_hugo_site
from measure import Cost, measure, set_aside
from table import NO_BUDGET, Budget, Growth, Row

SMALL = (100, 1_000)
LARGE = (5_000, 20_000)
REPEATS = {100: 5, 1_000: 5, 5_000: 2, 20_000: 2}
ONE_PROCESS = ("--no-cache", "--workers", "1")
"""All cores together use more CPU seconds than one process: budgets are for one."""
ALL_CORES = ("--no-cache",)
BUDGETS = {1_000: Budget(cpu=1.7)}
CHANGED = 1_000
CHANGED_BUDGET = Budget(cpu=0.8)
SAME_BUDGET = Budget(cpu=0.3)
CHECK_BUDGET = Budget(cpu=1.5)
GROWTH_BUDGET = 1.05
HUGO_SIZES = SMALL
SOURCES = Path(__file__).parents[2] / "src"
FLOOR = str(Path(__file__).with_name("floor.py"))


@dataclass(frozen=True, slots=True)
class Build:
    """What a cold build cost, and how many bytes of HTML it wrote."""

    pages: int
    cost: Cost
    size: int


Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Builds:
    """Measures builds in a separate folder; `tell` gets the name of each measurement."""

    folder: Path
    hugo: str | None
    tell: Tell

    def measure(self, sizes: Sequence[int]) -> tuple[list[Row], list[Growth]]:
        """Return the rows of some sizes, and the growth from each to the next."""
        rows: list[Row] = []
        builds: list[Build] = []
        for pages in sizes:
            each = replace(self, folder=self.folder / str(pages))
            write_site(each.project, pages)
            builds.append(each._measure_cold(pages))
            rows += each._rows(builds[-1], each._measure_floor(pages))
        compared = [build for build in builds if build.pages >= SMALL[-1]]
        pairs = itertools.pairwise(compared)
        return rows, [growth for pair in pairs for growth in growths_between(*pair)]

    def _rows(self, build: Build, floor: Cost) -> Iterator[Row]:
        pages = build.pages
        budget = BUDGETS.get(pages, NO_BUDGET)
        yield Row(f"{pages:,} pages: cold build, one process", build.cost, floor.cpu, budget)
        if pages >= SMALL[-1]:
            cost = self._measure_octavo(pages, "all cores", ALL_CORES)
            yield Row(f"{pages:,} pages: cold build, all cores", cost, floor.cpu)
        if is_compiled():
            cost = self._measure_plain(pages)
            yield Row(f"{pages:,} pages: cold build, one process, plain Python", cost, floor.cpu)
        yield Row(f"{pages:,} pages: floor program", floor, floor.cpu)
        if pages == CHANGED:
            yield from self._measure_warm(pages, floor)
            yield from self._measure_check(pages, floor)
        if self.hugo is not None and pages in HUGO_SIZES:
            yield from self._measure_hugo(pages, floor)

    @property
    def project(self) -> Path:
        """Where the pages are."""
        return self.folder / "project"

    @property
    def output(self) -> Path:
        """Where the site is written."""
        return self.folder / "site"

    def _clear(self) -> None:
        set_aside(self.output)

    def _measure_cold(self, pages: int) -> Build:
        cost = self._measure_octavo(pages, "one process", ONE_PROCESS)
        size = sum(file.stat().st_size for file in self.output.rglob("*.html"))
        return Build(pages, cost, size)

    def _measure_octavo(self, pages: int, how: str, options: Sequence[str]) -> Cost:
        self.tell(f"{pages:,} pages: cold build, {how}")
        command = [*octavo_build(self.project, self.output), *options]
        return measure(command, REPEATS[pages], self._clear)

    def _measure_plain(self, pages: int) -> Cost:
        self.tell(f"{pages:,} pages: cold build, one process, plain Python")
        copy = copy_plain(self.folder / "plain")
        command = [*octavo_build(self.project, self.output), *ONE_PROCESS]
        return measure(["env", f"PYTHONPATH={copy}", *command], REPEATS[pages], self._clear)

    def _measure_floor(self, pages: int) -> Cost:
        self.tell(f"{pages:,} pages: floor program")
        command = [sys.executable, FLOOR, str(self.project), str(self.output)]
        return measure(command, REPEATS[pages], self._clear)

    def _measure_warm(self, pages: int, floor: Cost) -> Iterator[Row]:
        self.tell(f"{pages:,} pages: one page changed, nothing changed")
        self._clear()
        command = octavo_build(self.project, self.output)
        measure(command, 1)  # fills the cache
        source = self.project / f"{page_name(pages // 2)}.mdx"
        text = source.read_text("utf-8")
        changes = iter(range(1000))

        def change() -> None:
            source.write_text(f"{text}\n\nThis is change {next(changes)}.\n", "utf-8")

        changed = measure(command, 5, change)
        yield Row(f"{pages:,} pages: one page changed", changed, floor.cpu, CHANGED_BUDGET)
        yield Row(f"{pages:,} pages: nothing changed", measure(command, 5), floor.cpu, SAME_BUDGET)

    def _measure_check(self, pages: int, floor: Cost) -> Iterator[Row]:
        self.tell(f"{pages:,} pages: check")
        command = [sys.executable, "-m", "octavo", "check", str(self.project)]
        cold = measure([*command, *ONE_PROCESS], REPEATS[pages])
        yield Row(f"{pages:,} pages: check, one process", cold, floor.cpu, CHECK_BUDGET)
        measure(command, 1)  # fills the cache
        same = measure(command, 5)
        yield Row(f"{pages:,} pages: check, nothing changed", same, floor.cpu, SAME_BUDGET)

    def _measure_hugo(self, pages: int, floor: Cost) -> Iterator[Row]:
        assert self.hugo is not None
        for colors in (True, False):
            kind = "code colored" if colors else "code not colored"
            label = f"{pages:,} pages: Hugo, {kind} (components would be raw text)"
            self.tell(label)
            site = self.folder / "hugo"
            write_hugo_site(site, colors=colors)
            command = hugo_command(self.hugo, site, self.project, self.output)
            cost = measure(command, 2, self._clear)
            written = sum(1 for _ in self.output.rglob("index.html"))
            assert written > pages, f"Hugo wrote {written} pages of {pages}"
            yield Row(label, cost, floor.cpu)


def is_compiled() -> bool:
    """Tell whether `make compiled` has put compiled modules beside their sources."""
    return any(SOURCES.rglob("*__mypyc*"))


def copy_plain(folder: Path) -> Path:
    """Copy the sources without what is compiled: they run as plain Python there."""
    ignored = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    return Path(shutil.copytree(SOURCES, folder, ignore=ignored))


def octavo_build(project: Path, output: Path) -> list[str]:
    """Return the command that builds a project."""
    return [sys.executable, "-m", "octavo", "build", str(project), "-o", str(output)]


def growths_between(small: Build, large: Build) -> Iterator[Growth]:
    """Return how CPU and bytes grow from one build to a larger one."""
    sizes = small.pages, large.pages
    assert small.cost.cpu
    assert large.cost.cpu
    yield Growth("CPU, pages", small.cost.cpu, large.cost.cpu, *sizes, GROWTH_BUDGET)
    yield Growth("bytes of HTML, pages", small.size, large.size, *sizes, GROWTH_BUDGET)

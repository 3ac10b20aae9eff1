"""What builds cost: expressions on pages, and sites of very many pages."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from scorecard.finding import Finding, judge
from tests.project_folder import write_files
from tests.served_sites import ServedSite, serving

EXPRESSION_PAGES = 1_000
MOST_MILLISECONDS = 15.0
MOST_EXPRESSION_SECONDS = 20.0
FEW_PAGES = 2_000
PAGES = 10_000
ALL_PAGES = 100_000
"""For these it is reckoned how much memory they would take."""
MOST_MEGABYTES = 2048.0
MOST_BUILD_SECONDS = 60.0
CHANGES = 3
MOST_CHANGE_SECONDS = 3.0
LOOKUPS = 400
MOST_LOOKUP_TIMES = 1.5
"""The factor above the time for few pages: lookups in a table take no longer in a large one."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a build took; the memory is that of its largest process."""

    seconds: float
    processor_seconds: float
    megabytes: float


def measure_expressions() -> Finding:
    """Build pages with one expression each, and the same pages without."""
    with tempfile.TemporaryDirectory() as folder:
        without = build_project(_write_pages(Path(folder) / "plain", "Number 42."))
        with_one = build_project(_write_pages(Path(folder) / "code", "Number {40 + 2}."))
    each = max(0.0, 1000 * (with_one.seconds - without.seconds) / EXPRESSION_PAGES)
    faults = []
    if each > MOST_MILLISECONDS:
        faults.append("an expression takes too long")
    if with_one.seconds > MOST_EXPRESSION_SECONDS:
        faults.append("the build takes too long")
    figure = f"{each:.1f} ms for a page, {EXPRESSION_PAGES:,} pages in {with_one.seconds:.1f} s"
    return judge(figure, *faults, stable=_stable(faults))


def measure_scale() -> Finding:
    """Build a large site, change one page of it, build it again, and look pages up in it."""
    with tempfile.TemporaryDirectory() as folder:
        small, _, quick = _measure_site(Path(folder) / "small", FEW_PAGES)
        first, change, slow = _measure_site(Path(folder) / "large", PAGES)
    grown = (first.megabytes - small.megabytes) / (PAGES - FEW_PAGES)
    reckoned = first.megabytes + grown * (ALL_PAGES - PAGES)
    faults = []
    if reckoned > MOST_MEGABYTES:
        faults.append("the build takes too much memory")
    if first.seconds > MOST_BUILD_SECONDS:
        faults.append("the build takes too long")
    if change.seconds > MOST_CHANGE_SECONDS:
        faults.append("one changed page takes too long")
    if slow > MOST_LOOKUP_TIMES * quick:
        faults.append("pages of a large site are found more slowly")
    figure = (
        f"{PAGES:,} pages in {first.seconds:.0f} s with {first.megabytes:.0f} MiB, "
        f"{ALL_PAGES:,} would take {reckoned:,.0f} MiB; one changed page in {change.seconds:.2f} s "
        f"({change.processor_seconds:.2f} s of the processor); "
        f"a page is answered in {slow / quick:.1f} times the time of {FEW_PAGES:,} pages"
    )
    return judge(figure, *faults, stable="; ".join(faults) or "within all")


def _measure_site(folder: Path, pages: int) -> tuple[Cost, Cost, float]:
    """Return what a site costs, what one changed page costs, and how soon a page is answered."""
    project, cache = folder / "project", folder / "cache"
    names = _write_small_pages(project, pages)
    first = build_project(project, cache)
    page = project / f"{names[1]}.mdx"
    changes = []
    for number in range(CHANGES):  # others who write much to the same disk hold a build up
        page.write_text(f"{page.read_text('utf-8')}\n\nChange {number}.\n", "utf-8")
        changes.append(build_project(project, cache))
    with serving(project.with_name("project-out"), "--log", "off") as site:
        asked = [f"/{name}/" for name in names[1 :: pages // LOOKUPS]]
        rounds = [statistics.median(_time_answer(site, path) for path in asked) for _ in range(5)]
    return first, min(changes, key=lambda cost: cost.seconds), min(rounds)


def _time_answer(site: ServedSite, path: str) -> float:
    started = time.perf_counter()
    if site.get(path).status != 200:
        raise RuntimeError(f"{path} is not there")
    return time.perf_counter() - started


def _stable(faults: list[str]) -> str:
    return "; ".join(faults) or "within both"


def _write_small_pages(project: Path, count: int) -> list[str]:
    """Write pages in groups of twenty, and return their names."""
    names = [f"group-{number // 20}/page-{number}" for number in range(count)]
    groups = [
        {"group": f"Group {first // 20}", "pages": names[first : first + 20]}
        for first in range(0, count, 20)
    ]
    text = "---\ntitle: Page {}\n---\n\n## About\n\nThis page is number {} of many small ones.\n"
    write_files(
        project,
        {
            "site.json": {"name": "Test", "navigation": groups},
            **{f"{name}.mdx": text.format(number, number) for number, name in enumerate(names)},
        },
    )
    return names


def _write_pages(project: Path, text: str) -> Path:
    names = [f"page-{number}" for number in range(EXPRESSION_PAGES)]
    project.mkdir()
    settings = {"name": "Test", "navigation": [{"group": "A", "pages": ["index", *names]}]}
    (project / "site.json").write_text(json.dumps(settings))
    for name in ["index", *names]:
        (project / f"{name}.mdx").write_text(f"# {name}\n\n{text}\n")
    return project


def build_project(project: Path, cache: Path | None = None, *, may_fail: bool = False) -> Cost:
    """Build a project with the command, in a separate process."""
    output = str(project.with_name(f"{project.name}-out"))
    command = [sys.executable, "-m", "octavo", "build", str(project), "-o", output]
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache or project.with_name("cache"))}
    started = time.perf_counter()
    with tempfile.TemporaryFile("w+") as said:
        process = subprocess.Popen(
            command if cache else [*command, "--no-cache"],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=said,
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        words = said.read()
    if process.returncode not in ((0, 1) if may_fail else (0,)) or "Traceback" in words:
        raise RuntimeError(f"the build ended with {process.returncode}: {words[-300:]}")
    processor = usage.ru_utime + usage.ru_stime
    return Cost(time.perf_counter() - started, processor, usage.ru_maxrss / 1024)

"""What the search costs: the build that makes its index, and the readers who type into it.

`make bench` calls it; alone: python tools/benchmarks/searching.py [PAGES …]
"""

from __future__ import annotations

import gzip
import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from api_builds import find_document, write_project
from builds import Tell, octavo_build
from generated_site import write_site
from index_cost import FUNCTIONS
from measure import PACE, REFERENCE_LOOP, Cost, environment, set_aside
from preview import chromium
from serving import running
from table import NOTHING, SCALED_TO, Table, judge, render_text, show
from typed_search import SHORTEST, Typed, list_queries, type_queries

SIZES = (100, 1_000, 5_000)
DOCUMENT = "GitHub"
RUNS = 3
INDEX_COST = str(Path(__file__).with_name("index_cost.py"))
OPEN_PAGE = "/"
CPU_BUDGET = 0.3 * REFERENCE_LOOP / 73
"""Milliseconds of CPU that the index of a page may take: 0.3 where the loop takes 73 ms."""
LOAD_BUDGET = 100.0
"""Kilobytes that may be loaded until the first results."""
MEDIAN_BUDGET, P95_BUDGET = 20.0, 50.0
"""Milliseconds from a key to its results."""
INDEX_HEAD = (
    *("search index", "pages", "CPU ms a page", "loop ms", f"CPU ms a page {SCALED_TO}"),
    *(f"of which {part}" for part in FUNCTIONS),
    *("gzip KB a page", "files", "budget", "kept"),
)
TYPING_HEAD = (
    *("typing into the search", "queries", "keys"),
    *("KB to first results, median", "worst", "KB a further key, median", "worst"),
    *("ms from key to results, median", "p95", "worst", "main thread CPU ms a key", "loop ms"),
    *("budget", "kept"),
)


@dataclass(frozen=True, slots=True)
class IndexCost:
    """What the index of a site costs to make, and how large it is."""

    pages: int
    seconds: Cost
    parts: dict[str, float]
    """CPU seconds of the best run."""
    kilobytes: float
    """Of all files, compressed."""
    files: int


@dataclass(frozen=True, slots=True)
class Searched:
    """A site, and what was measured of its search; `not_measured` says why something was not."""

    label: str
    index: IndexCost | None = None
    typed: Sequence[Typed] = ()
    loop: float | None = None
    not_measured: str = ""


def measure_searching(
    folder: Path, sizes: Sequence[int], documents: Path | None, tell: Tell
) -> list[Table]:
    """Return the tables of sites of some sizes, and of a large API document if it is there."""
    with chromium() as browser:
        searched = list(_measure_sites(folder, sizes, documents, browser, tell))
    return [
        [INDEX_HEAD, *map(index_cells, searched)],
        [TYPING_HEAD, *map(typing_cells, searched)],
    ]


def _measure_sites(
    folder: Path, sizes: Sequence[int], documents: Path | None, browser: Any, tell: Tell
) -> Iterator[Searched]:
    for pages in sizes:
        project = folder / str(pages)
        write_site(project, pages)
        yield _measure_site(f"{pages:,} pages", project, browser, tell)
    document = find_document(documents, DOCUMENT) if documents else None
    if document is None:
        where = f"none in {documents}" if documents else "give a folder with DOCUMENTS=…"
        yield Searched(f"API reference, {DOCUMENT}", not_measured=where)
        return
    project = folder / DOCUMENT
    write_project(project, document.suffix, document.read_bytes())
    yield _measure_site(f"API reference, {DOCUMENT}", project, browser, tell)


def _measure_site(label: str, project: Path, browser: Any, tell: Tell) -> Searched:
    tell(f"search, {label}: index")
    site = project.with_name(f"{project.name}-site")
    index = measure_index(project, site)
    if isinstance(browser, str):
        return Searched(label, index, not_measured=browser.removeprefix("not measured: "))
    set_aside(site)
    command = [*octavo_build(project, site), "--no-cache", "--compress"]
    subprocess.run(command, check=True, capture_output=True, env=environment())
    queries = list_queries(site)
    tell(f"search, {label}: {len(queries)} queries in Chromium")
    before = PACE.wait()
    with running(lambda port: _serve(site, port)) as (port, _):
        typed = type_queries(browser, site, f"http://127.0.0.1:{port}{OPEN_PAGE}", queries)
    return Searched(label, index, typed, PACE.average_since(before))


def _serve(site: Path, port: int) -> list[str]:
    return [sys.executable, "-m", "octavo", "serve", str(site), "--port", str(port)]


def measure_index(project: Path, site: Path) -> IndexCost:
    """Return the cost of an index in the best of several builds, each in a separate process."""
    runs = []
    for _ in range(RUNS):
        set_aside(site)
        before = PACE.wait()
        parts = _build_with_times(project, site)
        runs.append((sum(parts.values()), parts, PACE.average_since(before)))
    cpu, parts, loop = min(runs, key=lambda run: run[0])
    files = [site / "_octavo/search.json", *(site / "_octavo/search").iterdir()]
    size = sum(len(gzip.compress(file.read_bytes(), 9, mtime=0)) for file in files)
    pages = json.loads(files[0].read_bytes())["pages"]
    return IndexCost(pages, Cost(cpu, None, None, loop), parts, size / 1000, len(files))


def _build_with_times(project: Path, site: Path) -> dict[str, float]:
    command = [sys.executable, INDEX_COST, str(project), str(site)]
    told = subprocess.run(command, check=True, capture_output=True, env=environment())
    parts: dict[str, float] = json.loads(told.stdout)
    return parts


def index_cells(searched: Searched) -> Sequence[str]:
    """Return the cells of a site's index."""
    index = searched.index
    if index is None:
        return _cells_without(searched, INDEX_HEAD)
    cpu, scaled = index.seconds.cpu, index.seconds.scaled_cpu
    assert cpu is not None
    assert scaled is not None
    a_page = 1000 / index.pages
    return (
        searched.label,
        f"{index.pages:,}",
        show(cpu * a_page, 3),
        show(index.seconds.loop, 0),
        show(scaled * a_page, 3),
        *(show(scaled * index.parts.get(part, 0) / cpu * a_page, 3) for part in FUNCTIONS),
        show(index.kilobytes / index.pages, 2),
        f"{index.files:,}",
        f"CPU ms {SCALED_TO} ≤ {CPU_BUDGET:.3f}",
        judge([(scaled * a_page, CPU_BUDGET)]),
    )


def typing_cells(searched: Searched) -> Sequence[str]:
    """Return the cells of what was typed into the search of a site."""
    if not searched.typed:
        return _cells_without(searched, TYPING_HEAD)
    typed = searched.typed
    loads = [each.kilobytes_to_results for each in typed if each.kilobytes_to_results is not None]
    further = [key.kilobytes for each in typed for key in each.further_keys]
    keys = [key for each in typed for key in each.keys[SHORTEST - 1 :]]
    times = [key.milliseconds for key in keys]
    median, p95 = statistics.median(times), find_percentile(times, 95)
    return (
        searched.label,
        f"{len(typed)}",
        f"{len(keys)}",
        *(show(figure(loads), 1) for figure in (statistics.median, max)),
        *(show(figure(further), 1) for figure in (statistics.median, max)),
        *(show(each, 0) for each in (median, p95, max(times))),
        show(statistics.median(key.main_thread for key in keys), 0),
        show(searched.loop, 0),
        f"KB ≤ {LOAD_BUDGET:g}, median ≤ {MEDIAN_BUDGET:g}, p95 ≤ {P95_BUDGET:g} ms",
        judge([(max(loads), LOAD_BUDGET), (median, MEDIAN_BUDGET), (p95, P95_BUDGET)]),
    )


def _cells_without(searched: Searched, head: Sequence[str]) -> Sequence[str]:
    label = f"{searched.label}: not measured: {searched.not_measured}"
    return (label, *[NOTHING] * (len(head) - 1))


def find_percentile(values: Sequence[float], percent: int) -> float:
    """Return the value that so many of a hundred do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) * percent // 100, len(ordered) - 1)]


def main(sizes: list[int]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        tables = measure_searching(
            Path(folder), sizes, None, lambda text: print(text, file=sys.stderr)
        )
    print("\n\n".join(map(render_text, tables)))


if __name__ == "__main__":
    main([int(each) for each in sys.argv[1:]] or list(SIZES))

"""What API references cost: two large public documents, and generated ones of several sizes.

The public documents are not part of the repository: name a folder that holds them, under names
that begin with `github` and `stripe`.
"""

from __future__ import annotations

import gzip
import itertools
import json
import statistics
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from builds import ALL_CORES, GROWTH_BUDGET, ONE_PROCESS, Tell, octavo_build
from generated_api import api_document
from measure import Cost, measure, set_aside
from table import Budget, Growth, Row, Table, judge, show
from twins import time_twins

ENDINGS = (".json", ".yaml", ".yml")
BUDGETS = {"GitHub": Budget(cpu=4, megabytes=400), "Stripe": Budget(cpu=2.4, megabytes=300)}
"""The budgets are older than the Markdown twins, so they also apply to builds without twins."""
HTML_BUDGET = 20
"""Kilobytes of a page as it is sent, compressed."""
SIZES = (250, 500, 1_000, 2_000)
REPEATS = 4
HUGE = 11_425
"""Operations of one document, as the largest public ones have them."""
HUGE_BUDGET = Budget(cpu=30, megabytes=600)
SIDEBAR_BUDGET = 1_000
"""Bytes that the sidebar of a huge site may add to a page, compressed."""
HEAD = (
    "API document",
    "operations and webhooks",
    "pages",
    "files",
    "HTML gzip KB, median",
    "HTML gzip KB, largest",
    "CPU ms per operation",
    "budget",
    "kept",
)
# In a separate process, so that the memory of the documents is not that of the benchmark.
COUNT = """import sys
from octavo.project.discover import load_project
from octavo.site.load import load_site
from octavo.site.model import OperationBinding
site = load_site(load_project(sys.argv[1])[0]).site
print(sum(isinstance(page.binding, OperationBinding) for page in site.pages.values()))
"""


@dataclass(frozen=True, slots=True)
class ApiBuild:
    """The cost of a document's reference, and its files."""

    name: str
    cost: Cost
    operations: int
    pages: int
    files: int
    kilobytes: list[float]
    """Of each page, compressed."""


def measure_document(
    name: str, folder: Path, documents: Path | None, tell: Tell
) -> tuple[list[Row], list[ApiBuild]]:
    """Return the rows of a public document, and its build if the document is there."""
    label = f"API reference, {name}"
    document = find_document(documents, name) if documents else None
    if document is None:
        where = f"none in {documents}" if documents else "give a folder with DOCUMENTS=…"
        return [Row(f"{label}: not measured: {where}")], []
    tell(label)
    build = _measure_build(folder, name, document.suffix, document.read_bytes())
    rows = [
        Row(f"{label}: cold build, one process", build.cost, budget=BUDGETS[name]),
        Row(f"{label}: cold build, all cores", _measure_octavo(folder, ALL_CORES)),
        Row(
            f"{label}: one process, without what its Markdown twins take",
            subtract(build.cost, time_twins(folder / "project", folder / "site").seconds),
            budget=Budget(cpu=BUDGETS[name].cpu),
        ),
    ]
    if document.suffix == ".json":
        tell(f"{label}: one description changed")
        changed = _measure_changed(folder, document.suffix)
        rows.append(
            Row(f"{label}: one description changed (to a cold build)", changed, build.cost.cpu)
        )
    return rows, [build]


def _measure_changed(folder: Path, ending: str) -> Cost:
    """Return what a build costs that makes a page again whose operation says something else."""
    set_aside(folder / "site")
    command = octavo_build(folder / "project", folder / "site")
    measure(command, 1)  # fills the cache
    source = folder / f"project/openapi{ending}"
    tree = json.loads(source.read_bytes())
    *_, operation = (each for item in tree["paths"].values() for each in item.values())
    changes = iter(range(1000))

    def change() -> None:
        operation["description"] = f"This is change {next(changes)}."
        source.write_text(json.dumps(tree))

    return measure(command, REPEATS, change)


def subtract(whole: Cost, part: Cost) -> Cost:
    """Return the CPU time of a build without that of a part of it, which another run told."""
    assert whole.cpu
    assert whole.scaled_cpu
    assert part.scaled_cpu
    cpu = whole.cpu * (1 - part.scaled_cpu / whole.scaled_cpu)
    return Cost(cpu, None, None, whole.loop)


def measure_generated(folder: Path, tell: Tell) -> tuple[list[ApiBuild], list[Growth]]:
    """Return what documents of several sizes cost, and the growth from each to the next."""
    builds = []
    for operations in SIZES:
        tell(f"API reference, {operations:,} generated operations")
        text = json.dumps(api_document(operations)).encode()
        builds.append(_measure_build(folder, f"{operations:,} generated", ".json", text))
    return builds, list(_growths(builds))


def measure_huge(folder: Path, tell: Tell) -> list[Row]:
    """Return the cost of a very large document on all cores, with the memory of all processes.

    A second row has the size of the site and of its largest page, and the share of the sidebar.
    """
    label = f"API reference, {HUGE:,} generated operations: cold build, all cores"
    tell(label)
    # In a separate process, because child processes inherit its peak memory.
    script = str(Path(__file__).with_name("generated_api.py"))
    made = subprocess.run([sys.executable, script, str(HUGE)], check=True, capture_output=True)
    project = folder / "project"
    set_aside(project)
    write_project(project, ".json", made.stdout)
    cost = _measure_octavo(folder, ALL_CORES, repeats=1)
    return [Row(label, cost, budget=HUGE_BUDGET), Row(_describe_site(folder / "site"))]


def _describe_site(site: Path) -> str:
    written = [file for file in site.rglob("*") if file.is_file()]
    megabytes = sum(file.stat().st_size for file in written) / 1_000_000
    pages = sorted(file for file in written if file.name == "index.html")
    sidebar = weigh_sidebar(pages[len(pages) // 2].read_text("utf-8"))
    largest = max(_page_sizes(written))
    return (
        f"its site: {len(written):,} files, {megabytes:,.0f} MB; the largest page has "
        f"{largest:.1f} KB gzip, at most {HTML_BUDGET}: {judge([(largest, HTML_BUDGET)])}; "
        "the sidebar adds "
        f"{sidebar / 1000:.1f} KB gzip to a page, at most {SIDEBAR_BUDGET / 1000:g}: "
        f"{'yes' if sidebar <= SIDEBAR_BUDGET else 'no'}"
    )


def weigh_sidebar(html: str) -> int:
    """Return how many bytes a page has, compressed, because of its sidebar."""
    before, _, rest = html.partition('<div class="sidebar-tree"')
    without = before + rest.partition("</nav>")[2]
    return len(gzip.compress(html.encode(), 6)) - len(gzip.compress(without.encode(), 6))


def _growths(builds: list[ApiBuild]) -> Iterator[Growth]:
    pairs = [*itertools.pairwise(builds), (builds[0], builds[-1])]
    for small, large in pairs:
        assert small.cost.cpu
        assert large.cost.cpu
        sizes = small.operations, large.operations
        yield Growth("CPU, operations", small.cost.cpu, large.cost.cpu, *sizes, GROWTH_BUDGET)


def find_document(folder: Path, name: str) -> Path | None:
    """Return the first file of a folder that is named after a document."""
    found = (file for file in sorted(folder.rglob("*")) if file.suffix in ENDINGS)
    return next((file for file in found if file.stem.lower().startswith(name.lower())), None)


def _measure_build(folder: Path, name: str, ending: str, text: bytes) -> ApiBuild:
    project, output = folder / "project", folder / "site"
    set_aside(project)
    write_project(project, ending, text)
    cost = _measure_octavo(folder, ONE_PROCESS)
    written = [file for file in output.rglob("*") if file.is_file()]
    sizes = list(_page_sizes(written))
    return ApiBuild(name, cost, count_operations(project), len(sizes), len(written), sizes)


def count_operations(project: Path) -> int:
    """Return how many operations the pages of a project show."""
    count = subprocess.run(
        [sys.executable, "-c", COUNT, str(project)], check=True, capture_output=True, text=True
    )
    return int(count.stdout)


def _measure_octavo(folder: Path, options: Sequence[str], repeats: int = REPEATS) -> Cost:
    output = folder / "site"
    command = [*octavo_build(folder / "project", output), *options]
    return measure(command, repeats, lambda: set_aside(output))


def _page_sizes(files: list[Path]) -> Iterator[float]:
    """Return the kilobytes of each page of the reference as it is sent; redirects are none."""
    for file in files:
        if file.name == "index.html" and "reference" in file.parts:
            html = file.read_bytes()
            if b'http-equiv="refresh"' not in html:
                yield len(gzip.compress(html, 6)) / 1024


def write_project(project: Path, ending: str, text: bytes) -> None:
    """Make a project that has one more page beside the reference of a document."""
    project.mkdir(parents=True)
    document = f"openapi{ending}"
    (project / document).write_bytes(text)
    settings = {
        "name": "Depot",
        "navigation": [{"group": "Start", "pages": ["index"]}],
        "tabs": [{"name": "API", "url": "reference", "openapi": document}],
    }
    (project / "site.json").write_text(json.dumps(settings))
    (project / "index.mdx").write_text("---\ntitle: Start\n---\n\nA page.\n")


def table_of_builds(builds: list[ApiBuild]) -> Table:
    """Return the cells of the table of documents, its head first."""
    return [HEAD, *map(_cells, builds)]


def _cells(build: ApiBuild) -> tuple[str, ...]:
    assert build.cost.cpu
    largest = max(build.kilobytes)
    return (
        build.name,
        f"{build.operations:,}",
        f"{build.pages:,}",
        f"{build.files:,}",
        show(statistics.median(build.kilobytes), 1),
        show(largest, 1),
        show(build.cost.cpu / build.operations * 1000, 2),
        f"HTML gzip KB ≤ {HTML_BUDGET}",
        judge([(largest, HTML_BUDGET)]),
    )

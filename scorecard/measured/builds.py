"""What builds cost: expressions on pages, and sites of very many pages."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from scorecard.finding import Finding, judge

ROOT = Path(__file__).parents[2]
EXPRESSION_PAGES = 1_000
MOST_MILLISECONDS = 15.0
MOST_EXPRESSION_SECONDS = 20.0
PAGES = 10_000
MOST_MEGABYTES = 2048.0
MOST_CHANGE_SECONDS = 3.0


@dataclass(frozen=True, slots=True)
class Cost:
    """What a build took; the memory is that of its largest process."""

    seconds: float
    megabytes: float


def measure_expressions() -> Finding:
    """Build pages with one expression each, and the same pages without."""
    with tempfile.TemporaryDirectory() as folder:
        without = _build(_write_pages(Path(folder) / "plain", "Number 42."))
        with_one = _build(_write_pages(Path(folder) / "code", "Number {40 + 2}."))
    each = max(0.0, 1000 * (with_one.seconds - without.seconds) / EXPRESSION_PAGES)
    faults = []
    if each > MOST_MILLISECONDS:
        faults.append("an expression takes too long")
    if with_one.seconds > MOST_EXPRESSION_SECONDS:
        faults.append("the build takes too long")
    figure = f"{each:.1f} ms for a page, {EXPRESSION_PAGES:,} pages in {with_one.seconds:.1f} s"
    return judge(figure, *faults, stable=_stable(faults))


def measure_scale() -> Finding:
    """Build a large site, change one page of it, and build it again."""
    with tempfile.TemporaryDirectory() as folder:
        project, cache = Path(folder) / "project", Path(folder) / "cache"
        script = ROOT / "benchmarks" / "generated_site.py"
        subprocess.run([sys.executable, str(script), str(PAGES), str(project)], check=True)
        first = _build(project, cache)
        page = next(path for path in sorted(project.rglob("*.mdx")) if path.stem != "index")
        page.write_text(page.read_text("utf-8") + "\n\nA change.\n", "utf-8")
        second = _build(project, cache)
    faults = []
    if first.megabytes > MOST_MEGABYTES:
        faults.append("the build takes too much memory")
    if second.seconds > MOST_CHANGE_SECONDS:
        faults.append("one changed page takes too long")
    figure = (
        f"{PAGES:,} pages in {first.seconds:.0f} s with {first.megabytes:.0f} MiB, "
        f"one changed page in {second.seconds:.2f} s"
    )
    return judge(figure, *faults, stable=_stable(faults))


def _stable(faults: list[str]) -> str:
    return "; ".join(faults) or "within both"


def _write_pages(project: Path, text: str) -> Path:
    names = [f"page-{number}" for number in range(EXPRESSION_PAGES)]
    project.mkdir()
    settings = {"name": "Test", "navigation": [{"group": "A", "pages": ["index", *names]}]}
    (project / "site.json").write_text(json.dumps(settings))
    for name in ["index", *names]:
        (project / f"{name}.mdx").write_text(f"# {name}\n\n{text}\n")
    return project


def _build(project: Path, cache: Path | None = None) -> Cost:
    """Build a project with the command, in a process of its own."""
    output = str(project.with_name(f"{project.name}-out"))
    command = [sys.executable, "-m", "octavo", "build", str(project), "-o", output]
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache or project.with_name("cache"))}
    started = time.perf_counter()
    process = subprocess.Popen(
        command if cache else [*command, "--no-cache"],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"the build ended with {process.returncode}")
    return Cost(time.perf_counter() - started, usage.ru_maxrss / 1024)

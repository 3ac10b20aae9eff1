"""Builds real projects and prints a line for each: pages, problems by code, seconds, milliseconds.

make corpus CORPUS="FOLDER..."    (with a site.json, or a mint.json that is read as one)

The milliseconds are what the content of a page costs: its front matter is split off, it is parsed,
given its snippets and values, and rendered with its code colored. Settings, the page around the
content and the disk are not in them. Pages that need the JavaScript engine are counted apart, with
the CPU time of the engine's process. A machine has busy moments, so the best of some rounds counts.
"""

from __future__ import annotations

import contextlib
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from octavo.builder.folder_build import build_folder
from octavo.builder.javascript.engine import JavaScriptEngine
from octavo.builder.pages.documents import DocumentLoader
from octavo.content.javascript.evaluation import Answer, Request
from octavo.problems import Problem, Severity
from octavo.project.discover import Project, load_project
from octavo.project.files import load_text
from octavo.project.images import build_size_lookup
from octavo.render.content.components import COMPONENTS
from octavo.render.content.diagrams import render_diagram
from octavo.render.content.math import render_math
from octavo.render.content.page import render_content
from octavo.site.links import LinkResolver
from octavo.site.load import load_site

ROUNDS = 3
PLAIN_BUDGET, ENGINE_BUDGET = 1.0, 8.0


@dataclass(frozen=True, slots=True)
class Cost:
    """What the content of some pages costs, in CPU seconds: plain pages, and those with code."""

    plain_pages: int = 0
    plain: float = 0.0
    engine_pages: int = 0
    engine: float = 0.0

    def __add__(self, other: Cost) -> Cost:
        return Cost(
            self.plain_pages + other.plain_pages,
            self.plain + other.plain,
            self.engine_pages + other.engine_pages,
            self.engine + other.engine,
        )

    def __str__(self) -> str:
        plain = f"{1000 * self.plain / max(self.plain_pages, 1):.2f} ms a page"
        if not self.engine_pages:
            return plain
        with_engine = f"{1000 * self.engine / self.engine_pages:.2f} ms"
        return f"{plain}, {with_engine} for {self.engine_pages} with JavaScript"


def main(folders: list[str]) -> int:
    if not folders:
        sys.exit("Name the folders of projects to build, or set CORPUS for make.")
    total: Counter[str] = Counter()
    cost = Cost()
    failed = 0
    for folder in folders:
        with copy_project(Path(folder)) as project:
            started = time.process_time()
            pages, problems = build(project)
            seconds = time.process_time() - started
            own_cost = measure_content(project)
        codes = Counter(problem.code.value for problem in problems)
        total.update(codes)
        cost += own_cost
        failed += pages == 0
        errors = [problem for problem in problems if problem.severity is Severity.ERROR]
        print(
            f"{folder}: {pages} pages, {len(errors)} errors, {seconds:.2f} s CPU, {own_cost};"
            f" {_tell(codes)}"
        )
        for problem in errors[:5]:
            print(f"    {problem.location}: {problem.message} [{problem.code}]")
    print("all:", _tell(total))
    print(f"content of {cost.plain_pages + cost.engine_pages} pages: {cost}")
    print(f"budget: {PLAIN_BUDGET} ms a page, {ENGINE_BUDGET} ms with JavaScript")
    return 1 if failed else 0


def _tell(codes: Counter[str]) -> str:
    return ", ".join(f"{code} {count}" for code, count in codes.most_common()) or "fine"


@contextlib.contextmanager
def copy_project(folder: Path) -> Iterator[Path]:
    """Copy a project, so that no files are written beside it."""
    with tempfile.TemporaryDirectory() as temporary:
        project = Path(temporary) / "project"
        shutil.copytree(folder, project, symlinks=True, ignore=shutil.ignore_patterns(".git"))
        old = project / "mint.json"
        if old.exists() and not (project / "site.json").exists():
            old.rename(project / "site.json")
        yield project


def build(project: Path) -> tuple[int, tuple[Problem, ...]]:
    """Build a project; return how many pages it has, and what is wrong with it."""
    report = build_folder(str(project), str(project.parent / "out"))
    return report.pages, report.problems


def measure_content(root: Path) -> Cost:
    """Return what the content of a project's pages costs."""
    project, _problems = load_project(str(root))
    with contextlib.closing(_Engine()) as engine:
        measured = _Pages(project, engine)
        rounds = [measured.measure() for _ in range(ROUNDS)]
    cost = Cost()
    for times in zip(*rounds, strict=True):
        seconds = min(seconds for seconds, _ in times)
        uses_engine = any(uses for _, uses in times)
        cost += Cost(0, 0.0, 1, seconds) if uses_engine else Cost(1, seconds)
    return cost


class _Engine:
    """The JavaScript engine, with a clock for its process."""

    def __init__(self) -> None:
        self._engine = JavaScriptEngine(COMPONENTS)
        self.requests = 0
        self.seconds = 0.0

    def start(self) -> None:
        """Start its process, which takes longer than most pages."""
        self._engine.evaluate(Request((), ("0",)))

    def evaluate(self, request: Request) -> Answer:
        """Answer a request, and count it and the CPU time of the process."""
        if not self.requests:
            self.start()
        self.requests += 1
        before = self._clock()
        answer = self._engine.evaluate(request)
        self.seconds += max(self._clock() - before, 0.0)
        return answer

    def _clock(self) -> float:
        """Return the CPU time of the process so far (Linux); elsewhere the time of day."""
        process = self._engine._process
        if sys.platform != "linux" or process is None:
            return time.perf_counter()
        return time.clock_gettime((~process.pid << 3) | 2)  # the clock of that process

    def close(self) -> None:
        """End its process."""
        self._engine.close()


class _Pages:
    """The pages of a project, ready to be parsed and rendered again and again."""

    def __init__(self, project: Project, engine: _Engine) -> None:
        site = load_site(project).site
        self._engine = engine
        self._documents = DocumentLoader(project, engine.evaluate)
        self._links = LinkResolver(site) if site else None
        self._size_of = build_size_lookup(project)
        for file in project.served:
            self._size_of(file.source)  # now, because pictures are files and no content
        sources = [page.source for page in site.pages.values()] if site else []
        files = [project.files[source] for source in sources if source in project.files]
        texts = [(file.source, load_text(project.root, file)[0]) for file in files]
        self._texts = [(source, text) for source, text in texts if text is not None]

    def measure(self) -> list[tuple[float, bool]]:
        """Return the CPU seconds of each page, and whether it needed the engine."""
        render_math.cache_clear()  # a build meets most formulas and diagrams once
        render_diagram.cache_clear()
        return [self._measure_page(source, text) for source, text in self._texts]

    def _measure_page(self, source: str, text: str) -> tuple[float, bool]:
        engine = self._engine
        requests, seconds = engine.requests, engine.seconds
        started = time.process_time()
        document = self._documents.read(source, text).document
        if document is not None and self._links is not None:
            render_content(source, document, self._links, self._size_of)
        spent = time.process_time() - started + engine.seconds - seconds
        return spent, engine.requests > requests


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""What the preview costs: start to first page, save to HTML, save to DOM, and a new project.

`make bench` calls it; alone: python tools/benchmarks/preview.py [PAGES …]
"""

from __future__ import annotations

import contextlib
import http.client
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from builds import Tell
from generated_site import page_name, write_site
from measure import PACE, Cost, environment, family_of, least
from table import NO_BUDGET, Budget, Row, render_text, table_of_rows

SIZES = (100, 5_000)
STARTS = 8
SAVES = 15
START_BUDGET = Budget(cpu=0.4)
DOM_BUDGET = Budget(wall=0.08)
PAUSE = 1.6
"""Between two saves: longer than the preview needs to look at the whole folder once more."""


@dataclass(frozen=True, slots=True)
class Running:
    """A preview in a separate process."""

    process: subprocess.Popen[str]
    port: int
    started: float

    def get(self, path: str) -> str:
        """Return the content at a path."""
        connection = http.client.HTTPConnection("localhost", self.port, timeout=60)
        connection.request("GET", path)
        text = connection.getresponse().read().decode()
        connection.close()
        return text

    def cpu(self) -> float:
        """CPU seconds so far, of the process and those it started, as the kernel counts them."""
        ticks = 0
        for process in family_of(self.process.pid):
            with contextlib.suppress(OSError):  # it has ended
                fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
                ticks += sum(map(int, fields[11:15]))  # own and of ended children, user and system
        return ticks / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        """The most memory so far, as the kernel counts it."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.partition("VmHWM:")[2].split()[0]) / 1024


@contextlib.contextmanager
def running(folder: Path) -> Iterator[Running]:
    started = time.perf_counter()
    command = [sys.executable, "-m", "octavo", "dev", str(folder), "--port", "0", "--no-open"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment())
    assert process.stderr is not None
    line = process.stderr.readline()
    found = re.search(r"http://localhost:(\d+)", line)
    assert found, f"the preview did not start: {line}{process.communicate()[1]}"
    try:
        yield Running(process, int(found[1]), started)
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=20)


def measure_start(folder: Path, url: str) -> Cost:
    """Return the cost from the start of the command to the end of the first page, at best."""
    starts = []
    for _ in range(STARTS):
        before = PACE.wait()
        with running(folder) as preview:
            preview.get(url)
            wall = time.perf_counter() - preview.started
            cost = preview.cpu(), wall, preview.megabytes()
        starts.append((*cost, PACE.average_since(before)))
    return least(starts)


def measure_saves(folder: Path, source: Path, wait: Callable[[str], float]) -> list[float]:
    """Return the milliseconds after which each of some saves was seen, as `wait` tells."""
    text = source.read_text()
    seen = []
    for number in range(SAVES):
        time.sleep(PAUSE)
        word = f"Saved-{number}-{os.getpid()}"
        started = time.time()
        source.write_text(f"{text}\n\n{word}\n")
        seen.append((wait(word) - started) * 1000)
    source.write_text(text)
    return seen[2:]  # the first ones warm up


def measure_html(folder: Path, name: str) -> list[float]:
    """Measure until the new page is served; the reload channel says when to ask."""
    with running(folder) as preview:
        page = preview.get(f"/{name}/")
        token = re.search(r'data-octavo-token="([^"]+)"', page)
        assert token
        channel = http.client.HTTPConnection("localhost", preview.port, timeout=60)
        channel.request("GET", f"/_octavo/dev/events?token={token[1]}&page=/{name}/")
        states = channel.getresponse()
        while not states.readline().startswith(b"data:"):
            pass

        def wait(word: str) -> float:
            while True:
                if states.readline().startswith(b"data:") and word in preview.get(f"/{name}/"):
                    return time.time()

        return measure_saves(folder, folder / f"{name}.mdx", wait)


WATCH = """(word) => new Promise((resolve) => {
  const look = () => document.querySelector("main").textContent.includes(word)
    && resolve((performance.timeOrigin + performance.now()) / 1000);
  const all = { childList: true, subtree: true, characterData: true };
  new MutationObserver(look).observe(document.body, all);
  look();
})"""


def measure_dom(folder: Path, name: str, browser: Any) -> list[float]:
    """Measure until the open page in the browser holds the new text."""
    with running(folder) as preview:
        page = browser.new_page()
        with page.expect_request(lambda request: "/_octavo/dev/events" in request.url):
            page.goto(f"http://localhost:{preview.port}/{name}/")
        text = (folder / f"{name}.mdx").read_text()
        seen = []
        for number in range(SAVES):
            page.wait_for_timeout(PAUSE * 1000)
            word = f"Saved-{number}"
            page.evaluate(f"() => {{ window.found = ({WATCH})({word!r}) }}")
            started = time.time()
            (folder / f"{name}.mdx").write_text(f"{text}\n\n{word}\n")
            seen.append((page.evaluate("() => window.found") - started) * 1000)
        (folder / f"{name}.mdx").write_text(text)
        page.close()
        return seen[2:]


def measure_init(folder: Path, browser: Any) -> Row:
    """Measure from `octavo init` to its first page in the browser, with `octavo dev` between."""
    label = "init, dev, and a page" + ("" if isinstance(browser, str) else " in the browser")
    seen = []
    for number in range(STARTS):
        project = folder / str(number)
        started = time.perf_counter()
        command = [sys.executable, "-m", "octavo", "init", str(project)]
        subprocess.run(command, capture_output=True, env=environment(), check=True)
        with running(project) as preview:
            if isinstance(browser, str):
                preview.get("/")
            else:
                page = browser.new_page()
                page.goto(f"http://localhost:{preview.port}/")
                page.close()
            seen.append((time.perf_counter() - started) * 1000)
    return _row(label, seen)


@contextlib.contextmanager
def chromium() -> Iterator[Any]:
    """Give a browser, or a sentence that says why there is none."""
    names = ("chromium", "google-chrome", "chromium-headless-shell")
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if path is None:
        yield "not measured: there is no Chromium (CHROMIUM names one)"
        return
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        yield "not measured: Playwright is not installed"
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


def measure_preview(folder: Path, sizes: Sequence[int], tell: Tell) -> list[Row]:
    """Return the rows of some sizes."""
    if not sys.platform.startswith("linux"):
        return [Row("dev: not measured: only Linux tells what a running process has cost")]
    with chromium() as browser:
        rows = [row for pages in sizes for row in _rows(folder / str(pages), pages, browser, tell)]
        tell("init to a page")
        return [*rows, measure_init(folder / "new", browser)]


def _rows(folder: Path, pages: int, browser: Any, tell: Tell) -> Iterator[Row]:
    label = f"dev, {pages:,} pages:"
    write_site(folder, pages)
    name = page_name(pages // 2)
    tell(f"{label} start to first page")
    start = measure_start(folder, f"/{name}/")
    yield Row(f"{label} start to first page", start, budget=START_BUDGET)
    tell(f"{label} save to HTML")
    yield _row(f"{label} save to HTML", measure_html(folder, name))
    if isinstance(browser, str):
        yield Row(f"{label} save to DOM: {browser}")
    else:
        tell(f"{label} save to DOM")
        yield _row(f"{label} save to DOM", measure_dom(folder, name, browser), DOM_BUDGET)


def _row(label: str, milliseconds: list[float], budget: Budget = NO_BUDGET) -> Row:
    """Return the row of some saves: their median counts, and the worst is listed."""
    worst = max(milliseconds) / 1000
    median = statistics.median(milliseconds) / 1000
    return Row(f"{label} (median; worst {worst:.3f})", Cost(None, median, None), budget=budget)


def main(sizes: list[int]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        rows = measure_preview(Path(folder), sizes, lambda text: print(text, file=sys.stderr))
    print(render_text(table_of_rows(rows)))


if __name__ == "__main__":
    main([int(each) for each in sys.argv[1:]] or list(SIZES))

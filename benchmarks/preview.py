"""Prints the figures of the preview: start to first page, save to HTML, save to DOM.

python benchmarks/preview.py [PAGES …]
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
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from generated_site import page_name, write_site

SIZES = (100, 5_000)
STARTS = 3
SAVES = 15
PAUSE = 1.6
"""Between two saves: longer than the preview needs to look at the whole folder once more."""


@dataclass(frozen=True, slots=True)
class Running:
    """A preview in a process of its own."""

    process: subprocess.Popen[str]
    port: int
    started: float

    def get(self, path: str) -> str:
        """Return what stands at a path."""
        connection = http.client.HTTPConnection("localhost", self.port, timeout=60)
        connection.request("GET", path)
        text = connection.getresponse().read().decode()
        connection.close()
        return text

    def cpu(self) -> float:
        """CPU seconds so far, as the kernel counts them."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def running(folder: Path) -> Iterator[Running]:
    started = time.perf_counter()
    command = [sys.executable, "-m", "octavo", "dev", str(folder), "--port", "0", "--no-open"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    found = re.search(r"http://localhost:(\d+)", process.stderr.readline())
    assert found, "the preview did not start"
    try:
        yield Running(process, int(found[1]), started)
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=20)


def measure_start(folder: Path, url: str) -> tuple[float, float]:
    """Return CPU and wall seconds from the start of the command to the end of the first page."""
    with running(folder) as preview:
        preview.get(url)
        return preview.cpu(), time.perf_counter() - preview.started


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


@contextlib.contextmanager
def chromium() -> Iterator[Any]:
    """Give a browser, or None where there is none."""
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if path is None:
        yield None
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


def main(sizes: list[int]) -> None:
    print("preview              CPU s   wall s   save to HTML ms   save to DOM ms (median, worst)")
    with chromium() as browser:
        for count in sizes:
            with tempfile.TemporaryDirectory() as temporary:
                folder = Path(temporary)
                write_site(folder, count)
                name = page_name(count // 2)
                starts = [measure_start(folder, f"/{name}/") for _ in range(STARTS)]
                html = measure_html(folder, name)
                dom = measure_dom(folder, name, browser) if browser else []
            cpu, wall = min(cpu for cpu, _ in starts), min(wall for _, wall in starts)
            print(f"{count:6} pages       {cpu:7.2f}  {wall:7.2f}   {_show(html)}   {_show(dom)}")


def _show(values: list[float]) -> str:
    if not values:
        return "      -       "
    return f"{statistics.median(values):7.0f} {max(values):7.0f}"


if __name__ == "__main__":
    main([int(each) for each in sys.argv[1:]] or list(SIZES))

"""What the playground costs its reader, how it feels, and whether it sends what it should."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from playwright.sync_api import Page

from quality.browser import open_browser, open_page
from quality.large_forms import check_large_forms
from quality.outcome import Outcome, judge
from quality.server import serve_folder
from quality.service import TOKEN, serve_garden
from quality.sites import API_PAGE, build_garden, build_site, work_folder
from quality.sizes import follow_loads, sum_sizes
from quality.tools import run_command
from tests.playground_api import Api, large, serve_api

# Kilobytes as transferred. The part for responses has no budget, and is listed.
HTML_BUDGET, BEFORE_BUDGET, OPEN_BUDGET = 20, 15, 45
LONGEST_DELAY, LONGEST_TASK = 100, 200  # milliseconds
RUNS = 3
_LARGE = "/large"
_BODIES = (_LARGE, "/one-line", "/many", "/large-text", "/deep")
_WIRE = "tests/browser/test_wire.py"
_ROWS = {
    "test_the_form_sends_what_the_table_says": "rows of the table that the form sends",
    "test_the_proxy_passes_on_what_the_table_says": "rows that the proxy passes on",
}
_MEASURE = """() => {
  window.delays = [];
  window.events = [];
  window.tasks = [];
  const watch = (options, note) => new PerformanceObserver((list) => {
    list.getEntries().forEach(note);
  }).observe(options);
  watch({ type: "event", durationThreshold: 16 }, (entry) => {
    window.delays.push(entry.processingStart - entry.startTime);
    window.events.push(entry.processingEnd - entry.startTime);
  });
  watch({ type: "longtask" }, ({ duration }) => window.tasks.push(duration));
}"""


def check() -> Iterator[Outcome]:
    """Measure sizes and delays, and send the whole table of what can be sent."""
    yield from _check_sizes()
    yield from _check_delays()
    yield from check_large_forms()
    yield from _check_wire()


# sizes


@dataclass(frozen=True, slots=True)
class _Weight:
    """What a page has loaded so far, in bytes."""

    html: int
    scripts: int
    styles: int


def _check_sizes() -> Iterator[Outcome]:
    before, opened, filled, answered = _measure_sizes()
    rows = (
        ("HTML of an API page", before.html, HTML_BUDGET),
        ("scripts before the playground opens", before.scripts, BEFORE_BUDGET),
        ("scripts with the open playground", opened.scripts, OPEN_BUDGET),
        ("scripts with the playground filled in", filled.scripts, OPEN_BUDGET),
    )
    for subject, size, budget in rows:
        figure, target = f"{size / 1000:.1f} KB", f"≤ {budget} KB"
        yield judge("playground", subject, figure, target, passed=size <= budget * 1000)
    told = (
        ("styles before, open", (before.styles, opened.styles)),
        ("scripts after a checked JSON answer", (answered.scripts,)),
    )
    for subject, sizes in told:
        figure = ", ".join(f"{size / 1000:.1f} KB" for size in sizes)
        yield judge("playground", subject, figure, "", passed=True)


def _measure_sizes() -> tuple[_Weight, _Weight, _Weight, _Weight]:
    """Weigh a page as it comes, with its playground open, filled in, and with an answer."""
    with serve_garden() as api, open_browser() as browser:
        site = build_garden(api)
        with serve_folder(site) as address, open_page(browser, 1280) as page:
            loaded = follow_loads(page, site, address)
            page.goto(address + API_PAGE)
            page.wait_for_load_state("networkidle")
            before = _weigh(loaded)
            open_playground(page)
            page.wait_for_load_state("networkidle")
            opened = _weigh(loaded)
            fill_in(page)
            page.wait_for_load_state("networkidle")
            filled = _weigh(loaded)
            page.keyboard.press("Control+Enter")
            page.locator(".response-fits").wait_for()
            return before, opened, filled, _weigh(loaded)


def open_playground(page: Page) -> None:
    """Open the playground of the page."""
    page.get_by_role("button", name="Try it").click()
    page.locator(".play-bar").wait_for()


def fill_in(page: Page) -> None:
    """Fill in what a request of the example needs."""
    page.get_by_role("button", name="Fill in an example").click()
    page.get_by_label("Token", exact=True).fill(TOKEN)


def _weigh(loaded: dict[Path, str]) -> _Weight:
    sizes = sum_sizes(loaded)
    return _Weight(sizes["HTML"][0], sizes["scripts"][0], sizes["styles"][0])


# delays


def _check_delays() -> Iterator[Outcome]:
    """Type while large answers come in, then search, scroll and fold one of them."""
    with serve_api() as api, open_browser() as browser:
        site = build_site(_write_large(api))
        with serve_folder(site) as address, open_page(browser, 1280) as page:
            for path in _BODIES:
                # A busy machine stops any page for a while: the best run tells about the page.
                runs = [_type_while_it_comes(page, address, path) for _ in range(RUNS)]
                yield _judge_delay(path, *(min(figures) for figures in zip(*runs, strict=True)))
            worst = min(_use_large(page, address) for _ in range(RUNS))
    yield judge(
        "playground",
        f"longest event while 100,000 lines are searched, scrolled and folded, best of {RUNS}",
        f"{worst:.0f} ms",
        f"< {LONGEST_DELAY} ms",
        passed=worst < LONGEST_DELAY,
    )


def _judge_delay(path: str, delay: float, task: float) -> Outcome:
    return judge(
        "playground",
        f"input delay, longest task while {len(large(path)) / 1e6:.1f} MB ({path[1:]}) come in",
        f"{delay:.0f} ms, {task:.0f} ms",
        f"< {LONGEST_DELAY} ms, < {LONGEST_TASK} ms",
        passed=delay < LONGEST_DELAY and task < LONGEST_TASK,
    )


def _write_large(api: Api) -> Path:
    """Write a site for an API with large answers."""
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Large", "version": "1"},
        "servers": [{"url": api.origin}],
        "paths": {path: {"get": _describe_large(path)} for path in _BODIES},
    }
    tabs = [{"name": "API", "url": "api", "openapi": "large.json"}]
    settings = {"name": "Large", "navigation": [{"group": "A", "pages": ["index"]}], "tabs": tabs}
    project = work_folder("large-answer")
    (project / "site.json").write_text(json.dumps(settings))
    (project / "large.json").write_text(json.dumps(document))
    (project / "index.mdx").write_text("Hello.")
    return project


def _describe_large(path: str) -> dict[str, Any]:
    schema = {"type": "object"} if path == "/one-line" else {"type": "array", "items": {}}
    content = (
        {"text/plain": {}} if path == "/large-text" else {"application/json": {"schema": schema}}
    )
    note = {"name": "note", "in": "query", "schema": {"type": "string"}}
    answer = {"description": "All", "content": content}
    return {"summary": f"Get {path[1:]}", "parameters": [note], "responses": {"200": answer}}


def _open_large(page: Page, address: str, path: str) -> None:
    page.goto(f"{address}/api/get-{path[1:]}/")
    open_playground(page)


def _type_while_it_comes(page: Page, address: str, path: str) -> tuple[float, float]:
    """Type into a field until the answer is shown; return the worst delay and longest task."""
    _open_large(page, address, path)
    page.evaluate(_MEASURE)
    field = page.get_by_label("note", exact=True)
    field.focus()
    page.keyboard.press("Control+Enter")
    while not page.locator(".response .row").count():
        page.keyboard.press("a")
    while path == _LARGE and not page.locator(".response-fits").count():
        page.keyboard.press("a")
    page.keyboard.press("b")
    page.wait_for_timeout(100)
    delays, tasks = page.evaluate("[window.delays, window.tasks]")
    return max(delays, default=0.0), max(tasks, default=0.0)


def _use_large(page: Page, address: str) -> float:
    """Search, scroll and fold a large body; return the longest time of an event."""
    _open_large(page, address, _LARGE)
    page.keyboard.press("Control+Enter")
    response = page.locator(".response")
    response.locator(".response-fits").wait_for()
    page.evaluate(_MEASURE)
    box = response.get_by_label("Search the body")
    box.press_sequentially("row 1999", delay=30)
    response.get_by_text("1 of 11").wait_for()
    for _ in range(3):
        box.press("Enter")
    tree = response.get_by_role("tree")
    tree.focus()
    for key in ("End", "PageUp", "Home", "PageDown", "ArrowLeft", "ArrowRight"):
        page.keyboard.press(key)
    response.get_by_role("button", name="Collapse").click()
    response.get_by_role("button", name="Expand").click()
    tree.evaluate("(tree) => { tree.scrollTop = tree.scrollHeight / 2 }")
    page.wait_for_timeout(200)
    events: list[float] = page.evaluate("window.events")
    return max(events, default=0.0)


# the sent data


def _check_wire() -> Iterator[Outcome]:
    """Send every row of the table from a real form, and some through a real proxy."""
    report = work_folder("wire") / "report.xml"
    command = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", _WIRE)
    run_command(*command, f"--junitxml={report}")
    passed: Counter[str] = Counter()
    every: Counter[str] = Counter()
    failed: dict[str, list[str]] = {name: [] for name in _ROWS}
    # Our own test run wrote it.
    for case in ElementTree.parse(report).iter("testcase"):  # noqa: S314
        name, _, row = case.get("name", "").partition("[")
        every[name] += 1
        if len(case):
            failed.setdefault(name, []).append(row.removesuffix("]"))
        else:
            passed[name] += 1
    for name, subject in _ROWS.items():
        yield judge(
            "playground",
            subject,
            f"{passed[name]} of {every[name]}",
            "all",
            passed=every[name] > 0 and passed[name] == every[name],
            details=failed[name],
        )

"""What takes a moment and is done often: code blocks, utility classes, expressions, searching."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Route

from measure import PACE, REFERENCE_LOOP
from octavo.builder.javascript.engine import JavaScriptEngine
from octavo.render.content.highlight import highlight_text
from octavo.render.utilities.classes import render_utilities
from octavo.search.entry import PageEntry, PageHead, build_entry
from octavo.search.files import build_index, write_index
from octavo.search.page_text import Section
from quality.browser import open_browser, open_page
from quality.outcome import Outcome, judge
from quality.server import serve_folder
from quality.sites import build_site, work_folder
from tests.builder.javascript.test_javascript import ask
from tests.render.content.test_highlight import SAMPLES

RUNS = 15
LOOPS = 3
NAMES = """block dark:hidden hidden dark:block w-full aspect-video rounded-xl text-sm mt-4
    text-gray-500 dark:text-gray-400 grid grid-cols-2 gap-4 md:grid-cols-3 -ml-2 mx-auto
    max-w-2xl hover:underline w-[320px]""".split()
_QUERIES = ("s", "se", "sensor va", "calibrtae step3", "guide42 list", "zzzz yyyy")
_SEARCH = """([query, runs]) => {
  const field = document.querySelector(".search-input");
  const list = document.querySelector(".search-list");
  // Another query comes between two runs, so that each has to draw its results anew.
  const type = (text) => new Promise((resolve) => {
    const watch = new MutationObserver(() => { watch.disconnect(); resolve(); });
    watch.observe(list, { childList: true });
    field.value = text;
    field.dispatchEvent(new Event("input"));
  });
  const attempt = async () => {
    await type("guide");
    const start = performance.now();
    await type(query);
    return performance.now() - start;
  };
  return (async () => {
    const times = [];
    for (let run = 0; run < runs; run++) times.push(await attempt());
    return Math.min(...times);
  })();
}"""


def check() -> Iterator[Outcome]:
    """Measure each moment, the best of some runs: the rest is what else the machine had to do."""
    characters = sum(map(len, SAMPLES.values()))
    block = _best(_highlight_samples) / characters * 250
    yield _judge_scaled("code block of 250 characters", block, 0.08)
    yield _judge_scaled("utility classes of a page", _best(lambda: render_utilities(NAMES)), 0.03)
    yield _judge_scaled("expression of a page", _time_expression(), 15)
    searching = _time_search()
    figure = f"{searching:.3f} ms"
    yield _judge("key typed into the search of 2,000 pages", searching, figure, 50)


def _judge_scaled(subject: str, milliseconds: float, most: float) -> Outcome:
    """Judge what Python takes as it would take on the machine that others are compared with."""
    loop = min(PACE.take_loop() for _ in range(LOOPS))
    scaled = milliseconds * REFERENCE_LOOP / loop
    figure = f"{scaled:.3f} ms at {REFERENCE_LOOP:g} ms ({milliseconds:.3f} here, loop {loop:.0f})"
    return _judge(subject, scaled, figure, most)


def _judge(subject: str, milliseconds: float, figure: str, most: float) -> Outcome:
    return judge("moments", subject, figure, f"< {most:g} ms", passed=milliseconds < most)


def _best(action: Callable[[], object]) -> float:
    """Return the milliseconds of the quickest run; the first one is not counted."""
    times = []
    for _ in range(RUNS + 1):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return min(times[1:]) * 1000


def _highlight_samples() -> None:
    for language, sample in SAMPLES.items():
        highlight_text(sample, language)


def _time_expression() -> float:
    with contextlib.closing(JavaScriptEngine()) as engine:
        return _best(lambda: engine.evaluate(ask("1 + 1")))


def _time_search() -> float:
    site = build_site(_write_small())
    files = write_index(build_index(list(_list_entries(2000))))

    def answer(route: Route) -> None:
        route.fulfill(body=files[urlsplit(route.request.url).path[1:]])

    with (
        open_browser() as browser,
        serve_folder(site) as address,
        open_page(browser, 1280) as page,
    ):
        page.route("**/search.json", answer)
        page.route("**/_octavo/search/*.json", answer)
        page.goto(address)
        page.keyboard.press("/")
        page.get_by_role("combobox").fill("sensor")
        page.get_by_role("option").first.wait_for()
        times: list[float] = [page.evaluate(_SEARCH, [query, RUNS]) for query in _QUERIES]
    return max(times)


def _write_small() -> Path:
    project = work_folder("searched")
    settings = {"name": "Searched", "navigation": [{"group": "A", "pages": ["index"]}]}
    (project / "site.json").write_text(json.dumps(settings))
    (project / "index.mdx").write_text("Hello.")
    return project


def _list_entries(count: int) -> Iterator[PageEntry]:
    words = ["sensor", "valve", "planning", "webhook", "calibrate", "listAllThings", "harbour"]
    for n in range(count):
        title = f"{words[n % 7]} {words[n % 5]} guide{n % 900}"
        description = f"About the {words[n % 3]} that {words[n % 6]} number{n}"
        titles = [f"{words[(n + k) % 7]} step{k} part{n % 700}" for k in range(8)]
        sections = [Section(f"h{k}", title, f"Text of {title}.") for k, title in enumerate(titles)]
        head = PageHead(f"/p{n}/", title, description, "Guides", "", "", "g", "", "", 1.0)
        yield build_entry(head, sections)

"""Accessibility by axe-core: every look, mode, width and state must have no violation."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from quality.browser import MODES, open_browser, open_page
from quality.outcome import Outcome, judge
from quality.playground import fill_in, open_playground
from quality.server import serve_folder
from quality.service import serve_garden
from quality.sites import (
    API_PAGE,
    CONTENT_PAGE,
    DOCS,
    LAYOUTS,
    THEMES,
    build_look,
    build_site,
    build_versions,
    page_paths,
)
from quality.tools import find_chromium, find_package

WIDTHS = (360, 768, 1440)
PROCESSES = 2

_RUN = """async () => {
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const found = await axe.run({ runOnly: tags, resultTypes: ["violations", "incomplete"] });
  const flat = (rules) => rules.flatMap((rule) => rule.nodes.map((node) => ({
    rule: rule.id, target: node.target.join(" "),
    why: (node.any[0] ?? node.all[0] ?? node.none[0])?.message ?? rule.help,
  })));
  return { violations: flat(found.violations), review: flat(found.incomplete) };
}"""


@dataclass(frozen=True, slots=True)
class Look:
    """A theme in a layout: the folders of the example and of the site with versions.

    The example's API answers: the states of the playground are seen as readers see them.
    """

    theme: str
    layout: str
    site: Path
    versions: Path


@dataclass(frozen=True, slots=True)
class Finding:
    """A rule that an element breaks, in one view of the site."""

    view: str
    rule: str
    target: str
    why: str


@dataclass(frozen=True, slots=True)
class Findings:
    """What one site has: how many views were seen, violations, and what axe cannot decide."""

    name: str
    views: int
    violations: tuple[Finding, ...]
    review: tuple[Finding, ...]


def check() -> Iterator[Outcome]:
    """Look at every combination of theme and layout, and at every page of the documentation."""
    find_chromium()
    script = find_package("axe-core") / "axe.min.js"
    told: dict[tuple[str, ...], str] = {}
    with serve_garden() as api, ProcessPoolExecutor(PROCESSES) as pool:
        looks = [
            Look(theme, layout, build_look(theme, layout, api), build_versions(theme, layout))
            for theme in THEMES
            for layout in LAYOUTS
        ]
        documentation = pool.submit(inspect_pages, DOCS.name, build_site(DOCS), script)
        for findings in pool.map(inspect_look, looks, [script] * len(looks)):
            yield _judge_findings(findings, told)
        yield _judge_findings(documentation.result(), told)


def inspect_pages(name: str, site: Path, script: Path) -> Findings:
    """Run axe on all pages of a site, which show what looks have in common: the content."""
    views = [View(path, path, (1440,)) for path in page_paths(site)]
    source = script.read_text("utf-8")
    with open_browser() as browser, serve_folder(site) as address:
        results = [r for view in views for r in _inspect(browser, source, address, view)]
    return _join_results(name, results)


def inspect_look(look: Look, script: Path) -> Findings:
    """Run axe on all views of one look."""
    source = script.read_text("utf-8")
    results: list[tuple[str, dict[str, Any]]] = []
    with open_browser() as browser:
        with serve_folder(look.site) as address:
            for view in (*_VIEWS, *_API_VIEWS):
                results += _inspect(browser, source, address, view)
        with serve_folder(look.versions) as address:
            for view in _VIEWS_WITH_VERSIONS:
                results += _inspect(browser, source, address, view)
    return _join_results(f"{look.theme} / {look.layout}", results)


def _join_results(name: str, results: list[tuple[str, dict[str, Any]]]) -> Findings:
    violations, review = (
        tuple(Finding(view, **item) for view, result in results for item in result[key])
        for key in ("violations", "review")
    )
    return Findings(name, len(results), violations, review)


def _inspect(
    browser: Browser, source: str, address: str, view: View
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Run axe in one state of a page, at its widths and in both modes."""
    with open_page(browser, view.widths[0]) as page:
        page.goto(address + view.path)
        view.reach(page)
        page.evaluate(source)
        for width in view.widths:
            page.set_viewport_size({"width": width, "height": 900})
            for mode in MODES:
                page.emulate_media(color_scheme=mode)
                page.locator(f"html.{mode}").wait_for()
                yield f"{view.name} {width} {mode}", page.evaluate(_RUN)


# states that a reader reaches


def _open_drawer(page: Page) -> None:
    page.locator(".menu-button").click()
    page.locator("#sidebar:popover-open").wait_for()


def _open_contents(page: Page) -> None:
    page.locator(".contents-bar summary").click()


def _open_start_of_search(page: Page) -> None:
    page.evaluate("localStorage.setItem('octavo-searches:', '[\"watering\"]')")
    page.keyboard.press("Control+k")
    page.get_by_role("group", name="Start here").wait_for()


def _search(page: Page, query: str) -> None:
    page.keyboard.press("Control+k")
    page.get_by_role("combobox").fill(query)


def _find_pages(page: Page) -> None:
    _search(page, "water")
    page.locator(".search-heading").first.wait_for()


def _find_operations(page: Page) -> None:
    _search(page, "list plan")
    page.locator(".search-path").first.wait_for()


def _find_nothing(page: Page) -> None:
    _search(page, "waterzzqx")
    page.locator(".search-offers button").first.wait_for()


def _find_nothing_in_version(page: Page) -> None:
    _search(page, "zzqx")
    page.locator(".search-message", has_text="Nothing found").wait_for()


def _lose_search(page: Page) -> None:
    page.route("**/search.json", lambda route: route.abort())
    _search(page, "water")
    page.get_by_role("button", name="Try again").wait_for()


def _reach_hit(page: Page) -> None:
    _find_pages(page)
    page.keyboard.press("Enter")
    page.wait_for_function("() => CSS.highlights.has('search-hit')")


def _open_versions(page: Page) -> None:
    summary = page.locator(".versions summary").locator("visible=true")
    if not summary.count():
        _open_drawer(page)
    summary.first.click()


def _send_too_early(page: Page) -> None:
    open_playground(page)
    page.locator(".play-send").click()
    page.locator(".play-missing").wait_for()


def _send_wrong_value(page: Page) -> None:
    open_playground(page)
    page.get_by_label("limit", exact=True).fill("0")
    page.locator(".slot-error:not(:empty)").wait_for()
    page.get_by_role("button", name="Add a header or query parameter").click()
    page.locator(".extra").get_by_label("Value").fill("1")
    page.locator(".extra-hint:not(:empty)").wait_for()


def _get_answer(page: Page) -> None:
    open_playground(page)
    fill_in(page)
    page.locator(".play-send").click()
    page.locator(".response-fits").wait_for()
    page.locator(".response-headers summary").click()
    page.locator(".history summary").click()


def _get_no_answer(page: Page) -> None:
    open_playground(page)
    fill_in(page)
    page.route("**/v1/**", lambda route: route.abort())
    page.locator(".play-send").click()
    page.locator(".response-failure").wait_for()


def _lose_connection(page: Page) -> None:
    page.route("**/playground/*", lambda route: route.abort())
    page.get_by_role("button", name="Try it").click()
    page.locator(".endpoint-trouble").wait_for()


def _stay(_page: Page) -> None:
    """Look at the page as it comes."""


@dataclass(frozen=True, slots=True)
class View:
    """A page, the widths it is seen at, and how its state is reached."""

    name: str
    path: str
    widths: tuple[int, ...]
    reach: Callable[[Page], None] = _stay


_VIEWS = (
    View("content", CONTENT_PAGE, WIDTHS),
    View("home", "/", WIDTHS),
    View("404", "/no-such-page/", WIDTHS),
    View("drawer", CONTENT_PAGE, (360,), _open_drawer),
    View("contents", CONTENT_PAGE, (360,), _open_contents),
    View("search, nothing typed", CONTENT_PAGE, (360, 1440), _open_start_of_search),
    View("search, pages", CONTENT_PAGE, (360, 1440), _find_pages),
    View("search, operations", CONTENT_PAGE, (360, 1440), _find_operations),
    View("search, nothing found", CONTENT_PAGE, (360, 1440), _find_nothing),
    View("search, not loaded", CONTENT_PAGE, (1440,), _lose_search),
    View("a hit of the search", CONTENT_PAGE, (1440,), _reach_hit),
)
_API_VIEWS = (
    View("API page", API_PAGE, WIDTHS),
    View("playground", API_PAGE, (360, 1440), open_playground),
    View("playground, not loaded", API_PAGE, (360,), _lose_connection),
    View("playground, fields are missing", API_PAGE, (360, 1440), _send_too_early),
    View("playground, a wrong value", API_PAGE, (1440,), _send_wrong_value),
    View("playground, an answer", API_PAGE, (360, 1440), _get_answer),
    View("playground, no answer", API_PAGE, (360, 1440), _get_no_answer),
)
_VIEWS_WITH_VERSIONS = (
    View("versions", "/new/", (360,), _open_versions),
    View("versions", "/new/", (1440,), _open_versions),
    View("search in a version", "/new/", (360, 1440), _find_nothing_in_version),
)


# the row


def _judge_findings(findings: Findings, told: dict[tuple[str, ...], str]) -> Outcome:
    """Return the row of a site; what an earlier one has as well is not told again."""
    name = findings.name
    lines = _group(findings.violations)
    first = told.setdefault(lines, name)
    return judge(
        "axe",
        f"{name}, {findings.views} views",
        f"{len(findings.violations)} violations, {len(findings.review)} undecided",
        "0 violations",
        passed=not lines,
        details=lines if first == name else [f"the same as {first}"] * bool(lines),
    )


def _group(findings: tuple[Finding, ...]) -> tuple[str, ...]:
    """Return a line for each broken rule and element, with the views it was seen in."""
    views: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for finding in findings:
        views[finding.rule, finding.target, finding.why].append(finding.view)
    return tuple(
        f"{rule}: {target}: {why} ({', '.join(seen)})"
        for (rule, target, why), seen in views.items()
    )

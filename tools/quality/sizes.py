"""How many bytes a content page costs its reader, as they travel: compressed."""

from __future__ import annotations

import gzip
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Page, Response

from quality.browser import open_browser, open_page
from quality.outcome import Outcome, judge
from quality.server import serve_folder
from quality.sites import CONTENT_PAGE, GARDEN, build_heavy, build_site

# Kilobytes; the last two have no budget and are only listed.
BUDGETS = {"HTML": 10, "scripts": 10, "styles": 15}
API_BUDGET = 20
"""Kilobytes of the HTML of any API page."""
_KINDS = {"document": "HTML", "script": "scripts", "stylesheet": "styles"}


def check() -> Iterator[Outcome]:
    """Measure what a browser loads before and with the search."""
    site = build_site(GARDEN)
    with serve_folder(site) as address, open_browser() as browser, open_page(browser, 1280) as page:
        loaded = follow_loads(page, site, address)
        page.goto(address + CONTENT_PAGE)
        page.wait_for_load_state("networkidle")
        before = sum_sizes(loaded)
        loaded.clear()
        page.keyboard.press("Control+k")
        # The pages to begin with come from the index: by then, all of the search is there.
        page.locator("dialog[open] .search-page").first.wait_for()
        search = sum_sizes(loaded)
    for kind, budget in BUDGETS.items():
        size, files = before[kind]
        yield judge(
            "sizes",
            f"{kind} of a content page, {files} {'file' if files == 1 else 'files'}",
            f"{size / 1000:.1f} KB",
            f"≤ {budget} KB",
            passed=size <= budget * 1000,
        )
    rest = ", ".join(
        f"{kind} {size / 1000:.1f} KB" for kind, (size, _) in before.items() if kind not in BUDGETS
    )
    later = ", ".join(f"{kind} {size / 1000:.1f} KB" for kind, (size, _) in search.items())
    yield judge("sizes", "other files of the page", rest or "none", "", passed=True)
    yield judge("sizes", "when the search opens", later, "", passed=True)
    yield _judge_heavy()


def _judge_heavy() -> Outcome:
    """Weigh the pages of an API document that has too much of everything."""
    pages = [*(build_heavy() / "api").rglob("index.html")]
    size, largest = max((_weigh(page), page.parent.name) for page in pages)
    return judge(
        "sizes",
        f"largest API page of an invented document, {len(pages)} pages",
        f"{size / 1000:.1f} KB ({largest})",
        f"≤ {API_BUDGET} KB",
        passed=size <= API_BUDGET * 1000,
    )


def follow_loads(page: Page, site: Path, address: str) -> dict[Path, str]:
    """Note each file of the site that the page loads, and its kind."""
    loaded: dict[Path, str] = {}

    def note(response: Response) -> None:
        if not response.url.startswith(address):
            return
        path = site / urlsplit(response.url).path.lstrip("/")
        file = path / "index.html" if path.is_dir() else path
        kind = response.request.resource_type
        loaded[file] = _KINDS.get(kind, file.name)

    page.on("response", note)
    return loaded


def sum_sizes(loaded: dict[Path, str]) -> dict[str, tuple[int, int]]:
    """Return the bytes and the number of files of each kind."""
    sizes: dict[str, tuple[int, int]] = defaultdict(lambda: (0, 0))
    for file, kind in loaded.items():
        size, files = sizes[kind]
        sizes[kind] = size + _weigh(file), files + 1
    return sizes


def _weigh(file: Path) -> int:
    return len(gzip.compress(file.read_bytes(), 9, mtime=0))

"""Every hostile text in every place of an API document, read as browsers read it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Dialog, Page

from octavo.builder.folder_build import build_folder
from tests.browser.injected_documents import SINKS, injected_document
from tests.effort import RecordProperty, effort
from tests.patience import wait_until
from tests.render.api.foreign_parts import Allowed, Parts, allow, check_page
from tests.served_sites import ServedSite, serving

pytestmark = pytest.mark.browser

PAYLOADS = {
    "image": '"><img src=x onerror=alert(1)>',
    "script": "</script><script>alert(1)</script>",
    "handler": "'onmouseover=alert(1) '",
    "address": "javascript:alert(1)",
    "address with a tab": "jav\tascript:alert(1)",
    "address in entities": "&#x6a;avascript:alert(1)",
    "address of data": "data:text/html,<script>alert(1)</script>",
    "template": "{{7919*7907}}${7919*7907}<%=7919*7907%>{7919*7907}",
    "backticks": "`${alert(1)}`",
    "end of a comment": "*/alert(1)/*",
    "shell": "'; rm -rf x; '",
    "front matter": "\n---\nopenapi: evil",
    "parent folder": "../../x",
    "prototype": "__proto__",
    "line separator": "a\u2028b",
    "bidirectional": "a\u202egnp.exe",
    "null": "a\0b",
    "immense": "a" * 2**20,
}
TRIED = list(PAYLOADS)[: effort(1, scorecard=len(PAYLOADS))]
EVERY = effort(8, scorecard=1)
OPENED = {name: [7 * number % len(SINKS)] for number, name in enumerate(PAYLOADS)}
"""The places whose pages are also opened and used, by text."""
OPENED["image"] = list(range(4 % EVERY, len(SINKS), EVERY))

LIST = """(root) => {
  const found = [], scripts = [], texts = [];
  const visit = (part) => {
    for (const element of part.querySelectorAll("*")) {
      const attributes = Object.fromEntries([...element.attributes].map((a) => [a.name, a.value]));
      found.push([element.localName, attributes]);
      if (element.localName === "script") scripts.push([attributes, element.textContent]);
      else for (const node of element.childNodes) {
        if (node.nodeType === Node.TEXT_NODE) texts.push(node.data);
      }
      if (element.localName === "template") visit(element.content);
    }
  };
  visit(root);
  return JSON.stringify([found, scripts, texts]);
}"""
PARSE = f"(html) => ({LIST})(new DOMParser().parseFromString(html, 'text/html'))"
TOUCH = """() => {
  for (const element of document.querySelectorAll("*")) {
    for (const kind of ["mouseover", "mouseenter", "focus", "error", "load"]) {
      element.dispatchEvent(new Event(kind));
    }
  }
}"""


class Watched:
    """A browser without the policy of pages, which would hide what they let in."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.dialogs: list[str] = []
        page.on("dialog", self._close)

    def _close(self, dialog: Dialog) -> None:
        self.dialogs.append(dialog.message)
        dialog.dismiss()

    def parse(self, file: Path) -> Parts:
        return Parts(*json.loads(self.page.evaluate(PARSE, file.read_text("utf-8"))))

    def use(self, address: str) -> Parts:
        """Open a page, try what it documents, and return what it is made of then."""
        self.page.goto(address)
        self.page.evaluate(TOUCH)
        self.page.get_by_role("button", name="Try it").click()
        self.page.locator(".play-bar").wait_for()
        self.page.evaluate(TOUCH)
        return Parts(*json.loads(self.page.evaluate(f"() => ({LIST})(document)")))


@pytest.fixture(scope="module")
def watched(chromium: Browser) -> Iterator[Watched]:
    context = chromium.new_context(bypass_csp=True)
    yield Watched(context.new_page())
    context.close()


def build_matrix(folder: Path, text: str) -> Path:
    """Build a site with a document for each place, all with the same text."""
    project = folder / "project"
    project.mkdir()
    tabs = []
    for number, sink in enumerate(SINKS):
        tabs.append({"name": f"{number}", "url": f"s{number}", "openapi": f"{number}.json"})
        (project / f"{number}.json").write_text(json.dumps(injected_document(sink, text)))
    navigation = [{"group": "Start", "pages": ["index"]}]
    (project / "site.json").write_text(
        json.dumps({"name": "Site", "navigation": navigation, "tabs": tabs})
    )
    (project / "index.mdx").write_text("Hello.\n")
    report = build_folder(str(project), str(folder / "site"))
    assert report.output
    return folder / "site"


def operations(site: Path, number: int) -> list[Path]:
    """Return the pages of a place, without those that only lead to one of them."""
    pages = sorted((site / f"s{number}").rglob("index.html"))
    return [page for page in pages if b'http-equiv="refresh"' not in page.read_bytes()]


def open_page(watched: Watched, server: ServedSite, site: Path, file: Path) -> Parts:
    return watched.use(f"{server.address}/{file.parent.relative_to(site)}/")


@pytest.fixture(scope="module")
def allowed(watched: Watched, tmp_path_factory: pytest.TempPathFactory) -> tuple[Allowed, int]:
    """What pages are made of when no text means any harm, and how many a place has."""
    site = build_matrix(tmp_path_factory.mktemp("harmless"), "harmless")
    # Large parts are in separate files until they are opened.
    as_long = "b" * max(len(PAYLOADS[name]) for name in TRIED)
    other = build_matrix(tmp_path_factory.mktemp("long"), as_long)
    pages = [watched.parse(file) for folder in (site, other) for file in folder.rglob("*.html")]
    with serving(site) as server:
        pages += [open_page(watched, server, site, file) for file in operations(site, 0)]
    return allow(pages), len(operations(site, 0))


@pytest.mark.whole
@pytest.mark.scorecard("SR-10")
@pytest.mark.parametrize("name", TRIED)
def test_no_text_adds_a_part_to_a_page_or_runs(
    name: str,
    watched: Watched,
    allowed: tuple[Allowed, int],
    tmp_path: Path,
    record_property: RecordProperty,
) -> None:
    site = build_matrix(tmp_path, PAYLOADS[name])
    watched.dialogs.clear()
    for file in site.rglob("*.html"):
        check_page(f"{name} {file.relative_to(site)}"[:200], watched.parse(file), allowed[0])
    with serving(site) as server:
        for number in OPENED[name]:
            for file in operations(site, number):
                page = open_page(watched, server, site, file)
                check_page(f"{name} {SINKS[number]}", page, allowed[0])
    assert {len(operations(site, number)) for number in range(len(SINKS))} == {allowed[1]}
    assert watched.dialogs == []
    record_property("pairs of a text and a place", len(SINKS))
    record_property("of them opened", len(OPENED[name]))
    record_property("dialogs", len(watched.dialogs))


def test_what_runs_is_seen(watched: Watched) -> None:
    watched.dialogs.clear()
    watched.page.set_content(f"<a title='{PAYLOADS['handler']}'>x</a>{PAYLOADS['image']}")
    watched.page.evaluate(TOUCH)
    wait_until(lambda: watched.dialogs, lambda: watched.page.wait_for_timeout(20))

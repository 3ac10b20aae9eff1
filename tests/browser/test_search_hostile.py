"""The search shows texts of pages, API documents and readers: none of them becomes markup."""

from __future__ import annotations

import json
from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Dialog, Page, expect

from tests.browser.page_project import write_project
from tests.effort import effort
from tests.patience import wait_in_page
from tests.project_folder import write_files

pytestmark = pytest.mark.browser

PAYLOADS = [
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)>",
    '"><script>alert(1)</script>',
    "javascript:alert(1)",
    "<iframe srcdoc='<script>alert(1)</script>'>",
    "<math><mtext><mglyph><style><img onerror=alert(1) src>",
    "{{constructor.constructor('alert(1)')()}}",
    "${alert(1)}",
    "__proto__ constructor toString",
    "</mark><object data=x onerror=alert(1)>",
    "<a href=javascript:alert(1)>open</a>",
    "<details open ontoggle=alert(1)>",
    "<input autofocus onfocus=alert(1)>",
]
SPELLINGS: list[Callable[[str], str]] = [
    str,
    str.upper,
    lambda text: f"wallaby {text}",
    lambda text: text.replace("<", "&lt;"),
    "\\u0000".join,
    lambda text: text + text,
]
TRIED = SPELLINGS[: effort(1, whole=5, scorecard=len(SPELLINGS))]
TEXTS = [spell(payload) for payload in PAYLOADS for spell in TRIED]
"""Titles and queries alike."""
LINKED = PAYLOADS[: effort(6, whole=len(PAYLOADS), scorecard=len(PAYLOADS))]
"""Queries in addresses: each is a page that is loaded."""

# Characters that neither rows nor pages contain, and that would run as code.
WATCH = """() => {
  window.foreign = [];
  const wrong = "img, script, iframe, math, style, object, embed, [ontoggle], [autofocus], "
    + "[onerror], [onload], [onfocus], a[href^='javascript:' i]";
  new MutationObserver((records) => {
    for (const node of records.flatMap((record) => [...record.addedNodes])) {
      if (node.matches?.(wrong) || node.querySelector?.(wrong)) window.foreign.push(node.outerHTML);
    }
  }).observe(document, { childList: true, subtree: true });
}"""


def write_hostile_page(text: str, number: int) -> str:
    """Return a page whose title, description, heading and words are hostile."""
    quoted = json.dumps(text)
    escaped = "".join(f"\\{sign}" if sign in "\\`*_{}[]<>#$&!|" else sign for sign in text)
    return (
        f"---\ntitle: {quoted}\ndescription: {quoted}\nkeywords: [{quoted}]\n---\n\n"
        f"Wallaby wallaby{number:03}. {escaped}\n\n## Wallaby {escaped}\n\n`` {text} ``\n"
    )


def write_hostile_operations(texts: list[str]) -> dict[str, object]:
    """Return paths of an API document with hostile names and texts everywhere."""
    paths: dict[str, object] = {}
    for number, text in enumerate(texts):
        schema = {"type": "string", "enum": [text, "wallaby"], "description": text}
        paths[f"/wallabies{number}/{text.replace('/', '')}"] = {
            "get": {
                "summary": f"Wallaby {text}",
                "description": text,
                "operationId": f"{number}{text}",
                "parameters": [{"name": text, "in": "query", "schema": schema}],
                "responses": {"200": {"description": text}},
            }
        }
    return paths


@pytest.fixture(scope="module")
def hostile_site(
    serve_project: Callable[..., str], tmp_path_factory: pytest.TempPathFactory
) -> str:
    pages = {f"p{n}": write_hostile_page(text, n) for n, text in enumerate(TEXTS)}
    groups = [f"{payload} group" for payload in PAYLOADS]
    count = len(TRIED)
    root = write_project(
        tmp_path_factory.mktemp("hostile"),
        pages,
        tabs=[{"name": f"{PAYLOADS[0]} API", "url": "api", "openapi": "own.json"}],
        primaryTab={"name": PAYLOADS[1]},
        navigation=[
            {"group": group, "pages": list(pages)[at * count : (at + 1) * count]}
            for at, group in enumerate(groups)
        ],
    )
    document = {
        "openapi": "3.1.0",
        "info": {"title": PAYLOADS[0], "version": "1"},
        "paths": write_hostile_operations(PAYLOADS),
    }
    return serve_project(write_files(root, {"own.json": document}))


def collect_dialogs(page: Page) -> list[str]:
    """Close what scripts of others open, and return the list in which it is noted."""
    dialogs: list[str] = []

    def close(dialog: Dialog) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", close)
    return dialogs


@pytest.mark.scorecard("SR-11")
def test_no_hostile_title_or_query_runs_or_adds_anything(
    hostile_site: str, page: Page, record_property: Callable[[str, object], None]
) -> None:
    dialogs = collect_dialogs(page)
    # What is not seen is not drawn, and this draws hundreds of lists.
    page.set_viewport_size({"width": 800, "height": 300})
    page.goto(f"{hostile_site}/p0/")
    page.keyboard.press("/")
    expect(page.get_by_role("group", name="Start here")).to_be_visible()
    page.evaluate(WATCH)
    field = page.get_by_role("combobox")
    seen: set[str] = set()
    for number, query in enumerate(TEXTS):
        field.fill(f"wallaby{number:03}")
        title = page.locator(f'.search-page[href$="/p{number}/"] .search-title')
        expect(title).to_be_visible()
        seen.add(title.text_content() or "")
        field.fill(query)
        # The hits are shown in the frames that follow.
        page.evaluate("() => new Promise((r) => setTimeout(() => requestAnimationFrame(r), 30))")
    field.fill("get wallabies")
    expect(page.locator(".search-path").first).to_be_visible()
    assert page.evaluate("window.foreign") == []
    page.add_init_script(f"({WATCH})()")
    for payload in LINKED:
        page.goto(f"{hostile_site}/p0/?{urlencode({'q': payload})}")
        expect(field).to_have_value(payload)
        expect(page.locator(".search-hit, .search-message:not(:empty)").first).to_be_visible()
        assert (
            page.locator(".search-dialog").evaluate(
                "(dialog) => dialog.querySelectorAll('img, script, iframe, math, object').length"
            )
            == 0
        )
    assert dialogs == []
    assert len(seen) >= 12 * len(TRIED)
    record_property("hostile titles", len(seen))
    record_property("hostile queries", len(TEXTS) + len(LINKED))
    record_property("scripts run", len(dialogs))


@pytest.mark.scorecard("SR-11")
def test_a_hostile_hit_is_remembered_and_reached_as_text(hostile_site: str, page: Page) -> None:
    dialogs = collect_dialogs(page)
    page.goto(f"{hostile_site}/p0/")
    page.keyboard.press("/")
    page.get_by_role("combobox").fill(PAYLOADS[0])
    page.locator(".search-list mark").first.wait_for()
    page.get_by_role("option").first.click()
    wait_in_page(page, "CSS.highlights.get('search-hit')?.size > 0")
    page.keyboard.press("/")
    expect(page.get_by_role("group", name="Recent searches")).to_contain_text(PAYLOADS[0])
    assert page.locator(".search-dialog img").count() == 0
    assert dialogs == []

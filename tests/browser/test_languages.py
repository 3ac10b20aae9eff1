"""Sites in several languages: the menu keeps the page, and Arabic is read from right to left."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import list_violations, needs_axe
from tests.whole import first_of_each

pytestmark = [pytest.mark.browser, pytest.mark.shares_page]

TEXT = """Text with `code`, and **more**.

## First part

```python title="hello.py"
print("hello")
```

<CodeGroup>
```bash One
echo 1
```
```bash Two
echo 2
```
</CodeGroup>

<CardGroup cols={2}>
<Card title="One" icon="star" href="/a">Text</Card>
<Card title="Two">Text</Card>
</CardGroup>

<Steps><Step title="One">Text</Step><Step title="Two">Text</Step></Steps>

<Tabs><Tab title="One">Text</Tab><Tab title="Two">Text</Tab></Tabs>

<Note>Text</Note>

<Accordion title="More">Text</Accordion>

| A | B |
|---|---|
| 1 | 2 |

## Second part

<ParamField path="id" type="string" required>Text</ParamField>
"""

API: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Plants", "version": "1"},
    "servers": [{"url": "https://api.example.com"}],
    "security": [{"key": []}],
    "components": {"securitySchemes": {"key": {"type": "http", "scheme": "bearer"}}},
    "paths": {
        "/plants/{id}": {
            "get": {
                "summary": "Pflanze",
                "parameters": [
                    {
                        "name": "id",
                        "in": "path",
                        "required": True,
                        "schema": {"type": "string", "maxLength": 20},
                    }
                ],
                "responses": {"204": {"description": "Nichts"}},
            }
        }
    },
}


@pytest.fixture(scope="module")
def site(serve_project: Callable[[Path], str], tmp_path_factory: pytest.TempPathFactory) -> str:
    root = tmp_path_factory.mktemp("languages")
    folders = {"English": "", "Deutsch": "de/", "العربية": "ar/"}
    for name, folder in folders.items():
        for page in ("index", "a", "b") if folder != "de/" else ("index", "a"):
            path = root / f"{folder}{page}.mdx"
            path.parent.mkdir(exist_ok=True)
            path.write_text(f"---\ntitle: {name} {page}\n---\n\n{TEXT}")
    settings: dict[str, Any] = {
        "name": "Test",
        "versions": list(folders),
        "feedback": {"raiseIssue": True},
        "repository": "https://github.com/acme/docs",
        "topbarLinks": [{"name": "Support", "url": "https://support.example"}],
        "navigation": [
            {"group": name, "version": name, "pages": [f"{folder}index", f"{folder}a"]}
            for name, folder in folders.items()
        ],
    }
    settings["navigation"][0]["pages"].append("b")
    for at, folder in ((1, "de"), (2, "ar")):
        settings["navigation"][at]["pages"].append(f"{folder}/plants")
        (root / folder / "plants.mdx").write_text("---\nopenapi: api.json GET /plants/{id}\n---\n")
    (root / "api.json").write_text(json.dumps(API))
    (root / "site.json").write_text(json.dumps(settings))
    return serve_project(root)


def choose(page: Page, language: str) -> None:
    page.locator(".topbar .languages summary").click()
    page.locator(".topbar .languages").get_by_role("link", name=language).click()


@pytest.mark.whole
def test_choosing_a_language_keeps_the_page(page: Page, site: str) -> None:
    page.goto(f"{site}/a/")
    choose(page, "Deutsch")
    page.wait_for_url("**/de/a/")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    choose(page, "العربية")
    page.wait_for_url("**/ar/a/")
    expect(page.locator("html")).to_have_attribute("dir", "rtl")


@pytest.mark.whole
def test_a_page_that_a_language_lacks_leads_to_its_first(page: Page, site: str) -> None:
    page.goto(f"{site}/b/")
    choose(page, "Deutsch")
    page.wait_for_url("**/de/")


def test_the_menu_works_without_scripts_and_by_keyboard(chromium: Browser, site: str) -> None:
    context = chromium.new_context(
        java_script_enabled=False, viewport={"width": 390, "height": 800}
    )
    page = context.new_page()
    page.goto(f"{site}/a/")
    summary = page.locator(".topbar .languages summary")
    box = summary.bounding_box()
    assert box is not None
    assert box["width"] >= 24
    assert box["height"] >= 24
    summary.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/de/a/")
    context.close()


def test_escape_closes_the_menu(page: Page, site: str) -> None:
    page.goto(f"{site}/a/")
    menu = page.locator(".topbar .languages")
    menu.locator("summary").click()
    expect(menu).to_have_attribute("open", "")
    page.keyboard.press("Escape")
    expect(menu).not_to_have_attribute("open", "")
    expect(menu.locator("summary")).to_be_focused()


def test_scripts_speak_the_language_of_the_page(page: Page, site: str) -> None:
    page.goto(f"{site}/de/a/")
    expect(page.locator("[data-mode-toggle]")).to_have_attribute(
        "aria-label", "Zum dunklen Modus wechseln"
    )
    page.keyboard.press("Control+k")
    dialog = page.get_by_role("dialog", name="Suchen")
    expect(dialog.get_by_role("button", name="Schließen")).to_be_visible()
    dialog.get_by_role("combobox").fill("hello")
    expect(dialog.get_by_role("option").first).to_be_visible()
    hits = dialog.get_by_role("option").all_text_contents()
    assert hits
    assert all("English" not in hit and "العربية" not in hit for hit in hits)
    expect(dialog.get_by_text("Alle Sprachen")).to_be_visible()


def test_api_pages_and_the_playground_speak_the_language_of_the_page(page: Page, site: str) -> None:
    page.goto(f"{site}/de/plants/")
    content = page.locator("#content-area")
    for title in ("Autorisierung", "Pfadparameter", "Antwort"):
        expect(content.get_by_role("heading", name=title)).to_be_visible()
    expect(content.get_by_text("Höchstens 20 Zeichen")).to_be_visible()
    expect(content.locator("#path\\.id .field-required")).to_have_text("erforderlich")
    content.get_by_role("button", name="Ausprobieren").click()
    expect(content.get_by_role("button", name="Senden")).to_be_visible()
    expect(content.get_by_role("button", name="Beispiel eintragen")).to_be_visible()
    content.get_by_role("button", name="Schließen").click()
    expect(content.get_by_role("button", name="Ausprobieren")).to_be_visible()


def test_the_playground_says_in_the_language_of_the_page_what_is_missing(
    page: Page, site: str
) -> None:
    page.goto(f"{site}/de/plants/")
    content = page.locator("#content-area")
    content.get_by_role("button", name="Ausprobieren").click()
    content.get_by_role("button", name="Senden", exact=True).click()
    missing = content.get_by_role("alert")
    expect(missing).to_contain_text("2 Felder brauchen einen Blick")
    expect(missing).to_contain_text("id ist erforderlich")
    field = content.get_by_role("textbox", name="id")
    field.fill("x" * 21)
    expect(content.get_by_text("Dieses Feld darf höchstens 20 Zeichen haben")).to_be_visible()
    expect(content.get_by_role("button", name="Leer senden: id")).to_be_hidden()


@pytest.mark.whole
def test_the_playground_opens_where_its_texts_cannot_be_loaded(
    chromium: Browser, site: str
) -> None:
    context = chromium.new_context()
    page = context.new_page()
    page.route("**/texts/de-playground.js", lambda route: route.abort())
    page.goto(f"{site}/de/plants/")
    page.get_by_role("button", name="Ausprobieren").click()
    expect(page.locator(".play-send")).to_contain_text("Send")
    context.close()


@pytest.mark.whole
def test_the_playground_fits_where_pages_are_read_from_right_to_left(page: Page, site: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{site}/ar/plants/")
    page.get_by_role("button", name="Try it").click()
    page.locator(".play-send").click()
    expect(page.locator(".play-missing")).to_contain_text("2 fields need attention")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("width", first_of_each([1440, 820, 390]))
def test_right_to_left_pages_fit_and_are_mirrored(page: Page, site: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"{site}/ar/a/")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    starts = page.evaluate(
        """() => ["#page-title", ".nav-logo", ".mdx-content h2"].map((name) => {
          const box = document.querySelector(name).getBoundingClientRect();
          return innerWidth - box.right < innerWidth / 2;
        })"""
    )
    assert starts == [True, True, True]
    assert page.evaluate("getComputedStyle(document.querySelector('pre')).direction") == "ltr"
    if width == 1440:
        sidebar = page.locator("#sidebar").bounding_box()
        contents = page.locator("#table-of-contents").bounding_box()
        assert sidebar
        assert contents
        assert contents["x"] < width / 2 < sidebar["x"]


def test_the_drawer_opens_from_the_right(page: Page, site: str) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(f"{site}/ar/a/")
    page.locator(".menu-button").click()
    box = page.locator("#sidebar").bounding_box()
    assert box is not None
    assert round(box["x"] + box["width"]) == 390
    assert page.evaluate("document.documentElement.scrollWidth") == 390


@needs_axe
@pytest.mark.parametrize("scheme", first_of_each(["light", "dark"]))
@pytest.mark.parametrize("path", first_of_each(["/ar/a/", "/de/a/"]))
def test_axe_finds_nothing(
    chromium: Browser, site: str, path: str, scheme: Literal["light", "dark"]
) -> None:
    context = chromium.new_context(color_scheme=scheme, reduced_motion="reduce")
    page = context.new_page()
    page.goto(site + path)
    page.locator(".topbar .languages summary").click()
    assert list_violations(page) == []
    context.close()

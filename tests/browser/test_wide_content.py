"""Tables and diagrams that are wider than a phone: they can be read, and scroll sideways."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.page_project import write_project

pytestmark = pytest.mark.browser

COLUMNS = 7
SENTENCE = "Some words that go on for longer than a narrow column"
PAGE = f"""---
title: Wide
---

| {" | ".join(f"Name {number}" for number in range(COLUMNS))} |
|{"---|" * COLUMNS}
| 1 | {" | ".join([SENTENCE] * (COLUMNS - 1))} |

| Key | Type | Description |
|---|---|---|
| `a` | text | {SENTENCE} |

```mermaid
flowchart LR
  A[Reader opens the page] --> B[Browser asks for files] --> C[Server of the site] --> D[Database]
```
"""


@pytest.fixture(scope="module")
def site(serve_project: Callable[[Path], str], tmp_path_factory: pytest.TempPathFactory) -> str:
    return serve_project(write_project(tmp_path_factory.mktemp("wide"), {"index": PAGE}))


@pytest.fixture
def phone(chromium: Browser, site: str) -> Iterator[Page]:
    context = chromium.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto(site)
    yield page
    context.close()


def test_many_columns_are_wide_enough_to_be_read_and_scroll(phone: Page) -> None:
    table = phone.get_by_role("group", name="Table").first
    widths = table.locator("td").evaluate_all("cells => cells.map((cell) => cell.offsetWidth)")
    assert len(widths) == COLUMNS
    assert widths[0] < 100  # what is short takes no more room than it needs
    assert all(150 < width < 300 for width in widths[1:])
    table.focus()
    expect(table).to_be_focused()
    assert table.evaluate("frame => frame.scrollWidth > frame.clientWidth")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


def test_few_columns_fit_the_screen(phone: Page) -> None:
    table = phone.get_by_role("group", name="Table").nth(1)
    assert table.evaluate("frame => frame.scrollWidth <= frame.clientWidth")


def test_a_diagram_keeps_its_size_on_phones_and_fits_the_column_elsewhere(phone: Page) -> None:
    frame = phone.get_by_role("group", name="Diagram")
    picture = frame.locator("img:visible")
    shown = "picture => [picture.offsetWidth, Number(picture.getAttribute('width'))]"
    width, drawn = picture.evaluate(shown)
    assert width == drawn > 520
    frame.focus()
    expect(frame).to_be_focused()
    assert frame.evaluate("frame => frame.scrollWidth > frame.clientWidth")
    phone.set_viewport_size({"width": 1280, "height": 800})
    expect(frame).to_be_visible()
    assert frame.evaluate("frame => frame.scrollWidth <= frame.clientWidth")

"""The example site from end to end: its forms, its service, its answers."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.whole import first_of_each

pytestmark = pytest.mark.browser

GARDEN = Path(__file__).parents[2] / "examples" / "garden"
TOKEN = "gdn_test_4cTz"

# Opens an operation in the page that is there, fills in its example, and sends it.
TRY = """async ([address, token, label]) => {
  const page = new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
  const content = page.querySelector(".mdx-content");
  document.querySelector(".mdx-content").replaceWith(content);
  const script = document.querySelector('script[src$="/api/try-it.js"]').src;
  const { togglePlayground } = await import(script.replace("api/try-it", "playground/open"));
  await togglePlayground(content.querySelector(".endpoint-try"));
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const input = [...content.querySelectorAll("label")].find((each) => each.textContent === "Token");
  if (input) {
    input.control.value = token;
    input.control.dispatchEvent(new Event("input", { bubbles: true }));
  }
  const fills = content.querySelector(".play-actions > :first-child");
  const status = () => document.querySelector("[role='status']");
  status()?.replaceChildren();
  if (fills?.matches("select")) fills.value = label ?? fills.options[1].value;
  if (fills?.matches("select")) fills.dispatchEvent(new Event("change", { bubbles: true }));
  else fills?.click();
  const isFilling = fills?.matches(":not([aria-expanded])");
  while (isFilling && status()?.textContent !== "Filled in") await wait(10);
  const view = content.querySelector(".view-button[data-view='text']");
  view?.click();
  while (view && !content.querySelector(".body-text textarea")) await wait(10);
  const text = content.querySelector(".body-text textarea")?.value ?? null;
  if (view) content.querySelector(".view-button[data-view='form']").click();
  content.querySelector(".play-send").click();
  const missing = content.querySelector(".play-missing");
  const response = content.querySelector(".play-response");
  // What is missing is told by a part that is loaded for it.
  const isWaiting = () => missing.hidden && !response.hasChildNodes();
  for (let tries = 0; tries < 12_000 && isWaiting(); tries++) await wait(5);
  const found = missing.hidden ? [] : [...missing.querySelectorAll("li")].map((li) => li.innerText);
  if (found.length) missing.querySelector(".play-button").click();
  for (let tries = 0; tries < 6_000; tries++) {
    const shown = content.querySelector(".play-response").innerText;
    if (/documented/.test(shown)) return { shown, text, found };
    await wait(10);
  }
  return { shown: content.querySelector(".play-response").innerText, text, found };
}"""


@pytest.fixture(scope="module")
def garden(
    serve_project: Callable[[Path], str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """The example with its service on a free port."""
    command = [sys.executable, str(GARDEN / "service"), "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as service:
        assert service.stderr is not None
        port = re.search(r":(\d+)/v1", service.stderr.readline())
        assert port is not None
        project = tmp_path_factory.mktemp("garden") / "project"
        shutil.copytree(GARDEN, project, ignore=shutil.ignore_patterns("service"))
        document = project / "openapi.yaml"
        written = document.read_text("utf-8")
        document.write_text(written.replace("localhost:3100", f"localhost:{port[1]}"), "utf-8")
        yield serve_project(project)
        service.terminate()


@pytest.fixture(scope="module")
def try_operation(chromium: Browser, garden: str) -> Iterator[Callable[..., dict[str, Any]]]:
    """Fills in the example of an operation and sends it; returns the visible response."""
    context = chromium.new_context(viewport={"width": 1440, "height": 900})
    page: Page = context.new_page()
    page.goto(f"{garden}/api-reference/beds/list-beds/")

    def run(path: str, label: str | None = None) -> dict[str, Any]:
        address = f"{garden}/api-reference/{path}/"
        tried: dict[str, Any] = page.evaluate(TRY, [address, TOKEN, label])
        return tried

    yield run
    context.close()


@pytest.mark.parametrize(
    ("path", "status"),
    first_of_each(
        [
            ("account/get-the-services-status", "200 OK"),
            ("beds/list-beds", "200 OK"),
            ("beds/create-a-bed", "201 Created"),
            ("beds/get-a-bed", "200 OK"),
            ("beds/change-a-bed", "200 OK"),
            ("watering/water-a-bed", "202 Accepted"),
            ("watering/get-a-run", "200 OK"),
            ("watering/hold-a-site", "201 Created"),
            ("plans/get-a-plan", "200 OK"),
            ("plans/write-a-plan", "200 OK"),
            ("sensors/get-a-sensor", "200 OK"),
            ("sensors/list-readings", "200 OK"),
            ("account/create-a-webhook", "201 Created"),
        ]
    ),
)
def test_an_example_that_is_filled_in_and_sent_gets_its_answer(
    path: str, status: str, try_operation: Callable[..., dict[str, Any]]
) -> None:
    tried = try_operation(path)
    assert status in tried["shown"]
    assert "undocumented" not in tried["shown"]
    assert tried["found"] == []


@pytest.mark.parametrize(
    ("path", "label", "expected"),
    [
        (
            "plans/write-a-plan",
            "Every other morning",
            {
                "mode": "clock",
                "name": "Mornings",
                "days": ["mon", "wed", "fri"],
                "at": "05:30",
                "minutes": 25,
            },
        ),
        ("beds/change-a-bed", "Take its plan away", {"plan": None}),
        (
            "beds/create-a-bed",
            None,
            {"name": "Strawberries", "area": 8.5, "soil": "loam", "tags": ["fruit"]},
        ),
    ],
)
def test_examples_go_through_the_form_without_loss(
    path: str, label: str | None, expected: Any, try_operation: Callable[..., dict[str, Any]]
) -> None:
    tried = try_operation(path, label)
    assert json.loads(tried["text"]) == expected
    assert "200 OK" in tried["shown"] or "201 Created" in tried["shown"]


def test_what_must_be_there_is_asked_for_before_it_is_sent(
    try_operation: Callable[..., dict[str, Any]],
) -> None:
    tried = try_operation("photos/add-photos")
    assert any("photos" in line for line in tried["found"])
    assert "400" in tried["shown"]

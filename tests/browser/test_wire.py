"""The form of the playground sends what the specifications say, byte for byte.

All cells that are asked for are filled in and sent in one page. What a browser cannot send itself
goes through the proxy of a preview, and so does a part of the others.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error

from octavo.builder.folder_build import build_folder
from octavo.builder.served.proxy_manifest import METHODS
from octavo.server.proxy.rules import parse_allowed_net
from tests.browser.wire_forms import (
    FILL_AND_SEND,
    SENDER,
    FormCell,
    list_form_cells,
    list_steps,
    needs_proxy,
    write_project,
)
from tests.patience import HANGS_AFTER
from tests.previews import running_preview
from tests.samples.echo_server import EchoServer, Received, serve_echo
from tests.samples.wire_cells import check_received
from tests.samples.wire_table import name_kind
from tests.whole import first_of_each, list_wanted

pytestmark = pytest.mark.browser

CELLS = [*list_form_cells()]
DIRECT = [cell for cell in CELLS if not needs_proxy(cell.cell)]
# The proxy refuses a path with a value that is empty or holds a slash, and unusual methods.
OTHERS = [
    cell
    for cell in DIRECT
    if not cell.cell.target.startswith("/x/")
    and "%2F" not in cell.cell.target.partition("?")[0]
    and cell.cell.description.get("method", "GET") in METHODS
]
PROXIED = [cell for cell in CELLS if needs_proxy(cell.cell)] + OTHERS[::8]
FIRST_DIRECT = first_of_each(range(len(DIRECT)), lambda number: name_kind(DIRECT[number].cell))
FIRST_PROXIED = first_of_each(range(len(PROXIED)), lambda number: name_kind(PROXIED[number].cell))

# The request does not depend on the look, and every cell has its own form to be styled.
UNDRESS = """() => {
  for (const sheet of document.querySelectorAll("link[rel=stylesheet], style")) sheet.remove();
}"""

Came = dict[str, Received | str]
"""What came of each cell, or why nothing came."""


@pytest.fixture(scope="module")
def from_browser(
    request: pytest.FixtureRequest, chromium: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Came]:
    """The cells that a browser sends itself, from a site as any host would serve it."""
    root = tmp_path_factory.mktemp("wire")
    site = root / "out"
    cells = _list_wanted(request, "from_browser", DIRECT)
    with serve_echo(site) as echo:
        write_project(root, echo, cells)
        report = build_folder(str(root), str(site))
        assert report.output, report.problems
        yield _send_all(chromium, echo.origin, echo, cells)


@pytest.fixture(scope="module")
def from_proxy(
    request: pytest.FixtureRequest, chromium: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Came]:
    """The cells that go through the proxy of a preview."""
    root: Path = tmp_path_factory.mktemp("proxied")
    cells = _list_wanted(request, "from_proxy", PROXIED)
    with serve_echo() as echo:
        write_project(root, echo, cells)
        allowed = parse_allowed_net(echo.origin.removeprefix("http://"))
        with running_preview(root, allow_nets=(allowed,)) as preview:
            yield _send_all(chromium, preview.address, echo, cells)


def _list_wanted(
    request: pytest.FixtureRequest, fixture: str, cells: list[FormCell]
) -> list[FormCell]:
    """Return the cells of the tests that are run with a fixture."""
    return [cells[row["number"]] for row in list_wanted(request, fixture)]


def _send_all(chromium: Browser, site: str, echo: EchoServer, cells: list[FormCell]) -> Came:
    # A small window without motion, because hidden parts need no drawing.
    context = chromium.new_context(viewport={"width": 400, "height": 100}, reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{site}/api/{cells[0].key}/")
    page.evaluate(UNDRESS)
    found: Came = {}
    for form_cell in cells:
        key = form_cell.key
        try:
            page.evaluate(FILL_AND_SEND, [f"{site}/api/{key}/", [*list_steps(form_cell)]])
            _wait_for(echo, key)
            found[key] = echo.take(SENDER, key)
        except (Error, TimeoutError) as error:
            shown = page.locator(".play-response").inner_text()
            found[key] = f"{error} {shown}"
    context.close()
    return found


def _wait_for(echo: EchoServer, key: str) -> None:
    end = time.monotonic() + HANGS_AFTER
    while not echo.requests.get((SENDER, key)):
        if time.monotonic() > end:
            raise TimeoutError("nothing arrived")
        time.sleep(0.002)


def test_the_table_is_large_enough() -> None:
    assert len(DIRECT) >= 230
    assert len(PROXIED) >= 40


@pytest.mark.parametrize("number", FIRST_DIRECT, ids=[cell.name for cell in DIRECT])
def test_the_form_sends_what_the_table_says(number: int, from_browser: Came) -> None:
    form_cell = DIRECT[number]
    came = from_browser[form_cell.key]
    assert isinstance(came, Received), came
    check_received(form_cell.cell, came)


@pytest.mark.parametrize("number", FIRST_PROXIED, ids=[cell.name for cell in PROXIED])
def test_the_proxy_passes_on_what_the_table_says(number: int, from_proxy: Came) -> None:
    form_cell = PROXIED[number]
    came = from_proxy[form_cell.key]
    assert isinstance(came, Received), came
    check_received(form_cell.cell, came)

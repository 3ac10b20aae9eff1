"""Real Chromium against a real server: the built site as any static host would serve it."""

from __future__ import annotations

import functools
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Request,
    ViewportSize,
    expect,
    sync_playwright,
)

from octavo.builder.folder_build import BuildOptions, build_folder
from tests.chromium import find_chromium
from tests.patience import HANGS_AFTER
from tests.playground_api import Api, serve_api

# Without these, Chromium talks to its makers' servers at every start.
_QUIET = ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
# There is almost nothing to draw, so it needs no separate process.
_NO_GRAPHICS = ["--in-process-gpu"]
_VIEWPORT: ViewportSize = {"width": 1440, "height": 900}
# Pages are laid out and do all they do, but are not drawn: without a graphics card that costs much
# time, and few tests look. Those that do call `tests.chromium.draw_page`.
_UNDRAWN = """{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(":root { opacity: 0 !important }");
  document.adoptedStyleSheets.push(sheet);
}"""


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """One browser for all tests of this folder in a process.

    It ends with them, because other tests of this process can't run an event loop while Playwright
    is active.
    """
    path = find_chromium()
    if path is None:
        if os.environ.get("CI"):
            pytest.fail("Chromium is missing, and browser tests must run here")
        pytest.skip("Chromium is missing: install it, or set CHROMIUM to its path")
    # Parts of a page are loaded, and the machine may be busy.
    expect.set_options(timeout=HANGS_AFTER * 1000)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--no-first-run", *_QUIET, *_NO_GRAPHICS]
        )
        browser.on("context", _prepare_context)
        yield browser
        browser.close()


def _prepare_context(context: BrowserContext) -> None:
    context.set_default_timeout(HANGS_AFTER * 1000)
    context.add_init_script(_UNDRAWN)


class _Handler(SimpleHTTPRequestHandler):
    # Pages load dozens of small files: browsers get them over a few connections that stay open.
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *_arguments: object) -> None:
        """Say nothing: the tests do."""


@pytest.fixture(scope="session")
def serve_folder() -> Iterator[Callable[[Path], str]]:
    """Serves a folder, and returns its address."""
    servers: list[ThreadingHTTPServer] = []

    def serve(folder: Path) -> str:
        handler = functools.partial(_Handler, directory=str(folder))
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        return f"http://127.0.0.1:{server.server_port}"

    yield serve
    # Each takes half a second to notice it.
    with ThreadPoolExecutor(max(len(servers), 1)) as threads:
        list(threads.map(ThreadingHTTPServer.shutdown, servers))
    for server in servers:
        server.server_close()


@pytest.fixture(scope="session")
def serve_project(
    tmp_path_factory: pytest.TempPathFactory, serve_folder: Callable[[Path], str]
) -> Callable[..., str]:
    """Builds a project, serves it below a path, and returns its address."""

    def serve(root: Path, base_path: str = "") -> str:
        host = tmp_path_factory.mktemp("site") / "out"
        output = host / base_path.strip("/")
        report = build_folder(str(root), str(output), BuildOptions(base_path=base_path))
        assert report.output, report.problems
        return serve_folder(host) + base_path

    return serve


@pytest.fixture(scope="module")
def api() -> Iterator[Api]:
    """An API that the playground of a file's pages sends to."""
    with serve_api() as server:
        yield server


@pytest.fixture
def page(request: pytest.FixtureRequest, chromium: Browser) -> Iterator[Page]:
    """A page whose test fails on any message in the console and any request to another host.

    Each test has a new one, except where a file is marked with `shares_page`.
    """
    if request.node.get_closest_marker("shares_page"):
        page: Page = request.getfixturevalue("page_of_the_file")
        with _watching(page):
            yield page
            _empty(page)
    else:
        page = chromium.new_context(viewport=_VIEWPORT).new_page()
        with _watching(page):
            yield page
            page.context.close()


@pytest.fixture(scope="module")
def page_of_the_file(chromium: Browser) -> Iterator[Page]:
    """A page that tests have in turns, which costs a browser much less than a new one."""
    page = chromium.new_context(viewport=_VIEWPORT).new_page()
    yield page
    page.context.close()


def _empty(page: Page) -> None:
    """Remove what tests may leave behind in a page that others have after them."""
    for other in page.context.pages:
        if other != page:
            other.close()
    page.context.clear_permissions()
    page.unroute_all(behavior="ignoreErrors")
    if page.url.startswith("http"):  # other pages have no storage
        page.evaluate("localStorage.clear(), sessionStorage.clear()")
    page.goto("about:blank")
    page.set_viewport_size(_VIEWPORT)
    page.emulate_media(media="null", color_scheme="null", reduced_motion="null")


@contextmanager
def _watching(page: Page) -> Iterator[None]:
    told: list[str] = []

    def note_message(message: ConsoleMessage) -> None:
        told.append(message.text)

    def note_error(error: Error) -> None:
        # Chromium itself says this, on slow machines, of a page transition that it gave up.
        if not str(error).startswith("Transition was "):
            told.append(str(error))

    def note_request(request: Request) -> None:
        if not request.url.startswith(("http://127.0.0.1:", "data:", "blob:")):
            told.append(request.url)

    page.on("console", note_message)
    page.on("pageerror", note_error)
    page.on("request", note_request)
    try:
        yield
    finally:
        page.remove_listener("console", note_message)
        page.remove_listener("pageerror", note_error)
        page.remove_listener("request", note_request)
    assert told == []

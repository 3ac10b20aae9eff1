"""Nothing that pages do breaks their policy: on any static host, and in the preview."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import requests
from playwright.sync_api import Browser, BrowserContext, Page, ProxySettings, expect

from octavo.builder.folder_build import build_folder
from octavo.server.proxy.rules import parse_allowed_net
from tests.effort import effort
from tests.oauth_provider import SECRET, SECRET_CLIENT, Provider, serve_provider
from tests.patience import HANGS_AFTER, wait_in_page, wait_until
from tests.previews import running_preview
from tests.served_sites import serving
from tests.whole import first_of_each

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
Serve = Callable[[Path], str]
WATCH = """addEventListener("securitypolicyviolation", (event) => {
  noteViolation(`${location.pathname}: ${event.effectiveDirective} ${event.blockedURI}`);
});"""
VISITS = effort(4, whole=12, scorecard=20)
"""How many pages of a site are opened, or somewhat more."""
NOWHERE: ProxySettings = {"server": "http://127.0.0.1:1", "bypass": "127.0.0.1"}
"""What pages load from elsewhere goes nowhere, after the policy has let it through."""
CLIP = base64.b64encode(b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom").decode()
FEATURES = f"""---
title: Features
description: All that pages can do.
---

export const Greeting = ({{ name }}) => <b>Hello {{name}}</b>

<Greeting name="reader" /> on {{new Date(0).getUTCFullYear()}}

<div style={{{{ color: "teal", marginTop: 7 }}}} className="mt-8 flex">Styled</div>

<span style="letter-spacing: 3px" id="wide">Spaced</span>

<style>{{`#wide {{ font-weight: 700 }}`}}</style>

<script>{{`document.documentElement.dataset.ran = "yes"`}}</script>

$$x^2$$

<Tabs>
  <Tab title="One">First</Tab>
  <Tab title="Two">Second</Tab>
</Tabs>

<Accordion title="More">Hidden</Accordion>

<Tooltip tip="A word">word</Tooltip>

```python title="code.py"
print("copied")
```

<iframe title="Frame" src="OTHER/frame"></iframe>

<Frame><img src="/dot.svg" alt="Dot" /></Frame>

<video controls src="/clip.mp4"></video>

<video controls src="data:video/mp4;base64,{CLIP}"></video>
"""


@contextmanager
def watched(
    chromium: Browser, proxy: ProxySettings | None = None
) -> Iterator[tuple[BrowserContext, list[str]]]:
    """A browser, and the list in which it notes what policies refuse."""
    context = chromium.new_context(viewport={"width": 1440, "height": 900}, proxy=proxy)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    found: list[str] = []

    def note(violation: str) -> None:
        found.append(violation)

    context.expose_function("noteViolation", note)
    context.add_init_script(WATCH)
    yield context, found
    context.close()


def use_shell(page: Page, query: str) -> None:
    """Use what is around every page: the mode, the search, the links."""
    page.get_by_role("button", name=re.compile("Switch to")).first.click()
    page.keyboard.press("Control+k")
    page.get_by_role("combobox", name="Search").fill(query)
    expect(page.locator("dialog a mark").first).to_be_visible()
    page.keyboard.press("Escape")
    page.locator(".sidebar-tree a").first.hover()


def visit(page: Page, address: str) -> None:
    """Open a page; one that leads on to another is left before anything else is done."""
    page.goto(address)
    if 'http-equiv="refresh"' in requests.get(address, timeout=HANGS_AFTER).text:
        page.wait_for_url(lambda url: url != address)


def addresses_of(site: Path) -> list[str]:
    """Return the paths of all pages of a built site."""
    files = sorted(site.rglob("index.html"))
    return ["/" + str(file.parent.relative_to(site)).removeprefix(".") for file in files]


# --- our own sites ------------------------------------------------------------------------------


@pytest.mark.scorecard("SR-13")
@pytest.mark.parametrize("name", first_of_each(["docs", "examples/garden"]))
def test_no_built_page_breaks_its_policy(
    chromium: Browser, serve_folder: Serve, tmp_path: Path, name: str
) -> None:
    build_folder(str(ROOT / name), str(tmp_path / "out"))
    address = serve_folder(tmp_path / "out")
    paths = addresses_of(tmp_path / "out")
    with watched(chromium, proxy=NOWHERE) as (context, found):
        page = context.new_page()
        for path in paths[:: max(1, len(paths) // VISITS)]:
            visit(page, f"{address}{path.rstrip('/')}/")
        page.goto(f"{address}/quickstart/")
        use_shell(page, "page")
        page.goto(f"{address}/nowhere.html")
        page.goto(f"{address}/404.html")
        assert found == []


@pytest.mark.whole
def test_no_page_of_the_documentation_breaks_its_policy_in_the_preview(chromium: Browser) -> None:
    with running_preview(ROOT / "docs") as preview, watched(chromium) as (context, found):
        site = preview.preview.app.state.site
        assert site is not None
        page = context.new_page()
        urls = [*site.site.pages]
        for url in urls[:: len(urls) // VISITS]:
            page.goto(f"{preview.address}{url.rstrip('/')}/")
        use_shell(page, "page")
        assert found == []


# --- everything that a page can do --------------------------------------------------------------


@pytest.fixture
def provider() -> Iterator[Provider]:
    """An API on another port, which also gives tokens."""
    with serve_provider() as server:
        yield server


@pytest.fixture
def root(tmp_path: Path, provider: Provider) -> Path:
    """A project that uses everything."""
    root = tmp_path / "project"
    root.mkdir()
    machine = {"tokenUrl": f"{provider.origin}/token", "scopes": {"read": "Read"}}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Own", "version": "1"},
        "servers": [{"url": provider.origin}],
        "security": [{"oauth": ["read"]}],
        "paths": {"/me": {"get": {"summary": "Who am I", "responses": {"200": {}}}}},
        "components": {
            "securitySchemes": {
                "oauth": {"type": "oauth2", "flows": {"clientCredentials": machine}}
            }
        },
    }
    settings = {
        "name": "Own",
        "navigation": [{"group": "A", "pages": ["index"]}],
        "tabs": [{"name": "API", "url": "api", "openapi": "own.json"}],
        "redirects": [{"source": "/old", "destination": "/"}],
        "banner": {"content": "Read **this**", "dismissible": True},
    }
    (root / "site.json").write_text(json.dumps(settings))
    (root / "own.json").write_text(json.dumps(document))
    (root / "index.mdx").write_text(FEATURES.replace("OTHER", provider.origin))
    (root / "clip.mp4").write_bytes(base64.b64decode(CLIP))
    dot = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>'
    (root / "dot.svg").write_text(dot)
    (root / "own.css").write_text("article { letter-spacing: 1px }")
    (root / "own.js").write_text("document.documentElement.dataset.author = 'yes'")
    return root


def use_everything(page: Page, address: str) -> None:
    page.goto(f"{address}/")
    assert page.evaluate("document.documentElement.dataset.ran") == "yes"
    wait_in_page(page, "document.documentElement.dataset.author === 'yes'")
    expect(page.locator("#wide")).to_have_css("font-weight", "700")
    expect(page.locator("#wide")).to_have_css("letter-spacing", "3px")
    expect(page.get_by_text("Styled", exact=True)).to_have_css("color", "rgb(0, 128, 128)")
    page.get_by_role("tab", name="Two").click()
    expect(page.get_by_text("Second")).to_be_visible()
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Copy code").first.click()
    page.locator("img[alt=Dot]").click()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Close the message").click()
    use_shell(page, "who")
    page.goto(f"{address}/old/")
    page.wait_for_url(f"{address}/")


def send(page: Page, address: str) -> None:
    page.goto(f"{address}/api/who-am-i/")
    page.get_by_role("button", name="Try it").click()
    row = page.locator('[id="auth.oauth"]')
    row.locator(".play-oauth summary").click()
    row.get_by_label("Client ID").fill(SECRET_CLIENT)
    row.get_by_label("Client secret", exact=True).fill(SECRET)
    row.get_by_role("button", name="Get a token").click()
    expect(row.locator(".play-oauth-state")).to_contain_text("Signed in.")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".response .status")).to_have_text("200 OK")


@pytest.mark.scorecard("SR-13")
def test_everything_works_on_a_static_host(
    chromium: Browser, serve_project: Serve, root: Path
) -> None:
    address = serve_project(root)
    with watched(chromium) as (context, found):
        page = context.new_page()
        use_everything(page, address)
        send(page, address)
        assert found == []
        # The watch itself works, and no page calls an undocumented address.
        page.evaluate("fetch('https://elsewhere.example/').catch(() => {})")
        wait_in_page(page, "new Promise((resolve) => setTimeout(resolve, 100, true))")
        assert found == ["/api/who-am-i/: connect-src https://elsewhere.example/"]


@pytest.mark.whole
@pytest.mark.scorecard("SR-13")
def test_everything_works_in_the_preview(chromium: Browser, root: Path) -> None:
    allowed = (parse_allowed_net("localhost"),)
    with (
        running_preview(root, allow_nets=allowed) as preview,
        watched(chromium) as (context, found),
    ):
        page = context.new_page()
        use_everything(page, preview.address)
        send(page, preview.address)
        assert found == []


@pytest.mark.parametrize(
    "options",
    [
        ("--proxy-allow-net", "localhost"),
        pytest.param(("--no-proxy",), marks=pytest.mark.whole),
    ],
)
def test_everything_works_on_a_server(
    chromium: Browser, root: Path, provider: Provider, tmp_path: Path, options: tuple[str, ...]
) -> None:
    build_folder(str(root), str(tmp_path / "out"))
    with (
        serving(tmp_path / "out", *options) as server,
        watched(chromium) as (context, found),
    ):
        page = context.new_page()
        use_everything(page, server.address)
        send(page, server.address)
        assert found == []
        # What is documented may be called by the browser only where no proxy does.
        (root / "own.json").write_text(
            (root / "own.json").read_text().replace("127.0.0.1", "a.test")
        )
        build_folder(str(root), str(tmp_path / "out"))
        wait_until(lambda: b"//a.test" in server.get("/api/who-am-i/").body)
        context.route("http://a.test:*/**", lambda route: route.fulfill())
        page.goto(f"{server.address}/api/who-am-i/")
        page.evaluate(
            "(url) => fetch(url).catch(() => {})", provider.origin.replace("127.0.0.1", "a.test")
        )
        if options == ("--no-proxy",):
            page.wait_for_timeout(100)
            assert found == []
        else:
            wait_until(lambda: found, lambda: page.wait_for_timeout(20))


# --- files of the author ------------------------------------------------------------------------

RUN = "window.ran = true; document.documentElement.setAttribute('data-ran', 'yes')"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="{run}"><script>{run}</script></svg>'
HTML = (
    '<html xmlns="http://www.w3.org/1999/xhtml"><body onload="{run}">'
    "<script>{run}</script></body></html>"
)
ACTIVE = {"a.svg": SVG, "a.html": HTML, "a.htm": HTML, "a.xhtml": HTML, "a.xml": HTML}


@pytest.mark.scorecard("SR-12")
@pytest.mark.parametrize("name", first_of_each(ACTIVE))
def test_a_file_of_the_author_runs_nothing_when_it_is_opened(
    chromium: Browser, root: Path, name: str
) -> None:
    (root / name).write_text(ACTIVE[name].replace("{run}", RUN))
    with running_preview(root) as preview:
        context = chromium.new_context()
        page = context.new_page()
        response = page.goto(f"{preview.address}/{name}")
        assert response
        assert "sandbox" in response.headers["content-security-policy"]
        ran = page.evaluate("[window.ran, document.documentElement.getAttribute('data-ran')]")
        assert ran == [None, None]
        context.close()


@pytest.mark.whole
def test_a_page_whose_policy_changes_is_loaded_anew(chromium: Browser, root: Path) -> None:
    with running_preview(root) as preview:
        context = chromium.new_context()
        page = context.new_page()
        page.goto(f"{preview.address}/")
        text = (root / "index.mdx").read_text()
        (root / "index.mdx").write_text(
            f'{text}\n<style>{{`#late {{ opacity: 0.5 }}`}}</style>\n\n<p id="late">Late</p>\n'
        )
        expect(page.locator("#late")).to_have_css("opacity", "0.5")
        context.close()

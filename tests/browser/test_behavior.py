"""What the site's scripts do in a browser: mode, sidebar, contents, feedback, analytics."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import requests
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.background_server import running_server
from tests.browser.page_project import page_text, write_project, write_versioned_project
from tests.patience import HANGS_AFTER, wait_in_page, wait_until
from tests.whole import first_of_each

pytestmark = pytest.mark.browser

Serve = Callable[[Path], str]

PROVIDERS = {
    "adobe": {"launchUrl": "https://assets.adobedtm.com/a/b/launch.min.js"},
    "amplitude": {"apiKey": "amp/1"},
    "clarity": {"projectId": "cla1"},
    "clearbit": {"publicApiKey": "pk_clear"},
    "fathom": {"siteId": "FATHOM"},
    "ga4": {"measurementId": "G-ABC"},
    "gtm": {"tagId": "GTM-ABC"},
    "heap": {"appId": "111"},
    "hightouch": {"writeKey": "hight"},
    "hotjar": {"hjid": "222", "hjsv": "6"},
    "koala": {"publicApiKey": "pk_koala"},
    "logrocket": {"appId": "org/app"},
    "mixpanel": {"projectToken": "mix1"},
    "pirsch": {"id": "pir1"},
    "plausible": {"domain": "docs.example.com", "server": "stats.example.com"},
    "posthog": {"apiKey": "phc_1"},
    "segment": {"key": "seg1"},
}
ADDRESSES = {
    "https://assets.adobedtm.com/a/b/launch.min.js",
    "https://cdn.amplitude.com/script/amp%2F1.js",
    "https://www.clarity.ms/tag/cla1",
    "https://tag.clearbitscripts.com/v1/pk_clear/tags.js",
    "https://cdn.usefathom.com/script.js",
    "https://www.googletagmanager.com/gtag/js?id=G-ABC",
    "https://www.googletagmanager.com/gtm.js?id=GTM-ABC",
    "https://cdn.heapanalytics.com/js/heap-111.js",
    "https://cdn.hightouch-events.com/browser/release/v1-latest/events.min.js",
    "https://static.hotjar.com/c/hotjar-222.js?sv=6",
    "https://cdn.getkoala.com/v1/pk_koala/sdk.js",
    "https://cdn.logr-in.com/LogRocket.min.js",
    "https://cdn.mxpnl.com/libs/mixpanel-2-latest.min.js",
    "https://api.pirsch.io/pa.js",
    "https://stats.example.com/js/script.js",
    "https://us-assets.i.posthog.com/static/array.js",
    "https://cdn.segment.com/analytics.js/v1/seg1/analytics.min.js",
}
OSANO = "https://cmp.osano.com/abc/def/osano.js"


@pytest.fixture(scope="module")
def site(serve_project: Serve, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A site with nested groups, long pages, a rating and a banner."""
    long = page_text("Install a controller", *[f"Part {n}" for n in range(1, 9)])
    pages = {
        "index": page_text("Welcome", "First steps"),
        "install": long,
        "short": page_text("Short", "One", "Two", "Three", lines=1),
        "webhooks": page_text(
            "Webhooks", "listAllEvents", "Café hours", description="Answers that arrive by post."
        ),
        "other": page_text("Other", "Tail"),
        **{f"many/p{n}": page_text(f"Page {n}") for n in range(40)},
        **{f"deep/q{n}": page_text(f"Deep {n}") for n in range(3)},
    }
    names = list(pages)
    root = write_project(
        tmp_path_factory.mktemp("behavior"),
        pages,
        navigation=[
            {"group": "Start", "pages": names[:5]},
            {"group": "Many", "pages": names[5:45]},
            {"group": "More", "pages": [{"group": "Inner", "pages": names[45:]}, "many/p1"]},
        ],
        feedback={"thumbsRating": True},
        banner={"content": "News", "dismissible": True},
    )
    return serve_project(root)


@pytest.fixture(scope="module")
def versioned_site(serve_project: Serve, tmp_path_factory: pytest.TempPathFactory) -> str:
    return serve_project(write_versioned_project(tmp_path_factory.mktemp("versions")))


@pytest.fixture(scope="module")
def repository_site(serve_project: Serve, tmp_path_factory: pytest.TempPathFactory) -> str:
    return serve_project(
        write_project(
            tmp_path_factory.mktemp("repository"),
            {"install": page_text("Install"), "webhooks": page_text("Webhooks")},
            topbarCtaButton={"type": "github", "url": "https://github.com/owner/name"},
        )
    )


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    """A browser context that allows foreign requests and messages in the console."""
    context = chromium.new_context(viewport={"width": 1440, "height": 900})
    yield context
    context.close()


class Recorder:
    """Answers requests of a page with JSON, and remembers what it was asked."""

    def __init__(self) -> None:
        self.status = 200
        self.answer: object = {}
        self.asked: list[tuple[str, str, object]] = []

    def listen(self, page: Page, addresses: str) -> None:
        page.route(addresses, self._answer)

    def _answer(self, route: Route) -> None:
        request = route.request
        body = request.post_data_json if request.post_data else None
        self.asked.append((request.method, urlsplit(request.url).path, body))
        route.fulfill(status=self.status, json=self.answer)


@pytest.fixture
def recorder() -> Recorder:
    return Recorder()


def change_while_parsing(page: Page, selector: str, change: str) -> None:
    """Run `change` on an element as soon as the parser has added it, before any module runs."""
    page.add_init_script(
        f"""new MutationObserver((_, observer) => {{
          const element = document.querySelector({json.dumps(selector)});
          if (!element || !document.querySelector("main")) return;
          observer.disconnect();
          ({change})(element);
        }}).observe(document, {{ childList: true, subtree: true }})"""
    )


def mode_of(page: Page) -> str:
    return str(page.evaluate("document.documentElement.className"))


def expect_mode(page: Page, mode: str) -> None:
    """Wait for a mode that was just chosen."""
    expect(page.locator("html")).to_have_class(f"js {mode}")


# mode


def test_the_mode_is_set_before_the_body_is_there(site: str, page: Page) -> None:
    page.emulate_media(color_scheme="dark")
    page.add_init_script(
        """new MutationObserver((_, observer) => {
          if (!document.body) return;
          observer.disconnect();
          window.modeAtBody = document.documentElement.className;
        }).observe(document, { childList: true, subtree: true })"""
    )
    page.goto(site)
    assert page.evaluate("window.modeAtBody") == "js dark"


def test_the_toggle_says_what_it_does_and_is_remembered(site: str, page: Page) -> None:
    page.goto(site)
    page.get_by_role("button", name="Switch to dark mode").click()
    expect_mode(page, "dark")
    expect(page.get_by_role("button", name="Switch to light mode")).to_be_visible()
    page.goto(f"{site}/install/")
    assert mode_of(page) == "js dark"


@pytest.mark.whole
def test_the_system_is_followed_live_until_the_reader_chooses(site: str, page: Page) -> None:
    page.goto(site)
    page.emulate_media(color_scheme="dark")
    page.wait_for_selector("html.dark")
    page.get_by_role("button", name="Switch to light mode").click()
    page.emulate_media(color_scheme="light")
    page.emulate_media(color_scheme="dark")
    assert mode_of(page) == "js light"


@pytest.mark.whole
def test_choosing_the_mode_of_the_system_forgets_the_choice(site: str, page: Page) -> None:
    page.goto(site)
    page.get_by_role("button", name="Switch to dark mode").click()
    assert page.evaluate("localStorage.getItem('octavo-mode')") == "dark"
    page.get_by_role("button", name="Switch to light mode").click()
    assert page.evaluate("localStorage.getItem('octavo-mode')") is None
    page.emulate_media(color_scheme="dark")
    page.wait_for_selector("html.dark")


@pytest.mark.whole
def test_other_open_tabs_follow(site: str, page: Page) -> None:
    page.goto(site)
    other = page.context.new_page()
    other.goto(site)
    other.get_by_role("button", name="Switch to dark mode").click()
    page.wait_for_selector("html.dark")


def test_a_default_holds_until_a_choice_and_a_forced_mode_ignores_it(
    serve_project: Serve, tmp_path: Path, page: Page
) -> None:
    pages = {"index": page_text("Welcome")}
    dark = write_project(tmp_path / "a", pages, modeToggle={"default": "dark"})
    address = serve_project(dark)
    page.goto(address)
    assert mode_of(page) == "js dark"
    page.get_by_role("button", name="Switch to light mode").click()
    page.reload()
    assert mode_of(page) == "js light"

    forced = write_project(tmp_path / "b", pages, modeToggle={"default": "dark", "isHidden": True})
    address = serve_project(forced)
    page.add_init_script("localStorage.setItem('octavo-mode', 'light')")
    page.goto(address)
    assert mode_of(page) == "js dark"
    expect(page.locator("[data-mode-toggle]")).to_have_count(0)


def test_blocked_storage_breaks_nothing(site: str, page: Page) -> None:
    page.add_init_script(
        """for (const area of ["localStorage", "sessionStorage"])
          Object.defineProperty(window, area, { get() { throw new Error("blocked"); } })"""
    )
    page.goto(f"{site}/install/")
    page.get_by_role("button", name="Switch to dark mode").click()
    expect_mode(page, "dark")
    page.keyboard.press("/")
    page.keyboard.type("webhooks")
    expect(page.get_by_role("option").first).to_contain_text("Webhooks")


# table of contents


def expect_entry(page: Page, name: str) -> None:
    """Wait until the contents mark a section."""
    expect(page.locator("#table-of-contents [aria-current=true]")).to_have_text(name)


def scroll_to(page: Page, position: str) -> None:
    page.mouse.move(700, 400)
    page.mouse.wheel(0, 1)
    page.evaluate(f"scrollTo({{ top: {position}, behavior: 'instant' }})")


def test_the_contents_mark_the_section_that_is_read(site: str, page: Page) -> None:
    page.goto(f"{site}/install/")
    expect_entry(page, "Part 1")
    place = "document.getElementById('part-4').offsetTop"
    scroll_to(page, place)
    expect_entry(page, "Part 4")
    scroll_to(page, "document.body.scrollHeight")
    expect_entry(page, "Part 8")
    scroll_to(page, "0")
    expect_entry(page, "Part 1")
    expect(page.locator("#table-of-contents [aria-current]")).to_have_count(1)


@pytest.mark.whole
def test_short_sections_are_marked_when_they_are_chosen(site: str, page: Page) -> None:
    page.goto(f"{site}/short/")
    expect_entry(page, "One")
    for name in ("Three", "Two", "One"):
        page.locator("#table-of-contents").get_by_role("link", name=name).click()
        expect(page.locator("#table-of-contents [aria-current]")).to_have_text(name)


@pytest.mark.whole
def test_the_contents_follow_a_change_of_the_layout(site: str, page: Page) -> None:
    page.goto(f"{site}/install/")
    scroll_to(page, "document.getElementById('part-4').offsetTop")
    page.evaluate(
        "document.getElementById('part-2').insertAdjacentHTML("
        "'beforebegin', '<div id=tall></div>');"
        "document.getElementById('tall').style.height = '3000px';"
        "document.documentElement.style.overflowAnchor = 'none'"
    )
    scroll_to(page, "1200")
    expect_entry(page, "Part 1")
    page.evaluate("document.getElementById('tall').remove()")
    wait_in_page(
        page, "document.querySelector('#table-of-contents [aria-current]').textContent !== 'Part 1'"
    )


@pytest.mark.whole
def test_the_bar_of_contents_closes_when_a_link_is_used(site: str, page: Page) -> None:
    page.set_viewport_size({"width": 800, "height": 900})
    page.goto(f"{site}/install/")
    bar = page.locator(".contents-bar")
    bar.locator("summary").click()
    bar.get_by_role("link", name="Part 5").click()
    expect(bar).not_to_have_attribute("open", "")
    wait_in_page(
        page, "Math.abs(document.getElementById('part-5').getBoundingClientRect().top) < 200"
    )


# sidebar


def test_the_sidebar_keeps_its_place_and_its_groups(site: str, page: Page) -> None:
    page.goto(f"{site}/many/p20/")
    page.get_by_text("Inner", exact=True).click()
    sidebar = page.locator("#sidebar")
    sidebar.evaluate("(element) => { element.scrollTop = 500 }")
    page.locator("#sidebar").get_by_role("link", name="Page 22").click()
    page.wait_for_url("**/many/p22/")
    assert sidebar.evaluate("(element) => element.scrollTop") == 500
    expect(page.get_by_role("link", name="Deep 1")).to_be_attached()
    assert page.locator("#sidebar details[open]").count() == 1
    page.reload()
    assert sidebar.evaluate("(element) => element.scrollTop") == 500
    page.get_by_text("Inner", exact=True).click()
    page.reload()
    assert page.locator("#sidebar details[open]").count() == 0


@pytest.mark.whole
def test_a_large_sidebar_keeps_its_place_and_its_groups(
    serve_project: Serve, tmp_path: Path, page: Page
) -> None:
    names = [f"g{group}/p{number}" for group in range(10) for number in range(10)]
    groups = [
        {"group": f"Group {n}", "pages": [*part[:7], {"group": f"Inner {n}", "pages": part[7:]}]}
        for n in range(10)
        for part in [names[n * 10 : n * 10 + 10]]
    ]
    pages = {name: page_text(f"Page {name}") for name in names}
    site = serve_project(write_project(tmp_path, pages, navigation=groups))
    page.goto(f"{site}/g5/p1/")
    links = page.locator("#sidebar .sidebar-tree a")
    expect(links).to_have_count(100)
    page.get_by_text("Inner 4").click()
    place = "document.getElementById('sidebar').scrollTop"
    before = page.evaluate(f"({place} -= 60, {place})")
    page.locator("#sidebar").get_by_role("link", name="Page g5/p2").click()
    page.wait_for_url("**/g5/p2/")
    expect(links).to_have_count(100)
    expect(page.get_by_role("link", name="Page g4/p8")).to_be_visible()
    assert page.evaluate(place) == before


def test_long_sidebars_are_filtered_and_folded_again(
    serve_project: Serve, tmp_path: Path, page: Page
) -> None:
    operations = {
        f"/{tag}/{n}": {"get": {"summary": f"Get {tag} {n}", "tags": [tag]}}
        for tag in ("bed", "run", "plan")
        for n in range(14)
    }
    document = {"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": operations}
    (tmp_path / "api.json").write_text(json.dumps(document))
    tabs = [{"name": "API", "url": "api", "openapi": "api.json"}]
    site = serve_project(write_project(tmp_path, {}, navigation=[], tabs=tabs))
    page.goto(f"{site}/api/run/get-run-3/")
    tree, links = page.locator(".sidebar-tree"), page.locator(".sidebar-tree a:visible")
    expect(links).to_have_count(16)  # with the overviews of the API and of "run"
    tree.locator("summary", has_text="plan").click()
    expect(links).to_have_count(31)
    field = page.get_by_label("Filter the pages")
    field.fill("bed 1")
    expect(links).to_have_text(["GET Get bed 1", *(f"GET Get bed {n}" for n in range(10, 14))])
    field.fill("nothing")
    expect(links).to_have_count(0)
    field.fill("")
    expect(links).to_have_count(31)
    field.fill("bed")
    tree.get_by_role("link", name="Get bed 0").click()
    page.wait_for_url("**/api/bed/get-bed-0/")
    expect(links).to_have_count(46)  # its own group, and those that were open


def test_the_sidebar_is_restored_before_the_first_picture(site: str, page: Page) -> None:
    page.goto(f"{site}/many/p20/")
    page.locator("#sidebar").evaluate("(element) => { element.scrollTop = 400 }")
    page.add_init_script(
        """requestAnimationFrame(function look() {
          const sidebar = document.getElementById("sidebar");
          if (!sidebar || !document.getElementById("content-area")) requestAnimationFrame(look);
          else window.firstPlace = sidebar.scrollTop;
        })"""
    )
    page.reload()
    wait_in_page(page, "window.firstPlace !== undefined")
    assert page.evaluate("window.firstPlace") == 400


def test_the_current_page_is_in_view_and_the_page_does_not_move(site: str, page: Page) -> None:
    page.goto(f"{site}/many/p39/")
    expect(page.locator("#sidebar a[aria-current=page]")).to_be_in_viewport()
    assert page.evaluate("scrollY") == 0


def test_the_drawer_is_modal(site: str, page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{site}/install/")
    button = page.get_by_role("button", name="Open the menu")
    button.focus()
    page.keyboard.press("Enter")
    inside = "document.getElementById('sidebar').contains(document.activeElement)"
    wait_in_page(page, inside)
    for _ in range(60):
        page.keyboard.press("Tab")
        assert page.evaluate(f"{inside} || document.activeElement === document.body")
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.documentElement.classList.contains('drawer-open')")
    page.keyboard.press("Escape")
    expect(page.locator("#sidebar")).to_be_hidden()
    expect(button).to_be_focused()
    wait_in_page(page, "!document.querySelector('[inert], .drawer-open')")


@pytest.mark.whole
def test_the_drawer_closes_on_a_wide_screen_and_after_a_jump(site: str, page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{site}/install/")
    is_open = "document.getElementById('sidebar').matches(':popover-open')"
    page.get_by_role("button", name="Open the menu").click()
    assert page.evaluate(is_open)
    page.evaluate("location.hash = 'part-3'")
    wait_in_page(page, f"!{is_open}")
    page.get_by_role("button", name="Open the menu").click()
    page.set_viewport_size({"width": 1440, "height": 900})
    wait_in_page(page, f"!{is_open} && !document.querySelector('[inert]')")


# small things


def test_a_heading_copies_its_address(site: str, page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{site}/install/")
    page.locator("#part-3").hover()
    page.locator("#part-3 .heading-link").click()
    expect(page.get_by_role("status").filter(has_text="Link copied")).to_be_attached()
    assert page.evaluate("navigator.clipboard.readText()") == f"{site}/install/#part-3"
    expect(page).to_have_url(f"{site}/install/#part-3")


def without_rules(page: Page) -> None:
    """Be a browser that knows no speculation rules."""

    def fulfill(route: Route) -> None:
        if route.request.resource_type != "document" or not route.request.is_navigation_request():
            return route.continue_()
        html = requests.get(route.request.url, timeout=HANGS_AFTER).text
        body = re.sub(r'<script type="speculationrules">.*?</script>', "", html)
        return route.fulfill(body=body, headers={"Content-Type": "text/html"})

    page.route("**/*", fulfill)
    page.add_init_script("HTMLScriptElement.supports = undefined")


def test_where_browsers_know_no_rules_a_page_is_fetched_once_when_its_link_is_pointed_at(
    site: str, page: Page
) -> None:
    without_rules(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{site}/install/", wait_until="networkidle")
    link = page.locator("#sidebar").get_by_role("link", name="Webhooks")
    link.hover()
    wait_until(lambda: f"{site}/webhooks/" in asked, lambda: page.wait_for_timeout(20))
    page.locator("#page-title").hover()
    link.hover()
    page.wait_for_timeout(150)
    link.focus()
    page.wait_for_timeout(150)
    assert asked.count(f"{site}/webhooks/") == 1


def test_browsers_follow_the_rules_for_pages_to_fetch_ahead(site: str, page: Page) -> None:
    told: list[dict[str, Any]] = []
    session = page.context.new_cdp_session(page)
    session.on("Preload.ruleSetUpdated", lambda event: told.append(event["ruleSet"]))
    session.on(
        "Preload.prefetchStatusUpdated", lambda event: told.append({"url": event["prefetchUrl"]})
    )
    session.send("Preload.enable")
    page.goto(f"{site}/install/")
    wait_until(
        lambda: any("sourceText" in each for each in told), lambda: page.wait_for_timeout(20)
    )
    assert [each for each in told if "errorType" in each] == []
    page.locator("#sidebar").get_by_role("link", name="Webhooks").hover()
    wait_until(
        lambda: {"url": f"{site}/webhooks/"} in told,
        lambda: page.wait_for_timeout(20),
    )


@pytest.mark.whole
def test_no_page_is_fetched_ahead_where_data_is_saved(site: str, page: Page) -> None:
    without_rules(page)
    page.add_init_script(
        "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"
    )
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{site}/install/", wait_until="networkidle")
    page.locator("#sidebar").get_by_role("link", name="Webhooks").hover()
    page.wait_for_timeout(150)
    assert f"{site}/webhooks/" not in asked


@pytest.mark.whole
def test_the_list_of_versions_closes_by_itself(versioned_site: str, page: Page) -> None:
    page.goto(f"{versioned_site}/v1/start/")
    menu = page.locator("details.versions").first
    summary = menu.locator("summary")
    for leave in ("Escape", "click"):
        summary.click()
        expect(menu).to_have_attribute("open", "")
        if leave == "click":
            page.locator("#page-title").click()
        else:
            page.keyboard.press(leave)
            expect(summary).to_be_focused()
        expect(menu).not_to_have_attribute("open", "")


def test_a_closed_banner_stays_closed(site: str, page: Page) -> None:
    page.goto(site)
    page.get_by_role("button", name="Close the message").click()
    expect(page.locator("#banner")).to_have_count(0)
    page.goto(f"{site}/install/")
    expect(page.locator("#banner")).to_have_count(0)


def with_api(page: Page, recorder: Recorder) -> None:
    """Ask the recorder for the counts, for the button in the top bar and the one in the drawer."""
    recorder.listen(page, "**/repos/**")
    change = """() => {
      for (const element of document.querySelectorAll("[data-repository]"))
        element.dataset.repositoryApi = location.origin;
    }"""
    change_while_parsing(page, "[data-repository]", change)


@pytest.mark.whole
def test_a_repository_shows_its_stars_and_forks(
    repository_site: str, page: Page, recorder: Recorder
) -> None:
    recorder.answer = {"stargazers_count": 12345, "forks_count": 7}
    with_api(page, recorder)
    for path in ("install", "webhooks"):
        page.goto(f"{repository_site}/{path}/")
        expect(page.locator(".topbar [data-stars]")).to_have_text("12.3k stars")
        expect(page.locator(".topbar [data-forks]")).to_have_text("7 forks")
    assert recorder.asked == [("GET", "/repos/owner/name", None)]


@pytest.mark.whole
def test_a_repository_without_an_answer_shows_no_counts(
    repository_site: str, context: BrowserContext, recorder: Recorder
) -> None:
    recorder.status, recorder.answer = 403, {"message": "rate limit"}
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    with_api(page, recorder)
    page.goto(f"{repository_site}/install/")
    wait_in_page(page, "Object.keys(sessionStorage).some((key) => key.includes('127.0.0.1'))")
    assert len(recorder.asked) == 1
    expect(page.locator(".topbar .repository")).to_contain_text("owner/name")
    expect(page.locator(".topbar [data-stars]")).to_be_hidden()
    assert errors == []


def with_feedback(page: Page, recorder: Recorder) -> None:
    recorder.listen(page, "**/vote")
    change = """(element) => {
      element.textContent = element.textContent.replace('"address":null', '"address":"/vote"');
    }"""
    change_while_parsing(page, "#site-data", change)


def test_a_vote_is_sent_once_and_remembered(site: str, page: Page, recorder: Recorder) -> None:
    with_feedback(page, recorder)
    page.goto(f"{site}/install/")
    yes = page.get_by_role("button", name="Yes")
    yes.focus()
    page.keyboard.press("Enter")
    thanks = page.locator("[data-rating] output")
    expect(thanks).to_have_text("Thank you for your feedback")
    expect(yes).to_be_focused()
    expect(yes).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Enter")
    page.reload()
    expect(thanks).to_have_text("Thank you for your feedback")
    expect(yes).to_have_attribute("aria-pressed", "true")
    [(method, path, body)] = recorder.asked
    assert (method, path) == ("POST", "/vote")
    assert isinstance(body, dict)
    assert (body["page"], body["vote"]) == ("/install", "yes")
    assert re.fullmatch(
        r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}", body["id"]
    )


@pytest.mark.whole
def test_a_vote_can_be_changed_and_explained(
    site: str, context: BrowserContext, recorder: Recorder
) -> None:
    page = context.new_page()
    with_feedback(page, recorder)
    page.goto(f"{site}/install/")
    more = page.locator("[data-rating] fieldset")
    expect(more).to_be_hidden()
    page.get_by_role("button", name="Yes").click()
    expect(more).to_be_visible()
    expect(page.get_by_label("It solved my problem")).to_be_visible()
    no = page.get_by_role("button", name="No", exact=True)
    no.click()
    expect(no).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="Yes")).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_label("It solved my problem")).to_be_hidden()
    page.get_by_label("Something is missing").check()
    page.get_by_label("Comment").fill("A <b>table</b>.")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(more).to_be_hidden()
    expect(no).to_be_focused()
    first, second, third = (dict(body) for _, _, body in recorder.asked)  # type: ignore[call-overload]
    assert [first["vote"], second["vote"], third["vote"]] == ["yes", "no", "no"]
    assert first["id"] == second["id"] == third["id"]
    assert (third["reason"], third["comment"]) == ("missing", "A <b>table</b>.")


@pytest.mark.whole
def test_a_vote_that_fails_can_be_sent_again(
    site: str, context: BrowserContext, recorder: Recorder
) -> None:
    page = context.new_page()
    with_feedback(page, recorder)
    recorder.status = 503
    page.goto(f"{site}/install/")
    page.get_by_role("button", name="No", exact=True).click()
    expect(page.locator("[data-rating] output")).to_contain_text("could not be sent")
    recorder.status = 200
    page.get_by_role("button", name="No", exact=True).click()
    expect(page.locator("[data-rating] output")).to_contain_text("Thank you")
    first, second = (body for _, _, body in recorder.asked)
    assert first == second


@pytest.mark.whole
def test_without_somebody_to_tell_nobody_is_asked(site: str, page: Page) -> None:
    page.goto(f"{site}/install/", wait_until="networkidle")
    expect(page.locator("[data-rating]")).to_be_hidden()


@pytest.mark.parametrize("is_loaded", [True, False])
def test_a_provider_that_takes_events_gets_the_answer(
    serve_project: Serve, tmp_path: Path, context: BrowserContext, is_loaded: bool
) -> None:
    site = measured_site(
        serve_project,
        tmp_path,
        analytics={"plausible": PROVIDERS["plausible"]},
        feedback={"thumbsRating": True},
    )
    script = "https://stats.example.com/js/script.js"
    asked = foreign_requests(context, site, failing="" if is_loaded else script)
    page = context.new_page()
    page.goto(site, wait_until="networkidle")
    if not is_loaded:
        wait_for_requests(page, asked, 1)
        page.wait_for_timeout(300)
        expect(page.locator("[data-rating]")).to_be_hidden()
        assert asked == [script]
        return
    page.get_by_role("button", name="No", exact=True).click()
    expect(page.locator("[data-rating] output")).to_have_text("Thank you for your feedback")
    sent = page.evaluate("plausible.q.map(([name, { props }]) => [name, props.path])")
    assert sent[-1] == ["docs.feedback.thumbs_down", "/"]
    page.reload(wait_until="networkidle")
    expect(page.locator("[data-rating] output")).to_have_text("Thank you for your feedback")


# other services


def foreign_requests(
    context: BrowserContext, site: str, failing: str = "", passing: str | None = None
) -> list[str]:
    """Answer requests to other hosts with nothing, and return the list that they are noted in."""
    asked: list[str] = []

    def answer(route: Route) -> None:
        url = route.request.url
        if url.startswith((site, passing or site)):
            return route.continue_()
        asked.append(url)
        if url == failing:
            return route.abort()
        return route.fulfill(body="", content_type="text/javascript")

    context.route("**/*", answer)
    return asked


def wait_for_requests(page: Page, asked: list[str], number: int) -> None:
    """Wait for requests that scripts make at some time after a page was loaded."""
    wait_until(lambda: len(asked) >= number, lambda: page.wait_for_timeout(20))


def measured_site(serve_project: Serve, root: Path, **settings: Any) -> str:
    pages = {"index": page_text("Welcome", "Part")}
    return serve_project(write_project(root, pages, **settings))


def test_every_provider_is_asked_at_its_address_and_nobody_else(
    serve_project: Serve, tmp_path: Path, context: BrowserContext
) -> None:
    site = measured_site(serve_project, tmp_path, analytics=PROVIDERS)
    asked = foreign_requests(context, site)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(site)
    wait_in_page(
        page, f"document.querySelectorAll('head > script[async]').length === {len(PROVIDERS)}"
    )
    wait_for_requests(page, asked, len(ADDRESSES))
    assert sorted(asked) == sorted(ADDRESSES)
    told = page.locator("head > script[async]").evaluate_all(
        "(all) => Object.fromEntries(all.map((script) => [script.src, { ...script.dataset }]))"
    )
    assert told["https://cdn.usefathom.com/script.js"] == {"site": "FATHOM"}
    assert told["https://api.pirsch.io/pa.js"] == {"code": "pir1"}
    assert told["https://stats.example.com/js/script.js"] == {"domain": "docs.example.com"}
    assert page.evaluate("posthog._i[0].slice(0, 2)") == [
        "phc_1",
        {"api_host": "https://us.i.posthog.com", "person_profiles": "identified_only"},
    ]
    assert page.evaluate("mixpanel._i[0][0]") == "mix1"
    assert page.evaluate("htevents._writeKey") == "hight"
    assert errors == []


@pytest.mark.whole
def test_what_readers_do_is_told_to_the_providers(
    serve_project: Serve, tmp_path: Path, context: BrowserContext
) -> None:
    some = {name: PROVIDERS[name] for name in ("ga4", "posthog", "segment", "plausible")}
    site = measured_site(serve_project, tmp_path, analytics=some)
    foreign_requests(context, site)
    page = context.new_page()
    page.goto(site)
    wait_in_page(page, "window.posthog?.length")
    page.keyboard.press("/")
    page.get_by_role("combobox").fill("zzzz")
    page.keyboard.press("Escape")
    wait_in_page(page, "window.posthog.length === 3")
    names = [call[1] for call in page.evaluate("[...posthog]")]
    assert names == ["docs.content.view", "docs.search.query", "docs.search.close"]
    query = page.evaluate("[...posthog][1][2]")
    assert query == {"query": "zzzz", "results": 0}
    google = page.evaluate("dataLayer.map((call) => [...call].slice(0, 2)).slice(2)")
    assert google[1] == ["event", "docs_search_query"]
    assert page.evaluate("analytics.map((call) => call[0])") == ["page", "track", "track", "track"]
    assert page.evaluate("plausible.q[1][1].props.query") == "zzzz"


@contextmanager
def serve_provider() -> Iterator[tuple[str, list[str]]]:
    """Serve scripts like an analytics provider; return its address, and the requests."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.send_header("Content-Type", "text/javascript")
            self.end_headers()

        def log_message(self, *_arguments: object) -> None:
            """Say nothing: the tests do."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    with running_server(server):
        yield f"http://127.0.0.1:{server.server_port}", asked


SIGNALS = {
    "none": "",
    "GPC": "Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })",
    "DNT": "Object.defineProperty(navigator, 'doNotTrack', { value: '1' })",
    "DNT of old": "Object.defineProperty(window, 'doNotTrack', { value: 'yes' })",
}


@pytest.mark.parametrize("signal", first_of_each(SIGNALS))
@pytest.mark.parametrize("consent", [False, True])
def test_readers_who_ask_for_privacy_meet_nobody_else(
    serve_project: Serve, tmp_path: Path, context: BrowserContext, signal: str, consent: bool
) -> None:
    widgets = {"intercom": "inter1", "frontchat": "front1", **({"osano": OSANO} if consent else {})}
    with serve_provider() as (provider, asked):
        analytics = {**PROVIDERS, "adobe": {"launchUrl": f"{provider}/launch.js"}}
        site = measured_site(serve_project, tmp_path, analytics=analytics, integrations=widgets)
        others = foreign_requests(context, site, passing=provider)
        context.add_init_script(SIGNALS[signal])
        page = context.new_page()
        page.goto(site, wait_until="networkidle")
        if signal == "none":
            wait_for_requests(page, asked, 1)
            wait_for_requests(page, others, 1)
        else:
            page.wait_for_timeout(300)
    assert bool(asked) is (signal == "none")
    assert bool(others) is (signal == "none")


@pytest.mark.whole
def test_widgets_get_their_identifiers(
    serve_project: Serve, tmp_path: Path, context: BrowserContext
) -> None:
    widgets = {"intercom": "inter1", "frontchat": "front1"}
    site = measured_site(serve_project, tmp_path, integrations=widgets)
    asked = foreign_requests(context, site)
    context.add_init_script("window.FrontChat = (...call) => { window.told = call }")
    page = context.new_page()
    page.goto(site)
    wait_in_page(page, "window.told")
    assert page.evaluate("window.told") == [
        "init",
        {"chatId": "front1", "useDefaultLauncher": True},
    ]
    wait_in_page(page, "window.intercomSettings?.app_id === 'inter1'")
    wait_for_requests(page, asked, 2)
    assert sorted(asked) == [
        "https://chat-assets.frontapp.com/v1/chat.bundle.js",
        "https://widget.intercom.io/widget/inter1",
    ]


@pytest.mark.parametrize("fails", [False, True])
def test_consent_comes_before_everything_else(
    serve_project: Serve, tmp_path: Path, context: BrowserContext, fails: bool
) -> None:
    site = measured_site(
        serve_project,
        tmp_path,
        analytics={"clarity": PROVIDERS["clarity"]},
        integrations={"osano": OSANO},
    )
    asked = foreign_requests(context, site, failing=OSANO if fails else "")
    page = context.new_page()
    page.goto(site, wait_until="networkidle")
    expected = [OSANO, *([] if fails else ["https://www.clarity.ms/tag/cla1"])]
    wait_for_requests(page, asked, len(expected))
    page.wait_for_timeout(300)
    assert asked == expected


# policy


@pytest.mark.whole
def test_all_of_it_works_under_a_strict_policy(site: str, page: Page) -> None:
    """No message in the console: the page fixture sees to it."""

    def policy_for(html: str) -> str:
        inline = re.findall(r'<script(?: type="speculationrules")?>(.*?)</script>', html, re.DOTALL)
        hashes = [
            base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in inline
        ]
        scripts = " ".join(f"'sha256-{digest}'" for digest in hashes)
        return (
            f"default-src 'none'; script-src 'self' {scripts}; style-src 'self'; "
            "img-src 'self' data:; font-src 'self'; connect-src 'self'; "
            "base-uri 'none'; form-action 'self'; "
            "require-trusted-types-for 'script'; trusted-types docs"
        )

    def fulfill(route: Route) -> None:
        if route.request.resource_type != "document":
            return route.continue_()
        html = requests.get(route.request.url, timeout=HANGS_AFTER).text
        headers = {"Content-Type": "text/html", "Content-Security-Policy": policy_for(html)}
        return route.fulfill(body=html, headers=headers)

    page.route("**/*", fulfill)
    page.goto(f"{site}/install/")
    page.get_by_role("button", name="Switch to dark mode").click()
    page.locator("#sidebar").get_by_role("link", name="Webhooks").hover()
    page.wait_for_timeout(150)
    page.keyboard.press("/")
    page.get_by_role("combobox").fill("webhooks")
    page.locator(".search-list mark").first.wait_for()
    page.get_by_role("option").first.click()
    page.wait_for_url("**/webhooks/")
    assert mode_of(page) == "js dark"


@pytest.mark.parametrize(
    "fragment", first_of_each(["Caf%C3%A9_hours", "cafehours", "CAFE--HOURS", "café-hours"])
)
def test_an_address_with_another_form_of_an_id_leads_to_the_heading(
    page: Page, site: str, fragment: str
) -> None:
    page.goto(f"{site}/webhooks/#{fragment}")
    expect(page.get_by_role("heading", name="Café hours")).to_be_in_viewport()
    assert page.evaluate("document.querySelector(':target').closest('h2').id") == "cafe-hours"

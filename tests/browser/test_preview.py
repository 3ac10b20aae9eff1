"""The preview in a real browser: pages change in place, and the reader's state stays."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from tests.effort import effort
from tests.free_ports import find_free_port
from tests.patience import HANGS_AFTER
from tests.previews import RunningPreview, running_preview, save
from tests.whole import first_of_each

pytestmark = pytest.mark.browser

GARDEN = Path(__file__).parents[2] / "examples" / "garden"

SETTINGS: dict[str, Any] = {
    "name": "Test",
    "navigation": [{"group": "A", "pages": ["one", "two"]}],
}
LONG = "\n\n".join(f"Paragraph {number}." for number in range(80))
ONE = f"""---
title: One
---

Before.

<Accordion title="More">Hidden text.</Accordion>

<Accordion title="Even more">Other text.</Accordion>

<label>Name <input id="name" /></label>

{LONG}

## The end

After.
"""
PROJECT: dict[str, Any] = {
    "site.json": SETTINGS,
    "one.mdx": ONE,
    "two.mdx": "# Two\n\n![Dot](/dot.svg)\n",
    "dot.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"></svg>',
    "style.css": ".mdx-content p { color: rgb(1, 2, 3) }",
}


@pytest.fixture
def root(write_project: Any) -> Path:
    folder: Path = write_project(PROJECT)
    return folder


@pytest.fixture
def preview(root: Path, page: Page) -> Iterator[RunningPreview]:
    with running_preview(root) as running:
        yield running
        leave(page)


def leave(page: Page) -> None:
    """Leaves a preview before it ends: a page that misses its preview complains."""
    page.goto("about:blank")


def visit(page: Page, preview: RunningPreview, path: str) -> None:
    """Opens a page, waits until it listens, and marks it: a reload would lose the mark."""
    with page.expect_request(lambda request: "/_octavo/dev/events" in request.url):
        page.goto(preview.address + path)
    page.evaluate("window.mark = true")


def is_marked(page: Page) -> bool:
    return bool(page.evaluate("window.mark === true"))


def until(page: Page, expression: str) -> None:
    """Waits for something to be true; without `eval`, which pages of the preview forbid."""
    end = time.monotonic() + HANGS_AFTER
    is_so = False
    while not is_so:
        assert time.monotonic() < end, expression
        page.wait_for_timeout(20)
        with contextlib.suppress(Error):  # the page is just being loaded again
            is_so = page.evaluate(expression)


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    save(path.parent, path.name, text.replace(old, new))


def test_an_edit_changes_the_open_page_in_place(
    page: Page, preview: RunningPreview, root: Path
) -> None:
    visit(page, preview, "/one/")
    page.locator("details", has_text="Even more").locator("summary").click()
    page.locator("#name").fill("Typed")
    page.locator("#name").focus()
    page.evaluate("scrollTo(0, 700)")
    top = page.evaluate("document.querySelector('#the-end').getBoundingClientRect().top")
    edit(root / "one.mdx", "Before.", "Before, **but** changed.\n\nAnd one more.")
    expect(page.locator(".mdx-content")).to_contain_text("Before, but changed.")
    expect(page.locator(".mdx-content")).to_contain_text("And one more.")
    assert is_marked(page)
    assert page.locator("details.accordion[open]").count() == 1
    assert page.locator("details.accordion[open]").inner_text().startswith("Even more")
    assert page.locator("#name").input_value() == "Typed"
    assert page.evaluate("document.activeElement.id") == "name"
    assert page.evaluate("scrollY") > 600
    moved = page.evaluate("document.querySelector('#the-end').getBoundingClientRect().top") - top
    assert abs(moved) < 100


@pytest.mark.whole
def test_titles_and_headings_change_everywhere(
    page: Page, preview: RunningPreview, root: Path
) -> None:
    visit(page, preview, "/one/")
    edit(root / "one.mdx", "title: One", "title: The first")
    expect(page.locator("h1")).to_have_text("The first")
    expect(page).to_have_title("The first - Test")
    expect(page.locator("#sidebar [aria-current]")).to_have_text("The first")
    edit(root / "one.mdx", "## The end", "## The very end")
    expect(page.locator("#table-of-contents")).to_contain_text("The very end")
    assert page.locator("#table-of-contents a").count() == 1
    assert is_marked(page)


@pytest.mark.whole
def test_what_is_new_in_a_page_works_as_if_it_had_been_there(
    page: Page, preview: RunningPreview, root: Path
) -> None:
    visit(page, preview, "/one/")
    text = ONE + "\n\n## Later\n\n![Dot](/dot.svg)\n\n```text\n" + "wide " * 200 + "\n```\n"
    save(root, "one.mdx", text + "\n\n" + LONG)
    link = page.locator("#table-of-contents a", has_text="Later")
    expect(link).to_be_attached()
    page.evaluate("document.getElementById('later').scrollIntoView()")
    expect(link).to_have_attribute("aria-current", "true")
    expect(page.locator(".code-block pre").last).to_have_attribute("tabindex", "0")
    expect(page.get_by_role("button", name="Enlarge: Dot")).to_be_visible()
    assert is_marked(page)


@pytest.mark.whole
def test_contents_of_a_page_that_had_none_follow_the_reader(
    page: Page, preview: RunningPreview, root: Path
) -> None:
    save(root, "one.mdx", "---\ntitle: One\n---\n\nNo headings yet.\n")
    visit(page, preview, "/one/")
    assert page.locator("#table-of-contents").count() == 0
    save(root, "one.mdx", f"---\ntitle: One\n---\n\n## Start\n\n{LONG}\n\n## Later\n\n{LONG}")
    links = page.locator("#table-of-contents a")
    expect(links.first).to_have_attribute("aria-current", "true")
    page.evaluate("document.getElementById('later').scrollIntoView()")
    expect(links.last).to_have_attribute("aria-current", "true")
    assert is_marked(page)


@pytest.mark.whole
def test_components_that_come_into_a_page_bring_their_styles(
    page: Page, preview: RunningPreview, root: Path
) -> None:
    visit(page, preview, "/one/")
    edit(root / "one.mdx", "Before.", '<ParamField query="size">How many.</ParamField>')
    expect(page.locator(".field-head")).to_have_css("line-height", "20px")
    assert is_marked(page)


@pytest.mark.whole
def test_the_mode_that_the_reader_chose_stays(
    page: Page, preview: RunningPreview, root: Path
) -> None:
    visit(page, preview, "/one/")
    page.locator("[data-mode-toggle]").click()
    expect(page.locator("html")).to_have_class("js dark")
    edit(root / "one.mdx", "Before.", "Changed.")
    expect(page.locator(".mdx-content")).to_contain_text("Changed.")
    expect(page.locator("html")).to_have_class("js dark")


def test_styles_are_swapped_without_a_reload(
    page: Page, preview: RunningPreview, root: Path
) -> None:
    visit(page, preview, "/one/")
    paragraph = page.locator(".mdx-content > p").first
    expect(paragraph).to_have_css("color", "rgb(1, 2, 3)")
    for shade in (4, 5):
        save(root, "style.css", f".mdx-content p {{ color: rgb({shade}, 2, 3) }}")
        expect(paragraph).to_have_css("color", f"rgb({shade}, 2, 3)")
    expect(page.locator("link[rel=stylesheet]")).to_have_count(2)
    edit(root / "one.mdx", "Before.", "Patched after a swap.")
    expect(page.locator(".mdx-content")).to_contain_text("Patched after a swap.")
    expect(paragraph).to_have_css("color", "rgb(5, 2, 3)")
    assert is_marked(page)


@pytest.mark.whole
def test_pictures_are_loaded_again(page: Page, preview: RunningPreview, root: Path) -> None:
    visit(page, preview, "/two/")
    width = "document.querySelector('.mdx-content img').naturalWidth"
    until(page, f"{width} === 8")
    edit(root / "dot.svg", 'width="8"', 'width="16"')
    until(page, f"{width} === 16")
    assert is_marked(page)


def test_settings_change_the_page_in_place(page: Page, preview: RunningPreview, root: Path) -> None:
    visit(page, preview, "/one/")
    color = "getComputedStyle(document.documentElement).getPropertyValue('--primary')"
    before = page.evaluate(color)
    navigation = [{"group": "Another group", "pages": ["two", "one"]}]
    settings = {**SETTINGS, "colors": {"primary": "#15803d"}, "navigation": navigation}
    save(root, "site.json", json.dumps(settings))
    expect(page.locator("#sidebar")).to_contain_text("Another group")
    until(page, f"{color} !== {json.dumps(before)}")
    expect(page.locator("link[rel=stylesheet]")).to_have_count(2)
    assert is_marked(page)
    page.keyboard.press("Control+k")
    page.get_by_role("combobox", name="Search").fill("two")
    expect(page.locator("dialog")).to_contain_text("Two")


@pytest.mark.whole
def test_a_component_that_is_new_to_the_page_works(
    page: Page, preview: RunningPreview, root: Path
) -> None:
    visit(page, preview, "/two/")
    tabs = '<Tabs><Tab title="First">A text</Tab><Tab title="Second">B text</Tab></Tabs>\n'
    with page.expect_event("requestfinished", lambda each: "/tabs.js" in each.url) as request:
        save(root, "two.mdx", f"# Two\n\n{tabs}")
    expect(page.locator("[role=tab]")).to_have_count(2)
    # It has arrived; this waits until it has run.
    page.evaluate("address => import(address).then(() => null)", request.value.url)
    page.locator("[role=tab]", has_text="Second").click()
    expect(page.locator("[role=tabpanel]", has_text="B text")).to_be_visible()
    edit(root / "two.mdx", "B text", "B text, edited")
    expect(page.locator("[role=tabpanel]", has_text="B text, edited")).to_be_visible()
    assert is_marked(page)


@pytest.mark.whole
def test_scripts_of_the_author_reload_the_page(
    page: Page, preview: RunningPreview, root: Path
) -> None:
    visit(page, preview, "/one/")
    save(root, "script.js", "window.said = 1")
    until(page, "window.said === 1")
    page.evaluate("window.mark = true")
    loads: list[Page] = []
    page.on("load", lambda _: loads.append(page))
    save(root, "script.js", "window.said = 2")
    until(page, "window.said === 2")
    assert not is_marked(page)
    page.wait_for_timeout(500)
    assert len(loads) == 1


def test_problems_lie_over_the_page_until_they_are_fixed(
    page: Page, preview: RunningPreview, root: Path
) -> None:
    visit(page, preview, "/one/")
    overlay = page.locator("octavo-problems")
    broken = '{\n  "name": "<img src=x onerror=alert(1)>"\n  "navigation": []\n}'
    save(root, "site.json", broken)
    expect(overlay.locator(".place")).to_have_text("site.json:3:3")
    expect(overlay.locator("pre")).to_contain_text('"navigation": []')
    expect(overlay.locator(".hint")).to_be_visible()
    expect(page.locator(".mdx-content")).to_contain_text("Before.")
    save(root, "site.json", json.dumps(SETTINGS))
    expect(overlay).to_have_count(0)
    edit(root / "one.mdx", "Before.", "See [this](/<b>nowhere</b>).")
    expect(overlay.locator("button")).to_have_text("1 warning")
    expect(overlay.locator("section")).to_be_hidden()
    overlay.locator("button").click()
    expect(overlay.locator("pre")).to_contain_text("<b>nowhere</b>")
    assert overlay.locator("b, img").count() == 0
    page.keyboard.press("Escape")
    expect(overlay.locator("section")).to_be_hidden()
    edit(root / "one.mdx", "See [this](/<b>nowhere</b>).", "Fixed.")
    expect(overlay).to_have_count(0)
    expect(page.locator(".mdx-content")).to_contain_text("Fixed.")
    assert is_marked(page)


@pytest.mark.whole
def test_a_page_that_goes_away_and_comes_back(
    patient_page: Page, preview: RunningPreview, root: Path
) -> None:
    page = patient_page
    visit(page, preview, "/two/")
    (root / "two.mdx").rename(root / "three.mdx")
    expect(page.locator("#page-title")).to_have_text("This page does not exist")
    (root / "three.mdx").rename(root / "two.mdx")
    expect(page.locator("#page-title")).to_have_text("Two")


@pytest.fixture
def patient_page(chromium: Browser) -> Iterator[Page]:
    """A page on which the browser may complain: of failures that a test is about."""
    context = chromium.new_context()
    yield context.new_page()
    context.close()


@pytest.mark.whole
def test_a_site_that_cannot_be_shown_is_shown_when_it_can(
    patient_page: Page, write_project: Any
) -> None:
    page = patient_page
    root = write_project({**PROJECT, "site.json": "{"})
    with running_preview(root) as preview:
        visit(page, preview, "/one/")
        expect(page.locator("h1")).to_have_text("The site cannot be shown yet")
        save(root, "site.json", json.dumps(SETTINGS))
        expect(page.locator("h1")).to_have_text("One")


@pytest.mark.whole
def test_the_sidebar_of_a_large_site_changes_in_place(page: Page, write_project: Any) -> None:
    names = [f"page-{number}" for number in range(100)]
    pages = [*names[:50], {"group": "Nested", "pages": names[50:]}]
    settings = {**SETTINGS, "navigation": [{"group": "All", "pages": pages}]}
    files = {f"{name}.mdx": f"# {name}\n" for name in names}
    root = write_project({**files, "site.json": settings})
    with running_preview(root) as preview:
        visit(page, preview, "/page-1/")
        group = page.locator("#sidebar details", has_text="Nested")
        group.locator("summary").click()
        save(root, "page-1.mdx", "---\ntitle: Renamed\n---\n")
        expect(page.locator("#sidebar [aria-current]")).to_have_text("Renamed")
        expect(page.locator(".sidebar-tree a")).to_have_count(100)
        assert group.get_attribute("open") is not None
        assert is_marked(page)
        leave(page)


@pytest.mark.whole
def test_a_hidden_page_has_no_connection_and_catches_up(
    page: Page, preview: RunningPreview, root: Path
) -> None:
    visit(page, preview, "/one/")
    hide = """(state) => {
        Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
    }"""
    waiting = preview.preview.app._channel._listeners
    page.evaluate(hide, "hidden")
    preview.wait_until(lambda: not waiting)
    edit(root / "one.mdx", "Before.", "While nobody looked.")
    save(root, "style.css", ".mdx-content p { color: rgb(9, 2, 3) }")
    preview.wait_for("/one/", "While nobody looked.")
    page.evaluate(hide, "visible")
    expect(page.locator(".mdx-content")).to_contain_text("While nobody looked.")
    expect(page.locator(".mdx-content > p").first).to_have_css("color", "rgb(9, 2, 3)")
    assert is_marked(page)


@pytest.mark.whole
def test_a_page_finds_the_preview_that_took_the_place_of_its_own(
    patient_page: Page, root: Path
) -> None:
    with running_preview(root, port=find_free_port()) as preview:
        visit(patient_page, preview, "/one/")
    edit(root / "one.mdx", "Before.", "While nobody served.")
    with running_preview(root, port=preview.port):
        expect(patient_page.locator(".mdx-content")).to_contain_text("While nobody served.")


def test_another_site_can_read_nothing(
    patient_page: Page, preview: RunningPreview, root: Path
) -> None:
    page = patient_page
    with running_preview(root) as other:
        visit(page, other, "/one/")
        attempts = page.evaluate(
            """async ([address, token]) => {
                const read = (path, options) =>
                    fetch(address + path, options).then((answer) => answer.type, () => "refused");
                const listen = (path) => new Promise((resolve) => {
                    const source = new EventSource(address + path);
                    source.onopen = () => resolve("open");
                    source.onerror = () => { source.close(); resolve("refused"); };
                });
                const embed = (path) => new Promise((resolve) => {
                    const script = document.createElement("script");
                    script.src = address + path;
                    script.onload = () => resolve("loaded");
                    script.onerror = () => resolve("refused");
                    document.head.append(script);
                });
                return [
                    await read("/one/"), await read("/style.css"),
                    await read("/one/", { mode: "no-cors" }),
                    await listen("/_octavo/dev/events?token=" + token),
                    await embed("/_octavo/dev/reload.js"),
                ];
            }""",
            [preview.address, preview.token],
        )
    assert attempts == ["refused"] * 5


@pytest.mark.whole
def test_no_page_of_the_example_breaks_its_policy(page: Page) -> None:
    """The page of the fixture complains of everything that the browser refuses to do."""
    with running_preview(GARDEN) as preview:
        site = preview.preview.app.state.site
        assert site is not None
        urls = list(site.site.pages)
        for url in [*urls[:: len(urls) // effort(4, whole=12, scorecard=20)], "/quickstart"]:
            page.goto(preview.address + url.rstrip("/") + "/")
        page.keyboard.press("Control+k")
        page.get_by_role("combobox", name="Search").fill("bed")
        expect(page.locator("dialog a").first).to_be_visible()
        leave(page)


FUZZ = """async ([address, seed]) => {
  const { patch } = await import(address);
  let state = seed;
  const random = (most) => (state = (state * 48271) % 2147483647) % most;
  const tags = ["p", "div", "details", "ul"];
  const build = (depth) => {
    const element = document.createElement(tags[random(tags.length)]);
    if (random(4) === 0) element.id = `id${random(6)}`;
    if (random(3) === 0) element.className = `c${random(3)}`;
    for (let count = random(depth ? 6 : 2); count > 0; count--) {
      element.append(random(3) ? build(Math.max(0, depth - 1)) : `t${random(5)}`);
    }
    return element;
  };
  const change = (root) => {
    const all = [root, ...root.querySelectorAll("*")];
    for (let count = 1 + random(5); count > 0; count--) {
      const element = all[random(all.length)];
      const child = element.childNodes[random(element.childNodes.length || 1)];
      const kind = random(5);
      if (kind === 0) element.insertBefore(build(2), child ?? null);
      else if (kind === 1 && child) child.remove();
      else if (kind === 2) element.setAttribute("data-x", random(9));
      else if (kind === 3 && child) element.append(child);
      else element.prepend(`new${random(9)}`);
    }
  };
  const wrong = [];
  for (let round = 0; round < 400; round++) {
    const before = document.createElement("main");
    before.append(build(3), build(3));
    before.normalize();
    const after = before.cloneNode(true);
    change(after);
    after.normalize();
    const live = before.cloneNode(true);
    patch(live, before, after);
    live.normalize();
    if (!live.isEqualNode(after)) wrong.push([before.outerHTML, after.outerHTML, live.outerHTML]);
  }
  return wrong;
}"""


@pytest.mark.parametrize("seed", first_of_each([1, 2, 3]))
def test_patching_any_tree_gives_the_new_tree(
    page: Page, preview: RunningPreview, seed: int
) -> None:
    visit(page, preview, "/one/")
    assert page.evaluate(FUZZ, ["/_octavo/dev/patch.js", seed]) == []


STATE = """async (address) => {
  const { patch } = await import(address);
  const tree = (html) => {
    return new Range().createContextualFragment(`<main>${html}</main>`).firstChild;
  };
  const before = tree('<p>a</p><details><summary>s</summary></details><p>b</p><input><p>c</p>');
  const after = tree('<p>x</p><p>a</p><h2>new</h2><details><summary>s</summary>more</details>'
    + '<p>b!</p><input><p>c</p><p>d</p><p>e</p>');
  const live = before.cloneNode(true);
  live.querySelector("details").open = true;
  live.querySelector("details").setAttribute("data-script", "1");
  live.querySelector("input").value = "typed";
  live.append(document.createElement("aside"));
  const kept = [...live.querySelectorAll("p, details, input")];
  patch(live, before, after);
  return {
    html: live.innerHTML,
    value: live.querySelector("input").value,
    kept: kept.filter((element) => element.isConnected || live.contains(element)).length,
  };
}"""


def test_patching_keeps_what_scripts_and_readers_did(page: Page, preview: RunningPreview) -> None:
    visit(page, preview, "/one/")
    found = page.evaluate(STATE, "/_octavo/dev/patch.js")
    assert found == {
        "html": '<p>x</p><p>a</p><h2>new</h2><details open="" data-script="1"><summary>s</summary>'
        "more</details><p>b!</p><input><p>c</p><p>d</p><p>e</p><aside></aside>",
        "value": "typed",
        "kept": 5,
    }


def test_the_patching_module_is_small() -> None:
    from octavo.preview.for_authors.live_reload import load_dev_files

    lines = load_dev_files()["_octavo/dev/patch.js"].decode().splitlines()
    code = [line for line in lines if not line.strip().startswith(("//", "/*", "*"))]
    assert len("\n".join(code)) < 3 * 1024

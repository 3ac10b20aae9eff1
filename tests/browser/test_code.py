"""What code blocks do in a browser: copy, expand, tabs in step; and what without script."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import list_violations, needs_axe
from tests.chromium import add_style
from tests.patience import wait_in_page
from tests.whole import first_of_each

pytestmark = [pytest.mark.browser, pytest.mark.shares_page]

LONG = "\n".join(f"line {number}" for number in range(40))
WIDE = "word " * 60
FILLER = "Words to read.\n\n" * 20
BLOCKS = f"""\
```js Plain
const a = 1;

const b = "<&>";
```

```ts Changes lines {{1}}
const keep = true;
const old = "a"; // [!code --]
const fresh = "b"; // [!code ++]
```

```console
$ octavo build \\
    docs
Built 3 pages
$ octavo dev
```

```txt Long expandable
{LONG}
```

```txt Wide
{WIDE}
```

```txt Wrapped wrap
{WIDE}
```

```txt Marked {{1}}
{WIDE}
```

```js Focus focus={{2}}
const a = 1;
const b = 2;
```
"""
GROUPS = f"""\
<CodeGroup>
```txt npm
one npm
```
```txt yarn
one yarn
{LONG}
```
```txt pnpm
one pnpm
```
</CodeGroup>

{FILLER}

<CodeGroup>
```txt npm
two npm
```
```txt yarn
two yarn
```
```txt yarn
two other yarn
```
</CodeGroup>

<CodeGroup dropdown>
```txt npm
three npm
```
```txt yarn
three yarn
```
```txt bun nocopy
three bun
```
</CodeGroup>
"""
TABS = f"""\
<Tabs>
<Tab title="npm">Read about npm</Tab>
<Tab title="yarn">Read about yarn</Tab>
</Tabs>

<CodeGroup>
```txt npm
short
```
```txt yarn
{WIDE}
```
</CodeGroup>
"""


@pytest.fixture(scope="module")
def site(
    serve_project: Callable[[Path], str], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], str]:
    """Gives the address of the same site with code that is always dark, or light with the page."""

    def serve(mode: str) -> str:
        root = tmp_path_factory.mktemp(mode)
        (root / "blocks.mdx").write_text(f"---\ntitle: Blocks\n---\n\n{BLOCKS}")
        (root / "groups.mdx").write_text(f"---\ntitle: Groups\n---\n\n{GROUPS}")
        (root / "tabs.mdx").write_text(f"---\ntitle: Tabs\n---\n\n{TABS}")
        (root / "text.mdx").write_text("---\ntitle: Text\n---\n\nNo code.\n")
        pages = ["blocks", "groups", "tabs", "text"]
        settings = {"navigation": [{"group": "G", "pages": pages}], "codeBlock": {"mode": mode}}
        (root / "site.json").write_text(json.dumps({"name": "Site", **settings}))
        return addresses.setdefault(mode, serve_project(root))

    addresses: dict[str, str] = {}
    return lambda mode: addresses.get(mode) or serve(mode)


@pytest.fixture
def reader(page: Page) -> Page:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    return page


def copied(page: Page) -> str:
    text = page.evaluate("navigator.clipboard.readText()")
    assert isinstance(text, str)
    return text


def block(title: str) -> str:
    return f".code-block:has(.code-block-title > span:text-is('{title}'))"


def test_copying_gives_the_code_and_tells_so(reader: Page, site: Callable[[str], str]) -> None:
    reader.goto(f"{site('dark')}/blocks/")
    button = reader.locator(f"{block('Plain')} .code-copy")
    expect(button).to_have_css("opacity", "0")
    reader.locator(block("Plain")).hover()
    expect(button).to_have_css("opacity", "1")
    button.click()
    expect(reader.get_by_role("status").filter(has_text="Copied")).to_have_count(1)
    assert copied(reader) == 'const a = 1;\n\nconst b = "<&>";'


def test_what_is_copied_has_no_marks_numbers_or_removed_lines(
    reader: Page, site: Callable[[str], str]
) -> None:
    reader.goto(f"{site('dark')}/blocks/")
    reader.locator(f"{block('Changes')} .code-copy").click()
    expect(reader.get_by_role("status").filter(has_text="Copied")).to_have_count(1)
    assert copied(reader) == 'const keep = true;\nconst fresh = "b";'


def test_of_a_session_only_the_commands_are_copied(
    reader: Page, site: Callable[[str], str]
) -> None:
    reader.goto(f"{site('dark')}/blocks/")
    reader.locator("[data-language=console] .code-copy").click()
    expect(reader.get_by_role("status").filter(has_text="Copied")).to_have_count(1)
    assert copied(reader) == "octavo build \\\n    docs\noctavo dev"


def test_selected_lines_are_lines_without_their_numbers(
    reader: Page, site: Callable[[str], str]
) -> None:
    reader.goto(f"{site('dark')}/blocks/")
    selected = reader.evaluate(
        """() => {
          getSelection().selectAllChildren(document.querySelector(".has-numbers code"));
          return getSelection().toString();
        }"""
    )
    assert selected == 'const keep = true;\nconst old = "a";\nconst fresh = "b";'


def test_lines_are_as_high_with_marks_as_without(page: Page, site: Callable[[str], str]) -> None:
    page.goto(f"{site('dark')}/blocks/")
    heights = page.evaluate(
        """() => [...document.querySelectorAll(".has-numbers .line")]
          .map((line) => line.getBoundingClientRect().height)"""
    )
    code = page.locator(".has-numbers code").bounding_box()
    assert code
    assert sum(heights) == pytest.approx(code["height"], abs=0.5)
    assert max(heights) - min(heights) < 0.5


def test_a_long_block_opens_and_closes_with_the_keyboard(
    page: Page, site: Callable[[str], str]
) -> None:
    page.goto(f"{site('dark')}/blocks/")
    whole = page.locator(f"{block('Long')} pre")
    button = page.get_by_role("button", name="Expand")
    small = whole.bounding_box()
    button.focus()
    page.keyboard.press("Enter")
    collapse = page.get_by_role("button", name="Collapse")
    expect(collapse).to_have_attribute("aria-expanded", "true")
    large = whole.bounding_box()
    assert small
    assert large
    assert large["height"] > small["height"] * 2
    page.keyboard.press("Space")
    expect(button).to_have_attribute("aria-expanded", "false")


def test_only_code_that_scrolls_can_have_the_focus(page: Page, site: Callable[[str], str]) -> None:
    page.goto(f"{site('dark')}/blocks/")
    wide = page.locator(f"{block('Wide')} pre")
    expect(wide).to_have_attribute("tabindex", "0")
    expect(wide).to_have_role("group")
    expect(wide).to_have_accessible_name("Code: Wide")
    expect(page.locator(f"{block('Wrapped')} pre")).not_to_have_attribute("tabindex", "0")
    expect(page.locator(f"{block('Plain')} pre")).not_to_have_attribute("tabindex", "0")
    wide.focus()
    page.keyboard.press("ArrowRight")
    wait_in_page(page, "[...document.querySelectorAll('pre')].some((pre) => pre.scrollLeft > 0)")


@pytest.mark.parametrize("width", first_of_each([360, 1440]))
def test_wide_code_never_makes_the_page_scroll_sideways(
    page: Page, site: Callable[[str], str], width: int
) -> None:
    for name in ("blocks", "groups"):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(f"{site('dark')}/{name}/")
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_tabs_of_a_group_obey_keys(page: Page, site: Callable[[str], str]) -> None:
    page.goto(f"{site('dark')}/groups/")
    tabs = page.locator(".code-group").first.get_by_role("tab")
    tabs.first.focus()
    for key, name in (
        ("ArrowRight", "yarn"),
        ("End", "pnpm"),
        ("ArrowRight", "npm"),
        ("ArrowLeft", "pnpm"),
        ("Home", "npm"),
    ):
        page.keyboard.press(key)
        expect(page.locator(":focus")).to_have_text(name)
        expect(page.locator(":focus")).to_have_attribute("aria-selected", "true")
        expect(page.get_by_text(f"one {name}")).to_be_visible()
    expect(page.get_by_text("one yarn")).not_to_be_visible()


@pytest.mark.whole
def test_groups_with_the_same_title_follow_and_the_page_stays_where_it_is(
    page: Page, site: Callable[[str], str]
) -> None:
    page.goto(f"{site('dark')}/groups/")
    tab = page.locator(".code-group").nth(1).get_by_role("tab", name="yarn").first
    tab.scroll_into_view_if_needed()
    before = tab.bounding_box()
    tab.click()
    after = tab.bounding_box()
    assert before
    assert after
    assert abs(before["y"] - after["y"]) < 1
    for text in ("one yarn", "two yarn", "three yarn"):
        expect(page.get_by_text(text)).to_be_visible()
    expect(page.get_by_label("Code", exact=True).locator("visible=true").last).to_have_value("yarn")


@pytest.mark.whole
def test_equal_titles_in_one_group_are_tabs_of_their_own(
    page: Page, site: Callable[[str], str]
) -> None:
    page.goto(f"{site('dark')}/groups/")
    page.locator(".code-group").nth(1).get_by_role("tab", name="yarn").last.click()
    expect(page.get_by_text("two other yarn")).to_be_visible()
    expect(page.get_by_text("one yarn")).to_be_visible()


def test_the_choice_is_remembered(page: Page, site: Callable[[str], str]) -> None:
    page.goto(f"{site('dark')}/groups/")
    page.locator(".code-choice").select_option("yarn")
    page.reload()
    for text in ("one yarn", "two yarn", "three yarn"):
        expect(page.get_by_text(text)).to_be_visible()


@pytest.mark.whole
def test_a_choice_reaches_other_pages_that_are_open_and_moves_nothing_there(
    page: Page, site: Callable[[str], str]
) -> None:
    page.emulate_media(reduced_motion="reduce")  # it scrolls at once
    page.goto(f"{site('dark')}/groups/")
    page.evaluate("scrollTo(0, document.body.scrollHeight / 2)")
    seen = page.locator(".code-group").nth(1)
    before = seen.bounding_box()
    other = page.context.new_page()
    other.goto(f"{site('dark')}/groups/")
    other.locator(".code-choice").select_option("yarn")
    for text in ("one yarn", "two yarn", "three yarn"):
        expect(page.get_by_text(text)).to_be_visible()
    expect(page.locator(".code-choice")).to_have_value("yarn")
    after = seen.bounding_box()
    assert before
    assert after
    assert abs(before["y"] - after["y"]) < 1
    assert page.evaluate("scrollY") > 0


@pytest.mark.whole
def test_tabs_with_text_follow_the_code_of_other_pages(
    page: Page, site: Callable[[str], str]
) -> None:
    page.goto(f"{site('dark')}/tabs/")
    other = page.context.new_page()
    other.goto(f"{site('dark')}/groups/")
    other.locator(".code-choice").select_option("yarn")
    expect(page.get_by_text("Read about yarn")).to_be_visible()


def test_long_lines_are_wrapped_everywhere_and_the_page_stays_where_it_is(
    page: Page, site: Callable[[str], str]
) -> None:
    page.emulate_media(reduced_motion="reduce")  # the focus scrolls at once
    page.goto(f"{site('dark')}/blocks/")
    wide = page.locator(f"{block('Wide')} pre")
    button = page.locator(f"{block('Wide')} .code-wrap")
    expect(button).to_have_accessible_name("Wrap long lines")
    expect(button).to_have_attribute("aria-pressed", "false")
    expect(button).to_have_css("opacity", "0")
    button.focus()
    expect(button).to_have_css("opacity", "1")
    before = button.bounding_box()
    page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(button).to_be_focused()
    after = button.bounding_box()
    assert before
    assert after
    assert abs(before["y"] - after["y"]) < 1
    assert wide.evaluate("(pre) => pre.scrollWidth <= pre.clientWidth")
    expect(wide).not_to_have_attribute("tabindex", "0")
    marked = page.locator(f"{block('Marked')} pre")
    assert marked.evaluate("(pre) => pre.scrollWidth <= pre.clientWidth")
    page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-pressed", "false")
    expect(wide).to_have_attribute("tabindex", "0")


def test_only_code_that_is_too_wide_offers_to_wrap(page: Page, site: Callable[[str], str]) -> None:
    page.goto(f"{site('dark')}/blocks/")
    expect(page.locator(".code-wrap")).to_have_count(2)
    for title in ("Plain", "Wrapped", "Long"):
        expect(page.locator(f"{block(title)} .code-wrap")).to_have_count(0)
    page.locator(f"{block('Wide')} .code-wrap").click()
    expect(page.locator(".code-wrap")).to_have_count(2)
    page.set_viewport_size({"width": 360, "height": 800})
    expect(page.locator(f"{block('Changes')} .code-wrap")).to_have_count(0)
    expect(page.locator(f"{block('Wide')} .code-wrap")).to_have_count(1)


@pytest.mark.whole
def test_wrapping_is_remembered_and_reaches_other_pages_that_are_open(
    page: Page, site: Callable[[str], str]
) -> None:
    page.goto(f"{site('dark')}/blocks/")
    other = page.context.new_page()
    other.goto(f"{site('dark')}/blocks/")
    other.locator(f"{block('Wide')} .code-wrap").click()
    button = page.locator(f"{block('Wide')} .code-wrap")
    expect(button).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    assert page.evaluate("localStorage.getItem('octavo-wrap')") is None
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "false")


@pytest.mark.whole
def test_a_group_offers_wrapping_for_the_block_that_is_shown(
    page: Page, site: Callable[[str], str]
) -> None:
    page.goto(f"{site('dark')}/tabs/")
    group = page.locator(".code-group")
    for name, offers in (("yarn", True), ("npm", False), ("yarn", True)):
        group.get_by_role("tab", name=name).click()
        if offers:
            expect(group.locator(".code-wrap")).to_be_in_viewport()
        else:
            expect(group.locator(".code-wrap")).not_to_be_visible()
    wrap, copy = (
        group.locator(".code-wrap").bounding_box(),
        group.locator(".code-copy").bounding_box(),
    )
    assert wrap
    assert copy
    assert wrap["y"] == copy["y"]
    assert wrap["x"] + wrap["width"] <= copy["x"]


@pytest.mark.whole
def test_in_print_lines_are_always_wrapped(page: Page, site: Callable[[str], str]) -> None:
    page.goto(f"{site('dark')}/blocks/")
    page.emulate_media(media="print")
    for title in ("Wide", "Marked"):
        pre = page.locator(f"{block(title)} pre")
        assert pre.evaluate("(pre) => pre.scrollWidth <= pre.clientWidth")
    expect(page.locator(".code-wrap").first).not_to_be_visible()


def test_a_group_copies_the_block_that_is_shown(reader: Page, site: Callable[[str], str]) -> None:
    reader.goto(f"{site('dark')}/groups/")
    group = reader.locator(".code-group").last
    group.locator(".code-choice").select_option("yarn")
    group.locator(".code-copy").click()
    expect(reader.get_by_role("status").filter(has_text="Copied")).to_have_count(1)
    assert copied(reader) == "three yarn"
    group.locator(".code-choice").select_option("bun")
    expect(group.locator(".code-copy")).not_to_be_visible()


def test_without_script_everything_is_shown_and_nothing_is_offered(
    chromium: Browser, site: Callable[[str], str]
) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site('dark')}/groups/")
    for text in ("one npm", "one yarn", "one pnpm", "three bun"):
        expect(page.get_by_text(text)).to_be_visible()
    expect(page.locator(".code-bar").first).not_to_be_visible()
    page.goto(f"{site('dark')}/blocks/")
    expect(page.get_by_text("line 39")).to_be_visible()
    whole = page.locator(f"{block('Long')} pre").bounding_box()
    assert whole
    assert whole["height"] > 800
    for name in (".code-copy", ".code-expand"):
        expect(page.locator(name).first).not_to_be_visible()
    context.close()


def test_in_print_every_panel_stands_below_its_title(
    page: Page, site: Callable[[str], str]
) -> None:
    page.goto(f"{site('dark')}/groups/")
    page.emulate_media(media="print")
    expect(page.get_by_text("one pnpm")).to_be_visible()
    title = (
        page.locator(".code-group .code-block")
        .nth(2)
        .evaluate("(panel) => getComputedStyle(panel, '::before').content")
    )
    assert title == '"pnpm"'
    expect(page.locator(".code-bar").first).not_to_be_visible()


def test_a_page_without_code_loads_no_script_for_it(page: Page, site: Callable[[str], str]) -> None:
    page.goto(f"{site('dark')}/text/")
    assert page.locator("script[src*='code.js']").count() == 0


@needs_axe
@pytest.mark.parametrize(
    ("mode", "scheme"), first_of_each([("dark", "light"), ("auto", "light"), ("auto", "dark")])
)
@pytest.mark.parametrize("name", first_of_each(["blocks", "groups", "tabs"]))
def test_axe_finds_nothing(
    chromium: Browser, site: Callable[[str], str], mode: str, scheme: str, name: str
) -> None:
    context = chromium.new_context(color_scheme="dark" if scheme == "dark" else "light")
    page = context.new_page()
    page.goto(f"{site(mode)}/{name}/")
    add_style(page, ":is(.code-copy, .code-wrap) { opacity: 1 !important }")
    assert list_violations(page, ".mdx-content") == []
    context.close()

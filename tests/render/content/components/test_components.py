"""Components become HTML and Markdown: cases, in tests/cases/components; mistakes and attacks."""

from __future__ import annotations

import re
import time

import pytest

from octavo.content.mdx import parse_mdx
from octavo.problems import Problem
from octavo.render.content.components import COMPONENTS
from octavo.render.content.page import RenderedContent, render_content
from octavo.search.page_text import read_sections
from octavo.settings.models.page_settings import PageSettings
from octavo.settings.models.site_settings import Settings
from octavo.site.links import LinkResolver
from octavo.site.model import Page, Site
from tests.component_properties import list_component_properties
from tests.patience import HANGS_AFTER
from tests.text_cases import Case, load_cases

SOURCE = "guides/one.mdx"
SITE = Site(
    settings=Settings(name="Test", navigation=()),
    pages={
        url: Page(f"{url[1:]}.mdx", url, url, PageSettings(), listed=True)
        for url in ("/guides/one", "/guides/two", "/other")
    },
    sections={},
    section_of={},
    tabs=(),
    anchors=(),
    redirects=(),
    files=frozenset({"images/a.png"}),
    folders={},
)
_TAG = re.compile(r"<([A-Z][\w.]*)")
_DRAWING = re.compile(r'<svg( class="icon[^>]*?) viewBox="[^"]*">.*?</svg>')


def render(text: str) -> RenderedContent:
    return render_content(SOURCE, parse_mdx(text, SOURCE), LinkResolver(SITE))


def render_readable(text: str) -> tuple[str, tuple[Problem, ...]]:
    """Return the HTML without the drawings of icons, and the problems."""
    content = render(text)
    return _DRAWING.sub(r"<svg\1/>", content.html), content.problems


@pytest.mark.parametrize("case", load_cases("components"), ids=lambda case: case.title)
def test_components_become_html_and_markdown(case: Case) -> None:
    expected_html, _mark, markdown = case.expected.partition("\n%%% markdown\n")
    html, problems = render_readable(case.input)
    assert problems == ()
    assert html == expected_html
    assert not markdown or render(case.input).twin == markdown


def test_every_component_has_a_case() -> None:
    tags = {name for case in load_cases("components") for name in _TAG.findall(case.input)}
    assert COMPONENTS.keys() - tags - {"Latex", "Mermaid"} == set()  # pages have tests of these


@pytest.mark.parametrize("name", sorted(COMPONENTS))
def test_every_component_can_do_without_properties_and_children(name: str) -> None:
    content = render(f"Before\n\n<{name} />\n\n<{name}></{name}>\n\nAfter")
    assert content.problems == ()
    assert content.html.startswith("<p>Before</p>")
    assert content.html.endswith("<p>After</p>")


NOT_SEARCHED = {"chart", "children", "default", "name", "post", "pre", "tags", "type", "value"}
"""Types, names of files, marks: words that readers don't search for, or that are drawn."""


@pytest.mark.parametrize("name", sorted(COMPONENTS))
def test_the_search_reads_what_a_component_shows_of_its_properties(name: str) -> None:
    keys = list_component_properties()
    assert len(keys) > len(NOT_SEARCHED)
    for key in keys:
        text = f'<{name} {key}="impellerkit">inside</{name}>'
        is_shown = "impellerkit" in re.sub("<[^>]*>", "", render(text).html)
        is_read = "impellerkit" in str(read_sections(parse_mdx(text, SOURCE), ()))
        assert is_read or not is_shown or key in NOT_SEARCHED, f"_TEXT_PROPERTIES has no `{key}`"


HOSTILE = """'"><script>alert(1)</script><img src=x onerror=alert(1)>'"""
NAMES = [*list_component_properties(), "body", "query", "header", "path"]


@pytest.mark.scorecard("SR-10")
@pytest.mark.parametrize("name", sorted(COMPONENTS))
def test_hostile_text_in_any_property_stays_text(name: str) -> None:
    properties = " ".join(f"{key}={HOSTILE}" for key in NAMES)
    lists = " ".join(f"{key}={{[{HOSTILE}]}}" for key in ("tags", "enum", "pre", "post"))
    for written in (properties, lists, f"value={{{{light: {HOSTILE}}}}} default={{[{HOSTILE}]}}"):
        html = render(f"<{name} {written}>text</{name}>").html
        assert "<script" not in html
        assert "<img src=x" not in html
        assert " style=" not in html


@pytest.mark.parametrize("name", ["Card", "Tile", "Tooltip", "Link"])
@pytest.mark.parametrize("address", ["javascript:alert(1)", " JavaScript:x", "data:text/html,x"])
def test_addresses_that_run_code_are_left_out_with_a_warning(name: str, address: str) -> None:
    content = render(f'<{name} title="A" tip="B" href="{address}">text</{name}>')
    assert [problem.code for problem in content.problems] == ["link-unsafe"]
    assert "javascript" not in content.html.lower()
    assert "data:text" not in content.html


@pytest.mark.parametrize(
    ("text", "code", "hint"),
    [
        ('<Card icon="flgg" />', "icon-unknown", "Did you mean `flag`?"),
        ('<Icon icon="flgg" />', "icon-unknown", "Did you mean `flag`?"),
        ('<Card href="/guides/tow" title="A" />', "link-to-nothing", "`/guides/two`"),
        ('<Card icon="/images/b.png" />', "image-missing", ""),
        ('<Card img="/images/b.png" />', "image-missing", ""),
        ('<Frame caption="[x](/guides/tow)" />', "link-to-nothing", "`/guides/two`"),
        ("<Crad />", "component-unknown", "Did you mean `Card`?"),
        ("<Tree.Foldr />", "component-unknown", "Did you mean `Tree.Folder`?"),
    ],
)
def test_mistakes_in_properties_are_told_at_the_component(text: str, code: str, hint: str) -> None:
    (problem,) = render(f"a\n\n{text}").problems
    assert problem.code == code
    assert (problem.location.line, problem.location.column) == (3, 1)
    assert hint in problem.hint


def test_properties_that_no_component_has_are_ignored() -> None:
    assert render('<Card nothing="x" col="3" />').problems == ()
    assert "nothing" not in render('<Card nothing="x" />').html


def contents_of(text: str) -> list[tuple[str, str, bool]]:
    return [(entry.id, entry.title, entry.nested) for entry in render(text).contents]


def test_labels_of_updates_enter_the_table_of_contents_and_what_they_hold_does_not() -> None:
    text = '<Update label="May *2024*">\n## Inner\n</Update>\n\n<Update label="June" id="six" />\n'
    assert contents_of(text) == [("may-2024", "May 2024", False), ("six", "June", False)]


def test_steps_enter_the_table_of_contents_when_their_titles_are_headings() -> None:
    text = (
        '<Steps titleSize="h3">\n<Step title="A" />\n<Step title="B" titleSize="h2" />\n'
        '<Step title="C" titleSize={"p"} />\n<Step title="D" titleSize="h4" />\n</Steps>\n'
        '<Steps><Step title="E" /></Steps>\n'
    )
    assert contents_of(f"## Top\n\n{text}") == [
        ("top", "Top", False),
        ("a", "A", True),
        ("b", "B", False),
    ]


def test_headings_in_tabs_and_accordions_stay_out_of_the_table_of_contents() -> None:
    text = '<Tabs>\n<Tab title="A">\n## In\n</Tab>\n</Tabs>\n\n<Accordion>\n## In\n</Accordion>\n'
    assert contents_of(text) == []


def test_headings_of_views_belong_to_the_page_and_those_for_agents_do_not() -> None:
    text = (
        '<View title="A">\n## One\n</View>\n\n<Visibility for="humans">\n## Two\n</Visibility>\n\n'
        '<Visibility for="agents">\n## Three\n</Visibility>\n'
    )
    assert [title for _, title, _ in contents_of(text)] == ["One", "Two"]


def test_a_page_loads_only_the_scripts_of_the_components_it_uses() -> None:
    assert render('<Card title="A" />').scripts == frozenset()
    text = '<Tabs><Tab title="A" /></Tabs>\n\n<Accordion title="A">\n[x](/other)\n</Accordion>'
    assert render(text).scripts == {"components/tabs.js", "components/disclosures.js"}


def test_examples_are_also_given_apart_from_the_text() -> None:
    content = render("Text\n\n<RequestExample>\n```sh\na\n```\n</RequestExample>")
    assert content.aside_html.startswith('<aside id="content-side-layout" class="examples"')
    assert content.aside_html in content.html
    assert render("Text").aside_html == ""


def test_code_in_examples_without_a_title_is_named_after_its_kind() -> None:
    blocks = "```sh\na\n```\n\n```sh {1}\nb\n```\n\n```py Named\nc\n```\n"
    html = render(f"<RequestExample>\n{blocks}</RequestExample>").html
    assert "Request" in html
    assert "Request 2" in html
    assert "Named" in html
    assert "Request 3" not in html


def test_ids_on_a_page_are_unique_however_titles_repeat() -> None:
    parts = [
        "## Same",
        '<Tabs><Tab title="Same">1</Tab><Tab title="Same">2</Tab></Tabs>',
        '<Accordion title="Same">1</Accordion>',
        '<Steps><Step title="Same" /></Steps>',
        '<Update label="Same" />',
        "## Same-2",
        '<ResponseField name="same" />',
        '<ResponseField name="Same" />',
    ]
    ids = re.findall(r' id="([^"]+)"', render("\n\n".join(parts * 3)).html)
    assert len(ids) == len(set(ids))
    assert len(ids) > 30


@pytest.mark.parametrize(
    "text",
    [
        '<Accordion title="a">' * 60 + "x" + "</Accordion>" * 60,
        "<Steps>\n" + '<Step title="a">b</Step>\n' * 3000 + "</Steps>",
        "<Tabs>\n" + '<Tab title="a">b</Tab>\n' * 2000 + "</Tabs>",
        '<ResponseField name="a" />\n' * 4000,
        f'<Frame caption="{"**a " * 20000}" />',
        f'<Card title="{"[" * 50000}" />',
        "\n\n".join(f'<View title="v{number}">\nx\n</View>' for number in range(1000)),
        "<RequestExample>\nx\n</RequestExample>\n\n" * 1500,
    ],
    ids=["nested", "steps", "tabs", "fields", "caption", "title", "views", "examples"],
)
def test_large_and_hostile_pages_take_no_long_time(text: str) -> None:
    start = time.process_time()
    render(text)
    assert time.process_time() - start < HANGS_AFTER


@pytest.mark.parametrize(
    ("text", "sheets"),
    [
        ("Plain *text*.", ()),
        ("<Note>Take care.</Note>", ()),
        ('<ParamField query="size">How many.</ParamField>', ("reference.css",)),
        ("<Note>\n<Tree><Tree.File name='a' /></Tree>\n</Note>", ("reference.css",)),
        (
            '<GitHub.Repo name="a/b" />\n\n<Prompt description="Ask">Why?</Prompt>',
            ("reference.css",),
        ),
    ],
)
def test_pages_load_the_styles_of_components_that_describe_where_they_have_some(
    text: str, sheets: tuple[str, ...]
) -> None:
    assert render(text).sheets == sheets

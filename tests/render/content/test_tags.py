"""The output for tags: sets of pictures, and unknown components."""

from __future__ import annotations

import pytest

from octavo.content.mdx import parse_mdx
from octavo.problems import Code, Problem
from octavo.render.content.page import render_content
from octavo.settings.models.page_settings import PageSettings
from octavo.settings.models.site_settings import Settings
from octavo.site.links import LinkResolver
from octavo.site.model import Page, Site


def render(text: str) -> tuple[str, list[Problem]]:
    site = Site(
        settings=Settings(name="Test", navigation=()),
        pages={"/guides/one": Page("guides/one.mdx", "/guides/one", "One", PageSettings())},
        sections={},
        section_of={},
        tabs=(),
        anchors=(),
        redirects=(),
        files=frozenset({"images/a.png", "guides/b.png"}),
        folders={},
    )
    source = "guides/one.mdx"
    content = render_content(source, parse_mdx(text, source), LinkResolver(site, "/docs"))
    return content.html, list(content.problems)


@pytest.mark.parametrize(
    ("written", "resolved"),
    [
        ("/images/a.png", "/docs/images/a.png"),
        ("/images/a.png 1x, b.png 2x", "/docs/images/a.png 1x, /docs/guides/b.png 2x"),
        ("b.png,\n  /images/a.png   640w", "/docs/guides/b.png, /docs/images/a.png 640w"),
        ("https://example.com/a,b.png 2x", "https://example.com/a,b.png 2x"),
        ("data:image/png;base64,AAAA 1x, b.png 2x",
         "data:image/png;base64,AAAA 1x, /docs/guides/b.png 2x"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("tag", ["img alt=''", "source"])
def test_the_addresses_of_a_set_of_pictures_are_resolved(
    tag: str, written: str, resolved: str
) -> None:
    html, problems = render(f'<{tag} srcSet="{written}" />')
    assert f' srcset="{resolved}"' in html
    assert problems == []


def test_a_missing_picture_of_a_set_is_told_at_its_tag() -> None:
    html, problems = render('<picture>\n  <source srcSet="b.png, c.png 2x" />\n</picture>')
    assert 'srcset="/docs/guides/b.png, /docs/guides/c.png 2x"' in html
    assert [(p.code, p.location.line) for p in problems] == [(Code.IMAGE_MISSING, 2)]
    assert "`c.png`" in problems[0].message


def test_a_missing_script_is_told_as_one() -> None:
    _, problems = render('<script src="/lost.js"></script>\n\n<img src="/lost.png" alt="" />')
    assert [problem.code for problem in problems] == [Code.SCRIPT_MISSING, Code.IMAGE_MISSING]
    assert problems[0].message == "the file `/lost.js` is missing"


def test_an_address_of_a_set_that_could_run_code_is_left_out() -> None:
    html, problems = render('<source srcSet="javascript:alert(1) 1x, b.png 2x" />')
    assert 'srcset="/docs/guides/b.png 2x"' in html
    assert [p.code for p in problems] == [Code.LINK_UNSAFE]


@pytest.mark.parametrize("written", ["", ",, ,", "javascript:a"])
def test_a_set_without_an_address_is_no_attribute(written: str) -> None:
    assert render(f'<source srcSet="{written}" />')[0] == "<source>"


def test_a_long_set_takes_no_time() -> None:
    html, _problems = render(f'<source srcSet="{"," * 50_000}{"b.png 2x, " * 5_000}" />')
    assert html.count("b.png") == 5_000


def test_an_unknown_component_is_told_once_a_page_where_it_is_first_used() -> None:
    html, problems = render("<Filter.Item>a</Filter.Item>\n\n<Filter.Item>b</Filter.Item>\n\n<X/>")
    assert html == "ab"
    assert [(p.code, p.location.line) for p in problems] == [
        (Code.COMPONENT_UNKNOWN, 1),
        (Code.COMPONENT_UNKNOWN, 5),
    ]


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("Crad", "Did you mean `Card`?"),
        ("Success", "Did you mean `Check`?"),
        ("Image", "Did you mean `img`?"),
        ("Zzyzx", "Check its spelling. Import your own components"),
    ],
)
def test_an_unknown_component_has_a_hint(name: str, hint: str) -> None:
    (problem,) = render(f"<{name} />")[1]
    assert problem.hint.startswith(hint)


@pytest.mark.parametrize(
    "written",
    [
        '<a HREF="javascript:alert(1)">x</a>',
        '<a hReF="JaVaScRiPt:alert(1)">x</a>',
        '<a {...{"HREF": "javascript:alert(1)"}}>x</a>',
        '<svg><a XLINK:HREF="javascript:alert(1)">x</a></svg>',
        '<svg><a xlinkHref="javascript:alert(1)">x</a></svg>',
        '<button FORMACTION="javascript:alert(1)">x</button>',
        '<img SRC="javascript:alert(1)" />',
        '<img SRCSET="javascript:alert(1) 2x" />',
        '<iframe SRC="javascript:alert(1)" />',
    ],
)
def test_an_address_that_runs_code_is_left_out_however_its_attribute_is_written(
    written: str,
) -> None:
    html, _ = render(written)
    assert "alert" not in html


def test_attributes_with_addresses_are_resolved_in_any_case() -> None:
    html, _ = render('<img SRC="b.png" alt="" />')
    assert 'src="/docs/guides/b.png"' in html


@pytest.mark.parametrize(
    "heading", ["<h3>Part</h3>", "### Part", "<Heading level={3}>Part</Heading>"]
)
def test_a_heading_in_a_link_has_no_link_of_its_own(heading: str) -> None:
    html, _problems = render(f'<a href="/guides/one">\n\n{heading}\n\n</a>\n\n## After\n')
    assert html.count("heading-link") == 1
    assert html.index("heading-link") > html.index("</a>")

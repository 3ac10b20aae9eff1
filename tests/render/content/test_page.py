"""What a rendered page says about itself, and how its document becomes HTML."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from octavo.content.headings import read_headings
from octavo.content.mdx import parse_mdx
from octavo.content.nodes import Document
from octavo.problems import Problem, Severity, sort_problems
from octavo.render.content.page import read_contents, render_content
from octavo.settings.models.page_settings import PageSettings
from octavo.settings.models.site_settings import Settings
from octavo.site.links import LinkResolver
from octavo.site.model import Page, Site
from tests.settings_data import made_of
from tests.text_cases import Case, load_cases

PAGES = {
    url: Page(f"{url[1:]}.mdx", url, url, PageSettings(), listed=True)
    for url in ("/guides/one", "/guides/two", "/other")
}


def site(**settings: Any) -> Site:
    return Site(
        settings=made_of(Settings, {"name": "Test", "navigation": (), **settings}),
        pages=PAGES,
        sections={},
        section_of={},
        tabs=(),
        anchors=(),
        redirects=(),
        files=frozenset({"images/a.png", "guides/b.svg", "c d.pdf"}),
        folders={"/guides": "/guides/one", "/": "/guides/one"},
    )


def render(text: str, base_path: str = "") -> tuple[str, list[Problem]]:
    source = "guides/one.mdx"
    content = render_content(source, parse_mdx(text, source), LinkResolver(site(), base_path))
    return content.html, list(content.problems)


@pytest.mark.parametrize("case", load_cases("render"), ids=lambda case: case.title)
def test_documents_become_html(case: Case) -> None:
    html, problems = render(case.input)
    assert problems == []
    assert html == case.expected


@pytest.mark.parametrize(
    ("address", "href"),
    [
        ("/guides/two", "/docs/guides/two/"),
        ("/guides/two.mdx#part", "/docs/guides/two/#part"),
        ("two", "/docs/guides/two/"),
        ("./two.md", "/docs/guides/two/"),
        ("../other?x=1", "/docs/other/?x=1"),
        ("/guides", "/docs/guides/"),
        ("/guides/", "/docs/guides/"),
        ("/", "/docs/"),
        ("/c%20d.pdf", "/docs/c%20d.pdf"),
        ("#here", "#here"),
        ("https://example.com/a?b=c", "https://example.com/a?b=c"),
        ("mailto:a@example.com", "mailto:a@example.com"),
    ],
)
def test_links_are_resolved(address: str, href: str) -> None:
    assert render(f"[x]({address})", "/docs") == (f'<p><a href="{href}">x</a></p>', [])
    assert render(f'<a href="{address}">x</a>', "/docs")[0] == f'<a href="{href}">x</a>'


@pytest.mark.parametrize("source", ["/images/a.png", "../images/a.png", "b.svg", "./b.svg"])
def test_images_are_found_from_the_root_and_from_the_page(source: str) -> None:
    html, problems = render(f"![Alt]({source})")
    assert not problems
    assert 'loading="lazy" alt="Alt" data-zoom>' in html


def test_a_picture_keeps_its_place_free_and_may_refuse_to_be_enlarged() -> None:
    source = "guides/one.mdx"
    document = parse_mdx('![A](b.svg)\n\n<img src="b.svg" width="40" noZoom />\n', source)
    links = LinkResolver(site())
    content = render_content(source, document, links, {"guides/b.svg": (30, 20)}.get)
    assert (
        'src="/guides/b.svg" loading="lazy" alt="A" width="30" height="20" data-zoom'
        in content.html
    )
    assert '<img src="/guides/b.svg" loading="lazy" width="40">' in content.html
    assert content.scripts == {"components/zoom.js"}


def test_formulas_become_mathml_and_broken_ones_are_told() -> None:
    html, problems = render("Energy $E = mc^2$, price $5 to $6.\n\n$$\n\\frac{a}{b}\n$$\n")
    assert not problems
    assert '<span class="math math-inline"><math' in html
    assert "price $5 to $6." in html
    assert 'display="block"' in html
    broken, (problem,) = render("see $a^b^c$ & so on")
    assert problem.code == "formula-unreadable"
    assert broken == "<p>see $a^b^c$ &amp; so on</p>"
    broken, (problem,) = render("$$\na^b^c\n$$")
    assert problem.code == "formula-unreadable"
    assert "<code>a^b^c</code>" in broken


def test_a_diagram_is_two_pictures_and_its_source() -> None:
    source = "guides/one.mdx"
    text = "```mermaid\nflowchart LR\n  A[<b>] --> B\n```\n"
    content = render_content(source, parse_mdx(text, source), LinkResolver(site(), "/docs"))
    assert content.problems == ()
    light, dark = sorted(content.files, reverse=True)
    assert f'<img class="only-light" src="/docs/{light}" alt="Diagram (flowchart)"' in content.html
    assert f'<img class="only-dark" src="/docs/{dark}"' in content.html
    assert "A[&lt;b&gt;] --&gt; B" in content.html
    assert content.files[light].startswith(b"<svg")
    assert content.files[light] != content.files[dark]


def test_a_diagram_that_is_wider_than_a_phone_can_be_scrolled_there() -> None:
    steps = " --> ".join(f"{name}[A step with a long name]" for name in "ABCDE")
    wide, _ = render(f"```mermaid\nflowchart LR\n  {steps}\n```\n")
    group = '<div class="diagram-wide" tabindex="0" role="group" aria-label="Diagram"><img'
    assert group in wide
    narrow, _ = render("```mermaid\nflowchart LR\n  A --> B\n```\n")
    assert "diagram-wide" not in narrow


def test_a_diagram_that_cannot_be_drawn_is_shown_as_its_source() -> None:
    html, (problem,) = render("```mermaid\nflowchart LR\n  A--\n```\n")
    assert problem.code == "diagram-not-drawn"
    assert '<div class="code-block" data-language="mermaid">' in html


def test_without_the_extra_diagrams_are_code_and_the_extra_is_named_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "mmdr", None)  # as if it were not installed
    html, problems = render("".join(f"```mermaid\npie\n  'A': {n}\n```\n\n" for n in range(3)))
    assert html.count('<div class="code-block" data-language="mermaid">') == 3
    (told,) = sort_problems(problems)
    assert told.message.endswith("the extra `diagrams` is not installed")
    assert "octavo[diagrams]" in told.hint


def test_without_the_extra_code_in_rare_languages_is_plain_and_the_extra_is_named_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = "".join(f"```{name}\nif <x>\n```\n\n" for name in ("haskell", "perl", "python", "text"))
    html, problems = render(text)
    assert not problems
    assert html.count("if &lt;x&gt;") == 1  # plain text is never colored
    monkeypatch.setitem(sys.modules, "pygments", None)  # as if it were not installed
    html, problems = render(text)
    assert html.count("if &lt;x&gt;") == 3
    (told,) = sort_problems(problems)
    assert (told.code, told.severity) == ("code-not-colored", Severity.INFO)
    assert "the extra `languages` is not installed" in told.message
    assert "octavo[languages]" in told.hint


@pytest.mark.parametrize(
    ("text", "code", "place", "hint"),
    [
        ("a [x](/guides/tow) b", "link-to-nothing", (1, 3), "Did you mean `/guides/two`?"),
        ("\n![x](nope.png)", "image-missing", (2, 1), ""),
        ('<img src="nope.png" />', "image-missing", (1, 1), ""),
        ("[x](javascript:alert%281%29)", "link-unsafe", (1, 1), ""),
        ('<iframe src="javascript:x" />', "link-unsafe", (1, 1), ""),
        ("> - <Crad>\n>   x\n>   </Crad>", "component-unknown", (1, 5), ""),
        ("a {name} b", "expression-not-evaluated", (1, 3), ""),
        ("<div onClick={() => 1} />", "attribute-dropped", (1, 1), ""),
        ("<div {...props} />", "attribute-dropped", (1, 1), ""),
    ],
)
def test_mistakes_are_told_at_their_place(
    text: str, code: str, place: tuple[int, int], hint: str
) -> None:
    _, problems = render(text)
    (problem,) = problems
    assert problem.code == code
    assert problem.severity == "warning"
    assert (problem.location.line, problem.location.column) == place
    assert hint in problem.hint


def test_what_an_unknown_component_holds_is_shown() -> None:
    assert render("<Wrap>\n**x**\n</Wrap>")[0] == "<p><strong>x</strong></p>"


def test_an_expression_that_is_not_a_literal_is_shown_as_written() -> None:
    assert render("a {user.name} b")[0] == "<p>a {user.name} b</p>"


def test_code_in_addresses_and_handlers_never_reaches_the_page() -> None:
    html, _ = render(
        '[a](javascript:x) ![b](javascript:x) <a href="JaVaScRiPt:x">c</a>\n\n'
        '<img src="data:text/html,x" onerror="x" />\n\n<form action="javascript:x" />\n'
    )
    assert "javascript" not in html.lower()
    assert "onerror" not in html
    assert "data:text" not in html


def test_class_names_and_styles_of_a_page_become_its_own_style_sheet() -> None:
    source = "guides/one.mdx"
    text = (
        '<div className="mt-4 mine" style={{color: "red"}}>x</div>\n\n<b style="top: 1px">y</b>\n'
    )
    content = render_content(source, parse_mdx(text, source), LinkResolver(site()))
    assert content.stylesheet is not None
    css = content.files[content.stylesheet].decode()
    assert ".mt-4{" in css
    assert "{color:red}" in css
    assert "top:" in css
    assert ".mine" not in css
    assert "style=" not in content.html
    plain = render_content(source, parse_mdx("text", source), LinkResolver(site()))
    assert plain.stylesheet is None


def test_footnotes_are_numbered_by_their_first_mark_and_link_back() -> None:
    html, _ = render("a[^x] b[^y] c[^x]\n\n[^y]: Why\n[^x]: Because\n")
    assert html.count('href="#footnote-1"') == 2
    assert (
        '<li id="footnote-1"><p>Because</p><a class="footnote-back" href="#footnote-mark-1"' in html
    )
    assert 'id="footnote-mark-1-2"' in html
    assert html.index("Because") < html.index("Why")


def test_the_table_of_contents_nests_below_second_level_headings() -> None:
    document: Document = parse_mdx("### Lone\n\n## A\n\n### B\n\n#### C\n\n##### D\n\n# E\n")
    contents = read_contents(read_headings(document.nodes))
    assert [(entry.title, entry.nested) for entry in contents] == [
        ("Lone", False),
        ("A", False),
        ("B", True),
        ("C", True),
        ("E", False),
    ]


@pytest.mark.parametrize(
    ("headings", "fragment", "href"),
    [
        ("## Set up\n", "set-up", "#set-up"),
        ("## Set up\n", "Set_Up", "#set-up"),
        ("## Set up\n", "SET-UP", "#set-up"),
        ("## Set up\n\n<Accordion title='Setup'>x</Accordion>\n", "setup", "#setup"),
        ("## A 2\n\n## A2\n", "a2", "#a2"),
        ("## a.b\n\n## ab\n", "ab", "#ab"),
        ("## a.b\n", "ab", "#a-b"),
        ("## 100%\n", "100%25", "#100"),
        ("## Set up\n", "nothing", "#nothing"),
        ("## !\n", "?", "#?"),
    ],
)
def test_a_link_within_a_page_gets_the_id_that_it_means(
    headings: str, fragment: str, href: str
) -> None:
    html, _ = render(f"[x](#{fragment})\n\n{headings}")
    assert f'<a href="{href}">x</a>' in html


@pytest.mark.parametrize(
    "box",
    [
        "> [!WARNING] Its *title*\n> Text.\n",
        ":::warning[Its *title*]\nText.\n:::\n",
        '!!! warning "Its *title*"\n    Text.\n',
    ],
)
def test_the_callouts_of_other_tools_are_those_of_components(box: str) -> None:
    component = "<Warning title='Its *title*'>\n\nText.\n\n</Warning>\n"
    assert render(box) == render(component)

"""How parts of a page are folded into fragments."""

from __future__ import annotations

from octavo.render.api.markup import Panel, render_switch
from octavo.render.api.page.fold import Folder
from tests.html_tree import parse_html

FIELDS = "".join(
    f'<div class="field" id="q.{n}"><p>Text {n}<br>{"x" * 50}</p></div>' for n in range(9)
)
SECTION = (
    f'<section class="api-section"><div class="api-head"><h2>Query</h2></div>{FIELDS}</section>'
)


def test_what_is_short_stays_as_it_is() -> None:
    folder = Folder(5_000, "")
    assert folder.fold(SECTION) == SECTION
    assert folder.fragments == {}


def test_the_first_of_a_list_stay_and_a_line_opens_the_others() -> None:
    folder = Folder(300, "/docs")
    html = folder.fold(SECTION)
    ((output, rest),) = folder.fragments.items()
    tree = parse_html(html)
    assert tree.one("h2").text == "Query"
    assert "Show 7 more" in tree.one("summary").text
    assert tree.one("a").attributes["href"] == f"/docs/{output}"
    shown = [each.attributes["id"] for each in tree.find(class_="field")]
    folded = [each.attributes["id"] for each in parse_html(rest).find(class_="field")]
    assert shown + folded == [f"q.{number}" for number in range(9)]


def test_the_first_of_parts_that_take_turns_stay_with_their_options() -> None:
    panels = [Panel(f"r-{n}", f"Kind {n}", f"<p>{n} {'x' * 90}</p>") for n in range(9)]
    folder = Folder(600, "")
    tree = parse_html(folder.fold(render_switch(panels, "Kind", as_list=True)))
    (rest,) = map(parse_html, folder.fragments.values())
    shown = [each.text for each in tree.find("option")]
    assert len(shown) == len(tree.find(class_="switch-panel"))
    assert shown + [each.text for each in rest.find("h3")] == [f"Kind {n}" for n in range(9)]
    assert all("hidden" not in each.attributes for each in rest.find(class_="switch-panel"))


def test_something_that_is_too_long_alone_is_folded_inside_of_its_field() -> None:
    row = f'<div class="field"><b>name</b><div class="field-content"><p>{"x" * 900}</p></div></div>'
    folder = Folder(300, "")
    html = folder.fold(f'<section class="api-section">{row}{FIELDS}</section>')
    assert "<b>name</b>" in folder.fragments.popitem()[1] + html
    assert "x" * 900 not in html


def test_html_of_authors_that_is_not_well_formed_stays_as_it_is() -> None:
    for html in (f"<p>{SECTION}", f"{SECTION}</div>", f"<b><i>{SECTION}</b></i>"):
        assert Folder(300, "").fold(html) == html

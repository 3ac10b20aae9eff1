"""What the search finds of a view: lines of text, the names in it, and the samples."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

import pytest

from octavo.openapi.model import Node
from octavo.reference.later import FragmentPlace, Fragments, Wanted
from octavo.reference.view import (
    About,
    AboutValue,
    Allowed,
    Block,
    Callback,
    Card,
    Code,
    Expand,
    Field,
    Fields,
    Head,
    Heading,
    Items,
    Later,
    Line,
    Listed,
    MediaNames,
    PageLink,
    PageLinks,
    Panel,
    Part,
    Prose,
    Section,
    Status,
    Switch,
    View,
    Words,
    say,
)
from octavo.render.api.view.found import FoundPrinter
from octavo.search.page_text import Section as Found

PLACE = FragmentPlace(Node({}, "a.json", ()))
LATER = Fields((Field("", "later"),))


@pytest.fixture
def printer() -> FoundPrinter:
    return FoundPrinter(lambda text: (text or "").replace("*", ""), lambda _place: ("", LATER))


def build_section(*parts: Part, side: str = "request") -> Section:
    heading = Heading("body", say("Body"))
    return Section(heading.id, heading.title, (Head((heading,)), *parts), side)


def find(printer: FoundPrinter, *parts: Part) -> Found:
    _, found = printer.print(View((build_section(*parts),)), ())
    return found


def nest(*names: str) -> Fields:
    """Return fields, each inside of the one before."""
    name, *others = names
    inside = (Expand(say("child attributes"), (Listed(nest(*others), ""),)),) if others else ()
    return Fields((Field("", name, About(text=f"About {name}."), inside),))


def test_above_the_sections_stands_what_introduces_the_page(printer: FoundPrinter) -> None:
    def sample(text: str, *, is_printed: bool) -> Panel:
        return Panel("", "", (Block(text, "go", "", "", is_printed),))

    panels = (sample("theirs()", is_printed=False), sample("ours()", is_printed=True))
    card = Card("request", say("Request"), (Switch(panels, say("Request"), "sample"),))
    answer = Card("response", say("Response"), (Block("<pet/>", "xml", "", ""),))
    [found] = printer.print(View((), (card, answer)), ("*One*.", None, "Two."))
    assert found == Found("", "", "One.\nTwo.", code="theirs()")


def test_a_section_has_lines_and_names(printer: FoundPrinter) -> None:
    allowed = Allowed(((Code("on"), ""), (Code("off"), "")))
    told = Allowed(((Code("1"), "First."), (Code("2"), "")))
    rows = (
        Field("", "state", About(text="Is *it* on?", allowed=(allowed,), schema="State")),
        Field("", "rank", About(allowed=(told,), facts=(say("Always {value}", value=Code("3")),))),
        Field("", "{key}", About(text="Any.")),
        Switch((Panel("", "Cat", (Listed(nest("meows"), ""),)),), say("One of"), "option"),
    )
    scopes = Items(((Code("write"), "Change it."),))
    found = find(printer, Prose("All."), AboutValue(About(schema="Pet")), Fields(rows), scopes)
    assert found == Found(
        "body",
        "Body",
        "All.\nstate: Is it on?\non off\nrank\n1: First.\n2: \n3: \nAny.\n"
        "meows: About meows.\nwrite",
        "Pet state State on off rank 1 2 3 meows write",
    )


def test_what_is_deep_inside_is_only_words(printer: FoundPrinter) -> None:
    found = find(printer, Listed(nest("first", "second", "third", "fourth"), ""))
    assert found.text == "first: About first.\nsecond\nthird"
    assert found.names == "first second"


def test_what_a_page_loads_later_is_found(printer: FoundPrinter) -> None:
    later = Later(Wanted(Fragments.__new__(Fragments), PLACE), "pet")
    found = find(printer, Fields((Field("", "pet", inside=(later,)),)))
    assert (found.text, found.names) == ("pet\nlater", "pet later")


def test_very_much_is_data(printer: FoundPrinter) -> None:
    numbers = count()
    inside = [Fields((Field("", f"n{next(numbers)}"),)) for _ in range(300)]
    rows = tuple(Field("", f"f{at}", inside=(each,)) for at, each in enumerate(inside))
    names = find(printer, Listed(Fields(rows), "")).names.split()
    assert names == [f"f{at}" for at in range(300)]
    few = Fields(rows[:100])
    assert len(find(printer, Listed(few, "")).names.split()) == 151
    values = Allowed(tuple((Code(f"v{at}"), "") for at in range(60)))
    field = Field("", "state", About(allowed=(values,)))
    assert len(find(printer, Fields((field,))).names.split()) == 41


def build_answer(status: str, body: Fields, *headers: str, text: str = "") -> Panel:
    state = Status(status, status[0], Words("Fine" if status == "200" else "Wrong"))
    parts: Sequence[Part] = [Head((state, MediaNames(("application/json",))))]
    parts = [*parts, Prose(text)] if text else parts
    parts = [*parts, AboutValue(About()), Listed(body, "")]
    rows = tuple(Field("", name) for name in headers)
    more = Expand(say("response headers"), (Fields(rows),))
    return Panel("", status, (*parts, more) if headers else tuple(parts))


def test_each_response_is_a_section(printer: FoundPrinter) -> None:
    fault = nest("code")
    panels = (
        build_answer("200", nest("pet"), "X-Rate", text="*Found*."),
        build_answer("404", fault),
        build_answer("500", fault),
    )
    heading = (Heading("response", say("Response")),)
    switch = Switch(panels, say("Status"), "status", heading)
    section = Section("response", heading[0].title, (switch,), "response")
    assert printer.print(View((section,)), ())[1:] == (
        Found("response", "Response 200", "200 Fine\nFound.\npet: About pet.\nX-Rate", "X-Rate"),
        Found("response", "Response 404", "404 Wrong\ncode: About code."),
        Found("response", "Response 500", "500 Wrong"),
    )
    alone = build_section(*panels[1].parts, side="response")
    assert printer.print(View((alone,)), ())[1:] == (
        Found("body", "Response 404", "404 Wrong\ncode: About code."),
    )


def test_callbacks_have_their_names(printer: FoundPrinter) -> None:
    called = Callback("c", "POST", "onPaid", (Line(say("Sent to you")), Prose("It is *paid*.")))
    assert find(printer, called) == Found("body", "onPaid", "It is paid.", "onPaid")


def test_what_other_pages_say_is_not_found(printer: FoundPrinter) -> None:
    links = PageLinks((PageLink("/list", "GET", "List pets"),))
    assert find(printer, links) == Found("body", "Body", "")


def test_fields_are_read_once() -> None:
    read: list[str] = []

    def strip(text: str | None) -> str:
        read.append(text or "")
        return read[-1]

    printer = FoundPrinter(strip, lambda _place: ("", LATER))
    fields = nest("first", "second")
    assert find(printer, Fields((*fields.rows,))) == find(printer, Listed(fields, ""))
    before = len(read)
    find(printer, Listed(fields, ""))
    assert len(read) == before


def test_facts_are_found_but_those_that_are_data(printer: FoundPrinter) -> None:
    facts = (
        say("Always {value}", value=Code("blue")),
        say("Some new fact: {value}", value=Code("euro")),
        say("Default {value}", value=Code("data")),
        say("Example {value}", value=Code("data")),
        Words("At least {a}", (("a", "3"),)),
    )
    found = find(printer, Fields((Field("", "price", About(facts=facts)),)))
    assert found.names == "price blue euro"

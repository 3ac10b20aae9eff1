"""What the search finds of a view: lines of text, the names in it, and the samples."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

import pytest

from octavo.openapi.model import Node
from octavo.reference import view
from octavo.reference.later import FragmentPlace, Fragments
from octavo.reference.view import Code, Words, say
from octavo.render.api.view.found import FoundPrinter
from octavo.search.page_text import Section as Found

PLACE = FragmentPlace(Fragments.__new__(Fragments), Node({}, "a.json", ()))
LATER = view.Fields((view.Field("", "later"),))


@pytest.fixture
def printer() -> FoundPrinter:
    return FoundPrinter(lambda text: (text or "").replace("*", ""), lambda _place: ("", LATER))


def build_section(*parts: view.Part, side: str = "request") -> view.Section:
    heading = view.Heading("body", say("Body"))
    return view.Section(heading, (view.Head((heading,)), *parts), side)


def find(printer: FoundPrinter, *parts: view.Part) -> Found:
    _, found = printer.print(view.View((build_section(*parts),)), ())
    return found


def listed(*rows: view.Field | view.Switch) -> view.Part:
    return view.Listed(view.Fields(rows), "")


def values(*said: str) -> view.Items:
    """Return values, each with what it means: `1: First.`."""
    pairs = (each.partition(": ") for each in said)
    return view.Items(tuple(view.Item(Code(value), text) for value, _, text in pairs))


def nest(*names: str) -> view.Fields:
    """Return fields, each inside of the one before."""
    name, *others = names
    inside = (
        (view.Expand(say("child attributes"), (view.Listed(nest(*others), ""),)),) if others else ()
    )
    return view.Fields((view.Field("", name, view.About(text=f"About {name}."), inside),))


def test_above_the_sections_stands_what_introduces_the_page(printer: FoundPrinter) -> None:
    def sample(text: str, *, is_printed: bool) -> view.Panel:
        return view.Panel("", "", (view.Block(text, "go", "", "", is_printed),))

    panels = (sample("theirs()", is_printed=False), sample("ours()", is_printed=True))
    card = view.Card("request", say("Request"), (view.Switch(panels, say("Request"), "sample"),))
    answer = view.Card("response", say("Response"), (view.Block("<pet/>", "xml", "", ""),))
    [found] = printer.print(
        view.View((), (card, answer)), (view.Prose("*One*."), view.Prose("Two.", "found"))
    )
    assert found == Found("", "", "One.\nTwo.", code="theirs()")


def test_names_in_sentences_inside_of_sentences_are_found(printer: FoundPrinter) -> None:
    inner = say("{name} is {values}", name=Code("kind"), values=(Code("a"), Code("b")))
    about = view.About(facts=(say("Not allowed: {rule}", rule=inner),))
    assert find(printer, listed(view.Field("", "x", about))).names == "x kind a b"


def test_a_section_has_lines_and_names(printer: FoundPrinter) -> None:
    allowed = values("on", "off")
    told = values("1: First.", "2")
    rows = (
        view.Field("", "state", view.About(text="Is *it* on?", allowed=(allowed,), schema="State")),
        view.Field(
            "", "rank", view.About(allowed=(told,), facts=(say("Always {value}", value=Code("3")),))
        ),
        view.Field("", "{key}", view.About(text="Any.")),
        view.Switch(
            (view.Panel("", "Cat", (view.Listed(nest("meows"), ""),)),), say("One of"), "option"
        ),
    )
    scopes = values("write: Change it.")
    found = find(
        printer,
        view.Prose("All."),
        view.AboutValue(view.About(schema="Pet")),
        listed(*rows),
        scopes,
    )
    assert found == Found(
        "body",
        "Body",
        "All.\nstate: Is it on?\non off\nrank\n1: First.\n2: \n3: \nAny.\n"
        "meows: About meows.\nwrite",
        "Pet state State on off rank 1 2 3 meows write",
    )


def test_what_is_deep_inside_is_only_words(printer: FoundPrinter) -> None:
    found = find(printer, view.Listed(nest("first", "second", "third", "fourth"), ""))
    assert found.text == "first: About first.\nsecond\nthird"
    assert found.names == "first second"


def test_what_a_page_loads_later_is_found(printer: FoundPrinter) -> None:
    later = view.Later(PLACE, "pet")
    found = find(printer, listed(view.Field("", "pet", inside=(later,))))
    assert (found.text, found.names) == ("pet\nlater", "pet later")


def test_very_much_is_data(printer: FoundPrinter) -> None:
    numbers = count()
    inside = [listed(view.Field("", f"n{next(numbers)}")) for _ in range(300)]
    rows = tuple(view.Field("", f"f{at}", inside=(each,)) for at, each in enumerate(inside))
    names = find(printer, listed(*rows)).names.split()
    assert names == [f"f{at}" for at in range(300)]
    assert len(find(printer, listed(*rows[:100])).names.split()) == 151
    many = values(*(f"v{at}" for at in range(60)))
    field = view.Field("", "state", view.About(allowed=(many,)))
    assert len(find(printer, listed(field)).names.split()) == 41


def build_answer(status: str, body: view.Fields, *headers: str, text: str = "") -> view.Panel:
    state = view.Status(status, status[0], Words("Fine" if status == "200" else "Wrong"))
    parts: Sequence[view.Part] = [view.Head((state, view.MediaNames(("application/json",))))]
    parts = [*parts, view.Prose(text)] if text else parts
    parts = [*parts, view.AboutValue(view.About()), view.Listed(body, "")]
    rows = tuple(view.Field("", name) for name in headers)
    more = view.Expand(say("response headers"), (listed(*rows),))
    parts = [*parts, more] if headers else parts
    return view.Panel("", status, (view.Shared(tuple(parts), 0, is_whole=True),))


def test_each_response_is_a_section(printer: FoundPrinter) -> None:
    fault = nest("code")
    panels = (
        build_answer("200", nest("pet"), "X-Rate", text="*Found*."),
        build_answer("404", fault),
        build_answer("500", fault),
    )
    heading = (view.Heading("response", say("Response")),)
    switch = view.Switch(panels, say("Status"), "status", heading)
    section = view.Section(heading[0], (switch,), "response")
    assert printer.print(view.View((section,)), ())[1:] == (
        Found("response", "Response 200", "200 Fine\nFound.\npet: About pet.\nX-Rate", "X-Rate"),
        Found("response", "Response 404", "404 Wrong\ncode: About code."),
        Found("response", "Response 500", "500 Wrong"),
    )
    alone = build_section(*panels[1].parts, side="response")
    assert printer.print(view.View((alone,)), ())[1:] == (
        Found("body", "Response 404", "404 Wrong\ncode: About code."),
    )


def test_callbacks_have_their_names(printer: FoundPrinter) -> None:
    called = view.Callback(
        "c", "POST", "onPaid", (view.Line(say("Sent to you")), view.Prose("It is *paid*."))
    )
    assert find(printer, called) == Found("body", "onPaid", "It is paid.", "onPaid")


def test_what_other_pages_say_is_not_found(printer: FoundPrinter) -> None:
    links = view.Items((view.Item(view.PageLink("/list", "GET", "List pets")),))
    assert find(printer, links) == Found("body", "Body", "")


def test_fields_are_read_once() -> None:
    read: list[str] = []

    def strip(text: str | None) -> str:
        read.append(text or "")
        return read[-1]

    printer = FoundPrinter(strip, lambda _place: ("", LATER))
    fields = nest("first", "second")
    assert find(printer, listed(*fields.rows)) == find(printer, view.Listed(fields, ""))
    before = len(read)
    find(printer, view.Listed(fields, ""))
    assert len(read) == before


def test_facts_are_found_but_those_that_are_data(printer: FoundPrinter) -> None:
    facts = (
        say("Always {value}", value=Code("blue")),
        say("Some new fact: {value}", value=Code("euro")),
        say("Default {value}", value=Code("data")),
        say("Example {value}", value=Code("data")),
        Words("At least {a}", (("a", "3"),)),
    )
    found = find(printer, listed(view.Field("", "price", view.About(facts=facts))))
    assert found.names == "price blue euro"

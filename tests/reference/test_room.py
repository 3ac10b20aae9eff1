"""How much of a view a page has room for: nothing is lost, and the heads of things stay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import pytest

from octavo.reference.later import Wanted
from octavo.reference.room import MOST_LETTERS, Room, fit
from octavo.reference.view import (
    About,
    AboutValue,
    Block,
    Callback,
    Card,
    Code,
    Endpoint,
    Expand,
    Field,
    Group,
    Head,
    Heading,
    Items,
    Later,
    Listed,
    More,
    PageLink,
    PageLinks,
    Panel,
    Part,
    Prose,
    Section,
    Server,
    Servers,
    Switch,
    Variable,
    View,
    say,
)
from octavo.reference.weight import build_fields, is_whole, share, weigh_view

LONG = "x" * 900
HEADING = Heading("query", say("Query Parameters"))


def field(name: str, text: str = LONG) -> Field:
    return Field(f"q.{name}", name, About(text=text, weight=len(text)))


def fields(count: int) -> Part:
    return Listed(build_fields([field(f"f{at}") for at in range(count)], count), "q")


def section(*parts: Part) -> View:
    return View((Section("query", HEADING.title, (Head((HEADING,)), *parts)),))


def switch(count: int, part: Part) -> Switch:
    panels = tuple(Panel(f"p{at}", f"Kind {at}", (part,)) for at in range(count))
    return Switch(panels, say("Status"), "status", (HEADING,))


def walk(value: Any, *, is_open: bool) -> Iterator[Any]:
    """Return all values in a view: what a page shows, or what is opened from it as well."""
    yield value
    if isinstance(value, More) and not is_open:
        return
    if isinstance(value, tuple):
        children = list(value)
    elif hasattr(value, "__match_args__"):
        children = [getattr(value, name) for name in value.__match_args__]
    else:
        children = []
    for child in children:
        yield from walk(child, is_open=is_open)


def list_texts(view: View, *, is_open: bool) -> list[str]:
    texts = (value for value in walk(view, is_open=is_open) if isinstance(value, str))
    return sorted(text for text in texts if text)


SERVERS = tuple(
    Server(f"https://{at}.test", "", LONG, (Variable("v", Code("1"), (), LONG),))
    for at in range(90)
)
BLOCK = Block(LONG * 4, "json", LONG * 4, "")
HEAVY: dict[str, View] = {
    "parameters": section(fields(90)),
    "a text of pages": section(Listed(build_fields([field("one", "word " * 20_000)], 1), "q")),
    "prose": section(*[Prose(f"{at} {LONG}") for at in range(90)]),
    "responses": section(switch(90, Prose(LONG))),
    "fields of responses": section(switch(9, fields(20))),
    "headers": section(Expand(say("response headers"), (fields(90),))),
    "credentials": section(*[Group((fields(9),)) for _ in range(9)]),
    "scopes": section(Items(tuple((Code(f"s{at}"), LONG) for at in range(90)), say("Scopes"))),
    "callbacks": section(*[Callback(f"c{at}", "POST", f"c{at}", (fields(9),)) for at in range(9)]),
    "users": section(PageLinks(tuple(PageLink(f"/{at}", "GET", LONG) for at in range(90)), 5)),
    "a value": section(AboutValue(About(text="word " * 20_000, weight=100_000))),
    "samples": View(cards=(Card("request", say("Request"), (switch(90, BLOCK),)),)),
    "servers": View(endpoint=Endpoint("GET", "/a", "", SERVERS, (Servers(SERVERS),))),
}  # fmt: skip


@pytest.mark.parametrize("name", HEAVY)
def test_a_heavy_page_keeps_its_budget_and_loses_nothing(name: str) -> None:
    view = HEAVY[name]
    assert weigh_view(view) > MOST_LETTERS
    fitted = fit(lambda _room: view, 0)
    assert weigh_view(fitted) <= MOST_LETTERS
    before, shown = list_texts(view, is_open=True), list_texts(fitted, is_open=False)
    after = list_texts(fitted, is_open=True)
    assert set(before) == set(after)
    assert sum(map(len, after)) < sum(map(len, before)) + 6_000, "nothing is there twice"
    assert 0 < len(shown) < len(after)
    assert any(isinstance(value, More) for value in walk(fitted, is_open=False))


@pytest.mark.parametrize("name", [name for name in HEAVY if HEAVY[name].sections])
def test_what_is_folded_keeps_its_heading(name: str) -> None:
    fitted = fit(lambda _room: HEAVY[name], 0)
    assert HEADING in walk(fitted, is_open=False)


def test_a_light_page_stays_as_it_is() -> None:
    view = section(fields(9))
    assert fit(lambda _room: view, 0) is view


def test_prose_takes_room_from_the_sections_unless_it_is_too_long_alone() -> None:
    view = section(fields(30))
    assert fit(lambda _room: view, MOST_LETTERS - 10_000) is not view
    assert fit(lambda _room: view, MOST_LETTERS + 10_000) is view


def test_less_room_is_tried_before_anything_is_folded() -> None:
    light = section(fields(9))
    rooms: list[Room] = []

    def make(room: Room) -> View:
        rooms.append(room)
        return light if len(rooms) == 3 else section(fields(90))

    assert fit(make, 0) is light
    assert [room.level for room in rooms] == sorted({room.level for room in rooms})


def test_of_parts_that_take_turns_the_first_stays() -> None:
    fitted = fit(lambda _room: HEAVY["responses"], 0)
    (kept,) = (each for each in walk(fitted, is_open=False) if isinstance(each, Switch))
    rest = [each.title for each in walk(fitted, is_open=True) if isinstance(each, Group)]
    assert [*(panel.title for panel in kept.panels), *rest] == [f"Kind {at}" for at in range(90)]
    assert kept.panels


def test_what_is_shared_by_pages_is_cut_like_anything_else() -> None:
    shared = section(*share([fields(90)]))
    fitted = fit(lambda _room: shared, 0)
    assert weigh_view(fitted) <= MOST_LETTERS < weigh_view(shared)
    assert set(list_texts(shared, is_open=True)) == set(list_texts(fitted, is_open=True))


def test_a_part_is_whole_if_nothing_inside_of_it_comes_later() -> None:
    later = Later(Wanted(cast("Any", None), cast("Any", None)), "name", "Name", 3)
    deep = Field("q.deep", "deep", inside=(Expand(say("child attributes"), (later,)),))
    assert is_whole([fields(9), *share([fields(2)])])
    for part in (later, Listed(build_fields([deep], 1), "q"), switch(2, later), *share([later])):
        assert not is_whole([fields(9), part])

"""How much of a view a page has room for: no content is lost, and heads stay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import pytest

from octavo.reference import view
from octavo.reference.later import FragmentPlace
from octavo.reference.room import MOST_LETTERS, Room, fit
from octavo.reference.view import Code, say
from octavo.reference.weight import build_fields, is_whole, share, weigh_view
from octavo.values import Struct, list_fields

LONG = "x" * 900
HEADING = view.Heading("query", say("Query Parameters"))


def field(name: str, text: str = LONG) -> view.Field:
    return view.Field(f"q.{name}", name, view.About(text=text, weight=len(text)))


def fields(count: int) -> view.Part:
    return view.Listed(build_fields([field(f"f{at}") for at in range(count)], count), "q")


def section(*parts: view.Part) -> view.View:
    return view.View((view.Section(HEADING, (view.Head((HEADING,)), *parts)),))


def switch(count: int, part: view.Part) -> view.Switch:
    panels = tuple(view.Panel(f"p{at}", f"Kind {at}", (part,)) for at in range(count))
    return view.Switch(panels, say("Status"), "status", (HEADING,))


def walk(value: Any, *, is_open: bool) -> Iterator[Any]:
    """Return all values in a view: what a page shows, or what is opened from it as well."""
    yield value
    if isinstance(value, view.More) and not is_open:
        return
    if isinstance(value, tuple):
        children = list(value)
    elif isinstance(value, Struct):
        children = [getattr(value, name) for name in list_fields(value)]
    else:
        children = []
    for child in children:
        yield from walk(child, is_open=is_open)


def list_texts(page: view.View, *, is_open: bool) -> list[str]:
    texts = (value for value in walk(page, is_open=is_open) if isinstance(value, str))
    return sorted(text for text in texts if text)


VARIABLE = view.Item(view.Address("{v}"), LONG, (say("default {value}", value=Code("1")),))
SERVERS = view.Items(
    tuple(
        view.Item(view.Address(f"https://{at}.test"), LONG, inside=(VARIABLE,)) for at in range(90)
    )
)
BLOCK = view.Block(LONG * 4, "json", LONG * 4, "")
HEAVY: dict[str, view.View] = {
    "parameters": section(fields(90)),
    "a text of pages": section(view.Listed(build_fields([field("one", "word " * 20_000)], 1), "q")),
    "prose": section(*[view.Prose(f"{at} {LONG}") for at in range(90)]),
    "responses": section(switch(90, view.Prose(LONG))),
    "fields of responses": section(switch(9, fields(20))),
    "headers": section(view.Expand(say("response headers"), (fields(90),))),
    "credentials": section(*[view.Group((fields(9),)) for _ in range(9)]),
    "scopes": section(
        view.Items(tuple(view.Item(Code(f"s{at}"), LONG) for at in range(90)), title=say("Scopes"))
    ),
    "callbacks": section(
        *[view.Callback(f"c{at}", "POST", f"c{at}", (fields(9),)) for at in range(9)]
    ),
    "users": section(
        view.Items(
            tuple(view.Item(view.PageLink(f"/{at}", "GET", LONG)) for at in range(90)), more=5
        )
    ),
    "a value": section(view.AboutValue(view.About(text="word " * 20_000, weight=100_000))),
    "samples": view.View(cards=(view.Card("request", say("Request"), (switch(90, BLOCK),)),)),
    "servers": view.View(endpoint=view.Endpoint("GET", "/a", servers=(SERVERS,))),
}  # fmt: skip


@pytest.mark.parametrize("name", HEAVY)
def test_a_heavy_page_keeps_its_budget_and_loses_nothing(name: str) -> None:
    page = HEAVY[name]
    assert weigh_view(page) > MOST_LETTERS
    fitted = fit(lambda _room: page, 0)
    assert weigh_view(fitted) <= MOST_LETTERS
    before, shown = list_texts(page, is_open=True), list_texts(fitted, is_open=False)
    after = list_texts(fitted, is_open=True)
    assert set(before) == set(after)
    assert sum(map(len, after)) < sum(map(len, before)) + 6_000, "nothing is there twice"
    assert 0 < len(shown) < len(after)
    assert any(isinstance(value, view.More) for value in walk(fitted, is_open=False))


@pytest.mark.parametrize("name", [name for name in HEAVY if HEAVY[name].sections])
def test_what_is_folded_keeps_its_heading(name: str) -> None:
    fitted = fit(lambda _room: HEAVY[name], 0)
    assert HEADING in walk(fitted, is_open=False)


def test_a_light_page_stays_as_it_is() -> None:
    page = section(fields(9))
    assert fit(lambda _room: page, 0) is page


def test_prose_takes_room_from_the_sections_unless_it_is_too_long_alone() -> None:
    page = section(fields(30))
    assert fit(lambda _room: page, MOST_LETTERS - 10_000) is not page
    assert fit(lambda _room: page, MOST_LETTERS + 10_000) is page


def test_less_room_is_tried_before_anything_is_folded() -> None:
    light = section(fields(9))
    rooms: list[Room] = []

    def make(room: Room) -> view.View:
        rooms.append(room)
        return light if len(rooms) == 3 else section(fields(90))

    assert fit(make, 0) is light
    assert [room.level for room in rooms] == sorted({room.level for room in rooms})


def test_of_parts_that_take_turns_the_first_stays() -> None:
    fitted = fit(lambda _room: HEAVY["responses"], 0)
    (kept,) = (each for each in walk(fitted, is_open=False) if isinstance(each, view.Switch))
    titles = [each.title for each in walk(fitted, is_open=True) if isinstance(each, view.Panel)]
    assert titles == [f"Kind {at}" for at in range(90)]
    assert 0 < len(kept.panels) < 90


def test_what_is_shared_by_pages_is_cut_like_anything_else() -> None:
    shared = section(*share([fields(90)]))
    fitted = fit(lambda _room: shared, 0)
    assert weigh_view(fitted) <= MOST_LETTERS < weigh_view(shared)
    assert set(list_texts(shared, is_open=True)) == set(list_texts(fitted, is_open=True))


def test_a_part_is_whole_if_nothing_inside_of_it_comes_later() -> None:
    later = view.Later(FragmentPlace(cast("Any", None), cast("Any", None)), "name", "Name", 3)
    deep = view.Field("q.deep", "deep", inside=(view.Expand(say("child attributes"), (later,)),))
    assert is_whole([fields(9), *share([fields(2)])])
    for part in (
        later,
        view.Listed(build_fields([deep], 1), "q"),
        switch(2, later),
        *share([later]),
    ):
        assert not is_whole([fields(9), part])

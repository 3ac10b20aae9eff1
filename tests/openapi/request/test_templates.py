"""The texts at the names of a template."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from octavo.openapi.request.templates import match_pieces

PIECES = st.lists(st.text("ab", max_size=2), min_size=1, max_size=5)


@pytest.mark.parametrize(
    ("pieces", "text", "values"),
    [
        (("me",), "me", ()),
        (("me",), "you", None),
        (("", ""), "a", ("a",)),
        (("", ""), "", None),
        (("", "-", ".json"), "a-b-c.json", ("a", "b-c")),
        (("", "-", ""), "-a", None),
        (("", "", ""), "abc", ("a", "bc")),
        (("a", "a"), "a", None),
    ],
)
def test_each_value_is_as_short_as_it_can_be(
    pieces: tuple[str, ...], text: str, values: tuple[str, ...] | None
) -> None:
    assert match_pieces(pieces, text) == values


@given(pieces=PIECES, text=st.text("ab", max_size=12))
def test_a_match_is_the_one_that_going_back_finds(pieces: list[str], text: str) -> None:
    match = re.fullmatch("(.+?)".join(map(re.escape, pieces)), text)
    assert match_pieces(pieces, text) == (match.groups() if match else None)


def test_many_values_in_one_text_have_an_end() -> None:
    """To go back takes longer than anybody has: each value could end at each of these places."""
    assert match_pieces(["", *"-" * 30, "."], "-" * 5_000) is None

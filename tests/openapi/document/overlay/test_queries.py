"""Queries of overlays select what RFC 9535 says, and end soon whatever they ask."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest

from octavo.openapi.document.overlay.query import (
    LONGEST_QUERY,
    Budget,
    QueryError,
    TooManyStepsError,
    parse_query,
)
from tests.openapi.internal.test_internal_parts import count_calls

pytest.importorskip("jsonpath_rfc9535", reason="the extra `overlays` is not installed")

TREE: dict[str, Any] = {
    "a": [{"n": 1, "t": "one"}, {"n": 2, "t": "two\nlines"}, {"n": 3}],
    "b": {"a": [{"n": 4}], "x-y": True},
}


def select(query: str, tree: Any = TREE, steps: int = 100_000) -> list[tuple[Any, ...]]:
    return parse_query(query, Budget(steps)).select(tree)


@pytest.mark.parametrize(
    ("query", "places"),
    [
        ("$", [()]),
        ("$.a[0].n", [("a", 0, "n")]),
        ("$['b']['x-y']", [("b", "x-y")]),
        ("$.a[-1]", [("a", 2)]),
        ("$.a[1:]", [("a", 1), ("a", 2)]),
        ("$.a[0, 0, ?@.n == 1]", [("a", 0)]),
        ("$..n", [("a", 0, "n"), ("a", 1, "n"), ("a", 2, "n"), ("b", "a", 0, "n")]),
        ("$..a..n", [("a", 0, "n"), ("a", 1, "n"), ("a", 2, "n"), ("b", "a", 0, "n")]),
        ("$.a[?@.n > 1 && @.t]", [("a", 1)]),
        ("$.a[?!@.t]", [("a", 2)]),
        ("$.a[?match(@.t, 'o.e')]", [("a", 0)]),
        ("$.a[?match(@.t, 'two.*')]", []),
        ("$.a[?search(@.t, 'n[e.]')]", [("a", 0), ("a", 1)]),
        ("$.a[?search(@.t, '(?=o)')]", []),
        ("$.a[?length(@.t) == 3]", [("a", 0)]),
        ("$[?count(@.*) == 3]", [("a",)]),
        ("$[?value(@..x-y) == true]", None),
        ("$[?@['x-y'] == $.b['x-y']]", [("b",)]),
        ("$.nothing..nothing", []),
        ("a.b", None),
        ("$.a[?", None),
        ("$.x-y", None),
        ("$[?nothing(@)]", None),
        ("", None),
    ],
)
def test_a_query_selects_each_place_once(query: str, places: list[Any] | None) -> None:
    if places is None:
        with pytest.raises(QueryError):
            select(query)
    else:
        assert select(query) == places


def test_a_long_or_deep_query_is_no_query() -> None:
    with pytest.raises(QueryError, match="letters"):
        select("$" + ".a" * LONGEST_QUERY)
    depth = LONGEST_QUERY // 2 - 5
    with pytest.raises(QueryError):
        select("$[?" + "(" * depth + "@" + ")" * depth + "]")


def build_tree(width: int, depth: int) -> dict[str, Any]:
    tree: dict[str, Any] = {"text": "a" * 40}
    for _ in range(depth):
        tree = {str(number): tree for number in range(width)} | {"text": "a" * 40}
    return tree


@pytest.mark.parametrize(
    "query",
    [
        "$" + "..*" * 12,
        "$" + "[*,*]" * 9,
        "$..[?count($..*) > 1]",
        "$..[?count(@..[?count(@..[?count(@..x) > 1]) > 1]) > 1]",
        "$..[?$ == @]",
        "$..[?$['0'] == $['1']]",
        "$..[?search(@.text, '(a*)*b')]",
        "$..[?search(@.text, '(((a{1,99}){1,99}){1,99}){1,99}')]",
        "$..[?match(@.text, @.text)]",
    ],
)
def test_a_hostile_query_ends_soon(query: str) -> None:
    tree, steps = build_tree(4, 5), 20_000

    def work() -> None:
        with contextlib.suppress(TooManyStepsError):
            select(query, tree, steps)

    assert count_calls(work) < 40 * steps


def test_the_steps_of_a_query_grow_with_the_document() -> None:
    taken = []
    for depth in (4, 5):
        budget = Budget(10_000_000)
        parse_query("$..*..*..[?@.text]", budget).select(build_tree(4, depth))
        taken.append(10_000_000 - budget.steps)
    assert taken[1] < taken[0] * 4.5  # as the tree does

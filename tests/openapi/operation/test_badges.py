"""Badges and stages: what documents write, as a few safe values."""

from __future__ import annotations

from typing import Any

import pytest

from octavo.openapi.model import Life
from octavo.openapi.operation.badges import Badge, find_color, has_ended, read_badges
from octavo.openapi.operation.listing import list_operations
from tests.openapi.api_documents import make_document, only_operation


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"x-stability": "beta"}, [Badge("Beta", "blue", True)]),
        ({"x-stability-level": "ALPHA"}, [Badge("Alpha", "purple", True)]),
        ({"x-scalar-stability": "experimental"}, [Badge("Experimental", "purple", True)]),
        ({"x-stability": "technical_preview"}, [Badge("Preview", "blue", True)]),
        ({"x-stability": "early access"}, [Badge("Early access")]),
        ({"x-beta": True}, [Badge("Beta", "blue", True)]),
        ({"x-technical-preview": True}, [Badge("Preview", "blue", True)]),
        ({"x-beta": False}, []),
        ({"x-beta": "yes"}, []),
        ({"x-stability": "stable"}, []),
        ({"x-stability": "Generally-Available"}, []),
        ({"x-stability": "deprecated"}, []),
        ({"x-stability": {"level": "beta"}}, []),
        ({"x-stability": " "}, []),
    ],
)
def test_stages_have_words_of_ours(value: dict[str, Any], expected: list[Badge]) -> None:
    assert list(read_badges(value)) == expected


def test_badges_before_a_name_come_first_and_each_is_there_once() -> None:
    badges = [
        {"name": "New", "color": "green"},
        {"name": "Beta", "color": "red"},
        {"label": "First", "position": "before"},
        "Plain",
        "plain",
    ]
    assert read_badges({"x-badges": badges, "x-stability": "beta"}) == (
        Badge("Beta", "blue", True),
        Badge("First"),
        Badge("New", "green"),
        Badge("Plain"),
    )


def test_hostile_badges_are_short_lines_of_text() -> None:
    badges: list[Any] = [
        5,
        None,
        [],
        {},
        {"name": {"a": 1}},
        {"name": ""},
        {"name": "a\x00\u202e\nb", "color": ["red"]},
        {"name": "x" * 100_000, "color": "#" * 100_000},
    ]
    assert read_badges({"x-badges": badges}) == (Badge("a b"), Badge("x" * 39 + "…"))
    assert len(read_badges({"x-badges": [{"name": str(n)} for n in range(10_000)]})) == 6
    assert read_badges({"x-badges": {"name": "One"}}) == (Badge("One"),)
    assert read_badges({"x-badges": 5}) == ()


@pytest.mark.parametrize(
    ("color", "expected"),
    [
        ("Persian-Green", "green"),
        ("warning", "yellow"),
        ("grey", ""),
        ("#f00", "red"),
        ("#F00F", "red"),
        ("#1f7cff", "blue"),
        ("#ffa500", "orange"),
        ("#1f7cff80", "blue"),
        ("#888888", ""),
        ("rgb(0, 128, 0)", "green"),
        ("rgba(128 0 128 / 50%)", "purple"),
        ("hsl(350, 90%, 50%)", "red"),
        ("hsl(120deg 5% 50%)", ""),
        ("rgb(1)", ""),
        ("rgb(9999, 0, 0)", "red"),
        ("rgb(999999999999, 0, 0)", ""),
        ("#12345", ""),
        ("red;background:url(//a)", ""),
        ("url(javascript:alert(1))", ""),
        ("", ""),
        (None, ""),
        (7, ""),
    ],
)
def test_colors_are_the_nearest_of_the_theme(color: Any, expected: str) -> None:
    assert find_color(color) == expected


def test_the_stage_deprecated_is_the_same_as_the_key() -> None:
    assert has_ended({"x-scalar-stability": "Deprecated"})
    assert not has_ended({"x-stability": "beta"})
    operation = only_operation("paths: {/a: {get: {x-stability: deprecated, responses: {}}}}")
    assert operation.entry.deprecated


def test_tags_of_the_kind_badge_are_badges() -> None:
    document = make_document("""
        tags: [{name: fast, kind: badge, summary: Fast lane}, {name: pets}]
        paths: {/a: {get: {tags: [pets, fast], x-beta: true}, post: {tags: [pets]}}}
    """)
    first, second = list_operations(document)
    assert first.badges == (Badge("Beta", "blue", True), Badge("Fast lane"))
    assert second.badges == ()


# --- the end of an operation --------------------------------------------------------------------


def read(keys: str) -> Life | None:
    return only_operation(f"paths: {{/a: {{get: {{{keys}}}}}}}").life


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("2030-12-05", "2030-12-05"),
        ("'2030-12-05T00:00:00Z'", "2030-12-05"),
        ("'Sat, 01 Jun 2030 00:00:00 GMT'", "2030-06-01"),
        ("2030-13-45", "2030-13-45"),
        ("'Sat, 99 Foo'", "Sat, 99 Foo"),
        ("2.0", "2.0"),
        (f"'{'long ' * 50}'", ("long " * 8)[:39] + "…"),
    ],
)
def test_days_are_read_in_the_forms_that_documents_use(written: str, day: str) -> None:
    assert read(f"x-sunset: {written}") == Life(until=day)
    assert read(f"x-deprecated-since: {written}") == Life(since=day)


def test_an_operation_without_an_end_says_nothing() -> None:
    assert read("x-sunset: [2030], x-replaced-by: {a: 1}, x-deprecated-since: ' '") is None


@pytest.mark.parametrize(
    "header",
    [
        """description: 'Leads to <https://a.example/v2>; rel="successor-version".'""",
        """schema: {type: string}, example: '<https://a.example/v2>; rel=successor-version'""",
        """schema: {example: '<x>; rel="next", <https://a.example/v2>; rel="successor-version"'}""",
    ],
)
def test_a_link_header_names_a_successor(header: str) -> None:
    responses = f"responses: {{'200': {{description: OK, headers: {{link: {{{header}}}}}}}}}"
    assert read(responses) == Life(successor="https://a.example/v2")
    assert read(f"x-replaced-by: b, {responses}") == Life(successor="b", key="x-replaced-by")


def test_a_hostile_link_header_costs_no_time() -> None:
    text = "<a>; rel=" * 200_000 + "successor-version"
    operation = only_operation(
        {
            "paths": {
                "/a": {
                    "get": {
                        "responses": {
                            "200": {"headers": {"Link": {"description": text, "schema": {}}}}
                        }
                    }
                }
            }
        }
    )
    assert operation.life is None

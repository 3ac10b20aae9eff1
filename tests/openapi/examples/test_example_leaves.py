"""Texts and numbers for values without an example."""

from __future__ import annotations

import json
import re
from itertools import chain
from typing import Any

import pytest

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.examples.leaves import (
    LONGEST_TEXT,
    build_number,
    build_text,
    build_text_of_pattern,
)
from octavo.openapi.examples.value import build_example
from octavo.openapi.model import Limits, Node, Side
from octavo.openapi.schema.reader import SchemaReader
from octavo.openapi.validity.validity import Validity
from octavo.theme import load_table


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (None, "example"),
        ("unheard-of", "example"),
        ("date", "2026-03-14"),
        ("date-time", "2026-03-14T09:30:00Z"),
        ("time", "09:30:00Z"),
        ("email", "jane@example.com"),
        ("UUID", "3c90c3cc-0d44-4b50-8888-8dd25736052a"),
        ("ipv4", "203.0.113.7"),
        ("byte", "SGVsbG8sIHdvcmxk"),
        ("uri", "https://example.com"),
        ("binary", "<binary>"),
        ("password", "correct-horse-battery"),
        ("int64", "4242"),
    ],
)
def test_a_format_has_its_text(kind: str | None, expected: str) -> None:
    assert build_text(kind, Limits()) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("userId", "4242"),
        ("bed_ids", "4242"),
        ("created_at", "2026-03-14T09:30:00Z"),
        ("billing-email", "jane@example.com"),
        ("firstName", "Jane"),
        ("companyName", "Example Ltd"),
        ("name", "Example"),
        ("webhookURL", "https://example.com/hook"),
        ("HTTPHost", "example.com"),
        ("Übergröße", "example"),
        ("", "example"),
        ("x" * 10_000 + "_email", "jane@example.com"),
    ],
)
def test_the_words_of_a_name_say_which_text_looks_real(name: str, expected: str) -> None:
    assert build_text(None, Limits(), name=name) == expected


def test_limits_win_over_a_name_and_a_pattern_over_both() -> None:
    assert build_text(None, Limits(max_length=3), name="email") == "abc"
    assert build_text(None, Limits(pattern=r"^ord_\d{3}$"), name="id") == "ord_123"
    assert build_text(None, Limits(pattern=r"^.*$"), name="id") == "4242"
    assert build_text("password", Limits(max_length=8)) == "example"
    assert build_text(None, Limits(pattern=r"^(ab|cd)+$", min_length=30)) == "ab" * 30


@pytest.mark.parametrize(
    ("name", "limits", "whole", "expected"),
    [
        ("user_id", {}, True, 4242),
        ("price", {}, False, 19.99),
        ("price", {}, True, 19),
        ("page", {"minimum": 1}, True, 1),
        ("limit", {"minimum": 1, "maximum": 10}, True, 5),
        ("limit", {"multiple_of": 25}, True, 25),
        ("created_at", {}, True, 1773480600),
        ("latitude", {"minimum": -90, "maximum": 90}, False, 52.52),
    ],
)
def test_a_name_says_which_number_looks_real(
    name: str, limits: dict[str, Any], whole: bool, expected: float
) -> None:
    assert build_number(None, Limits(**limits), whole=whole, name=name) == expected


@pytest.mark.parametrize(
    ("least", "most", "expected"),
    [
        (None, 8, "example"),
        (None, 6, "text"),
        (None, 3, "abc"),
        (None, 0, ""),
        (None, -1, ""),
        (8, None, "An example"),
        (20, 40, "An example of a text"),
        (10, 10, "An example"),
        (9, 9, "A1B2C3D4E"),
        (32, 32, "9f86d081884c7d659a2feaa0c55ad015"),
    ],
)
def test_a_text_has_an_allowed_length(least: int | None, most: int | None, expected: str) -> None:
    assert build_text(None, Limits(min_length=least, max_length=most)) == expected


def test_every_length_has_its_text() -> None:
    for least in range(300):
        for most in (least, least + 1, least + 7, None):
            text = build_text(None, Limits(min_length=min(least, LONGEST_TEXT), max_length=most))
            assert min(least, LONGEST_TEXT) <= len(text) <= (most or least + 12)


def test_an_immense_least_length_does_not_make_an_immense_text() -> None:
    assert len(build_text(None, Limits(min_length=10**12))) <= LONGEST_TEXT + 12


def test_an_encoded_text_is_base64_and_a_picture_is_binary() -> None:
    assert build_text(None, Limits(), encoding="base64") == "SGVsbG8sIHdvcmxk"
    assert build_text(None, Limits(), media_type="image/png") == "<binary>"


@pytest.mark.parametrize(
    "pattern",
    [
        r"^\d{5}$",
        r"^[A-Z]{2}$",
        r"^[0-9a-f]{40}$",
        r"^#[0-9a-fA-F]{6}$",
        r"^cus_[a-zA-Z0-9]{14}$",
        r"^[a-z0-9-]{3,20}$",
        r"^[a-z]+$",
        r"[0-9]*",
        r"^\+[1-9]$",
    ],
)
def test_a_simple_pattern_is_matched(pattern: str) -> None:
    text = build_text_of_pattern(pattern)

    assert text is not None
    assert re.search(pattern, text)


@pytest.mark.parametrize("pattern", [r"^(a+)+$", r"^(?!x).*$", "[", "", None, "a" * 1000, r"^\w+$"])
def test_any_other_pattern_names_no_key(pattern: str | None) -> None:
    assert build_text_of_pattern(pattern) is None


@pytest.mark.parametrize(
    "pattern", ["^(a+)+$", r"^\w+$", "^(ab|cd)-x?$", r"^[^/]+/[^/]+$", r"^v\d+(\.\d+)*$"]
)
def test_any_pattern_that_can_be_read_is_matched(pattern: str) -> None:
    assert re.search(pattern, build_text(None, Limits(pattern=pattern)))


@pytest.mark.parametrize("pattern", ["[", "a" * 1001])
def test_a_pattern_that_cannot_be_read_gives_any_text(pattern: str) -> None:
    assert build_text(None, Limits(pattern=pattern)) == "example"


@pytest.mark.parametrize(
    ("limits", "whole", "expected"),
    [
        ({}, True, 123),
        ({}, False, 123),
        ({"minimum": 1, "maximum": 100}, True, 50),
        ({"minimum": 1, "maximum": 100}, False, 50.5),
        ({"minimum": 0, "maximum": 1}, True, 1),
        ({"minimum": 0, "maximum": 1}, False, 0.5),
        ({"minimum": 7, "maximum": 7}, True, 7),
        ({"minimum": 0}, True, 1),
        ({"minimum": 200}, True, 201),
        ({"minimum": 0.5}, False, 1.5),
        ({"maximum": 100}, True, 99),
        ({"maximum": 1000}, True, 123),
        ({"maximum": 123}, True, 123),
        ({"exclusive_minimum": 0}, True, 1),
        ({"exclusive_minimum": 0, "exclusive_maximum": 2}, True, 1),
        ({"minimum": 0, "exclusive_maximum": 1}, True, 0),
        ({"minimum": -(2**63), "maximum": 2**63 - 1}, True, 123),
        ({"minimum": 10**9, "maximum": 10**12}, True, 500500000000),
        ({"multiple_of": 5}, True, 120),
        ({"multiple_of": 1000}, True, 1000),
        ({"multiple_of": 0.25}, False, 123),
        ({"multiple_of": 5, "minimum": 6, "maximum": 11}, True, 10),
        ({"multiple_of": 0.1, "minimum": 0, "maximum": 0.7}, False, 0.3),
        ({"multiple_of": 0}, True, 123),
        ({"multiple_of": -3}, True, 123),
        ({"minimum": 5, "maximum": 1}, True, 3),
    ],
)
def test_a_number_fits_its_bounds(limits: dict[str, Any], whole: bool, expected: float) -> None:
    number = build_number(None, Limits(**limits), whole=whole)

    assert json.dumps(number) == json.dumps(expected)


def test_bounds_that_no_float_holds_do_no_harm() -> None:
    limits = Limits(minimum=10**400, maximum=10**400 + 1)

    assert build_number(None, limits, whole=False) == 10**400
    assert build_number(None, Limits(minimum=float("inf")), whole=True) == 123
    assert build_number(None, Limits(maximum=float("nan")), whole=True) == 123


def test_a_time_in_seconds_is_one_of_our_days() -> None:
    assert build_number("unix-time", Limits(), whole=True) == 1773480600
    assert build_number("unix-time", Limits(minimum=0), whole=True) == 1773480600
    assert build_number("unix-time", Limits(maximum=10), whole=True) == 9


_FIELDS: list[tuple[str, dict[str, Any]]] = [
    ("id", {"type": "string", "pattern": "^bed_[A-Za-z0-9]{4}$"}),
    ("droplet_id", {"type": "integer", "minimum": 1}),
    ("region", {"type": "string", "minLength": 3, "maxLength": 5}),
    ("name", {"type": "string", "pattern": "^[a-zA-Z0-9]?[a-z0-9A-Z.-]*[a-z0-9A-Z]$"}),
    ("country", {"type": "string", "minLength": 2, "maxLength": 2}),
    ("currency", {"type": "string", "pattern": "^[A-Z]{3}$"}),
    ("statement_descriptor", {"type": "string", "maxLength": 22}),
    ("token", {"type": "string", "minLength": 40, "maxLength": 40}),
    ("password", {"type": "string", "format": "password", "minLength": 8, "maxLength": 12}),
    ("email", {"type": "string", "format": "email", "maxLength": 320}),
    ("email", {"type": "string", "maxLength": 5}),
    ("redirect_uri", {"type": "string", "format": "uri", "maxLength": 2048}),
    ("created_at", {"type": "string", "format": "date-time"}),
    ("version", {"type": "string", "pattern": r"^\d+\.\d+\.\d+$"}),
    ("sha", {"type": "string", "pattern": "^[0-9a-f]{40}$"}),
    ("ref", {"type": "string", "pattern": r"^refs/(heads|tags)/\S+$"}),
    ("color", {"type": "string", "pattern": "^[0-9a-fA-F]{6}$"}),
    ("arn", {"type": "string", "pattern": r"arn:[\w+=/,.@-]+:[\w+=/,.@-]+", "minLength": 20}),
    ("user_pool_id", {"type": "string", "pattern": r"[\w-]+_[0-9a-zA-Z]+", "maxLength": 55}),
    ("description", {"type": "string", "minLength": 100, "maxLength": 120}),
    ("latitude", {"type": "number", "minimum": -90, "maximum": 90}),
    ("temperature", {"type": "number", "minimum": 0, "maximum": 2}),
    ("per_page", {"type": "integer", "minimum": 1, "maximum": 10}),
    ("port", {"type": "integer", "minimum": 1, "maximum": 1024}),
    ("price", {"type": "number", "multipleOf": 0.5}),
    ("amount", {"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 10}),
    ("age", {"type": "integer", "maximum": 17}),
    ("timestamp", {"type": "integer", "format": "int64"}),
]
"""Names and schemas as documents have them."""


@pytest.mark.parametrize(("name", "schema"), _FIELDS)
def test_no_filler_breaks_its_schema(name: str, schema: dict[str, Any]) -> None:
    document = ApiDocument("api.yaml", "api", "3.1", {"openapi": "3.1.0"})
    reader, node = SchemaReader(document), Node(schema, "api.yaml", ("schema",))
    value = build_example(reader, node, Side.REQUEST, name)
    assert Validity(reader, Side.REQUEST, checks_formats=True).is_valid(node, value), value


def test_every_text_of_the_table_is_left_out_where_it_does_not_fit() -> None:
    names = [*chain.from_iterable(load_table("fillers.json")["texts"].values())]
    assert len(names) > 200
    for name in names:
        for least, most in ((0, 3), (1, 6), (8, 8), (12, 16), (30, None)):
            text = build_text(None, Limits(min_length=least, max_length=most), name=name)
            assert least <= len(text) <= (most or 50), name

"""Texts and numbers that stand for values nobody gave."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from octavo.openapi.examples.leaves import (
    LONGEST_TEXT,
    build_number,
    build_text,
    build_text_of_pattern,
)
from octavo.openapi.model import Limits


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (None, "<string>"),
        ("unheard-of", "<string>"),
        ("date", "2023-12-25"),
        ("date-time", "2023-11-07T05:31:56Z"),
        ("time", "05:31:56Z"),
        ("duration", "P3D"),
        ("email", "jsmith@example.com"),
        ("uuid", "3c90c3cc-0d44-4b50-8888-8dd25736052a"),
        ("UUID", "3c90c3cc-0d44-4b50-8888-8dd25736052a"),
        ("ipv4", "127.0.0.1"),
        ("ipv6", "2001:db8::8a2e:370:7334"),
        ("byte", "SGVsbG8sIHdvcmxk"),
        ("base64", "SGVsbG8sIHdvcmxk"),
        ("uri", "https://example.com"),
        ("hostname", "example.com"),
        ("binary", "<binary>"),
        ("password", "<password>"),
        ("int64", "123"),
    ],
)
def test_a_format_has_its_text(kind: str | None, expected: str) -> None:
    assert build_text(kind, Limits()) == expected


@pytest.mark.parametrize(
    ("least", "most", "expected"),
    [
        (None, 8, "<string>"),
        (None, 7, "string"),
        (None, 3, "abc"),
        (None, 0, ""),
        (None, -1, ""),
        (8, None, "<string>"),
        (10, None, "<string string>"),
        (10, 10, "<sentence>"),
        (15, 15, "<string string>"),
        (20, 20, "<string description>"),
        (None, 5, "value"),
        (5, 7, "string"),
        (7, 7, "example"),
        (4, 4, "text"),
    ],
)
def test_a_text_has_an_allowed_length(least: int | None, most: int | None, expected: str) -> None:
    assert build_text(None, Limits(min_length=least, max_length=most)) == expected


def test_an_immense_least_length_does_not_make_an_immense_text() -> None:
    assert len(build_text(None, Limits(min_length=10**12))) <= LONGEST_TEXT + 7


def test_a_text_of_any_length_is_made_of_whole_words() -> None:
    words = set("a ab abc text value string example sentence some characters description".split())
    words |= {"letters", ""}
    for least in range(60):
        for most in (*range(least, 60), None):
            text = build_text(None, Limits(min_length=least, max_length=most))
            assert least <= len(text) <= (most or least + 8)
            assert {*text.strip("<>").split(" ")} <= words


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
def test_any_other_pattern_is_not_run(pattern: str | None) -> None:
    assert build_text_of_pattern(pattern) is None
    assert build_text(None, Limits(pattern=pattern)) == "<string>"


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
    assert build_number("unix-time", Limits(), whole=True) == 1699335116
    assert build_number("unix-time", Limits(minimum=0), whole=True) == 1699335116
    assert build_number("unix-time", Limits(maximum=10), whole=True) == 9

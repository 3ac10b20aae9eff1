"""Texts for patterns."""

from __future__ import annotations

import re

import pytest

from octavo.openapi.examples.patterns import build_pattern_text


@pytest.mark.parametrize(
    "pattern",
    [
        r"^\d{4}-\d{2}$",
        r"^[a-z][a-z0-9-]{1,62}[a-z0-9]$",
        r"^(?:foo|bar)_[A-F]+$",
        r"^arn:aws[a-z-]*:iam::\d{12}:role/.+$",
        r"^(\w+)-\1$",
        r"^[^\s@]+@[^\s@]+\.[a-z]{2,}$",
        r"^[\w-]+$",
        r"^[-a-z]*?[\]]$",
        r"\.(png|jpe?g)$",
        r"^#[0-9a-fA-F]{6}$",
        r"^[\S\s]{1,9}$",
        r"^\u0041\x42\/\+$",
        r"^(?<year>[12]\d{3})$",
        r"^$|^x$",
        r"^(([0-9]{1,3}\.){3}[0-9]{1,3})$",
        r"^[^a-zA-Z0-9]{3}$",
        r"a{0}b{2,}c?",
        r"^[\t\n]+$",
        r"^.*$",
        r"^\W\D\S$",
        r"^\²$",
    ],
)
def test_a_text_matches_its_pattern(pattern: str) -> None:
    written = build_pattern_text(pattern)
    assert written is not None
    assert re.search(pattern.replace("(?<year>", "(?P<year>"), written)


@pytest.mark.parametrize("pattern", [r"^(?!x)\w+$", r"^\bword\b$", r"^(?=.*\d).{8,}$", r"^\p{L}+$"])
def test_what_looks_around_only_may_match(pattern: str) -> None:
    assert build_pattern_text(pattern)


@pytest.mark.parametrize(
    "pattern", ["(", "[", "a**", ")", "(?>a)", "\\", "[z", "a" * 2000, "a{999999}", "(" * 900]
)
def test_what_is_not_understood_has_no_text(pattern: str) -> None:
    assert build_pattern_text(pattern) is None


def test_a_text_can_be_longer_than_it_must() -> None:
    shortest = build_pattern_text("^[a-z]{2,8}$")
    longest = build_pattern_text("^[a-z]{2,8}$", extra=99)
    assert shortest is not None
    assert longest is not None
    assert (len(shortest), len(longest)) == (2, 8)
    many = build_pattern_text("^[a-z]*$", many=30)
    assert many is not None
    assert len(many) == 30


def test_a_hostile_pattern_takes_no_time() -> None:
    assert build_pattern_text("^" + "(a{9999}){9999}" * 5) is None
    assert build_pattern_text("(((((a{99}){99}){99}){99}){99})") is None

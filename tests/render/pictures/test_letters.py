"""Texts of share pictures are cleaned, and broken into lines."""

from __future__ import annotations

import pytest

from octavo.render.pictures.letters import (
    break_lines,
    clean,
    fit,
    is_cut,
    needs_shaping,
    runs_from_right,
)


def measure(text: str) -> float:
    return len(text)


def test_what_cannot_be_seen_is_left_out() -> None:
    assert clean("a\x00b\u202ec\u2066\td\r\ne\ufeff") == "abc d e"


def test_a_text_of_any_length_is_cut_before_it_is_looked_at() -> None:
    assert len(clean("word " * 100_000)) <= 300


def test_words_are_kept_whole() -> None:
    assert break_lines("one two three", measure, 7, 4) == ["one two", "three"]


def test_a_word_that_is_too_long_is_broken() -> None:
    assert break_lines("abcdefgh", measure, 3, 4) == ["abc", "def", "gh"]


def test_lines_of_scripts_without_blanks_end_anywhere_but_before_closing_marks() -> None:
    assert break_lines("日本語の文書です。", measure, 4, 4) == ["日本語の", "文書で", "す。"]


def test_what_does_not_fit_ends_in_an_ellipsis() -> None:
    lines = break_lines("one two three four", measure, 7, 2)
    assert lines == ["one two", "three…"]
    assert is_cut("one two three four", lines)


def test_a_title_that_ends_in_an_ellipsis_is_not_cut() -> None:
    assert not is_cut("wait…", break_lines("wait…", measure, 9, 1))


def test_a_line_holds_as_much_as_fits() -> None:
    assert fit("/plants/{id}", measure, 20) == "/plants/{id}"
    assert fit("/plants/{id}", measure, 8) == "/plants…"


@pytest.mark.parametrize("text", ["", " ", "…"])
def test_nothing_has_no_lines_or_one(text: str) -> None:
    assert break_lines(text, measure, 5, 3) == ([text] if text.strip() else [])


def test_the_first_letter_says_where_a_text_begins() -> None:
    assert runs_from_right("123 שלום world")
    assert not runs_from_right("Hello שלום")
    assert needs_shaping("नमस्ते")
    assert not needs_shaping("Ελληνικά")

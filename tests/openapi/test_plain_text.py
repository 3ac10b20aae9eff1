"""The line of plain text that lists and search engines get of a description."""

from __future__ import annotations

import time

import pytest

from octavo.openapi.plain_text import (
    MAX_LENGTH,
    cut_first_words,
    split_summary,
    strip_marks,
    strip_whole,
)
from tests.patience import HANGS_AFTER


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        (None, None),
        ("", None),
        ("  \n\n ", None),
        ("One line.", "One line."),
        ("First\nparagraph.\n\nSecond.", "First paragraph."),
        ("# Heading\n\nText.", "Text."),
        ("## Heading\nText.", "Text."),
        ("A **bold _word_** and `code`.", "A bold word and code."),
        ("snake_case_name and 2*3*4", "snake_case_name and 2*3*4"),
        ('See [the guide](/guide "x") or [this][ref].', "See the guide or this."),
        ("![Image](a.png)\n\nText", "Text"),
        ("<p>In <b>HTML</b> &amp; more</p><p>Second</p>", "In HTML & more"),
        ("- first\n- second", "first second"),
        ("> Quoted", "Quoted"),
        ("```\ncode\n```\n\nText", "code"),
        ("| a | b |\n|---|---|\n\nText", "Text"),
        ("Escaped \\* star", "Escaped * star"),
        ("bell\a and \u202eleft", "bell and left"),
        ("<script>alert(1)</script>", "alert(1)"),
    ],
)
def test_the_first_paragraph_is_plain_text(markdown: str | None, expected: str | None) -> None:
    assert cut_first_words(markdown) == expected


def test_a_long_paragraph_is_cut_at_a_word() -> None:
    text = cut_first_words("word " * 200)
    assert text is not None
    assert text.endswith("word…")
    assert len(text) <= MAX_LENGTH + 1
    assert cut_first_words("x" * 1000) == "x" * (MAX_LENGTH - 1) + "…"


@pytest.mark.parametrize("piece", ["*a ", "_a", "[", "<a", "`", "[a](", "<!--", "\\", "&", "**_"])
def test_marks_that_are_not_closed_take_no_time(piece: str) -> None:
    start = time.process_time()
    for _ in range(20):
        cut_first_words(piece * 100_000)
    assert time.process_time() - start < HANGS_AFTER


def test_the_search_reads_paragraphs_items_and_rows_as_lines() -> None:
    text = "One that\nis **wrapped**.\n\n- an `item`\n  goes on\n- another\n\n# Head\n\n| a | b |\n"
    assert strip_marks(text).split("\n") == [
        "One that is wrapped.",
        "an item goes on",
        "another",
        "Head",
        "a | b |",
    ]
    assert strip_marks("Plain and\nwrapped.\n\nNext.") == "Plain and wrapped.\nNext."
    assert strip_marks(None) == ""


_LONG = (
    "It tells much more about the thing, and it does so in many words, which nobody wants to see in"
    " a list of pages."
)


@pytest.mark.parametrize(
    ("summary", "expected"),
    [
        (None, ("", "")),
        ("", ("", "")),
        ("List  all\npets", ("List all pets", "")),
        ("List pets. Slowly.", ("List pets. Slowly.", "")),
        (f"List all pets. {_LONG}", ("List all pets", _LONG)),
        (f"List all pets\n\n{_LONG}", ("List all pets", _LONG)),
        (f"Lists pets, e.g. cats. {_LONG}", ("Lists pets, e.g. cats", _LONG)),
        (f"列出宠物。{_LONG} {_LONG}", ("列出宠物", f"{_LONG} {_LONG}")),
        # What has marks stays in the text, where they are shown as what they mean.
        (
            f"Adds a [pet](/pets) to a `shop`. {_LONG}",
            ("Adds a pet to a shop", f"Adds a [pet](/pets) to a `shop`. {_LONG}"),
        ),
        # These name nothing.
        (f"**Note:** not for cats. {_LONG}", ("", f"**Note:** not for cats. {_LONG}")),
        (f"New here? {_LONG}", ("", f"New here? {_LONG}")),
        (f"{_LONG[:-1]}, {_LONG}", ("", f"{_LONG[:-1]}, {_LONG}")),
        ("x" * 500, ("", "x" * 500)),
    ],
)
def test_a_summary_that_is_a_text_makes_a_title_of_its_first_sentence(
    summary: str | None, expected: tuple[str, str]
) -> None:
    assert split_summary(summary) == expected


def test_a_heading_right_below_a_text_is_a_line() -> None:
    assert strip_marks("All.\n## Filtering\n### By name\nText.") == "All.\nFiltering\nBy name Text."


def test_nothing_is_cut_off_a_long_text() -> None:
    text = "\n\n".join(f"Paragraph *number{at}* of many words." for at in range(2_000))
    expected = [f"Paragraph number{at} of many words." for at in range(2_000)]
    assert strip_whole(text).split("\n") == expected
    assert "last" in strip_whole(f"{'x' * 9_000} last")
    assert strip_whole(None) == ""

"""Marks of other tools are not shown without a note."""

from __future__ import annotations

import pytest

from octavo.content.mdx import parse_mdx
from octavo.problems import Severity


@pytest.mark.parametrize(
    ("body", "shown", "hint"),
    [
        ("a ==marked text== b", "==marked text==", "Write `<mark>text</mark>`."),
        ("a :rocket: b", ":rocket:", "Type the character itself: 🚀"),
        ("- a :white_check_mark:", ":white_check_mark:", "Type the character itself, such as 🚀."),
        ("Term\n: its meaning", ": its meaning", "Write a list, or `<dl>`, `<dt>` and `<dd>`."),
        ("**Term**\n: meaning", ": meaning", "Write a list, or `<dl>`, `<dt>` and `<dd>`."),
        ('=== "Python"\n\n    x', '=== "Python"', 'Write `<Tabs>` with `<Tab title="…">` in it.'),
        ("see [[Another page]]", "[[Another page]]", "Write `[text](/path/of/the/page)`."),
        ("[TOC]", "[TOC]", "Pages have a table of contents without it. Remove the line."),
        ("Press ++ctrl+alt+del++.", "++ctrl+alt+del++", "Write `<kbd>Ctrl</kbd>`."),
        ("*[API]: a thing", "*[API]:", 'Write `<Tooltip tip="meaning">word</Tooltip>`.'),
        ("::: code-group", "::: code-group", None),
        ("<Card>\n\na :tada: b\n\n</Card>", ":tada:", None),
    ],
)
def test_each_is_noted_at_its_place(body: str, shown: str, hint: str | None) -> None:
    (problem,) = parse_mdx(f"Text.\n\n{body}\n", "a.mdx").problems
    assert problem.code == "mdx-foreign-mark"
    assert problem.severity is Severity.INFO
    assert problem.message == f"`{shown}` means nothing to Octavo; it is shown as text"
    assert hint is None or problem.hint == hint
    line = next(n for n, row in enumerate(body.split("\n"), 3) if shown in row)
    assert (problem.location.source, problem.location.line) == ("a.mdx", line)
    assert problem.location.column == body.split("\n")[line - 3].index(shown) + 1


def test_each_kind_is_noted_once_a_page() -> None:
    problems = parse_mdx("a :tada: b :rocket: ==c==\n\n==d==\n").problems
    assert [problem.message.partition("`")[2].partition("`")[0] for problem in problems] == [
        ":tada:",
        "==c==",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "at 10:30:45 or a::b::c",
        "arn:aws:s3:::bucket and urn:a:b:",
        "if a == b and c == d",
        "`==x==` and `:rocket:`",
        "```\n==x==\n:rocket:\n!!! note\n:::note\n```",
        "http://a.example:8080:x and C++ and D++",
        "a list[[1, 2], [3]] and [link](/x)",
        "one: two\nthree: four",
        "Title\n===\n\ntext!!!",
        "What??? Really!!!",
    ],
)
def test_usual_text_has_no_note(text: str) -> None:
    assert parse_mdx(text).problems == ()

"""What a fence says about its code, and the marks in the code itself."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from octavo.content.fences import (
    Fence,
    MarkedCode,
    list_lines,
    read_code,
    read_fence,
    read_ranges,
)
from octavo.content.languages import LABELS, OTHER_NAMES, find_label, resolve_language
from tests.patience import HANGS_AFTER

FORMS: list[tuple[str, dict[str, Any]]] = [
    ("", {}),
    ("HelloWorld.java", {"title": "HelloWorld.java"}),
    (
        "Line Highlighting Example {1,3-5}",
        {"title": "Line Highlighting Example", "highlighted": ((1, 1), (3, 5))},
    ),
    ("{1,3-5} Example", {"title": "Example", "highlighted": ((1, 1), (3, 5))}),
    ("{1, 3 - 5}", {"highlighted": ((1, 1), (3, 5))}),
    ("Ex [expandable]", {"title": "Ex", "expandable": True}),
    ("Ex expandable", {"title": "Ex", "expandable": True}),
    ("expandable Ex", {"title": "Ex", "expandable": True}),
    ("Ex lines wrap", {"title": "Ex", "line_numbers": True, "wrap": True}),
    ('title="utils/hello.js" lines', {"title": "utils/hello.js", "line_numbers": True}),
    ("title='two words' wrap", {"title": "two words", "wrap": True}),
    ('title="lines wrap"', {"title": "lines wrap"}),
    ('title={"In braces"}', {"title": "In braces"}),
    ('"Two words" lines', {"title": "Two words", "line_numbers": True}),
    ("icon=java Name", {"title": "Name", "icon": "java"}),
    ('Ex icon="square-js"', {"title": "Ex", "icon": "square-js"}),
    ("highlight={1-2,5}", {"highlighted": ((1, 2), (5, 5))}),
    ('highlight="1,2"', {"highlighted": ((1, 2),)}),
    ("highlight={[1, 3]}", {"highlighted": ((1, 1), (3, 3))}),
    ("focus={2,4-5}", {"focused": ((2, 2), (4, 5))}),
    ("{2} highlight={4}", {"highlighted": ((2, 2), (4, 4))}),
    ("twoslash", {}),
    ("Ex nocopy", {"title": "Ex", "copy": False}),
    ("Ex theme={null}", {"title": "Ex"}),
    ('theme="dark" Ex', {"title": "Ex"}),
    ("a=b c", {"title": "a=b c"}),
    ("linenumbers", {"title": "linenumbers"}),
    ("runnable x", {"title": "runnable x"}),
    ("lines=false", {}),
    ("Ex lines={false} expandable=false", {"title": "Ex"}),
    ("lines={true} wrap=true", {"line_numbers": True, "wrap": True}),
    ("GET /users/{id}", {"title": "GET /users/{id}"}),
    ("/users/{1}", {"title": "/users/{1}"}),
    ("{not lines}", {"title": "{not lines}"}),
    ('an "open quote', {"title": 'an "open quote'}),
    ('title="open', {"title": 'title="open'}),
    ("It's  here", {"title": "It's here"}),
]


@pytest.mark.parametrize(("meta", "expected"), FORMS, ids=[meta for meta, _ in FORMS])
def test_every_written_form_of_the_options_is_read(meta: str, expected: dict[str, Any]) -> None:
    assert read_fence("js", meta) == Fence("javascript", **expected)


@pytest.mark.parametrize(
    ("language", "meta", "expected"),
    [
        ("{1,3}", "", Fence("", highlighted=((1, 1), (3, 3)))),
        ("js{1-2}", "Name", Fence("javascript", "Name", highlighted=((1, 2),))),
        ('title="a.txt"', "", Fence("", "a.txt")),
        ("title=a.txt", "lines", Fence("", "a.txt", line_numbers=True)),
    ],
)
def test_options_may_stand_in_the_place_of_the_language(
    language: str, meta: str, expected: Fence
) -> None:
    assert read_fence(language, meta) == expected


@pytest.mark.parametrize(
    ("written", "language"),
    [
        ("sh", "bash"),
        ("shell", "bash"),
        ("zsh", "bash"),
        ("curl", "bash"),
        ("cURL", "bash"),
        ("py", "python"),
        ("js", "javascript"),
        ("JS", "javascript"),
        ("javaScript", "javascript"),
        ("ts", "typescript"),
        ("tsx", "tsx"),
        ("JSON", "json"),
        ("Swift", "swift"),
        ("env", "dotenv"),
        ("plaintext", ""),
        ("txt", ""),
        ("text", ""),
        ("yml", "yaml"),
        ("md", "markdown"),
        ("golang", "go"),
        ("c#", "csharp"),
        ("cs", "csharp"),
        ("c++", "cpp"),
        ("rs", "rust"),
        ("rb", "ruby"),
        ("kt", "kotlin"),
        ("ps1", "powershell"),
        ("docker", "dockerfile"),
        ("Dockerfile", "dockerfile"),
        ("shell-session", "console"),
        ("protobuf", "proto"),
        ("tf", "hcl"),
        ("gql", "graphql"),
        ("sol", "solidity"),
        ("svg", "xml"),
        ("Brainfuck", "brainfuck"),
        ("", ""),
    ],
)
def test_a_language_has_one_name_whatever_is_written(written: str, language: str) -> None:
    assert resolve_language(written) == language
    assert read_fence(written, "").language == language


def test_no_name_stands_for_two_languages() -> None:
    names = [name for others in OTHER_NAMES.values() for name in others.split()]
    assert len(names) == len(set(names))
    assert not set(names) & LABELS.keys()
    assert OTHER_NAMES.keys() - {""} <= LABELS.keys()


@pytest.mark.parametrize(
    ("written", "label"),
    [("js", "JavaScript"), ("cURL", "cURL"), ("cpp", "C++"), ("txt", ""), ("Zig", "Zig")],
)
def test_readers_see_the_usual_name_of_a_language(written: str, label: str) -> None:
    assert find_label(written) == label


@pytest.mark.parametrize(
    ("text", "ranges"),
    [
        ("", ()),
        ("3", ((3, 3),)),
        ("5-3", ((3, 5),)),
        ("1-3,2-6", ((1, 6),)),
        ("1,2,3", ((1, 3),)),
        ("9" * 5000, ((10**9, 10**9),)),
    ],
)
def test_ranges_are_put_in_order_and_joined(text: str, ranges: tuple[tuple[int, int], ...]) -> None:
    assert read_ranges(text) == ranges


def test_ranges_beyond_the_code_are_cut_to_its_lines() -> None:
    assert list_lines(read_ranges("0,2-999999999"), 4) == {2, 3, 4}
    assert list_lines(read_ranges("7"), 4) == frozenset()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a // [!code ++]", MarkedCode("a", added=frozenset({1}))),
        ("a\nb # [!code --]", MarkedCode("a\nb", removed=frozenset({2}))),
        ("a // [!code ++:2]\nb\nc", MarkedCode("a\nb\nc", added=frozenset({1, 2}))),
        ("a /* [!code highlight] */", MarkedCode("a", highlighted=frozenset({1}))),
        ("<p> <!-- [!code hl] -->", MarkedCode("<p>", highlighted=frozenset({1}))),
        ("<p>{/* [!code focus] */}", MarkedCode("<p>", focused=frozenset({1}))),
        ("a -- [!code focus]", MarkedCode("a", focused=frozenset({1}))),
        ("# [!code highlight:2]\na\nb\nc", MarkedCode("a\nb\nc", highlighted=frozenset({1, 2}))),
        (
            "a // [!code ++] // [!code focus]",
            MarkedCode("a", added=frozenset({1}), focused=frozenset({1})),
        ),
        ("a // [!code ++:999999999999]\nb", MarkedCode("a\nb", added=frozenset({1, 2}))),
        ("a [!code ++]", MarkedCode("a [!code ++]")),
        ("a // [!code unknown]", MarkedCode("a // [!code unknown]")),
        ("'[!code ++]' + b", MarkedCode("'[!code ++]' + b")),
        ("    a // [!code ++]", MarkedCode("    a", added=frozenset({1}))),
    ],
)
def test_marks_in_comments_are_taken_out_of_the_code(text: str, expected: MarkedCode) -> None:
    assert read_code(text) == expected


@given(st.text(), st.text(alphabet="{}\"'= []-,1abtile\n\t", max_size=200))
def test_any_fence_can_be_read(language: str, meta: str) -> None:
    fence = read_fence(language, meta)
    list_lines(fence.highlighted, 10)


@given(st.text(alphabet="ab/#*-<!>[]code +:1\n {}", max_size=200))
def test_code_without_marks_stays_as_it_is(text: str) -> None:
    code = read_code(text)
    assert code.text == text or "[!code " in text


@pytest.mark.parametrize(
    "unit",
    ['"', "'", "{", "{1", "a=", 'a="', "a={", "a-", "[!code ++]", "{1}", "1-2,", " ", "title="],
)
def test_hostile_options_take_no_time(unit: str) -> None:
    text = unit * (100_000 // len(unit))
    start = time.process_time()
    read_fence("js", text)
    read_fence(text, "")
    read_fence("js", f"highlight={{{text}}}")
    read_code(f"a // [!code {text}")
    read_code(f"// {text}\n" * 2)
    read_code("a // [!code ++:1] " * 5_000)
    assert time.process_time() - start < HANGS_AFTER

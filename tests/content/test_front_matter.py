import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from octavo.content.front_matter import (
    _read_plain_lines,
    empty_front_matter,
    read_front_matter,
)
from octavo.problems import Code, Severity
from octavo.project.documents.yaml import parse_yaml
from tests.patience import HANGS_AFTER


def values_of(front: str) -> dict[str, Any]:
    page = read_front_matter(f"---\n{front}\n---\nbody", "page.mdx")
    assert page.problems == ()
    return page.values


def test_a_page_without_front_matter_is_all_body() -> None:
    page = read_front_matter("# Hello\n", "page.mdx")
    assert (page.values, page.text, page.problems) == ({}, None, ())
    assert empty_front_matter("# Hello\n") == "# Hello\n"
    assert page.places == {}


def test_the_body_keeps_its_line_numbers() -> None:
    body = empty_front_matter("---\ntitle: A\nicon: b\n---\nText\n")
    assert body == "\n\n\n\nText\n"
    assert body.split("\n")[4] == "Text"


@pytest.mark.parametrize(
    ("text", "front"),
    [
        ("---\na: 1\n---\n", "a: 1"),
        ("---\na: 1\n---", "a: 1"),
        ("--- \t\na: 1\n---  \nx", "a: 1"),
        ("---\n---\nx", ""),
        ("---\n\n---\nx", ""),
        ("---\na: 1\n----\nb: 2\n---\nx", "a: 1\n----\nb: 2"),
        ("---\na: 1\n--- x\nb: 2\n---\n", "a: 1\n--- x\nb: 2"),
        (" ---\na: 1\n---\n", None),
        ("\n---\na: 1\n---\n", None),
        ("----\na: 1\n----\n", None),
        ("---\na: 1\n", None),
        ("---a\nb: 1\n---\n", None),
        ("---", None),
        ("", None),
        ("text\n---\na: 1\n---\n", None),
        ("---\na: 1\n ---\n", None),
    ],
)
def test_fences_are_those_of_the_reference(text: str, front: str | None) -> None:
    assert read_front_matter(text, "page.mdx").text == front
    assert empty_front_matter(text).count("\n") == text.count("\n")


def test_values_have_the_types_of_the_core_schema() -> None:
    front = 'a: text\nb: 12\nc: 1.5\nd: true\ne: yes\nf: "12"\ng: \'x\'\nh:\ni: 2024-01-31\nj: ""'
    assert values_of(front) == {
        "a": "text",
        "b": 12,
        "c": 1.5,
        "d": True,
        "e": "yes",
        "f": "12",
        "g": "x",
        "h": None,
        "i": "2024-01-31",
        "j": "",
    }


def test_lists_nested_keys_comments_and_long_text_go_to_the_yaml_parser() -> None:
    front = "tags: [a, b]\napi:\n  key: 1\n# note\ntext: >\n  one\n  two"
    assert values_of(front) == {"tags": ["a", "b"], "api": {"key": 1}, "text": "one two"}


def test_keys_with_colons_are_quoted() -> None:
    assert values_of('"og:title": x\n"twitter:card": "y"') == {"og:title": "x", "twitter:card": "y"}
    assert values_of("'og:title': x") == {"og:title": "x"}


def test_places_are_those_of_the_values_in_the_file() -> None:
    page = read_front_matter('---\ntitle: "A"\nicon:   b\ntags:\n  - x\n---\n', "page.mdx")
    assert page.places == {"title": (2, 8), "icon": (3, 9), "tags": (5, 3)}


@pytest.mark.parametrize(
    ("front", "values", "places"),
    [
        ("title: Setup: the basics\nicon: x", {"title": "Setup: the basics", "icon": "x"}, ["2:8"]),
        (
            "title: 'A'\ndescription: a: b: c # d",
            {"title": "A", "description": "a: b: c"},
            ["3:14"],
        ),
        ("title: @acme/sdk", {"title": "@acme/sdk"}, ["2:8"]),
        ('title: `a` "b"\ntag: *c', {"title": '`a` "b"', "tag": "*c"}, ["2:8", "3:6"]),
        ("title: Setup:\ntags: [a]", {"title": "Setup:", "tags": ["a"]}, ["2:8"]),
        ("title: a: b\ndraft: true", {"title": "a: b", "draft": True}, ["2:8"]),
    ],
)
def test_values_that_lack_their_quotes_are_read_as_meant(
    front: str, values: dict[str, Any], places: list[str]
) -> None:
    page = read_front_matter(f"---\n{front}\n---\nText", "a.mdx")
    assert page.values == values
    assert [str(problem.location) for problem in page.problems] == [f"a.mdx:{p}" for p in places]
    assert {problem.code for problem in page.problems} == {Code.FRONT_MATTER_UNDERSTOOD}
    assert {problem.severity for problem in page.problems} == {Severity.INFO}
    line, column = places[0].split(":")
    assert (int(line), int(column)) in page.places.values()


@pytest.mark.parametrize(
    "front",
    ["title: a: b\n  more: c", "title: a: b\ntags: [c", "title: 'a' b: c", "a: b: c\n" * 11],
)
def test_where_more_is_wrong_nothing_is_guessed(front: str) -> None:
    page = read_front_matter(f"---\n{front}\n---\n", "a.mdx")
    assert page.values == {}
    assert Code.YAML_SYNTAX in {problem.code for problem in page.problems}


def test_a_syntax_error_has_its_place_and_the_page_stays() -> None:
    text = "---\ntitle: 'Guide': part: one\n---\nText"
    page = read_front_matter(text, "page.mdx")
    assert page.values == {}
    assert empty_front_matter(text) == "\n\n\nText"
    (problem,) = page.problems
    assert problem.code is Code.YAML_SYNTAX
    assert str(problem.location) == "page.mdx:2:15"
    assert "quotes" in problem.hint


def test_a_key_twice_is_a_warning_and_the_last_counts() -> None:
    page = read_front_matter("---\ntitle: A\ntitle: B\n---\n", "page.mdx")
    assert page.values == {"title": "B"}
    (problem,) = page.problems
    assert problem.code is Code.YAML_DUPLICATE_KEY
    assert problem.severity is Severity.WARNING
    assert (problem.location.line, problem.location.column) == (3, 1)


@pytest.mark.parametrize("front", ["- a\n- b", "just words", "12", "[a]"])
def test_front_matter_without_keys_is_a_problem(front: str) -> None:
    page = read_front_matter(f"---\n{front}\n---\n", "page.mdx")
    assert page.values == {}
    assert [problem.code for problem in page.problems] == [Code.FRONT_MATTER_NOT_KEYS]


@pytest.mark.parametrize("front", ["", "# only a note", "~"])
def test_front_matter_without_content_is_fine(front: str) -> None:
    assert values_of(front) == {}


def test_front_matter_that_is_never_closed_is_a_problem() -> None:
    text = "---\ntitle: A\n\nText\n"
    page = read_front_matter(text, "page.mdx")
    assert empty_front_matter(text) == text
    assert [problem.code for problem in page.problems] == [Code.FRONT_MATTER_UNCLOSED]


def test_a_thematic_break_at_the_start_is_no_problem() -> None:
    assert read_front_matter("---\n\nText, and more\n", "page.mdx").problems == ()


def test_front_matter_after_a_blank_line_is_a_warning() -> None:
    page = read_front_matter("\n \n---\ntitle: A\n---\n", "page.mdx")
    assert page.values == {}
    (problem,) = page.problems
    assert problem.code is Code.FRONT_MATTER_NOT_FIRST
    assert (problem.location.line, problem.location.column) == (3, 1)


ODD_LINES = [
    "a: b",
    "a:",
    "a: ",
    "a:b",
    "a : b",
    "a: b:",
    "a: b: c",
    "a: b:c",
    "a: http://x.y/z?q=1#top",
    "a: b #c",
    "a: b#c",
    "a: #c",
    "a: b  ",
    "a: b\u00a0",
    "a: \u00a0b",
    "a: é",
    'a: ""',
    "a: ''",
    'a: "x" ',
    'a: "x" y',
    "a: 'it''s'",
    "a: it's",
    'a: "x\\n"',
    'a: say "hi"',
    "a: - b",
    "a: -1",
    "a: +1",
    "a: .5",
    "a: ...",
    "a: 0o17",
    "a: 0x1F",
    "a: 017",
    "a: 1_000",
    "a: 12:30",
    "a: 1e3",
    "a: 1e999",
    "a: .inf",
    "a: .nan",
    "a: null",
    "a: Null",
    "a: ~",
    "a: TRUE",
    "a: yes",
    "a: on",
    "a: ?x",
    "a: {x: 1}",
    "a: [x]",
    "a: (x), [y] {z}",
    "a: $5 & more",
    "a: b\tc",
    "a:\tb",
    "a: b\t",
    "a: b\u2028c",
    "a: b\x85c",
    "a: \ufeffb",
    "a: b\x07c",
    "a: b\x7fc",
    "a: @b",
    "a: `b`",
    "a: %b",
    "a: !b",
    "a: &b",
    "a: *b",
    "a: |",
    "a: > b",
    "_a-b: 1",
    "1: x",
    "true: x",
    "<<: x",
    '"og:title": x',
    '"a b": x',
    "- a",
    "  b: 1",
    "",
    "# note",
    "...",
    "a",
    "a: 'x\nb: y'",
    'a: "x\nb: y"',
    "a: \"x'\nb: 'y\"",
    "a: " + "9" * 5000,
    "k" * 1100 + ": x",
]


def assert_same_as_yaml(front: str) -> None:
    fast = _read_plain_lines(front)
    if fast is None:
        return
    document = parse_yaml(front, "page.mdx")
    assert document.problems == ()
    assert list(document.value.items()) == list(fast.items())
    assert [type(value) for value in document.value.values()] == [type(v) for v in fast.values()]


@pytest.mark.parametrize("line", ODD_LINES)
def test_the_fast_path_agrees_with_the_yaml_parser_on_odd_lines(line: str) -> None:
    assert_same_as_yaml(line)
    assert_same_as_yaml(f"first: x\n{line}\nlast: y")
    assert_same_as_yaml(f"first:\n{line}")


def test_the_fast_path_reads_ordinary_front_matter() -> None:
    front = 'title: "A guide"\ndescription: How it works, in short\nicon: book\nnoindex: true'
    assert _read_plain_lines(front) == {
        "title": "A guide",
        "description": "How it works, in short",
        "icon": "book",
        "noindex": True,
    }


yaml_like_text = st.text(
    alphabet=st.one_of(
        st.sampled_from("ab1 :#'\"\\-.,[]{}&*!|>%@`~?+_/()$\té\u00a0\u2028\x85<="),
    ),
    max_size=12,
)
yaml_like_line = st.one_of(
    st.builds("{}: {}".format, st.sampled_from(["a", "b-c", "_d", '"og:t"']), yaml_like_text),
    yaml_like_text,
)


@given(st.lists(yaml_like_line, min_size=1, max_size=4))
@settings(max_examples=400, deadline=None)
def test_the_fast_path_agrees_with_the_yaml_parser(lines: list[str]) -> None:
    assert_same_as_yaml("\n".join(lines))


@given(st.text(alphabet=st.sampled_from("-\n\t a:'\"#é\ud800"), max_size=60))
@settings(max_examples=200, deadline=None)
def test_no_text_makes_the_reader_fail(text: str) -> None:
    text = "---\n" + text
    assert read_front_matter(text, "page.mdx").values is not None
    assert empty_front_matter(text).count("\n") == text.count("\n")


@pytest.mark.parametrize(
    "text",
    [
        "---\n" + "a: " + " " * 200_000 + "\t\n---\n",
        "---\n" + "a: x" + " " * 200_000 + "\t\n---\n",
        "---\n" + "a: x" + ":x#" * 100_000 + "\t\n---\n",
        "---\n" + "----\n" * 200_000,
        "---\n" + "a" * 1_000_000 + "\n---\n",
        "\n" * 1_000_000 + "---\na: 1\n",
        "---" + " " * 1_000_000 + "x\n",
        "---\n" + "[" * 100_000 + "\n---\n",
    ],
    ids=["blanks", "trailing", "colons", "fences", "word", "newlines", "opening", "deep"],
)
def test_hostile_front_matter_takes_linear_time(text: str) -> None:
    start = time.process_time()
    read_front_matter(text, "page.mdx")
    assert time.process_time() - start < HANGS_AFTER

"""JSON documents: values, mistakes at their places, limits, and the places of values."""

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from octavo.problems import Code, Problem, Severity
from octavo.project.documents.json import MAX_PROBLEMS, find_json_places, parse_json


def parse(text: str) -> Any:
    document = parse_json(text, "api.json")
    assert document.problems == ()
    return document.value


def refuse(text: str) -> Problem:
    document = parse_json(text, "api.json")
    assert document.value is None
    assert [problem.severity for problem in document.problems] == [Severity.ERROR]
    return document.problems[0]


def place(problem: Problem) -> tuple[int, int]:
    return problem.location.line, problem.location.column


def test_a_document_is_read_as_json_says() -> None:
    text = '{"a": [1, -2.5, 1e3, true, null, "x\\u00e9"], "b": {"/x~y": ""}}'
    assert parse(text) == {"a": [1, -2.5, 1000.0, True, None, "xé"], "b": {"/x~y": ""}}


def test_a_byte_order_mark_is_no_part_of_the_document() -> None:
    assert parse('\ufeff{"a": 1}') == {"a": 1}


@pytest.mark.parametrize(
    ("text", "at", "message"),
    [
        ('{\n  "a": 1\n  "b": 2\n}', (3, 3), "a comma or a closing bracket is expected here"),
        ('{\n  "a": [1, 2,]\n}', (2, 13), "a comma before a closing bracket"),
        ("{'a': 1}", (1, 2), "a key in double quotes is expected"),
        ('{"a": "x', (1, 7), "no closing quote"),
        ("", (1, 1), "a value is expected here"),
        ("{} {}", (1, 4), "the document ends before this"),
        ('{"a": \n  NaN}', (2, 3), "NaN is not a value"),
        ('{"a": "NaN", "b": -Infinity}', (1, 19), "-Infinity is not a value"),
    ],
)
def test_a_mistake_is_told_at_its_place(text: str, at: tuple[int, int], message: str) -> None:
    problem = refuse(text)
    assert problem.code is Code.API_JSON_SYNTAX
    assert place(problem) == at
    assert message in problem.message


@pytest.mark.parametrize("opening", ["[", '{"a":'])
@pytest.mark.parametrize("depth", [201, 900, 100_000])
def test_a_deep_nest_is_refused_where_it_gets_too_deep(opening: str, depth: int) -> None:
    closing = "]" if opening == "[" else "}"
    problem = refuse(opening * depth + "1" + closing * depth)
    assert problem.code is Code.API_JSON_TOO_DEEP
    assert place(problem) == (1, 200 * len(opening) + 1)


def test_two_hundred_levels_are_not_too_deep() -> None:
    assert parse("[" * 200 + "]" * 200)


def test_more_values_than_memory_is_for_are_refused() -> None:
    assert refuse("[" + "1," * 4_000_001 + "1]").code is Code.API_JSON_TOO_LARGE


def test_numbers_that_cannot_be_written_again_stay_text() -> None:
    value = parse('{"a": ' + "9" * 5000 + ', "b": 1e999, "c": -1e999, "d": ' + "9" * 400 + "}")
    assert value["a"] == "9" * 5000
    assert (value["b"], value["c"]) == ("1e999", "-1e999")
    assert value["d"] == int("9" * 400)


def test_half_a_character_becomes_a_mark() -> None:
    value = parse(r'{"a": "\ud800", "b": "\ud83d\ude00", "c": "\\ud800", "\udc00": 1}')
    assert value == {"a": "\ufffd", "b": "😀", "c": "\\ud800", "\ufffd": 1}


def test_duplicate_keys_are_told_and_the_last_one_counts() -> None:
    text = '{\n  "a": 1,\n  "b": {"x": {}, "y": "a", "x": 2},\n  "a": 3,\n  "\\u0062": 4\n}'
    document = parse_json(text, "api.json")
    assert document.value == {"a": 3, "b": 4}
    assert [(p.code, place(p), p.severity) for p in document.problems] == [
        (Code.API_JSON_DUPLICATE_KEY, (3, 28), Severity.WARNING),
        (Code.API_JSON_DUPLICATE_KEY, (4, 3), Severity.WARNING),
        (Code.API_JSON_DUPLICATE_KEY, (5, 3), Severity.WARNING),
    ]
    assert "`b`" in document.problems[2].message


def test_so_many_duplicates_are_told_and_no_more() -> None:
    text = "{" + ",".join(['"a": 1'] * 1000) + "}"
    assert len(parse_json(text, "api.json").problems) == MAX_PROBLEMS


def test_places_are_those_of_keys_and_values() -> None:
    text = '{\n  "a": {"b": [10, {"c": true}]},\n  "d": 5\n}\n'
    paths = [(), ("a",), ("a", "b"), ("a", "b", 0), ("a", "b", 1, "c"), ("d",)]
    assert find_json_places(text.encode(), paths) == {
        (): ((1, 1), (1, 1)),
        ("a",): ((2, 3), (2, 8)),
        ("a", "b"): ((2, 9), (2, 14)),
        ("a", "b", 0): ((2, 15), (2, 15)),
        ("a", "b", 1, "c"): ((2, 20), (2, 25)),
        ("d",): ((3, 3), (3, 8)),
    }


def test_what_is_not_there_has_the_place_of_the_nearest_above_it() -> None:
    text = '{"a": {"b": [10]}}'
    found = find_json_places(
        text.encode(), [("a", "x", "y"), ("a", "b", 7), ("z",), ("a", "b", 0, "q")]
    )
    assert found["a", "x", "y"] == ((1, 2), (1, 7))
    assert found["a", "b", 7] == ((1, 8), (1, 13))
    assert found["z",] == ((1, 1), (1, 1))
    assert found["a", "b", 0, "q"] == ((1, 14), (1, 14))


def test_of_a_key_that_is_there_twice_the_last_one_has_the_place() -> None:
    assert find_json_places(b'{"a": 1,\n"a": 2}', [("a",)]) == {("a",): ((2, 1), (2, 6))}


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(VALUES, st.sampled_from([None, 1]), st.randoms(use_true_random=False))
def test_at_the_place_of_any_value_that_value_can_be_read(
    value: Any, indent: int | None, chance: random.Random
) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=chance.random() < 0.5)
    lines = text.split("\n")
    paths: dict[tuple[str | int, ...], Any] = {}

    def note(inner: Any, path: tuple[str | int, ...]) -> None:
        paths[path] = inner
        children = (
            inner.items()
            if isinstance(inner, dict)
            else enumerate(inner)
            if isinstance(inner, list)
            else ()
        )
        for key, child in children:
            note(child, (*path, key))

    note(value, ())
    wanted = chance.sample(list(paths), k=chance.randint(1, len(paths)))
    places = find_json_places(text.encode(), wanted)
    assert places.keys() == {*wanted}
    for path, (_, (line, column)) in places.items():
        rest = "\n".join([lines[line - 1][column - 1 :], *lines[line:]])
        assert json.JSONDecoder().raw_decode(rest)[0] == paths[path]


@given(st.text(max_size=200))
def test_any_text_ends_in_a_value_or_a_problem_with_a_place(text: str) -> None:
    document = parse_json(text, "api.json")
    assert document.problems == () or all(p.location.line for p in document.problems)
    assert document.value is not None or document.problems or text.strip("\ufeff \t\r\n") == "null"

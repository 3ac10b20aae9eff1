from __future__ import annotations

import json

import pytest

from octavo.settings.json.places import find_places, find_too_deep, locate_offset

TEXT = """{
  "name": "A \\"quoted\\" {name",
  "list": [1, {"x": true},
    []],
  "esc\\u0061pe": null
}
"""


@pytest.mark.parametrize(
    ("pointer", "place"),
    [
        ((), (1, 1)),
        (("name",), (2, 11)),
        (("list",), (3, 11)),
        (("list", 0), (3, 12)),
        (("list", 1), (3, 15)),
        (("list", 1, "x"), (3, 21)),
        (("list", 2), (4, 5)),
        (("escape",), (5, 18)),
        (("list", 1, "missing"), (3, 15)),
        (("list", 9), (3, 11)),
    ],
)
def test_every_value_has_its_place(pointer: tuple[str | int, ...], place: tuple[int, int]) -> None:
    assert find_places(TEXT).of_value(pointer) == place


def test_a_key_has_its_own_place() -> None:
    places = find_places(TEXT)
    assert places.of_key(("list",)) == (3, 3)
    assert places.of_key(("list", 1, "x")) == (3, 16)


def test_a_repeated_key_is_found_with_the_place_of_the_second() -> None:
    places = find_places('{"a": 1, "b": {"a": 2}, "a": 3}')
    assert places.duplicates == ((("a",), 24),)


def test_what_is_inside_of_a_repeated_key_is_not_repeated() -> None:
    places = find_places('{"a": {"b": [{"c": 1}, {"c": 2}]}, "a": {"b": 3}}')
    assert places.duplicates == ((("a",), 35),)


def test_all_values_of_a_json_text_are_found() -> None:
    data = {"a": [1, [2, {"b": []}], {}], "c": {"d": {"e": "f"}}}
    text = json.dumps(data, indent=3)
    assert len(find_places(text).values) == 11


def test_brackets_in_strings_are_not_depth() -> None:
    assert find_too_deep('["[[[[", [', 1) == 9
    assert find_too_deep('{"a": "{{{{"}', 1) is None


def test_an_unfinished_string_of_escaped_quotes_is_read_in_linear_time() -> None:
    assert find_too_deep('"' + '\\"' * 500_000, 5) is None


def test_offsets_become_lines_and_columns() -> None:
    assert locate_offset("ab\ncd", 0) == (1, 1)
    assert locate_offset("ab\ncd", 4) == (2, 2)

from __future__ import annotations

import pytest

from octavo.content.code_mistakes import Mistake, find_json_mistake, find_yaml_mistake


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ('{"a": 1,}', 1, 8, "after the last entry"),
        ('{\n  "a": 1\n  "b": 2\n}', 3, 3, "a comma is missing"),
        ("{'a': 1}", 1, 2, "double quotes"),
        ('{"a": [1, 2}', 1, 12, "a comma is missing"),
        ('{"a": {"b": 1}', 1, 15, "not closed"),
        ('"a": [\n  1,\n],', 2, 4, "after the last entry"),
        ('"a": 1 "b": 2', 1, 8, "a comma is missing"),
        ("{a: 1}", 1, 2, "names need double quotes"),
        ('{"a": “b”}', 1, 7, "straight double quotes"),
    ],
)
def test_a_mistake_of_json_is_found_where_it_stands(
    text: str, line: int, column: int, words: str
) -> None:
    mistake = find_json_mistake(text)
    assert mistake is not None
    assert words in mistake.reason
    assert mistake[:2] == (line, column)


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1}',
        "",
        '{"a": 1}\n{"a": 2}\n',
        '"a": 1,\n"b": 2',
        '{"a": 1},\n{"b": 2},',
        '{"a": 1, ...}',
        '{"a": [1, …]}',
        '{"a": 1} // what it is',
        '{"a": 1, # what it is\n}',
        '{"a": <your key>}',
        '{"a": {{ value }}}',
        '{"a": YOUR_KEY}',
        '{"a": string, "b": number}',
        'HTTP/1.1 200 OK\n\n{"a": 1}',
        "curl https://example.com",
        '{"a": 1}\n\nThe answer:\n\n{"b": 2}',
        "[" * 100_000,
    ],
)
def test_what_was_not_meant_to_be_complete_json_is_no_mistake(text: str) -> None:
    assert find_json_mistake(text) is None


def test_a_mistake_of_yaml_is_found_where_it_stands() -> None:
    mistake = find_yaml_mistake("a: 1\nb: c: d\n")
    assert isinstance(mistake, Mistake)
    assert mistake[:2] == (2, 5)


@pytest.mark.parametrize(
    "text",
    [
        "a: 1\n---\nb: 2\n",
        "a: {{ .Values.a }}\n  b: 1",
        "a: *unknown",
        "a: 1\n...\nb: c: d",
        "<your settings>\n",
        "schema: [schema name]_elementary",
        "a: 1\na: 2",
        "- !tag x",
    ],
)
def test_what_was_not_meant_to_be_complete_yaml_is_no_mistake(text: str) -> None:
    assert find_yaml_mistake(text) is None

from __future__ import annotations

import pytest

from octavo.problems import Code, Severity
from octavo.settings.read import read_settings


@pytest.mark.parametrize(
    ("text", "line", "column", "message", "hint"),
    [
        ('{"name": "x",\n}', 1, 13, "comma before a closing bracket", "Remove the comma"),
        ('{"a": [1,\n 2,\n]}', 2, 3, "comma before a closing bracket", "Remove the comma"),
        ('{\n// note\n"a": 1}', 2, 1, "key in double quotes", "no comments"),
        ('{"a": 1 /* note */}', 1, 9, "comma or a closing bracket", "no comments"),
        ("{'a': 1}", 1, 2, "key in double quotes", "double quotes in place of single"),
        ("{\"a\": 'b'}", 1, 7, "value is expected", "double quotes in place of single"),
        ('{"a": 1\n "b": 2}', 2, 2, "comma or a closing bracket", "comma is probably missing"),
        ("{a: 1}", 1, 2, "key in double quotes", "Put the key in double quotes"),
        ('{"a": True}', 1, 7, "value is expected", "true, false or null"),
        ('{"a": NaN}', 1, 7, "NaN", "Write a number"),
        ('{"a": ["NaN", -Infinity]}', 1, 15, "-Infinity", "Write a number"),
        ('{"a": 1', 1, 8, "comma or a closing bracket", "ends too early"),
        ("", 1, 1, "value is expected", "file is empty"),
        ("  \n", 2, 1, "value is expected", "file is empty"),
        ('{"a": "b\nc"}', 1, 9, "line break", ""),
        ('{"a": "\\x"}', 1, 8, "backslash", ""),
        ('{"a" 1}', 1, 6, "colon", ""),
        ('{"a": "b}', 1, 7, "no closing quote", ""),
        ("{} {}", 1, 4, "settings end before this", ""),
    ],
)
def test_what_is_not_json_is_explained_where_it_is(
    text: str, line: int, column: int, message: str, hint: str
) -> None:
    settings, (problem,) = read_settings(text)
    assert settings is None
    assert problem.code is Code.SETTINGS_NOT_JSON
    assert (problem.location.line, problem.location.column) == (line, column)
    assert message in problem.message
    assert hint in problem.hint


@pytest.mark.parametrize("text", ["[]", '"x"', "3", "null", "true"])
def test_a_file_that_holds_no_object_is_an_error(text: str) -> None:
    settings, (problem,) = read_settings(text)
    assert settings is None
    assert "must hold an object" in problem.message


def test_a_repeated_key_is_a_warning_at_the_second_and_the_last_counts() -> None:
    text = '{"name": "a",\n "name": "b", "navigation": [{"group": "g", "pages": ["p"]}]}'
    settings, (problem,) = read_settings(text)
    assert settings is not None
    assert settings.name == "b"
    assert problem.code is Code.SETTINGS_DUPLICATE_KEY
    assert (problem.location.line, problem.location.column) == (2, 2)
    assert problem.severity is Severity.WARNING


@pytest.mark.parametrize(
    ("escape", "expected"),
    [
        (r"\ud800", "\ufffd"),
        (r"\udc00x", "\ufffdx"),
        (r"\ud83d\ude00", "\U0001f600"),
        (r"\ud83d\ud83d\ude00", "\ufffd\U0001f600"),
        (r"\\ud800", r"\ud800"),
        ("\ud800", "\ufffd"),
    ],
)
def test_half_a_character_is_replaced(escape: str, expected: str) -> None:
    settings, _ = read_settings(f'{{"name": "{escape}", "navigation": []}}')
    assert settings is not None
    assert settings.name == expected


@pytest.mark.parametrize("opening", ['{"a":', "["])
def test_a_text_nested_100000_deep_is_a_clear_error(opening: str) -> None:
    settings, (problem,) = read_settings(opening * 100_000)
    assert settings is None
    assert problem.code is Code.SETTINGS_TOO_DEEP
    assert problem.location.line == 1
    assert problem.location.column > 100


def test_a_number_of_5000_digits_is_no_crash() -> None:
    _, problems = read_settings('{"name": ' + "9" * 5000 + ', "navigation": []}')
    assert any("`name` must be text" in problem.message for problem in problems)
    assert max(len(problem.message) for problem in problems) < 200

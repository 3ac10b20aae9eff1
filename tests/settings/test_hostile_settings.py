from __future__ import annotations

import copy
import json
import time
from collections.abc import Iterator
from typing import Any

import pytest

from octavo.problems import Code
from octavo.settings.models.page_settings import PAGE_KEYS
from octavo.settings.models.structure import MAX_GROUP_DEPTH, Group
from octavo.settings.read import read_settings
from octavo.settings.read_page import read_page_settings
from tests.patience import HANGS_AFTER
from tests.settings_data import load_every_key

KITCHEN_SINK = load_every_key()
STRANGE_VALUES: list[Any] = [
    None, True, 1e300, "", "x" * 10_000, "\x00", "../../x",
    "javascript:x", [], {}, [None], {"": None}, {"a": {"b": []}}, [1, "a", {}], ["a"] * 150,
]  # fmt: skip


def nodes(value: Any, way: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    yield way
    entries: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        entries = list(value.items())
    elif isinstance(value, list):
        entries = list(enumerate(value))
    for step, item in entries:
        yield from nodes(item, (*way, step))


def replaced(way: tuple[str | int, ...], value: Any) -> Any:
    """Return settings with another value at a place, and beside it what no site goes without."""
    if not way:
        return value
    data = copy.deepcopy({key: KITCHEN_SINK[key] for key in ("name", "navigation", str(way[0]))})
    owner: Any = data
    for step in way[:-1]:
        owner = owner[step]
    owner[way[-1]] = value
    return data


@pytest.mark.parametrize("strange", STRANGE_VALUES, ids=lambda value: repr(value)[:20])
def test_a_strange_value_at_any_place_is_accepted_or_told_where_it_is(strange: Any) -> None:
    for way in nodes(KITCHEN_SINK):
        settings, problems = read_settings(json.dumps(replaced(way, strange)))
        if way in {(), ("navigation",)}:
            assert settings is not None or problems
        else:
            assert settings is not None, way
        for problem in problems:
            assert problem.location.line == 1, (way, problem)
            assert len(problem.message) < 500, way
            assert "Input should" not in problem.message, way


@pytest.mark.parametrize("strange", STRANGE_VALUES, ids=lambda value: repr(value)[:20])
def test_a_strange_value_in_front_matter_never_stops_a_page(strange: Any) -> None:
    for key in [*PAGE_KEYS, "og:image", "robots", "auth", "size", "Title", "other"]:
        page, problems = read_page_settings({"title": "T", key: strange}, {key: (3, 8)}, "a.mdx")
        assert page.title == "T" or key == "title"
        for problem in problems:
            assert str(problem.location) == "a.mdx:3:8", (key, problem)


def _depth(entries: tuple[object, ...]) -> int:
    groups = (entry for entry in entries if isinstance(entry, Group))
    return max((1 + _depth(group.pages) for group in groups), default=0)


@pytest.mark.scorecard("SR-32")
@pytest.mark.parametrize("depth", [33, 100, 300, 10_000])
def test_groups_nested_too_deep_are_a_limit_error(depth: int) -> None:
    text = '{"name": "x", "navigation": ['
    text += '{"group": "g", "pages": [' * depth + '"a"' + "]}" * depth + "]}"
    settings, problems = read_settings(text)
    assert [problem.code for problem in problems] == [Code.SETTINGS_TOO_DEEP]
    assert settings is None or _depth(settings.navigation) == MAX_GROUP_DEPTH


def test_groups_nested_32_deep_are_fine() -> None:
    text = '{"name": "x", "navigation": ['
    text += '{"group": "g", "pages": [' * 32 + '"a"' + "]}" * 32 + "]}"
    settings, problems = read_settings(text)
    assert settings is not None
    assert problems == ()


def test_a_deep_value_where_none_is_expected_is_told_once() -> None:
    text = '{"name": ' + "[" * 400 + "]" * 400 + ', "navigation": [{"group": "", "pages": ["a"]}]}'
    _, (problem,) = read_settings(text)
    assert problem.message == "`name` must be text, not a list"


def test_very_many_problems_are_cut_short_and_counted() -> None:
    data = {"name": "x", "navigation": [{"group": "", "pages": ["a"]}]}
    data |= {f"unknown{number}": [] for number in range(9_000)}
    started = time.process_time()
    settings, problems = read_settings(json.dumps(data))
    assert time.process_time() - started < HANGS_AFTER
    assert settings is not None
    assert len(problems) == 201
    assert problems[-1].message == "there are 8800 more problems in this file"


def test_an_object_of_a_million_keys_is_a_limit_error_at_its_place() -> None:
    keys = ",".join(f'"{number}":0' for number in range(1_000_000))
    started = time.process_time()
    settings, (problem,) = read_settings(f'{{"name": "x",\n "metadata": {{{keys}}}}}')
    assert time.process_time() - started < HANGS_AFTER
    assert settings is None
    assert problem.code is Code.SETTINGS_TOO_LARGE
    assert (problem.location.line, problem.location.column) == (2, 14)


def test_errors_are_not_hidden_behind_very_many_warnings() -> None:
    data: dict[str, Any] = {f"unknown{number}": [] for number in range(500)}
    settings, problems = read_settings(json.dumps({**data, "name": [], "navigation": "a"}))
    assert settings is None
    assert {"`name` must be text, not a list", '`navigation` must be a list, not "a"'} <= {
        problem.message for problem in problems
    }


def test_an_error_of_the_whole_is_not_hidden_behind_very_many_warnings() -> None:
    groups = [{"group": "g", "pages": []} for _ in range(300)]
    versions = [{"name": "1", "default": True}, {"name": "2", "default": True}]
    settings, problems = read_settings(
        json.dumps({"name": "x", "navigation": groups, "versions": versions})
    )
    assert settings is not None
    assert [version.default for version in settings.versions] == [True, False]
    assert Code.SETTINGS_SEVERAL_DEFAULTS in {problem.code for problem in problems}


def test_very_many_bad_redirects_are_read_in_reasonable_time() -> None:
    redirects = [{"source": "/same", "destination": 1, f"k{n}": 0} for n in range(5_000)]
    started = time.process_time()
    settings, _ = read_settings(json.dumps({"name": "x", "navigation": [], "redirects": redirects}))
    assert time.process_time() - started < HANGS_AFTER
    assert settings is not None
    assert settings.redirects == ()

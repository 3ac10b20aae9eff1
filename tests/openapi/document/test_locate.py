"""Findings become problems at lines and columns, so many of each kind and no more."""

import json
import time
from typing import Any

import pytest

from octavo.openapi.document.document import Finding
from octavo.openapi.document.locate import MAX_OF_A_KIND, locate
from octavo.openapi.model import Pointer
from octavo.problems import Code, Location, Severity
from tests.patience import HANGS_AFTER

YAML = b"""\
openapi: 3.1.0
paths:
  /pets:
    get:
      parameters:
        - name: a
        - $ref: '#/nothing'
"""
JSON = b"""\
{
  "openapi": "3.1.0",
  "paths": {
    "/pets": {"get": {"parameters": [{"name": "a"}, {"$ref": "#/nothing"}]}}
  }
}
"""
PARAMETER: Pointer = ("paths", "/pets", "get", "parameters", 1)


def finding(pointer: Pointer, source: str = "api", **more: Any) -> Finding:
    return Finding(Code.API_REFERENCE_LOST, "it is lost", source, pointer, **more)


@pytest.mark.parametrize(
    ("text", "at_value", "at_key"), [(YAML, (7, 17), (7, 11)), (JSON, (4, 62), (4, 54))]
)
def test_a_finding_stands_at_its_value_or_at_its_key(
    text: bytes, at_value: tuple[int, int], at_key: tuple[int, int]
) -> None:
    pointer = (*PARAMETER, "$ref")
    found = [finding(pointer, hint="Find it."), finding(pointer, at_key=True)]
    value, key = locate(found, {"api": text}.get)
    assert value.location == Location("api", *at_value)
    assert key.location == Location("api", *at_key)
    assert (value.code, value.message, value.hint) == (found[0].code, "it is lost", "Find it.")
    assert value.severity is Severity.WARNING


@pytest.mark.parametrize("text", [YAML, JSON])
def test_a_finding_about_what_is_not_there_stands_at_what_is_around_it(text: bytes) -> None:
    (around,) = locate([finding(("paths", "/pets"), at_key=True)], {"api": text}.get)
    (inside,) = locate([finding(("paths", "/pets", "put", "x"), at_key=True)], {"api": text}.get)
    assert inside.location == around.location
    (whole,) = locate([finding(())], {"api": text}.get)
    assert whole.location == Location("api", 1, 1)


def test_yaml_that_starts_with_a_bracket_has_places_too() -> None:
    text = b"{openapi: 3.1.0,\n paths: {}}"
    (problem,) = locate([finding(("paths",), "api.yaml")], {"api.yaml": text}.get)
    assert problem.location == Location("api.yaml", 2, 9)


def test_columns_count_letters_not_bytes() -> None:
    text = (
        '{"info": {"gr\\u00fc\u00df \U0001f30d": 1,\n  "gr\u00fc\u00df": {"\u00e9\u00e9": true}}}'
    )
    found = [finding(("info", "grüß", "éé"), "api.json"), finding(("info", "grüß 🌍"), "api.json")]
    places = [problem.location for problem in locate(found, {"api.json": text.encode()}.get)]
    assert places == [Location("api.json", 2, 18), Location("api.json", 1, 26)]


def test_places_in_one_line_have_their_columns() -> None:
    names = [f"größe{n}" for n in range(50)]
    text = json.dumps({name: {"é": n} for n, name in enumerate(names)}, ensure_ascii=False)
    found = [Finding(Code.API_WRONG_TYPE, "m", "a.json", (name, "é")) for name in names[:15]]
    columns = [problem.location.column for problem in locate(found, {"a.json": text.encode()}.get)]
    assert [text[column - 1 :].partition("}")[0] for column in columns] == [*map(str, range(15))]


def test_findings_in_several_files_have_their_places() -> None:
    texts = {"a.yaml": YAML, "b.json": JSON}
    found = [finding(("openapi",), "b.json"), finding(("paths",), "a.yaml"), finding((), "gone")]
    places = [problem.location for problem in locate(found, texts.get)]
    assert places == [Location("a.yaml", 3, 3), Location("b.json", 2, 14), Location("gone")]


def test_of_one_kind_so_many_are_told_and_the_rest_is_counted() -> None:
    found = [finding(("x", n)) for n in range(MAX_OF_A_KIND + 1)]
    found += [Finding(Code.API_WRONG_TYPE, "it is wrong", "api", ("paths",))]
    *told, rest = locate(found, {"api": YAML}.get)
    assert [problem.code for problem in told] == [Code.API_REFERENCE_LOST] * MAX_OF_A_KIND + [
        Code.API_WRONG_TYPE
    ]
    assert rest.code is Code.API_MORE_PROBLEMS
    assert "1 more of [api-reference-lost]" in rest.message


def test_notes_do_not_hide_warnings_of_the_same_code() -> None:
    found = [finding(("x", n), severity=Severity.INFO) for n in range(MAX_OF_A_KIND + 2)]
    problems = locate([*found, finding(("paths",))], {"api": YAML}.get)
    warning, rest = problems[-2:]
    assert warning.severity is Severity.WARNING
    assert (rest.code, rest.severity) == (Code.API_MORE_PROBLEMS, Severity.INFO)


def test_without_findings_no_text_is_asked_for() -> None:
    asked: list[str] = []
    assert locate([], asked.append) == []
    assert asked == []


@pytest.mark.parametrize("indent", [None, 1])
def test_a_large_document_with_many_findings_takes_little_time(indent: int | None) -> None:
    item = {"get": {"responses": {"200": {"description": "x" * 1000}}}}
    tree = {"openapi": "3.1.0", "paths": {f"/{n}": item for n in range(10_000)}}
    text = json.dumps(tree, indent=indent).encode()
    assert len(text) > 10_000_000
    codes = [code for code in Code if code.value.startswith("api-")]
    found = [
        Finding(codes[n % len(codes)], "m", "api", ("paths", f"/{n}", "get", "responses", "200"))
        for n in range(10_000)
    ]
    start = time.process_time()
    problems = locate(found, {"api": text}.get)
    assert time.process_time() - start < HANGS_AFTER
    assert all(problem.location.line for problem in problems[:500])

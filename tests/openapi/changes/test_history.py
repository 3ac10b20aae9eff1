"""Since when the parts of a document exist: never a release in which they were there before."""

from __future__ import annotations

from typing import Any

from octavo.openapi.changes.digests import read_parts
from octavo.openapi.changes.history import (
    History,
    Release,
    Since,
    Step,
    build_history,
    compare_releases,
)
from octavo.openapi.document.document import ApiDocument

GET = {"operationId": "list", "responses": {"200": {"description": "ok"}}}


def build(*trees: dict[str, Any], missing: int = -1) -> History:
    """Return the history of documents: the releases 1, 2, 3 and so on."""
    documents = [ApiDocument("api.json", "api", "3.1", {"paths": {}, **tree}) for tree in trees]
    steps = []
    for number, document in enumerate(documents, 1):
        parts = read_parts(document)
        if number == 1:
            steps.append(Step(Release("1"), parts))
        else:
            difference = compare_releases(documents[number - 2], document, "2026-01-01")
            is_next = number != missing
            steps.append(Step(Release(str(number), before=""), parts, difference, is_next))
    return build_history(steps, None)


def test_an_operation_that_moves_or_renames_variables_is_not_new() -> None:
    old = {"paths": {"/a/{id}": {"get": GET}}}
    history = build(
        old, {"paths": {"/a/{key}": {"get": GET}}}, {"paths": {"/b/{key}": {"get": GET}}}
    )
    assert history.find("GET /a/{}") is None
    assert history.find("GET /b/{}") == Since(changed="3")


def test_what_comes_back_is_new_again_and_forgets_its_earlier_life() -> None:
    has: dict[str, Any] = {"paths": {"/a": {"get": {**GET, "deprecated": True}}}}
    lacks: dict[str, Any] = {"paths": {}}
    assert build(has, lacks, has).find("GET /a") == Since(new="3")
    assert build(lacks, has, has).find("GET /a") == Since(new="2")


def test_deprecation_counts_from_its_last_beginning() -> None:
    fine, over = ({"paths": {"/a": {"get": {**GET, "deprecated": each}}}} for each in (False, True))
    since = build(fine, over, fine, over, over).find("GET /a")
    assert since == Since(deprecated="4")
    assert build(over, over).find("GET /a") is None


def test_properties_of_a_new_or_renamed_schema_have_no_marks() -> None:
    pet = {"type": "object", "properties": {"name": {"type": "string"}}}
    first = {"components": {"schemas": {"Pet": pet}}}
    second = {"components": {"schemas": {"Animal": pet}}}
    assert build(first, second).marks == {}


def test_texts_and_new_servers_change_nothing() -> None:
    first = {"paths": {"/a": {"get": GET}}, "servers": [{"url": "https://a.example"}]}
    second = {
        "paths": {"/a": {"get": {**GET, "summary": "A", "description": "B"}}},
        "servers": [{"url": "https://a.example"}, {"url": "https://b.example"}],
    }
    assert build(first, second).marks == {}


def test_after_a_missing_release_nothing_is_called_new() -> None:
    first: dict[str, Any] = {"paths": {}}
    second: dict[str, Any] = {"paths": {"/a": {"get": GET}}}
    assert build(first, second, missing=2).marks == {}
    assert build(first, second).find("GET /a") == Since(new="2")

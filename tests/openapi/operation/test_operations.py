"""Which operations, webhooks and tags a document has."""

from __future__ import annotations

from typing import Any

import pytest

from octavo.openapi.model import OperationEntry
from octavo.openapi.operation.listing import find_path_item, list_operations, read_tags
from octavo.problems import Code
from tests.openapi.api_documents import codes, make_document, messages


def names(entries: tuple[OperationEntry, ...]) -> list[str]:
    return [f"{entry.key.method} {entry.key.path}" for entry in entries]


def test_operations_keep_the_order_of_paths_and_take_methods_in_a_fixed_order() -> None:
    document = make_document("""
        paths:
          /b:
            query: {}
            trace: {}
            patch: {}
            head: {}
            options: {}
            delete: {}
            post: {}
            put: {}
            get: {}
            additionalOperations:
              COPY: {}
              Move: {}
          /a:
            get: {}
    """)
    methods = "GET PUT POST DELETE OPTIONS HEAD PATCH TRACE QUERY COPY Move".split()
    assert names(list_operations(document)) == [*(f"{method} /b" for method in methods), "GET /a"]
    assert messages(document) == []


def test_an_entry_says_what_lists_need() -> None:
    document = make_document("""
        paths:
          /a:
            get:
              operationId: listThings
              summary: List things
              description: All of them.
              tags: [things, "", things, other]
              deprecated: true
              x-internal: true
    """)
    (entry,) = list_operations(document)
    assert entry.operation_id == "listThings"
    assert entry.summary == "List things"
    assert entry.description == "All of them."
    assert entry.tags == ("things", "other")
    assert (entry.deprecated, entry.hidden, entry.excluded) == (True, False, False)
    assert entry.node.pointer == ("paths", "/a", "get")


def test_blank_summaries_and_tags_are_none() -> None:
    document = make_document({"paths": {"/a": {"get": {"summary": " ", "tags": ["", None]}}}})
    (entry,) = list_operations(document)
    assert (entry.summary, entry.tags) == (None, ())


def test_operations_and_whole_paths_can_be_hidden_or_excluded() -> None:
    document = make_document("""
        paths:
          /a:
            get: {x-hidden: true}
            put: {x-excluded: true}
          /b:
            x-hidden: true
            get: {}
          /c:
            x-excluded: true
            get: {}
    """)
    flags = [(entry.hidden, entry.excluded) for entry in list_operations(document)]
    assert flags == [(True, False), (False, True), (True, False), (False, True)]


def test_webhooks_come_last_under_their_names() -> None:
    document = make_document("""
        webhooks:
          newPet: {post: {summary: A pet is new}}
          oldPet: {post: {}}
        paths:
          /a: {get: {}}
    """)
    entries = list_operations(document)
    assert names(entries) == ["GET /a", "POST newPet", "POST oldPet"]
    assert [entry.key.is_webhook for entry in entries] == [False, True, True]


def test_webhooks_for_older_tools_count_where_there_are_no_others() -> None:
    older = {"newPet": {"post": {"operationId": "newPet"}}}
    for webhooks in ({}, {"webhooks": None}, {"webhooks": older}):
        document = make_document({"paths": {}, "x-webhooks": older, **webhooks})
        (entry,) = list_operations(document)
        assert messages(document) == []
        item = find_path_item(document, entry.key)
        assert item is not None
        assert item.pointer[0] == ("webhooks" if webhooks.get("webhooks") else "x-webhooks")


def test_a_path_item_may_be_a_reference_with_operations_beside_it() -> None:
    document = make_document("""
        paths:
          /a:
            $ref: '#/components/pathItems/Shared'
            post: {summary: Ours}
        components:
          pathItems:
            Shared:
              get: {summary: Theirs}
              post: {summary: Theirs}
    """)
    shown = [(entry.key.method, entry.summary) for entry in list_operations(document)]
    assert shown == [("GET", "Theirs"), ("POST", "Ours")]


def test_extensions_among_paths_are_no_paths() -> None:
    document = make_document({"paths": {"x-note": {"get": {}}, "/a": {"get": {}, "x-b": 1}}})
    assert names(list_operations(document)) == ["GET /a"]
    assert messages(document) == []


@pytest.mark.parametrize(
    ("paths", "message"),
    [
        (["/a"], "`paths` must be a mapping of names to values, but is a list"),
        ({"/a": 5}, "`/a` must be a mapping of methods to operations, but is a number"),
        ({"/a": {"get": "x"}}, "`get` must be a mapping of names to values, but is a text"),
        ({"/a": {"gett": {}}}, "`gett` is no method of a path"),
    ],
)
def test_what_is_no_operation_is_told_and_left_out(paths: Any, message: str) -> None:
    document = make_document({"paths": paths})
    assert list_operations(document) == ()
    assert messages(document) == [message]


def test_empty_paths_and_operations_are_left_out_in_silence() -> None:
    document = make_document({"paths": {"/a": None, "/b": {"get": None}}, "webhooks": None})
    assert list_operations(document) == ()
    assert messages(document) == []


def test_methods_in_capitals_and_paths_without_a_slash_are_used_and_told() -> None:
    document = make_document({"paths": {"a": {"GET": {}}}})
    assert names(list_operations(document)) == ["GET a"]
    assert codes(document) == [Code.API_PATH_NO_SLASH, Code.API_UNKNOWN_KEY]


def test_a_single_tag_that_is_no_list_is_used_and_told() -> None:
    document = make_document({"paths": {"/a": {"get": {"tags": "pets"}}}})
    assert list_operations(document)[0].tags == ("pets",)
    assert codes(document) == [Code.API_WRONG_TYPE]


def test_an_operation_id_that_is_used_twice_is_told_at_the_second() -> None:
    document = make_document("""
        paths:
          /a: {get: {operationId: same}}
          /b: {get: {operationId: same}}
    """)
    assert len(list_operations(document)) == 2
    (finding,) = document.findings
    assert finding.message == "the operationId `same` is also that of GET /a"
    assert finding.pointer == ("paths", "/b", "get", "operationId")


def test_two_paths_may_share_one_item_with_its_operation_id() -> None:
    document = make_document("""
        paths:
          /a: {$ref: '#/components/pathItems/Shared'}
          /b: {$ref: '#/components/pathItems/Shared'}
        components:
          pathItems:
            Shared: {get: {operationId: same}}
    """)
    assert names(list_operations(document)) == ["GET /a", "GET /b"]
    assert messages(document) == []


def test_tags_say_their_shown_name_their_parent_and_their_kind() -> None:
    document = make_document("""
        tags:
          - name: pets
            x-group: Pets and more
            summary: Not this
            description: About pets
          - {name: cats, parent: pets, kind: nav, summary: Cats}
          - {name: dogs, x-displayName: Dogs}
          - {name: birds}
          - {name: pets, summary: Again}
          - {description: no name}
          - fish
    """)
    tags = read_tags(document)
    assert {name: tag.group for name, tag in tags.items()} == {
        "pets": "Pets and more",
        "cats": "Cats",
        "dogs": "Dogs",
        "birds": "birds",
    }
    assert tags["pets"].description == "About pets"
    assert (tags["cats"].parent, tags["cats"].kind) == ("pets", "nav")
    assert messages(document) == ["a value of `tags` must be a mapping with a name, but is a text"]

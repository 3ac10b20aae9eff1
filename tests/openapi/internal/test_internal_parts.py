"""What an API document marks as internal is taken out of it, with what refers to it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from octavo.openapi.document.document import ApiDocument, Finding
from octavo.openapi.document.read_tree import read_document
from octavo.openapi.operation.listing import list_operations
from octavo.openapi.rules.check import check_document
from octavo.problems import Code


def count_calls(work: Callable[[], object]) -> int:
    """Count the calls of functions that some work takes."""
    count = 0

    def profile(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(profile)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


def clean(tree: dict[str, Any], files: dict[str, Any] | None = None, **options: Any) -> ApiDocument:
    tree.setdefault("openapi", "3.1.0")
    document, _ = read_document("api.json", "api", tree, (files or {}).get, **options)
    assert document is not None
    return document


def schemas(**named: Any) -> dict[str, Any]:
    return {"paths": {}, "components": {"schemas": named}}


def clean_schemas(**named: Any) -> Any:
    return clean(schemas(**named)).tree.get("components", {}).get("schemas", {})


def notes(document: ApiDocument, code: Code) -> list[Finding]:
    findings = document.sort_findings(check_document(document))
    return [each for each in findings if each.code is code]


@pytest.mark.parametrize(
    "mark", [True, "true", "True", " yes ", "on", 1, "internal", [1], {"a": 1}]
)
def test_any_mark_that_is_not_a_clear_no_counts(mark: Any) -> None:
    document = clean({"paths": {"/a": {"get": {"x-internal": mark}}, "/b": {"get": {}}}})
    assert list(document.tree["paths"]) == ["/b"]
    odd = notes(document, Code.API_INTERNAL_VALUE)
    assert len(odd) == (mark is not True)
    assert all(each.pointer == ("paths", "/a", "get", "x-internal") for each in odd)


@pytest.mark.parametrize("mark", [False, "false", "no", "Off", 0, None, ""])
def test_a_mark_that_says_no_hides_nothing(mark: Any) -> None:
    document = clean({"paths": {"/a": {"get": {"x-internal": mark}}}})
    assert list(document.tree["paths"]) == ["/a"]
    assert document.internal is None


@pytest.mark.parametrize(
    ("rule", "is_left"),
    [
        ({"staff": "read"}, False),
        ({"anonymous": "none", "*": "read"}, False),
        ({"anonymous": "read"}, True),
        ({"*": "read", "staff": "admin"}, True),
        ("staff", False),
    ],
)
def test_what_not_everybody_may_read_is_internal(rule: Any, is_left: bool) -> None:
    document = clean({"paths": {"/a": {"get": {"x-rbac": rule}}}})
    assert bool(document.tree["paths"]) == is_left


def test_names_that_look_like_a_mark_are_names() -> None:
    named = {"type": "object", "properties": {"x-internal": {"type": "boolean"}, "a": {}}}
    headers = {"x-internal": {"schema": {"type": "string"}}}
    value = {"x-internal": True, "a": 1}
    tree = {
        "paths": {"/a": {"get": {"responses": {"200": {"description": "", "headers": headers}}}}},
        "components": {"schemas": {"A": {**named, "example": value, "enum": [value]}}},
    }
    assert clean(json.loads(json.dumps(tree))).tree == {**tree, "openapi": "3.1.0"}


def test_scalars_mark_hides_operations_and_only_lists_schemas_less() -> None:
    tree = schemas(A={"x-scalar-ignore": True})
    tree["paths"] = {"/a": {"get": {"x-scalar-ignore": True}}, "/b": {"get": {}}}
    document = clean(tree)
    assert list(document.tree["paths"]) == ["/b"]
    assert "A" in document.tree["components"]["schemas"]


def test_an_operation_with_any_internal_tag_is_internal() -> None:
    tags = [{"name": "a", "x-internal": True}, {"name": "b", "parent": "a"}, {"name": "c"}]
    paths = {f"/{name}": {"get": {"tags": ["c", name]}} for name in "abc"}
    document = clean({"tags": tags, "paths": paths})
    assert list(document.tree["paths"]) == ["/c"]
    assert document.tree["tags"] == [{"name": "c"}]


def test_what_holds_nothing_but_internal_parts_is_internal() -> None:
    secret = {"$ref": "#/components/schemas/Secret"}
    left = clean_schemas(
        Secret={"x-internal": True},
        Alias=secret,
        Wrapped={"description": "a", "allOf": [secret]},
        Maybe={"oneOf": [{"type": "null"}, secret], "type": ["object", "null"]},
        Holder={"properties": {"a": {"allOf": [secret]}, "b": secret, "c": {"type": "string"}}},
        Mixed={"anyOf": [secret, {"type": "string"}]},
        Many={"type": "array", "items": secret},
    )
    assert left == {
        "Holder": {"properties": {"c": {"type": "string"}}},
        "Mixed": {"anyOf": [{"type": "string"}]},
        "Many": {"type": "array"},
    }


def test_references_into_something_internal_are_removed() -> None:
    inner = {"properties": {"open": {"type": "string"}}, "x-internal": True}
    left = clean_schemas(
        Secret=inner,
        A={"properties": {"a": {"$ref": "#/components/schemas/Secret/properties/open"}, "b": {}}},
    )
    assert left == {"A": {"properties": {"b": {}}}}


def test_references_into_lists_that_became_shorter_lead_to_the_same() -> None:
    shown = {"name": "b", "in": "query"}
    get = {"parameters": [{"name": "a", "in": "query", "x-internal": True}, shown]}
    other = {"parameters": [{"$ref": "#/paths/~1a/get/parameters/1"}]}
    document = clean({"paths": {"/a": {"get": get}, "/b": {"get": other}}})
    (entry,) = [each for each in list_operations(document) if each.key.path == "/b"]
    target = document.resolve(entry.node.get_child("parameters").get_child(0))
    assert target is not None
    assert target.value == shown


def test_what_is_wrong_is_told_where_it_stands_in_the_file() -> None:
    parameters = [{"name": "a", "in": "query", "x-internal": True}, {"in": "query", "schema": {}}]
    document = clean({"paths": {"/a": {"get": {"parameters": parameters, "responses": {}}}}})
    (missing,) = notes(document, Code.API_MISSING_KEY)[:1]
    assert missing.pointer == ("paths", "/a", "get", "parameters", 1)


def test_lists_of_names_lose_the_names_of_internal_properties() -> None:
    base = {"properties": {"a": {"x-internal": True}, "b": {}}}
    left = clean_schemas(
        Base=base,
        A={
            "allOf": [{"$ref": "#/components/schemas/Base"}, {"required": ["a", "b"]}],
            "required": ["b", "a"],
            "dependentRequired": {"a": ["b"], "b": ["a", "b"]},
        },
    )
    assert left["A"] == {
        "allOf": [{"$ref": "#/components/schemas/Base"}, {"required": ["b"]}],
        "required": ["b"],
        "dependentRequired": {"b": ["b"]},
    }


def test_examples_lose_internal_parts_at_any_depth() -> None:
    secret = {"type": "string", "x-internal": True}
    node = {"properties": {"s": secret, "next": {"$ref": "#/components/schemas/Node"}}}
    example = {"s": 1, "next": {"s": 2, "next": {"s": 3, "other": {"s": 4}}}}
    left = clean_schemas(Node={**node, "example": example})
    assert left["Node"]["example"] == {"next": {"next": {"other": {"s": 4}}}}


def test_tuples_and_further_items_lose_internal_elements() -> None:
    secret = {"x-internal": True}
    left = clean_schemas(A={"prefixItems": [{}, secret], "items": {}, "example": [1, 2, 3]})
    assert left == {"A": {"prefixItems": [{}], "items": {}, "example": [1, 3]}}


def test_texts_of_which_nothing_can_be_cut_are_removed() -> None:
    schema = {"type": "object", "properties": {"s": {"x-internal": True}, "t": {}}}
    content = {
        "application/xml": {"schema": schema, "example": "<s>1</s>"},
        "application/json": {
            "schema": schema,
            "examples": {"a": {"externalValue": "a.json"}, "b": {"serializedValue": "{}"}},
        },
    }
    tree = {"paths": {"/a": {"post": {"requestBody": {"content": content}}}}}
    text = json.dumps(clean(tree).tree)
    assert not [word for word in ("<s>", "externalValue", "serializedValue") if word in text]


def test_components_that_only_internal_parts_use_are_removed() -> None:
    def refer(name: str) -> dict[str, str]:
        return {"$ref": f"#/components/schemas/{name}"}

    def answer(name: str) -> dict[str, Any]:
        content = {"application/json": {"schema": refer(name)}}
        return {"responses": {"200": {"description": "", "content": content}}}

    tree = schemas(
        Both={}, Deep={}, Secret={"items": refer("Deep")}, Open={"items": refer("Both")}, Unused={}
    )
    secret = {**answer("Secret"), "x-internal": True}
    secret["requestBody"] = {"content": {"a/b": {"schema": refer("Both")}}}
    tree["paths"] = {"/a": {"get": secret, "post": answer("Open")}}
    document = clean(tree)
    assert list(document.tree["components"]["schemas"]) == ["Both", "Open", "Unused"]
    assert document.internal is not None
    assert document.internal.schemas == {"Secret", "Deep"}


def test_files_that_hold_something_internal_are_known() -> None:
    files: dict[str, Any] = {
        "open.json": {"type": "string"},
        "mixed.json": {"properties": {"a": {"x-internal": True}, "b": {"$ref": "open.json"}}},
        "secret.json": {"get": {"responses": {}}, "x-internal": True},
        "deep.json": {"type": "string"},
        "item.json": {"get": {"x-internal": True, "x-a": {"$ref": "deep.json"}}},
    }
    document = clean(
        {
            "paths": {"/a": {"$ref": "secret.json"}, "/b": {"$ref": "item.json"}},
            "components": {"schemas": {"A": {"$ref": "mixed.json"}}},
        },
        files,
    )
    assert document.tree["paths"] == {}
    assert document.load_file("mixed.json") == {"properties": {"b": {"$ref": "open.json"}}}
    assert document.internal is not None
    sources = {"api.json", "mixed.json", "secret.json", "item.json", "deep.json"}
    assert document.internal.sources == sources
    assert files["mixed.json"]["properties"]["a"]  # the loaded data is unchanged


@pytest.mark.parametrize("where", ["top", "info"])
def test_a_whole_document_can_be_internal(where: str) -> None:
    mark = {"x-internal": True}
    tree = {"info": {"title": "secret"}, "paths": {"/a": {"get": {}}}}
    tree = {**tree, **mark} if where == "top" else {**tree, "info": mark}
    document = clean(tree)
    assert not list_operations(document)
    assert "secret" not in json.dumps(document.tree)
    assert len(notes(document, Code.API_INTERNAL)) == 1


def test_one_note_counts_what_is_marked() -> None:
    tree = schemas(A={"properties": {"a": {"x-internal": True}, "b": {"x-internal": True}}})
    tree["paths"] = {"/a": {"get": {"x-internal": True}, "post": {}}}
    (note,) = notes(clean(tree), Code.API_INTERNAL)
    assert (
        note.message == "1 operation and 2 other parts marked as internal: left out of everything"
    )


def test_everything_is_shown_if_it_is_wanted() -> None:
    tree = {"openapi": "3.1.0", "paths": {"/a": {"get": {"x-internal": True}}}}
    document = clean(tree, show_internal=True)
    assert document.tree is tree
    assert document.internal is None


@pytest.mark.parametrize(
    "shape",
    [
        lambda n: (
            {"A0": {"x-internal": True}}
            | {
                f"A{i}": {"allOf": [{"$ref": f"#/components/schemas/A{i - 1}"}]}
                for i in range(1, n)
            }
        ),
        lambda n: (
            {"A": {"properties": {"s": {"x-internal": True}}}}
            | {f"B{i}": {"properties": {"a": {"$ref": "#/components/schemas/A"}}} for i in range(n)}
        ),
        lambda n: {
            "A": {
                "properties": {"s": {"x-internal": True}, "n": {"$ref": "#/components/schemas/A"}},
                "examples": [{"s": 1, "n": {"s": 2}} for _ in range(n)],
            }
        },
        lambda n: {
            "A": {
                "properties": {f"p{i}": {"x-internal": True} for i in range(n)},
                "required": [f"p{i}" for i in range(n)],
            }
        },
    ],
)
def test_effort_grows_with_the_document(shape: Any) -> None:
    small, large = (count_calls(partial(clean, schemas(**shape(n)))) for n in (200, 400))
    assert large < small * 2.6


def test_extensions_of_other_tools_are_named_once() -> None:
    operation = {"x-hideReplay": True, "x-own": 1, "responses": {}}
    document = clean(
        {
            "info": {"title": "a", "version": "1", "x-metadata": {}},
            "paths": {"/a": {"get": operation, "post": dict(operation)}},
        }
    )
    (note,) = notes(document, Code.API_FOREIGN_KEYS)
    assert note.message == (
        "extensions of other tools that mean nothing here: "
        "`x-hideReplay` (Redocly; first at `paths./a.get`), "
        "`x-metadata` (Redocly; first at `info`)"
    )
    assert note.pointer == ("info", "x-metadata")


SECRET = {"x-internal": True, "type": "string"}
TO_SECRET = {"$ref": "#/components/schemas/Secret"}


def test_a_parameter_goes_with_its_schema_or_content() -> None:
    parameters = [
        {"name": "secret", "in": "query", "schema": TO_SECRET},
        {"name": "coded", "in": "query", "content": {"text/plain": {"x-internal": True}}},
        {"name": "shown", "in": "query", "schema": {"type": "string"}},
    ]
    paths = {"/a": {"get": {"parameters": parameters, "responses": {}}}}
    document = clean({"paths": paths, "components": {"schemas": {"Secret": SECRET}}})
    shown = document.tree["paths"]["/a"]["get"]["parameters"]
    assert [each["name"] for each in shown] == ["shown"]


def test_extensions_say_nothing_internal_either() -> None:
    extension = {
        "own": {"x-internal": True, "a": 1},
        "list": [{"x-internal": True}, {"b": 2}],
        "reference": TO_SECRET,
        "shown": {"c": 3},
    }
    tree = {"paths": {}, "x-thing": extension, "components": {"schemas": {"Secret": SECRET}}}
    assert clean(tree).tree["x-thing"] == {"list": [{"b": 2}], "shown": {"c": 3}}


def test_links_to_internal_operations_go_by_name_and_by_address() -> None:
    links = {
        "name": {"operationId": "secret"},
        "address": {"operationRef": "#/paths/~1b/get"},
        "shown": {"operationId": "shown"},
    }
    shown = {"operationId": "shown", "responses": {"200": {"description": "", "links": links}}}
    secret = {"operationId": "secret", "x-internal": True, "responses": {}}
    document = clean({"paths": {"/a": {"get": shown}, "/b": {"get": secret}}})
    responses = document.tree["paths"]["/a"]["get"]["responses"]
    assert list(responses["200"]["links"]) == ["shown"]


def test_ways_to_log_in_go_that_are_internal_or_for_internal_operations_only() -> None:
    key = {"type": "apiKey", "name": "k", "in": "header"}
    schemes = {"marked": {**key, "x-internal": True}, "staff": key, "shown": key}
    security: list[dict[str, list[str]]] = [
        {"marked": []},
        {"shown": [], "marked": []},
        {"shown": []},
    ]
    paths = {
        "/a": {"get": {"security": security, "responses": {}}},
        "/b": {"get": {"x-internal": True, "security": [{"staff": []}], "responses": {}}},
    }
    tree = clean({"paths": paths, "components": {"securitySchemes": schemes}}).tree
    assert tree["paths"]["/a"]["get"]["security"] == [{"shown": []}]
    assert list(tree["components"]["securitySchemes"]) == ["shown"]

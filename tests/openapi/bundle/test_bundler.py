"""A document of several files becomes one that says the same."""

from __future__ import annotations

import json
from typing import Any

import pytest

from octavo.openapi.bundle import bundler
from octavo.openapi.bundle.bundler import TooLargeError, bundle_document
from octavo.openapi.document.document import ApiDocument
from octavo.openapi.rules.check import check_document
from octavo.openapi.schema.reader import SchemaReader
from tests.openapi.bundle.bundles import (
    answer,
    bundle,
    describe,
    find_schema,
    read_again,
    read_files,
)


def list_outside(tree: Any) -> list[str]:
    """Return the references that lead out of the document."""
    text = json.dumps(tree)
    return [part.split('"')[0] for part in text.split('"$ref": "')[1:] if part[0] != "#"]


def has_no_faults(document: ApiDocument) -> bool:
    return [finding.message for finding in document.sort_findings(check_document(document))] == []


def test_a_document_of_one_file_stays_as_it_is() -> None:
    pet = {"type": "object", "properties": {"friend": {"$ref": "#/components/schemas/Pet"}}}
    tree = describe(
        paths={"/p": answer({"$ref": "#/components/schemas/Pet"})},
        components={"schemas": {"Pet": pet}},
    )
    tree["x-own"] = {"$ref": "kept.yaml"}
    assert bundle({"openapi.yaml": tree}) == tree
    assert list(bundle({"openapi.yaml": tree})) == list(tree), "the order of keys, too"


def test_what_other_files_hold_becomes_components() -> None:
    files = {
        "openapi.yaml": describe(
            paths={
                "/p": {
                    "parameters": [{"$ref": "parts/common.yaml#/Limit"}],
                    "post": {
                        "requestBody": {"$ref": "parts/common.yaml#/bodies/New"},
                        "responses": {"200": {"$ref": "parts/common.yaml#/Fine"}},
                    },
                }
            }
        ),
        "parts/common.yaml": {
            "Limit": {"name": "limit", "in": "query", "schema": {"$ref": "#/Count"}},
            "Count": {"type": "integer"},
            "bodies": {"New": {"content": {"application/json": {"schema": {"$ref": "pet.yaml"}}}}},
            "Fine": {"description": "", "headers": {"X": {"$ref": "common.yaml#/Head"}}},
            "Head": {"schema": {"type": "string"}},
        },
        "parts/pet.yaml": {"type": "object", "properties": {"next": {"$ref": "#"}}},
    }
    tree = bundle(files)
    item = tree["paths"]["/p"]
    assert item["parameters"] == [{"$ref": "#/components/parameters/Limit"}]
    assert item["post"]["requestBody"] == {"$ref": "#/components/requestBodies/New"}
    assert item["post"]["responses"] == {"200": {"$ref": "#/components/responses/Fine"}}
    components = tree["components"]
    assert components["headers"] == {"Head": {"schema": {"type": "string"}}}
    assert components["schemas"] == {
        "Count": {"type": "integer"},
        "pet": {"type": "object", "properties": {"next": {"$ref": "#/components/schemas/pet"}}},
    }
    assert list_outside(tree) == []
    assert has_no_faults(read_again(tree))


@pytest.mark.parametrize("version", ["3.0.3", "3.1.0", "3.2.0"])
def test_path_items_are_written_out(version: str) -> None:
    files = {
        "openapi.yaml": describe(version, paths={"/p": {"$ref": "p.yaml", "summary": "Own"}}),
        "p.yaml": {"summary": "Other", **answer({"$ref": "pet.yaml"})},
        "pet.yaml": {"type": "string"},
    }
    tree = bundle(files)
    assert tree["paths"]["/p"]["summary"] == "Own"
    assert find_schema(tree) == {"$ref": "#/components/schemas/pet"}
    assert has_no_faults(read_again(tree))


def test_a_component_that_is_a_reference_gets_what_it_refers_to() -> None:
    files = {
        "openapi.yaml": describe(
            paths={"/p": answer({"$ref": "schemas/animal.yaml"})},
            components={"schemas": {"Pet": {"$ref": "schemas/animal.yaml"}}},
        ),
        "schemas/animal.yaml": {"type": "object", "properties": {"a": {"$ref": "animal.yaml"}}},
    }
    tree = bundle(files)
    reference = {"$ref": "#/components/schemas/Pet"}
    assert find_schema(tree) == reference
    assert tree["components"]["schemas"] == {
        "Pet": {"type": "object", "properties": {"a": reference}}
    }


def test_whole_sections_and_texts_of_other_files_are_written_out() -> None:
    files = {
        "openapi.yaml": describe(
            info={"title": "T", "version": "1", "description": {"$ref": "about.md"}},
            paths={"$ref": "paths.yaml"},
            components={"schemas": {"$ref": "schemas.yaml"}},
        ),
        "about.md": "# About",
        "paths.yaml": {"/p": answer({"$ref": "openapi.yaml#/components/schemas/Pet"})},
        "schemas.yaml": {"Pet": {"$ref": "#/Base"}, "Base": {"type": "string"}},
    }
    tree = bundle(files)
    assert tree["info"]["description"] == "# About"
    assert list_outside(tree) == []
    assert has_no_faults(read_again(tree))
    assert tree["components"]["schemas"]["Base"] == {"type": "string"}


def test_names_are_unique_and_allowed() -> None:
    files = {
        "openapi.yaml": describe(
            paths={
                "/a": answer({"$ref": "one/pet.yaml"}),
                "/b": answer({"$ref": "two/pet.yaml"}),
                "/c": answer({"$ref": "odd%20name.yaml#/anyOf/0"}),
            },
            components={"schemas": {"pet": {"type": "null"}}},
        ),
        "one/pet.yaml": {"type": "string"},
        "two/pet.yaml": {"type": "number"},
        "odd name.yaml": {"anyOf": [{"type": "boolean"}]},
    }
    tree = bundle(files)
    schemas = tree["components"]["schemas"]
    assert schemas == {
        "pet": {"type": "null"},
        "pet_2": {"type": "string"},
        "pet_3": {"type": "number"},
        "odd_name_anyOf_0": {"type": "boolean"},
    }
    assert has_no_faults(read_again(tree))


def test_references_to_places_that_are_no_components_lead_to_some() -> None:
    place = "#/paths/~1p/get/responses/200/content/application~1json/schema"
    tree = bundle(
        {
            "openapi.yaml": describe(
                paths={"/p": answer({"type": "string"}), "/q": answer({"$ref": place})}
            )
        }
    )
    (name,) = tree["components"]["schemas"]
    assert find_schema(tree, "/q") == {"$ref": f"#/components/schemas/{name}"}
    assert tree["components"]["schemas"][name] == {"type": "string"}


def test_ids_anchors_and_dynamic_references_keep_working() -> None:
    tree_schema = {
        "$id": "https://example.com/tree",
        "$dynamicAnchor": "node",
        "type": "object",
        "properties": {
            "data": {"$ref": "#/$defs/data"},
            "children": {"type": "array", "items": {"$dynamicRef": "#node"}},
        },
        "$defs": {"data": {"type": "string"}},
    }
    files = {
        "openapi.yaml": describe(
            paths={
                "/p": answer({"$ref": "https://example.com/tree"}),
                "/q": answer({"$ref": "#named"}),
                "/r": answer({"$ref": "other.yaml#far"}),
            },
            components={
                "schemas": {"Tree": tree_schema, "Named": {"$anchor": "named", "type": "number"}}
            },
        ),
        "other.yaml": {"$defs": {"x": {"$anchor": "far", "type": "boolean"}}},
    }
    tree = bundle(files)
    assert tree["components"]["schemas"]["Tree"] == tree_schema
    again = read_again(tree)
    for path, expected in (("/p", "object"), ("/q", "number"), ("/r", "boolean")):
        node = again.find(
            f"#/paths/~1{path[1:]}/get/responses/200/content/application~1json/schema", again.source
        )
        assert node is not None
        target = again.resolve(node)
        assert target is not None
        assert target.value["type"] == expected
    assert has_no_faults(again)


def test_values_of_discriminators_lead_to_the_new_places() -> None:
    base = {
        "oneOf": [{"$ref": "cat.yaml"}, {"$ref": "#/components/schemas/Dog"}],
        "discriminator": {
            "propertyName": "kind",
            "mapping": {"cat": "cat.yaml", "dog": "Dog", "hound": "#/components/schemas/Dog"},
        },
    }
    files = {
        "openapi.yaml": describe(
            paths={"/p": answer({"$ref": "pet.yaml"})},
            components={"schemas": {"Dog": {"type": "object"}}},
        ),
        "pet.yaml": {
            **base,
            "oneOf": [{"$ref": "cat.yaml"}, {"$ref": "openapi.yaml#/components/schemas/Dog"}],
        },
        "cat.yaml": {"type": "object"},
    }
    files["pet.yaml"]["discriminator"]["mapping"]["hound"] = "openapi.yaml#/components/schemas/Dog"
    pet = bundle(files)["components"]["schemas"]["pet"]
    assert pet["discriminator"]["mapping"] == {
        "cat": "#/components/schemas/cat",
        "dog": "Dog",
        "hound": "#/components/schemas/Dog",
    }


def test_references_in_examples_are_values_and_stay() -> None:
    schema = {"type": "object", "example": {"$ref": "x.yaml"}, "enum": [{"$ref": "y.yaml"}]}
    assert find_schema(bundle({"openapi.yaml": describe(paths={"/p": answer(schema)})})) == schema


def test_examples_and_samples_of_other_files_are_written_out() -> None:
    item = answer({"type": "string"})
    operation = item["get"]
    operation["x-codeSamples"] = [{"lang": "Shell", "source": {"$ref": "list.sh"}}]
    content = operation["responses"]["200"]["content"]["application/json"]
    content["examples"] = {"a": {"$ref": "a.yaml"}, "b": {"value": {"$ref": "b.yaml"}}}
    files = {
        "openapi.yaml": describe(paths={"/p": item}),
        "list.sh": "ls",
        "a.yaml": {"value": 1},
        "b.yaml": {"whole": True},
    }
    tree = bundle(files)
    operation = tree["paths"]["/p"]["get"]
    assert operation["x-codeSamples"] == [{"lang": "Shell", "source": "ls"}]
    assert operation["responses"]["200"]["content"]["application/json"]["examples"] == {
        "a": {"$ref": "#/components/examples/a"},
        "b": {"value": {"whole": True}},
    }
    assert tree["components"]["examples"] == {"a": {"value": 1}}


def test_a_reference_that_leads_nowhere_stays() -> None:
    tree = bundle({"openapi.yaml": describe(paths={"/p": answer({"$ref": "lost.yaml"})})})
    assert find_schema(tree) == {"$ref": "lost.yaml"}


def test_path_items_that_hold_one_another_end() -> None:
    callback = {"onEvent": {"{$url}": {"$ref": "p.yaml"}}}
    item = {"post": {"responses": {"200": {"description": ""}}, "callbacks": callback}}
    files = {"openapi.yaml": describe("3.0.3", paths={"/p": {"$ref": "p.yaml"}}), "p.yaml": item}
    tree = bundle(files)
    assert "post" in tree["paths"]["/p"]
    json.dumps(tree)


def test_deep_documents_need_no_recursion() -> None:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(5_000):
        schema = {"type": "array", "items": schema}
    assert find_schema(bundle({"openapi.yaml": describe(paths={"/p": answer(schema)})}))


def test_a_document_that_would_hardly_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundler, "MAX_VALUES", 100)
    items = {f"/{number}": {"$ref": "p.yaml"} for number in range(50)}
    document = read_files(
        {"openapi.yaml": describe(paths=items), "p.yaml": answer({"type": "string"})}
    )
    with pytest.raises(TooLargeError):
        bundle_document(document)


def test_a_swagger_document_is_bundled_as_what_it_was_converted_to() -> None:
    swagger = {
        "swagger": "2.0",
        "info": {"title": "T", "version": "1"},
        "paths": {
            "/p": {
                "get": {
                    "produces": ["application/json"],
                    "responses": {"200": {"description": "", "schema": {"$ref": "pet.yaml"}}},
                }
            }
        },
    }
    tree = bundle({"openapi.yaml": swagger, "pet.yaml": {"type": "string"}})
    assert tree["openapi"].startswith("3.")
    assert find_schema(tree) == {"$ref": "#/components/schemas/pet"}
    document = read_again(tree)
    node = document.find("#/components/schemas/pet", document.source)
    assert node is not None
    assert SchemaReader(document).read(node).types == ("string",)

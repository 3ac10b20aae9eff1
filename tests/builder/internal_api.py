"""API documents with secrets in everything that can be marked as internal."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Iterator, Mapping
from typing import Any

MARK = {"x-internal": True}
PUBLIC = ("listThings", "addThing", "thingChanged", "Things", "publicName")
"""What is still there."""


class Planter:
    """Makes words that stand nowhere else, and keeps them."""

    def __init__(self) -> None:
        self.secrets: list[str] = []
        self._numbers = itertools.count(1)

    def __call__(self, place: str) -> str:
        secret = f"zq{next(self._numbers):03}{place}"
        self.secrets.append(secret)
        return secret


def _describe_object(plant: Planter, side: str) -> dict[str, Any]:
    """A schema with an internal part of every kind, and examples that hold them."""
    name, deep, item = (plant(f"{side}{each}") for each in ("Property", "Deep", "Item"))
    joined, choice, kind = (plant(f"{side}{each}") for each in ("Joined", "Choice", "Kind"))
    example = {
        "publicName": "Ada",
        name: plant(f"{side}Value"),
        "list": [{"size": 1, deep: plant(f"{side}DeepValue")}],
        "nothing": [plant(f"{side}ItemValue")],
        joined: 1,
        "kind": kind,
        "viaReference": {"any": plant(f"{side}ReferenceValue")},
        "free": {plant(f"{side}FreeName"): plant(f"{side}FreeValue")},
    }
    return {
        "type": "object",
        "required": ["publicName", name, joined],
        "properties": {
            "publicName": {"type": "string"},
            name: {"type": "string", "description": plant(f"{side}PropertyText"), **MARK},
            "list": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {"size": {"type": "integer"}, deep: {"type": "string", **MARK}},
                    "required": [deep],
                },
            },
            "nothing": {"type": "array", "items": {"type": "string", "title": item, **MARK}},
            "kind": {
                "oneOf": [{"const": "open"}, {"const": kind, **MARK}],
                "enum": ["open", kind],
                "default": kind,
            },
            "viaReference": {"$ref": "#/components/schemas/Secret"},
            "choice": {
                "oneOf": [
                    {"type": "object", "properties": {"one": {"type": "string"}}},
                    {"type": "object", "title": choice, "properties": {choice: {}}, **MARK},
                ],
                "example": {"one": "1", choice: "2"},
            },
            "free": {
                "type": "object",
                "properties": {"named": {"type": "string"}},
                "additionalProperties": {"type": "string", **MARK},
            },
        },
        "allOf": [
            {"type": "object", "properties": {joined: {"type": "integer", **MARK}}},
            {"$ref": "#/components/schemas/Secret"},
        ],
        "dependentRequired": {"publicName": [name], name: ["publicName"]},
        "example": copy.deepcopy(example),
        "examples": [copy.deepcopy(example)],
    }


def _describe_body(plant: Planter, side: str) -> dict[str, Any]:
    schema = _describe_object(plant, side)
    return {
        "application/json": {
            "schema": schema,
            "example": copy.deepcopy(schema["example"]),
        },
        "text/plain": {"schema": {"type": "string"}, "example": plant(f"{side}Media"), **MARK},
        "application/xml": {
            "schema": schema,
            "examples": {
                "public": {"value": copy.deepcopy(schema["example"])},
                "text": {"value": f"<a><{schema['required'][1]}>1</{schema['required'][1]}></a>"},
                plant(f"{side}ExampleName"): {"value": {"a": 1}, **MARK},
            },
        },
    }


def _describe_operation(plant: Planter, side: str, name: str) -> dict[str, Any]:
    """An operation that everybody may see, with internal parts."""
    parameter = plant(f"{side}Parameter")
    return {
        "operationId": name,
        "summary": f"Summary of {name}",
        "tags": ["Things"],
        "parameters": [
            {"name": parameter, "in": "query", "schema": {"type": "string"}, **MARK},
            {"name": "shown", "in": "query", "schema": {"type": "string"}},
            {
                "name": plant(f"{side}BySchema"),
                "in": "header",
                "schema": {"type": "string", **MARK},
            },
            {"$ref": "#/components/parameters/Hidden"},
            {
                "name": "filter",
                "in": "query",
                "examples": {
                    plant(f"{side}ParameterExample"): {"value": "zz", "x-internal": "yes"},
                    "some": {"value": {"open": 1}},
                },
                "schema": {"type": "object"},
            },
        ],
        "requestBody": {"content": _describe_body(plant, f"{side}Request")},
        "responses": {
            "200": {
                "description": "fine",
                "headers": {
                    plant(f"{side}Header"): {"schema": {"type": "string"}, **MARK},
                    "X-Shown": {"schema": {"type": "string"}},
                },
                "content": _describe_body(plant, f"{side}Response"),
                "links": {
                    plant(f"{side}Link"): {"operationId": "listThings", **MARK},
                    "toSecret": {
                        "operationId": "secretOperation",
                        "description": plant(f"{side}LinkText"),
                    },
                    "toSelf": {"operationId": name, "parameters": {parameter: "1"}},
                },
            },
            "418": {"description": plant(f"{side}Status"), **MARK},
            "500": {"$ref": "#/components/responses/Hidden"},
        },
        "callbacks": {
            plant(f"{side}Callback"): {**MARK, "{$request.query.url}": {"post": {"responses": {}}}},
            "told": {
                "{$request.body#/url}": {
                    "post": {
                        "description": plant(f"{side}CallbackOperation"),
                        "responses": {"200": {"description": "fine"}},
                        **MARK,
                    }
                }
            },
        },
        "servers": [
            {"url": "https://shown.example.com"},
            {"url": f"https://{plant(f'{side}Server')}.example.com", **MARK},
            {
                "url": "https://{stage}.example.com/" + plant(f"{side}ServerVariable"),
                "variables": {"stage": {"default": "x", **MARK}},
            },
        ],
        "externalDocs": {"url": f"https://example.com/{plant(f'{side}Docs')}", **MARK},
        "security": [{"open": []}, {"hiddenScheme": []}],
        "x-notes": [{"text": plant(f"{side}Extension"), **MARK}, {"text": "shown"}],
    }


def _describe_secret(plant: Planter, place: str, **more: Any) -> dict[str, Any]:
    """An operation that must stay invisible."""
    return {
        "summary": plant(f"{place}Summary"),
        "description": plant(f"{place}Text"),
        "requestBody": {
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/OnlySecret"}}}
        },
        "responses": {"200": {"description": plant(f"{place}Answer")}},
        **more,
    }


def make_document(plant: Planter) -> dict[str, Any]:
    """Return a document of OpenAPI 3.1."""
    secret_tag, child_tag = plant("Tag"), plant("ChildTag")
    path, webhook = f"/{plant('Path')}", plant("Webhook")
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Things",
            "version": "1",
            "contact": {"name": plant("Contact"), **MARK},
        },
        "servers": [
            {"url": "https://api.example.com"},
            {"url": f"https://{plant('RootServer')}.example.com", **MARK},
        ],
        "tags": [
            {"name": "Things"},
            {"name": secret_tag, "description": plant("TagText"), **MARK},
            {"name": child_tag, "parent": secret_tag},
        ],
        "x-tagGroups": [{"name": "All", "tags": ["Things", secret_tag]}],
        "security": [{"open": []}, {"hiddenScheme": []}],
        "paths": {
            "/things": {
                "get": _describe_operation(plant, "Get", "listThings"),
                "post": _describe_operation(plant, "Post", "addThing"),
                "delete": _describe_secret(
                    plant, "Operation", operationId="secretOperation", **MARK
                ),
            },
            path: {"get": _describe_secret(plant, "Path"), **MARK},
            f"/{plant('ByOperations')}": {"get": _describe_secret(plant, "Lone", **MARK)},
            f"/{plant('ByTag')}": {"get": _describe_secret(plant, "Tagged", tags=[secret_tag])},
            f"/{plant('ByOneTag')}": {
                "get": _describe_secret(plant, "OneTag", tags=["Things", child_tag])
            },
            f"/{plant('ByScalar')}": {
                "get": _describe_secret(plant, "Scalar", **{"x-scalar-ignore": True})
            },
            f"/{plant('ByAccess')}": {
                "get": _describe_secret(plant, "Access", **{"x-rbac": {"staff": "read"}})
            },
            f"/{plant('ByReference')}": {"$ref": "#/components/pathItems/Hidden"},
        },
        "webhooks": {
            "changed": {"post": _describe_operation(plant, "Webhook", "thingChanged")},
            webhook: {"post": _describe_secret(plant, "Webhook"), **MARK},
            plant("WebhookByOperation"): {"post": _describe_secret(plant, "WebhookLone", **MARK)},
        },
        "components": _describe_components(plant),
    }


def _describe_components(plant: Planter) -> dict[str, Any]:
    variant = plant("Variant")
    return {
        "schemas": {
            "Secret": {"type": "object", "title": plant("SchemaTitle"), **MARK},
            "OnlySecret": {
                "title": plant("OnlySecretTitle"),
                "properties": {"next": {"$ref": "#/components/schemas/OnlySecretToo"}},
            },
            "OnlySecretToo": {"title": plant("OnlySecretTooTitle")},
            plant("SchemaName"): {"type": "string", **MARK},
            "Animal": {
                "oneOf": [
                    {"$ref": "#/components/schemas/Cat"},
                    {"$ref": "#/components/schemas/Unicorn"},
                ],
                "discriminator": {
                    "propertyName": "is",
                    "mapping": {"cat": "Cat", variant: "#/components/schemas/Unicorn"},
                },
                "examples": [{"is": "cat"}, {"is": variant, "horn": plant("Horn")}],
            },
            "Cat": {"type": "object", "properties": {"is": {"type": "string"}}},
            "Unicorn": {
                "type": "object",
                "properties": {"is": {"type": "string"}, "horn": {"type": "string"}},
                "description": plant("VariantText"),
                **MARK,
            },
        },
        "parameters": {
            "Hidden": {"name": plant("SharedParameter"), "in": "query", "schema": {}, **MARK}
        },
        "responses": {"Hidden": {"description": plant("SharedResponse"), **MARK}},
        "headers": {plant("SharedHeader"): {"schema": {"type": "string"}, **MARK}},
        "examples": {plant("SharedExample"): {"value": 1, **MARK}},
        "requestBodies": {plant("SharedBody"): {"content": {}, **MARK}},
        "links": {plant("SharedLink"): {"operationId": "secretOperation"}},
        "callbacks": {plant("SharedCallback"): {"{$url}": {"post": {**MARK}}}},
        "pathItems": {"Hidden": {"get": _describe_secret(plant, "Item"), **MARK}},
        "securitySchemes": {
            "open": {"type": "http", "scheme": "bearer"},
            "hiddenScheme": {
                "type": "http",
                "scheme": "basic",
                "description": plant("Scheme"),
                **MARK,
            },
            "flows": {
                "type": "oauth2",
                "flows": {
                    "implicit": {
                        "authorizationUrl": f"https://{plant('Flow')}.example.com",
                        "scopes": {plant("Scope"): "x"},
                        **MARK,
                    },
                    "clientCredentials": {"tokenUrl": "https://example.com/t", "scopes": {}},
                },
            },
        },
    }


def split_document(tree: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Return the same document in several files: components, and every path."""
    paths = {}
    for number, (path, item) in enumerate(tree["paths"].items()):
        name = f"paths/p{number}.json"
        paths[path] = {"$ref": name}
        yield name, _lead(item, "../api.json")
    sections: dict[str, Any] = {}
    for section, parts in tree["components"].items():
        if section in ("schemas", "parameters", "responses"):
            sections[section] = {}
            for number, (name, part) in enumerate(parts.items()):
                file = f"{section}/s{number}.json"
                sections[section][name] = {"$ref": file}
                yield file, _lead(part, "../api.json")
        else:
            sections[section] = parts
    yield "api.json", {**tree, "paths": paths, "components": sections}


def _lead(value: Any, document: str) -> Any:
    """Return a value whose references lead to another file."""
    if isinstance(value, list):
        return [_lead(each, document) for each in value]
    if not isinstance(value, dict):
        return value
    return {
        key: f"{document}{each}"
        if isinstance(each, str) and each.startswith("#/components/")
        else _lead(each, document)
        for key, each in value.items()
    }


def make_swagger(plant: Planter) -> dict[str, Any]:
    """Return a document of Swagger 2.0."""
    tag, name = plant("Tag"), plant("Property")
    answer = {"200": {"description": "fine"}}
    example = {"publicName": "x", name: plant("Value")}
    return {
        "swagger": "2.0",
        "info": {"title": "Things", "version": "1"},
        "host": "api.example.com",
        "tags": [{"name": "Things"}, {"name": tag, **MARK}],
        "parameters": {
            "Hidden": {"name": plant("SharedParameter"), "in": "query", "type": "string", **MARK},
            "Plain": {"name": plant("MarkedBeside"), "in": "query", "type": "string"},
        },
        "securityDefinitions": {
            "secret": {"type": "basic", "description": plant("Scheme"), **MARK}
        },
        "paths": {
            "/things": {
                "get": {
                    "operationId": "listThings",
                    "tags": ["Things"],
                    "security": [{"secret": []}],
                    "parameters": [
                        {"$ref": "#/parameters/Hidden"},
                        {"$ref": "#/parameters/Plain", **MARK},
                        {"name": plant("Parameter"), "in": "query", "type": "string", **MARK},
                        {"name": "shown", "in": "query", "type": "string"},
                    ],
                    "responses": {
                        "200": {
                            "description": "fine",
                            "headers": {plant("Header"): {"type": "string", **MARK}},
                            "schema": {"$ref": "#/definitions/Thing"},
                            "examples": {"application/json": example},
                        },
                        "404": {"description": plant("Status"), **MARK},
                    },
                },
                "post": {
                    "operationId": "addThing",
                    "tags": ["Things"],
                    "parameters": [
                        {
                            "name": "body",
                            "in": "body",
                            "description": plant("Body"),
                            "schema": {"title": plant("BodyTitle"), "type": "object"},
                            **MARK,
                        }
                    ],
                    "responses": answer,
                },
                "put": {
                    "operationId": "thingChanged",
                    "tags": ["Things"],
                    "consumes": ["multipart/form-data"],
                    "parameters": [
                        {"name": plant("Field"), "in": "formData", "type": "string", **MARK},
                        {"name": "shown", "in": "formData", "type": "string"},
                    ],
                    "responses": answer,
                },
                "delete": {"summary": plant("Operation"), "responses": answer, **MARK},
            },
            f"/{plant('Path')}": {"get": {"responses": answer}, **MARK},
            f"/{plant('ByTag')}": {"get": {"tags": [tag], "responses": answer}},
            "/again": {
                "get": {
                    "responses": {
                        "200": {
                            "description": "fine",
                            "schema": {"$ref": "#/paths/~1things/get/responses/200/schema"},
                        }
                    }
                }
            },
        },
        "definitions": {
            "Thing": {
                "type": "object",
                "required": ["publicName", name],
                "properties": {
                    "publicName": {"type": "string"},
                    name: {"type": "string", **MARK},
                    plant("ByReference"): {"$ref": "#/definitions/Secret"},
                },
                "example": example,
            },
            "Secret": {"type": "object", "title": plant("Definition"), **MARK},
        },
    }

"""Schemas that contain themselves: through every keyword, and through two of them together."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from typing import Any

Schema = dict[str, Any]


def refer(name: str) -> Schema:
    """Return a reference to a schema of the document."""
    return {"$ref": f"#/components/schemas/{name}"}


def _described(inner: Schema) -> Schema:
    mapping = {"same": inner["$ref"]} if "$ref" in inner else {}
    return {"propertyName": "kind", "mapping": mapping}


_KIND = {"type": "object", "properties": {"kind": {"type": "string"}}}
FORMS: dict[str, Callable[[Schema], Schema]] = {
    "properties": lambda inner: {"properties": {"text": {"type": "string"}, "next": inner}},
    "required": lambda inner: {
        "type": "object",
        "required": ["next"],
        "properties": {"next": inner},
    },
    "items": lambda inner: {"type": "array", "items": inner},
    "minItems": lambda inner: {"type": "array", "minItems": 2, "items": inner},
    "prefixItems": lambda inner: {"type": "array", "prefixItems": [inner, {"type": "string"}]},
    "additionalProperties": lambda inner: {"type": "object", "additionalProperties": inner},
    "patternProperties": lambda inner: {"type": "object", "patternProperties": {"^a": inner}},
    "allOf alone": lambda inner: {"allOf": [inner]},
    "allOf": lambda inner: {"allOf": [{"properties": {"x": {"type": "string"}}}, inner]},
    "oneOf": lambda inner: {"oneOf": [inner, {"type": "string"}]},
    "oneOf alone": lambda inner: {"oneOf": [inner, inner]},
    "anyOf": lambda inner: {"anyOf": [{"type": "integer"}, inner]},
    "list or text": lambda inner: {
        "oneOf": [{"type": "array", "items": inner}, {"type": "string"}]
    },
    "discriminator": lambda inner: {"oneOf": [inner, _KIND], "discriminator": _described(inner)},
    "discriminated base": lambda inner: {
        "required": ["kind"],
        "properties": {"kind": {"type": "string"}, "inner": inner},
        "discriminator": _described(inner),
    },
    "not": lambda inner: {"not": inner},
    "if then else": lambda inner: {"if": inner, "then": inner, "else": inner},
    "then": lambda inner: {
        "if": {"properties": {"a": {"const": 1}}},
        "then": {"properties": {"then": inner}},
        "else": inner,
    },
    "contains": lambda inner: {"type": "array", "contains": inner},
    "propertyNames": lambda inner: {"type": "object", "propertyNames": inner},
    "dependentSchemas": lambda inner: {
        "properties": {"a": {"type": "string"}},
        "dependentSchemas": {"a": inner},
    },
    "unevaluatedProperties": lambda inner: {"type": "object", "unevaluatedProperties": inner},
    "unevaluatedItems": lambda inner: {"type": "array", "unevaluatedItems": inner},
    "beside $ref": lambda inner: {**inner, "description": "More", "properties": {"more": inner}},
    "$defs": lambda inner: {"$defs": {"one": {"items": inner}}, "properties": {"next": inner}},
    "null": lambda inner: {
        "type": ["array", "null"],
        "items": {"anyOf": [inner, {"type": "null"}]},
    },
    "$dynamicRef": lambda inner: {
        "$dynamicAnchor": "node",
        "properties": {"dynamic": {"$dynamicRef": "#node"}, "next": inner},
    },
    "contentSchema": lambda inner: {
        "type": "string",
        "contentMediaType": "application/json",
        "contentSchema": inner,
    },
}
"""A schema that holds another one, by the keyword that holds it."""
DOUBLING: dict[str, Callable[[Any], Schema]] = {
    "allOf": lambda inner: {"allOf": [inner, inner]},
    "anyOf": lambda inner: {"anyOf": [inner, inner]},
    "oneOf": lambda inner: {"oneOf": [inner, inner]},
    "if then else": lambda inner: {"if": inner, "then": inner, "else": inner},
    "properties": lambda inner: {"type": "object", "properties": {"a": inner, "b": inner}},
    "required": lambda inner: {
        "type": "object",
        "required": ["a", "b"],
        "properties": {"a": inner, "b": inner},
    },
    "items": lambda inner: {"type": "array", "items": {"properties": {"a": inner, "b": inner}}},
    "prefixItems": lambda inner: {"type": "array", "prefixItems": [inner, inner]},
    "minItems": lambda inner: {"type": "array", "minItems": 2, "items": {"anyOf": [inner, inner]}},
    "maps": lambda inner: {
        "type": "object",
        "additionalProperties": inner,
        "patternProperties": {"^a": inner},
    },
    "not": lambda inner: {"not": inner, "allOf": [inner]},
    "parts and options": lambda inner: {
        "allOf": [{"properties": {"a": inner}}, {"oneOf": [{"properties": {"b": inner}}, inner]}]
    },
    "variants": lambda inner: {
        "oneOf": [{"properties": {"a": inner}}, {"required": ["a"], "properties": {"a": inner}}]
    },
    "dependentSchemas": lambda inner: {
        "properties": {"a": inner},
        "dependentSchemas": {"a": inner},
    },
    "unevaluatedProperties": lambda inner: {"allOf": [inner], "unevaluatedProperties": inner},
}
"""A schema that holds another one twice or more: each level doubles the ways to the last."""
FILTER = {"properties": {"value": FORMS["list or text"](refer("Filter"))}}
"""As a real document has it."""


def list_circles() -> Iterator[dict[str, Schema]]:
    """Yield all: circles of one, of two and of three schemas, by the names of the schemas."""
    yield {"Filter": FILTER}
    for number, form in enumerate(FORMS.values()):
        yield {f"One{number}": form(refer(f"One{number}"))}
    for first, outer in enumerate(FORMS.values()):
        for second, inner in enumerate(FORMS.values()):
            name = f"{first}And{second}"
            yield {f"In{name}": outer(inner(refer(f"In{name}")))}
            yield {f"A{name}": outer(refer(f"B{name}")), f"B{name}": inner(refer(f"A{name}"))}
            yield {
                f"X{name}": outer(refer(f"Y{name}")),
                f"Y{name}": inner(refer(f"Z{name}")),
                f"Z{name}": {"properties": {"value": {"oneOf": [
                    outer(refer(f"X{name}")), inner(refer(f"Y{name}")), {"type": "string"}]}}},
            }  # fmt: skip


def build_doubling_chain(form: str, length: int) -> dict[str, Schema]:
    """Return schemas by name, each of which contains the next one twice."""
    chain = {f"S{at}": DOUBLING[form](refer(f"S{at + 1}")) for at in range(length)}
    return {**chain, f"S{length}": {"type": "string"}}


def write_doubling_aliases(form: str) -> str:
    """Return a document as YAML whose schemas hold the next one by aliases.

    It is as long as those who load documents allow, who count what aliases stand for.
    """
    again = '"@"'
    level = json.dumps(DOUBLING[form]("@"))
    length = int(16 / math.log2(level.count(again)))
    lines = [f"- &s{length} {{type: string}}"]
    levels = reversed(range(length))
    lines += [f"- &s{at} {level.replace(again, f'*s{at + 1} ')}" for at in levels]
    document = write_document([{"S0": {"type": "string"}}])
    schemas = document.pop("components")["schemas"]
    assert list(schemas) == ["S0"]
    rest = "\n".join(f"{json.dumps(key)}: {json.dumps(each)}" for key, each in document.items())
    return "x-levels:\n{}\n{}\ncomponents: {{schemas: {{S0: *s0 }}}}\n".format(
        "\n".join(lines), rest
    )


def write_document(circles: list[dict[str, Schema]]) -> dict[str, Any]:
    """Return a document that uses each of some schemas at every place where one may stand."""
    paths: dict[str, Any] = {}
    webhooks: dict[str, Any] = {}
    schemas: dict[str, Schema] = {}
    for circle in circles:
        schemas |= circle
        name = next(iter(circle))
        for place, operation in _list_operations(refer(name)).items():
            kept = webhooks if place == "webhook" else paths
            key = name if place == "webhook" else f"/{name}/{place}"
            kept[key] = {"post": {"summary": f"{name} {place}", **operation}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Circles", "version": "1"},
        "servers": [{"url": "https://circles.example"}],
        "paths": paths,
        "webhooks": webhooks,
        "components": {"schemas": schemas},
    }


def _list_operations(schema: Schema) -> dict[str, Any]:
    media = {"schema": schema}
    content = {"application/json": media}
    fine = {"200": {"description": "Fine"}}
    call = {"requestBody": {"content": content}, "responses": fine}
    types = ("application/x-www-form-urlencoded", "multipart/form-data", "application/xml")
    return {
        "request": call,
        "response": {"responses": {"200": {"description": "Fine", "content": content}}},
        "webhook": call,
        "elsewhere": {
            "parameters": [
                {"name": "query", "in": "query", **media},
                {"name": "deep", "in": "query", "style": "deepObject", **media},
                {"name": "header", "in": "header", **media},
                {"name": "content", "in": "query", "content": content},
            ],
            "requestBody": {"content": dict.fromkeys(types, media)},
            "responses": {
                "200": {
                    "description": "Fine",
                    "headers": {"X-Circle": media},
                    "content": {"application/xml": media, "text/event-stream": {
                        "itemSchema": schema}},
                    "links": {"again": {"operationRef": "#/paths/~1none/post",
                                        "requestBody": {"circle": 1}}},
                }
            },
            "callbacks": {"done": {"{$request.query.query}": {"post": call}}},
        },
    }  # fmt: skip

"""Makes a made-up API document of any size: five operations and a schema for each resource.

python tools/benchmarks/generated_api.py OPERATIONS [--inheriting]
"""

from __future__ import annotations

import json
import sys
from typing import Any

OPERATIONS_OF_A_RESOURCE = 5
TYPES = ("string", "integer", "boolean", "number", "string", "integer", "string", "boolean")
TEXT = "Decides how long the {name} may stay open. **Required** when `{field}` is set elsewhere."

Json = dict[str, Any]


def api_document(operations: int) -> Json:
    """Return the document; its size, and the size of each operation, do not depend on chance."""
    resources = operations // OPERATIONS_OF_A_RESOURCE
    paths: Json = {}
    for number in range(resources):
        paths |= _paths(f"item{number:04}")
    schemas = {f"Item{each:04}": _schema(each, resources) for each in range(resources)}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Depot", "version": "1"},
        "servers": [{"url": "https://depot.example/v1"}],
        "paths": paths,
        "components": {"schemas": schemas | {"Money": _money(), "Problem": _problem()}},
    }


def inheriting_document(operations: int) -> Json:
    """Return a document with the shape of Microsoft Graph's.

    A quarter of the schemas extends one, whose discriminator names them all. Some fields contain
    any of these; fields with a schema may be null; lists are schemas. Parameters and error
    responses are shared components.
    """
    document = api_document(operations)
    components = document["components"]
    own = [name for name in components["schemas"] if name.startswith("Item")]
    extending = own[::4]
    schemas: Json = {
        name: {"allOf": [_reference("Entity"), components["schemas"][name]]} for name in extending
    }
    for name in own:
        schema = schemas[name]["allOf"][1] if name in schemas else components["schemas"][name]
        fields = schema["properties"]
        if name.endswith("50"):
            fields["any"] = _reference("Entity")
        for field in ("price", "next"):
            fields[field] = {"anyOf": [fields[field], {"type": "object", "nullable": True}]}
        values = {"value": {"type": "array", "items": _reference(name)}}
        schemas[f"{name}List"] = {"allOf": [_reference("List"), {"properties": values}]}
    schemas["List"] = {"properties": {"@odata.nextLink": {"type": "string", "nullable": True}}}
    told = {"id": {"type": "string"}, "@odata.type": {"type": "string"}}
    schemas["Entity"] = {"type": "object", "properties": told, **_tell_kinds(extending)}
    shared = {"since": "top", "until": "skip", "state": "search"}
    components["parameters"] = {
        name: {"name": f"${name}", "in": "query", "schema": {"type": "string"}, "description": TEXT}
        for name in shared.values()
    }
    components["responses"] = {"error": _answer("Problem")}
    components["schemas"] |= schemas
    document["openapi"] = "3.0.4"
    for at, (path, item) in enumerate(document["paths"].items()):
        for method in item.keys() & {"get", "post", "patch", "delete"}:
            operation = item[method]
            operation["tags"] = [f"area{at // 500}.items{at // 50}"]
            operation["responses"]["default"] = {"$ref": "#/components/responses/error"}
            operation["parameters"] = [
                {"$ref": f"#/components/parameters/{shared[each['name']]}"}
                for each in operation["parameters"]
            ]
        if "{" not in path:
            name = path.strip("/").removesuffix("s").capitalize()
            item["get"]["responses"]["200"] = _answer(f"{name}List")
    return document


def _tell_kinds(names: list[str]) -> Json:
    """Return the keywords of a schema that others extend."""
    mapping = {f"#depot.{name}": f"#/components/schemas/{name}" for name in names}
    return {
        "required": ["@odata.type"],
        "discriminator": {"propertyName": "@odata.type", "mapping": mapping},
    }


def _paths(name: str) -> Json:
    schema = name.capitalize()
    body = {"required": True, "content": _content(schema)}
    key = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
    return {
        f"/{name}s": {
            "get": _operation("List", name, {"200": _answer(schema)}),
            "post": _operation("Create", name, {"201": _answer(schema)}) | {"requestBody": body},
        },
        f"/{name}s/{{id}}": {
            "parameters": [key],
            "get": _operation("Get", name, {"200": _answer(schema)}),
            "patch": _operation("Change", name, {"200": _answer(schema)}) | {"requestBody": body},
            "delete": _operation("Remove", name, {"204": {"description": "It is gone."}}),
        },
    }


def _operation(verb: str, name: str, answers: Json) -> Json:
    filters = [
        {"name": field, "in": "query", "description": TEXT.format(name=name, field=field)}
        | {"schema": {"type": "string", "examples": [field]}}
        for field in ("since", "until", "state")
    ]
    return {
        "operationId": f"{verb.lower()}{name.capitalize()}",
        "summary": f"{verb} {name}",
        "description": TEXT.format(name=name, field=verb),
        "tags": [name.capitalize()],
        "parameters": filters,
        "responses": answers | {"default": _answer("Problem")},
    }


def _schema(number: int, resources: int) -> Json:
    """Return a schema that holds two shared ones and another resource."""
    name = f"item{number:04}"
    fields: Json = {
        f"field_{each}": {"type": kind, "description": TEXT.format(name=name, field=f"f{each}")}
        for each, kind in enumerate(TYPES)
    }
    fields["price"] = _reference("Money")
    fields["problems"] = {"type": "array", "items": _reference("Problem")}
    fields["next"] = _reference(f"Item{(number + 1) % resources:04}")
    return {"type": "object", "required": ["field_0", "field_1"], "properties": fields}


def _money() -> Json:
    fields = {"amount": {"type": "integer"}, "currency": {"type": "string", "enum": ["EUR", "USD"]}}
    return {"type": "object", "required": ["amount", "currency"], "properties": fields}


def _problem() -> Json:
    fields = {"code": {"type": "string"}, "message": {"type": "string"}}
    return {"type": "object", "properties": fields}


def _answer(schema: str) -> Json:
    return {"description": "What was asked for.", "content": _content(schema)}


def _content(schema: str) -> Json:
    return {"application/json": {"schema": _reference(schema)}}


def _reference(schema: str) -> Json:
    return {"$ref": f"#/components/schemas/{schema}"}


if __name__ == "__main__":
    make = inheriting_document if "--inheriting" in sys.argv else api_document
    json.dump(make(int(sys.argv[1])), sys.stdout)

"""A site whose API has every kind of field, for tests of the playground's form."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

JSON = "application/json"


def _body(*contents: tuple[str, dict[str, Any]], required: bool = True) -> dict[str, Any]:
    return {"required": required, "content": dict(contents)}


def _schema(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def _operation(summary: str, **more: Any) -> dict[str, Any]:
    return {"summary": summary, "responses": {"200": {"description": "Fine"}}, **more}


SHOP: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Shop", "version": "1"},
    "servers": [
        {"url": "https://one.example/v1", "description": "First"},
        {
            "url": "https://{region}.example/{version}",
            "variables": {
                "region": {"default": "eu", "enum": ["eu", "us"]},
                "version": {"default": "v2"},
            },
        },
    ],
    "paths": {
        "/things/{id}": {
            "get": _operation(
                "Find things",
                parameters=[
                    {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}},
                    {
                        "name": "q",
                        "in": "query",
                        "description": "What to look for.",
                        "schema": {"type": ["string", "null"], "minLength": 2, "default": "all"},
                    },
                    {"name": "exact", "in": "query", "schema": {"type": "boolean"}},
                    {
                        "name": "sort",
                        "in": "query",
                        "schema": {"type": "string", "enum": ["name", "size"], "default": "name"},
                    },
                    {
                        "name": "limit",
                        "in": "query",
                        "required": True,
                        "schema": {"type": "integer", "minimum": 1, "maximum": 9, "example": 5},
                    },
                    {
                        "name": "tags",
                        "in": "query",
                        "schema": {"type": "array", "items": {"type": "string"}},
                    },
                    {
                        "name": "since",
                        "in": "query",
                        "schema": {"type": "string", "format": "date-time"},
                    },
                    {
                        "name": "secret",
                        "in": "header",
                        "schema": {"type": "string", "format": "password"},
                    },
                ],
            )
        },
        "/things": {
            "post": _operation(
                "Make a thing",
                requestBody=_body((JSON, {"schema": _schema("Thing")}), required=True),
                security=[{"token": []}],
            )
        },
        "/shapes": {
            "post": _operation(
                "Draw a shape",
                requestBody=_body(
                    (
                        JSON,
                        {
                            "schema": _schema("Shape"),
                            "examples": {
                                "round": {
                                    "summary": "A circle",
                                    "value": {"kind": "circle", "color": "red", "radius": 2.5},
                                },
                                "flat": {
                                    "summary": "A square",
                                    "value": {"kind": "square", "color": "blue", "side": 3},
                                },
                            },
                        },
                    )
                ),
            )
        },
        "/notes": {
            "post": _operation(
                "Write a note",
                requestBody=_body(
                    (JSON, {"schema": _schema("Note")}),
                    ("application/x-www-form-urlencoded", {"schema": _schema("Note")}),
                    ("text/plain", {"schema": {"type": "string"}}),
                    required=False,
                ),
            )
        },
        "/files": {
            "put": _operation(
                "Send files",
                requestBody=_body(
                    (
                        "multipart/form-data",
                        {
                            "schema": {
                                "type": "object",
                                "required": ["files"],
                                "properties": {
                                    "files": {
                                        "type": "array",
                                        "items": {"type": "string", "format": "binary"},
                                    },
                                    "meta": {
                                        "type": "object",
                                        "properties": {"by": {"type": "string"}},
                                    },
                                },
                            }
                        },
                    ),
                    ("application/octet-stream", {}),
                ),
            )
        },
    },
    "webhooks": {"made": {"post": _operation("A thing was made")}},
    "components": {
        "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        "schemas": {
            "Thing": {
                "type": "object",
                "required": ["name"],
                "properties": {
                    "id": {"type": "string", "readOnly": True},
                    "name": {"type": "string", "description": "What it is called."},
                    "size": {"type": "number"},
                    "big": {"type": "integer"},
                    "note": {"type": ["string", "null"]},
                    "maker": _schema("Maker"),
                    "parts": {"type": "array", "items": _schema("Part")},
                    "labels": {"type": "object", "additionalProperties": {"type": "string"}},
                    "either": {"type": ["string", "integer"]},
                    "any": {},
                },
            },
            "Maker": {
                "type": "object",
                "required": ["name"],
                "properties": {
                    "name": {"type": "string"},
                    "home": {
                        "type": "object",
                        "properties": {
                            "city": {"type": "string"},
                            "deep": {
                                "type": "object",
                                "properties": {"deeper": _schema("Maker")},
                            },
                        },
                    },
                },
            },
            "Part": {
                "type": "object",
                "required": ["sku"],
                "properties": {"sku": {"type": "string"}, "count": {"type": "integer"}},
            },
            "Note": {
                "type": "object",
                "properties": {"title": {"type": "string"}, "text": {"type": "string"}},
            },
            "Shape": {
                "oneOf": [_schema("Circle"), _schema("Square"), _schema("Ellipse")],
                "discriminator": {
                    "propertyName": "kind",
                    "mapping": {
                        "circle": "#/components/schemas/Circle",
                        "square": "#/components/schemas/Square",
                        "ellipse": "#/components/schemas/Ellipse",
                        "oval": "#/components/schemas/Ellipse",
                    },
                },
            },
            "Circle": {
                "type": "object",
                "required": ["kind", "radius"],
                "properties": {
                    "kind": {"type": "string"},
                    "color": {"type": "string"},
                    "radius": {"type": "number"},
                },
            },
            "Ellipse": {
                "type": "object",
                "required": ["kind"],
                "properties": {"kind": {"type": "string"}, "width": {"type": "number"}},
            },
            "Square": {
                "type": "object",
                "required": ["kind", "side"],
                "properties": {
                    "kind": {"type": "string"},
                    "color": {"type": "string"},
                    "side": {"type": "number"},
                },
            },
        },
    },
}

WRITTEN = """---
title: Written
api: POST https://own.example/users/{user}
authMethod: bearer
---

<ParamField query="page" type="integer">The page</ParamField>
<ParamField body="name" type="string" required>The name</ParamField>
<ParamField body="role" type="string" enum={["admin", "guest"]}>What they may do</ParamField>
<ParamField body="address" type="object">
  Where they live
  <Expandable title="address">
    <ParamField body="city" type="string">The city</ParamField>
  </Expandable>
</ParamField>

<ResponseField name="name" type="string">The name again</ResponseField>
"""


def write_shop(root: Path, **api: Any) -> Path:
    """Write the project into a folder."""
    settings = {
        "name": "Shop",
        "navigation": [{"group": "By hand", "pages": ["written", "simple", "hidden"]}],
        "tabs": [{"name": "API", "url": "api", "openapi": "shop.json"}],
        "api": api,
    }
    (root / "site.json").write_text(json.dumps(settings))
    (root / "shop.json").write_text(json.dumps(SHOP))
    (root / "written.mdx").write_text(WRITTEN)
    for mode in ("simple", "hide"):
        name = "hidden" if mode == "hide" else mode
        front = f"---\ntitle: {name}\nopenapi: POST /notes\nplayground: {mode}\n---\n"
        (root / f"{name}.mdx").write_text(front)
    return root

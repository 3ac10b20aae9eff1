"""A small API document that has everything API pages show, for tests of pages and of browsers."""

from __future__ import annotations

from typing import Any


def _level(name: str, inner: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return an object with 26 fields, too many to be written out inside another one."""
    fields: dict[str, Any] = {
        f"{name}_{number}": {"type": "string", "description": f"Field {number} of {name}"}
        for number in range(24)
    }
    fields["sent"] = {"type": "string", "writeOnly": True}
    return {"type": "object", "properties": {**fields, "next": inner or {"type": "string"}}}


LIBRARY: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Library", "version": "1"},
    "servers": [
        {"url": "https://{region}.library.example/v1", "description": "Live", "variables": {
            "region": {"default": "eu", "enum": ["eu", "us"]}}},
        {"url": "https://test.library.example"},
    ],
    "security": [{"token": []}],
    "paths": {
        "/books/{bookId}": {
            "parameters": [
                {"name": "bookId", "in": "path", "required": True, "schema": {"type": "integer"}},
            ],
            "get": {
                "tags": ["Books"],
                "operationId": "getBook",
                "summary": "Get a book",
                "description": "Returns **one** book.\n\nIt may be [lent](https://x.example).",
                "parameters": [
                    {"name": "expand", "in": "query", "schema": {"type": "array", "items": {
                        "type": "string", "enum": ["author", "copies"]}}},
                    {"name": "limit", "in": "query", "required": True, "schema": {
                        "type": "integer", "minimum": 1, "maximum": 100, "default": 10}},
                    {"name": "X-Trace", "in": "header", "deprecated": True,
                     "schema": {"type": "string", "pattern": "^[a-f]+$"}},
                    {"name": "session", "in": "cookie", "schema": {"type": "string"}},
                ],
                "responses": {
                    "200": {
                        "description": "The book.",
                        "headers": {"X-Left": {"description": "Calls that are left",
                                               "schema": {"type": "integer"}}},
                        "content": {"application/json": {
                            "schema": {"$ref": "#/components/schemas/Book"},
                            "examples": {
                                "short": {"summary": "A short one", "value": {"id": 1}},
                                "long": {"summary": "A long one", "value": {"id": 2}},
                            },
                        }},
                        "links": {"lend": {"operationId": "lendBook",
                                           "parameters": {"bookId": "$response.body#/id"}}},
                    },
                    "404": {"description": "Not Found", "content": {"application/json": {
                        "schema": {"$ref": "#/components/schemas/Problem"}}}},
                    "default": {"description": "Something else."},
                },
            },
            "put": {
                "tags": ["Books"],
                "operationId": "putBook",
                "summary": "Replace a book",
                "deprecated": True,
                "security": [{"token": [], "key": []}, {"login": ["books:write"]}, {}],
                "requestBody": {
                    "required": True,
                    "description": "The new book.",
                    "content": {
                        "application/json": {"schema": {"$ref": "#/components/schemas/Book"}},
                        "application/xml": {"schema": {"$ref": "#/components/schemas/Book"}},
                        "multipart/form-data": {"schema": {"type": "object", "properties": {
                            "cover": {"type": "string", "format": "binary"}}}},
                    },
                },
                "callbacks": {"replaced": {"{$request.query.url}": {"post": {
                    "summary": "A book was replaced",
                    "requestBody": {"content": {"application/json": {"schema": {
                        "type": "object", "properties": {"at": {"type": "string"}}}}}},
                    "responses": {"204": {"description": "Thanks"}},
                }}}},
                "responses": {"204": {"description": "Done."}},
            },
        },
        "/items": {
            "post": {
                "tags": ["Items"],
                "summary": "Add an item",
                "security": [],
                "requestBody": {"content": {"application/json": {"schema": {
                    "oneOf": [
                        {"$ref": "#/components/schemas/Disc"},
                        {"$ref": "#/components/schemas/Map"},
                    ],
                    "discriminator": {"propertyName": "kind", "mapping": {
                        "disc": "#/components/schemas/Disc", "map": "#/components/schemas/Map"}},
                }}}},
                "responses": {"201": {"description": "Created", "content": {"application/json": {
                    "schema": {"$ref": "#/components/schemas/Deep"}}}}},
            },
        },
    },
    "webhooks": {"bookLost": {"post": {
        "summary": "A book was lost",
        "requestBody": {"content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/Book"}}}},
        "responses": {"200": {"description": "Seen."}},
    }}},
    "components": {
        "securitySchemes": {
            "token": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"},
            "key": {"type": "apiKey", "in": "query", "name": "api_key"},
            "login": {"type": "oauth2", "flows": {"clientCredentials": {
                "tokenUrl": "https://library.example/token",
                "scopes": {"books:write": "Change books"}}}},
        },
        "schemas": {
            "Book": {
                "type": "object",
                "description": "Something to read.",
                "required": ["title"],
                "properties": {
                    "id": {"type": "integer", "format": "int64", "readOnly": True},
                    "title": {"type": "string", "maxLength": 200, "examples": ["Emma"]},
                    "secret": {"type": "string", "writeOnly": True},
                    "author": {"$ref": "#/components/schemas/Author"},
                    "sequel": {"$ref": "#/components/schemas/Book"},
                    "format": {"type": "string", "enum": ["paper", "audio"], "default": "paper"},
                    "language": {"type": "string", "enum": [f"l{n}" for n in range(30)]},
                    "labels": {"type": "object", "additionalProperties": {"type": "integer"}},
                    "version": {"const": 3},
                },
            },
            "Author": {"type": "object", "properties": {
                "name": {"type": "string"},
                "born": {"type": ["string", "null"], "format": "date"},
                "deep": {"$ref": "#/components/schemas/Deep"},
            }},
            "Deep": _level("outer", {"$ref": "#/components/schemas/Deeper"}),
            "Deeper": _level("middle", {"$ref": "#/components/schemas/Deepest"}),
            "Deepest": _level("inner", {"$ref": "#/components/schemas/Deep"}),
            "Disc": {"type": "object", "required": ["kind"], "properties": {
                "kind": {"type": "string"}, "tracks": {"type": "integer"}}},
            "Map": {"type": "object", "required": ["kind"], "properties": {
                "kind": {"type": "string"}, "scale": {"type": "number"}}},
            "Problem": {"type": "object", "properties": {
                "detail": {"type": "string", "description": "What went wrong"}}},
        },
    },
}  # fmt: skip
"""Book holds Author, which holds Deep, Deeper, Deepest and Deep again: a circle of fragments."""

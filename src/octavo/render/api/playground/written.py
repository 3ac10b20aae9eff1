"""The file of the playground of an endpoint that a page describes by hand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from json.encoder import encode_basestring as quote
from typing import Any

from octavo.openapi.examples.text import render_compact_json
from octavo.openapi.model import SecurityAlternative
from octavo.openapi.request.endpoint import EndpointField
from octavo.render.api.playground.calls import find_calls
from octavo.render.api.playground.file import PlaygroundFile, build_file, list_schemes
from octavo.settings.models.api import Auth

_LIST = re.compile(r"(?:array|list)\s*(?:<|\[|of\s+)\s*([\w ]+)|([\w ]+)\[\]")


def build_written_playground(
    source: str,
    description: Mapping[str, Any],
    fields: Sequence[EndpointField],
    security: Sequence[SecurityAlternative],
    auth: Auth,
) -> PlaygroundFile:
    """Return the file of an endpoint that a page describes by hand."""
    whole = [field for field in fields if field.location == "body"]
    parameters = {
        f"{_find_location(field)}:{field.name}": {"schema": _build_schema(field)}
        for field in fields
        if field.location != "body" and field.name
    }
    parts = {
        "document": quote(source),
        "request": render_compact_json(description),
        "parameters": render_compact_json(parameters),
        "bodies": render_compact_json([{"schema": _build_body(whole)}] if whole else []),
        "schemes": render_compact_json([*list_schemes(security, auth)]),
        "responses": "[]",
    }
    return build_file(parts, find_calls(description["servers"], security))


def _find_location(field: EndpointField) -> str:
    return "header" if field.location == "auth" else field.location


def _build_body(fields: Sequence[EndpointField]) -> dict[str, Any]:
    unnamed = next((field for field in fields if not field.name), None)
    return _build_schema(unnamed) if unnamed else _build_object(fields)


def _build_object(fields: Iterable[EndpointField]) -> dict[str, Any]:
    properties = [
        {"name": field.name, "schema": _build_schema(field)}
        | ({"required": True} if field.required else {})
        for field in fields
        if field.name
    ]
    return {"types": ["object"], "properties": properties}


def _build_schema(field: EndpointField) -> dict[str, Any]:
    example: dict[str, Any] = {"example": field.example.value} if field.example else {}
    if field.allowed:
        return {"enum": [*field.allowed], **example}
    words = (field.type or "").strip().lower()
    kind = field.kind
    if kind == "file":
        file = {"types": ["string"], "format": "binary"}
        return {"types": ["array"], "items": file} if "[]" in words or "array" in words else file
    if kind == "array":
        match = _LIST.search(words)
        inner = EndpointField("", "", match[1] or match[2]) if match else None
        item = _build_object(field.inner) if field.inner else {}
        return {"types": ["array"], "items": item or (_build_schema(inner) if inner else {})}
    if field.inner or kind == "object":
        # Nested fields may be unknown, which allows any field.
        return {**_build_object(field.inner), **example} if field.inner else {"types": ["object"]}
    return {} if words in {"any", "json"} else {"types": [kind], **example}

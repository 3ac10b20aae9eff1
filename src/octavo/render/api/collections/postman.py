"""Writes a collection for Postman, in version 2.1 of its format."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from octavo.render.api.collections.guard import (
    clean_file_name,
    guard_body,
    guard_text,
    write_variables,
)
from octavo.render.api.collections.requests import PASSWORD, USERNAME, Request, RequestCollection

_SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"


def write_postman(collection: RequestCollection) -> bytes:
    """Return a collection as a file."""
    tree = {
        "info": {"name": collection.name, "schema": _SCHEMA},
        "item": _list_items(collection.requests),
        "variable": [{"key": name, "value": value} for name, value in collection.variables],
    }
    return json.dumps(tree, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def _list_items(requests: Sequence[Request]) -> list[dict[str, Any]]:
    top: list[dict[str, Any]] = []
    folders: dict[tuple[str, ...], list[dict[str, Any]]] = {(): top}
    for request in requests:
        for depth in range(1, len(request.folders) + 1):
            path = request.folders[:depth]
            if path not in folders:
                folders[path] = []
                folders[path[:-1]].append({"name": path[-1], "item": folders[path]})
        item: dict[str, Any] = {"name": request.name, "request": _write(request)}
        if request.body["kind"] != "none":  # also with GET
            item["protocolProfileBehavior"] = {"disableBodyPruning": True}
        folders[request.folders].append(item)
    return top


def _write(request: Request) -> dict[str, Any]:
    written: dict[str, Any] = {
        "method": request.method,
        "url": _write_text(request.url),
        "header": [{"key": key, "value": _write_text(value)} for key, value in request.headers],
        "auth": {"type": "noauth"},
    }
    if request.description:
        written["description"] = request.description
    if request.is_basic:
        pairs = ((each, _write_variable(each)) for each in (USERNAME, PASSWORD))
        fields = [{"key": key, "value": value, "type": "string"} for key, value in pairs]
        written["auth"] = {"type": "basic", "basic": fields}
    body = _write_body(request.body)
    return {**written, "body": body} if body else written


def _write_body(body: Mapping[str, Any]) -> dict[str, Any] | None:
    match body["kind"]:
        case "text":
            return {"mode": "raw", "raw": guard_body(body["text"])}
        case "urlencoded":
            pairs = [
                {"key": guard_text(name), "value": guard_text(value)}
                for name, value in body["pairs"]
            ]
            return {"mode": "urlencoded", "urlencoded": pairs}
        case "multipart":
            return {"mode": "formdata", "formdata": [*map(_write_part, body["parts"])]}
        case "binary":
            return {"mode": "file", "file": {"src": clean_file_name(body["file"])}}
    return None


def _write_part(part: Mapping[str, Any]) -> dict[str, Any]:
    written = {"key": guard_text(part["name"])}
    if part.get("contentType"):
        written["contentType"] = part["contentType"]
    if "file" in part:
        return {**written, "type": "file", "src": clean_file_name(part["file"])}
    return {**written, "type": "text", "value": guard_body(part.get("text") or "")}


def _write_text(text: str) -> str:
    return write_variables(text, _write_variable)


def _write_variable(name: str) -> str:
    return f"{{{{{name}}}}}"

"""Writes a collection for Insomnia, in version 4 of its format."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from octavo.render.api.collections.guard import clean_file_name, guard_text, write_variables
from octavo.render.api.collections.requests import PASSWORD, USERNAME, Request, RequestCollection

_TYPES = {"urlencoded": "application/x-www-form-urlencoded", "binary": "application/octet-stream"}


def write_insomnia(collection: RequestCollection) -> bytes:
    """Return a collection as a file."""
    workspace = _build_id("wrk", collection.name)
    resources: list[dict[str, Any]] = [
        {
            "_id": workspace,
            "_type": "workspace",
            "parentId": None,
            "name": collection.name,
            "scope": "collection",
        },
        {
            "_id": _build_id("env", collection.name),
            "_type": "environment",
            "parentId": workspace,
            "name": "Base Environment",
            "data": dict(collection.variables),
        },
    ]
    folders: dict[tuple[str, ...], str] = {(): workspace}
    for at, request in enumerate(collection.requests):
        for depth in range(1, len(request.folders) + 1):
            path = request.folders[:depth]
            if path not in folders:
                folders[path] = _build_id("fld", "/".join(path))
                folder = {"_id": folders[path], "_type": "request_group", "name": path[-1]}
                resources.append({**folder, "parentId": folders[path[:-1]]})
        place = {"_id": _build_id("req", request.id), "parentId": folders[request.folders]}
        resources.append({**place, "metaSortKey": at, **_write(request)})
    tree = {
        "_type": "export",
        "__export_format": 4,
        "__export_source": "octavo",
        "resources": resources,
    }
    return json.dumps(tree, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def _write(request: Request) -> dict[str, Any]:
    headers = [{"name": name, "value": _write_text(value)} for name, value in request.headers]
    written: dict[str, Any] = {
        "_type": "request",
        "name": guard_text(request.name),
        "description": guard_text(request.description),
        "method": request.method,
        "url": _write_text(request.url),
        "headers": headers,
        "body": _write_body(request.body),
        "settingEncodeUrl": False,
        "settingDisableRenderRequestBody": True,
    }
    if request.is_basic:
        pair = {each: _write_variable(each) for each in (USERNAME, PASSWORD)}
        written["authentication"] = {"type": "basic", **pair}
    return written


def _write_body(body: Mapping[str, Any]) -> dict[str, Any]:
    """Return a body; what looks like a variable in it is sent as it is."""
    kind = body["kind"]
    if kind == "none":
        return {}
    written: dict[str, Any] = {"mimeType": _TYPES.get(kind, body["contentType"])}
    match kind:
        case "text":
            return {**written, "text": body["text"]}
        case "urlencoded":
            pairs = [{"name": name, "value": value} for name, value in body["pairs"]]
            return {**written, "params": pairs}
        case "multipart":
            return {**written, "params": [*map(_write_part, body["parts"])]}
    return {**written, "fileName": clean_file_name(body["file"])}


def _write_part(part: Mapping[str, Any]) -> dict[str, Any]:
    if "file" in part:
        file = clean_file_name(part["file"])
        return {"name": part["name"], "type": "file", "fileName": file}
    return {"name": part["name"], "type": "text", "value": part.get("text") or ""}


def _write_text(text: str) -> str:
    return write_variables(text, _write_variable)


def _write_variable(name: str) -> str:
    return f"{{{{ _.{name} }}}}"


def _build_id(kind: str, name: str) -> str:
    return f"{kind}_{hashlib.blake2b(name.encode('utf-8', 'replace'), digest_size=16).hexdigest()}"

"""Describes the request of a hand-written endpoint page like that of an operation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from octavo.openapi.examples.leaves import build_number, build_text
from octavo.openapi.examples.text import is_json, render_json, strip_media_type
from octavo.openapi.model import NO_LIMITS, Given
from octavo.openapi.request.headers import belongs_to_connection
from octavo.openapi.request.request import URLENCODED, describe_servers
from octavo.openapi.request.sample_files import name_sample_file
from octavo.openapi.request.sample_values import is_placeholder, keep_exact, render_json_value
from octavo.values import Struct

_ORIGIN = re.compile(r"([a-z][a-z0-9+.-]*://[^/?#]*)(.*)", re.IGNORECASE | re.DOTALL)
_TEMPLATE = re.compile(r"\{([^{}]+)\}")
_LOCATIONS = {"path", "query", "header", "cookie"}
_STYLES = {"path": "simple", "header": "simple"}
_KINDS = {
    "int": "integer",
    "integer": "integer",
    "long": "integer",
    "number": "number",
    "float": "number",
    "double": "number",
    "bool": "boolean",
    "boolean": "boolean",
    "object": "object",
    "map": "object",
    "dict": "object",
    "array": "array",
    "list": "array",
    "file": "file",
    "files": "file",
    "binary": "file",
}


class EndpointField(Struct, frozen=True):
    """A field that a page describes with ParamField."""

    location: str
    """path, query, header, cookie, body or auth."""
    name: str
    """The name; empty for a field that is the whole body."""
    type: str | None = None
    """The type in the author's notation."""
    required: bool = False
    example: Given | None = None
    """Its default or initial value."""
    inner: tuple[EndpointField, ...] = ()
    """The nested fields of an object or of the objects in a list."""
    allowed: tuple[Any, ...] = ()
    """The allowed values, if the page lists them."""

    @property
    def kind(self) -> str:
        """The kind of the value: string, integer, number, boolean, array, object or file."""
        type_name = (self.type or "").strip().lower()
        if type_name.endswith("[]") or type_name.startswith(("array", "list")):
            return "file" if "file" in type_name else "array"
        return _KINDS.get(re.split(r"[^a-z]", type_name, maxsplit=1)[0], "string")


def describe_endpoint(
    method: str,
    url: str,
    fields: Sequence[EndpointField],
    *,
    auth_method: str | None = None,
    auth_name: str | None = None,
    base_urls: Sequence[str] = (),
    content_type: str | None = None,
) -> dict[str, Any]:
    """Return the request of an endpoint; `auth_method` is bearer, basic, key or none."""
    origin = _ORIGIN.match(url)
    path = origin[2] if origin else url
    content_type = content_type or _find_content_type(fields)
    body = [field for field in fields if field.location == "body"]
    return {
        "method": method.upper(),
        "path": path,
        "servers": describe_servers((), [origin[1]] if origin else base_urls),
        "parameters": list(_describe_parameters(path, fields)),
        "bodies": [_describe_body(body, content_type)] if body else [],
        "bodyRequired": any(field.required for field in body),
        "security": _describe_security(auth_method, auth_name),
    }


def build_endpoint_values(
    description: dict[str, Any], fields: Sequence[EndpointField], *, show_optional: bool = False
) -> dict[str, Any]:
    """Return the values in the sample of an endpoint."""
    parameters: dict[str, Any] = {}
    unfilled = []
    for field in fields:
        location = _choose_place(field)
        key = f"{location}:{field.name}"
        if location is None or not (field.required or show_optional or location == "path"):
            continue
        is_stated = field.example is not None
        if location == "path" and not is_stated:
            continue
        value = _choose_value(field)
        if location == "query" and is_placeholder(value, is_stated=is_stated):
            unfilled.append(key)
        else:
            parameters[key] = keep_exact(value)
    values: dict[str, Any] = {"parameters": parameters}
    if unfilled:
        values["unfilled"] = unfilled
    if description["security"]:
        values["security"] = 0
    body = [field for field in fields if field.location == "body"]
    if body and description["method"] not in {"GET", "HEAD"}:
        values["body"] = _build_body_value(body, description["bodies"][0], description["path"])
    return values


def _describe_parameters(path: str, fields: Iterable[EndpointField]) -> Iterator[dict[str, Any]]:
    keys = set()
    for field in fields:
        location = _choose_place(field)
        if location is not None and field.name:
            keys.add((location, field.name))
            is_required = field.required or location == "path"
            yield _build_parameter(location, field.name, field.kind, required=is_required)
    for name in dict.fromkeys(_TEMPLATE.findall(path)):
        if ("path", name) not in keys:
            yield _build_parameter("path", name, "string", required=True)


def _choose_place(field: EndpointField) -> str | None:
    """Return the location of a parameter; None for other fields and for clients' own headers."""
    location = "header" if field.location == "auth" else field.location
    if location not in _LOCATIONS or (location == "header" and belongs_to_connection(field.name)):
        return None
    return location


def _find_content_type(fields: Iterable[EndpointField]) -> str | None:
    """Return the media type of the body, if a field describes it."""
    for field in fields:
        if field.location == "header" and field.name.lower() == "content-type":
            value = field.example.value if field.example else next(iter(field.allowed), None)
            return value if isinstance(value, str) else None
    return None


def _build_parameter(location: str, name: str, kind: str, *, required: bool) -> dict[str, Any]:
    style = _STYLES.get(location, "form")
    return {
        "name": name,
        "in": location,
        "required": required,
        "style": style,
        "explode": style == "form",
        "type": "string" if kind == "file" else kind,
    }


def _describe_security(method: str | None, name: str | None) -> list[list[dict[str, str]]]:
    match method:
        case "bearer" | "basic":
            return [[{"key": method, "type": "http", "scheme": method}]]
        case "key":
            return [[{"key": "key", "type": "apiKey", "in": "header", "name": name or "Key"}]]
    return []


# --- bodies -------------------------------------------------------------------------------------


def _describe_body(fields: Sequence[EndpointField], content_type: str | None) -> dict[str, Any]:
    has_file = any(field.kind == "file" for field in fields)
    content_type = (content_type or "").strip() or (
        "multipart/form-data" if has_file else "application/json"
    )
    plain = strip_media_type(content_type)
    if plain == URLENCODED or plain.startswith("multipart/"):
        kind = "urlencoded" if plain == URLENCODED else "multipart"
        descriptions = [_describe_field(field) for field in fields if field.name]
        special = [field for field in descriptions if len(field) > 1]
        return {"contentType": content_type, "kind": kind, "fields": special}
    is_file = len(fields) == 1 and has_file and not is_json(plain)
    return {"contentType": content_type, "kind": "binary" if is_file else "text"}


def _describe_field(field: EndpointField) -> dict[str, Any]:
    description: dict[str, Any] = {"name": field.name}
    if field.kind == "file":
        description["file"] = True
    elif field.kind == "object":
        description["contentType"] = "application/json"
    return description


def _build_body_value(
    fields: Sequence[EndpointField], body: dict[str, Any], path: str
) -> dict[str, Any]:
    value: dict[str, Any] = {"contentType": body["contentType"]}
    if body["kind"] == "binary":
        value["file"] = name_sample_file(body["contentType"])
    elif body["kind"] == "text":
        whole = next((field for field in fields if not field.name), None)
        data = _build_object(fields) if whole is None else _choose_value(whole)
        is_text = isinstance(data, str) and not is_json(strip_media_type(body["contentType"]))
        value["text"] = data if is_text else render_json(data)
    else:
        required_fields = [field for field in fields if field.required and field.name]
        chosen_fields = required_fields or [field for field in fields if field.name]
        value["fields"] = [[field.name, _build_form_value(field, path)] for field in chosen_fields]
    return value


def _build_form_value(field: EndpointField, path: str) -> Any:
    if field.kind == "file":
        name = name_sample_file(None, field.name, path)
        return [name] if (field.type or "").strip().endswith("[]") else name
    value = _choose_value(field)
    return render_json_value(value) if field.kind == "object" else keep_exact(value)


def _build_object(fields: Iterable[EndpointField]) -> dict[str, Any]:
    return {field.name: _choose_value(field) for field in fields if field.name}


def _choose_value(field: EndpointField) -> Any:
    """Return the example of a field, or a placeholder."""
    if field.example is not None:
        return field.example.value
    if field.kind == "array":
        return [_build_object(field.inner)] if field.inner else []
    if field.inner or field.kind == "object":
        return _build_object(field.inner)
    if field.kind in {"integer", "number"}:
        return build_number(None, NO_LIMITS, whole=field.kind == "integer", name=field.name)
    return field.kind == "boolean" or build_text(None, NO_LIMITS, name=field.name)

"""Describes the request of an operation as JSON data: its parts, and their encoding.

Request samples and the request form use the same data; `theme/js/request/types.js` documents its
shape. Only the JavaScript next to those types serializes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import urljoin

from octavo.openapi.document.document import ApiDocument, Finding
from octavo.openapi.examples.stated_values import choose_kind
from octavo.openapi.examples.text import is_binary, is_json, is_xml, strip_media_type
from octavo.openapi.model import (
    Encoding,
    MediaType,
    Node,
    Operation,
    Parameter,
    Property,
    Schema,
    SecurityScheme,
    Server,
    Side,
)
from octavo.openapi.request.headers import choose_content_type, list_sent_parameters
from octavo.openapi.request.sample_files import find_media_type, name_sample_file
from octavo.openapi.schema.reader import SchemaReader, list_visible_properties
from octavo.problems import Code, Severity

UNKNOWN_HOST = "https://api.example.com"
"""Replaces an unknown host."""

URLENCODED = "application/x-www-form-urlencoded"

_ABSOLUTE = re.compile(r"[a-z][a-z0-9+.-]*://|\{", re.IGNORECASE)
_LOOKS_LIKE_HOST = re.compile(r"(?:localhost|[\w-]+(?:\.[\w-]+)*\.[a-z]{2,})(?::\d+)?(?:/|\Z)")
_CONCRETE = {
    "*/*": "application/json",
    "application/*": "application/json",
    "text/*": "text/plain",
    "image/*": "image/png",
    "audio/*": "audio/mpeg",
    "video/*": "video/mp4",
}


def describe_request(
    operation: Operation, reader: SchemaReader, *, base_urls: Sequence[str] = ()
) -> dict[str, Any]:
    """Return the request of an operation; base URLs in the settings replace its servers.

    A webhook has no address: its path is empty and its server assumed.
    """
    key = operation.entry.key
    servers = () if key.is_webhook else operation.servers
    source = reader.document.source
    return {
        "method": key.method,
        "path": "" if key.is_webhook else key.path,
        "servers": describe_servers(servers, base_urls, source),
        "parameters": [
            _describe_parameter(each, reader) for each in list_sent_parameters(operation, reader)
        ],
        "bodies": list(_describe_bodies(operation, reader)),
        "bodyRequired": operation.body is not None and operation.body.required,
        "security": [
            [_describe_scheme(use.scheme) for use in alternative]
            for alternative in operation.security
        ],
    }


# --- servers ------------------------------------------------------------------------------------


def describe_servers(
    servers: Iterable[Server], base_urls: Sequence[str], source: str = ""
) -> list[dict[str, Any]]:
    """Return at least one server, each with an absolute address."""
    if base_urls:
        return [{"url": url, "variables": []} for url in base_urls]
    described = [_describe_server(server, source) for server in servers]
    return described or [_describe_server(Server("/"), source)]


def has_no_host(described: Mapping[str, Any]) -> bool:
    """Tell whether neither the document nor the settings name a host."""
    return all(server.get("assumed") for server in described["servers"])


def report_no_host(document: ApiDocument) -> None:
    """Report once that a document doesn't name the host of its API."""
    message = "the document does not say on which host the API is"
    hint = "Name it in `servers`, or with `api.baseUrl` in `site.json`."
    document.report(
        Finding(Code.API_SERVER_UNKNOWN, message, document.source, (), Severity.INFO, hint)
    )


def _describe_server(server: Server, source: str) -> dict[str, Any]:
    url, is_assumed = _complete_url(server.url, source)
    described: dict[str, Any] = {
        "url": url,
        "variables": [
            {"name": each.name, "default": each.default}
            | _leave_out_empty(enum=list(each.enum), description=each.description)
            for each in server.variables
        ],
    }
    described |= _leave_out_empty(
        name=server.name, description=server.description, assumed=is_assumed
    )
    return described


def _complete_url(url: str, source: str) -> tuple[str, bool]:
    """Return an absolute address, and whether its host is invented."""
    if _ABSOLUTE.match(url):
        return url, False
    if url.startswith("//"):
        return f"https:{url}", False
    if _LOOKS_LIKE_HOST.match(url):
        return f"https://{url}", False
    if source.startswith(("https://", "http://")):
        return urljoin(source, url), False
    return urljoin(f"{UNKNOWN_HOST}/", url), True


# --- parameters and security --------------------------------------------------------------------


def _describe_parameter(parameter: Parameter, reader: SchemaReader) -> dict[str, Any]:
    kind = choose_kind(reader.read(parameter.schema)) if parameter.schema is not None else ""
    described: dict[str, Any] = {
        "name": parameter.name,
        "in": parameter.location.value,
        "required": parameter.required,
        "style": parameter.style,
        "explode": parameter.explode,
    }
    described |= _leave_out_empty(
        allowReserved=parameter.allow_reserved,
        allowEmpty=parameter.allow_empty,
        contentType=parameter.content_type,
        type=kind,
    )
    return described


def _describe_scheme(scheme: SecurityScheme) -> dict[str, Any]:
    return {"key": scheme.key, "type": scheme.type} | _leave_out_empty(
        name=scheme.name, scheme=scheme.scheme, **{"in": scheme.location}
    )


def _leave_out_empty(**fields: Any) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if value}


# --- bodies -------------------------------------------------------------------------------------


def _describe_bodies(operation: Operation, reader: SchemaReader) -> Iterator[dict[str, Any]]:
    for media in operation.body.contents if operation.body is not None else ():
        kind = classify_body(media, reader)
        content_type = choose_concrete_type(media.name)
        if kind in {"text", "binary"}:
            content_type = choose_content_type(operation, reader, content_type)
        described: dict[str, Any] = {"contentType": content_type, "kind": kind}
        if kind in {"urlencoded", "multipart"}:
            described["fields"] = [
                field
                for each in list_form_properties(media, reader)
                if len(field := _describe_field(each, media, reader)) > 1
            ]
        yield described


def choose_concrete_type(name: str) -> str:
    """Return the media type to send for one that may be a range."""
    return _CONCRETE.get(name.strip().lower(), name.strip())


def classify_body(media: MediaType, reader: SchemaReader) -> str:
    """Return the kind of a body: text, urlencoded, multipart or binary."""
    plain = strip_media_type(choose_concrete_type(media.name))
    if plain == URLENCODED:
        return "urlencoded"
    if plain.startswith("multipart/"):
        return "multipart"
    if is_json(plain) or is_xml(plain):
        return "text"
    schema = reader.read(media.schema) if media.schema is not None else None
    if schema is None:
        has_text = media.examples or media.item_schema is not None or plain.startswith("text/")
        return "text" if has_text and not is_binary(plain) else "binary"
    if schema.examples or choose_kind(schema) not in {"string", ""}:
        return "text"
    return "binary" if schema.format == "binary" or is_binary(plain) else "text"


def list_form_properties(media: MediaType, reader: SchemaReader) -> tuple[Property, ...]:
    """Return the fields of a form: the properties of its schema, and of all its options."""
    if media.schema is None:
        return ()
    schema = reader.read(media.schema)
    by_name = {each.name: each for each in list_visible_properties(schema, Side.REQUEST, reader)}
    for option in schema.choice.options if schema.choice is not None else ():
        for each in list_visible_properties(reader.read(option.node), Side.REQUEST, reader):
            by_name.setdefault(each.name, each)
    return tuple(by_name.values())


def _describe_field(property_: Property, media: MediaType, reader: SchemaReader) -> dict[str, Any]:
    """Return the encoding of a field; only its name for plain text."""
    encoding = media.encoding.get(property_.name, Encoding())
    item = _find_item_schema(property_.node, reader)
    is_multipart = strip_media_type(media.name).startswith("multipart/")
    if is_multipart and _is_file(item, encoding):
        return _describe_file(property_.name, item, encoding)
    if encoding.style or encoding.explode is not None or encoding.allow_reserved:
        style = encoding.style or "form"
        explode = encoding.explode if encoding.explode is not None else style == "form"
        return {"name": property_.name, "style": style, "explode": explode}
    content_type = _choose_media_type(encoding)
    if not content_type and choose_kind(item) in {"object", "array"}:
        content_type = "application/json"
    return {"name": property_.name} | _leave_out_empty(contentType=content_type)


def _describe_file(name: str, schema: Schema, encoding: Encoding) -> dict[str, Any]:
    content_type = _choose_media_type(encoding) or schema.content_media_type
    if content_type and content_type.endswith("/*"):
        content_type = find_media_type(name_sample_file(content_type, name))
    return {"name": name, "file": True} | _leave_out_empty(contentType=content_type)


def _choose_media_type(encoding: Encoding) -> str:
    return (encoding.content_type or "").partition(",")[0].strip()


def _find_item_schema(node: Node, reader: SchemaReader) -> Schema:
    """Return the schema of one value of a field: a list's item, or a choice's first option."""
    schema = reader.read(node)
    for _ in range(4):
        if schema.choice is not None and not schema.types:
            options = [reader.read(option.node) for option in schema.choice.options]
            schema = next((each for each in options if each.types != ("null",)), schema)
        elif choose_kind(schema) == "array" and schema.items is not None:
            schema = reader.read(schema.items)
        else:
            break
    return schema


def _is_file(schema: Schema, encoding: Encoding) -> bool:
    """Tell whether a field of a multipart body is a file."""
    kind = choose_kind(schema)
    if kind not in {"string", ""} or schema.enum:
        return False
    if schema.format == "binary" or schema.content_encoding == "binary":
        return True
    if schema.content_encoding:
        return False
    media_type = strip_media_type(_choose_media_type(encoding) or schema.content_media_type or "")
    if kind == "string" and not schema.content_media_type:
        return bool(media_type) and is_binary(media_type)
    is_text = media_type.startswith("text/") or is_json(media_type) or is_xml(media_type)
    return bool(media_type) and not is_text

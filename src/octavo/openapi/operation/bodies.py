"""Reads request bodies and responses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.document.shapes import (
    convert_to_text,
    find_schema,
    follow_to_mapping,
    read_as_text,
    read_fields,
    read_items,
    read_target,
    read_text,
    report,
)
from octavo.openapi.examples.documented import read_examples
from octavo.openapi.examples.text import is_json, strip_media_type
from octavo.openapi.examples.value_types import read_expected
from octavo.openapi.model import (
    Encoding,
    MediaType,
    Node,
    RequestBody,
    Response,
    ResponseLink,
)
from octavo.openapi.operation.parameters import read_headers
from octavo.problems import Code
from octavo.values import ByIdentity

_STATUS = re.compile(r"default|[1-5](\d\d|XX)")


def read_body(document: ApiDocument, operation: Node) -> RequestBody | None:
    """Return the request body of an operation; None without one."""
    node = operation.get("requestBody")
    target = follow_to_mapping(document, node) if node is not None else None
    if target is None:
        return None
    return RequestBody(
        contents=_read_contents(document, target),
        required=target.is_true("required"),
        description=read_text(document, target, "description"),
    )


def read_responses(document: ApiDocument, operation: Node) -> tuple[Response, ...]:
    """Return the responses of an operation: the first success, then all others in order."""
    responses: dict[str, Response] = {}
    for key, node in read_fields(document, operation, "responses"):
        status = _read_status(document, key, node)
        memory = document.memory.responses.setdefault(status, ByIdentity())
        read = partial(_read_response, document, status)
        response = read_target(document, node, memory, read)
        if response is not None:
            responses[status] = response
    return tuple(sorted(responses.values(), key=partial(_is_other, _find_success(responses))))


def _find_success(statuses: Iterable[str]) -> str | None:
    """Return the main response: the first success, or else the first that is no failure."""
    fine = [status for status in statuses if status.startswith(("1", "2", "3"))]
    return min(fine, key=lambda status: not status.startswith("2"), default=None)


def _is_other(first: str | None, response: Response) -> bool:
    return response.status != first


def _read_status(document: ApiDocument, key: str, node: Node) -> str:
    status = key.strip()
    if status.lower() == "default":
        return "default"
    status = status.upper()
    if not _STATUS.fullmatch(status):
        message = f"`{key}` is no status of a response"
        hint = "Use a code such as 404, a class such as 4XX, or default."
        report(document, Code.API_WRONG_VALUE, message, node, hint, at_key=True)
    return status


def _read_response(document: ApiDocument, status: str, node: Node) -> Response:
    return Response(
        status=status,
        description=read_text(document, node, "description"),
        summary=read_as_text(node, "summary"),
        headers=read_headers(document, node),
        contents=_read_contents(document, node),
        links=tuple(_read_links(document, node)),
        is_shared=node.pointer[:1] == ("components",),
    )


def _read_contents(document: ApiDocument, node: Node) -> tuple[MediaType, ...]:
    contents = []
    for name, media in read_items(document, node, "content"):
        target = follow_to_mapping(document, media)
        if target is not None:
            contents.append(_read_media_type(document, name, target))
        elif media.value is None:
            contents.append(MediaType(name, media))
    return tuple(contents)


def _read_media_type(document: ApiDocument, name: str, node: Node) -> MediaType:
    schema = find_schema(node, "schema")
    is_data = is_json(strip_media_type(name))
    expected = read_expected(document, node, schema if is_data else None)
    return MediaType(
        name=name,
        node=node,
        schema=schema,
        item_schema=find_schema(node, "itemSchema"),
        examples=read_examples(document, node, expected),
        encoding=_read_encodings(document, node) if "encoding" in node.value else {},
    )


def _read_encodings(document: ApiDocument, node: Node) -> dict[str, Encoding]:
    encodings = {}
    for name, each in read_items(document, node, "encoding"):
        target = follow_to_mapping(document, each)
        if target is not None:
            encodings[name] = _read_encoding(document, target)
    return encodings


def _read_encoding(document: ApiDocument, node: Node) -> Encoding:
    explode = node.value.get("explode")
    return Encoding(
        content_type=node.get_text("contentType"),
        style=node.get_text("style"),
        explode=explode if isinstance(explode, bool) else None,
        allow_reserved=node.is_true("allowReserved"),
        headers=read_headers(document, node),
    )


def _read_links(document: ApiDocument, node: Node) -> Iterator[ResponseLink]:
    for name, link in read_items(document, node, "links"):
        target = follow_to_mapping(document, link)
        if target is None:
            continue
        operation = read_as_text(target, "operationId") or read_as_text(target, "operationRef")
        if operation is None:
            message = f"the link `{name}` does not say which operation it leads to"
            hint = "Set `operationId` or `operationRef`."
            report(document, Code.API_WRONG_VALUE, message, target, hint)
            continue
        parameters = (
            (key, convert_to_text(value.value) or "")
            for key, value in read_items(document, target, "parameters")
        )
        description = read_text(document, target, "description")
        yield ResponseLink(name, operation, description, tuple(parameters))

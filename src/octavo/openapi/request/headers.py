"""Handles documented headers that other parts of a request already send.

The specification lets tools ignore `Accept`, `Content-Type` and `Authorization` as parameters,
because bodies, responses and security schemes describe them. Vendors still document them if only
one value is right. Other headers belong to the connection, and are in no written request.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from octavo.openapi.examples.text import strip_media_type
from octavo.openapi.model import In, Operation, Parameter
from octavo.openapi.schema.reader import SchemaReader
from octavo.values import replace

_OF_CONNECTIONS = frozenset(
    "connection content-length expect host http2-settings keep-alive proxy-connection te trailer "
    "transfer-encoding upgrade via".split()
)
_NEGOTIATED = frozenset({"accept", "content-type"})


def belongs_to_connection(name: str) -> bool:
    """Tell whether only the client sets a header."""
    return name.strip().lower() in _OF_CONNECTIONS


def list_sent_parameters(operation: Operation, reader: SchemaReader) -> tuple[Parameter, ...]:
    """Return the parameters of a request, without headers that other parts send.

    If a body or a response has only one type, its header is sent automatically.
    """
    return tuple(
        _insist(each, reader) if each.location is In.HEADER else each
        for each in operation.parameters
        if each.location is not In.HEADER or _is_sent(each.name.lower(), operation)
    )


def _is_sent(name: str, operation: Operation) -> bool:
    if name == "authorization":
        return not any(map(_sends_authorization, _list_schemes(operation)))
    if name == "content-type":
        return operation.body is None or not operation.body.contents
    return not belongs_to_connection(name)


def _insist(parameter: Parameter, reader: SchemaReader) -> Parameter:
    is_fixed = parameter.name.lower() in _NEGOTIATED and len(list_allowed(parameter, reader)) == 1
    return replace(parameter, required=True) if is_fixed and not parameter.required else parameter


def is_chosen(parameter: Parameter, reader: SchemaReader) -> bool:
    """Tell whether a header chooses among several types of the body or the response."""
    is_negotiated = parameter.location is In.HEADER and parameter.name.lower() in _NEGOTIATED
    return is_negotiated and bool(list_allowed(parameter, reader))


def list_allowed(parameter: Parameter, reader: SchemaReader) -> list[Any]:
    """Return the allowed values of a parameter, if the document lists them."""
    schema = reader.read(parameter.schema) if parameter.schema is not None else None
    if schema is None:
        return []
    if schema.const is not None:
        return [schema.const.value]
    return [each.value for each in schema.enum or ()]


def choose_content_type(operation: Operation, reader: SchemaReader, media_type: str) -> str:
    """Return the type of a body: its documented one, unless the header allows only another."""
    headers = (each for each in operation.parameters if each.location is In.HEADER)
    header = next((each for each in headers if each.name.lower() == "content-type"), None)
    allowed = [*filter(_is_text, list_allowed(header, reader))] if header else []
    if not allowed or media_type in allowed:
        return media_type
    plain = strip_media_type(media_type)
    same = (each for each in allowed if strip_media_type(each) == plain)
    only = allowed[0] if len(operation.body.contents if operation.body else ()) == 1 else media_type
    return next(same, only)


def _list_schemes(operation: Operation) -> Iterable[Any]:
    return (use.scheme for alternative in operation.security for use in alternative)


def _sends_authorization(scheme: Any) -> bool:
    if scheme.type == "apiKey":
        return scheme.location == "header" and (scheme.name or "").lower() == "authorization"
    return scheme.type in {"http", "oauth2", "openIdConnect"}


def _is_text(value: Any) -> bool:
    return isinstance(value, str)

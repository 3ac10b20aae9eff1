"""Finds mistakes in the body of a request, by its media type."""

from __future__ import annotations

import json
from collections.abc import Iterator
from email import policy
from email.parser import BytesParser
from typing import Any
from urllib.parse import parse_qsl

from octavo.mock.messages import Fault
from octavo.mock.request_values import ValueReader, read_brackets, strip_brackets
from octavo.mock.xml_bodies import UnreadableXMLError, list_xml_readings
from octavo.openapi.examples.text import (
    is_json,
    is_stream,
    is_xml,
    parse_json,
    strip_media_type,
)
from octavo.openapi.model import Encoding, MediaType, Node, RequestBody
from octavo.openapi.request.request import URLENCODED
from octavo.openapi.schema.places import find_places
from octavo.openapi.validity.words import render_pointer
from octavo.values import Struct

_LONGEST_HEADER = 1_000
"""The longest header of a form part, because parsing takes quadratic time."""


class _Part(Struct, frozen=True):
    """A field of a form."""

    name: str
    text: str
    media_type: str = ""
    """The media type, if the part has one."""


class _UnreadableError(Exception):
    """The body doesn't match its media type."""


def choose_content(body: RequestBody, content_type: str | None) -> MediaType | None:
    """Return the documented form of a body; None for undocumented media types."""
    if content_type is None or not content_type.strip():
        return body.contents[0] if body.contents else None
    plain = strip_media_type(content_type)
    for wanted in (plain, f"{plain.partition('/')[0]}/*", "*/*"):
        for media in body.contents:
            if strip_media_type(media.name) == wanted:
                return media
    return None


def find_body_faults(
    media: MediaType, content_type: str, body: bytes, values: ValueReader
) -> Iterator[Fault]:
    """Return the mistakes in a body; binary bodies aren't checked."""
    plain = strip_media_type(content_type or media.name)
    try:
        if is_stream(plain):
            yield from _find_in_items(media, plain, body, values)
            return
        readings = list(_list_readings(media, plain, content_type, body, values))
    except (_UnreadableError, UnreadableXMLError) as error:
        yield Fault("body", str(error))
        return
    if media.schema is not None and readings:
        yield from _find_faults(media.schema, "body", readings, values)


def _find_faults(
    node: Node, place: str, readings: list[Any], values: ValueReader
) -> Iterator[Fault]:
    for mistake in values.find_mistakes(node, readings):
        yield Fault(place + render_pointer(mistake.pointer), mistake.message)


def _list_readings(
    media: MediaType, plain: str, content_type: str, body: bytes, values: ValueReader
) -> Iterator[Any]:
    """Return the possible values of a body; empty if it can't be checked."""
    if is_json(plain):
        yield _read_json(body)
    elif plain == URLENCODED:
        pairs = parse_qsl(_decode(body), keep_blank_values=True)
        parts = [_Part(name, text) for name, text in pairs]
        yield _join_fields(media, parts, values)
    elif plain.startswith("multipart/"):
        try:
            fields = _read_multipart(content_type, body)
        except RecursionError:  # This happens for a header with thousands of brackets.
            raise _UnreadableError("is nested too deeply") from None
        yield _join_fields(media, fields, values)
    elif is_xml(plain):
        node = media.schema
        if node is not None and "string" not in values.list_kinds(node):
            yield from list_xml_readings(node, body, values)
    elif plain.startswith("text/") and media.schema is not None:
        yield from values.list_readings(media.schema, _decode(body))


def _decode(body: bytes) -> str:
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _UnreadableError("is not text in UTF-8") from None


def _read_json(body: bytes) -> Any:
    try:
        return json.loads(_decode(body))
    except RecursionError:
        raise _UnreadableError("is nested too deeply") from None
    except ValueError as error:
        place = getattr(error, "lineno", 1), getattr(error, "colno", 1)
        raise _UnreadableError(f"is not JSON: line {place[0]}, column {place[1]}") from None


def _find_in_items(
    media: MediaType, plain: str, body: bytes, values: ValueReader
) -> Iterator[Fault]:
    """Check each line of JSON separately; only servers send events."""
    if plain == "text/event-stream":
        return
    lines = [line for line in body.replace(b"\x1e", b"\n").split(b"\n") if line.strip()]
    items = [_read_json(line) for line in lines]
    if media.item_schema is not None:
        for at, item in enumerate(items):
            yield from _find_faults(media.item_schema, f"body[{at}]", [item], values)
    elif media.schema is not None and "array" in values.list_kinds(media.schema):
        yield from _find_faults(media.schema, "body", [items], values)


# --- forms --------------------------------------------------------------------------------------


def _read_multipart(content_type: str, body: bytes) -> list[_Part]:
    head = b"Content-Type: " + content_type.encode("latin-1", "replace") + b"\r\n\r\n"
    message = BytesParser(policy=policy.HTTP).parsebytes(head + body)
    boundary = message.get_boundary()
    if boundary and body.strip() == f"--{boundary}--".encode("latin-1", "replace"):
        return []
    if not message.is_multipart() or message.defects:
        raise _UnreadableError("has no parts: does its `Content-Type` name the boundary?")
    parts = []
    for part in message.iter_parts():
        if any(len(text) > _LONGEST_HEADER for _, text in part.raw_items()):
            raise _UnreadableError(f"has a part with a header of over {_LONGEST_HEADER:,} letters")
        name = part.get_param("name", header="content-disposition")
        payload = part.get_payload(decode=True)
        text = payload.decode("utf-8", "replace") if isinstance(payload, bytes) else ""
        media_type = part.get_content_type() if "content-type" in part else ""
        if name is not None:
            parts.append(_Part(str(name), text, media_type))
    return parts


def _join_fields(media: MediaType, parts: list[_Part], values: ValueReader) -> dict[str, Any]:
    """Return the object for the fields of a form."""
    node = media.schema
    fields: dict[str, Any] = {}
    groups: dict[str, list[_Part]] = {}
    for part in parts:
        groups.setdefault(strip_brackets(part.name), []).append(part)
    for name, group in groups.items():
        own = [each for each in group if each.name in (name, f"{name}[]")]
        brackets = read_brackets(name, [(each.name, each.text) for each in group])
        places = find_places(values.reader, node, (name,)) if node is not None else ()
        encoding = media.encoding.get(name, Encoding())
        if brackets is not None and not (own and own[0].name == name):
            fields[name] = values.convert(places[0], brackets) if places else brackets
        elif own:
            fields[name] = _read_field(places, own, encoding, values)
    return fields


def _read_field(
    places: tuple[Node, ...], parts: list[_Part], encoding: Encoding, values: ValueReader
) -> Any:
    """Return the value of a field: the first reading that its schema allows."""
    readings: list[Any] = []
    for place in places:
        for reading in _list_field_readings(place, parts, encoding, values):
            if values.validity.is_valid(place, reading):
                return reading
            readings.append(reading)
    return readings[0] if readings else parts[0].text


def _list_field_readings(
    node: Node, parts: list[_Part], encoding: Encoding, values: ValueReader
) -> Iterator[Any]:
    kinds = values.list_kinds(node)
    texts = [each.text for each in parts]
    media_type = encoding.content_type or parts[0].media_type
    if (media_type and is_json(strip_media_type(media_type))) or "object" in kinds:
        yield parse_json(texts[0])
    if "array" in kinds:
        yield values.convert(node, texts)
        yield [parse_json(text) for text in texts]
        yield parse_json(texts[0])
        yield values.convert(node, texts[0].split(","))
    yield from values.list_readings(node, texts[0])

"""Finds mistakes in the parameters of a request.

It reads them in the reverse of how the playground writes them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import unquote, unquote_plus

from octavo.mock.messages import Fault
from octavo.mock.request_values import (
    ValueReader,
    pair_up,
    read_brackets,
    split_pairs,
    strip_brackets,
)
from octavo.openapi.examples.text import is_json, parse_json, strip_media_type
from octavo.openapi.model import In, Node, Parameter
from octavo.openapi.request.request import URLENCODED
from octavo.openapi.validity.words import render_pointer
from octavo.values import Struct

_DESCRIBED_ELSEWHERE = frozenset({"accept", "content-type", "authorization"})
"""Headers that OpenAPI doesn't allow as parameters."""
_DELIMITERS = {
    "spaceDelimited": re.compile(r"%20|\+| "),
    "pipeDelimited": re.compile(r"\||%7C", re.IGNORECASE),
}
_COMMA = re.compile(",")
_ANY_COMMA = re.compile(",|%2C", re.IGNORECASE)


class RequestTexts(Struct, frozen=True):
    """The parameters of a request, still encoded."""

    path: Mapping[str, str]
    query: tuple[tuple[str, str], ...]
    """Decoded names with encoded values."""
    query_text: str
    headers: Mapping[str, str]
    cookies: Mapping[str, str]


class _Query(Struct, frozen=True):
    """The query of a request, parsed once for all parameters."""

    names: frozenset[str]
    """The documented names."""
    groups: Mapping[str, list[tuple[str, str]]]
    """The sent names and values, by the part of the name before its brackets."""


def find_parameter_faults(
    parameters: Iterable[Parameter], request: RequestTexts, values: ValueReader
) -> Iterator[Fault]:
    """Return the mistakes in the parameters of a request, in their order."""
    query_names = frozenset(each.name for each in parameters if each.location is In.QUERY)
    groups: dict[str, list[tuple[str, str]]] = {}
    for name, value in request.query:
        groups.setdefault(strip_brackets(name), []).append((name, value))
    query = _Query(query_names, groups)
    for parameter in parameters:
        if parameter.location is In.HEADER and parameter.name.lower() in _DESCRIBED_ELSEWHERE:
            continue
        place = f"{parameter.location.value}.{parameter.name}"
        if parameter.location is In.QUERYSTRING:
            place = "query"
        readings = list(_list_readings(parameter, request, values, query))
        if not readings:
            if parameter.required:
                yield Fault(place, "is missing")
        elif parameter.schema is not None and not _may_be_empty(parameter, readings):
            for mistake in values.find_mistakes(parameter.schema, readings):
                yield Fault(place + render_pointer(mistake.pointer), mistake.message)


def read_query(text: str) -> tuple[tuple[str, str], ...]:
    """Return the names and encoded values of a query."""
    pairs = (part.partition("=") for part in text.split("&") if part)
    return tuple((unquote_plus(name), value) for name, _, value in pairs)


def read_cookies(header: str) -> dict[str, str]:
    """Return the cookies of a request."""
    return split_pairs(part.strip() for part in header.split(";") if part.strip())


def _may_be_empty(parameter: Parameter, readings: list[Any]) -> bool:
    return parameter.allow_empty and readings[0] in ("", [""])


def _list_readings(
    parameter: Parameter, request: RequestTexts, values: ValueReader, query: _Query
) -> Iterator[Any]:
    """Return the possible values of a parameter; empty if it is missing."""
    match parameter.location:
        case In.QUERY:
            yield from _list_in_query(parameter, request, values, query)
        case In.QUERYSTRING:
            yield from _list_whole_query(parameter, request, values)
        case In.PATH:
            yield from _list_in_path(parameter, request.path.get(parameter.name), values)
        case In.HEADER:
            text = request.headers.get(parameter.name.lower())
            yield from _list_simple(parameter, text, values, str.strip)
        case In.COOKIE:
            decode = str if parameter.style == "cookie" else unquote
            yield from _list_simple(parameter, request.cookies.get(parameter.name), values, decode)


def _list_whole_query(
    parameter: Parameter, request: RequestTexts, values: ValueReader
) -> Iterator[Any]:
    if not request.query_text:
        return
    if strip_media_type(parameter.content_type or "") == URLENCODED:
        tree = {name: unquote_plus(value) for name, value in request.query}
        yield values.convert(parameter.schema, tree)
    else:
        yield parse_json(unquote(request.query_text))


def _list_in_query(
    parameter: Parameter, request: RequestTexts, values: ValueReader, query: _Query
) -> Iterator[Any]:
    name, node = parameter.name, parameter.schema
    own = query.groups.get(strip_brackets(name), [])
    texts = [value for key, value in own if key in (name, f"{name}[]")]
    if parameter.content_type is not None or node is None:
        yield from (_read_content(parameter, unquote_plus(text)) for text in texts[:1])
        return
    kinds = values.list_kinds(node)
    if kinds and "array" not in kinds:
        texts = [value for key, value in own if key == name]
    brackets = None
    if "object" in kinds or "array" in kinds or not kinds:
        brackets = read_brackets(name, [(key, unquote_plus(value)) for key, value in own])
    if brackets is not None:
        yield values.convert(node, brackets)
    if "object" in kinds and parameter.style == "form" and parameter.explode and not texts:
        names = _list_names(node, values)
        tree = {
            key: unquote_plus(value)
            for key, value in request.query
            if key in names or key not in query.names
        }
        if tree and (names & tree.keys() or not names):
            yield values.convert(node, tree)
    if not texts:
        return
    if len(texts) > 1 and kinds and "array" not in kinds and "object" not in kinds:
        yield [unquote_plus(text) for text in texts]  # A single value is sent once.
        return
    delimiter = _DELIMITERS.get(parameter.style, _COMMA)
    if "array" in kinds:
        if parameter.explode or len(texts) > 1:
            yield values.convert(node, [unquote_plus(text) for text in texts])
        if len(texts) == 1:
            for pattern in (delimiter, _ANY_COMMA):
                parts = pattern.split(texts[0]) if texts[0] else []
                yield values.convert(node, [unquote_plus(part) for part in parts])
    if "object" in kinds:
        parts = [unquote_plus(part) for part in delimiter.split(texts[0])]
        yield values.convert(node, pair_up(parts))
    yield from values.list_readings(node, unquote_plus(texts[0]))


def _list_names(node: Node, values: ValueReader) -> frozenset[str]:
    return frozenset(each.name for each in values.reader.read(node).properties)


def _list_in_path(parameter: Parameter, text: str | None, values: ValueReader) -> Iterator[Any]:
    if text is None:
        return
    if parameter.style == "label":
        text = text.removeprefix(".")
        separator = "." if parameter.explode else ","
        yield from _list_parts(parameter, text, text.split(separator), values)
    elif parameter.style == "matrix":
        yield from _list_matrix(parameter, text, values)
    else:
        yield from _list_simple(parameter, text, values, unquote)


def _list_matrix(parameter: Parameter, text: str, values: ValueReader) -> Iterator[Any]:
    parts = text.removeprefix(";").split(";")
    name = parameter.name
    own = [part.partition("=")[2] for part in parts if unquote(part.partition("=")[0]) == name]
    if parameter.explode:
        inner = own or parts  # The properties of an object are sent as separate parameters.
        yield from _list_parts(parameter, own[0] if own else text, inner, values)
    else:
        yield from _list_simple(parameter, own[0] if own else text, values, unquote)


def _list_simple(
    parameter: Parameter, text: str | None, values: ValueReader, decode: Callable[[str], str]
) -> Iterator[Any]:
    if text is None:
        return
    if parameter.content_type is not None:
        yield _read_content(parameter, decode(text))
        return
    yield from _list_parts(parameter, text, text.split(","), values, decode)


def _list_parts(
    parameter: Parameter,
    text: str,
    parts: list[str],
    values: ValueReader,
    decode: Callable[[str], str] = unquote,
) -> Iterator[Any]:
    """Return the readings of a text with parts: items, or names and values."""
    node = parameter.schema
    if node is None:
        yield decode(text)
        return
    kinds = values.list_kinds(node)
    if "array" in kinds:
        yield values.convert(node, [decode(part) for part in parts])
    if "object" in kinds:
        pairs = split_pairs(parts) if parameter.explode else pair_up(parts)
        tree = {decode(key): decode(value) for key, value in pairs.items()}
        yield values.convert(node, tree)
    yield from values.list_readings(node, decode(text))


def _read_content(parameter: Parameter, text: str) -> Any:
    return parse_json(text) if is_json(strip_media_type(parameter.content_type or "")) else text

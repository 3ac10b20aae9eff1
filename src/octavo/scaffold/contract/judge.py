"""Compares an answer with what the document says about it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from octavo.openapi.document.document import Finding
from octavo.openapi.examples.text import is_json, parse_json, strip_media_type
from octavo.openapi.model import MediaType, Node, Operation, Parameter, Response, Side
from octavo.openapi.schema.places import list_kinds
from octavo.openapi.schema.reader import SchemaReader
from octavo.openapi.validity.validity import TOO_MANY_WAYS, Validity
from octavo.openapi.validity.words import Mistake
from octavo.problems import Code, Severity
from octavo.scaffold.contract.exchange import Answer
from octavo.values import Struct

Pointer = tuple[str | int, ...]
_MOST_MISTAKES = 5
_LONGEST = 200
_REFUSALS = frozenset({400, 405, 406, 411, 415, 422})
_QUOTING = frozenset({"propertyNames", "anyOf", "oneOf"})
_WITHOUT_BODY = frozenset({204, 205, 304})


class Difference(Struct, frozen=True):
    """A difference at its place, and in words without parts of the answer."""

    finding: Finding
    summary: str
    """Readers of the documentation may see it."""


class Judge:
    """Compares answers with one document."""

    def __init__(self, reader: SchemaReader) -> None:
        self._reader = reader
        self._names = _list_names(reader.document.tree)
        self._validity = Validity(reader, Side.RESPONSE, checks_formats=True)

    def find_differences(
        self, operation: Operation, answer: Answer, *, is_ours: bool, is_stated: bool
    ) -> Iterator[Difference]:
        """Yield how an answer differs from the document.

        A request that is ours follows the document, so that a refusal is a difference.
        """
        node = operation.entry.node
        name = f"{operation.entry.key.method} {operation.entry.key.path}"
        if is_ours and answer.status in _REFUSALS:
            message = f"refuses the documented request with {answer.status}"
            hint = "Correct the example, or document what the API asks for."
            yield _find(Code.CONTRACT_REFUSED, f"{name} {message}", node, message, hint)
        if is_ours and answer.status in (404, 501) and is_stated:
            message = f"is documented, and the API answers {answer.status}"
            yield _find(Code.CONTRACT_MISSING, f"{name} {message}", node, message)
            return
        response = _find_response(operation, answer.status)
        if response is None:
            listed = ", ".join(each.status for each in operation.responses) or "none"
            message = f"answers {answer.status}, and the documented responses are {listed}"
            yield _find(Code.CONTRACT_STATUS, f"{name} {message}", node, message)
            return
        place = _find_place(node, response.status)
        for header in response.headers:
            yield from self._judge_header(name, header, answer)
        if answer.status not in _WITHOUT_BODY and operation.entry.key.method != "HEAD":
            yield from self._judge_body(name, response, place, answer)

    def _judge_header(self, name: str, header: Parameter, answer: Answer) -> Iterator[Difference]:
        text = answer.headers.get(header.name.lower())
        if text is None:
            if header.required:
                message = f"{answer.status}: the header `{header.name}` is missing"
                yield _find(Code.CONTRACT_HEADER, f"{name}, {message}", header.node, message)
            return
        if header.schema is None:
            return
        kinds = list_kinds(self._reader, header.schema)
        readings = [text, *_read_scalar(text)] if kinds != ("string",) else [text]
        mistakes = [self._list_mistakes(header.schema, each) for each in readings]
        if all(mistakes):
            message, summary = (
                f"{answer.status}: the header `{header.name}` {each}" for each in mistakes[-1][0]
            )
            yield _find(Code.CONTRACT_HEADER, f"{name}, {message}", header.node, summary)

    def _judge_body(
        self, name: str, response: Response, place: Node, answer: Answer
    ) -> Iterator[Difference]:
        media_type = strip_media_type(answer.headers.get("content-type", ""))
        if not response.contents:
            if answer.body:
                message = f"{answer.status}: the response has a body that is not documented"
                yield _find(Code.CONTRACT_BODY, f"{name}, {message}", place, message)
            return
        if not answer.body:
            message = f"{answer.status}: the response has no body"
            yield _find(Code.CONTRACT_BODY, f"{name}, {message}", place, message)
            return
        media = _find_media_type(response.contents, media_type)
        if media is None:
            listed = ", ".join(each.name for each in response.contents)
            there = f"`{media_type}`" if media_type else "missing"
            message = (
                f"{name}, {answer.status}: the media type is {there}, and {listed} is documented"
            )
            summary = f"{answer.status}: the media type is not {listed}"
            yield _find(Code.CONTRACT_MEDIA_TYPE, message, place, summary)
        elif is_json(media_type) and media.schema is not None and answer.is_whole:
            yield from self._judge_json(name, media, media.schema, answer)

    def _judge_json(
        self, name: str, media: MediaType, schema: Node, answer: Answer
    ) -> Iterator[Difference]:
        try:
            value = parse_json(answer.body.decode("utf-8"))
        except (ValueError, RecursionError):
            message = f"{answer.status}: the body is not valid JSON"
            yield _find(Code.CONTRACT_BODY, f"{name}, {message}", media.node, message)
            return
        for message, summary in self._list_mistakes(schema, value)[:_MOST_MISTAKES]:
            text = f"{name}, {answer.status}: {message}"
            yield _find(Code.CONTRACT_BODY, text, media.node, f"{answer.status}: {summary}")

    def _list_mistakes(self, schema: Node, value: Any) -> list[tuple[str, str]]:
        """Return each mistake in words, and in words without names that only the value has."""
        return [
            (
                f"{_name_place(each.pointer)}{each.message}"[:_LONGEST],
                f"{_name_place(self._hide_names(each.pointer))}{_summarize(each)}"[:_LONGEST],
            )
            for each in self._validity.find_mistakes(schema, value)
            if each != TOO_MANY_WAYS
        ]

    def _hide_names(self, pointer: Pointer) -> Pointer:
        return tuple(
            step if isinstance(step, int) or step in self._names else "*" for step in pointer
        )


def _summarize(mistake: Mistake) -> str:
    """Return what is wrong; some messages quote names of the value."""
    return "breaks its schema" if mistake.keyword in _QUOTING else mistake.message


def _list_names(tree: object) -> frozenset[str]:
    """Return the names of all properties of a document."""
    names: set[str] = set()
    waiting, seen = [tree], set()
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict) and id(value) not in seen:
            seen.add(id(value))
            properties = value.get("properties")
            names.update(map(str, properties) if isinstance(properties, dict) else ())
            waiting += value.values()
        elif isinstance(value, list) and id(value) not in seen:
            seen.add(id(value))
            waiting += value
    return frozenset(names)


def _find(code: Code, message: str, node: Node, summary: str, hint: str = "") -> Difference:
    place = node.source, node.pointer
    finding = Finding(code, message, *place, Severity.WARNING, hint, at_key=True)
    return Difference(finding, summary)


def _find_response(operation: Operation, status: int) -> Response | None:
    by_status = {each.status: each for each in operation.responses}
    for name in (str(status), f"{status // 100}XX", "default"):
        if name in by_status:
            return by_status[name]
    return None


def _find_place(node: Node, status: str) -> Node:
    responses = node.get("responses")
    return (responses.get(status) if responses else None) or node


def _find_media_type(contents: tuple[MediaType, ...], name: str) -> MediaType | None:
    by_name = {strip_media_type(each.name): each for each in contents}
    return by_name.get(name) or by_name.get(f"{name.partition('/')[0]}/*") or by_name.get("*/*")


def _name_place(pointer: Pointer) -> str:
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in pointer)
    return f"`{text.lstrip('.')}` " if text else ""


def _read_scalar(text: str) -> Iterator[Any]:
    try:
        yield parse_json(text)
    except (ValueError, RecursionError):
        return

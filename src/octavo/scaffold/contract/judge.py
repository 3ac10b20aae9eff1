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
from octavo.problems import Code, Severity
from octavo.scaffold.contract.exchange import Answer

_MOST_MISTAKES = 5
_LONGEST = 200
_REFUSALS = frozenset({400, 405, 406, 411, 415, 422})
_WITHOUT_BODY = frozenset({204, 205, 304})


class Judge:
    """Compares answers with one document."""

    def __init__(self, reader: SchemaReader) -> None:
        self._reader = reader
        self._validity = Validity(reader, Side.RESPONSE, checks_formats=True)

    def find_differences(
        self, operation: Operation, answer: Answer, *, is_ours: bool, is_stated: bool
    ) -> Iterator[Finding]:
        """Yield how an answer differs from the document.

        A request that is ours follows the document, so that a refusal is a difference.
        """
        node = operation.entry.node
        name = f"{operation.entry.key.method} {operation.entry.key.path}"
        if is_ours and answer.status in _REFUSALS:
            message = f"{name} refuses the documented request with {answer.status}"
            hint = "Correct the example, or document what the API asks for."
            yield _find(Code.CONTRACT_REFUSED, message, node, hint)
        if is_ours and answer.status in (404, 501) and is_stated:
            message = f"{name} is documented, and the API answers {answer.status}"
            yield _find(Code.CONTRACT_MISSING, message, node)
            return
        response = _find_response(operation, answer.status)
        if response is None:
            listed = ", ".join(each.status for each in operation.responses) or "none"
            message = f"{name} answers {answer.status}, and the documented responses are {listed}"
            yield _find(Code.CONTRACT_STATUS, message, node)
            return
        place = _find_place(node, response.status)
        for header in response.headers:
            yield from self._judge_header(f"{name}, {answer.status}", header, answer)
        if answer.status not in _WITHOUT_BODY and operation.entry.key.method != "HEAD":
            yield from self._judge_body(f"{name}, {answer.status}", response, place, answer)

    def _judge_header(self, name: str, header: Parameter, answer: Answer) -> Iterator[Finding]:
        text = answer.headers.get(header.name.lower())
        if text is None:
            if header.required:
                message = f"{name}: the header `{header.name}` is missing"
                yield _find(Code.CONTRACT_HEADER, message, header.node)
            return
        if header.schema is None:
            return
        kinds = list_kinds(self._reader, header.schema)
        readings = [text, *_read_scalar(text)] if kinds != ("string",) else [text]
        mistakes = [self._list_mistakes(header.schema, each) for each in readings]
        if all(mistakes):
            message = f"{name}: the header `{header.name}` {mistakes[-1][0]}"
            yield _find(Code.CONTRACT_HEADER, message, header.node)

    def _judge_body(
        self, name: str, response: Response, place: Node, answer: Answer
    ) -> Iterator[Finding]:
        media_type = strip_media_type(answer.headers.get("content-type", ""))
        if not response.contents:
            if answer.body:
                message = f"{name}: the response has a body that is not documented"
                yield _find(Code.CONTRACT_BODY, message, place)
            return
        if not answer.body:
            message = f"{name}: the response has no body"
            yield _find(Code.CONTRACT_BODY, message, place)
            return
        media = _find_media_type(response.contents, media_type)
        if media is None:
            listed = ", ".join(each.name for each in response.contents)
            there = f"`{media_type}`" if media_type else "missing"
            message = f"{name}: the media type is {there}, and {listed} is documented"
            yield _find(Code.CONTRACT_MEDIA_TYPE, message, place)
        elif is_json(media_type) and media.schema is not None and answer.is_whole:
            yield from self._judge_json(name, media, media.schema, answer)

    def _judge_json(
        self, name: str, media: MediaType, schema: Node, answer: Answer
    ) -> Iterator[Finding]:
        try:
            value = parse_json(answer.body.decode("utf-8"))
        except (ValueError, RecursionError):
            message = f"{name}: the body is not valid JSON"
            yield _find(Code.CONTRACT_BODY, message, media.node)
            return
        mistakes = self._list_mistakes(schema, value)
        for each in mistakes[:_MOST_MISTAKES]:
            yield _find(Code.CONTRACT_BODY, f"{name}: {each}", media.node)

    def _list_mistakes(self, schema: Node, value: Any) -> list[str]:
        mistakes = self._validity.find_mistakes(schema, value)
        return [
            f"{_name_place(each.pointer)}{each.message}"[:_LONGEST]
            for each in mistakes
            if each != TOO_MANY_WAYS
        ]


def _find(code: Code, message: str, node: Node, hint: str = "") -> Finding:
    return Finding(code, message, node.source, node.pointer, Severity.WARNING, hint, at_key=True)


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


def _name_place(pointer: tuple[str | int, ...]) -> str:
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in pointer)
    return f"`{text.lstrip('.')}` " if text else ""


def _read_scalar(text: str) -> Iterator[Any]:
    try:
        yield parse_json(text)
    except (ValueError, RecursionError):
        return

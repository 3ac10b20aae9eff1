"""Builds the responses of an operation from documented examples, or else from schemas."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from octavo.mock.messages import Headers, MockAnswer, build_refusal
from octavo.mock.preferences import Preferences, choose_media_type
from octavo.mock.sample_data import build_sample_data
from octavo.openapi.examples.examples import choose_example, read_value, render_body
from octavo.openapi.examples.text import (
    is_binary,
    is_json,
    is_stream,
    render_compact_json,
    render_stream_item,
    strip_media_type,
)
from octavo.openapi.examples.valid_values import ValueMaker
from octavo.openapi.examples.value import build_example
from octavo.openapi.examples.varied import Variation
from octavo.openapi.model import Example, In, MediaType, Node, Operation, Parameter, Response, Side
from octavo.openapi.request.request import choose_concrete_type
from octavo.openapi.schema.places import list_kinds
from octavo.openapi.schema.reader import SchemaReader
from octavo.openapi.validity.validity import Validity
from octavo.values import Struct, replace

_WITHOUT_BODY = frozenset({204, 205, 304})
_ITEMS = 3
"""The number of events in a stream without an example."""
_KEPT_BACK = frozenset(
    "content-type content-length content-encoding transfer-encoding connection date keep-alive"
    " trailer upgrade server".split()
)
_SHORTENED: Headers = (("Mock-Shortened", "the schema asks for more than a mock makes"),)
"""Marks a response that is too large to follow its schema completely."""
_LONGEST_REASON = 1_000
_NOT_IN_HEADERS = re.compile(r"[^\t\x20-\x7e\xa0-\xff]")


class Body(Struct, frozen=True):
    """A body in its sent form, and its original value, if known."""

    content_type: str
    pieces: tuple[bytes, ...]
    value: Any = None
    is_value: bool = False
    is_shortened: bool = False
    """Whether the schema requires more than the body has."""


class AnswerMaker:
    """Builds the responses of one document's operations, each once."""

    def __init__(self, reader: SchemaReader) -> None:
        self._reader = reader
        self.validity = Validity(reader, Side.RESPONSE, checks_formats=True)
        self._maker = ValueMaker(reader, self.validity, Side.RESPONSE)
        self._bodies: dict[tuple[Node, str, str | None], Body] = {}
        self._headers: dict[Node, Headers] = {}
        self.unused_examples: set[tuple[Node, str]] = set()
        """Examples of the document that violate its schemas."""

    def answer(
        self, operation: Operation, accept: str | None, preferences: Preferences
    ) -> MockAnswer:
        """Return the documented response that fits the caller's preferences best."""
        response = _choose_response(operation.responses, preferences.code)
        if response is None:
            return _refuse_code(operation, preferences.code or "")
        status = _choose_status(response.status, preferences.code)
        headers = self._list_headers(response)
        if applied := preferences.describe():
            headers = (*headers, ("Preference-Applied", applied))
        if not response.contents or status in _WITHOUT_BODY or status < 200:
            return MockAnswer(status, headers)
        names = [choose_concrete_type(media.name) for media in response.contents]
        at = choose_media_type(accept, names)
        if at is None and _documents_accept(operation):
            at = 0
        if at is None:
            detail = f"there is no answer in {accept}; there is {', '.join(dict.fromkeys(names))}"
            return self.refuse(operation, None, build_refusal(406, detail))
        media = response.contents[at]
        example = preferences.example
        if example is not None and example not in {each.name for each in media.examples}:
            return _refuse_example(media, example)
        body = self.build_body(media, example)
        if preferences.seed is not None:
            body = self._vary(media, body, preferences.seed)
        headers = (*headers, *(_SHORTENED if body.is_shortened else ()))
        return MockAnswer(status, (("Content-Type", body.content_type), *headers), body.pieces)

    def refuse(self, operation: Operation, accept: str | None, refusal: MockAnswer) -> MockAnswer:
        """Return a refusal with the documented headers and body of its status."""
        response = _choose_response(operation.responses, str(refusal.status))
        if response is None:
            return refusal
        reason = _NOT_IN_HEADERS.sub(" ", refusal.reason)[:_LONGEST_REASON]
        answer = refusal.add_headers((*self._list_headers(response), ("Mock-Refusal", reason)))
        if not response.contents:
            return answer
        names = [choose_concrete_type(media.name) for media in response.contents]
        body = self.build_body(response.contents[choose_media_type(accept, names) or 0])
        others = (each for each in answer.headers if each[0] != "Content-Type")
        headers = (("Content-Type", body.content_type), *others)
        return replace(answer, headers=headers, pieces=body.pieces)

    def build_body(self, media: MediaType, example: str | None = None) -> Body:
        """Return the body of a response in a media type."""
        key = media.node, media.name, example
        if key not in self._bodies:
            self._bodies[key] = self._build_body(media, example)
        return self._bodies[key]

    def _vary(self, media: MediaType, body: Body, seed: int) -> Body:
        """Return a body with other values, if it comes from a schema."""
        if not body.is_value or media.schema is None:
            return body
        value = Variation(self._reader, self.validity, seed).vary(media.schema, body.value)
        return self._write(media, body.content_type, value)

    def _build_body(self, media: MediaType, name: str | None) -> Body:
        content_type = choose_concrete_type(media.name)
        plain = strip_media_type(content_type)
        if plain.startswith("multipart/") and "boundary" not in content_type:
            content_type = f"{content_type}; boundary=part"
        chosen = self._choose_documented(media, name)
        if chosen is not None and chosen.value is None and chosen.serialized is not None:
            return Body(content_type, (chosen.serialized.encode("utf-8", "replace"),))
        if chosen is not None and chosen.value is not None:
            value = read_value(self._reader, media, chosen.value.value)
            if self._is_usable(media, chosen):
                return self._write(media, content_type, value)
            mended = self._maker.mend(media.schema, value) if media.schema else None
            if mended is not None:
                return self._write(media, content_type, mended.value)
        node = media.schema or media.item_schema
        if node is None or self._is_file(plain, node):
            return Body(content_type, (build_sample_data(plain),))
        body = self._write(media, content_type, self._make(media, plain, node))
        return replace(body, is_shortened=self._maker.is_shortened(node))

    def _choose_documented(self, media: MediaType, name: str | None) -> Example | None:
        """Return the named example, or the first one that follows the schema."""
        for example in media.examples:
            if name is not None and example.name != name:
                continue
            if name is not None or self._is_usable(media, example):
                return example
        return None

    def _is_usable(self, media: MediaType, example: Example) -> bool:
        if example.value is None:
            return example.serialized is not None
        node = media.schema
        if node is None or not is_json(strip_media_type(media.name)):
            return True
        is_valid = self.validity.is_valid(
            node, read_value(self._reader, media, example.value.value)
        )
        if not is_valid:
            self.unused_examples.add((media.node, example.name))
        return is_valid

    def _make(self, media: MediaType, plain: str, node: Node) -> Any:
        example = self._maker.make(node)
        # If no value follows the schema, use the example that pages show.
        value = example.value if example else build_example(self._reader, node, Side.RESPONSE)
        is_item = media.schema is None or (
            is_stream(plain) and "array" not in list_kinds(self._reader, node)
        )
        return [value] * _ITEMS if is_item else value

    def _write(self, media: MediaType, content_type: str, value: Any) -> Body:
        plain = strip_media_type(content_type)
        if is_stream(plain) and not isinstance(value, str):
            items = value if isinstance(value, list) else [value]
            pieces = tuple(render_stream_item(plain, each).encode() for each in items)
            return Body(content_type, pieces, value, is_value=True)
        text = render_body(self._reader, media, value)
        if plain.startswith("text/") and "charset" not in content_type.lower():
            content_type = f"{content_type}; charset=utf-8"
        return Body(content_type, (text.encode("utf-8", "replace"),), value, is_value=True)

    def _is_file(self, plain: str, node: Node) -> bool:
        schema = self._reader.read(node)
        if is_json(plain) or schema.examples or "object" in schema.types:
            return False
        return is_binary(plain) or schema.format == "binary"

    # --- headers

    def _list_headers(self, response: Response) -> Headers:
        if not response.headers:
            return ()
        key = response.headers[0].node
        if key not in self._headers:
            self._headers[key] = tuple(self._write_headers(response.headers))
        return self._headers[key]

    def _write_headers(self, headers: Iterable[Parameter]) -> Iterator[tuple[str, str]]:
        for header in headers:
            is_name = re.fullmatch(r"[!#$%&'*+.^_`|~\w-]+", header.name, re.ASCII)
            if is_name and header.name.lower() not in _KEPT_BACK:
                yield header.name, _write_header(self._choose_header_value(header))

    def _choose_header_value(self, header: Parameter) -> Any:
        value = choose_example(self._reader, header, Side.RESPONSE)
        if header.schema is None or self.validity.is_valid(header.schema, value):
            return value
        example = self._maker.make(header.schema)
        return example.value if example else value


def _write_header(value: Any) -> str:
    """Return a value in header form: `a,b` for lists, without line ends."""
    if isinstance(value, list):
        text = ",".join(map(_write_header, value))
    elif isinstance(value, dict):
        text = ",".join(f"{key},{_write_header(each)}" for key, each in value.items())
    else:
        text = value if isinstance(value, str) else render_compact_json(value)
    return _NOT_IN_HEADERS.sub(" ", text).strip()


def _choose_response(responses: tuple[Response, ...], code: str | None) -> Response | None:
    """Return the response for a status, or the first successful one."""
    if code is None:
        return responses[0] if responses else Response("200")
    by_status = {each.status: each for each in responses}
    wanted = (code, f"{code[:1]}XX", "default")
    return next((by_status[each] for each in wanted if each in by_status), None)


def _choose_status(status: str, code: str | None) -> int:
    text = code if code is not None else status
    if text.isascii() and text.isdecimal() and 100 <= int(text) <= 599:
        return int(text)
    return int(status[0]) * 100 if status[:1] in "12345" and status[:1] else 200


def _documents_accept(operation: Operation) -> bool:
    """Tell whether a document defines the `Accept` header itself."""
    headers = (each for each in operation.parameters if each.location is In.HEADER)
    return any(each.name.lower() == "accept" for each in headers)


def _refuse_code(operation: Operation, code: str) -> MockAnswer:
    there = ", ".join(each.status for each in operation.responses) or "none"
    detail = f"`Prefer: code={code}` names a response that is not documented; there is {there}"
    return build_refusal(400, detail)


def _refuse_example(media: MediaType, name: str) -> MockAnswer:
    there = ", ".join(each.name for each in media.examples if each.name) or "none"
    detail = f"`Prefer: example={name}` names an example that is not documented; there is {there}"
    return build_refusal(400, detail)

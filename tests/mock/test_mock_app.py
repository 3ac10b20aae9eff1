"""The mock on the wire."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from octavo.mock.app import MockApp
from tests.mock.asking import build_api, describe

EVENTS = {"text/event-stream": {"itemSchema": {"const": {"data": "a"}}}}
ANY = {"description": "fine", "content": {"application/json": {"schema": {"type": "boolean"}}}}
ORIGIN = {"origin": "https://docs.example.com"}


def send(
    app: MockApp,
    method: str = "GET",
    path: str = "/it",
    headers: Mapping[str, str] | None = None,
    pieces: tuple[bytes, ...] = (b"",),
) -> tuple[int, dict[str, str], list[bytes]]:
    """Return status, headers and the pieces of the body of an answer."""
    messages: list[Any] = []
    waiting = list(pieces)

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": waiting.pop(0), "more_body": bool(waiting)}

    async def keep(message: Any) -> None:
        messages.append(message)

    encoded = [(name.encode(), value.encode()) for name, value in (headers or {}).items()]
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": encoded,
    }
    asyncio.run(app(scope, receive, keep))
    told = {name.decode(): value.decode() for name, value in messages[0]["headers"]}
    return messages[0]["status"], told, [each["body"] for each in messages[1:] if each["body"]]


def test_an_answer_has_a_length_and_head_has_no_body() -> None:
    app = MockApp(build_api(describe(response=ANY)))
    status, headers, pieces = send(app)
    assert (status, pieces, headers["content-length"]) == (200, [b"true"], "4")
    status, headers, pieces = send(app, "HEAD")
    assert (status, pieces, headers["content-length"]) == (200, [], "4")


def test_a_stream_is_sent_event_by_event() -> None:
    document = describe(response={"description": "events", "content": EVENTS})
    _, headers, pieces = send(MockApp(build_api({**document, "openapi": "3.2.0"})))
    assert pieces == [b"data: a\n\n"] * 3
    assert "content-length" not in headers


def test_pages_of_other_origins_may_call_it() -> None:
    response = {**ANY, "headers": {"X-Left": {"example": "3"}}}
    app = MockApp(build_api(describe(response=response)))
    asks = {
        "access-control-request-method": "PUT",
        "access-control-request-headers": "x-own, content-type",
        "access-control-request-private-network": "true",
    }
    status, headers, _ = send(app, "OPTIONS", headers=ORIGIN | asks)
    assert status == 204
    assert headers["access-control-allow-origin"] == ORIGIN["origin"]
    assert headers["access-control-allow-methods"] == "GET, HEAD, OPTIONS, PUT"
    assert headers["access-control-allow-headers"] == "x-own, content-type"
    assert headers["access-control-allow-private-network"] == "true"
    _, headers, _ = send(app, headers=ORIGIN)
    assert headers["access-control-allow-origin"] == ORIGIN["origin"]
    assert headers["access-control-expose-headers"] == "X-Left"
    # What is wrong must be readable, too: a page that cannot read it shows nothing.
    status, headers, _ = send(app, path="/other", headers=ORIGIN)
    assert (status, headers["access-control-allow-origin"]) == (404, ORIGIN["origin"])
    assert "access-control-allow-origin" not in send(app)[1]


def test_a_body_that_is_too_large_is_refused() -> None:
    body = {"content": {"text/plain": {"schema": {"type": "string"}}}}
    app = MockApp(build_api(describe("post", body=body)), max_body=10)
    plain = {"content-type": "text/plain"}
    assert send(app, "POST", headers=plain, pieces=(b"12345", b"67890"))[0] == 200
    assert send(app, "POST", headers=plain, pieces=(b"12345", b"678901"))[0] == 413
    assert send(app, "POST", headers={**plain, "content-length": "11"})[0] == 413


def test_a_document_cannot_add_headers() -> None:
    content = {"text/plain\r\nX-Evil: 1": {"example": "a"}}
    app = MockApp(build_api(describe(response={"description": "fine", "content": content})))
    _, headers, _ = send(app)
    assert headers["content-type"] == "text/plain  X-Evil: 1; charset=utf-8"


def test_who_runs_it_is_told_why_a_request_was_refused() -> None:
    told: list[str] = []
    parameter = {"name": "n", "in": "query", "required": True, "schema": {}}
    api = build_api(describe(parameters=[parameter]))
    app = MockApp(api, note=lambda _request, answer: told.append(answer.reason))
    send(app)
    send(app, "OPTIONS")
    assert told == ["query.n: is missing", ""]

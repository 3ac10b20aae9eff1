"""The mock as a web application (ASGI), which answers pages of any origin."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from octavo.mock.api import MockApi
from octavo.mock.messages import MockAnswer, MockRequest, build_refusal
from octavo.problems import ENDINGS, Location, explain_fault
from octavo.server.web.asgi import Receive, Scope, Send

MAX_BODY = 1024 * 1024
"""The default limit in bytes for the body of a request."""

Note = Callable[[MockRequest, MockAnswer], None]
_CONTROLS = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
"""Characters that would end a header; media types and methods come from the document."""
_ALWAYS = (("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"))
_SAFE = frozenset(
    {"cache-control", "content-language", "content-length", "content-type", "expires"}
    | {"last-modified", "pragma"}
)
"""The headers that pages of other origins may always read."""


class MockApp:
    """Answers every request that comes in."""

    def __init__(
        self, api: MockApi, max_body: int = MAX_BODY, note: Note = lambda _request, _answer: None
    ) -> None:
        """Create the application; `note` gets each request with its response."""
        self._api = api
        self._max_body = max_body
        self._note = note

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        request = await load_request(scope, receive, self._max_body)
        answer = find_answer(self._api, request, self._max_body)
        self._note(request, answer)
        await send_answer(send, request, answer)


def find_answer(api: MockApi, request: MockRequest, max_body: int = MAX_BODY) -> MockAnswer:
    """Return the mock's response to a request, or to a browser's preflight."""
    if request.body is None:
        detail = f"the body has more than {max_body:,} bytes"
        return build_refusal(413, detail, headers=(("Connection", "close"),))
    wanted = request.headers.get("access-control-request-method")
    if request.method == "OPTIONS" and wanted is not None and "origin" in request.headers:
        return _answer_preflight(api, request, wanted)
    try:
        return api.answer(request)
    except ENDINGS:
        raise
    except BaseException as error:
        place = Location(f"{request.method} {request.path}")
        problem = explain_fault(error, "the answer", place)
        return build_refusal(500, f"{problem.message}. {problem.hint}")


def _answer_preflight(api: MockApi, request: MockRequest, wanted: str) -> MockAnswer:
    """Allow a browser's preflight request."""
    match = api.find(request.path, wanted)
    methods = dict.fromkeys((*(match.list_methods() if match else ()), wanted))
    headers = [
        ("Access-Control-Allow-Methods", ", ".join(methods)),
        ("Access-Control-Max-Age", "600"),
    ]
    if names := request.headers.get("access-control-request-headers"):
        headers.append(("Access-Control-Allow-Headers", names))
    if request.headers.get("access-control-request-private-network") == "true":
        headers.append(("Access-Control-Allow-Private-Network", "true"))
    return MockAnswer(204, tuple(headers))


async def load_request(
    scope: Scope, receive: Receive, max_body: int = MAX_BODY, prefix: str = ""
) -> MockRequest:
    """Load a request; its path stays encoded, without the prefix."""
    raw = scope.get("raw_path") or scope["path"].encode()
    path = raw.decode("latin-1").partition("?")[0].removeprefix(prefix) or "/"
    headers: dict[str, str] = {}
    for name, value in scope["headers"]:
        key, text = name.decode("latin-1").lower(), value.decode("latin-1")
        glue = "; " if key == "cookie" else ", "
        headers[key] = f"{headers[key]}{glue}{text}" if key in headers else text
    body = await _load_body(headers.get("content-length", ""), receive, max_body)
    query = scope["query_string"].decode("latin-1")
    return MockRequest(scope["method"], path, query, headers, body)


async def _load_body(length: str, receive: Receive, max_body: int) -> bytes | None:
    """Return the body of a request; None if it is too large."""
    if length.isascii() and length.isdecimal() and int(length) > max_body:
        return None
    pieces: list[bytes] = []
    size, has_more = 0, True
    while has_more:
        message = await receive()
        pieces.append(message.get("body", b""))
        size += len(pieces[-1])
        if size > max_body:
            return None
        has_more = message.get("more_body", False)
    return b"".join(pieces)


async def send_answer(send: Send, request: MockRequest, answer: MockAnswer) -> None:
    """Send a response, to a page of any origin."""
    origin = request.headers.get("origin")
    headers = [*answer.headers, *_ALWAYS]
    if origin is not None:
        exposed = (name for name, _ in answer.headers if name.lower() not in _SAFE)
        headers += [
            ("Access-Control-Allow-Origin", origin),
            ("Access-Control-Allow-Credentials", "true"),
            ("Access-Control-Expose-Headers", ", ".join(dict.fromkeys(exposed))),
            ("Vary", "Origin"),
        ]
    if len(answer.pieces) < 2 and answer.status not in (204, 304):
        size = sum(map(len, answer.pieces))
        headers.append(("Content-Length", str(size)))
    encoded = [
        (name.lower().encode("latin-1"), _CONTROLS.sub(" ", value).encode("latin-1", "replace"))
        for name, value in headers
    ]
    start: dict[str, Any] = {"type": "http.response.start", "status": answer.status}
    await send({**start, "headers": encoded})
    for piece in answer.pieces if request.method != "HEAD" else ():
        await send({"type": "http.response.body", "body": piece, "more_body": True})
    await send({"type": "http.response.body", "body": b""})

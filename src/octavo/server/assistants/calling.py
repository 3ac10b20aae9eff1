"""The tool that calls the API by the rules of the proxy, if the operator allows it.

An assistant names an operation that a page documents, and never an address. Its request goes
through the proxy like one of the playground: only to documented servers, only with the assistant's
headers, and within the same limits.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote, urlencode

from octavo.builder.served.proxy_manifest import ProxyOperation
from octavo.builder.served.proxy_servers import ProxyServer, resolve_server
from octavo.builder.served.refusals import RefusedError
from octavo.server.assistants.arguments import ANY, TEXTS, Argument, ToolError
from octavo.server.assistants.reading import METHOD, OPERATION_ID, PATH, find_operations
from octavo.server.assistants.tool import Question, Tool, ToolAnswer, build_data_answer
from octavo.server.proxy.answer import DATA, END, HEAD, read_parts
from octavo.server.proxy.forward import Proxy
from octavo.server.proxy.request import CONTENT_TYPE, MARK, ROUTE
from octavo.server.proxy.rules import ProxyLimits
from octavo.server.web.asgi import Message, Scope
from octavo.values import replace

_LONGEST_BODY = 50_000
"""The most characters of a response body that an assistant gets."""
_VARIABLE = re.compile(r"\{([^{}]*)\}")
_OF_SENDER = (b"host", b"x-forwarded-for")
"""The headers that identify the client for the proxy."""


def limit_calls(limits: ProxyLimits) -> ProxyLimits:
    """Return the limits of a proxy for assistants, who read no long responses."""
    return replace(limits, request_bytes=1 << 20, answer_bytes=4 * _LONGEST_BODY)


def build_calling_tool(proxy: Proxy) -> Tool:
    """Return the tool that sends requests through a proxy."""

    async def call(question: Question) -> ToolAnswer:
        return await _call(proxy, question)

    return Tool(
        "call_operation",
        "Call an operation of the API",
        "Send a request to a documented operation of the API, and return its answer. This really "
        "happens and may change data. Credentials are those that you give in headers or cookies. "
        "Name the operation by method and path, or by operationId.",
        (
            METHOD,
            PATH,
            OPERATION_ID,
            Argument("path_values", "Values of the variables of its path, by name.", TEXTS),
            Argument("query", "Query parameters, by name.", TEXTS, longest=4_000),
            Argument("headers", "Headers, by name.", TEXTS, longest=8_000),
            Argument("cookies", "Cookies, by name.", TEXTS, longest=4_000),
            Argument("body", "The body: JSON, or a text that is sent as it is.", ANY),
            Argument("server", "The documented server to call, as documented (the first)."),
            Argument("variables", "Values of the variables of the server, by name.", TEXTS),
        ),
        call,
        is_reading=False,
    )


async def _call(proxy: Proxy, question: Question) -> ToolAnswer:
    arguments = question.arguments
    (page, *_) = await find_operations(question)
    method, _, path = page.operation.partition(" ")
    manifest = await proxy.load_manifest()
    candidates = manifest.operations.get((method, path), ())
    if not candidates:
        raise ToolError("This operation cannot be called from here.")
    operation, server = _choose_server(candidates, arguments.get("server", ""))
    variables = {name: texts[0] for name, texts in arguments.get("variables", {}).items() if texts}
    try:
        _, base = resolve_server(server, variables)
    except RefusedError as refusal:
        raise ToolError(refusal.message) from None
    body, headers = _build_body(arguments)
    envelope = {
        "server": server.url,
        "variables": variables,
        "method": method,
        "operation": operation.path,
        "path": base.rstrip("/") + _fill_path(path, arguments.get("path_values", {})),
        "query": urlencode(arguments.get("query", {}), doseq=True, quote_via=quote),
        "headers": headers,
        "cookies": _list_pairs(arguments.get("cookies", {})),
    }
    status, content = await _send(proxy, question.sender, json.dumps(envelope).encode(), body)
    if status != 200:
        raise ToolError(str(json.loads(content)["message"]))
    return build_data_answer(_describe_answer(content))


def _choose_server(
    candidates: Sequence[ProxyOperation], url: str
) -> tuple[ProxyOperation, ProxyServer]:
    """Return a server by its documented address, or the first usable one."""
    servers = [(operation, server) for operation in candidates for server in operation.servers]
    matches = [each for each in servers if not url or each[1].url == url]
    if not matches:
        urls = ", ".join(server.url for _, server in servers[:20])
        raise ToolError(f"This server is not documented for the operation. There are: {urls}")
    return next((each for each in matches if not each[1].refusal), matches[0])


def _fill_path(path: str, values: Mapping[str, list[str]]) -> str:
    def fill(match: re.Match[str]) -> str:
        texts = values.get(match[1])
        if not texts or not texts[0]:
            raise ToolError(f"`path_values` has no value for `{match[1]}`.")
        return quote(",".join(texts), safe="", errors="replace")

    filled = _VARIABLE.sub(fill, path)
    return filled if filled.startswith("/") or not filled else f"/{filled}"


def _build_body(arguments: Mapping[str, Any]) -> tuple[bytes, list[list[str]]]:
    headers = _list_pairs(arguments.get("headers", {}))
    body = arguments.get("body")
    if body is None:
        return b"", headers
    if not any(name.lower() == "content-type" for name, _ in headers):
        kind = "text/plain; charset=utf-8" if isinstance(body, str) else "application/json"
        headers.append(["Content-Type", kind])
    text = body if isinstance(body, str) else json.dumps(body, ensure_ascii=False)
    return text.encode("utf-8", "replace"), headers


def _list_pairs(values: Mapping[str, list[str]]) -> list[list[str]]:
    return [[name, text] for name, texts in values.items() for text in texts]


async def _send(
    proxy: Proxy, sender: Scope | None, envelope: bytes, body: bytes
) -> tuple[int, bytes]:
    """Return the status and the content of the proxy's response."""
    content = envelope + b"\n" + body
    messages = [{"type": "http.request", "body": content, "more_body": False}]
    answer, status = bytearray(), 0

    async def receive() -> Message:
        if messages:
            return messages.pop()
        await asyncio.Event().wait()  # The client stays connected until the proxy has answered.
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        nonlocal status
        status = message.get("status", status)
        answer.extend(message.get("body", b""))

    await proxy(_build_scope(sender, len(content)), receive, send)
    return status, bytes(answer)


def _build_scope(sender: Scope | None, length: int) -> Scope:
    """Return a playground request from the same client."""
    asker = sender or {"headers": [(b"host", b"localhost")], "client": ("127.0.0.1", 0)}
    return {
        "type": "http",
        "method": "POST",
        "path": ROUTE,
        "query_string": b"",
        "client": asker.get("client"),
        "headers": [
            *(each for each in asker["headers"] if each[0] in _OF_SENDER),
            (b"content-type", CONTENT_TYPE.encode()),
            (b"content-length", str(length).encode()),
            (MARK.lower().encode(), b"1"),
        ],
    }


def _describe_answer(content: bytes) -> dict[str, Any]:
    parts = list(read_parts(content))
    head = next(json.loads(part) for kind, part in parts if kind == HEAD)
    end = next((json.loads(part) for kind, part in parts if kind == END), {"cut": "broken"})
    body = b"".join(part for kind, part in parts if kind == DATA)
    text, is_whole = _read_body(body)
    described: dict[str, Any] = {
        "status": head["status"],
        "reason": head["reason"],
        "headers": head["headers"],
        "body": text,
    }
    if head["dropped"]:
        described["not_sent"] = head["dropped"]
    if end["cut"] or not is_whole:
        described["cut"] = end["cut"] or "size"
    return described


def _read_body(body: bytes) -> tuple[str, bool]:
    """Return a body as text, and whether it is complete."""
    if b"\0" in body[:1_000]:
        return f"({len(body):,} bytes that are no text)", True
    text = body.decode("utf-8", "replace")
    return text[:_LONGEST_BODY], len(text) <= _LONGEST_BODY

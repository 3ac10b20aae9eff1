"""Asks the mock of a small document."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from octavo.mock.api import MockApi
from octavo.mock.messages import MockAnswer, MockRequest
from tests.openapi.api_documents import make_document


def build_api(content: str | Mapping[str, Any]) -> MockApi:
    """Return the mock of a document, written as YAML or as a value."""
    return MockApi(make_document(content))


def describe(
    method: str = "get",
    path: str = "/it",
    parameters: Any = (),
    body: Any = None,
    response: Any = None,
    **more: Any,
) -> dict[str, Any]:
    """Return a document with one operation."""
    operation: dict[str, Any] = {
        "parameters": list(parameters),
        "responses": {"200": response or {"description": "fine"}},
        **more,
    }
    if body is not None:
        operation["requestBody"] = body
    return {"openapi": "3.1.0", "paths": {path: {method: operation}}}


def ask(
    content: str | Mapping[str, Any] | MockApi,
    target: str = "/it",
    method: str = "GET",
    body: bytes | str | None = None,
    **headers: str,
) -> MockAnswer:
    """Return the answer to a request; names of headers have `_` for `-`."""
    api = content if isinstance(content, MockApi) else build_api(content)
    path, _, query = target.partition("?")
    sent = body.encode() if isinstance(body, str) else body or b""
    by_name = {name.replace("_", "-").lower(): value for name, value in headers.items()}
    return api.answer(MockRequest(method, path, query, by_name, sent))


def list_faults(answer: MockAnswer) -> list[str]:
    """Return what an answer says is wrong, each in one line."""
    if answer.status < 400:
        return []
    return [f"{each['place']}: {each['message']}" for each in read(answer)["errors"]]


def read(answer: MockAnswer) -> Any:
    """Return the JSON of an answer."""
    return json.loads(b"".join(answer.pieces))


def header(answer: MockAnswer, name: str) -> str | None:
    """Return a header of an answer."""
    return next((value for key, value in answer.headers if key.lower() == name.lower()), None)

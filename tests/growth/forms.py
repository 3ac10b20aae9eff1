"""What readers and assistants send: paths, queries, bodies and arguments, to one small API."""

from __future__ import annotations

import contextlib
import json
from typing import Any

from octavo.mock.api import MockApi
from octavo.mock.messages import MockRequest
from octavo.server.assistants.arguments import (
    ANY,
    NUMBER,
    TEXTS,
    Argument,
    ToolError,
    build_schema,
    read_arguments,
)
from tests.openapi.api_documents import make_document

FORM = (
    "a[]=", "a[b][", "][", "[0]", "a=&", "--a\r\n", "--a--", "\r\n", "\n", "name=", ": ", "(", ")",
    "Content-Disposition: form-data; name=a\r\n\r\n", "Content-Type: ", "=?", "?=", "<", "*0*=",
    "Content-Disposition: form-data; name=", "Content-Transfer-Encoding: base64\r\n", "%25",
)  # fmt: skip
"""Pieces of forms."""

_TYPES = (
    "application/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data;boundary=a",
)
_PATHS = ("/a/a/a/b", "/{a}/a/{b}/c", "/{a}-{b}.{c}:{d}", "/{a}{b}/{c}{d}", "/a-{a}/{b}*", "/{a}//")
_BASES = ("/", "/a", "/a/{v}", "/{v}-{w}", "/{v}{w}/{v}{w}", "/{v}.{v}%{w}")
_VARIABLES = {"v": {"default": "a", "enum": ["a/a", "//", "a-a"]}, "w": {"default": "a"}}
_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"a": {"type": ["array", "object"], "items": {"type": "integer"}}},
}
_PARAMETERS = [
    {"name": "a", "in": "query", "schema": _SCHEMA["properties"]["a"]},
    {"name": "b", "in": "query", "style": "deepObject", "schema": _SCHEMA},
    {"name": "c", "in": "query", "schema": _SCHEMA},
    {"name": "d", "in": "cookie", "schema": _SCHEMA},
    {"name": "e", "in": "header", "schema": _SCHEMA},
]
_BODY = {"content": {each.partition(";")[0]: {"schema": _SCHEMA} for each in _TYPES}}
_MOCK = MockApi(
    make_document(
        {
            "servers": [{"url": base, "variables": _VARIABLES} for base in _BASES],
            "paths": {
                **{path: {"get": {}} for path in _PATHS},
                "/form": {"post": {"parameters": _PARAMETERS, "requestBody": _BODY}},
            },
        }
    )
)


def ask_path(text: str) -> object:
    """Ask the mock for a path."""
    return [_MOCK.answer(MockRequest("GET", path, "", {}, b"")) for path in (text, f"/{text}")]


def send_bodies(text: str) -> object:
    """Send a text as the body, as a part of a form, as its name, and everywhere else."""
    part = 'Content-Disposition: form-data; name="a"\r\n\r\n'
    bodies = (text, f"a={text}", f'{{"a": "{text}"}}', f"--a\r\n{part}{text}\r\n--a--")
    named = f"--a\r\n{part.replace('a', text)}a\r\n--a--"
    return [
        _send(text, body, {"content-type": each, "cookie": f"d={text}", "e": text})
        for each in _TYPES
        for body in (*bodies, named)
    ]


def send_fields(text: str) -> object:
    """Send as many fields of different names as a text has letters."""
    fields = "&".join(f"{letter}{at}[{letter}]=1" for at, letter in enumerate(text))
    return _send(fields, fields, {"content-type": _TYPES[1]})


def _send(query: str, body: str, headers: dict[str, str]) -> object:
    return _MOCK.answer(MockRequest("POST", "/form", query, headers, body.encode()))


def call_tool(text: str) -> object:
    """Give a text to a tool for assistants: as the name of an argument, and in one of each kind."""
    names = [f"{text[:20]}{at}" for at in range(len(text))]
    with contextlib.suppress(ValueError):
        names.append(json.loads(text))
    arguments = [
        Argument("text", text, longest=len(text) // 2, choices=tuple(map(str, names))),
        Argument("number", text, NUMBER),
        Argument("texts", text, TEXTS),
        Argument("any", text, ANY, is_required=True),
    ]
    values = (text, names[-1], [text], dict.fromkeys(map(str, names), text), {text: names}, names)
    for value in values:
        for argument in arguments:
            with contextlib.suppress(ToolError):
                read_arguments(arguments, {argument.name: value, "any": value})
    many = [Argument(str(name), "", TEXTS, is_required=True) for name in names]
    with contextlib.suppress(ToolError):
        read_arguments(many, {str(name): {} for name in names})
    return build_schema([*arguments, *many])

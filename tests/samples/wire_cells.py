"""What a cell of the wire table is: a request, and what must arrive."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, unquote

from tests.samples.echo_server import Received

FILES = {
    "example.pdf": b"%PDF-1.7\n\xe2\xe3\xcf\xd3 a document\r\n",
    "example.png": b"\x89PNG\r\n\x1a\n\x00\x01 a picture",
    "example.bin": bytes(range(256)),
}
"""The files that samples name."""


@dataclass(frozen=True)
class Part:
    """A part of a multipart body; its type counts where it is given."""

    name: str
    content: bytes
    filename: str | None = None
    content_type: str | None = None


@dataclass(frozen=True)
class Json:
    """A body that means a value."""

    value: Any


Body = None | str | bytes | Json | Sequence[tuple[str, str]] | Sequence[Part]


@dataclass(frozen=True)
class Cell:
    """A request and what must arrive; the target is what stands behind the server's address."""

    name: str
    description: Mapping[str, Any]
    values: Mapping[str, Any]
    target: str = "/"
    headers: Mapping[str, str | None] = field(default_factory=dict)
    """What must be among the headers; None for one that must not be there."""
    body: Body = None
    server_path: str = ""
    """What the server's address ends in."""
    without: frozenset[str] = frozenset()
    """Languages that cannot send it, for reasons of their own."""

    def described(self, base: str) -> dict[str, Any]:
        """Return the description for a server at an address."""
        variables = self.description.get("variables", [])
        server = {"url": base + self.server_path, "variables": variables}
        others = {key: value for key, value in self.description.items() if key != "variables"}
        return {
            "method": "GET",
            "path": "/",
            "parameters": [],
            "bodies": [],
            "bodyRequired": False,
            "security": [],
            **others,
            "servers": [server],
        }


def parameter(
    location: str, style: str, explode: bool, name: str = "color", **more: Any
) -> dict[str, Any]:
    """Return the description of a parameter."""
    described = {"name": name, "in": location, "required": True, "style": style}
    return {**described, "explode": explode, **more}


def check_received(cell: Cell, received: Received) -> None:
    """Fail where a request is not what the table says."""
    assert received.method == cell.description.get("method", "GET")
    assert received.target == cell.target
    for name, value in cell.headers.items():
        assert received.headers.get_all(name) == ([value] if value is not None else None)
    check_body(cell, received)


def check_body(cell: Cell, received: Received) -> None:
    """Fail where a body is not what the table says."""
    expected = cell.body
    if expected is None:
        assert received.body == b""
    elif isinstance(expected, str):
        assert received.body == expected.encode()
    elif isinstance(expected, bytes):
        assert received.body == expected
    elif isinstance(expected, Json):
        assert json.loads(received.body) == expected.value
    elif expected and isinstance(expected[0], Part):
        kind = cell.values["body"]["contentType"].partition(";")[0]
        check_parts([part for part in expected if isinstance(part, Part)], received, kind)
    else:
        pairs = parse_qsl(received.body.decode(), keep_blank_values=True, strict_parsing=True)
        assert pairs == [*expected]


def check_parts(expected: Sequence[Part], received: Received, kind: str) -> None:
    """Fail where the parts of a multipart body are not these, in this order."""
    content_type = received.headers["Content-Type"]
    assert content_type.startswith(f"{kind}; boundary=")
    boundary = content_type.partition("boundary=")[2].strip('"').encode()
    first, *sections, last = (b"\r\n" + received.body).split(b"\r\n--" + boundary)
    assert (first, last) == (b"", b"--\r\n")
    parts = [_read_part(section, like) for section, like in zip(sections, expected, strict=True)]
    assert parts == [*expected]


def _read_part(section: bytes, like: Part) -> Part:
    head, _, content = section.removeprefix(b"\r\n").partition(b"\r\n\r\n")
    headers = dict(line.split(": ", 1) for line in head.decode().split("\r\n"))
    folded = {name.lower(): value for name, value in headers.items()}
    disposition = folded["content-disposition"]
    filename = re.search(r' filename="([^"]*)"', disposition)
    if filename and filename[1] == "blob" and like.filename is None:
        filename = None  # FormData calls every part with a type a file of this name
    return Part(
        name=_read_name(disposition, like.name),
        content=content,
        filename=filename[1] if filename else None,
        content_type=folded.get("content-type") if like.content_type else None,
    )


def _read_name(disposition: str, like: str) -> str:
    """Return the name of a part: clients encode quotes, but Go puts a backslash before them."""
    name = re.search(r' name="([^"]*)"', disposition)
    escaped = re.search(r' name="((?:[^"\\]|\\.)*)"', disposition)
    if escaped and re.sub(r"\\(.)", r"\1", escaped[1]) == like:
        return like
    return unquote(name[1]) if name else ""

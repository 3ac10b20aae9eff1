"""What the playground writes, the mock reads back: parameters in every style, and bodies."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote_plus, urlsplit

import pytest

from octavo.mock.api import MockApi
from octavo.mock.messages import MockRequest
from octavo.mock.server import load_document
from octavo.openapi.examples.valid_values import ValueMaker
from octavo.openapi.model import Operation, Side
from octavo.openapi.request.request import describe_request
from octavo.openapi.schema.reader import SchemaReader
from octavo.openapi.validity.validity import Validity
from octavo.render.api.samples.printer import SamplePrinter
from tests.openapi.api_documents import FOLDER, REPOSITORY

DOCUMENTS = [
    REPOSITORY / "examples" / "garden" / "openapi.yaml",
    *(FOLDER / name for name in ("petstore.yaml", "trigger.yaml", "digitalocean.yaml")),
]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_requests_of_the_playground_are_taken(path: Any) -> None:
    if not path.exists():
        pytest.skip(f"{path.name} is not there; OCTAVO_OPENAPI_DOCUMENTS names its folder")
    document, _ = load_document(str(path))
    assert document is not None
    api, reader = MockApi(document), SchemaReader(document)
    validity = Validity(reader, Side.REQUEST, checks_formats=True)
    maker, printer = ValueMaker(reader, validity, Side.REQUEST), SamplePrinter()
    refused = []
    for entry in api.entries:
        operation = api.read(entry)
        answer = api.answer(write_request(operation, reader, maker, printer))
        if answer.reason:
            refused.append(f"{entry.key.method} {entry.key.path}: {answer.reason}")
    assert len(api.entries) > 5
    assert refused == []


def write_request(
    operation: Operation, reader: SchemaReader, maker: ValueMaker, printer: SamplePrinter
) -> MockRequest:
    """Return a request with all parameters, as the scripts of the playground write it."""
    description = {**describe_request(operation, reader), "security": []}
    values: dict[str, Any] = {"parameters": {}}
    for parameter in operation.parameters:
        made = maker.make(parameter.schema) if parameter.schema else None
        if made is not None:
            key = f"{parameter.location.value}:{parameter.name}"
            values["parameters"][key] = made.value
    for media, body in zip(
        operation.body.contents if operation.body else (), description["bodies"], strict=True
    ):
        made = maker.make(media.schema) if media.schema else None
        if body["kind"] == "binary":
            values["body"] = {"contentType": body["contentType"], "file": "example.bin"}
        if made is None or "body" in values:
            continue
        if body["kind"] in ("urlencoded", "multipart"):
            fields = [list(item) for item in made.value.items()]
            values["body"] = {"contentType": body["contentType"], "fields": fields}
        else:
            text = json.dumps(made.value)
            values["body"] = {"contentType": body["contentType"], "text": text}
    written = printer.build_request(description, values)
    assert written is not None
    address = urlsplit(written["url"])
    headers = {name.lower(): value for name, value in written["headers"]}
    headers |= find_credentials(operation)
    content, kind = encode(written["body"])
    if kind:
        headers["content-type"] = kind
    return MockRequest(written["method"], address.path, address.query, headers, content)


def find_credentials(operation: Operation) -> dict[str, str]:
    """Return headers with all that the first alternative of an operation asks for."""
    headers = {}
    for use in operation.security[0] if operation.security else ():
        scheme = use.scheme
        if scheme.type == "apiKey":
            headers[(scheme.name or "").lower()] = "k"
        else:
            headers["authorization"] = f"{scheme.scheme or 'bearer'} k"
    return headers


def encode(body: dict[str, Any]) -> tuple[bytes, str]:
    """Return a body as it is sent, and its type."""
    if body["kind"] == "text":
        return body["text"].encode(), body["contentType"]
    if body["kind"] == "urlencoded":
        pairs = (f"{quote_plus(name)}={quote_plus(value)}" for name, value in body["pairs"])
        return "&".join(pairs).encode(), body["contentType"]
    if body["kind"] == "multipart":
        parts = "".join(map(write_part, body["parts"]))
        return f"{parts}--cut--\r\n".encode(), f"{body['contentType']}; boundary=cut"
    return (b"\x00\xff", body["contentType"]) if body["kind"] == "binary" else (b"", "")


def write_part(part: dict[str, Any]) -> str:
    """Return a part of a body as it is sent."""
    name = f'; filename="{part["file"]}"' if "file" in part else ""
    kind = f"Content-Type: {part['contentType']}\r\n" if part.get("contentType") else ""
    head = f'--cut\r\nContent-Disposition: form-data; name="{part["name"]}"{name}\r\n{kind}'
    return f"{head}\r\n{part.get('text', 'data')}\r\n"

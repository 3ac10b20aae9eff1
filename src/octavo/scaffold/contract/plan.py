"""Plans the requests of a check: those of the samples, to the address that the operator names.

Only requests that change nothing are planned, unless the operator asks for all. Credentials come
from the environment: `OCTAVO_CREDENTIAL_<NAME>` holds that of the security scheme `name`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from typing import Any

from octavo.openapi.examples.examples import choose_example
from octavo.openapi.model import In, Operation
from octavo.openapi.request.request import describe_request
from octavo.openapi.request.sample_values import build_initial_values
from octavo.openapi.schema.reader import SchemaReader
from octavo.render.api.samples.printer import SamplePrinter
from octavo.scaffold.contract.exchange import Request
from octavo.values import Struct

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
CREDENTIAL = "OCTAVO_CREDENTIAL_"
_BOUNDARY = "octavo-check-7f3a9c51"


class PlannedRequest(Struct, frozen=True):
    """A request of an operation, and how much the document says about its values."""

    operation: Operation
    request: Request
    is_stated: bool
    """Whether the document states every value of the path, so that the thing must exist."""
    has_credentials: bool
    """False if the operation asks for credentials that the environment does not have."""


def read_credentials(environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Return the credentials of the environment, by the cleaned name of their scheme."""
    return {
        name.removeprefix(CREDENTIAL): value
        for name, value in environment.items()
        if name.startswith(CREDENTIAL) and value
    }


def name_credential(key: str) -> str:
    """Return the name of a scheme as variables of the environment have it."""
    return re.sub(r"\W", "_", key).upper()


def plan_requests(
    operation: Operation,
    reader: SchemaReader,
    printer: SamplePrinter,
    base: str,
    credentials: Mapping[str, str],
) -> Iterator[PlannedRequest]:
    """Yield the requests of an operation: with what it needs, and with all that it takes."""
    description = describe_request(operation, reader, base_urls=(base,))
    seen: set[Request] = set()
    for show_optional in (False, True):
        values = build_initial_values(operation, reader, description, show_optional=show_optional)
        is_stated = _fill_path(operation, reader, values)
        has_credentials = _add_credentials(operation, values, credentials)
        values.pop("unfilled", None)
        built = printer.build_request(description, values)
        request = _finish(built) if built is not None else None
        if request is not None and request not in seen:
            seen.add(request)
            yield PlannedRequest(operation, request, is_stated, has_credentials)


def _fill_path(operation: Operation, reader: SchemaReader, values: dict[str, Any]) -> bool:
    """Fill in the values of the path that the document does not state; return if it states all."""
    is_stated = True
    for parameter in operation.parameters:
        key = f"{parameter.location.value}:{parameter.name}"
        if parameter.location is In.PATH and key not in values["parameters"]:
            values["parameters"][key] = choose_example(reader, parameter)
            is_stated = False
    return is_stated


def _add_credentials(
    operation: Operation, values: dict[str, Any], credentials: Mapping[str, str]
) -> bool:
    """Choose an alternative that the environment can fill; return if there is one."""
    values.pop("security", None)
    for number, alternative in enumerate(operation.security):
        values_of = {
            use.scheme.key: credentials.get(name_credential(use.scheme.key)) for use in alternative
        }
        if all(values_of.values()):
            values["security"] = number
            values["credentials"] = {
                use.scheme.key: _split_basic(use.scheme.scheme, values_of[use.scheme.key] or "")
                for use in alternative
            }
            return True
    return not operation.security


def _split_basic(scheme: str | None, credential: str) -> Any:
    if scheme != "basic":
        return credential
    username, _, password = credential.partition(":")
    return {"username": username, "password": password}


def _finish(built: Mapping[str, Any]) -> Request | None:
    """Return a request with the bytes of its body; None if it sends a file that is not here."""
    body, headers = built["body"], [(name, value) for name, value in built["headers"]]
    content = b""
    if body["kind"] == "text":
        content = body["text"].encode("utf-8", "replace")
    elif body["kind"] == "urlencoded":
        content = "&".join(f"{name}={value}" for name, value in body["pairs"]).encode()
    elif body["kind"] == "multipart":
        content = _join_parts(body["parts"])
        headers.append(("Content-Type", f"{body['contentType']}; boundary={_BOUNDARY}"))
    elif body["kind"] == "binary":
        return None
    if any(char in f"{name}{value}" for name, value in headers for char in "\r\n\0"):
        return None
    return Request(built["method"], built["url"], tuple(headers), content)


def _join_parts(parts: list[Mapping[str, Any]]) -> bytes:
    joined = b""
    for part in parts:
        name = part["name"].replace('"', "%22").replace("\r", "").replace("\n", "")
        file = f'; filename="{name}.bin"' if "file" in part else ""
        kind = f"\r\nContent-Type: {part['contentType']}" if part.get("contentType") else ""
        head = f'Content-Disposition: form-data; name="{name}"{file}{kind}'
        text = f"--{_BOUNDARY}\r\n{head}\r\n\r\n{part.get('text', '')}\r\n"
        joined += text.encode("utf-8", "replace")
    return joined + f"--{_BOUNDARY}--\r\n".encode()

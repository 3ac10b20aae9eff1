"""Writes what an endpoint is: its method and path, its servers, and requests to it as code."""

from __future__ import annotations

from collections.abc import Sequence

from octavo.openapi.model import (
    Operation,
    OperationKey,
    SecurityAlternative,
    Server,
    ServerVariable,
)
from octavo.render.api.examples import ShownSample
from octavo.render.api.operation.endpoint import Endpoint
from octavo.render.twin.foreign import ForeignTexts
from octavo.render.twin.security import WriteText, write_security
from octavo.render.twin.text import (
    escape_text,
    join_blocks,
    write_address,
    write_code,
    write_fence,
    write_item,
)
from octavo.settings.urls import clean_url


def write_written_endpoint(
    endpoint: Endpoint,
    security: Sequence[SecurityAlternative],
    own: str,
    samples: Sequence[ShownSample],
    texts: ForeignTexts,
) -> str:
    """Return the twin of a page that describes an endpoint by hand."""
    blocks = write_endpoint(endpoint, texts.write)
    blocks += [*write_security(security, texts.write), own]
    if samples:
        blocks.append("## Request examples")
        blocks += [write_fence(each.text, each.language, each.label) for each in samples]
    return join_blocks(blocks)


def write_endpoint(endpoint: Endpoint, write_text: WriteText) -> list[str]:
    """Return method and path, and the servers."""
    blocks = [write_code(f"{endpoint.method} {endpoint.path}")]
    if endpoint.servers:
        assumed = " (an address that stands for it: the API's host is not documented)"
        blocks.append(f"Servers{assumed if endpoint.is_assumed else ''}:")
        blocks.append("\n".join([_write_server(each, write_text) for each in endpoint.servers]))
    return blocks


def _write_server(server: Server, write_text: WriteText) -> str:
    name = f"**{escape_text(server.name)}** " if server.name else ""
    address = f"{name}{write_code(server.url.rstrip('/') or '/')}"
    variables = [_write_variable(each, write_text) for each in server.variables]
    return write_item("-", [address, write_text(server.description), "\n".join(variables)])


def _write_variable(variable: ServerVariable, write_text: WriteText) -> str:
    name, default = write_code(f"{{{variable.name}}}"), write_code(variable.default)
    values = f"One of {', '.join(map(write_code, variable.enum))}" if variable.enum else ""
    head = f"{name}: default {default}"
    return write_item("-", [head, values, write_text(variable.description)])


def write_webhook(key: OperationKey) -> list[str]:
    """Return the name of a webhook, which has no address."""
    words = f"The API sends this {escape_text(key.method)} request to your server."
    return [write_code(f"WEBHOOK {key.path}"), f"{words} You do not call it."]


def write_external_docs(operation: Operation) -> str:
    """Return the link to what is said elsewhere."""
    if operation.external_docs is None:
        return ""
    url, words = operation.external_docs
    safe = clean_url(url)
    return "" if safe is None else f"[{escape_text(words or 'Read more')}]({write_address(safe)})"

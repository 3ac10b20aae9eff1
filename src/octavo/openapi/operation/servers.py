"""Reads the servers of an API."""

from __future__ import annotations

import re
from collections.abc import Iterable

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.document.shapes import (
    convert_to_text,
    follow_to_mapping,
    read_as_text,
    read_items,
    read_list,
    read_text,
    report,
)
from octavo.openapi.model import Node, Server, ServerVariable
from octavo.problems import Code

_VARIABLE = re.compile(r"\{([^{}]+)\}")


def read_servers(document: ApiDocument, levels: Iterable[Node]) -> tuple[Server, ...]:
    """Return the servers of the first level with any."""
    return next(filter(None, (_read_level(document, level) for level in levels)), ())


def _read_level(document: ApiDocument, level: Node) -> tuple[Server, ...]:
    memory = document.memory
    is_whole = level == document.root  # Most operations use the servers of the document.
    if is_whole and memory.servers is not None:
        return memory.servers
    servers_node = read_list(document, level, "servers")
    servers = [
        _read_server(document, node)
        for node in (servers_node.list_elements() if servers_node else ())
    ]
    usable = tuple(server for server in servers if server is not None)
    if is_whole:
        memory.servers = usable
    return usable


def _read_server(document: ApiDocument, node: Node) -> Server | None:
    target = follow_to_mapping(document, node)
    if target is None:
        return None
    url = read_as_text(target, "url")
    if url is None:
        message = "a server has no address"
        report(document, Code.API_WRONG_VALUE, message, target, "Give it a `url`.")
        return None
    url = url.strip()
    return Server(
        url=url,
        name=read_as_text(target, "name"),
        description=read_text(document, target, "description"),
        variables=_read_variables(document, target, url),
    )


def _read_variables(document: ApiDocument, server: Node, url: str) -> tuple[ServerVariable, ...]:
    variables = {}
    for name, node in read_items(document, server, "variables"):
        target = follow_to_mapping(document, node)
        if target is not None:
            variables[name] = _read_variable(document, name, target)
    for name in dict.fromkeys(_VARIABLE.findall(url)):
        if name not in variables:
            message = f"the address names `{{{name}}}`, but no variable describes it"
            hint = "Add it to the `variables` of the server."
            report(document, Code.API_SERVER_VARIABLE, message, server.get_child("url"), hint)
            variables[name] = ServerVariable(name, "")
    return tuple(variables.values())


def _read_variable(document: ApiDocument, name: str, node: Node) -> ServerVariable:
    enum_node = read_list(document, node, "enum")
    values = (convert_to_text(value) for value in (enum_node.value if enum_node else ()))
    enum = tuple(value for value in values if value is not None)
    default = read_as_text(node, "default")
    if default is None and node.value.get("default") != "":
        message = f"the server variable `{name}` has no default"
        report(document, Code.API_SERVER_VARIABLE, message, node, "Give it a `default`.")
        default = enum[0] if enum else None
    return ServerVariable(name, default or "", enum, node.get_text("description"))

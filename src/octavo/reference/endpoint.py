"""The bar that names an endpoint: method, path, where it is found, who may call it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from octavo.openapi.model import Operation, SecurityAlternative, ServerVariable
from octavo.openapi.model import Server as DocumentServer
from octavo.reference.security import list_access
from octavo.reference.view import Code, Endpoint, Server, Servers, Variable

_ADDRESS = re.compile(r"([a-z][a-z0-9+.-]*://[^/?#]*)(.*)", re.IGNORECASE | re.DOTALL)
VARIABLE = re.compile(r"\{([^{}]*)\}")


def view_operation(
    operation: Operation, base_urls: Sequence[str], descriptions: Sequence[Mapping[str, Any]]
) -> Endpoint:
    """Return the endpoint of an operation; base urls of the settings replace its servers.

    How requests describe the servers says where they are: documents may leave out the host.
    """
    key = operation.entry.key
    if key.is_webhook:
        return Endpoint(key.method, key.path, is_webhook=True)
    own = () if base_urls else operation.servers
    servers = _list_servers(descriptions, own)
    return _build(key.method, key.path, servers, operation.security, descriptions)


def view_written(
    method: str,
    url: str,
    descriptions: Sequence[Mapping[str, Any]],
    security: Sequence[SecurityAlternative],
) -> Endpoint:
    """Return the endpoint that a page names by hand: a path, or an address with its server."""
    whole = _ADDRESS.match(url)
    path = (whole[2] or "/") if whole else url
    return _build(method, path, _list_servers(descriptions, ()), security, descriptions)


def _build(
    method: str,
    path: str,
    servers: tuple[Server, ...],
    security: Sequence[SecurityAlternative],
    descriptions: Sequence[Mapping[str, Any]],
) -> Endpoint:
    is_assumed = bool(descriptions[0].get("assumed"))
    address, access = _join_address(path, servers), list_access(security)
    return Endpoint(method, path, address, servers, (Servers(servers),), access, is_assumed)


def _list_servers(
    descriptions: Sequence[Mapping[str, Any]], own: Sequence[DocumentServer]
) -> tuple[Server, ...]:
    urls = [server["url"] for server in descriptions]
    if not own:
        return tuple(map(Server, urls))
    return tuple(_view_server(each, url) for each, url in zip(own, urls, strict=True))


def _view_server(server: DocumentServer, url: str) -> Server:
    variables = tuple(map(_view_variable, server.variables))
    return Server(url, server.name or "", server.description or "", variables)


def _view_variable(variable: ServerVariable) -> Variable:
    values = tuple(map(Code, variable.enum))
    return Variable(variable.name, Code(variable.default), values, variable.description or "")


def _join_address(path: str, servers: Sequence[Server]) -> str:
    """Return the address of an endpoint on its first server, with the server's defaults."""
    if not servers:
        return path
    defaults = {variable.name: variable.default.text for variable in servers[0].variables}
    url = VARIABLE.sub(lambda match: defaults.get(match[1], match[0]), servers[0].url)
    return url.rstrip("/") + "/" + path.lstrip("/") if path else url

"""The bar of an endpoint: its method, its path, its servers, and its access."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from octavo.openapi.model import Operation, SecurityAlternative, Server, ServerVariable, Tag
from octavo.reference import view
from octavo.reference.security import tell_access
from octavo.reference.view import Code, say
from octavo.values import replace

VARIABLE = re.compile(r"\{([^{}]*)\}")


def view_operation(
    operation: Operation,
    base_urls: Sequence[str],
    descriptions: Sequence[Mapping[str, Any]],
    tags: Mapping[str, Tag],
) -> view.Endpoint:
    """Return the endpoint of an operation; base URLs in the settings replace its servers.

    The described servers have complete addresses, because documents may omit the host.
    """
    key = operation.entry.key
    tag = tags.get(next(iter(operation.entry.tags), ""))
    group = tag.group if tag and tag.group != tag.name else ""
    if key.is_webhook:
        words = say(
            "The API sends this {method} request to your server. You do not call it.",
            method=key.method,
        )
        return view.Endpoint(key.method, key.path, sent=words, group=group)
    servers = () if base_urls else operation.servers
    endpoint = _build(key.method, key.path, servers, operation.security, descriptions)
    return replace(endpoint, group=group)


def view_written(
    request: Mapping[str, Any], security: Sequence[SecurityAlternative]
) -> view.Endpoint:
    """Return the endpoint that a page describes by hand, from its request."""
    return _build(request["method"], request["path"] or "/", (), security, request["servers"])


def _build(
    method: str,
    path: str,
    servers: Sequence[Server],
    security: Sequence[SecurityAlternative],
    descriptions: Sequence[Mapping[str, Any]],
) -> view.Endpoint:
    urls = [str(each["url"]) for each in descriptions]
    is_assumed = bool(descriptions[0].get("assumed"))
    items = tuple(map(view_server, servers or map(Server, urls), urls))
    defaults = {each.name: each.default for each in servers[0].variables} if servers else {}
    return view.Endpoint(
        method,
        path,
        _join_address(path, urls, defaults),
        urls[0] if urls else "",
        len(urls),
        (view.Items(items, ""),) if items else (),
        is_plain=len(items) < 2
        and (is_assumed or not any(each.inside or each.text for each in items)),
        access=tell_access(security),
        is_assumed=is_assumed,
    )


def view_server(server: Server, url: str) -> view.Item:
    """Return a server with its variables; the url may say more than the document."""
    name = view.Address(url.rstrip("/") or "/", server.name or "")
    variables = tuple(map(_view_variable, server.variables))
    return view.Item(name, server.description or "", inside=variables)


def _view_variable(variable: ServerVariable) -> view.Item:
    values = tuple(map(Code, variable.enum))
    facts = [say("one of {values}", values=values)] if values else []
    facts.append(say("default {value}", value=Code(variable.default)))
    name = view.Address(f"{{{variable.name}}}")
    return view.Item(name, variable.description or "", tuple(facts))


def _join_address(path: str, urls: Sequence[str], defaults: Mapping[str, str]) -> str:
    """Return the address of an endpoint on its first server, with the server's defaults."""
    if not urls:
        return path
    url = VARIABLE.sub(lambda match: defaults.get(match[1], match[0]), urls[0])
    return url.rstrip("/") + "/" + path.lstrip("/") if path else url

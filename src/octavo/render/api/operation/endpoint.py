"""The bar that names an endpoint: method, path, where it is found, who may call it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from octavo.openapi.model import Operation, SecurityAlternative, Server, ServerVariable
from octavo.render.api.markup import render_method_pill
from octavo.render.api.texts import Texts
from octavo.render.html import escape_attribute, escape_text
from octavo.render.wording import Wording
from octavo.values import dataclass, replace

_ADDRESS = re.compile(r"([a-z][a-z0-9+.-]*://[^/?#]*)(.*)", re.IGNORECASE | re.DOTALL)
_VARIABLE = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A method and a path, the servers it is found on, and whether callers prove who they are."""

    method: str
    path: str
    servers: tuple[Server, ...] = ()
    access: str = ""
    """`required`, `optional`, or nothing where nothing is asked for."""
    is_assumed: bool = False
    """Nobody says the host of the first server: an address stands for it."""


def build_endpoint(
    operation: Operation, base_urls: Sequence[str], descriptions: Sequence[Mapping[str, Any]]
) -> Endpoint:
    """Return the endpoint of an operation; base urls of the settings replace its servers.

    How requests describe the servers says where they are: documents may leave out the host.
    """
    key, urls = operation.entry.key, _list_urls(descriptions)
    own_servers = () if base_urls else operation.servers
    servers = tuple(map(Server, urls))
    if own_servers:
        servers = tuple(replace(each, url=url) for each, url in zip(own_servers, urls, strict=True))
    is_assumed = bool(descriptions[0].get("assumed"))
    return Endpoint(key.method, key.path, servers, _describe_access(operation.security), is_assumed)


def build_written_endpoint(
    method: str,
    url: str,
    descriptions: Sequence[Mapping[str, Any]],
    security: Sequence[SecurityAlternative],
) -> Endpoint:
    """Return the endpoint that a page names by hand: a path, or an address with its server."""
    whole = _ADDRESS.match(url)
    path = (whole[2] or "/") if whole else url
    is_assumed = bool(descriptions[0].get("assumed"))
    servers = tuple(map(Server, _list_urls(descriptions)))
    return Endpoint(method, path, servers, _describe_access(security), is_assumed)


def _list_urls(descriptions: Sequence[Mapping[str, Any]]) -> list[str]:
    return [server["url"] for server in descriptions]


def _describe_access(security: Sequence[SecurityAlternative]) -> str:
    if not any(security):
        return ""
    return "required" if all(security) else "optional"


def render_endpoint(
    endpoint: Endpoint,
    texts: Texts,
    mode: str,
    data: str | None = None,
    *,
    prefills: bool = False,
) -> str:
    """Return the bar of an endpoint; `mode` is how its playground is shown.

    Where it sends requests, `data` is the address of the file that it works with.
    """
    address = escape_attribute(join_address(endpoint))
    operation = f' data-operation="{escape_attribute(data)}"' if data else ""
    if data and prefills:
        operation += " data-prefill"
    if endpoint.is_assumed:
        operation += " data-assumed"
    opener = (
        '<button class="endpoint-try needs-script" type="button" aria-expanded="false">'
        f"{texts.say('Try it')}</button>"
    )
    return (
        f'<div class="endpoint" data-playground="{mode}"{operation}><div class="endpoint-bar">'
        f'{render_method_pill(endpoint.method)} <code class="endpoint-path">'
        f"{render_path(endpoint.path)}</code>"
        f'<button class="endpoint-copy needs-script" type="button" data-copy="{address}" '
        f'aria-label="{texts.say("Copy the address")}"></button>{opener if data else ""}'
        f"</div>{_render_foot(endpoint, texts)}</div>"
    )


def render_webhook(name: str, method: str, say: Wording) -> str:
    """Return the bar of a webhook, which has a name and no address."""
    pill = render_method_pill("webhook", "WEBHOOK")
    words = say(
        "The API sends this {method} request to your server. You do not call it.",
        method=escape_text(method),
    )
    return (
        f'<div class="endpoint"><div class="endpoint-bar">{pill} '
        f'<code class="endpoint-path">{escape_text(name)}</code></div>'
        f'<p class="endpoint-foot">{words}</p></div>'
    )


def render_path(path: str) -> str:
    """Return a path; its variables can be told apart, and lines may end at its slashes."""
    html = escape_text(path)
    if len(path) > 40:
        html = html.replace("/", "/<wbr>")
    return _VARIABLE.sub(r'<span class="endpoint-variable">{\1}</span>', html)


def join_address(endpoint: Endpoint) -> str:
    """Return the address of an endpoint on its first server, with the server's defaults."""
    if not endpoint.servers:
        return endpoint.path
    server = endpoint.servers[0]
    defaults = {variable.name: variable.default for variable in server.variables}
    url = _VARIABLE.sub(lambda match: defaults.get(match[1], match[0]), server.url)
    return url.rstrip("/") + "/" + endpoint.path.lstrip("/") if endpoint.path else url


def _render_foot(endpoint: Endpoint, texts: Texts) -> str:
    servers = _render_servers(endpoint, texts)
    access = ""
    if endpoint.access:
        words = texts.say("Authentication required")
        if endpoint.access == "optional":
            words = texts.say("Authentication optional")
        access = f'<a class="endpoint-access" href="#authorizations">{words}</a>'
    return f'<div class="endpoint-foot">{servers}{access}</div>' if servers or access else ""


def _render_servers(endpoint: Endpoint, texts: Texts) -> str:
    servers = endpoint.servers
    if not servers:
        return ""
    first = f'<code class="endpoint-address">{_render_url(servers[0])}</code>'
    if endpoint.is_assumed:
        words = texts.say(
            "The API's host is not documented: {address} stands for it.", address=first
        )
        if not servers[1:]:
            return f'<span class="endpoint-server">{words}</span>'
        first = words
    has_more = len(servers) > 1 or servers[0].variables or servers[0].description
    if not has_more:
        return f'<span class="endpoint-server">{first}</span>'
    count = texts.say("{count} servers", count=len(servers))
    more = f' <span class="endpoint-more">{count}</span>' if servers[1:] else ""
    items = "".join(_render_server(server, texts) for server in servers)
    return (
        f'<details class="endpoint-servers"><summary>{first}{more}</summary>'
        f"<ul>{items}</ul></details>"
    )


def _render_url(server: Server) -> str:
    return _VARIABLE.sub(
        r'<span class="endpoint-variable">{\1}</span>', escape_text(server.url.rstrip("/") or "/")
    )


def _render_server(server: Server, texts: Texts) -> str:
    name = f"<strong>{escape_text(server.name)}</strong> " if server.name else ""
    text = texts.render(server.description) if server.description else ""
    variables = "".join(_render_variable(variable, texts) for variable in server.variables)
    variables = f"<ul>{variables}</ul>" if variables else ""
    return f"<li>{name}<code>{_render_url(server)}</code>{text}{variables}</li>"


def _render_variable(variable: ServerVariable, texts: Texts) -> str:
    facts = texts.say("default {value}", value=f"<code>{escape_text(variable.default)}</code>")
    if variable.enum:
        values = ", ".join(f"<code>{escape_text(value)}</code>" for value in variable.enum)
        facts = f"{texts.say('one of {values}', values=values)}; {facts}"
    text = texts.render(variable.description) if variable.description else ""
    name = escape_text(variable.name)
    return f'<li><code class="endpoint-variable">{{{name}}}</code> {facts}{text}</li>'

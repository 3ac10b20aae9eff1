"""Prints the bar that names an endpoint as HTML."""

from __future__ import annotations

from octavo.reference import view
from octavo.reference.endpoint import VARIABLE
from octavo.render.api.view.parts import PartPrinter
from octavo.render.api.view.words import render_method_pill, render_url
from octavo.render.html import escape_attribute, escape_text
from octavo.render.wording import Wording


def render_endpoint(
    endpoint: view.Endpoint,
    parts: PartPrinter,
    say: Wording,
    data: str | None = None,
    *,
    prefills: bool = False,
) -> str:
    """Return the bar of an endpoint, or of a webhook, which has a name and no address.

    Where it sends requests, `data` is the address of the file that it works with.
    """
    if endpoint.is_webhook:
        return _render_webhook(endpoint, say)
    operation = f' data-operation="{escape_attribute(data)}"' if data else ""
    if data and prefills:
        operation += " data-prefill"
    if endpoint.is_assumed:
        operation += " data-assumed"
    opener = (
        '<button class="endpoint-try needs-script" type="button" aria-expanded="false">'
        f"{say('Try it')}</button>"
    )
    return (
        f'<div class="endpoint" data-playground="{"show" if data else "simple"}"{operation}>'
        f'<div class="endpoint-bar">'
        f'{render_method_pill(endpoint.method)} <code class="endpoint-path">'
        f"{render_path(endpoint.path)}</code>"
        f'<button class="endpoint-copy needs-script" type="button" '
        f'data-copy="{escape_attribute(endpoint.address)}" '
        f'aria-label="{say("Copy the address")}"></button>{opener if data else ""}'
        f"</div>{_render_foot(endpoint, parts, say)}</div>"
    )


def _render_webhook(endpoint: view.Endpoint, say: Wording) -> str:
    pill = render_method_pill("webhook", "WEBHOOK")
    words = say(
        "The API sends this {method} request to your server. You do not call it.",
        method=escape_text(endpoint.method),
    )
    return (
        f'<div class="endpoint"><div class="endpoint-bar">{pill} '
        f'<code class="endpoint-path">{escape_text(endpoint.path)}</code></div>'
        f'<p class="endpoint-foot">{words}</p></div>'
    )


def render_path(path: str) -> str:
    """Return a path; its variables can be told apart, and lines may end at its slashes."""
    html = escape_text(path)
    if len(path) > 40:
        html = html.replace("/", "/<wbr>")
    return VARIABLE.sub(r'<span class="endpoint-variable">{\1}</span>', html)


def _render_foot(endpoint: view.Endpoint, parts: PartPrinter, say: Wording) -> str:
    servers = _render_servers(endpoint, parts, say)
    access = ""
    if endpoint.access:
        words = say("Authentication required")
        if endpoint.access == "optional":
            words = say("Authentication optional")
        access = f'<a class="endpoint-access" href="#authorizations">{words}</a>'
    return f'<div class="endpoint-foot">{servers}{access}</div>' if servers or access else ""


def _render_servers(endpoint: view.Endpoint, parts: PartPrinter, say: Wording) -> str:
    if not endpoint.servers:
        return ""
    first = f'<code class="endpoint-address">{render_url(endpoint.server)}</code>'
    if endpoint.is_assumed:
        words = say("The API's host is not documented: {address} stands for it.", address=first)
        first = words
    if endpoint.is_plain:
        return f'<span class="endpoint-server">{first}</span>'
    count = say("{count} servers", count=endpoint.server_count)
    more = f' <span class="endpoint-more">{count}</span>' if endpoint.server_count > 1 else ""
    return (
        f'<details class="endpoint-servers"><summary>{first}{more}</summary>'
        f"{parts.render(endpoint.servers)}</details>"
    )

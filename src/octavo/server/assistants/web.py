"""Answers assistants over HTTP, with the proxy's rules for clients and rates.

Another site's page can't use a reader's browser for requests, whatever name it uses for this
server. There are no streams and no sessions, so only `POST` is answered.
"""

from __future__ import annotations

from octavo.builder.served.refusals import Decision, RefusedError
from octavo.server.assistants.assistant import Assistant
from octavo.server.assistants.door import load_sdk
from octavo.server.proxy.answer import send_refusal
from octavo.server.proxy.rates import Usage
from octavo.server.proxy.rules import ProxyLimits, ProxyRules
from octavo.server.web.asgi import Receive, Scope, Send, read_header
from octavo.server.web.rates import Rate
from octavo.server.web.senders import find_client, find_host, is_own_page
from octavo.server.web.static_site import send_json

ROUTE = "/mcp"
DISCOVERY = "/.well-known/mcp"
"""The path where programs look for the address of the MCP server."""
MCP_LIMITS = ProxyLimits(by_client=Rate(300, 100), at_once=64, at_once_by_client=16)
"""How often assistants may ask; the other limits are for API calls."""


class McpApp:
    """The tools of a site as a web application (ASGI); raises `SdkMissingError`."""

    def __init__(self, assistant: Assistant, rules: ProxyRules, usage: Usage | None = None) -> None:
        """Create the application; workers share the usage counts."""
        self._assistant = assistant
        self._server = load_sdk()(assistant)
        self._rules = rules
        self._usage = usage or Usage(MCP_LIMITS)

    async def answer(self, path: str | None, scope: Scope, receive: Receive, send: Send) -> bool:
        """Answer a request for a path of the site, if it comes from an assistant.

        Readers still get a page of that address.
        """
        if path == DISCOVERY and scope["method"] == "GET":
            await send_json(send, _describe(scope))
        elif path == ROUTE and _speaks_mcp(scope):
            await self(scope, receive, send)
        else:
            return False
        return True

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        try:
            self._check_sender(scope)
            with self._usage.count_request(find_client(scope, self._rules.trusted_proxies)):
                await self._server.serve_http(scope, receive, send)
        except RefusedError as refusal:
            await send_refusal(send, refusal)

    def close(self) -> None:
        """Release its resources."""
        self._assistant.close()

    def _check_sender(self, scope: Scope) -> None:
        if scope["method"] != "POST":
            raise RefusedError(Decision.NOT_POST, "Only POST is answered here.")
        host = find_host(scope, self._rules.hosts)
        if host is None:
            message = "This name is not this server's: its operator names it with --site-url."
            raise RefusedError(Decision.HOST_UNKNOWN, message)
        if not is_own_page(scope, host):
            raise RefusedError(Decision.CROSS_SITE, "Pages of other sites may not ask here.")


def _speaks_mcp(scope: Scope) -> bool:
    """Tell whether the client is a program that speaks MCP, and not a reader's browser."""
    is_look = scope["method"] in ("GET", "HEAD")
    return not is_look or "text/event-stream" in (read_header(scope, "Accept") or "")


def _describe(scope: Scope) -> dict[str, object]:
    endpoint = scope["path"].removesuffix(DISCOVERY) + ROUTE
    return {"transport": {"type": "streamable-http", "endpoint": endpoint}}

"""Answers the requests of the preview from one state of the project at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, unquote

from octavo.builder.served.file_headers import ALWAYS, build_page_headers
from octavo.builder.served.manifest import SERVER_FACTS
from octavo.preview.follow.state import PreviewState
from octavo.preview.for_authors.live_reload import (
    CHANNEL,
    Channel,
    add_reload_script,
    describe_problems,
    load_dev_files,
)
from octavo.preview.for_authors.log import ProblemLog
from octavo.preview.for_authors.problems_page import PROBLEMS, ProblemsPage
from octavo.preview.for_authors.unready_page import render_unready_page
from octavo.preview.guard import EXTRA_HEADERS, Guard
from octavo.preview.site import compute_digest
from octavo.preview.view import Rendering, SiteView
from octavo.problems import Problem
from octavo.project.discover import build_line_lookup
from octavo.render.basis.policy import SitePolicy
from octavo.render.shell.below_text.rating import SERVED_STYLES
from octavo.server.proxy.request import ROUTE
from octavo.server.web.asgi import Receive, Scope, Send, read_header
from octavo.server.web.static_site import find_output, send_json, send_page, send_text, serve_file
from octavo.site.model import Site
from octavo.site.urls import build_file_href

if TYPE_CHECKING:  # The first request of a playground loads them.
    from octavo.mock.for_site import SiteMock
    from octavo.server.assistants.web import McpApp
    from octavo.server.proxy.forward import Proxy
    from octavo.server.proxy.rules import AllowedNet

MOCK_ROUTE = "/_octavo/mock/"
"""The base path of the mocks, if the author asked for them."""


class PreviewApp:
    """The preview as a web application (ASGI); `state` is replaced when the project changes."""

    def __init__(
        self,
        state: PreviewState,
        guard: Guard,
        log: ProblemLog,
        is_ending: Callable[[], bool] = lambda: False,
        own: tuple[tuple[str, int], ...] = (),
        allow_nets: tuple[AllowedNet, ...] = (),
        *,
        has_mock: bool = False,
    ) -> None:
        """Create the application; the proxy never calls its `own` addresses."""
        self.state = state
        self.has_answered = asyncio.Event()
        self.guard = guard
        self._is_ending = is_ending
        self._channel = Channel()
        self._rendering = Rendering(log)
        self._own = own
        self._allow_nets = allow_nets
        self._proxy: Proxy | None = None
        self._has_mock = has_mock
        self._mock: SiteMock | None = None
        self.problems_page = ProblemsPage()
        self.mcp: McpApp | None = None
        """Answers assistants, if the author enabled it."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        refusal = self.guard.refuse(scope)
        if refusal is not None:
            await send_text(send, 403, refusal, (*ALWAYS, *EXTRA_HEADERS))
        elif scope["path"] == CHANNEL:
            await self._serve_channel(scope, receive, send)
        elif self.mcp is not None and await self.mcp.answer(scope["path"], scope, receive, send):
            pass
        elif self.state.site is None and find_output(scope["path"]) not in load_dev_files():
            await self._send_unready(send)
        elif scope["path"] == ROUTE:
            await self._call_api(scope, receive, send)
        elif self._has_mock and scope["path"].startswith(MOCK_ROUTE):
            await self._find_mock()(scope, receive, send)
        elif scope["path"].rstrip("/") == PROBLEMS:
            await self._send_problems(send)
        elif scope["path"] == f"/{SERVER_FACTS}":
            await send_json(send, self._describe_server(scope))
        elif scope["path"] == f"/{SERVED_STYLES}":
            await send_text(send, 200, "", (*ALWAYS, *EXTRA_HEADERS))
        else:
            view = self.open_view(read_header(scope, "Accept") or "")
            await serve_file(scope, send, view, EXTRA_HEADERS)
        self.has_answered.set()

    def _describe_server(self, scope: Scope) -> Mapping[str, Any]:
        """Return the facts about the server for its pages."""
        is_off = self._find_site().settings.api.playground.disable_proxy
        facts: dict[str, Any] = {"proxy": None if is_off else ROUTE}
        if self._has_mock:
            origin = f"http://{read_header(scope, 'Host')}"
            facts["mock"] = self._find_mock().describe_servers(origin)
        return facts

    def show(self, state: PreviewState) -> None:
        """Switch to another state, and notify all open pages."""
        self._rendering.leave(self.state)
        self.state = state
        self._channel.announce()

    def close(self) -> None:
        """Release its resources."""
        self._rendering.close()
        if self.mcp is not None:
            self.mcp.close()

    def open_view(self, accept: str = "") -> SiteView:
        """Return the site of the current state, for a request with these accepted types."""
        state = self.state

        def add_script(html: str, digest: str) -> str:
            return add_reload_script(html, self.guard.token, digest, state.version)

        files = load_dev_files()
        return SiteView(state, self._rendering, files, add_script, accept=accept)

    async def _serve_channel(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self.guard.has_token(scope):
            refusal = "This is not the token of this preview."
            await send_text(send, 403, refusal, (*ALWAYS, *EXTRA_HEADERS))
            return
        path = _read_page_path(scope)
        await self._channel.serve(
            receive, send, lambda: self.describe(path), self._is_ending, EXTRA_HEADERS
        )

    async def _call_api(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._proxy is None:
            from octavo.preview.proxy import (  # noqa: PLC0415 (most previews need no proxy)
                build_preview_proxy,
                build_preview_rules,
            )

            rules = build_preview_rules(self._own, self._allow_nets)
            self._proxy = build_preview_proxy(self._find_site, self._rendering.run, rules)
        await self._proxy(scope, receive, send)

    def _find_mock(self) -> SiteMock:
        if self._mock is None:
            from octavo.mock.for_site import SiteMock  # noqa: PLC0415 (see above)

            self._mock = SiteMock(MOCK_ROUTE, self._find_site, self._rendering.run)
        return self._mock

    def _find_site(self) -> Site:
        return self.open_view().site.site

    async def describe(self, path: str) -> Mapping[str, Any]:
        """Return the facts for an open page: its version and its problems."""
        state = self.state
        problems: tuple[Problem, ...] = ()
        if state.site is None:  # The page shows the problems.
            digest = compute_digest(self._render_unready().encode())
        elif path.rstrip("/") == PROBLEMS:  # This page shows them, too.
            digest = compute_digest((await self.problems_page.render(state)).encode())
        else:
            digest, page_problems = await self.open_view().load_page_state(path)
            problems = (*state.problems, *page_problems)
        return {
            "version": state.version,
            "page": digest,
            "changed": {build_file_href(source): n for source, n in state.changed_files.items()},
            "problems": describe_problems(problems, build_line_lookup(state.project)),
        }

    async def _send_problems(self, send: Send) -> None:
        state = self.state
        policy = self.open_view().site.renderer.policy
        await self._send_own(send, 200, await self.problems_page.render(state), policy)

    async def _send_unready(self, send: Send) -> None:
        await self._send_own(send, 500, self._render_unready(), SitePolicy())

    async def _send_own(self, send: Send, status: int, html: str, policy: SitePolicy) -> None:
        """Send a page that isn't part of the site."""
        digest = compute_digest(html.encode())
        page = add_reload_script(html, self.guard.token, digest, self.state.version)
        always = (*ALWAYS, *EXTRA_HEADERS)
        headers = build_page_headers(policy.build_page_policy({}).header)
        await send_page(send, status, page.encode(), headers, always)

    def _render_unready(self) -> str:
        return render_unready_page(self.state.problems, build_line_lookup(self.state.project))


def _read_page_path(scope: Scope) -> str:
    """Return the path of the page that listens to the channel."""
    query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
    return unquote(query.get("page", ["/"])[0])

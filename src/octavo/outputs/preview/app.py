"""Answers the requests of the preview from one state of the project at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, unquote

from octavo.outputs.preview.guard import EXTRA_HEADERS, Guard
from octavo.outputs.preview.live_reload import (
    CHANNEL,
    Channel,
    add_reload_script,
    describe_problems,
    load_dev_files,
)
from octavo.outputs.preview.log import ProblemLog
from octavo.outputs.preview.site import compute_digest
from octavo.outputs.preview.state import PreviewState
from octavo.outputs.preview.unready_page import render_unready_page
from octavo.outputs.preview.view import Rendering, SiteView
from octavo.outputs.proxy.request import ROUTE
from octavo.outputs.web.file_headers import build_page_headers
from octavo.outputs.web.manifest import SERVER_FACTS
from octavo.outputs.web.static_site import (
    ALWAYS,
    Receive,
    Scope,
    Send,
    find_output,
    send_json,
    send_page,
    send_text,
    serve_file,
)
from octavo.problems import Problem
from octavo.project.discover import build_line_lookup
from octavo.render.shell.policy import SitePolicy
from octavo.site.model import Site
from octavo.site.urls import build_file_href

if TYPE_CHECKING:  # a preview loads them with the first request of a playground
    from octavo.outputs.proxy.forward import Proxy
    from octavo.outputs.proxy.rules import AllowedNet


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

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        refusal = self.guard.refuse(scope)
        if refusal is not None:
            await send_text(send, 403, refusal, (*ALWAYS, *EXTRA_HEADERS))
        elif scope["path"] == CHANNEL:
            await self._serve_channel(scope, receive, send)
        elif self.state.site is None and find_output(scope["path"]) not in load_dev_files():
            await self._send_unready(send)
        elif scope["path"] == ROUTE:
            await self._call_api(scope, receive, send)
        elif scope["path"] == f"/{SERVER_FACTS}":
            await send_json(send, self._describe_server())
        else:
            await serve_file(scope, send, self.open_view(), EXTRA_HEADERS)
        self.has_answered.set()

    def _describe_server(self) -> Mapping[str, Any]:
        """Return what pages want to know of the server that they came from."""
        is_off = self.open_view().site.site.settings.api.playground.disable_proxy
        return {"proxy": None if is_off else ROUTE}

    def show(self, state: PreviewState) -> None:
        """Answer from another state from now on, and tell all open pages."""
        self._rendering.leave(self.state)
        self.state = state
        self._channel.announce()

    def close(self) -> None:
        """End the thread that renders."""
        self._rendering.close()

    def open_view(self) -> SiteView:
        """Return the site of the present state, for one request."""
        state = self.state

        def add_script(html: str, digest: str) -> str:
            return add_reload_script(html, self.guard.token, digest, state.version)

        return SiteView(state, self._rendering, load_dev_files(), add_script)

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
            from octavo.outputs.preview.proxy import (  # noqa: PLC0415 (most previews need no proxy)
                build_preview_proxy,
                build_preview_rules,
            )

            rules = build_preview_rules(self._own, self._allow_nets)
            self._proxy = build_preview_proxy(self._find_site, self._rendering.run, rules)
        await self._proxy(scope, receive, send)

    def _find_site(self) -> Site:
        return self.open_view().site.site

    async def describe(self, path: str) -> Mapping[str, Any]:
        """Return what an open page must know: whether it changed, and what is wrong."""
        state = self.state
        problems: tuple[Problem, ...] = ()
        if state.site is None:  # the page itself shows the problems
            digest = compute_digest(self._render_unready().encode())
        else:
            digest, page_problems = await self.open_view().load_page_state(path)
            problems = (*state.problems, *page_problems)
        return {
            "version": state.version,
            "page": digest,
            "changed": {build_file_href(source): n for source, n in state.changed_files.items()},
            "problems": describe_problems(problems, build_line_lookup(state.project)),
        }

    async def _send_unready(self, send: Send) -> None:
        html = self._render_unready()
        digest = compute_digest(html.encode())
        page = add_reload_script(html, self.guard.token, digest, self.state.version)
        always = (*ALWAYS, *EXTRA_HEADERS)
        headers = build_page_headers(SitePolicy().build_page_policy({}).header)
        await send_page(send, 500, page.encode(), headers, always)

    def _render_unready(self) -> str:
        return render_unready_page(self.state.problems, build_line_lookup(self.state.project))


def _read_page_path(scope: Scope) -> str:
    """Return the path of the page that listens to the channel."""
    query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
    return unquote(query.get("page", ["/"])[0])

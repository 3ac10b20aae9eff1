"""Answers the requests for a built site: its files, its playground's proxy, and its health."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from octavo.builder.served.file_headers import ALWAYS
from octavo.builder.served.manifest import SERVER_FACTS
from octavo.builder.served.proxy_manifest import ProxyManifest
from octavo.render.shell.below_text.rating import SERVED_STYLES
from octavo.server.feedback.service import NO_FEEDBACK, FeedbackService, send_styles
from octavo.server.proxy.forward import NoteCall, Proxy, build_proxy
from octavo.server.proxy.rates import Usage
from octavo.server.proxy.request import ROUTE
from octavo.server.proxy.rules import ProxyRules
from octavo.server.serve.content_memory import ContentMemory
from octavo.server.serve.current import CurrentSite
from octavo.server.serve.generation import Generation, SiteBusyError, SiteChangedError
from octavo.server.serve.log import AnsweredRequest
from octavo.server.serve.metrics import Metrics
from octavo.server.serve.quick import QuickAnswers
from octavo.server.serve.served_site import RequestedSite
from octavo.server.web.asgi import Message, Receive, Scope, Send, read_header
from octavo.server.web.senders import ClientCounts
from octavo.server.web.static_site import (
    ReadyAnswer,
    find_inner_path,
    find_output,
    send_json,
    send_text,
    serve_file,
)
from octavo.values import Struct

if TYPE_CHECKING:  # Few sites serve assistants.
    from octavo.server.assistants.web import McpApp

HEALTH, READINESS, METRICS = "/healthz", "/readyz", "/metrics"
_OWN_PATHS = frozenset({HEALTH, READINESS})
_SOON = (*ALWAYS, ("Retry-After", "1"))
_NO_PROXY = ProxyManifest(is_off=True)


class Answer(Struct):
    """The facts about a sent response for the log."""

    send: Send
    status: int = 0
    sent_bytes: int = 0

    async def __call__(self, message: Message) -> None:
        """Send a message, and record its facts."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
        else:
            self.sent_bytes += len(message.get("body", b""))
        await self.send(message)


class ServedApp:
    """A built site as a web application (ASGI)."""

    def __init__(
        self,
        current: CurrentSite,
        metrics: Metrics,
        log: Callable[[AnsweredRequest], None],
        proxy: Proxy | None,
        metrics_port: int | None = None,
        *,
        feedback: FeedbackService | None = None,
    ) -> None:
        self.is_ready: Callable[[], bool] | None = None
        """Whether the server accepts new requests; None if it has no health check."""
        self.mcp: McpApp | None = None
        """Answers assistants, if they may read the site."""
        self.clients: ClientCounts | None = None
        """Counts the requests of clients behind proxies."""
        self._current = current
        self._metrics = metrics
        self._log = log
        self._metrics_port = metrics_port
        self._memory = ContentMemory()
        self._proxy = proxy
        self._feedback = feedback
        self._quick = QuickAnswers(current, self._look, metrics, log, _OWN_PATHS)

    def find_ready(
        self, url: bytes, headers: Sequence[tuple[bytes, bytes]], port: int
    ) -> ReadyAnswer | None:
        """Return the ready answer to a plain GET for a file, and record it."""
        if port == self._metrics_port:
            return None
        answer = self._quick.find(url, headers)
        if answer is not None and self._feedback is not None and self._feedback.counts_views:
            self._note_view(url.decode("ascii"), headers)
        return answer

    def _note_view(self, path: str, headers: Sequence[tuple[bytes, bytes]]) -> None:
        """Count a page view; other files don't count."""
        generation = self._current.peek()
        if self._feedback is None or generation is None:
            return
        output = find_output(path.removeprefix(generation.base_path))
        if output is not None and generation.is_page(output):
            url = f"/{output}".removesuffix("/index.html") or "/"
            self._feedback.note_view(url, headers)

    def _look(self, generation: Generation, accept: str, encoding: str) -> RequestedSite:
        has_proxy = self._proxy is not None
        return RequestedSite(generation, self._memory, accept, encoding, has_proxy)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, and record the result."""
        if scope["type"] != "http":
            return
        if self._is_for_metrics(scope):
            await self._tell_metrics(scope, send)
            return
        answer, started = Answer(send), time.perf_counter()
        self._metrics.add("under_way")
        try:
            await self._answer_in_turn(scope, receive, answer)
        finally:
            seconds = time.perf_counter() - started
            self._metrics.add("under_way", -1)
            self._metrics.count_answer(answer.status or 500, answer.sent_bytes, seconds)
            self._log(
                AnsweredRequest(
                    scope["method"], scope["path"], answer.status, answer.sent_bytes, seconds
                )
            )

    def _is_for_metrics(self, scope: Scope) -> bool:
        """Tell by the port whether a request is for metrics, because clients can't forge it."""
        return self._metrics_port is not None and scope["server"][1] == self._metrics_port

    async def _answer_in_turn(self, scope: Scope, receive: Receive, send: Answer) -> None:
        if self.clients is None:
            await self._answer(scope, receive, send)
            return
        with self.clients.count(scope) as is_next:
            if is_next:
                await self._answer(scope, receive, send)
            else:
                self._metrics.add("clients_refused")
                await send_text(send, 429, "You ask for too much at once.", _SOON)

    async def _answer(self, scope: Scope, receive: Receive, send: Answer) -> None:
        if self.is_ready is not None and scope["path"] in _OWN_PATHS:
            await _tell_health(scope, send, self.is_ready)
            return
        generation = await self._current.get()
        path = find_inner_path(scope, generation.manifest.base_path)
        if path == ROUTE and self._proxy is not None:
            await self._forward(scope, receive, send)
        elif path == f"/{SERVER_FACTS}" and scope["method"] == "GET":
            await send_json(send, self._describe(generation))
        elif await self._answer_others(path, scope, receive, send, generation):
            return
        elif path == f"/{SERVED_STYLES}":
            await send_styles(send, b"")
        else:
            await self._serve(scope, send, generation)
            self._count(scope, send.status, path, generation.base_path)

    async def _answer_others(
        self, path: str | None, scope: Scope, receive: Receive, send: Send, generation: Generation
    ) -> bool:
        """Answer requests of assistants and feedback requests; tell whether this was one."""
        if self.mcp is not None and await self.mcp.answer(path, scope, receive, send):
            return True
        feedback = self._feedback
        return feedback is not None and await feedback.answer(
            path, scope, receive, send, generation
        )

    def _count(self, scope: Scope, status: int, path: str | None, base_path: str) -> None:
        if self._feedback is None or path is None or scope["method"] != "GET":
            return
        if status in (200, 304):
            self._note_view(scope["path"], scope["headers"])
        elif status == 404:
            self._feedback.note_missing(scope, path, base_path)

    async def _serve(self, scope: Scope, send: Answer, generation: Generation) -> None:
        try:
            await self._serve_from(generation, scope, send)
        except SiteBusyError:
            await send_text(send, 503, "The server has too much to do.", _SOON)
        except SiteChangedError:
            try:
                await self._serve_from(await self._current.reload(), scope, send)
            except (SiteChangedError, SiteBusyError):
                await send_text(send, 503, "The site is being replaced.", _SOON)

    async def _serve_from(self, generation: Generation, scope: Scope, send: Answer) -> None:
        accept = read_header(scope, "Accept") or ""
        site = self._look(generation, accept, read_header(scope, "Accept-Encoding") or "")
        await serve_file(scope, send, site, base_path=generation.manifest.base_path)

    async def _forward(self, scope: Scope, receive: Receive, send: Answer) -> None:
        assert self._proxy is not None  # noqa: S101 (the caller has looked)
        await self._proxy(scope, receive, send)
        self._metrics.add("proxied" if send.status == 200 else "refused")

    def _describe(self, generation: Generation) -> dict[str, Any]:
        """Return the facts about the server for its pages."""
        proxy = generation.proxy
        has_proxy = self._proxy is not None and proxy is not None and not proxy.is_off
        base_path = generation.base_path
        return {
            "proxy": f"{base_path}{ROUTE}" if has_proxy else None,
            "feedback": self._feedback.describe(base_path) if self._feedback else NO_FEEDBACK,
        }

    async def _tell_metrics(self, scope: Scope, send: Send) -> None:
        if scope["path"] != METRICS:
            await send_text(send, 404, "Only /metrics is here.", ALWAYS)
        else:
            await send_text(send, 200, self._metrics.render(), ALWAYS)


def build_site_proxy(
    current: CurrentSite,
    rules: ProxyRules,
    usage: Usage | None = None,
    note: NoteCall | None = None,
) -> Proxy:
    """Return the proxy of a site, which follows the served state.

    `note` takes each sent request.
    """

    async def load() -> ProxyManifest:
        return (await current.get()).proxy or _NO_PROXY

    return build_proxy(load, rules, usage, note)


async def _tell_health(scope: Scope, send: Send, is_ready: Callable[[], bool]) -> None:
    if scope["path"] == HEALTH:
        await send_text(send, 200, "The server runs.", ALWAYS)
    else:
        status, text = (200, "ready") if is_ready() else (503, "ending")
        await send_text(send, status, text, ALWAYS)

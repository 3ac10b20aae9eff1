"""Answers the requests of the preview from one state of the project at a time."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar
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
from octavo.outputs.preview.site import NOT_FOUND, PreviewPage, PreviewSite, compute_digest
from octavo.outputs.preview.state import PreviewState
from octavo.outputs.preview.unready_page import render_unready_page
from octavo.outputs.proxy.request import ROUTE
from octavo.outputs.web.file_headers import (
    build_file_headers,
    build_page_headers,
    find_content_type,
)
from octavo.outputs.web.manifest import SERVER_FACTS
from octavo.outputs.web.static_site import (
    ALWAYS,
    Receive,
    Redirect,
    Scope,
    Send,
    ServedFile,
    Stream,
    find_answer,
    find_output,
    send_json,
    send_page,
    send_text,
    serve_file,
)
from octavo.problems import Problem
from octavo.project.discover import build_line_lookup
from octavo.project.files import SourceFile, open_source
from octavo.render.assets.theme_files import FOLDER
from octavo.render.shell.policy import SitePolicy
from octavo.settings.urls import is_external
from octavo.site.model import Page, Site
from octavo.site.search import SEARCH_INDEX
from octavo.site.urls import file_href
from octavo.values import dataclass

if TYPE_CHECKING:  # a preview loads them with the first request of a playground
    from octavo.outputs.proxy.forward import Proxy
    from octavo.outputs.proxy.rules import AllowedNet

_HASHED_FOLDER = re.compile(rf"({re.escape(FOLDER)}/[0-9a-f]{{12}})/(.+)")
_PAGES_AT_ONCE = 10

Result = TypeVar("Result")


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
        self._log = log
        self._is_ending = is_ending
        self._channel = Channel()
        self._renderer = ThreadPoolExecutor(1, "render")
        self._asset_folders: set[str] = set()
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
            await serve_file(scope, send, self.view(), EXTRA_HEADERS)
        self.has_answered.set()

    def _describe_server(self) -> Mapping[str, Any]:
        """Return what pages want to know of the server that they came from."""
        is_off = self.view().site.site.settings.api.playground.disable_proxy
        return {"proxy": None if is_off else ROUTE}

    def show(self, state: PreviewState) -> None:
        """Answer from another state from now on, and tell all open pages."""
        if self.state.site is not None:
            # Scripts that are already running load others from where they came.
            self._asset_folders.add(self.state.site.renderer.assets.folder)
        self.state = state
        self._channel.announce()

    def close(self) -> None:
        """End the thread that renders."""
        self._renderer.shutdown(wait=False, cancel_futures=True)

    def view(self) -> _View:
        """Return the site of the present state, for one request."""
        return _View(self.state, self)

    async def render(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """Run something in the thread that renders."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._renderer, work, *arguments)

    def report_page(self, url: str, problems: tuple[Problem, ...]) -> None:
        """Print the problems of a page in the terminal."""
        self._log.report(url, problems, build_line_lookup(self.state.project))

    def find_current_output(self, output: str) -> str:
        """Return the output that has replaced one of an earlier state."""
        match = _HASHED_FOLDER.fullmatch(output)
        site = self.state.site
        if match is None or site is None or match[1] not in self._asset_folders:
            return output
        return site.renderer.assets.output(match[2])

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
            )

            self._proxy = build_preview_proxy(
                self._find_site, self.render, self._own, self._allow_nets
            )
        await self._proxy(scope, receive, send)

    def _find_site(self) -> Site:
        return self.view().site.site

    async def describe(self, path: str) -> Mapping[str, Any]:
        """Return what an open page must know: whether it changed, and what is wrong."""
        state = self.state
        problems: tuple[Problem, ...] = ()
        if state.site is None:  # the page itself shows the problems
            digest = compute_digest(self._render_unready().encode())
        else:
            digest, page_problems = await self.view().load_page_state(path)
            problems = (*state.problems, *page_problems)
        return {
            "version": state.version,
            "page": digest,
            "changed": {file_href(source): n for source, n in state.changed_files.items()},
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


@dataclass(frozen=True, slots=True)
class _View:
    """One state of the site, in which `static_site` looks files up."""

    state: PreviewState
    app: PreviewApp

    @property
    def site(self) -> PreviewSite:
        assert self.state.site is not None  # noqa: S101  (the application has checked it)
        return self.state.site

    def has(self, output: str) -> bool:
        """Tell whether there is such a page, or such a file of the author."""
        return output in self.site.site.files or self.site.find_page(output) is not None

    async def load(self, output: str) -> ServedFile | None:
        """Return a file; later parts of a build replace earlier ones, so they come first here."""
        if output in load_dev_files():
            return _build_file(output, load_dev_files()[output])
        site = self.site
        if output in site.site.files:
            return self._build_stream(site.project.files[output])
        if output == SEARCH_INDEX:
            return _build_file(output, await self._load_search_index())
        page = site.find_page(output)
        if page is not None:
            preview = await self.app.render(site.render, page.url)
            await self._report(page, preview)
            if preview.html is None:
                return None
            return self._build_page(preview.html, preview.digest, preview.policy)
        content = await self.app.render(self._find_file, output)
        if content is None:
            return None
        headers = build_page_headers(self._policy) if output.endswith(".html") else {}
        return _build_file(output, content, headers)

    def redirect(self, url: str) -> Redirect | None:
        """Return where a url without a page leads."""
        site = self.site
        first = site.site.folders.get(url)
        if first is not None:
            return Redirect(site.renderer.links.page(first), permanent=False)
        rule = site.redirects.find(url)
        if rule is None:
            return None
        if is_external(rule.destination):
            return Redirect(rule.destination, rule.permanent)
        target = site.renderer.links.resolve(rule.destination, "")
        return Redirect(target.href, rule.permanent) if target else None

    async def load_not_found(self) -> ServedFile | None:
        """Return the page for paths that lead nowhere."""
        content = await self.app.render(self._find_file, NOT_FOUND)
        if content is None:
            return None
        return self._build_page(content.decode(), _build_missing_digest(content), self._policy)

    async def load_page_state(self, path: str) -> tuple[str, tuple[Problem, ...]]:
        """Return the digest of the page at a path, and its problems."""
        page = self.site.find_page(find_output(path) or "")
        problems: tuple[Problem, ...] = ()
        if page is not None:
            preview = await self.app.render(self.site.render, page.url)
            problems = await self._report(page, preview)
            if preview.html is not None:
                return preview.digest, problems
        answer = await find_answer(path, self)
        if isinstance(answer, Redirect):
            return f"moved:{answer.location}", problems
        content = await self.app.render(self._find_file, NOT_FOUND)
        return _build_missing_digest(content or b""), problems

    async def _report(self, page: Page, preview: PreviewPage) -> tuple[Problem, ...]:
        """Print and return the problems of a page, and of the API document that it shows."""
        self.app.report_page(page.url, preview.problems)
        if page.binding is None:
            return preview.problems
        of_documents = await self.app.render(self.site.list_api_problems)
        self.app.report_page("API documents", of_documents)
        return (*preview.problems, *of_documents)

    @property
    def _policy(self) -> str:
        """The policy of pages without content of the author."""
        return self.site.renderer.policy.build_page_policy({}).header

    def _build_page(self, html: str, digest: str, policy: str) -> ServedFile:
        token = self.app.guard.token
        with_script = add_reload_script(html, token, digest, self.state.version)
        # The ETag changes with all that the script tag says: browsers keep no page of old versions.
        etag = f'"{compute_digest(f"{digest} {token} {self.state.version}".encode())}"'
        return ServedFile(
            with_script.encode(), find_content_type(NOT_FOUND), etag, build_page_headers(policy)
        )

    def _build_stream(self, file: SourceFile) -> ServedFile:
        root = self.site.project.root
        version = self.state.changed_files.get(file.source, 0)
        facts = file.modified_ns, file.changed_ns, file.size, file.identity[1], version
        etag = f'"{"-".join(f"{each:x}" for each in facts)}"'
        stream = Stream(lambda: open_source(root, file)[0])
        source = file.source
        return ServedFile(stream, find_content_type(source), etag, build_file_headers(source))

    def _find_file(self, output: str) -> bytes | None:
        return self.site.find_file(self.app.find_current_output(output))

    async def _load_search_index(self) -> bytes:
        """Render the missing pages, a few at a time, so that other requests need not wait."""
        urls = self.site.list_unindexed_urls()
        for start in range(0, len(urls), _PAGES_AT_ONCE):
            await self.app.render(self._render_all, urls[start : start + _PAGES_AT_ONCE])
        return await self.app.render(self.site.build_search_index)

    def _render_all(self, urls: list[str]) -> None:
        for url in urls:
            self.site.render(url)


def _build_file(
    output: str, content: bytes, headers: Mapping[str, str] | None = None
) -> ServedFile:
    return ServedFile(
        content, find_content_type(output), f'"{compute_digest(content)}"', headers or {}
    )


def _build_missing_digest(content: bytes) -> str:
    return f"missing-{compute_digest(content)}"


def _read_page_path(scope: Scope) -> str:
    """Return the path of the page that listens to the channel."""
    query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
    return unquote(query.get("page", ["/"])[0])

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
    dev_files,
)
from octavo.outputs.preview.log import ProblemLog
from octavo.outputs.preview.site import NOT_FOUND, PreviewSite, ShownPage, digest_of
from octavo.outputs.preview.state import PreviewState
from octavo.outputs.preview.unready_page import render_unready_page
from octavo.outputs.proxy.request import ROUTE
from octavo.outputs.web.file_headers import (
    build_file_headers,
    build_page_headers,
    find_content_type,
)
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
    send_page,
    send_text,
    serve_file,
)
from octavo.problems import Problem
from octavo.project.discover import source_line_lookup
from octavo.project.files import SourceFile, open_source
from octavo.render.assets.theme_files import FOLDER
from octavo.render.shell.policy import render_policy
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
        """Make the application; the proxy never calls its `own` addresses."""
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
        refusal = self.guard.refusal(scope)
        if refusal is not None:
            await send_text(send, 403, refusal, (*ALWAYS, *EXTRA_HEADERS))
        elif scope["path"] == CHANNEL:
            await self._serve_channel(scope, receive, send)
        elif self.state.site is None and find_output(scope["path"]) not in dev_files():
            await self._send_unready(send)
        elif scope["path"] == ROUTE:
            await self._call_api(scope, receive, send)
        else:
            await serve_file(scope, send, self.view(), EXTRA_HEADERS)
        self.has_answered.set()

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
        """Do something in the thread that renders."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._renderer, work, *arguments)

    def tell(self, url: str, problems: tuple[Problem, ...]) -> None:
        """Tell in the terminal what is wrong with a page."""
        self._log.tell(url, problems, source_line_lookup(self.state.project))

    def present_output(self, output: str) -> str:
        """Return the file that stands today where one of an earlier state stood."""
        match = _HASHED_FOLDER.fullmatch(output)
        site = self.state.site
        if match is None or site is None or match[1] not in self._asset_folders:
            return output
        return site.renderer.assets.output(match[2])

    async def _serve_channel(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self.guard.knows(scope):
            refusal = "This is not the token of this preview."
            await send_text(send, 403, refusal, (*ALWAYS, *EXTRA_HEADERS))
            return
        path = _page_asked(scope)
        await self._channel.serve(
            receive, send, lambda: self.describe(path), self._is_ending, EXTRA_HEADERS
        )

    async def _call_api(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._proxy is None:
            from octavo.outputs.preview.proxy import (  # noqa: PLC0415 (most previews need no proxy)
                build_preview_proxy,
            )

            self._proxy = build_preview_proxy(
                self._present_site, self.render, self._own, self._allow_nets
            )
        await self._proxy(scope, receive, send)

    def _present_site(self) -> Site:
        return self.view().site.site

    async def describe(self, path: str) -> Mapping[str, Any]:
        """Return what an open page must know: whether it changed, and what is wrong."""
        state = self.state
        problems: tuple[Problem, ...] = ()
        if state.site is None:  # the page itself tells the problems
            digest = digest_of(self._unready_html().encode())
        else:
            digest, of_page = await self.view().page_state(path)
            problems = (*state.problems, *of_page)
        changed = {file_href(source): n for source, n in state.changed_files.items()}
        return {
            "version": state.version,
            "page": digest,
            "changed": changed,
            "problems": describe_problems(problems, source_line_lookup(state.project)),
        }

    async def _send_unready(self, send: Send) -> None:
        html = self._unready_html()
        digest = digest_of(html.encode())
        page = add_reload_script(html, self.guard.token, digest, self.state.version)
        always = (*ALWAYS, *EXTRA_HEADERS)
        await send_page(send, 500, page.encode(), build_page_headers(render_policy({})), always)

    def _unready_html(self) -> str:
        return render_unready_page(self.state.problems, source_line_lookup(self.state.project))


@dataclass(frozen=True, slots=True)
class _View:
    """One state of the site, as `static_site` wants to look it up."""

    state: PreviewState
    app: PreviewApp

    @property
    def site(self) -> PreviewSite:
        assert self.state.site is not None  # noqa: S101  (the application has looked)
        return self.state.site

    def has(self, output: str) -> bool:
        """Tell whether there is such a page, or file of the author's."""
        return output in self.site.site.files or self.site.page_at(output) is not None

    async def load(self, output: str) -> ServedFile | None:
        """Return a file; later parts of a build replace earlier ones, so they come first here."""
        if output in dev_files():
            return _found(output, dev_files()[output])
        site = self.site
        if output in site.site.files:
            return self._served(site.project.files[output])
        if output == SEARCH_INDEX:
            return _found(output, await self._search_index())
        page = site.page_at(output)
        if page is not None:
            shown = await self.app.render(site.render, page.url)
            await self._tell(page, shown)
            if shown.html is None:
                return None
            return self._html(shown.html, shown.digest, shown.policy)
        content = await self.app.render(self._made, output)
        if content is None:
            return None
        headers = build_page_headers(self._policy) if output.endswith(".html") else {}
        return _found(output, content, headers)

    def redirect(self, url: str) -> Redirect | None:
        """Return where a url without a page leads."""
        site = self.site
        first = site.site.folders.get(url)
        if first is not None:
            return Redirect(site.renderer.links.page(first), permanent=False)
        found = site.redirects.find(url)
        if found is None:
            return None
        if is_external(found.destination):
            return Redirect(found.destination, found.permanent)
        target = site.renderer.links.resolve(found.destination, "")
        return Redirect(target.href, found.permanent) if target else None

    async def load_not_found(self) -> ServedFile | None:
        """Return the page for paths that lead nowhere."""
        content = await self.app.render(self._made, NOT_FOUND)
        if content is None:
            return None
        return self._html(content.decode(), _missing_digest(content), self._policy)

    async def page_state(self, path: str) -> tuple[str, tuple[Problem, ...]]:
        """Return the digest of what stands at a path, and what is wrong with it."""
        page = self.site.page_at(find_output(path) or "")
        problems: tuple[Problem, ...] = ()
        if page is not None:
            shown = await self.app.render(self.site.render, page.url)
            problems = await self._tell(page, shown)
            if shown.html is not None:
                return shown.digest, problems
        found = await find_answer(path, self)
        if isinstance(found, Redirect):
            return f"moved:{found.location}", problems
        content = await self.app.render(self._made, NOT_FOUND)
        return _missing_digest(content or b""), problems

    async def _tell(self, page: Page, shown: ShownPage) -> tuple[Problem, ...]:
        """Tell and return what is wrong with a page, and with the API document that it shows."""
        self.app.tell(page.url, shown.problems)
        if page.binding is None:
            return shown.problems
        of_documents = await self.app.render(self.site.api_problems)
        self.app.tell("API documents", of_documents)
        return (*shown.problems, *of_documents)

    @property
    def _policy(self) -> str:
        """The policy of what was made for the site, and shows nothing of a page."""
        return self.site.renderer.policy.render({})

    def _html(self, html: str, digest: str, policy: str) -> ServedFile:
        token = self.app.guard.token
        is_proxy_off = self.site.site.settings.api.playground.disable_proxy
        proxy = None if is_proxy_off else ROUTE
        with_script = add_reload_script(html, token, digest, self.state.version, proxy)
        # All that stands in the tag counts: a page that a browser has kept must know its version.
        etag = f'"{digest_of(f"{digest} {token} {self.state.version}".encode())}"'
        return ServedFile(
            with_script.encode(), find_content_type(NOT_FOUND), etag, build_page_headers(policy)
        )

    def _served(self, file: SourceFile) -> ServedFile:
        root = self.site.project.root
        changed = self.state.changed_files.get(file.source, 0)
        facts = file.modified_ns, file.changed_ns, file.size, file.identity[1], changed
        etag = f'"{"-".join(f"{each:x}" for each in facts)}"'
        stream = Stream(lambda: open_source(root, file)[0])
        source = file.source
        return ServedFile(stream, find_content_type(source), etag, build_file_headers(source))

    def _made(self, output: str) -> bytes | None:
        return self.site.made_file(self.app.present_output(output))

    async def _search_index(self) -> bytes:
        """Render what is still missing, a few pages at a time: others want to be served, too."""
        waiting = self.site.urls_to_search()
        for start in range(0, len(waiting), _PAGES_AT_ONCE):
            await self.app.render(self._render_all, waiting[start : start + _PAGES_AT_ONCE])
        return await self.app.render(self.site.search_index)

    def _render_all(self, urls: list[str]) -> None:
        for url in urls:
            self.site.render(url)


def _found(output: str, content: bytes, headers: Mapping[str, str] | None = None) -> ServedFile:
    return ServedFile(content, find_content_type(output), f'"{digest_of(content)}"', headers or {})


def _missing_digest(content: bytes) -> str:
    return f"missing-{digest_of(content)}"


def _page_asked(scope: Scope) -> str:
    """Return the path of the page that listens to the channel."""
    query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
    return unquote(query.get("page", ["/"])[0])

"""The preview: serves a project while its author writes it, with pages rendered on demand.

One thread answers requests, one renders, one follows the changes of the project. Requests are
answered from the last complete state, so no change ever blocks a page.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import threading
import time
import traceback
import webbrowser
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

from octavo.builder.javascript.engine import JavaScriptEngine
from octavo.preview.api_document.followed_app import FollowedApp, find_app_file
from octavo.preview.app import PreviewApp
from octavo.preview.follow.state import PreviewLoader, PreviewState
from octavo.preview.follow.watch import FolderWatch, gather_paths
from octavo.preview.for_authors.log import ProblemLog, Say, describe_changes
from octavo.preview.for_authors.problems_page import ProblemsPage
from octavo.preview.guard import build_guard
from octavo.problems import LineLookup, Painter, Problem, escape_controls
from octavo.project.discover import build_line_lookup
from octavo.project.web.addresses import is_this_computer
from octavo.render.content.components import COMPONENTS
from octavo.server.web.connections import REQUEST_SECONDS
from octavo.server.web.ports import OpenPort, format_host, open_port
from octavo.server.web.server import build_web_server
from octavo.site.visibility.standing import Standing
from octavo.values import Struct

if TYPE_CHECKING:
    from octavo.preview.api_document.followed_app import FollowedApp
    from octavo.project.web.fonts import FontSource
    from octavo.server.assistants.web import McpApp
    from octavo.server.proxy.rules import AllowedNet
    from octavo.site.model import Site

CHECK_AFTER = 1.0
"""The seconds after the last change until the whole folder is checked once more."""
WATCH_AFTER = 0.3
"""The most seconds to wait for the first page before the watch begins."""


Result = TypeVar("Result")


class PreviewOptions(Struct, frozen=True):
    """The options of the author."""

    folder: str
    host: str = "localhost"
    port: int = 3000
    strict_port: bool = False
    open_browser: bool = True
    allow_nets: tuple[AllowedNet, ...] = ()
    """Private networks that the playground may call."""
    site_url: str = ""
    """The public address of the site; empty for the one in the settings."""
    has_mock: bool = False
    """Whether playgrounds offer a mock server."""
    has_mcp: bool = False
    """Whether assistants may read the project."""
    has_mcp_calls: bool = False
    """Whether they may call the API, too."""
    app: str = ""
    """The Python application with the API document, such as `main:app`."""
    app_file: str = ""
    """The file of that document; empty for the one in the settings."""
    fonts: FontSource | None = None
    """The source of fonts; None for the public catalog."""


class PreviewReport(Struct, frozen=True):
    """The reasons why a project couldn't be shown."""

    problems: tuple[Problem, ...]
    line_of: LineLookup


def serve_preview(
    options: PreviewOptions, say: Say, paint: Painter | None = None, start: float | None = None
) -> PreviewReport:
    """Serve a project until the process is interrupted; return why it couldn't be served.

    `start` is the start time of the command (`time.perf_counter`), for the message. Raises
    `SdkMissingError` if assistants are enabled without the SDK.
    """
    start = time.perf_counter() if start is None else start
    app = _find_app(options, say, paint)
    if isinstance(app, Problem):
        return PreviewReport((app,), lambda _source, _line: None)
    with contextlib.closing(JavaScriptEngine(COMPONENTS)) as engine:
        loader = PreviewLoader(
            options.folder,
            engine.evaluate,
            options.fonts,
            site_url=options.site_url,
            sees=choose_standings(options.host),
        )
        state = _load_first(loader)
        line_of = build_line_lookup(state.project)
        if state.project.settings is None:
            return PreviewReport(state.problems, line_of)
        listening = open_port(options.host, options.port, strict=options.strict_port, say=say)
        if isinstance(listening, Problem):
            return PreviewReport((listening,), line_of)
        address = f"http://{format_host(options.host)}:{listening.port}"
        took = time.perf_counter() - start
        assistants = f" Assistants ask at {address}/mcp." if options.has_mcp else ""
        say(f"{options.folder} is shown at {address} ({took:.2f} s).{assistants} Ctrl+C stops it.")
        if options.open_browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        preview = Preview(loader, state, ProblemLog(say, paint), listening, options, say, app)
        asyncio.run(preview.serve())
    return PreviewReport((), line_of)


def choose_standings(host: str) -> frozenset[Standing]:
    """Return the nonpublic pages to show; private ones only if no other computer has access."""
    own = {Standing.PRIVATE} if is_this_computer(host) else set[Standing]()
    return frozenset({Standing.DRAFT, *own})


def _find_app(
    options: PreviewOptions, say: Say, paint: Painter | None
) -> FollowedApp | Problem | None:
    """Return the application to follow, after writing its document; None without one."""
    if not options.app:
        return None
    file = options.app_file or find_app_file(options.folder)
    if isinstance(file, Problem):
        return file
    app = FollowedApp(options.app, file, say, paint)
    app.export()
    return app


def _load_first(loader: PreviewLoader) -> PreviewState:
    """Load the first state without garbage collection, because almost no object becomes garbage.

    The command has already turned collection off while it loaded modules.
    """
    gc.disable()
    try:
        return loader.load()
    finally:
        gc.freeze()
        gc.enable()


class Preview:
    """A running preview."""

    links_every = 5.0
    """The seconds between two downloads of documents from links."""
    request_seconds = REQUEST_SECONDS
    """How many seconds a request may take to arrive."""

    def __init__(
        self,
        loader: PreviewLoader,
        state: PreviewState,
        log: ProblemLog,
        listening: OpenPort,
        options: PreviewOptions,
        say: Say,
        app: FollowedApp | None = None,
    ) -> None:
        self._loader = loader
        self._followed_app = app
        self._log = log
        self._say = say
        self._listening = listening
        self._allow_nets = options.allow_nets
        guard = build_guard(options.host, listening.addresses)
        names = ("localhost", options.host, *listening.addresses)
        self._own = tuple((name, listening.port) for name in names)
        self.app = PreviewApp(
            state,
            guard,
            log,
            lambda: self._server.should_exit,
            self._own,
            options.allow_nets,
            has_mock=options.has_mock,
        )
        self.app.problems_page = ProblemsPage(options.fonts)
        if options.has_mcp:
            self.app.mcp = self._build_mcp(options.has_mcp_calls)
        self._server = build_web_server(self.app, self.request_seconds)
        self._follower = ThreadPoolExecutor(1, "follow")
        self._one_at_a_time = asyncio.Lock()

    def _build_mcp(self, has_calls: bool) -> McpApp:
        from octavo.preview.proxy import build_preview_rules  # noqa: PLC0415 (few need it)
        from octavo.preview.read_site import build_preview_mcp  # noqa: PLC0415 (the same)

        rules = build_preview_rules(self._own, self._allow_nets)
        return build_preview_mcp(self.app.open_view, rules, self._say, has_calls=has_calls)

    async def serve(self) -> None:
        """Answer requests and follow changes until the process is interrupted."""
        tasks = [asyncio.create_task(self._follow()), asyncio.create_task(self._ask_others())]
        if self._followed_app is not None:
            tasks.append(asyncio.create_task(self._followed_app.follow()))
        self._report(self.app.state)
        try:
            await self._server.serve(sockets=list(self._listening.sockets))
        finally:
            for task in tasks:
                task.cancel()
            # Browsers that connect at the very end would otherwise hang.
            for connection in tuple(self._server.server_state.connections):
                connection.transport.abort()
            self.app.close()
            self._follower.shutdown(wait=False, cancel_futures=True)

    def stop(self) -> None:
        """End `serve` soon; any thread may call this."""
        self._server.should_exit = True

    async def _follow(self) -> None:
        """Follow the changes of the project, forever."""
        loop = asyncio.get_running_loop()
        events: asyncio.Queue[set[str]] = asyncio.Queue()

        def note(paths: set[str]) -> None:
            with contextlib.suppress(RuntimeError):  # The preview has just ended.
                loop.call_soon_threadsafe(events.put_nowait, paths)

        root = self.app.state.project.root
        with contextlib.closing(FolderWatch(root, note, self._say)) as watch:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.app.has_answered.wait(), WATCH_AFTER)
            await self._look(set(), watch)
            last_look, is_sure = 0.0, False
            while True:
                # A full check finds changes before the watch began, and lost ones.
                patience = None if is_sure and os.path.isdir(root) else CHECK_AFTER
                paths = await gather_paths(events, last_look, patience)
                is_sure = not paths
                await self._look(paths, watch)
                last_look = loop.time()

    async def _look(self, paths: set[str], watch: FolderWatch) -> None:
        def follow(before: PreviewState) -> PreviewState:
            if not all(map(os.path.isfile, paths)) or not paths:
                watch.refresh()
            return self._loader.follow(before, paths)

        start = time.perf_counter()
        state = await self._change(follow)
        if state is not None:
            self._report(state, *describe_changes(state.changes, time.perf_counter() - start))

    async def _ask_others(self) -> None:
        """Download fonts, and repeatedly documents from links, forever."""
        loader = self._loader
        while True:
            await self._renew(loader.fetch_fonts, loader.reload, "font looked for")
            await asyncio.sleep(self.links_every)
            await self._renew(loader.find_changed_links, loader.reload_links, "link changed")

    async def _renew(
        self,
        find: Callable[[], tuple[str, ...]],
        reload: Callable[[PreviewState], PreviewState],
        words: str,
    ) -> None:
        try:
            names = await asyncio.to_thread(find)
        except Exception:  # An error in Octavo must not end the preview.
            self._say(traceback.format_exc())
            return
        state = await self._change(reload) if names else None
        if state is not None:
            self._report(state, *(f"{words}: {escape_controls(each)}" for each in names))

    async def _change(self, follow: Callable[[PreviewState], PreviewState]) -> PreviewState | None:
        """Switch to the next state and return it; None if there is no change."""
        async with self._one_at_a_time:
            before = self.app.state
            try:
                state = await self._run_in_background(follow, before)
            except Exception:  # An error in Octavo must not end the preview.
                self._say(traceback.format_exc())
                return None
            if state is before:
                return None
            self.app.show(state)
        return state

    async def _run_in_background(self, work: Callable[..., Result], *arguments: Any) -> Result:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._follower, work, *arguments)

    def _report(self, state: PreviewState, *lines: str) -> None:
        for line in lines:
            self._say(line)
        notes = _find_notes(state.site.site, self._allow_nets) if state.site else ()
        self._log.report("", (*state.problems, *notes), build_line_lookup(state.project))


def _find_notes(site: Site, allow_nets: tuple[AllowedNet, ...]) -> tuple[Problem, ...]:
    if not site.api_documents and not site.settings.api.base_url:
        return ()
    from octavo.server.proxy.notes import (  # noqa: PLC0415 (sites without need not wait for it)
        find_refused_servers,
    )

    return find_refused_servers(site, allow_nets)

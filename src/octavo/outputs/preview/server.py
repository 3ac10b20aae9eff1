"""The preview: serves a project while it is written, rendering pages when they are asked for.

One thread answers requests, one renders, one follows the changes of the project. Requests are
answered from the last state that is complete, so a change, however large, never blocks a page.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import threading
import time
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

from octavo.outputs.javascript.engine import JavaScriptEngine
from octavo.outputs.preview.app import PreviewApp
from octavo.outputs.preview.guard import build_guard
from octavo.outputs.preview.log import ProblemLog, Say, describe_changes
from octavo.outputs.preview.ports import Listening, open_port
from octavo.outputs.preview.state import PreviewLoader, PreviewState
from octavo.outputs.preview.watch import FolderWatch, gather
from octavo.outputs.web.server import REQUEST_SECONDS, build_web_server
from octavo.problems import LineLookup, Painter, Problem, printable
from octavo.project.discover import source_line_lookup
from octavo.render.content.components import COMPONENTS
from octavo.values import dataclass

if TYPE_CHECKING:
    from octavo.outputs.proxy.rules import AllowedNet
    from octavo.project.web.fonts import FontSource
    from octavo.site.model import Site

CHECK_AFTER = 1.0
"""So many seconds after the last change, the whole folder is looked at once more."""
WATCH_AFTER = 0.3
"""So many seconds the first page may take before the folders are watched, too."""


Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class PreviewOptions:
    """What the author asked for."""

    folder: str
    host: str = "localhost"
    port: int = 3000
    strict_port: bool = False
    open_browser: bool = True
    allow_nets: tuple[AllowedNet, ...] = ()
    """Networks that are not public and that the playground may call."""
    fonts: FontSource | None = None
    """Where fonts come from; None is the public catalogue."""


@dataclass(frozen=True, slots=True)
class PreviewReport:
    """Why a project could not be shown."""

    problems: tuple[Problem, ...]
    line_of: LineLookup


def serve_preview(
    options: PreviewOptions, say: Say, paint: Painter | None = None, started: float | None = None
) -> PreviewReport:
    """Serve a project until the process is interrupted; return why it could not be served.

    `started` is when the command began (`time.perf_counter`), for the message.
    """
    started = time.perf_counter() if started is None else started
    with contextlib.closing(JavaScriptEngine(COMPONENTS)) as engine:
        loader = PreviewLoader(options.folder, engine.evaluate, options.fonts)
        state = _load_first(loader)
        line_of = source_line_lookup(state.project)
        if state.project.settings is None:
            return PreviewReport(state.problems, line_of)
        listening = open_port(options.host, options.port, strict=options.strict_port, say=say)
        if isinstance(listening, Problem):
            return PreviewReport((listening,), line_of)
        address = f"http://{_shown_host(options.host)}:{listening.port}"
        took = time.perf_counter() - started
        say(f"{options.folder} is shown at {address} ({took:.2f} s). Ctrl+C stops it.")
        if options.open_browser:
            threading.Thread(target=_open_browser, args=(address,), daemon=True).start()
        preview = Preview(loader, state, ProblemLog(say, paint), listening, options, say)
        asyncio.run(preview.serve())
    return PreviewReport((), line_of)


def _load_first(loader: PreviewLoader) -> PreviewState:
    """Load the first state; little of it becomes garbage, so none is looked for, then or later.

    The command has stopped looking even before, as it loaded our modules.
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
    """How many seconds lie between two looks at documents that come from links."""
    request_seconds = REQUEST_SECONDS
    """How many seconds a request may take to come in."""

    def __init__(
        self,
        loader: PreviewLoader,
        state: PreviewState,
        log: ProblemLog,
        listening: Listening,
        options: PreviewOptions,
        say: Say,
    ) -> None:
        self._loader = loader
        self._log = log
        self._say = say
        self._listening = listening
        self._allow_nets = options.allow_nets
        guard = build_guard(options.host, listening.addresses)
        names = ("localhost", options.host, *listening.addresses)
        self.app = PreviewApp(
            state,
            guard,
            log,
            lambda: self._server.should_exit,
            tuple((name, listening.port) for name in names),
            options.allow_nets,
        )
        self._server = build_web_server(self.app, self.request_seconds)
        self._follower = ThreadPoolExecutor(1, "follow")
        self._one_at_a_time = asyncio.Lock()

    async def serve(self) -> None:
        """Answer requests and follow changes until the process is interrupted."""
        following = [asyncio.create_task(self._follow()), asyncio.create_task(self._ask_others())]
        self._tell(self.app.state)
        try:
            await self._server.serve(sockets=list(self._listening.sockets))
        finally:
            for task in following:
                task.cancel()
            # Browsers that connect at the very end would otherwise be left hanging.
            for connection in tuple(self._server.server_state.connections):
                connection.transport.abort()
            self.app.close()
            self._follower.shutdown(wait=False, cancel_futures=True)

    def stop(self) -> None:
        """End `serve` soon; may be called from any thread."""
        self._server.should_exit = True

    async def _follow(self) -> None:
        """Follow what happens to the project, for ever."""
        loop = asyncio.get_running_loop()
        events: asyncio.Queue[set[str]] = asyncio.Queue()

        def note(paths: set[str]) -> None:
            with contextlib.suppress(RuntimeError):  # the preview has just ended
                loop.call_soon_threadsafe(events.put_nowait, paths)

        root = self.app.state.project.root
        with contextlib.closing(FolderWatch(root, note, self._say)) as watch:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.app.has_answered.wait(), WATCH_AFTER)
            await self._look(set(), watch)
            last_look, is_sure = 0.0, False
            while True:
                # What happened before the watch began, or got lost, is found by looking at all.
                patience = None if is_sure and os.path.isdir(root) else CHECK_AFTER
                paths = await gather(events, last_look, patience)
                is_sure = not paths
                await self._look(paths, watch)
                last_look = loop.time()

    async def _look(self, paths: set[str], watch: FolderWatch) -> None:
        def follow(before: PreviewState) -> PreviewState:
            if not all(map(os.path.isfile, paths)) or not paths:
                watch.refresh()
            return self._loader.follow(before, paths)

        started = time.perf_counter()
        state = await self._change(follow)
        if state is not None:
            self._tell(state, *describe_changes(state.changes, time.perf_counter() - started))

    async def _ask_others(self) -> None:
        """Ask for fonts, and for documents that come from links, again and again, for ever."""
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
            found = await asyncio.to_thread(find)
        except Exception:  # a mistake of ours must not end the preview
            self._say(traceback.format_exc())
            return
        state = await self._change(reload) if found else None
        if state is not None:
            self._tell(state, *(f"{words}: {printable(each)}" for each in found))

    async def _change(self, follow: Callable[[PreviewState], PreviewState]) -> PreviewState | None:
        """Show what follows from the state of now; return it, unless nothing is new."""
        async with self._one_at_a_time:
            before = self.app.state
            try:
                state = await self._in_background(follow, before)
            except Exception:  # a mistake of ours must not end the preview
                self._say(traceback.format_exc())
                return None
            if state is before:
                return None
            self.app.show(state)
        return state

    async def _in_background(self, work: Callable[..., Result], *arguments: Any) -> Result:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._follower, work, *arguments)

    def _tell(self, state: PreviewState, *lines: str) -> None:
        for line in lines:
            self._say(line)
        notes = _find_notes(state.site.site, self._allow_nets) if state.site else ()
        self._log.tell("", (*state.problems, *notes), source_line_lookup(state.project))


def _find_notes(site: Site, allow_nets: tuple[AllowedNet, ...]) -> tuple[Problem, ...]:
    if not site.api_documents and not site.settings.api.base_url:
        return ()
    from octavo.outputs.proxy.notes import (  # noqa: PLC0415 (sites without need not wait for it)
        find_refused_servers,
    )

    return find_refused_servers(site, allow_nets)


def _shown_host(host: str) -> str:
    """Return the host as it stands in an address; all addresses include this one."""
    if host in ("0.0.0.0", "::", ""):  # noqa: S104  (the author asked for it)
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _open_browser(address: str) -> None:
    import webbrowser  # noqa: PLC0415  (many never need it)

    webbrowser.open(address)

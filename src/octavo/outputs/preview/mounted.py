"""A project inside another application: its pages are rendered when they are asked for.

The application decides who may read it, and names the path that it stands below. Whether something
has changed is looked at when somebody asks for a page, so nothing goes on between requests.
"""

from __future__ import annotations

import time
import weakref
from collections.abc import Callable
from typing import Any

from octavo.outputs.javascript.lazy_engine import LazyEngine
from octavo.outputs.preview.live_document import LiveDocument
from octavo.outputs.preview.log import ProblemLog
from octavo.outputs.preview.proxy import build_preview_proxy
from octavo.outputs.preview.state import PreviewLoader, PreviewState
from octavo.outputs.preview.view import Rendering, SiteView
from octavo.outputs.proxy.forward import Proxy
from octavo.outputs.proxy.request import ROUTE
from octavo.outputs.proxy.rules import ProxyRules
from octavo.outputs.web.manifest import SERVER_FACTS
from octavo.outputs.web.static_site import (
    Receive,
    Scope,
    Send,
    find_inner_path,
    find_root_path,
    send_json,
    serve_file,
)
from octavo.problems import Problem
from octavo.project.discover import Project, load_project, put_data_file
from octavo.project.files import Problems
from octavo.site.model import Site

LOOK_EVERY = 1.0
"""How many seconds lie between two looks at the folder."""


class ProjectError(Exception):
    """A project cannot be shown; the problems say why."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(problems)
        self.problems = problems


class MountedProject:
    """A project as a part of a web application (ASGI); making it raises `ProjectError`."""

    def __init__(
        self,
        folder: str,
        document: LiveDocument | None,
        rules: ProxyRules | None,
        say: Callable[[str], None],
    ) -> None:
        self._document = document
        self._has_begun = False
        self._next_look = 0.0
        engine = LazyEngine()
        self._end_engine = weakref.finalize(self, engine.close)
        self._loader = PreviewLoader(
            folder, engine.evaluate, load=self._load_project, allow_local=False
        )
        self._state = self._loader.load()
        if self._state.site is None:
            raise ProjectError(self._state.problems)
        if self._loader.fetch_fonts():
            self._state = self._loader.reload(self._state)
        self._rendering = Rendering(ProblemLog(say))
        self._proxy: Proxy | None = None
        if rules is not None:
            self._proxy = build_preview_proxy(self._find_site, self._rendering.run, rules)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request from the project as it is now."""
        base_path = find_root_path(scope)
        state = await self._rendering.run(self._look, base_path)
        path = find_inner_path(scope, base_path)
        if path == ROUTE and self._proxy is not None:
            await self._proxy(scope, receive, send)
        elif path == f"/{SERVER_FACTS}":
            await send_json(send, self._describe_server(base_path))
        else:
            view = SiteView(state, self._rendering, has_proxy=self._proxy is not None)
            await serve_file(scope, send, view, base_path=base_path)

    def close(self) -> None:
        """End the thread and the process that work for this application."""
        self._rendering.close()
        self._end_engine()
        if self._document is not None:
            self._document.close()

    def _load_project(self, root: str) -> tuple[Project, Problems]:
        project, problems = load_project(root)
        # Before the first request, the application may not have all that its document describes.
        if self._document is not None and self._has_begun:
            project = put_data_file(project, self._document.load())
        return project, problems

    def _look(self, base_path: str) -> PreviewState:
        """Return the state to answer from; called in the thread that renders, so one at a time."""
        before, self._has_begun = self._state, True
        self._loader.base_path = base_path
        if time.monotonic() >= self._next_look:
            self._state = self._loader.follow(self._state, ())
            self._next_look = time.monotonic() + LOOK_EVERY
        if self._state.site and self._state.site.renderer.links.base_path != base_path:
            self._state = self._loader.reload(self._state)
        if self._state is not before:
            self._rendering.leave(before)
            self._rendering.report(self._state, "", self._state.problems)
        return self._state

    def _find_site(self) -> Site:
        assert self._state.site is not None  # noqa: S101 (there is one from the beginning)
        return self._state.site.site

    def _describe_server(self, base_path: str) -> dict[str, Any]:
        is_off = self._proxy is None or self._find_site().settings.api.playground.disable_proxy
        return {"proxy": None if is_off else f"{base_path}{ROUTE}"}

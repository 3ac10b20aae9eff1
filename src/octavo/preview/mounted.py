"""A project inside another application, with pages rendered on demand.

The application controls access, and chooses the path of the project. Octavo looks for changes when
a page is requested, so it does no work between requests.
"""

from __future__ import annotations

import time
import weakref
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from octavo.builder.javascript.lazy_engine import LazyEngine
from octavo.builder.served.manifest import SERVER_FACTS
from octavo.preview.api_document.live_document import LiveDocument
from octavo.preview.follow.state import PreviewLoader, PreviewState
from octavo.preview.for_authors.log import ProblemLog
from octavo.preview.proxy import build_preview_proxy
from octavo.preview.read_site import build_preview_mcp
from octavo.preview.view import Rendering, SiteView
from octavo.problems import Problem
from octavo.project.discover import Project, load_project, put_data_file
from octavo.project.files import Problems
from octavo.render.shell.below_text.rating import SERVED_STYLES
from octavo.server.feedback.service import NO_FEEDBACK, FeedbackService, send_styles
from octavo.server.proxy.forward import Proxy
from octavo.server.proxy.request import ROUTE
from octavo.server.proxy.rules import ProxyRules
from octavo.server.web.asgi import Receive, Scope, Send, read_header
from octavo.server.web.static_site import find_inner_path, find_root_path, send_json, serve_file
from octavo.site.model import Site
from octavo.values import Struct

if TYPE_CHECKING:
    from octavo.server.assistants.web import McpApp

LOOK_EVERY = 1.0
"""The seconds between two checks of the folder for changes."""


class ProjectError(Exception):
    """A project can't be shown; the problems say why."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(problems)
        self.problems = problems


class AskedProject(Struct, frozen=True):
    """A project whose readers rate its pages."""

    site: Site
    base_path: str

    def has_page(self, url: str) -> bool:
        """Tell whether the project has a page at a URL."""
        return url in self.site.pages

    def list_pages(self) -> Iterable[str]:
        """Return the URLs of its pages."""
        return self.site.pages


class MountedProject:
    """A project as a web application (ASGI); the constructor may raise `ProjectError`."""

    def __init__(
        self,
        folder: str,
        document: LiveDocument | None,
        rules: ProxyRules | None,
        site_url: str,
        say: Callable[[str], None],
        feedback: FeedbackService | None = None,
    ) -> None:
        self._document = document
        self._say = say
        self._feedback = feedback
        self._has_begun = False
        self._next_look = 0.0
        engine = LazyEngine()
        self._end_engine = weakref.finalize(self, engine.close)
        self._loader = PreviewLoader(
            folder,
            engine.evaluate,
            load=self._load_project,
            allow_local=False,
            site_url=site_url,
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
        self._mcp: McpApp | None = None

    def let_assistants_read(self, rules: ProxyRules, site_url: str, *, has_calls: bool) -> None:
        """Answer assistants, too; raise `SdkMissingError` without the SDK."""

        def open_view() -> SiteView:
            return SiteView(self._state, self._rendering)

        self._mcp = build_preview_mcp(
            open_view, rules, self._say, site_url=site_url, has_calls=has_calls
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request from the current project."""
        base_path = find_root_path(scope)
        state = await self._rendering.run(self._look, base_path)
        path = find_inner_path(scope, base_path)
        if path == ROUTE and self._proxy is not None:
            await self._proxy(scope, receive, send)
        elif path == f"/{SERVER_FACTS}":
            await send_json(send, self._describe_server(base_path))
        elif self._mcp is not None and await self._mcp.answer(path, scope, receive, send):
            pass
        elif self._feedback is not None and await self._feedback.answer(
            path, scope, receive, send, AskedProject(self._find_site(), base_path)
        ):
            return
        elif path == f"/{SERVED_STYLES}":
            await send_styles(send, b"")
        else:
            view = SiteView(
                state,
                self._rendering,
                has_proxy=self._proxy is not None,
                accept=read_header(scope, "Accept") or "",
            )
            await serve_file(scope, send, view, base_path=base_path)

    def close(self) -> None:
        """End the thread and the process of this application."""
        self._rendering.close()
        self._end_engine()
        if self._mcp is not None:
            self._mcp.close()
        if self._feedback is not None:
            self._feedback.close()
        if self._document is not None:
            self._document.close()

    def _load_project(self, root: str) -> tuple[Project, Problems]:
        project, problems = load_project(root)
        # Before the first request, the application may not have all its routes.
        if self._document is not None and self._has_begun:
            project = put_data_file(project, self._document.load())
        return project, problems

    def _look(self, base_path: str) -> PreviewState:
        """Return the current state; runs in the render thread, so one call at a time."""
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
        return {
            "proxy": None if is_off else f"{base_path}{ROUTE}",
            "feedback": self._feedback.describe(base_path) if self._feedback else NO_FEEDBACK,
        }

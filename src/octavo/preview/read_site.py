"""A project for assistants, with its current pages."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from octavo.builder.served.locations import Redirect
from octavo.preview.proxy import build_preview_proxy
from octavo.preview.site import PreviewSite
from octavo.preview.view import SiteView
from octavo.search.files import MANIFEST
from octavo.server.assistants.arguments import ToolError
from octavo.server.assistants.assistant import Assistant
from octavo.server.assistants.calling import build_calling_tool, limit_calls
from octavo.server.assistants.read_site import LoadFile, read_origin
from octavo.server.assistants.tool import Tool
from octavo.server.assistants.web import McpApp
from octavo.server.proxy.rates import Usage
from octavo.server.proxy.rules import ProxyRules
from octavo.values import Struct, replace


class PreviewedSite(Struct, frozen=True):
    """A state of a project; see `ReadSite`."""

    view: SiteView
    origin: str = ""

    @property
    def base_path(self) -> str:
        """The path of the site's root."""
        return self.view.site.renderer.links.base_path

    @property
    def state(self) -> PreviewSite:
        """An object that identifies the state."""
        return self.view.site

    async def load(self, output: str) -> bytes | None:
        """Return a file of a page; None if it doesn't exist."""
        file = await self.view.load(output)
        return file.content if file is not None and isinstance(file.content, bytes) else None

    async def open_index(self) -> LoadFile:
        """Return a loader for the files of the search index."""
        await self.view.load(MANIFEST)  # This builds the index in the render thread.
        site = self.view.site
        row = site.find_row(MANIFEST)
        return partial(site.make, row) if row else lambda _: None

    def find_redirect(self, url: str) -> Redirect | None:
        """Return the target of a URL without a page."""
        return self.view.find_redirect(url)


def build_preview_mcp(
    open_view: Callable[[], SiteView],
    rules: ProxyRules,
    tell: Callable[[str], None],
    *,
    site_url: str = "",
    has_calls: bool = False,
) -> McpApp:
    """Return an application that answers assistants from the current state.

    Raises `SdkMissingError`.
    """

    origin = read_origin(site_url)

    async def open_site() -> PreviewedSite:
        view = open_view()
        if view.state.site is None:
            raise ToolError("The project has mistakes. Fix them, then its pages can be read.")
        return PreviewedSite(view, origin)

    tools: tuple[Tool, ...] = ()
    if has_calls:
        calls = replace(rules, limits=limit_calls(rules.limits))
        proxy = build_preview_proxy(lambda: open_view().site.site, open_view().rendering.run, calls)
        tools = (build_calling_tool(proxy),)
    # An author's assistant has the same limits as the author's playground.
    return McpApp(Assistant(open_site, tell, tools), rules, Usage(rules.limits))

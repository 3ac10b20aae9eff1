"""A published site for assistants: its current state, and only public pages."""

from __future__ import annotations

from collections.abc import Callable

from octavo.builder.served.locations import Redirect
from octavo.server.assistants.assistant import Assistant
from octavo.server.assistants.calling import build_calling_tool, limit_calls
from octavo.server.assistants.read_site import LoadFile, SiteReplacedError, read_origin
from octavo.server.proxy.rates import Usage
from octavo.server.proxy.rules import ProxyRules
from octavo.server.serve.app import build_site_proxy
from octavo.server.serve.content_memory import ContentMemory
from octavo.server.serve.current import CurrentSite
from octavo.server.serve.generation import Generation, SiteBusyError, SiteChangedError
from octavo.server.serve.served_site import RequestedSite
from octavo.values import Struct, replace


class PublishedSite(Struct, frozen=True):
    """A state of a published site; see `ReadSite`."""

    state: Generation
    origin: str

    @property
    def base_path(self) -> str:
        """The path of the site's root."""
        return self.state.base_path

    async def load(self, output: str) -> bytes | None:
        """Return a file; None if it doesn't exist."""
        return self._load(output)

    async def open_index(self) -> LoadFile:
        """Return a loader for the files of the search index."""
        return self._load

    def find_redirect(self, url: str) -> Redirect | None:
        """Return the target of a URL without a page."""
        return RequestedSite(self.state, ContentMemory()).find_redirect(url)

    def _load(self, output: str) -> bytes | None:
        if output not in self.state.files:
            return None
        try:
            return self.state.load(output)
        except (SiteChangedError, SiteBusyError):
            raise SiteReplacedError(output) from None


def build_site_assistant(
    current: CurrentSite,
    site_url: str,
    tell: Callable[[str], None],
    calls: ProxyRules | None = None,
    usage: Usage | None = None,
) -> Assistant:
    """Return the tools of the currently served site.

    With `calls`, assistants may call the API by these rules; `usage` counts their calls together
    with those of the playground.
    """
    origin = read_origin(site_url)

    async def open_site() -> PublishedSite:
        return PublishedSite(await current.get(), origin)

    if calls is None:
        return Assistant(open_site, tell)
    rules = replace(calls, limits=limit_calls(calls.limits))
    proxy = build_site_proxy(current, rules, usage)
    return Assistant(open_site, tell, (build_calling_tool(proxy),))

"""The proxy of a preview, which follows the changing project."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from octavo.builder.served.proxy_manifest import ProxyManifest, build_manifest
from octavo.server.proxy.forward import Proxy, build_proxy
from octavo.server.proxy.rules import PREVIEW_LIMITS, AllowedNet, ProxyRules
from octavo.site.model import Site

InRenderer = Callable[[Callable[[Site], ProxyManifest], Site], Awaitable[ProxyManifest]]
"""Calls a function in the render thread, the only one that reads documents."""


def build_preview_proxy(
    site_of: Callable[[], Site],
    in_renderer: InRenderer,
    rules: ProxyRules,
) -> Proxy:
    """Return the proxy of a project; `site_of` returns its current site."""
    latest: tuple[Site, ProxyManifest] | None = None

    async def load() -> ProxyManifest:
        nonlocal latest
        site = site_of()
        if latest is None or latest[0] is not site:
            latest = (site, await in_renderer(build_manifest, site))
        return latest[1]

    return build_proxy(load, rules)


def build_preview_rules(
    own: tuple[tuple[str, int], ...], allow_nets: tuple[AllowedNet, ...]
) -> ProxyRules:
    """Return the rules for the proxy of a preview."""
    return ProxyRules(own=own, allow_nets=allow_nets, limits=PREVIEW_LIMITS)

"""The proxy of a preview: what may be called follows the project as it changes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from octavo.builder.served.proxy_manifest import ProxyManifest, build_manifest
from octavo.server.proxy.forward import Proxy, build_proxy
from octavo.server.proxy.rules import PREVIEW_LIMITS, AllowedNet, ProxyRules
from octavo.site.model import Site

InRenderer = Callable[[Callable[[Site], ProxyManifest], Site], Awaitable[ProxyManifest]]
"""Calls a function in the thread that renders: documents are read there and nowhere else."""


def build_preview_proxy(
    site_of: Callable[[], Site],
    in_renderer: InRenderer,
    rules: ProxyRules,
) -> Proxy:
    """Return the proxy of a project whose present site `site_of` returns."""
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
    """Return what the proxy of a preview may do."""
    return ProxyRules(own=own, allow_nets=allow_nets, limits=PREVIEW_LIMITS)

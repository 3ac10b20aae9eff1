"""The pages that only the old site has: pages of code, and pages from Docusaurus or plugins."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Mapping

from octavo.site.urls import is_inside, normalize_url
from octavo_migrate.data import Values, load_table
from octavo_migrate.docusaurus.instances import list_plugins
from octavo_migrate.docusaurus.modules import get_known
from octavo_migrate.moved_site import OldSite

_TABLE = load_table("docusaurus")["made"]
_OF_BLOGS: str = _TABLE["ofBlogs"]
_TARGETS: str = _TABLE["targets"]
"""The options of plugins that set the address of their pages."""
_USUAL: Mapping[str, str] = _TABLE["usual"]
"""The default addresses of plugin pages, by a part of the plugin's name."""


def build_old_site(
    config: Values,
    pages: frozenset[str],
    code_pages: Iterable[str],
    routes: Mapping[str, str],
    blogs: Iterable[str],
) -> OldSite:
    """Return the facts about the old site that links depend on.

    Docusaurus rejects broken links unless its settings choose a warning. With a warning, a link to
    an unknown page may be a mistake. `pages` are the URLs of the new site, `routes` the addresses
    of folders, and `blogs` the addresses of blogs.
    """
    address = get_known(config, "url")
    base = str(get_known(config, "baseUrl") or "").rstrip("/")
    has_pages = get_known(config, "onBrokenLinks") not in ("warn", "log")
    has_parts = get_known(config, "onBrokenAnchors") == "throw"
    own = {"/__docusaurus", *code_pages, *_list_of_plugins(config, routes)}
    own |= {normalize_url(f"/{blog}/{each}") for blog in blogs for each in _OF_BLOGS.split()}

    def has(url: str, part: str) -> bool:
        if url in pages:
            return has_parts and bool(part)
        return has_pages or any(is_inside(url, each) for each in own)

    return OldSite(
        f"{address.rstrip('/')}{base}" if isinstance(address, str) else "",
        has,
        get_known(config, "trailingSlash") is True,
    )


def _list_of_plugins(config: Values, routes: Mapping[str, str]) -> Iterator[str]:
    for name, options in list_plugins(config, "plugins"):
        values = [options.get(key) for key in _TARGETS.split()]
        named = [each for each in values if isinstance(each, str) and each.strip("./")]
        usual = [folder for part, folder in _USUAL.items() if part in name]
        for target in named or usual:
            yield _find_route(posixpath.normpath(target), routes)


def _find_route(folder: str, routes: Mapping[str, str]) -> str:
    for around, route in routes.items():
        if folder.startswith(f"{around}/"):
            return normalize_url(f"/{route}/{folder.removeprefix(f'{around}/')}")
    return normalize_url(f"/{folder}")

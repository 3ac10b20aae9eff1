"""Finds the same page in several versions, by its path below another folder.

`/v1/guides/start` is the same page as `/v2/guides/start`, and `/start` the same as `/de/start`. The
settings don't name a version's folder. So it is the folder for which most pages exist in the
default version.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from octavo.site.model import Site
from octavo.site.navigation import list_versions
from octavo.values import Struct, field


class Counterparts(Struct, frozen=True):
    """The equivalent pages of versions."""

    originals: Mapping[str, str] = field(default_factory=dict)
    """The URL in the default version, by the URLs of the same page in other versions."""
    editions: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """The URLs of a page by version, by its URL in the default version, for pages with several."""


def find_counterparts(site: Site) -> Counterparts:
    """Return the equivalent pages of versions."""
    default, *others = list_versions(site.settings) or ("",)
    if not others:
        return Counterparts()
    urls: dict[str, list[str]] = {}
    for page in site.pages.values():
        if page.version is not None:
            urls.setdefault(page.version, []).append(page.url)
    originals: dict[str, str] = {}
    editions: dict[str, dict[str, str]] = {}
    for version in others:
        for url, original in _pair(urls.get(version, ()), urls.get(default, ())).items():
            originals[url] = original
            editions.setdefault(original, {default: original})[version] = url
    return Counterparts(originals, editions)


def _pair(urls: Sequence[str], default_urls: Sequence[str]) -> dict[str, str]:
    """Return the equivalent pages in the default version for those of another version."""
    default_pages = frozenset(default_urls)
    best: dict[str, str] = {}
    for folder in _list_folders(urls):
        for default_folder in _list_folders(default_urls):
            moved = ((url, _move(url, folder, default_folder)) for url in urls)
            pairs = {url: other for url, other in moved if other in default_pages}
            if len(pairs) > len(best):
                best = pairs
    return best


def _move(url: str, folder: str, other_folder: str) -> str:
    return (other_folder + url[len(folder) :]).rstrip("/") or "/"


def _list_folders(urls: Sequence[str]) -> Iterator[str]:
    """Yield the folders that contain all given pages, innermost first."""
    if not urls:
        return
    first, last = min(urls).split("/"), max(urls).split("/")
    if len(urls) == 1:
        last = first[:-1]
    common = next(
        (at for at, (a, b) in enumerate(zip(first, last, strict=False)) if a != b),
        min(len(first), len(last)),
    )
    for length in range(common, 0, -1):
        yield "/".join(first[:length])

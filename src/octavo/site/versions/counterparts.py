"""The same page in several versions: what is found at the same place below another folder.

`/v1/guides/start` is the same page as `/v2/guides/start`, and `/start` the same as `/de/start`.
Which folder a version has is not written anywhere: it is the one for which most pages have one in
the default version.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from octavo.site.model import Site
from octavo.site.navigation import list_versions
from octavo.values import Struct, field


class Counterparts(Struct, frozen=True):
    """Which pages of versions are the same."""

    originals: Mapping[str, str] = field(default_factory=dict)
    """The url in the default version, by the urls of pages that other versions have of it."""
    editions: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """The urls of a page by version, by that in the default one; only of pages with several."""


def find_counterparts(site: Site) -> Counterparts:
    """Return which pages of versions are the same."""
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
    """Return the pages of the default version that those of another one are."""
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
    """Yield the folders in which all of some pages lie, the innermost first."""
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

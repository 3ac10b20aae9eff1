"""Finds the page that a wrong URL probably means."""

from __future__ import annotations

from collections.abc import Iterable

from octavo.settings.nearest import find_nearest


class PageSuggestions:
    """Finds the page that a wrong URL means, without a comparison with every page of the site."""

    def __init__(self, urls: Iterable[str]) -> None:
        self._by_name: dict[str, list[str]] = {}
        self._by_folder: dict[str, list[str]] = {}
        for url in urls:
            folder, _, name = url.rpartition("/")
            self._by_name.setdefault(name.casefold(), []).append(url)
            self._by_folder.setdefault(folder, []).append(url)

    def find_nearest(self, url: str) -> str | None:
        """Return a page with the same name elsewhere, or with a similar name in the same folder."""
        folder, _, name = url.rpartition("/")
        same_name = self._by_name.get(name.casefold(), [])
        if len(same_name) == 1:
            return same_name[0]
        if same_name:
            return find_nearest(url, same_name[:200])
        beside = {
            other.rpartition("/")[2]: other for other in self._by_folder.get(folder, [])[:200]
        }
        # The folder is the same, and would make all pages look similar.
        near = find_nearest(name, beside)
        return None if near is None else beside[near]

"""Searches built sites in tests, with the engine that readers have."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from octavo.server.search.engine import SearchEngine


def open_search(site: Path) -> SearchEngine:
    """Return the search of a built site."""
    return SearchEngine(lambda name: (site / "_octavo" / name).read_text("utf-8"))


def find_addresses(site: Path, query: str, **filter_by: str) -> list[str]:
    """Return the addresses of the pages that a query finds, the best first."""
    return [hit["href"] for hit in open_search(site).find(query, filter_by)["results"]]


def list_pages(load: Callable[[str], bytes]) -> list[list[Any]]:
    """Return what the search shows of each page; `load` returns a file by its output."""
    manifest = json.loads(load("_octavo/search.json"))
    files = [json.loads(load(f"_octavo/search/{name}.json")) for name in manifest["lists"]]
    return [page for lists in files for each in lists for page in each["pages"]]

"""Where other sites document their objects: `objects.inv`, which Sphinx and mkdocstrings write."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterable
from typing import Any

from octavo.project.web.download import DownloadError, DownloadRules, load_file
from octavo_migrate.mkdocs.reference.index import get_handler
from octavo_migrate.mkdocs.settings_file import SettingsFile
from octavo_migrate.moved_site import Note, Outcome

_HEADER = b"# Sphinx inventory version 2\n"
_HEADER_LINES = 4
_MOST_BYTES = 50_000_000
_LINE = re.compile(r"(\S+)\s+(\w+):\S+\s+-?\d+\s+(\S+)")
_LINK = re.compile(r"\]\s?\[")


def _download(address: str) -> bytes:
    return load_file(address, DownloadRules(expected="a list of objects"))


def load_inventories(
    file: SettingsFile,
    texts: Iterable[str],
    notes: list[Note],
    load: Callable[[str], bytes] = _download,
) -> dict[str, str]:
    """Return links to the objects of other sites, if any page has links that may need them."""
    handler = get_handler(file)
    inventories = handler.get("inventories") or handler.get("import")
    links_by_name: dict[str, str] = {}
    if not isinstance(inventories, list) or not any(_LINK.search(text) for text in texts):
        return links_by_name
    for each in inventories:
        entry: dict[Any, Any] = each if isinstance(each, dict) else {"url": each}
        address = str(entry.get("url") or "")
        base = str(entry.get("base_url") or address.rpartition("/")[0])
        domains = entry.get("domains")
        try:
            links = parse_inventory(load(address), base, domains or ["py"])
        except (DownloadError, ValueError, zlib.error) as error:
            message = f"links to the objects of `{address}` are nothing but their text: {error}"
            advice = "Move again when that address can be reached."
            notes.append(Note(Outcome.LOST, message, file.locate("plugins"), advice))
            continue
        links_by_name = {**links, **links_by_name}
    return links_by_name


def parse_inventory(data: bytes, base: str, domains: Iterable[str]) -> dict[str, str]:
    """Return the links of a list; raises `ValueError` or `zlib.error` if it is none."""
    lines = data.split(b"\n", _HEADER_LINES)
    if not data.startswith(_HEADER) or len(lines) <= _HEADER_LINES:
        raise ValueError("this is no list of objects")
    text = zlib.decompressobj().decompress(lines[-1], _MOST_BYTES).decode("utf-8", "replace")
    domain_names = frozenset(domains)
    links: dict[str, str] = {}
    for match in filter(None, map(_LINE.match, text.splitlines())):
        name, domain, path = match.groups()
        if domain in domain_names:
            links.setdefault(name, f"{base.rstrip('/')}/{path.replace('$', name)}")
    return links

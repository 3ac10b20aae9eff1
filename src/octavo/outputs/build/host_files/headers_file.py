"""Writes `_headers` for Netlify and Cloudflare Pages.

Both send the headers of all rules that match, and join those of one name with a comma. So no two
rules that match the same file name the same header, but for policies, which all count. Pages are
asked for again each time without our saying so: that is what both hosts do with every file.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from urllib.parse import quote

from octavo.outputs.build.host_files.hosted_site import IMMUTABLE, HostedSite
from octavo.outputs.web.file_headers import (
    NOT_INDEXED,
    build_file_headers,
    build_page_headers,
)
from octavo.outputs.web.static_site import ALWAYS
from octavo.render.shell.policy import FRAME_POLICY

NAME = "_headers"
MOST_ON_CLOUDFLARE = 100


def render_headers(site: HostedSite, asset_folder: str, most: int | None = None) -> tuple[str, int]:
    """Return the text of the file, and how many of the author's files found no room in it."""
    base = quote(site.base_path)
    rules = [
        _render_rule(f"{base}/*", dict(ALWAYS) | build_page_headers(FRAME_POLICY)),
        _render_rule(f"{base}/{asset_folder}/*", {"Cache-Control": IMMUTABLE}),
        *(_render_rule(f"{base}/{name}", NOT_INDEXED) for name in ("*.md", *site.twin_lists)),
    ]
    files = [
        _render_rule(f"{base}/{quote(path)}", build_file_headers(file))
        for file in site.active_files
        for path in _list_addresses(file)
    ]
    room = len(files) if most is None else most - len(rules)
    return "".join((*rules, *files[:room])), max(0, len(files) - room)


def _list_addresses(file: str) -> Iterable[str]:
    """Return the paths that a file is found at: both hosts let `.html` be left out."""
    stem, dot, ending = file.rpartition(".")
    return (file, stem) if dot and ending.lower() in {"html", "htm"} else (file,)


def _render_rule(path: str, headers: Mapping[str, str]) -> str:
    return "\n".join((path, *(f"  {name}: {value}" for name, value in headers.items()), ""))

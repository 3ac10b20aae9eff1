"""Writes configurations of nginx and Caddy that answer like Octavo's own server.

The templates are in the folder `hosts` of the theme. The one of nginx is an include for a `server`
block. All rules are inside one location, so other sites of the server aren't affected. Each address
with a redirect has a location, which nginx finds in a tree. Addresses without a file go to a named
location, which tests the encoded address. It handles missing trailing slashes first, then redirects
with parameters in the author's order.

Caddy runs the Caddyfile unchanged. Two environment variables set the address and the folder of the
site. Its regular expressions never backtrack, so every pattern takes linear time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any
from urllib.parse import quote

from octavo.builder.host_files.hosted_site import HostedSite, Move, Refusals
from octavo.builder.host_files.matching import (
    OTHER_HOST,
    build_literal_regex,
    build_path_regex,
    refuse_pattern,
    write_parts,
)
from octavo.builder.served.file_headers import (
    ALWAYS,
    IMMUTABLE,
    NOT_INDEXED,
    NOT_KEPT,
    REVALIDATED,
    TYPES,
    build_file_headers,
    build_page_headers,
)
from octavo.builder.served.manifest import SERVER_FOLDER
from octavo.render.assets.theme_files import FOLDER, load_theme_text
from octavo.render.basis.policy import FRAME_POLICY
from octavo.render.shell.templates import fill_text
from octavo.site.urls import LONGEST_URL

NGINX, CADDY = "nginx.conf", "Caddyfile"
_MOST_GROUPS = 9
_COMPRESSED = ("text/", "application/json", "application/manifest", "application/xml", "image/svg")
_UNWRITABLE = frozenset('"\\{}')


def render_nginx(site: HostedSite, root: str) -> tuple[str, Refusals]:
    """Return the text of an include, and the redirects it can't contain.

    `root` is the name of the site's folder.
    """
    types = _group_endings(each.partition(";")[0] for each in TYPES.values())
    names = sorted(types.keys() - {"text/html"})  # nginx always includes this type.
    return _fill(
        NGINX,
        site,
        [(move, _refuse_for_nginx(move)) for move in site.moves],
        regex=partial(build_path_regex, base_path=site.base_path, goes_back=True),
        group="${}",
        root=root,
        send=partial(_send, 'add_header {} "{}"{};'),
        quoted=_quote,
        above=site.base_path.rpartition("/")[0],
        suffix=re.sub(r"\W", "_", site.base_path),
        base_regex=re.escape(site.base_path),
        types=types,
        charset_types=[each for each in names if f"{each}; charset=utf-8" in TYPES.values()],
        gzip_types=[each for each in names if each.startswith(_COMPRESSED)],
    )


def render_caddyfile(site: HostedSite, root: str) -> tuple[str, Refusals]:
    """Return the text of a Caddyfile, and the redirects it can't contain.

    `root` is the name of the site's folder.
    """
    return _fill(
        CADDY,
        site,
        [(move, _refuse_for_caddy(move)) for move in site.moves],
        regex=partial(build_path_regex, base_path=site.base_path, goes_back=False),
        group="${{{}}}",
        root=root,
        send=partial(_send, '{} "{}"{}'),
        base_regex=build_literal_regex(site.base_path),
        longest=LONGEST_URL,
        types=_group_endings(TYPES.values()),
    )


def _refuse_for_nginx(move: Move) -> str | None:
    if len(move.parameters) > _MOST_GROUPS:
        return f"nginx knows {_MOST_GROUPS} parameters at most"
    return refuse_pattern(move, "nginx", goes_back=True)


def _refuse_for_caddy(move: Move) -> str | None:
    if not move.parameters and not _UNWRITABLE.isdisjoint(move.source):
        return "its address has a quotation mark or brace"
    return refuse_pattern(move, "Caddy")


def _fill(
    file: str,
    site: HostedSite,
    reasons: list[tuple[Move, str | None]],
    regex: Callable[[Move], str],
    group: str,
    **values: Any,
) -> tuple[str, Refusals]:
    """Return a filled template, and what it can't contain; `group` names matched groups."""
    moves = [move for move, reason in reasons if reason is None]
    text = fill_text(
        load_theme_text("hosts", file),
        site=site,
        base=site.base_path,
        exact=[
            (path, each, each.destination[0]) for each in moves for path in site.list_paths(each)
        ],
        patterns=[
            (regex(each), each, _write_destination(each, group))
            for each in moves
            if each.parameters
        ],
        assets=FOLDER,
        for_servers=SERVER_FOLDER,
        other_host=OTHER_HOST,
        sent=quote,
        always=dict(ALWAYS),
        page=build_page_headers(FRAME_POLICY),
        file_headers=build_file_headers,
        revalidated={"Cache-Control": REVALIDATED},
        not_kept={"Cache-Control": NOT_KEPT},
        immutable={"Cache-Control": IMMUTABLE},
        not_indexed=NOT_INDEXED,
        **values,
    )
    return text, [(move, reason) for move, reason in reasons if reason]


def _send(form: str, indent: str, *headers: Mapping[str, str], when: str = "") -> str:
    pairs = (pair for each in headers for pair in each.items())
    return "\n".join(indent + form.format(*pair, when) for pair in pairs)


def _group_endings(types: Iterable[str]) -> dict[str, list[str]]:
    """Return the file name endings of each content type, in Octavo's order of types."""
    endings: dict[str, list[str]] = {}
    for ending, content_type in zip(TYPES, types, strict=True):
        endings.setdefault(content_type, []).append(ending)
    return endings


def _write_destination(move: Move, group: str) -> str:
    """Return the target of a pattern; groups are its only variables."""
    names = [part.name for part in move.parameters]
    return write_parts(
        move.destination,
        lambda text: text.replace("$", "%24"),
        lambda part: group.format(names.index(part.name) + 1),
    )


def _quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'

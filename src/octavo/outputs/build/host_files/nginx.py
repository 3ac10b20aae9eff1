"""Writes an include for a `server` block of nginx that answers as Octavo's own server does.

Everything stands in one location, so that other sites of the server are left alone. Addresses with
a redirect have a location each, which nginx finds in a tree. What has no file goes to a location
with a name, which looks at the address as it was sent: an address without the slash at its end
first, then redirects with parameters in the author's order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import quote

from octavo.outputs.build.host_files.hosted_site import IMMUTABLE, HostedSite, Move, PatternMove
from octavo.outputs.build.host_files.left_out import Omission
from octavo.outputs.build.host_files.matching import (
    OTHER_HOST,
    build_path_regex,
    group_number,
    has_name_twice,
    is_slow,
)
from octavo.outputs.web.file_headers import (
    NOT_INDEXED,
    TYPES,
    build_file_headers,
    build_page_headers,
)
from octavo.outputs.web.manifest import SERVER_FOLDER
from octavo.outputs.web.static_site import ALWAYS, NOT_KEPT, REVALIDATED
from octavo.render.assets.theme_files import FOLDER
from octavo.render.shell.policy import FRAME_POLICY
from octavo.site.redirect_patterns import Parameter

NAME = "nginx.conf"
_ABOUT = """\
# How nginx serves this site. Octavo writes this file anew with every build.
#
#   server {{
#     listen 80;
#     server_name docs.example.com;
#     root {root};{more}
#     include /srv/{name};
#   }}

"""
_NOT_FOUND = "404.html"
_QUERY = "$is_args$args"
_MOST_GROUPS = 9
_HTML = "text/html"
"""nginx counts it among those that are compressed and have a character set by itself."""
_MOVED = dict(ALWAYS) | {"Cache-Control": NOT_KEPT}
_SENT_PATH = '"^(?<octavo_path>(?:[^?]*[^?/])?)/*+(?:[?]|$)"'
_INDEX_PATH = '"^(?<octavo_path>.*[^/])/index[.]html$"'
_CONTROLS = '"^[^?]*%(?:[01][0-9a-f]|7f|c2%[89][0-9a-f])"'
_COMPRESSED = ("text/", "application/json", "application/manifest", "application/xml", "image/svg")


def render_nginx(site: HostedSite, root: str) -> tuple[str, list[Omission]]:
    """Return the text of the include, and the redirects that it does not hold.

    `root` is the name of the folder of the site.
    """
    refused = [(move, _refuse(move)) for move in site.patterns]
    patterns = [move for move, reason in refused if reason is None]
    lines = (*_render_site(site, root), *_render_elsewhere(site, patterns))
    text = _render_about(site, root) + "".join(f"{line}\n" for line in lines)
    return text, [Omission(move.source, reason) for move, reason in refused if reason]


def _render_about(site: HostedSite, name: str) -> str:
    if not site.base_path:
        return _ABOUT.format(root=f"/srv/{name}", name=f"{name}.hosts/{NAME}", more="")
    more = f" # holds the site as {site.base_path[1:]}"
    return _ABOUT.format(root="/srv/www", name=f"{name}.hosts/{NAME}", more=more)


def _refuse(move: PatternMove) -> str | None:
    if has_name_twice(move):
        return "nginx cannot tell whether a name took the same text twice"
    if is_slow(move):
        return "an address could be written for which nginx would take long"
    if sum(isinstance(part, Parameter) for part in move.pattern.parts) > _MOST_GROUPS:
        return f"nginx knows {_MOST_GROUPS} parameters at most"
    return None


def _render_site(site: HostedSite, name: str) -> Iterator[str]:
    base = site.base_path
    page = dict(ALWAYS) | build_page_headers(FRAME_POLICY)
    if base:
        slash = f'return 308 "{_escape(quote(base))}/{_QUERY}";'
        yield from _write_block(f"location = {_quote(base)}", ["absolute_redirect off;", slash])
        for folder in (f"{name}.hosts", f".{name}.octavo"):
            path = f"{base.rpartition('/')[0]}/{folder}/"
            yield f"location ^~ {_quote(path)} {{ return 404; }}"
    yield f"location {'^~ ' if base else ''}{_quote(f'{base}/')} {{"
    yield from _indent(_render_types())
    yield from _indent(_render_compression(site))
    yield "  absolute_redirect off;"
    yield f"  error_page 404 {_quote(f'{base}/{_NOT_FOUND}')};"
    yield from _indent(_write_headers(page | {"Cache-Control": REVALIDATED}))
    yield f"  try_files $uri ${{uri}}index.html {_name_location(site)};"
    yield from _indent(_render_files(site, page))
    for move in site.moves:
        yield from _indent(_render_move(site, move))
    yield "}"


def _render_types() -> Iterator[str]:
    types: dict[str, list[str]] = {}
    with_charset: set[str] = set()
    for ending, content_type in TYPES.items():
        name, semicolon, _ = content_type.partition(";")
        types.setdefault(name, []).append(ending)
        if semicolon:
            with_charset.add(name)
    yield from _write_block(
        "types", [f"{name} {' '.join(endings)};" for name, endings in types.items()]
    )
    yield "default_type application/octet-stream;"
    yield "charset utf-8;"
    yield f"charset_types {' '.join(sorted(with_charset - {_HTML}))};"


def _render_compression(site: HostedSite) -> Iterator[str]:
    names = {content_type.partition(";")[0] for content_type in TYPES.values()}
    yield "gzip on;"
    yield "gzip_vary on;"
    texts = sorted(name for name in names - {_HTML} if name.startswith(_COMPRESSED))
    yield f"gzip_types {' '.join(texts)};"
    if site.is_compressed:
        yield "gzip_static on;"


def _render_files(site: HostedSite, page: dict[str, str]) -> Iterator[str]:
    """Render the locations of files that are not as all others."""
    base, tries = site.base_path, f"try_files $uri {_name_location(site)};"
    missing = page | {"Cache-Control": NOT_KEPT}
    yield from _write_block(
        f"location = {_quote(f'{base}/{_NOT_FOUND}')}",
        ["internal;", *_write_headers(missing, when=" always")],
    )
    headers = dict(ALWAYS) | {"Cache-Control": IMMUTABLE}
    hashed = f"^{re.escape(base)}/{FOLDER}/[0-9a-f]{{12}}/"
    yield from _write_block(f'location ~ "{hashed}"', [*_write_headers(headers), tries])
    for_servers = f'"/[.](?!well-known/)|^{re.escape(base)}/{SERVER_FOLDER}/"'
    yield from _write_block(f"location ~ {for_servers}", ["return 404;"])
    twins = dict(ALWAYS) | NOT_INDEXED | {"Cache-Control": REVALIDATED}
    places = [f'~ "^{re.escape(base)}/.*[.]md$"']
    places += [f"= {_quote(f'{base}/{name}')}" for name in site.twin_lists]
    for place in places:
        yield from _write_block(f"location {place}", [*_write_headers(twins), tries])
    for file in site.active_files:
        own = dict(ALWAYS) | build_file_headers(file) | {"Cache-Control": REVALIDATED}
        yield from _write_block(
            f"location = {_quote(f'{base}/{file}')}", [*_write_headers(own), tries]
        )


def _render_move(site: HostedSite, move: Move) -> Iterator[str]:
    path = (site.base_path + move.url).rstrip("/")
    for source in (path, f"{path}/"):
        if source != site.base_path:  # that one leads to its own slash
            yield f"location = {_quote(source)} {{ {_return(move, _escape(move.location))} }}"


def _render_elsewhere(site: HostedSite, patterns: Iterable[PatternMove]) -> Iterator[str]:
    yield f"location {_name_location(site)} {{"
    yield "  absolute_redirect off;"
    yield f"  error_page 404 {_quote(f'{site.base_path}/{_NOT_FOUND}')};"
    yield from _indent(_write_headers(_MOVED))
    yield f"  if ($request_uri ~* {_CONTROLS}) {{ return 400; }}"
    # Only a group with a name keeps an address as it was sent; `set` would escape it again.
    page = "set $octavo_page $document_root$uri/index.html;"
    yield f"  if ($request_uri ~ {_SENT_PATH}) {{ {page} }}"
    yield f'  if ($request_uri ~ "{OTHER_HOST}") {{ set $octavo_page ""; }}'
    yield f'  if (-f $octavo_page) {{ return 308 "$octavo_path/{_QUERY}"; }}'
    yield f'  if ($octavo_path ~ {_INDEX_PATH}) {{ set $octavo_page ""; }}'
    for move in patterns:
        location = "".join(
            part if isinstance(part, str) else f"${group_number(move, part)}"
            for part in map(_escape_part, move.destination)
        )
        expression = build_path_regex(move, site.base_path, goes_back=True)
        yield f'  if ($octavo_path ~ "{expression}") {{ {_return(move, location)} }}'
    yield "  return 404;"
    yield "}"


# --- the language of nginx ---


def _name_location(site: HostedSite) -> str:
    return "@octavo" + re.sub(r"\W", "_", site.base_path)


def _return(move: Move | PatternMove, location: str) -> str:
    query = _QUERY if move.takes_query else ""
    return f'return {308 if move.permanent else 307} "{location}{query}";'


def _write_headers(headers: Mapping[str, str], when: str = "") -> Iterator[str]:
    for name, value in headers.items():
        yield f'add_header {name} "{value}"{when};'


def _escape_part(part: str | Parameter) -> str | Parameter:
    return _escape(part) if isinstance(part, str) else part


def _escape(location: str) -> str:
    """Return an escaped location in which nothing names a variable."""
    return location.replace("$", "%24")


def _quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _write_block(opening: str, lines: Iterable[str]) -> Iterator[str]:
    yield f"{opening} {{"
    yield from _indent(lines)
    yield "}"


def _indent(lines: Iterable[str]) -> Iterator[str]:
    return (f"  {line}" for line in lines)

"""Writes a Caddyfile with which Caddy answers as Octavo's own server does.

Its regular expressions never go back, so every pattern takes linear time. It may be run as it is;
two variables of the environment say where the site is served, and where it lies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import quote

from octavo.outputs.build.host_files.hosted_site import IMMUTABLE, HostedSite
from octavo.outputs.build.host_files.left_out import Omission
from octavo.outputs.build.host_files.matching import (
    OTHER_HOST,
    build_literal_regex,
    build_path_regex,
    group_number,
    has_name_twice,
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
from octavo.site.urls import LONGEST_URL
from octavo.values import dataclass

NAME = "Caddyfile"
_ABOUT = """\
# How Caddy serves this site. Octavo writes this file anew with every build.
#
#   OCTAVO_SITE=docs.example.com OCTAVO_ROOT=/srv/{root} caddy run --config {name}
"""
_NOT_FOUND = "404.html"
_CONTROLS = "(?i)^[^?]*%(?:[01][0-9a-f]|7f|c2%[89][0-9a-f])"
_SENT = "{http.request.orig_uri}"
_SENT_PATH = "~^((?:[^?]*[^?/])?)/*(?:[?]|$)"
_UNWRITABLE = frozenset('"\\{}')


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of a table of redirects."""

    input: str
    location: str
    permanent: bool
    takes_query: bool


def render_caddyfile(site: HostedSite, root: str) -> tuple[str, list[Omission]]:
    """Return the text of the file, and the redirects that it does not hold.

    `root` is the name of the folder of the site.
    """
    omissions = [
        Omission(move.source, "Caddy cannot tell whether a name took the same text twice")
        for move in site.patterns
        if has_name_twice(move)
    ]
    omissions += [
        Omission(move.url, "its address has a quotation mark or brace", has_page=True)
        for move in site.moves
        if not _UNWRITABLE.isdisjoint(move.url)
    ]
    folder = "www" if site.base_path else root
    lines = [
        *_ABOUT.format(root=folder, name=f"{root}.hosts/{NAME}").splitlines(),
        "{$OCTAVO_SITE:http://localhost:8080} {",
        *_indent(_render_site(site)),
        "}",
    ]
    return "".join(f"{line}\n" for line in lines), omissions


def _render_site(site: HostedSite) -> Iterator[str]:
    yield "root * {$OCTAVO_ROOT:.}"
    yield "encode gzip"
    yield from _write_block("route", _render_route(site))
    missing = build_page_headers(FRAME_POLICY) | {"Cache-Control": NOT_KEPT}
    yield from _write_block("handle_errors", _render_errors(site, dict(ALWAYS) | missing))


def _render_route(site: HostedSite) -> Iterator[str]:
    yield from _render_headers("header", dict(ALWAYS) | {"Cache-Control": NOT_KEPT})
    yield f"@long expression `size({_SENT}) > {LONGEST_URL}`"
    yield "error @long 414"
    yield f'@controls vars_regexp {_SENT} "{_CONTROLS}"'
    yield "error @controls 400"
    yield from _write_block("map {query} {octavo_query}", ['"" ""', 'default "?{query}"'])
    yield from _render_table("exact", "{path}", _list_exact_rows(site))
    if site.base_path:
        yield f'@outside not path "{quote(site.base_path)}/*"'
        yield "error @outside 404"
    # What begins with a dot, or is written for servers, is none of the site's pages.
    yield f'@hidden path_regexp "/[.]|^{build_literal_regex(site.base_path)}/{SERVER_FOLDER}/"'
    yield "@public path /.well-known/*"
    yield from _write_block("handle @public", ["file_server"])
    yield "error @hidden 404"
    yield "@file file {path} {path}index.html"
    # Here the order of lines counts: what is special stands behind what holds for all.
    yield from _write_block("route @file", _render_file(site))
    yield from _write_block(f"map {_SENT} {{octavo_path}}", [f'"{_SENT_PATH}" "${{1}}"'])
    elsewhere = f'not vars_regexp {_SENT} "{OTHER_HOST}"'
    yield from _write_block("@page", [elsewhere, "file {path}/index.html"])
    yield 'redir @page "{octavo_path}/{octavo_query}" 308'
    yield from _render_table("pattern", "{octavo_path}", _list_pattern_rows(site))
    yield "error 404"


def _render_file(site: HostedSite) -> Iterator[str]:
    page = build_page_headers(FRAME_POLICY) | {"Cache-Control": REVALIDATED}
    yield from _render_headers("header", page)
    base = build_literal_regex(site.base_path)
    yield f'@hashed path_regexp "^{base}/{FOLDER}/{"[0-9a-f]" * 12}/"'
    yield from _render_headers("header @hashed", {"Cache-Control": IMMUTABLE})
    lists = [f'"{quote(site.base_path)}/{name}"' for name in site.twin_lists]
    yield f"@twins path {' '.join(['*.md', *lists])}"
    yield from _render_headers("header @twins", NOT_INDEXED)
    active: dict[str, list[str]] = {}
    for file in site.active_files:
        for value in build_file_headers(file).values():
            active.setdefault(value, []).append(f'"{quote(site.base_path)}/{quote(file)}"')
    for policy, paths in active.items():
        yield f"@active path {' '.join(paths)}"
        yield from _render_headers("header @active", {"Content-Security-Policy": policy})
    for number, (content_type, endings) in enumerate(_group_endings().items()):
        yield f"@type{number} path {' '.join(f'*.{ending}' for ending in endings)}"
        yield f'header @type{number} Content-Type "{content_type}"'
    forms = ["precompressed br gzip"] if site.is_compressed else []
    yield from _write_block("file_server", forms)


def _render_errors(site: HostedSite, headers: Mapping[str, str]) -> Iterator[str]:
    yield from _render_headers("header", headers)
    yield "@missing expression {err.status_code} == 404"
    yield f'rewrite @missing "{quote(site.base_path)}/{_NOT_FOUND}"'
    yield "file_server @missing"


# --- redirects ---


def _list_exact_rows(site: HostedSite) -> Iterator[_Row]:
    if site.base_path:
        yield _Row(site.base_path, f"{quote(site.base_path)}/", permanent=True, takes_query=True)
    for move in site.moves:
        path = (site.base_path + move.url).rstrip("/")
        if not _UNWRITABLE.isdisjoint(path):
            continue
        for source in (path, f"{path}/"):
            if source != site.base_path:
                yield _Row(source, move.location, move.permanent, move.takes_query)


def _list_pattern_rows(site: HostedSite) -> Iterator[_Row]:
    for move in site.patterns:
        if has_name_twice(move):
            continue
        location = "".join(
            part.replace("$", "%24")
            if isinstance(part, str)
            else f"${{{group_number(move, part)}}}"
            for part in move.destination
        )
        expression = build_path_regex(move, site.base_path, goes_back=False)
        yield _Row(f"~{expression}", location, move.permanent, move.takes_query)


def _render_table(name: str, value: str, rows: Iterable[_Row]) -> Iterator[str]:
    """Render a table of redirects, of which the first that matches counts."""
    status, location, query = (f"{{octavo_{name}_{each}}}" for each in ("status", "to", "query"))
    lines = [
        f'"{row.input}" "{308 if row.permanent else 307}" "{row.location}" "{row.takes_query}"'
        for row in rows
    ]
    columns = f"{status} {location} {query}"
    yield from _write_block(f"map {value} {columns}", [*lines, 'default "" "" ""'])
    # What an expression of the table gives is not looked through for variables.
    more = ['"True" "{octavo_query}"', 'default ""']
    yield from _write_block(f"map {query} {{octavo_{name}_more}}", more)
    for code in (308, 307):
        yield f'@{name}_{code} expression {status} == "{code}"'
        yield f'redir @{name}_{code} "{location}{{octavo_{name}_more}}" {code}'


# --- the language of Caddy ---


def _group_endings() -> dict[str, list[str]]:
    endings: dict[str, list[str]] = {}
    for ending, content_type in TYPES.items():
        endings.setdefault(content_type, []).append(ending)
    return endings


def _render_headers(directive: str, headers: Mapping[str, str]) -> Iterator[str]:
    lines = [f'{name} "{value}"' for name, value in headers.items()]
    yield from _write_block(directive, lines)


def _write_block(opening: str, lines: Iterable[str]) -> Iterator[str]:
    yield f"{opening} {{"
    yield from _indent(lines)
    yield "}"


def _indent(lines: Iterable[str]) -> Iterator[str]:
    return (f"\t{line}" for line in lines)

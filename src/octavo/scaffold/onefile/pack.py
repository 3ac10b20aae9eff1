"""Joins the files of a built reference to one HTML file.

The first page is HTML. The others, the search and the files of the playground are in compressed
parts, which `theme/js/onefile/router.js` opens on demand. A small reference also has all pages for
readers without JavaScript.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from functools import partial
from html import escape
from pathlib import Path
from typing import Any

from octavo.render.assets.theme_files import (
    compact_script,
    load_inline_script,
    load_late_sheets,
    load_theme_text,
    register_scripts,
    strip_comments,
)
from octavo.scaffold.onefile.pieces import PagePieces, lead_inside, split_page, write_fonts

MARK = '<meta name="generator" content="Octavo openapi-page">'
"""The mark of files that Octavo wrote."""
MOST_PLAIN = 300_000
"""The size of all pages up to which they are also there for readers without JavaScript."""
_PART = 500_000
_SHEET = re.compile(r'<link rel="stylesheet" href="/([^"]+)">')
_DATA = re.compile(r'<script type="application/json" id="site-data">.*?</script>', re.DOTALL)
_SYMBOL = re.compile(r'(<symbol[^>]*? id=")')
_ID = re.compile(r' id="([^"]*)"')
_INNER = re.compile(r'href="#(?!/)([^"]*)"')
_MARKUP = re.compile(r"<(/script|!--)", re.IGNORECASE)
_START = "octavoStart();"
_WAIT = (
    """if (/^#\\/./.test(location.hash)) document.documentElement.classList.add("octavo-waits");"""
)
_WAITING = ".octavo-waits body{visibility:hidden}.octavo-page{margin-block-start:4rem}"


def pack_site(folder: Path) -> str:
    """Return the site in a folder as one HTML file."""
    sources = {_name_page(file, folder): file for file in _list_pages(folder)}
    paths = {path.rstrip("/") or "/": path for path in sources}
    load = partial(_load, folder)
    pages = [split_page(path, file.read_text("utf-8"), load) for path, file in sources.items()]
    first = next(page for page in pages if page.path == "/")
    names = {*paths, "/"}
    frame = [lead_inside(first.before, names), "</body></html>"]
    bodies = {page.path: lead_inside(page.html, names) for page in pages}
    icons = _inline_icons(folder)
    frame[1] = f"{icons}{frame[1]}"
    files = _collect_files(folder, pages, bodies, frame)
    late = load_late_sheets()
    first_scripts, late_scripts = register_scripts(
        [name for page in pages for name in page.scripts]
    )
    files["/_octavo/late.js"] = late_scripts
    files |= {f"/_octavo/{name}": css for name, css in late.items()}
    parts, places = _compress(files)
    first_html = folder.joinpath("index.html").read_text("utf-8")
    sheets = [write_fonts(_load(folder, name), folder) for name in _find_sheets(sources)]
    styles = [*sheets, _WAITING]
    about = {"path": "/", "title": first.title, "scripts": first.scripts}
    data = {"parts": [0] * len(parts), "files": places, "first": about}
    data_text = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    router = compact_script(strip_comments(load_theme_text("js", "onefile", "router.js")))
    eager = _guard(f"(() => {{\n{router}}})();\n{first_scripts}")
    bootstrap = load_inline_script("bootstrap.js")
    texts = {"wait": _WAIT, "bootstrap": bootstrap, "eager": eager, "start": _START}
    hosts = sorted({host for page in pages for host in page.hosts})
    policy = _write_policy(
        [*texts.values(), files["/_octavo/late.js"]], [*styles, *late.values()], hosts
    )
    root = first_html[first_html.index("<html") : first_html.index(">", first_html.index("<html"))]
    site_data = _DATA.search(first_html)
    body = f"{frame[0]}{bodies['/']}{icons}"
    island = site_data[0] if site_data else ""
    lines = [
        "<!doctype html>",
        f"{root}>",
        *_write_head(first.title, policy, styles, bootstrap),
        island,
        "</head>",
        body,
        _write_plain(pages, bodies),
        f'<script type="application/json" id="octavo-file">{data_text}</script>',
        *(
            f'<script type="application/octet-stream;base64" id="octavo-{number}">{part}</script>'
            for number, part in enumerate(parts)
        ),
        f"<script>{eager}</script>",
        f"<script>{_START}</script>",
        "</body>",
        "</html>",
        "",
    ]
    return "\n".join(lines)


def _write_head(title: str, policy: str, styles: list[str], bootstrap: str) -> list[str]:
    return [
        "<head>",
        '<meta charset="utf-8">',
        MARK,
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy, quote=True)}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>",
        '<meta name="color-scheme" content="light dark">',
        '<link rel="icon" href="data:,">',
        *(f"<style>{css}</style>" for css in styles),
        f"<script>{_WAIT}</script>",
        f"<script>{bootstrap}</script>",
    ]


def _list_pages(folder: Path) -> Iterator[Path]:
    for file in sorted(folder.rglob("index.html")):
        if "_octavo" not in file.relative_to(folder).parts[:1]:
            yield file


def _name_page(file: Path, folder: Path) -> str:
    path = file.parent.relative_to(folder).as_posix()
    return "/" if path == "." else f"/{path}"


def _load(folder: Path, name: str) -> str:
    return folder.joinpath(*name.split("/")).read_text("utf-8")


def _find_sheets(sources: Mapping[str, Path]) -> list[str]:
    sheets: dict[str, None] = {}
    for file in sources.values():
        text = file.read_text("utf-8")
        sheets.update(dict.fromkeys(_SHEET.findall(text[: text.index("<body")])))
    return list(sheets)


def _collect_files(
    folder: Path, pages: list[PagePieces], bodies: Mapping[str, str], frame: list[str]
) -> dict[str, Any]:
    """Return what the router opens: pages by path, files of scripts by address."""
    files: dict[str, Any] = {"frame": frame}
    for page in pages:
        about = {"title": page.title, "html": bodies[page.path], "scripts": page.scripts}
        files[page.path] = about
    names = {page.path for page in pages}
    for file in sorted((folder / "_octavo").rglob("*")):
        name = file.relative_to(folder).as_posix()
        if file.suffix == ".html" and not name.startswith("_octavo/oauth"):
            files[f"/{name}"] = lead_inside(file.read_text("utf-8"), names)
        elif file.suffix == ".json" and name.startswith(("_octavo/api/", "_octavo/search")):
            files[f"/{name}"] = file.read_text("utf-8")
    return files


def _compress(files: Mapping[str, Any]) -> tuple[list[str], dict[str, int]]:
    """Return the parts, and the number of the part of each file."""
    parts: list[str] = []
    places: dict[str, int] = {}
    group: dict[str, Any] = {}
    size = 0
    for name, value in [*files.items(), ("", None)]:
        length = len(json.dumps(value))
        if group and (size + length > _PART or value is None):
            text = json.dumps(group, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
            parts.append(base64.b64encode(gzip.compress(text, 9, mtime=0)).decode())
            group, size = {}, 0
        if value is not None:
            group[name] = value
            places[name] = len(parts)
            size += length
    return parts, places


def _guard(script: str) -> str:
    """Return a script without text that ends it in HTML; such text is only in strings."""
    return _MARKUP.sub(r"<\\\1", script)


def _inline_icons(folder: Path) -> str:
    text = "".join(file.read_text("utf-8") for file in sorted(folder.glob("_octavo/icons-*.svg")))
    symbols = _SYMBOL.sub(r"\1icon.", text)
    return f"<div hidden>{symbols}</div>" if symbols else ""


def _write_plain(pages: list[PagePieces], bodies: Mapping[str, str]) -> str:
    """Return all other pages for readers without JavaScript, if they are small."""
    others = [page for page in pages if page.path != "/"]
    if sum(len(bodies[page.path]) for page in others) > MOST_PLAIN:
        return ""
    return "\n".join(
        [
            "<noscript>",
            *(_write_plain_page(page.path, bodies[page.path]) for page in others),
            "</noscript>",
        ]
    )


def _write_plain_page(path: str, body: str) -> str:
    start, end = body.index("<article>"), body.rindex("</article>")
    article = _ID.sub(lambda match: f' id="{path}#{match[1]}"', body[start:end])
    article = _INNER.sub(
        lambda match: match[0] if match[1].startswith("icon.") else f'href="#{path}#{match[1]}"',
        article,
    )
    return f'<section class="octavo-page page" id="{path}/">{article}</article></section>'


def _write_policy(scripts: list[str], styles: list[str], hosts: list[str]) -> str:
    none = ["'none'"]
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src {' '.join(map(_hash, scripts))}",
            f"style-src {' '.join(map(_hash, styles))}",
            "img-src data: blob:",
            "media-src data: blob:",
            "font-src data:",
            f"connect-src {' '.join(hosts or none)}",
            "worker-src blob:",
            "frame-src blob:",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )


def _hash(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode()
    return f"'sha256-{digest}'"

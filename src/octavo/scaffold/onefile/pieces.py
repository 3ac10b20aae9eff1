"""Takes the pages of a built site apart, and turns their addresses into those of one file."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Collection
from html import unescape
from pathlib import Path

from octavo.render.assets.theme_files import SCRIPTS_OF_ALL_PAGES
from octavo.values import Struct

_TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
_TREE = re.compile(r'(<div class="sidebar-tree")([^>]*)>')
_FRAGMENT = re.compile(r'data-fragment="/([^"]+)"')
_SCRIPTS = re.compile(r'<script type="module" src="[^"]*?/_octavo/[0-9a-f]+/([^"]+)"></script>\n?')
_TAG = re.compile(r"<(?:a|use)\b[^>]*>")
_HREF = re.compile(r'href="/([^"]*)"')
_ICON = re.compile(r'href="/_octavo/icons-[^"#]*#([^"]+)"')
_CURRENT = ' aria-current="page"'
_FACE = re.compile(r"@font-face\{[^}]*\}")
_FONT = re.compile(r'url\("/(_octavo/fonts/([^"]+\.woff2))"\)')
_LATIN = re.compile(r"-latin(?:-italic)?\.")
_POLICY = re.compile(r"connect-src ([^;\"]*)")
_END = "</nav>"


class PagePieces(Struct, frozen=True):
    """What differs from page to page, and what is the same."""

    path: str
    """The address, without a slash at its end except for the first page."""
    title: str
    before: str
    """From the start of the body to the end of the sidebar's pages."""
    html: str
    """The rest of the body."""
    scripts: tuple[str, ...]
    hosts: tuple[str, ...]
    """The origins that the page may send requests to."""


def split_page(path: str, html: str, load: Callable[[str], str]) -> PagePieces:
    """Return the pieces of a page; `load` returns a file of the site."""
    start = html.index("<body")
    body = html[start : html.index("</body>", start)]
    loaded = _SCRIPTS.findall(body)
    scripts = [name for each in loaded for name in SCRIPTS_OF_ALL_PAGES.get(each, (each,))]
    body = _SCRIPTS.sub("", body)
    tree = _TREE.search(body)
    before, rest = "", body
    if tree is not None:
        end = body.index(_END, tree.end())
        fragment = _FRAGMENT.search(tree[2])
        inside = f"{load(fragment[1])}</div>\n" if fragment else body[tree.end() : end]
        before = f"{body[: tree.start()]}{tree[1]}>{inside.replace(_CURRENT, '')}"
        rest = body[end:]
    title = _TITLE.search(html)
    policy = _POLICY.search(unescape(html[:start]))
    hosts = tuple(each for each in (policy[1].split() if policy else ()) if each != "'self'")
    return PagePieces(
        path, unescape(title[1]) if title else "", before, rest, tuple(scripts), hosts
    )


def lead_inside(html: str, paths: Collection[str]) -> str:
    """Return HTML whose links lead to the parts of one file."""

    def change_address(match: re.Match[str]) -> str:
        path = unescape(match[1]).partition("#")[0].rstrip("/")
        is_inside = f"/{path}" in paths or path.startswith("_octavo/")
        return f'href="#/{match[1]}"' if is_inside else match[0]

    def change_tag(match: re.Match[str]) -> str:
        return _HREF.sub(change_address, _ICON.sub(r'href="#icon.\1"', match[0]))

    return _TAG.sub(change_tag, html)


def write_fonts(css: str, folder: Path) -> str:
    """Return styles with the Latin fonts inside, and without the others."""

    def change_font(match: re.Match[str]) -> str:
        data = base64.b64encode((folder / match[1]).read_bytes()).decode()
        return f"url(data:font/woff2;base64,{data})"

    def change_face(match: re.Match[str]) -> str:
        font = _FONT.search(match[0])
        if font is None:
            return match[0]
        return _FONT.sub(change_font, match[0]) if _LATIN.search(font[2]) else ""

    return _FACE.sub(change_face, css)

"""Links of pages, which MkDocs reads as files first, and else as addresses."""

from __future__ import annotations

import posixpath
import re
from urllib.parse import unquote

from octavo.site.urls import build_page_url
from octavo_migrate.mkdocs.context import Context

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//|\{\{|\{")


def convert_link(href: str, context: Context, *, is_file: bool = True) -> str:
    """Return a link as our pages write it: as it was, wherever it leads to a file.

    Links of tags are never files for MkDocs: they start at the address of the page.
    """
    if not href or href.startswith("#") or _SCHEME.match(href):
        return href
    path, mark, rest = _split_rest(href)
    if not path or path.startswith("/"):
        return href
    tree, target = context.tree, _find_target(path, context)
    if is_file and (target in tree.pages or target in tree.files):
        new = tree.find_place(target)
        around = posixpath.dirname(tree.find_place(context.source))
        there = posixpath.normpath(posixpath.join(around, unquote(path)))
        is_same = posixpath.splitext(new)[0] == posixpath.splitext(there)[0]
        return href if is_same else f"/{new}{mark}{rest}"
    return _convert_address(href, path, mark + rest, context)


def _find_target(path: str, context: Context) -> str:
    """Return the file that a path means, from the folder of a page and in its language."""
    folder = posixpath.dirname(context.source)
    target = posixpath.normpath(posixpath.join(folder, unquote(path)))
    return context.tree.languages.find(target, context.source, context.tree.files)


def find_address(href: str, context: Context) -> str:
    """Return a link as a tag has it, where files have no meaning: as an address of the site."""
    path, mark, rest = _split_rest(href)
    if not path or path.startswith("/") or _SCHEME.match(href):
        return href
    tree, target = context.tree, _find_target(path, context)
    if target in tree.pages:
        return f"{build_page_url(tree.pages[target])}{mark}{rest}"
    is_file = target in tree.files
    return f"/{tree.find_place(target)}{mark}{rest}" if is_file else convert_link(href, context)


def _split_rest(href: str) -> tuple[str, str, str]:
    match = re.search(r"[?#]", href)
    if not match:
        return href, "", ""
    return href[: match.start()], match[0], href[match.end() :]


def _convert_address(href: str, path: str, rest: str, context: Context) -> str:
    """Return a link that starts at the address of its page as one that starts at the root."""
    if path.lower().endswith((".md", ".markdown")):
        return href
    tree = context.tree
    place = tree.languages.place(context.source)
    base = build_old_url(place, use_directory_urls=tree.use_directory_urls)
    target = posixpath.normpath(posixpath.join(posixpath.dirname(base), unquote(path)))
    target = target.lstrip("/")
    name = target.removesuffix("/index.html").removesuffix(".html")
    if target in tree.files:
        return f"/{tree.find_place(target)}{rest}"
    if name in ("", ".", "..", "index"):
        return f"/{rest}"
    return f"/{name}{rest}" if name in tree.urls else href


def build_old_url(source: str, *, use_directory_urls: bool = True) -> str:
    """Return the address that MkDocs gave a page."""
    stem = posixpath.splitext(source)[0]
    folder, name = posixpath.split(stem)
    if name in ("index", "README"):
        return f"/{folder}/" if folder else "/"
    return f"/{stem}/" if use_directory_urls else f"/{stem}.html"

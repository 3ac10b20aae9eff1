"""Resolves addresses in old pages: pages, files next to them, static files."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from urllib.parse import quote, unquote, urljoin

from octavo.site.urls import resolve_path, split_fragment
from octavo.values import Struct, field
from octavo_migrate.docusaurus.files import PAGE_ENDINGS, OldFiles
from octavo_migrate.docusaurus.instances import Language
from octavo_migrate.docusaurus.pages.marked_blocks import MagicComments, build_magic_comments
from octavo_migrate.moved_site import MovedFile

_ELSEWHERE = re.compile(r"[A-Za-z][\w+.-]*:|//|#|\Z")
PATHNAME = "pathname://"
"""The prefix of addresses that lead outside the pages of the old project."""
_SITE = "@site/"
_ESCAPE = re.compile(r"\\(?=[\W_])")
"""An escaped character that needs no escape; Markdown formatters leave such characters."""
_CODE_ENDINGS = (".js", ".jsx", ".ts", ".tsx", ".mjs", ".cjs", ".mts", ".cts")


class Home(Struct, frozen=True):
    """The old and the new location of a page."""

    source: str
    """The path from the settings folder."""
    path: str
    """The path of the new file."""
    url: str | None
    """The URL; None for a snippet of other pages."""
    folder: str
    """The folder of documents that contains it."""
    language: Language | None = None
    """The language; None for the default one."""
    is_alone: bool = False
    """Whether no sidebar and no blog lists it."""


class Places(Struct, frozen=True):
    """The new locations of the old project's files."""

    files: OldFiles
    pages: Mapping[str, str]
    """The URLs of documents, by their sources."""
    urls: frozenset[str]
    """All URLs of documents."""
    paths: Mapping[str, str]
    """The new paths of documents, by their sources."""
    routes: Mapping[str, str]
    """The addresses of folders of documents, by the folders."""
    static: tuple[str, ...] = ("static",)
    comments: MagicComments = build_magic_comments(None)
    base: str = ""
    """The prefix of all addresses of the old site, such as `/docs`."""
    originals: Mapping[str, str] = field(default_factory=dict)
    """The original folders, by the folders of their translations."""
    format: str | None = None
    """The default format of pages: `mdx`, `md`, or `detect`, which goes by the ending."""
    has_emoji: bool = True
    """Whether names such as `:rocket:` become emoji."""
    titles: Mapping[str, str] = field(default_factory=dict)
    """The ids of headings that became titles, by the sources of their pages."""
    shared: Mapping[str, str] = field(default_factory=dict)
    """The sources of components that pages use without an import, by name."""
    used: dict[str, MovedFile] = field(default_factory=dict)
    """Files that pages show, by their new paths."""
    partials: dict[str, str] = field(default_factory=dict)
    """The new paths of snippets, by their sources."""

    def resolve(self, target: str, home: Home) -> str | None:
        """Return the new address for one in an old page; None if it can stay."""
        if target == f"#{self.titles.get(home.source)}":
            return "#page-title"
        if target.startswith(PATHNAME):
            return "/" + target.removeprefix(PATHNAME).lstrip("/")
        if not target.startswith(_SITE) and _ELSEWHERE.match(target):
            return None
        path, rest = split_fragment(target)
        if not path:
            return None
        decoded = unquote(path)
        if decoded.endswith(PAGE_ENDINGS):
            source = self.find_page(decoded, home)
            if source is None:
                return None
            is_right = not decoded.startswith(_SITE) and self.paths[source] == resolve_path(
                path, home.path
            )
            if rest == f"#{self.titles.get(source)}":  # The link leads to the top of the page.
                return path if is_right else _escape(self.pages[source])
            return None if is_right else _escape(self.pages[source]) + rest
        new = self._resolve_other(decoded, home)
        return None if new is None else new + rest

    def _resolve_other(self, path: str, home: Home) -> str | None:
        source = self._find_source(path, home)
        if source is not None and not source.endswith(_CODE_ENDINGS):
            new = self.place_file(source)
            is_right = not path.startswith(_SITE) and resolve_path(path, home.path) == new
            return None if is_right else f"/{_escape(new)}"
        if path.startswith("/"):
            inner = path.removeprefix(self.base).rstrip("/") or "/"
            has_base = bool(self.base) and path.startswith(f"{self.base}/")
            if has_base and (static := self.find_static(inner)):
                return static
            # Prefer the same page in the language of this one.
            translated = f"/{home.language.route}{inner}".rstrip("/") if home.language else ""
            if translated in self.urls:
                return _escape(translated)
            return _escape(inner) if has_base and inner in self.urls else None
        if home.url is None:
            return None
        for base in (home.url, f"{home.url}/"):
            url = posixpath.normpath(urljoin(base, path))
            original = url.removeprefix(f"/{home.language.route}") if home.language else url
            for each in (url, original):
                if each in self.urls:
                    return _escape(each)
        return None

    def find_page(self, path: str, home: Home) -> str | None:
        """Return the source of the page at a path with its ending.

        Links from a translation lead to the translated page, or else to the original.
        """
        source = self._find_page_from(path, home)
        original = self.originals.get(home.folder)
        if original is None:
            return source
        if source is None:
            inner = posixpath.relpath(home.source, home.folder)
            around = posixpath.normpath(posixpath.join(original, inner))
            source = self._find_page_from(path, Home(around, home.path, home.url, original))
        if source is not None and source.startswith(f"{original}/"):
            translated = posixpath.join(home.folder, posixpath.relpath(source, original))
            return translated if translated in self.pages else source
        return source

    def _find_page_from(self, path: str, home: Home) -> str | None:
        for folder in (posixpath.dirname(home.source), home.folder, "."):
            if path.startswith(_SITE):
                source = posixpath.normpath(path.removeprefix(_SITE))
            else:
                is_top = path.startswith("/") and folder == posixpath.dirname(home.source)
                source = posixpath.normpath(posixpath.join(folder, path.lstrip("/")))
                if is_top and folder not in (home.folder, "."):
                    continue
            if source in self.pages:
                return source
        return None

    def _find_source(self, path: str, home: Home) -> str | None:
        """Return the file at a path, if it exists."""
        if path.startswith(_SITE):
            source = path.removeprefix(_SITE)
        elif path.startswith("/"):
            return None  # Static files keep their addresses.
        else:
            source = posixpath.join(posixpath.dirname(home.source), path)
        source = posixpath.normpath(source)
        return source if self.files.find(source) else None

    def find_static(self, path: str) -> str | None:
        """Return the address of a static file, for any start of its path."""
        clean = posixpath.normpath(path.lstrip("/"))
        is_there = any(self.files.find(posixpath.join(folder, clean)) for folder in self.static)
        return f"/{_escape(clean)}" if is_there else None

    def place_file(self, source: str) -> str:
        """Return the new path of a file, and add the file to the new project."""
        for folder in self.static:
            if source.startswith(f"{folder}/"):
                return source.removeprefix(f"{folder}/")
        new = posixpath.join("assets", source.replace("../", ""))
        for folder in (each for each in self.routes if source.startswith(f"{each}/")):
            new = posixpath.join(self.routes[folder], source.removeprefix(f"{folder}/"))
            break
        if new not in self.used and (moved := self.files.move(source, new)):
            self.used[new] = moved
        return new

    def place_import(self, name: str, home: Home) -> str | None:
        """Return the new path of an imported snippet; None if it doesn't exist."""
        source = self.find_import(name, home)
        if source is None or not source.endswith(PAGE_ENDINGS):
            return None
        # A page that others import stays a page, and they import a copy.
        new = posixpath.join("snippets", source.replace("../", ""))
        self.partials.setdefault(source, new)
        return f"/{new}"

    def find_import(self, name: str, home: Home) -> str | None:
        """Return the file of an import."""
        name = _ESCAPE.sub("", name)
        if name.startswith((_SITE, "/")):  # Both are relative to the settings folder.
            path = name.removeprefix(_SITE).lstrip("/")
        elif name.startswith("."):
            path = posixpath.join(posixpath.dirname(home.source), name)
        else:
            return None
        path = posixpath.normpath(path)
        for ending in ("", *PAGE_ENDINGS, *_CODE_ENDINGS, ".json"):
            if self.files.find(path + ending):
                return path + ending
        return None


def _escape(path: str) -> str:
    return quote(path, safe="/:@!$&'()*+,;=~%")

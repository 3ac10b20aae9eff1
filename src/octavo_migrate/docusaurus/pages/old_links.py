"""What addresses in old pages mean: pages, files beside them, files of the whole site."""

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
"""What stands before addresses that are no pages of the old project."""
_SITE = "@site/"
_ESCAPE = re.compile(r"\\(?=[\W_])")
"""A character of a string that is escaped without need, as formatters of Markdown leave it."""
_CODE_ENDINGS = (".js", ".jsx", ".ts", ".tsx", ".mjs", ".cjs", ".mts", ".cts")


class Home(Struct, frozen=True):
    """Where an old page stands, and where its new one does."""

    source: str
    """From the folder of the settings."""
    path: str
    """Of the new file."""
    url: str | None
    """None for a piece of other pages."""
    folder: str
    """The folder of documents that it belongs to."""
    language: Language | None = None
    """None for the default one."""
    is_alone: bool = False
    """Whether no sidebar and no blog holds it."""


class Places(Struct, frozen=True):
    """Where the files of the old project are in the new one."""

    files: OldFiles
    pages: Mapping[str, str]
    """The urls of documents, by their sources."""
    urls: frozenset[str]
    """All of those urls."""
    paths: Mapping[str, str]
    """The new paths of documents, by their sources."""
    routes: Mapping[str, str]
    """The addresses of folders of documents, by the folders."""
    static: tuple[str, ...] = ("static",)
    comments: MagicComments = build_magic_comments(None)
    base: str = ""
    """What stands before all addresses of the old site, such as `/docs`."""
    originals: Mapping[str, str] = field(default_factory=dict)
    """The folders that are translated, by those of their translations."""
    format: str | None = None
    """What pages are if they do not say so: `mdx`, `md`, or `detect`, which goes by their names."""
    has_emoji: bool = True
    """Whether names such as `:rocket:` stand for characters."""
    titles: Mapping[str, str] = field(default_factory=dict)
    """The ids of headings that became titles, by the sources of their pages."""
    shared: Mapping[str, str] = field(default_factory=dict)
    """Where components come from that pages use without importing them, by their names."""
    used: dict[str, MovedFile] = field(default_factory=dict)
    """Files that pages show, by their new paths."""
    partials: dict[str, str] = field(default_factory=dict)
    """The new paths of pieces of pages, by their sources."""

    def resolve(self, target: str, home: Home) -> str | None:
        """Return the address that is to be written for one in an old page; None if it stays."""
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
            if rest == f"#{self.titles.get(source)}":  # its top
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
            # The same page in the language of this one, if there is one.
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
        """Return the source of the page that a path with its ending means.

        From a translation, that is a translation, too, or else what was not translated.
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
        """Return the file that a path means, if there is one."""
        if path.startswith(_SITE):
            source = path.removeprefix(_SITE)
        elif path.startswith("/"):
            return None  # files of the whole site keep their addresses
        else:
            source = posixpath.join(posixpath.dirname(home.source), path)
        source = posixpath.normpath(source)
        return source if self.files.find(source) else None

    def find_static(self, path: str) -> str | None:
        """Return the address of a file of the whole site, however its path starts."""
        clean = posixpath.normpath(path.lstrip("/"))
        is_there = any(self.files.find(posixpath.join(folder, clean)) for folder in self.static)
        return f"/{_escape(clean)}" if is_there else None

    def place_file(self, source: str) -> str:
        """Return the new path of a file, and see to it that it is carried over."""
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
        """Return the new path of a piece of a page that a page imports; None if there is none."""
        source = self.find_import(name, home)
        if source is None or not source.endswith(PAGE_ENDINGS):
            return None
        # A page that others import stays a page: they get a copy of it.
        new = posixpath.join("snippets", source.replace("../", ""))
        self.partials.setdefault(source, new)
        return f"/{new}"

    def find_import(self, name: str, home: Home) -> str | None:
        """Return the file that an import names."""
        name = _ESCAPE.sub("", name)
        if name.startswith((_SITE, "/")):  # both from the folder of the settings
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

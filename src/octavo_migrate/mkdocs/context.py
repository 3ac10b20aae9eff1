"""The data that all parts of a conversion share, and the targets of links.

MkDocs tries a link as a file first, then as an address.
"""

from __future__ import annotations

import posixpath
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from octavo.problems import Location
from octavo.site.urls import build_page_url, split_fragment
from octavo.values import ByIdentity, Struct, field
from octavo_migrate.edits import RepeatedIds
from octavo_migrate.moved_site import Note, Outcome
from octavo_migrate.project_files import Reach

if TYPE_CHECKING:
    from octavo_migrate.mkdocs.reference.index import Reference
import re
from urllib.parse import unquote


class Line(Struct, frozen=True):
    """A line of a page, with its line number in the old file."""

    text: str
    number: int

    @property
    def indent(self) -> int:
        """How many spaces the line starts with."""
        return len(self.text) - len(self.text.lstrip(" "))

    @property
    def is_blank(self) -> bool:
        """Whether the line has only white space."""
        return not self.text.strip()

    def cut(self, width: int) -> Line:
        """Return the line without some of its leading spaces."""
        return Line(self.text[min(width, self.indent) :], self.number)


Lines: TypeAlias = Sequence[Line]


class Language(Struct, frozen=True):
    """A language of a site."""

    code: str
    """The code in the settings; also its folder, or the suffix of file names."""
    name: str
    tag: str
    """The language tag (BCP 47)."""
    is_default: bool = False
    is_built: bool = True
    nav: Any = None
    words: Mapping[str, str] = field(default_factory=dict)
    """Translated titles of the navigation, by those in `nav`."""
    others: tuple[str, ...] = ()
    """Keys of its settings that Octavo doesn't read."""

    def __hash__(self) -> int:
        return hash(self.code)

    def say(self, title: str) -> str:
        """Return a title of the navigation in this language."""
        return self.words.get(title, title)


class SiteLanguages(Struct, frozen=True):
    """The languages of a site; empty for a site in one language."""

    several: tuple[Language, ...] = ()
    """The languages, default first."""
    by_folder: bool = False
    """Whether each language has a folder; otherwise file names end with language codes."""
    falls_back: bool = True
    """Whether other languages show untranslated pages in the default language."""

    def split(self, source: str) -> tuple[str, Language | None]:
        """Return the path of a file in the site of its language, and the language.

        The language is None for files that all languages share.
        """
        for language in self.several:
            if self.by_folder and source.startswith(f"{language.code}/"):
                return source.removeprefix(f"{language.code}/"), language
            stem, ending = posixpath.splitext(source)
            if not self.by_folder and stem.endswith(f".{language.code}"):
                return stem.removesuffix(f".{language.code}") + ending, language
        is_plain = self.several and not self.by_folder
        return source, (self.several[0] if is_plain else None)

    def place(self, source: str) -> str:
        """Return the path of a file in the whole site."""
        inner, language = self.split(source)
        if language is None or language.is_default:
            return inner
        return f"{language.code}/{inner}"

    def find(self, target: str, source: str, files: Collection[str]) -> str:
        """Return the file that a path in a page means: in its language, or in the default one."""
        language = self.split(source)[1]
        if language is None:
            return target
        default = self.several[0]
        if self.by_folder:
            inner = self.split(target)[0]
            names = [target, f"{default.code}/{inner}", inner]
        else:
            stem, ending = posixpath.splitext(target)
            codes = (f".{language.code}", "", f".{default.code}")
            names = [f"{stem}{code}{ending}" for code in codes]
        return next((name for name in names if name in files), target)


class Tree(Struct, frozen=True):
    """The files of the old project, for links and includes."""

    docs: str
    """The absolute path of the folder with the pages."""
    shown_docs: str
    """The same folder in locations, relative to the folder of `mkdocs.yml`."""
    reach: Reach
    """Where Octavo may read included files."""
    include_folders: tuple[str, ...]
    """The folders to search for included files, in order."""
    pages: Mapping[str, str] = field(default_factory=dict)
    """The new paths of pages, by their old ones."""
    files: frozenset[str] = frozenset()
    """All files in the folder with the pages."""
    urls: frozenset[str] = frozenset()
    """The addresses of pages and their parent folders, without slashes around them."""
    use_directory_urls: bool = True
    appended: tuple[str, ...] = ()
    """Files that every page includes at its end."""
    issues: str = ""
    """The address of the issue tracker, if issue numbers are links."""
    languages: SiteLanguages = SiteLanguages()
    base: str = ""
    """The prefix of all addresses of the old site, such as `/docs`."""
    titles: Mapping[str, str] = field(default_factory=dict)
    """The ids of headings that became titles, by the sources of their pages."""

    def find_place(self, source: str) -> str:
        """Return the path of a file in the new project."""
        return self.pages.get(source) or self.languages.place(source)


class Context(Struct, frozen=True):
    """The page to convert, and the data of the whole site."""

    source: str
    """The path of the page in the folder with the pages."""
    tree: Tree
    extensions: frozenset[str] = frozenset()
    variables: Mapping[str, Any] | None = None
    """The values of `{{ name }}`; None if braces have no meaning."""
    footnotes: Sequence[str] = ()
    """The labels of footnotes in the order of their first marks, which number them."""
    references: Mapping[str, str] = field(default_factory=dict)
    """The targets of reference links, by their labels."""
    abbreviations: dict[str, str] = field(default_factory=dict)
    reference: Reference | None = None
    """Python objects that pages document; None if there are none."""
    authors: Mapping[str, str] | None = None
    """The names of people, if the page is a post of a blog."""
    notes: list[Note] = field(default_factory=list)
    heading_ids: RepeatedIds = field(default_factory=lambda: RepeatedIds("_"))
    html_ends: ByIdentity[Lines, dict[tuple[str, int], int]] = field(default_factory=ByIdentity)
    """The ends of HTML blocks, by tag and first line."""

    def has(self, *names: str) -> bool:
        """Tell whether one of these Markdown extensions is enabled."""
        return not self.extensions.isdisjoint(names)

    def find_reference(self, path: str) -> str | None:
        """Return a link to a Python object, or to a heading anywhere in the site."""
        if self.reference is None:
            return None
        url, place = build_page_url(self.tree.pages[self.source]), self.reference.places.get(path)
        return place and (place.removeprefix(url) if place.startswith(f"{url}#") else place)

    @property
    def shown(self) -> str:
        """The path of the page in locations."""
        prefix = self.tree.shown_docs
        return f"{prefix}/{self.source}" if prefix else self.source

    def note_changed(self, message: str, line: int) -> None:
        """Note something that changed."""
        self.notes.append(Note(Outcome.CHANGED, message, Location(self.shown, line, 1)))

    def lose(self, message: str, line: int = 0, advice: str = "") -> None:
        """Note something that has no equivalent."""
        place = Location(self.shown, line, 1) if line else Location(self.shown)
        self.notes.append(Note(Outcome.LOST, message, place, advice))


_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//|\{\{|\{")


def convert_link(href: str, context: Context, *, is_file: bool = True) -> str:
    """Return a link for the new page; a link to a file stays as it was.

    MkDocs never treats links in tags as files: they start at the address of the page.
    """
    if not href or _SCHEME.match(href):
        return href
    if href.startswith("#"):
        return _convert_fragment(href, context)
    path, rest = split_fragment(href)
    if not path or path.startswith("/"):
        return _strip_base(href, path, rest, context.tree)
    tree, target = context.tree, _find_target(path, context)
    if is_file and (target in tree.pages or target in tree.files):
        # The link leads to the top of the page.
        if target in tree.titles and rest == f"#{tree.titles[target]}":
            href, rest = path, ""
        new = tree.find_place(target)
        around = posixpath.dirname(tree.find_place(context.source))
        there = posixpath.normpath(posixpath.join(around, unquote(path)))
        is_same = posixpath.splitext(new)[0] == posixpath.splitext(there)[0]
        return href if is_same else f"/{new}{rest}"
    return _convert_address(href, path, rest, context)


def _convert_fragment(href: str, context: Context) -> str:
    """Return a link inside a page: to its title, to a footnote, or unchanged."""
    if href[1:] == context.tree.titles.get(context.source):
        return "#page-title"
    label = href.removeprefix("#fn:")
    is_note = label != href and label in context.footnotes
    return f"#footnote-{context.footnotes.index(label) + 1}" if is_note else href


def _strip_base(href: str, path: str, rest: str, tree: Tree) -> str:
    """Return an absolute path relative to the site root, if it leads to a page or a file."""
    if not tree.base or not path.startswith(f"{tree.base}/"):
        return href
    inner = unquote(path.removeprefix(tree.base)).strip("/")
    is_there = inner in tree.files or inner in ("", "sitemap.xml") or inner in tree.urls
    return f"{path.removeprefix(tree.base)}{rest}" if is_there else href


def _find_target(path: str, context: Context) -> str:
    """Return the file at a path, from the folder of a page and in its language."""
    folder = posixpath.dirname(context.source)
    target = posixpath.normpath(posixpath.join(folder, unquote(path)))
    return context.tree.languages.find(target, context.source, context.tree.files)


def find_address(href: str, context: Context) -> str:
    """Return the target of a tag as an address of the site, because tags can't name files."""
    path, rest = split_fragment(href)
    if not path or path.startswith("/") or _SCHEME.match(href):
        return href
    tree, target = context.tree, _find_target(path, context)
    if target in tree.pages:
        return f"{build_page_url(tree.pages[target])}{rest}"
    is_file = target in tree.files
    return f"/{tree.find_place(target)}{rest}" if is_file else convert_link(href, context)


def _convert_address(href: str, path: str, rest: str, context: Context) -> str:
    """Return a link relative to its page as one that starts at the root."""
    if path.lower().endswith((".md", ".markdown")):
        return href
    tree = context.tree
    place = tree.languages.place(context.source)
    base = build_old_url(place, tree.use_directory_urls)
    target = posixpath.normpath(posixpath.join(posixpath.dirname(base), unquote(path)))
    target = target.lstrip("/")
    name = target.removesuffix("/index.html").removesuffix(".html")
    if target in tree.files:
        return f"/{tree.find_place(target)}{rest}"
    if name in ("", ".", "..", "index"):
        return f"/{rest}"
    return f"/{name}{rest}" if name in tree.urls else href


def build_old_url(source: str, use_directory_urls: bool = True) -> str:
    """Return the address that MkDocs gave a page."""
    stem = posixpath.splitext(source)[0]
    folder, name = posixpath.split(stem)
    if name in ("index", "README"):
        return f"/{folder}/" if folder else "/"
    return f"/{stem}/" if use_directory_urls else f"/{stem}.html"

"""What the parts of a conversion share, and where links of a page lead.

MkDocs reads links as files first, and else as addresses.
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
    """A line of a page, and where it stands in the old file."""

    text: str
    number: int

    @property
    def indent(self) -> int:
        """How many spaces it starts with."""
        return len(self.text) - len(self.text.lstrip(" "))

    @property
    def is_blank(self) -> bool:
        """Whether nothing is to be seen in it."""
        return not self.text.strip()

    def cut(self, width: int) -> Line:
        """Return the line without some of the spaces that it starts with."""
        return Line(self.text[min(width, self.indent) :], self.number)


Lines: TypeAlias = Sequence[Line]


class Language(Struct, frozen=True):
    """A language of a site."""

    code: str
    """As the settings name it; also its folder, or the ending of names."""
    name: str
    tag: str
    """Its code as the web knows it (BCP 47)."""
    is_default: bool = False
    is_built: bool = True
    nav: Any = None
    words: Mapping[str, str] = field(default_factory=dict)
    """Titles of the navigation in this language, by those that `nav` has."""
    others: tuple[str, ...] = ()
    """Keys of its settings that nothing reads."""

    def __hash__(self) -> int:
        return hash(self.code)

    def say(self, title: str) -> str:
        """Return a title of the navigation in this language."""
        return self.words.get(title, title)


class SiteLanguages(Struct, frozen=True):
    """All languages of a site; none if it has but one, which nobody names."""

    several: tuple[Language, ...] = ()
    """The default one first."""
    by_folder: bool = False
    """Whether each language has a folder; else names of files end in codes."""
    falls_back: bool = True
    """Whether other languages showed what is not translated in the default one."""

    def split(self, source: str) -> tuple[str, Language | None]:
        """Return the path of a file in the site of its language, and the language.

        That is None for what all languages share.
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
        """Return the file that a path means in a page: in its language, else in the default one."""
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
    """The files of the old project, as links and inclusions see them."""

    docs: str
    """The folder with the pages, as an absolute path."""
    shown_docs: str
    """The same as places name it: below the folder of `mkdocs.yml`."""
    reach: Reach
    """Where files are read that pages take in."""
    include_folders: tuple[str, ...]
    """Where the names of included files start, in the order in which they are tried."""
    pages: Mapping[str, str] = field(default_factory=dict)
    """The new paths of pages, by their old ones."""
    files: frozenset[str] = frozenset()
    """All files below the folder with the pages."""
    urls: frozenset[str] = frozenset()
    """The addresses of pages and of the folders above them, without slashes around them."""
    use_directory_urls: bool = True
    appended: tuple[str, ...] = ()
    """Files that every page takes in at its end."""
    issues: str = ""
    """The address below which issues are, if their numbers are links."""
    languages: SiteLanguages = SiteLanguages()
    base: str = ""
    """What stands before all addresses of the old site, such as `/docs`."""
    titles: Mapping[str, str] = field(default_factory=dict)
    """The ids of headings that became titles, by the sources of their pages."""

    def find_place(self, source: str) -> str:
        """Return the path of a file in the new project."""
        return self.pages.get(source) or self.languages.place(source)


class Context(Struct, frozen=True):
    """The page that is converted, and what holds for the whole site."""

    source: str
    """The path of the page below the folder with the pages."""
    tree: Tree
    extensions: frozenset[str] = frozenset()
    variables: Mapping[str, Any] | None = None
    """What `{{ name }}` stands for; None if braces have no meaning."""
    footnotes: Sequence[str] = ()
    """The labels of footnotes in the order of their first marks, which number them here."""
    references: Mapping[str, str] = field(default_factory=dict)
    """The addresses of links that stand elsewhere in the page, by their labels."""
    abbreviations: dict[str, str] = field(default_factory=dict)
    reference: Reference | None = None
    """Objects of Python that pages document; None if nothing documents any."""
    authors: Mapping[str, str] | None = None
    """Names of people, if the page is a post of a blog."""
    notes: list[Note] = field(default_factory=list)
    heading_ids: RepeatedIds = field(default_factory=lambda: RepeatedIds("_"))
    html_ends: ByIdentity[Lines, dict[tuple[str, int], int]] = field(default_factory=ByIdentity)
    """Where blocks of HTML end, by their tag and the line in which they start."""

    def has(self, *names: str) -> bool:
        """Whether one of these extensions of Markdown is switched on."""
        return not self.extensions.isdisjoint(names)

    def find_reference(self, path: str) -> str | None:
        """Return a link to an object of Python, or to a heading anywhere in the site."""
        if self.reference is None:
            return None
        url, place = build_page_url(self.tree.pages[self.source]), self.reference.places.get(path)
        return place and (place.removeprefix(url) if place.startswith(f"{url}#") else place)

    @property
    def shown(self) -> str:
        """The path of the page as places name it."""
        prefix = self.tree.shown_docs
        return f"{prefix}/{self.source}" if prefix else self.source

    def note_changed(self, message: str, line: int) -> None:
        """Tell what is written in another way now."""
        self.notes.append(Note(Outcome.CHANGED, message, Location(self.shown, line, 1)))

    def lose(self, message: str, line: int = 0, advice: str = "") -> None:
        """Tell what could not be carried over."""
        place = Location(self.shown, line, 1) if line else Location(self.shown)
        self.notes.append(Note(Outcome.LOST, message, place, advice))


_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//|\{\{|\{")


def convert_link(href: str, context: Context, *, is_file: bool = True) -> str:
    """Return a link as our pages write it: as it was, wherever it leads to a file.

    Links of tags are never files for MkDocs: they start at the address of the page.
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
        if target in tree.titles and rest == f"#{tree.titles[target]}":  # its top
            href, rest = path, ""
        new = tree.find_place(target)
        around = posixpath.dirname(tree.find_place(context.source))
        there = posixpath.normpath(posixpath.join(around, unquote(path)))
        is_same = posixpath.splitext(new)[0] == posixpath.splitext(there)[0]
        return href if is_same else f"/{new}{rest}"
    return _convert_address(href, path, rest, context)


def _convert_fragment(href: str, context: Context) -> str:
    """Return a link to a place in its own page: to its title, to a footnote, or to what it was."""
    if href[1:] == context.tree.titles.get(context.source):
        return "#page-title"
    label = href.removeprefix("#fn:")
    is_note = label != href and label in context.footnotes
    return f"#footnote-{context.footnotes.index(label) + 1}" if is_note else href


def _strip_base(href: str, path: str, rest: str, tree: Tree) -> str:
    """Return a whole path as one from the root of the site, if it leads to a page or a file."""
    if not tree.base or not path.startswith(f"{tree.base}/"):
        return href
    inner = unquote(path.removeprefix(tree.base)).strip("/")
    is_there = inner in tree.files or inner in ("", "sitemap.xml") or inner in tree.urls
    return f"{path.removeprefix(tree.base)}{rest}" if is_there else href


def _find_target(path: str, context: Context) -> str:
    """Return the file that a path means, from the folder of a page and in its language."""
    folder = posixpath.dirname(context.source)
    target = posixpath.normpath(posixpath.join(folder, unquote(path)))
    return context.tree.languages.find(target, context.source, context.tree.files)


def find_address(href: str, context: Context) -> str:
    """Return a link as a tag has it, where files have no meaning: as an address of the site."""
    path, rest = split_fragment(href)
    if not path or path.startswith("/") or _SCHEME.match(href):
        return href
    tree, target = context.tree, _find_target(path, context)
    if target in tree.pages:
        return f"{build_page_url(tree.pages[target])}{rest}"
    is_file = target in tree.files
    return f"/{tree.find_place(target)}{rest}" if is_file else convert_link(href, context)


def _convert_address(href: str, path: str, rest: str, context: Context) -> str:
    """Return a link that starts at the address of its page as one that starts at the root."""
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

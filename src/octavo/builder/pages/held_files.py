"""Finds the author's files that only unpublished pages name; these aren't published.

Octavo searches the texts of those pages for names, without rendering them. It also searches the
texts of public pages for names that are not links, such as addresses in code. Links are known from
`Questions`.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator, Set
from html import unescape
from typing import TYPE_CHECKING

from octavo.project.files import SourceFile, load_text
from octavo.project.public.types import is_in_public_folder
from octavo.site.urls import is_inside, resolve_path, split_fragment

if TYPE_CHECKING:
    from octavo.project.discover import Project
    from octavo.site.model import Site

_WORD = re.compile(r"[^\s\"'`()<>\[\]{}|,]+")
_SPAN = re.compile(r"\"([^\"\n]{1,500})\"|'([^'\n]{1,500})'|\]\(<?([^>\n]{1,500}?)[)>]")
_FOLDER = re.compile(r"([^\s\"'`(]{1,500}/)[^\s\"'`/]{0,100}?(?:\$\{|\*|[\"'`]\s{0,9}\+)")
"""The folder in a code expression or a pattern that builds file names."""


def find_doubtful_files(project: Project, site: Site) -> frozenset[str]:
    """Return the files that unpublished pages name, even if other pages name them, too."""
    held_back = site.held_back.sources
    if not held_back:
        return frozenset()
    documents = {document.source for document in site.api_documents}
    kinds = project.assets if documents else (*project.assets, *project.data)
    files = {file.source for file in kinds if not is_in_public_folder(file.source)} - documents
    return frozenset(_find_named(_Texts(project).collect(held_back), files))


def find_held_files(project: Project, site: Site, doubtful: frozenset[str]) -> frozenset[str]:
    """Return the doubtful files that no public page's text names."""
    if not doubtful:
        return doubtful
    public = _Texts(project).collect(
        page.source for page in site.pages.values() if not page.generated
    )
    named = doubtful - _find_named(public, doubtful)
    folders = {folder for text, source in public for folder in _list_folders(text, source)}
    return frozenset(f for f in named if not any(is_inside(f"/{f}", each) for each in folders))


class _Texts:
    """Collects the texts of pages, and of the files that they seem to import."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._importable: dict[str, list[SourceFile]] = {}
        for file in (*project.pages, *project.snippets, *project.modules):
            name = posixpath.basename(file.source)
            for each in {name, name.rpartition(".")[0]}:
                self._importable.setdefault(each, []).append(file)

    def collect(self, sources: Iterable[str]) -> list[tuple[str, str]]:
        """Return texts, each with its source."""
        texts: list[tuple[str, str]] = []
        to_do = [file for source in sources if (file := self._project.find(source))]
        seen = {file.source for file in to_do}
        while to_do:
            file = to_do.pop()
            text = load_text(self._project.root, file)[0] or ""
            texts.append((text, file.source))
            for other in self._list_imported(text):
                if other.source not in seen:
                    seen.add(other.source)
                    to_do.append(other)
        return texts

    def _list_imported(self, text: str) -> Iterator[SourceFile]:
        for word in _WORD.findall(text):
            yield from self._importable.get(posixpath.basename(word), ())


def _find_named(texts: Iterable[tuple[str, str]], files: Set[str]) -> Set[str]:
    names = {posixpath.basename(file) for file in files}
    named = {
        path
        for text, source in texts
        for path in _list_paths(text, source, lambda path: posixpath.basename(path) in names)
    }
    return named & files


def _list_paths(text: str, source: str, is_wanted: Callable[[str], bool]) -> Iterator[str]:
    """Yield the paths in the project that words of a text may mean."""
    spans = (word for words in _SPAN.findall(text) for word in words if " " in word or "(" in word)
    for word in (*_WORD.findall(text), *spans):
        if "." in word:
            address = unescape(word).replace("\\", "").strip()
            path = split_fragment(address)[0]
            from_here = resolve_path(path, source)
            if is_wanted(from_here):
                yield from_here
                yield resolve_path(path, "")


def _list_folders(text: str, source: str) -> Iterator[str]:
    for address in _FOLDER.findall(text):
        folder = f"/{resolve_path(address, source)}"
        if folder not in ("/", "/."):
            yield folder

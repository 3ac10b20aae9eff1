"""Loads the documents of pages: read, parsed, with their snippets, and evaluated."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import TYPE_CHECKING

from octavo.content.front_matter import empty_front_matter
from octavo.content.javascript.code_search import needs_expansion
from octavo.content.javascript.evaluation import Failure, FailureKind
from octavo.content.mdx import parse_mdx
from octavo.content.nodes import Document
from octavo.problems import Problem
from octavo.project.discover import Project
from octavo.project.files import SourceFile, load_text
from octavo.values import Struct

if TYPE_CHECKING:
    from octavo.content.javascript.evaluation import Answer, Evaluate, Request
    from octavo.content.javascript.snippets import HeldBack, ModuleText
    from octavo.site.model import Page

LoadText = Callable[[SourceFile], tuple[str | None, tuple[Problem, ...]]]
"""Returns the text of a file, or why it can't be read."""


_MARKDOWN = (".mdx", ".md")
_CODE = (".jsx", ".tsx", ".js")


class LoadedDocument(Struct, frozen=True):
    """The document of a page, or None if its file can't be read."""

    document: Document | None
    problems: tuple[Problem, ...] = ()
    dependencies: tuple[str, ...] = ()
    """The sources of all other files that it includes."""
    requested_files: tuple[str, ...] = ()
    """The sources of all requested files, including missing ones."""
    is_evaluated: bool = False
    """Whether an engine evaluated parts of it, so that it may contain the date."""
    is_lasting: bool = True
    """Whether it depends only on its files; not if the engine failed."""


class DocumentLoader:
    """Loads the documents of one project; shared files are read once."""

    def __init__(
        self,
        project: Project,
        evaluate: Evaluate,
        load: LoadText | None = None,
        held_back: Collection[str] = (),
    ) -> None:
        """Create the loader; pages can't use the sources in `held_back`."""
        self._held_back = held_back
        self._project = project
        self._evaluate = evaluate
        self._load_text = load or partial(load_text, project.root)
        self._imported: dict[
            str, tuple[Document | ModuleText | HeldBack | None, tuple[Problem, ...]]
        ] = {}

    def load_page(self, page: Page) -> LoadedDocument:
        """Return the document of a page; a page generated from an API document has no text."""
        return LoadedDocument(Document([], {})) if page.generated else self.load(page.source)

    def load(self, source: str) -> LoadedDocument:
        """Return the document of a page file."""
        text, problems = self._load_text(self._project.files[source])
        if text is None:
            return LoadedDocument(None, problems)
        return self.read(source, text)

    def read(self, source: str, text: str) -> LoadedDocument:
        """Return the document of a page file with a known text."""
        body = empty_front_matter(text)
        document = parse_mdx(body, source)
        if not needs_expansion(body, document):
            return LoadedDocument(document)
        return self._expand(document, source)

    def _expand(self, document: Document, source: str) -> LoadedDocument:
        from octavo.content.javascript.expressions import expand_document  # noqa: PLC0415 (few pages need it)

        requested_files: dict[str, None] = {}
        answers: list[Answer] = []

        def load(imported: str) -> Document | ModuleText | HeldBack | None:
            requested_files[imported] = None
            return self._load_imported(imported)[0]

        def evaluate(request: Request) -> Answer:
            answers.append(self._evaluate(request))
            return answers[-1]

        expanded = expand_document(document, source, load)
        while expanded.request is not None:
            expanded = expanded.resume(evaluate(expanded.request))
        problems = [problem for each in requested_files for problem in self._load_imported(each)[1]]
        return LoadedDocument(
            expanded.document,
            tuple(problems),
            expanded.dependencies,
            tuple(requested_files),
            is_evaluated=bool(answers),
            is_lasting=all(map(_is_lasting, answers)),
        )

    def _load_imported(
        self, source: str
    ) -> tuple[Document | ModuleText | HeldBack | None, tuple[Problem, ...]]:
        entry = self._imported.get(source)
        if entry is None:
            entry = self._imported[source] = self._read_imported(source)
        return entry

    def _read_imported(
        self, source: str
    ) -> tuple[Document | ModuleText | HeldBack | None, tuple[Problem, ...]]:
        from octavo.content.javascript.snippets import HeldBack, ModuleText  # noqa: PLC0415 (see _expand)

        file = self._project.find(source)
        if file is None:
            return None, ()
        if file.source in self._held_back:
            return HeldBack.PAGE, ()
        if not source.endswith((*_MARKDOWN, *_CODE)):
            return None, ()
        text, problems = self._load_text(file)
        if text is None:
            return None, problems
        if source.endswith(_CODE):
            return ModuleText(text), problems
        return parse_mdx(empty_front_matter(text), source), problems


def _is_lasting(answer: Answer) -> bool:
    """Tell whether the result would be the same again; an engine may be slow or missing."""
    failures = [each for each in (*answer.setup, *answer.jobs) if isinstance(each, Failure)]
    return all(each.kind is FailureKind.ERROR and each.name for each in failures)

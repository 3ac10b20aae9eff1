"""Loads the documents of pages: read, parsed, with their snippets, and evaluated."""

from __future__ import annotations

from dataclasses import dataclass

from octavo.content.evaluation import Evaluate
from octavo.content.expressions import ExpandedDocument, expand_document, may_need_expansion
from octavo.content.front_matter import split_front_matter
from octavo.content.mdx import parse_mdx
from octavo.content.nodes import Document
from octavo.content.snippets import ModuleText
from octavo.problems import Problem
from octavo.project.discover import Project
from octavo.project.files import load_text

_MARKDOWN = (".mdx", ".md")
_CODE = (".jsx", ".tsx", ".js")


@dataclass(frozen=True, slots=True)
class LoadedDocument:
    """The document of a page, or None where its file cannot be read."""

    document: Document | None
    problems: tuple[Problem, ...] = ()
    dependencies: tuple[str, ...] = ()
    """The sources of all other files that went into it."""


class DocumentLoader:
    """Loads the documents of one project; files that several pages import are read once."""

    def __init__(self, project: Project, evaluate: Evaluate) -> None:
        self._project = project
        self._evaluate = evaluate
        self._imported: dict[str, Document | ModuleText | None] = {}
        self._problems: list[Problem] = []

    def load(self, source: str) -> LoadedDocument:
        """Return the document of a page."""
        text, problems = load_text(self._project.root, self._project.files[source])
        if text is None:
            return LoadedDocument(None, problems)
        body = split_front_matter(text)[1]
        document = parse_mdx(body, source)
        if not may_need_expansion(body, document):
            return LoadedDocument(document, problems)
        expanded = self._expand(document, source)
        found, self._problems = self._problems, []
        return LoadedDocument(expanded.document, (*problems, *found), expanded.dependencies)

    def _expand(self, document: Document, source: str) -> ExpandedDocument:
        expanded = expand_document(document, source, self._load_imported)
        while expanded.request is not None:
            expanded = expanded.resume(self._evaluate(expanded.request))
        return expanded

    def _load_imported(self, source: str) -> Document | ModuleText | None:
        if source not in self._imported:
            self._imported[source] = self._read_imported(source)
        return self._imported[source]

    def _read_imported(self, source: str) -> Document | ModuleText | None:
        file = self._project.find(source)
        if file is None or not source.endswith((*_MARKDOWN, *_CODE)):
            return None
        text, problems = load_text(self._project.root, file)
        self._problems.extend(problems)
        if text is None:
            return None
        if source.endswith(_CODE):
            return ModuleText(text)
        return parse_mdx(split_front_matter(text)[1], source)

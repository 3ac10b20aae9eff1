"""Reads the files of pages, with their digests and front matter.

A file that looks unchanged since the last build is not read for its digest or its front matter.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from octavo.builder.cache.record import FileRecord
from octavo.builder.cache.state import build_file_record, compute_digest, is_same_file
from octavo.content.front_matter import FrontMatter, read_front_matter
from octavo.content.javascript.imports import find_imports
from octavo.problems import Problem
from octavo.project.discover import Project
from octavo.project.files import SourceFile, load_text
from octavo.settings.read_page import read_page_settings
from octavo.values import Struct

if TYPE_CHECKING:
    from octavo.settings.models.page_settings import PageSettings

_KEPT_CHARACTERS = 64_000_000


class FrontMatterRecord(Struct, frozen=True):
    """The front matter of a page, and the sources that the page imports."""

    values: dict[str, Any]
    imported: list[str]


UNREADABLE = "unreadable"
"""Replaces the facts of an unreadable page."""


class SourceTexts:
    """The texts of a project's files, and the notes of the last build about them.

    `records` belong to files that look unchanged. `front_matter` is found by the digest of a page's
    facts.
    """

    def __init__(
        self,
        project: Project,
        records: Mapping[str, FileRecord],
        front_matter: Mapping[str, FrontMatterRecord] | None = None,
        *,
        is_remembered: bool = True,
    ) -> None:
        """Create the texts; `is_remembered` is off if there is no next build."""
        self._project = project
        self._is_remembered = is_remembered
        self._front_matter = front_matter or {}
        self.records = records
        self.digests: dict[str, str] = {}
        """The digests of files that were read or requested, as rendered."""
        self.facts: dict[str, str] = {}
        """The digests of the facts that the site knows of pages before it renders them."""
        self.front_matter: dict[str, FrontMatterRecord] = {}
        """The front matter of pages for the next build, by digest."""
        self._texts: dict[str, str] = {}
        self._room = _KEPT_CHARACTERS

    def load(self, file: SourceFile) -> tuple[str | None, tuple[Problem, ...]]:
        """Return the text of a file, or why it can't be read."""
        text = self._texts.pop(file.source, None)
        if text is not None:
            self._room += len(text)
            return text, ()
        text, problems = load_text(self._project.root, file)
        if self._is_remembered:
            self.digests[file.source] = compute_digest(repr(problems) if text is None else text)
        return text, problems

    def _keep(self, source: str, text: str) -> None:
        """Store a text for the later rendering of its page, if memory allows."""
        if len(text) <= self._room:
            self._room -= len(text)
            self._texts[source] = text

    def find_digest(self, source: str) -> str | None:
        """Return the digest of a file; None if it doesn't exist."""
        digest = self.digests.get(source)
        if digest is not None:
            return digest
        file = self._project.find(source)
        if file is None:
            return None
        record = self.records.get(file.source)
        if record is not None and record.digest is not None:
            self.digests[source] = record.digest
        else:
            self.load(file)
            self.digests.setdefault(source, self.digests[file.source])
        return self.digests[source]

    def load_page_settings(
        self, project: Project, file: SourceFile, imported: set[str]
    ) -> tuple[PageSettings | None, tuple[Problem, ...]]:
        """Read the front matter of a page as `load_page_settings` does."""
        from octavo.site.load import read_settings_of  # noqa: PLC0415 (the same)

        record = self.records.get(file.source)
        facts = record.facts if record else None
        front_matter = self._front_matter.get(facts) if facts else None
        if facts and front_matter:
            imported.update(front_matter.imported)
            self._remember(file.source, facts, front_matter)
            return read_page_settings(front_matter.values, {}, file.source)
        text, problems = self.load(file)
        if text is None:
            self.facts[file.source] = UNREADABLE
            return None, problems
        self._keep(file.source, text)
        front = read_front_matter(text, file.source)
        sources = _list_imports(text, file.source)
        imported.update(sources)
        settings, mistakes = read_settings_of(front, file.source)
        if self._is_remembered:
            is_plain = not mistakes and _is_json(front.values)
            facts = _digest_facts(front, sources)
            kept = FrontMatterRecord(front.values, sources) if is_plain else None
            self._remember(file.source, facts, kept)
        return settings, (*problems, *mistakes)

    def _remember(self, source: str, facts: str, front_matter: FrontMatterRecord | None) -> None:
        self.facts[source] = facts
        if front_matter is not None:
            self.front_matter[facts] = front_matter

    def build_file_record(self, file: SourceFile) -> FileRecord:
        """Return the record of a file, for the next build."""
        digest = self.digests.get(file.source)
        if digest is None:
            record = self.records.get(file.source)
            digest = record.digest if record else None
        return build_file_record(file)._replace(digest=digest, facts=self.facts.get(file.source))


def find_unchanged(
    project: Project, records: Mapping[str, FileRecord], looked_ns: int
) -> dict[str, FileRecord]:
    """Return the records of the files that look unchanged."""
    unchanged = {}
    for source, file in project.files.items():
        record = records.get(source)
        if record is not None and is_same_file(file, record, looked_ns):
            unchanged[source] = record
    return unchanged


def _list_imports(text: str, source: str) -> list[str]:
    return sorted(find_imports(text, source) - {source})


def _digest_facts(front: FrontMatter, imported: list[str]) -> str:
    # Even without a text, settings may contain marks that hide a page.
    values = front.values if front.text is None else None
    return compute_digest(repr((front.text, values, front.problems, imported)))


def _is_json(value: Any) -> bool:
    """Tell whether a value survives a round trip through JSON."""
    if isinstance(value, dict):
        return all(type(key) is str and _is_json(each) for key, each in value.items())
    if isinstance(value, list):
        return all(map(_is_json, value))
    return value is None or type(value) in (str, int, float, bool)

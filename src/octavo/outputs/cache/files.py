"""Reads the files of pages: what a file is, and whether it is still what it was.

A file that looks untouched since the last build is not read for its digest or its front matter.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from octavo.content.front_matter import FrontMatter, read_front_matter
from octavo.content.javascript.imports import imported_sources
from octavo.outputs.cache.record import FileRecord
from octavo.outputs.cache.state import digest_of, file_record, is_same_file
from octavo.problems import Problem
from octavo.project.discover import Project
from octavo.project.files import SourceFile, load_text

if TYPE_CHECKING:
    from octavo.settings.models.page import PageSettings

_KEPT_CHARACTERS = 64_000_000

UNREADABLE = "unreadable"
"""What stands in place of the facts of a page that cannot be read."""


class SourceTexts:
    """The texts of a project's files, and what is known of them from the build before.

    `known` are the records of files that look the same as then. `front_matter` has, by the digest
    of its facts, the values of a page's front matter and the sources that the page imports.
    """

    def __init__(
        self,
        project: Project,
        known: Mapping[str, FileRecord],
        front_matter: Mapping[str, list[Any]] | None = None,
    ) -> None:
        self._project = project
        self._front_matter = front_matter or {}
        self.known = known
        self.digests: dict[str, str] = {}
        """Of the files that were read or asked for; those are what was rendered."""
        self.facts: dict[str, str] = {}
        """The digests of what the site knows of pages before they are rendered."""
        self.front_matter: dict[str, list[Any]] = {}
        """What is worth keeping of the front matter of pages, by those digests."""
        self._texts: dict[str, str] = {}
        self._room = _KEPT_CHARACTERS

    def load(self, file: SourceFile) -> tuple[str | None, tuple[Problem, ...]]:
        """Return the text of a file, or why it cannot be had."""
        kept = self._texts.pop(file.source, None)
        if kept is not None:
            self._room += len(kept)
            return kept, ()
        text, problems = load_text(self._project.root, file)
        self.digests[file.source] = digest_of(repr(problems) if text is None else text)
        return text, problems

    def _keep(self, source: str, text: str) -> None:
        """Keep a text that is asked for again when its page is rendered, if there is room."""
        if len(text) <= self._room:
            self._room -= len(text)
            self._texts[source] = text

    def digest(self, source: str) -> str | None:
        """Return the digest of a file; None where there is no such file."""
        known = self.digests.get(source)
        if known is not None:
            return known
        file = self._project.find(source)
        if file is None:
            return None
        record = self.known.get(file.source)
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
        from octavo.settings.read_page import read_page_settings  # noqa: PLC0415 (not to rebuild a page)
        from octavo.site.build import settings_of  # noqa: PLC0415 (the same)

        record = self.known.get(file.source)
        kept = self._front_matter.get(record.facts or "") if record else None
        if record is not None and record.facts is not None and kept is not None:
            values, sources = kept
            imported.update(sources)
            self._remember(file.source, record.facts, kept)
            return read_page_settings(values, {}, file.source)
        text, problems = self.load(file)
        if text is None:
            self.facts[file.source] = UNREADABLE
            return None, problems
        self._keep(file.source, text)
        front = read_front_matter(text, file.source)
        sources = _imported_sources(text, file.source)
        imported.update(sources)
        settings, found = settings_of(front, file.source)
        is_plain = not found and _is_json(front.values)
        facts = _facts_digest(front, sources)
        self._remember(file.source, facts, [front.values, sources] if is_plain else None)
        return settings, (*problems, *found)

    def _remember(self, source: str, facts: str, kept: list[Any] | None) -> None:
        self.facts[source] = facts
        if kept is not None:
            self.front_matter[facts] = kept

    def record(self, file: SourceFile) -> FileRecord:
        """Return what the next build should know of a file."""
        digest = self.digests.get(file.source)
        if digest is None:
            known = self.known.get(file.source)
            digest = known.digest if known else None
        return file_record(file)._replace(digest=digest, facts=self.facts.get(file.source))


def known_files(
    project: Project, records: Mapping[str, FileRecord], looked_ns: int
) -> dict[str, FileRecord]:
    """Return the records of those files that look as they did."""
    found = {}
    for source, file in project.files.items():
        record = records.get(source)
        if record is not None and is_same_file(file, record, looked_ns):
            found[source] = record
    return found


def facts_digest(text: str, source: str) -> str:
    """Return the digest of everything that a site knows of a page before it is rendered."""
    return _facts_digest(read_front_matter(text, source), _imported_sources(text, source))


def _imported_sources(text: str, source: str) -> list[str]:
    return sorted(imported_sources(text, source) - {source})


def _facts_digest(front: FrontMatter, imported: list[str]) -> str:
    return digest_of(repr((front.text, front.problems, imported)))


def _is_json(value: Any) -> bool:
    """Tell whether JSON gives a value back just as it was."""
    if isinstance(value, dict):
        return all(type(key) is str and _is_json(each) for key, each in value.items())
    if isinstance(value, list):
        return all(map(_is_json, value))
    return value is None or type(value) in (str, int, float, bool)

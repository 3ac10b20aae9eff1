"""What has changed in a project since it was built, where that is no more than some texts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from octavo.outputs.cache.files import SourceTexts, compute_facts, find_unchanged
from octavo.outputs.cache.record import BuildRecord, FileRecord
from octavo.outputs.cache.state import ProjectState, build_file_record, is_same_state
from octavo.project.file_dates import find_day
from octavo.project.files import Kind, SourceFile
from octavo.values import dataclass

if TYPE_CHECKING:
    from octavo.outputs.javascript.lazy_engine import LazyEngine
    from octavo.project.discover import Project

_CODE = frozenset({Kind.STYLE, Kind.SCRIPT})
_COPIED = _CODE | {Kind.ASSET, Kind.DATA}


@dataclass(frozen=True, slots=True)
class Changes:
    """What a build has to do after a record."""

    pages: tuple[int, ...]
    """The numbers of the pages that have to be built again."""
    copies: tuple[SourceFile, ...]
    """The files that have to be copied again."""
    files: Mapping[str, FileRecord]
    """The records of all files as they are now."""
    texts: SourceTexts


def find_changes(
    project: Project, state: ProjectState, record: BuildRecord, engine: LazyEngine
) -> Changes | None:
    """Return what has changed; None if that may be more than the texts of pages."""
    if not record.is_complete or not is_same_state(state, record) or _has_other_pages(record):
        return None
    if project.files.keys() != record.files.keys():
        return None
    unchanged = find_unchanged(project, record.files, record.looked_ns)
    texts = SourceTexts(project, unchanged)
    others = [file for source, file in project.files.items() if source not in unchanged]
    if not all(_is_same_site(file, record, texts) for file in others):
        return None
    copy_sources = frozenset(record.copies)
    copies = tuple(file for file in others if file.source in copy_sources)
    sources = frozenset(
        file.source
        for file in others
        if _has_changed(file, record, texts) or has_other_day(file, record)
    )
    pages = _find_affected_pages(record, sources, engine)
    if any(record.pages[number].is_api for number in pages):
        return None
    files = {**record.files, **{file.source: _renew(file, record, texts) for file in others}}
    return Changes(pages, copies, files, texts)


def _has_other_pages(record: BuildRecord) -> bool:
    """Tell whether a day has come, or is still to come, on which pages become public."""
    if not any(record.days):
        return False
    from octavo.project.build_time import find_today  # noqa: PLC0415 (few sites have dates)

    since, until = record.days
    return not since <= find_today() < (until or "~")


def _is_same_site(file: SourceFile, record: BuildRecord, texts: SourceTexts) -> bool:
    """Tell whether the site is the same with a file that may have changed."""
    before = record.files[file.source]
    if before.kind != file.kind.value or file.source in (*record.drawn, *record.refused):
        return False
    if file.kind is Kind.PAGE:
        text, problems = texts.load(file)
        return (
            text is not None and not problems and compute_facts(text, file.source) == before.facts
        )
    if file.kind in _CODE:  # it may name other hosts, which all pages would have to allow
        return False
    if file.kind not in _COPIED or not record.uses_api:
        return True
    # API documents may be made of data files, and of other files that have a digest in the record.
    # They are read without taking a digest, so they cannot be compared with their earlier state.
    return file.kind is not Kind.DATA and before.digest is None


def _has_changed(file: SourceFile, record: BuildRecord, texts: SourceTexts) -> bool:
    if file.kind in _COPIED:
        return True
    return texts.find_digest(file.source) != record.files[file.source].digest


def has_other_day(file: SourceFile, record: BuildRecord) -> bool:
    """Tell whether a file that git does not know was changed on another day than before."""
    if record.commit_days is None or file.source in record.commit_days:
        return False
    return find_day(file.modified_ns) != find_day(record.files[file.source].modified_ns)


def _renew(file: SourceFile, record: BuildRecord, texts: SourceTexts) -> FileRecord:
    before = record.files[file.source]
    digest = texts.digests.get(file.source, before.digest)
    return build_file_record(file)._replace(digest=digest, facts=before.facts)


def _find_affected_pages(
    record: BuildRecord, sources: frozenset[str], engine: LazyEngine
) -> tuple[int, ...]:
    """Return the numbers of the pages that are made of files that have changed."""
    is_later = record.build_time is not None and record.build_time != engine.build_time
    return tuple(
        number
        for number, page in enumerate(record.pages)
        if page.source in sources
        or not page.is_lasting
        or not sources.isdisjoint(page.requested_files)
        or not sources.isdisjoint(page.images)
        or (page.is_evaluated and is_later)
    )

"""What has changed in a project since it was built, where that is no more than some texts."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from octavo.outputs.cache.files import SourceTexts, facts_digest, known_files
from octavo.outputs.cache.record import BuildRecord, FileRecord
from octavo.outputs.cache.state import ProjectState, file_record, is_same_state
from octavo.project.files import Kind, SourceFile
from octavo.values import dataclass

if TYPE_CHECKING:
    from octavo.outputs.javascript.lazy_engine import LazyEngine
    from octavo.project.discover import Project

_COPIED = frozenset({Kind.STYLE, Kind.SCRIPT, Kind.ASSET, Kind.DATA})


@dataclass(frozen=True, slots=True)
class Changes:
    """What is to be done about a record."""

    pages: tuple[int, ...]
    """The numbers of the pages that have to be made again."""
    copies: tuple[SourceFile, ...]
    """The files that have to be copied again."""
    files: Mapping[str, FileRecord]
    """What all files look like now."""
    texts: SourceTexts


def find_changes(
    project: Project, state: ProjectState, record: BuildRecord, engine: LazyEngine
) -> Changes | None:
    """Return what has changed; None where the site itself may be another one."""
    if not record.is_complete or not is_same_state(state, record):
        return None
    if project.files.keys() != record.files.keys():
        return None
    known = known_files(project, record.files, record.looked_ns)
    texts = SourceTexts(project, known)
    touched = [file for source, file in project.files.items() if source not in known]
    if not all(_is_same_site(file, record, texts) for file in touched):
        return None
    copied = frozenset(record.copies)
    copies = tuple(file for file in touched if file.source in copied)
    changed = {file.source for file in touched if _has_changed(file, record, texts)}
    pages = _affected_pages(record, changed, engine)
    if any(record.pages[number].is_api for number in pages):
        return None
    files = {**record.files, **{file.source: _renew(file, record, texts) for file in touched}}
    return Changes(pages, copies, files, texts)


def _is_same_site(file: SourceFile, record: BuildRecord, texts: SourceTexts) -> bool:
    """Tell whether the site is the same with a file that was touched."""
    before = record.files[file.source]
    if before.kind != file.kind.value:
        return False
    if file.kind is Kind.PAGE:
        text, problems = texts.load(file)
        return text is not None and not problems and facts_digest(text, file.source) == before.facts
    if file.kind not in _COPIED or not record.uses_api:
        return True
    # Of files that are no data, those have a digest that API documents refer to. Documents are read
    # without one: what was read then cannot be compared with what is there now.
    return file.kind is not Kind.DATA and before.digest is None


def _has_changed(file: SourceFile, record: BuildRecord, texts: SourceTexts) -> bool:
    if file.kind in _COPIED:
        return True
    return texts.digest(file.source) != record.files[file.source].digest


def _renew(file: SourceFile, record: BuildRecord, texts: SourceTexts) -> FileRecord:
    before = record.files[file.source]
    digest = texts.digests.get(file.source, before.digest)
    return file_record(file)._replace(digest=digest, facts=before.facts)


def _affected_pages(
    record: BuildRecord, changed: Collection[str], engine: LazyEngine
) -> tuple[int, ...]:
    """Return the numbers of the pages that were made of something that has changed."""
    is_later = record.build_time is not None and record.build_time != engine.build_time
    touched = frozenset(changed)
    return tuple(
        number
        for number, page in enumerate(record.pages)
        if page.source in touched
        or not page.is_lasting
        or not touched.isdisjoint(page.asked)
        or not touched.isdisjoint(page.images)
        or (page.is_evaluated and is_later)
    )

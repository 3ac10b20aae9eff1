"""Detects whether a project has changed since its last build."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from octavo.builder.cache.files import SourceTexts, find_unchanged
from octavo.builder.cache.record import BuildRecord, FileRecord
from octavo.builder.cache.state import ProjectState, build_file_record, is_same_state
from octavo.project.dates import find_day, find_today
from octavo.project.files import Kind, SourceFile

if TYPE_CHECKING:
    from octavo.builder.javascript.lazy_engine import LazyEngine
    from octavo.project.discover import Project

_COPIED = frozenset({Kind.STYLE, Kind.SCRIPT, Kind.ASSET, Kind.DATA})


def find_same_files(
    project: Project, state: ProjectState, record: BuildRecord, engine: LazyEngine
) -> Mapping[str, FileRecord] | None:
    """Return the current records of all files; None if something has changed."""
    if not record.is_lasting or not is_same_state(state, record) or _has_other_pages(record):
        return None
    if record.build_time is not None and record.build_time != engine.build_time:
        return None
    if project.files.keys() != record.files.keys():
        return None
    unchanged = find_unchanged(project, record.files, record.looked_ns)
    texts = SourceTexts(project, unchanged)
    files = dict(record.files)
    for source in record.files.keys() - unchanged.keys():
        file, before = project.files[source], record.files[source]
        if not _is_same(file, before, texts):
            return None
        now = build_file_record(file)
        files[source] = now._replace(digest=before.digest, facts=before.facts)
    return files


def _is_same(file: SourceFile, before: FileRecord, texts: SourceTexts) -> bool:
    """Tell whether a file with a new timestamp has the same content and the same day of change."""
    return (
        before.kind == file.kind.value
        and file.kind not in _COPIED
        and before.digest is not None
        and texts.find_digest(file.source) == before.digest
        and find_day(file.modified_ns) == find_day(before.modified_ns)
    )


def _has_other_pages(record: BuildRecord) -> bool:
    """Tell whether a day has passed, or is still to come, on which pages become public."""
    if not any(record.days):
        return False
    since, until = record.days
    return not since <= find_today() < (until or "~")

"""Finds when the files of a project last changed, from git or else from the disk."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from octavo.project.files import SourceFile
from octavo.values import Struct, field

CommitDays = Mapping[str, str | None]
"""Dates of last commits by source; None if the history is too short."""


class FileDates(Struct, frozen=True):
    """Returns dates of the last changes of files, in the form `2024-10-12` (UTC)."""

    committed: CommitDays = field(default_factory=dict)
    files: Mapping[str, SourceFile] = field(default_factory=dict)

    def find(self, source: str) -> str | None:
        """Return the date of a file; None if it is unknown or the file is missing."""
        if source in self.committed:
            return self.committed[source]
        file = self.files.get(source)
        return None if file is None else find_day(file.modified_ns)


def format_day(seconds: int) -> str | None:
    """Return the day of a time, which may be invalid on a damaged disk or in a commit."""
    try:
        return datetime.fromtimestamp(seconds, UTC).date().isoformat()
    except (ValueError, OverflowError, OSError):
        return None


def find_day(modified_ns: int) -> str | None:
    """Return the day of a file's timestamp on the disk."""
    return format_day(modified_ns // 1_000_000_000)

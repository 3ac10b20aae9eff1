"""When the files of a project were last changed: as git says, else as the disk does."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from octavo.project.files import SourceFile
from octavo.values import Struct, field

CommitDays = Mapping[str, str | None]
"""Dates of last commits by source; None where the history does not reach back far enough."""


class FileDates(Struct, frozen=True):
    """Tells when files were last changed, as `2024-10-12` (UTC)."""

    committed: CommitDays = field(default_factory=dict)
    files: Mapping[str, SourceFile] = field(default_factory=dict)

    def find(self, source: str) -> str | None:
        """Return the date of a file; None where it is unknown, or there is no such file."""
        if source in self.committed:
            return self.committed[source]
        file = self.files.get(source)
        return None if file is None else find_day(file.modified_ns)


def format_day(seconds: int) -> str | None:
    """Return the day of a time, which a damaged disk or commit may have put anywhere."""
    try:
        return datetime.fromtimestamp(seconds, UTC).date().isoformat()
    except (ValueError, OverflowError, OSError):
        return None


def find_day(modified_ns: int) -> str | None:
    """Return the day of the time that the disk has for a file."""
    return format_day(modified_ns // 1_000_000_000)

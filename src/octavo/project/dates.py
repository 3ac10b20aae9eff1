"""Finds the dates of the last changes of files, from git or else from the disk, and of the build.

Builds have one time as the current one, so that the same sources give the same site.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from datetime import UTC, datetime

from octavo.project.files import SourceFile
from octavo.values import Struct, field

_DAY = 24 * 60 * 60
_LAST = 253_402_300_799  # Dates after the year 9999 can't be written.

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


def find_build_time() -> int:
    """Return the current time for pages: SOURCE_DATE_EPOCH, or the start of this day (UTC)."""
    text = os.environ.get("SOURCE_DATE_EPOCH", "")
    return int(text) if text.isdecimal() else int(time.time()) // _DAY * _DAY


def find_today() -> str:
    """Return the day of that time, in the form `2024-10-12`."""
    return format_day(min(find_build_time(), _LAST)) or ""

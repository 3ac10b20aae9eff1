"""The time that builds use as the current one, so that the same sources give the same site."""

from __future__ import annotations

import os
import time

from octavo.project.file_dates import format_day

_DAY = 24 * 60 * 60
_LAST = 253_402_300_799  # Dates after the year 9999 can't be written.


def find_build_time() -> int:
    """Return the current time for pages: SOURCE_DATE_EPOCH, or the start of this day (UTC)."""
    text = os.environ.get("SOURCE_DATE_EPOCH", "")
    return int(text) if text.isdecimal() else int(time.time()) // _DAY * _DAY


def find_today() -> str:
    """Return the day of that time, in the form `2024-10-12`."""
    return format_day(min(find_build_time(), _LAST)) or ""

"""The time that a build takes as now, so that the same sources give the same site."""

from __future__ import annotations

import os
import time

from octavo.project.file_dates import format_day

_DAY = 24 * 60 * 60
_LAST = 253_402_300_799  # of the year 9999: no later day can be written


def find_build_time() -> int:
    """Return the time that pages see: SOURCE_DATE_EPOCH, or the start of this day (UTC)."""
    text = os.environ.get("SOURCE_DATE_EPOCH", "")
    return int(text) if text.isdecimal() else int(time.time()) // _DAY * _DAY


def find_today() -> str:
    """Return the day of that time, as `2024-10-12`."""
    return format_day(min(find_build_time(), _LAST)) or ""

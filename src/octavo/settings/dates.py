"""Reads the days in front matter and in the labels of updates."""

from __future__ import annotations

import re
from datetime import date

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sept sep",
            "october oct",
            "november nov",
            "december dec",
        ),
        start=1,
    )
    for name in names.split()
}
_MONTH = "(" + "|".join(_MONTHS) + r")\b\.?"
_YEAR = r"((?:19|20)\d\d)(?!\d)"
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?(?!\d)"
# The last element is the order of year, month and day; without a day, the first day counts.
_FORMS = (
    (rf"(?<!\d){_YEAR}([-/.])(\d{{1,2}})\2(\d{{1,2}})(?!\d)", "y-md"),
    (rf"{_YEAR}\s?年\s?(\d{{1,2}})\s?月(?:\s?(\d{{1,2}})\s?日)?", "ymd"),
    (rf"\b{_MONTH}\s+{_DAY},?\s+{_YEAR}", "mdy"),
    (rf"(?<!\d){_DAY}\s+(?:of\s+)?{_MONTH},?\s+{_YEAR}", "dmy"),
    (rf"\b{_MONTH},?\s+{_YEAR}", "my"),
    (rf"(?<!\d){_YEAR}[-/](\d{{1,2}})(?![-/.\d])", "ym"),
    (rf"(?<!\d){_YEAR}\s+{_MONTH}(?:\s+{_DAY})?", "ymd"),
)
_LONGEST = 200


def read_day(text: str | None) -> str | None:
    """Return the first day in a text, in the form `2024-10-12`; None without one.

    A month means its first day. `10/12/2024` is ambiguous, so it has no day.
    """
    if not text:
        return None
    for pattern, order in _FORMS:
        # `re` compiles each pattern when it is first used, because few sites show days.
        for match in re.finditer(pattern, text[:_LONGEST], re.IGNORECASE):
            parts = dict(zip(order, match.groups(), strict=True))
            month = (parts["m"] or "").lower()
            number = _MONTHS.get(month) or int(month)
            try:
                return date(int(parts["y"]), number, int(parts.get("d") or 1)).isoformat()
            except ValueError:
                continue
    return None

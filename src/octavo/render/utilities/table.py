"""The table of utility classes, `utilities.json` of the theme, in the form for lookups.

- `names` are complete: a pattern, declarations, and the words for both. A word is `name` or
  `name=value_of_it`; without words the pattern is the name.
- `families` end in a value (`mt-4`): a start, declarations with `$` for the value, and its readers:
  words of `choices` and of `READERS` in `values`. `each` repeats a row for other ends of the name
  and the property, with a rank: rules for one side come after those for all sides.
- `<name>` is replaced by one of the `texts`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from octavo.theme import load_table
from octavo.values import Struct

TABLE: dict[str, Any] = load_table("utilities.json")
BREAKPOINTS: dict[str, int] = TABLE["breakpoints"]
"""The least width of the window for each size, in root font sizes."""
_TEXTS: dict[str, str] = TABLE["texts"] | {
    "screens": " ".join(f"screen-{name}={rem}rem" for name, rem in BREAKPOINTS.items()),
    "container": "width:100%;"
    + "".join(f"@media (width>={rem}rem){{max-width:{rem}rem}}" for rem in BREAKPOINTS.values()),
}


class Family(Struct, frozen=True):
    """Names with the same start: their declarations, and the readers of their values."""

    declarations: str
    """CSS with `$` for the value."""
    readers: tuple[str, ...]
    rank: int = 0
    signed: bool = False
    preset: str = ""
    """Declarations that every other utility class overrides."""
    target: str = ""
    """The affected elements, relative to the one with the class."""


def _fill(text: str) -> str:
    return re.sub("<([A-Za-z]+)>", lambda match: _TEXTS[match[1]], text)


def _expand_words(pattern: str, declarations: str, words: str = "") -> Iterator[tuple[str, str]]:
    for word in _fill(words).split() or [pattern]:
        name, _, value = word.partition("=")
        css = _fill(declarations).replace("$", (value or name).replace("_", " "))
        yield pattern.replace("$", name), css


def _expand_family(
    name: str, declarations: str, values: str, options: dict[str, Any]
) -> Iterator[tuple[str, Family]]:
    each = TABLE["each"].get(options.pop("each", ""), [["", "", 0]])
    for end, property_end, rank in each:
        css = _fill(declarations.replace("%", property_end))
        more = {"rank": rank, **options, "preset": _fill(options.get("preset", ""))}
        yield name.replace("%", end).rstrip("-"), Family(css, tuple(values.split()), **more)


def _group_families() -> dict[str, tuple[Family, ...]]:
    families: dict[str, tuple[Family, ...]] = {}
    for name, declarations, values, *options in TABLE["families"]:
        for full_name, family in _expand_family(name, declarations, values, *options or [{}]):
            families[full_name] = (*families.get(full_name, ()), family)
    return families


KEYWORDS = dict(pair for row in TABLE["names"] for pair in _expand_words(*row))
"""The declarations of complete names."""
CHOICES = {name: dict(_expand_words("$", "$", words)) for name, words in TABLE["choices"].items()}
"""The meanings of words as values."""
COLORS: dict[str, str] = TABLE["plain"] | {
    f"{hue}-{shade}": coordinates
    for hue, row in TABLE["hues"].items()
    for shade, coordinates in zip(TABLE["shades"].split(), row.split(" / "), strict=True)
}
"""The lightness, chroma and hue of each shade, in OKLCH, where equal steps look equal."""
FAMILIES = _group_families()
"""The families of each start; the first one that can read the value wins."""
LONGEST_BEGINNING = max(map(len, FAMILIES))

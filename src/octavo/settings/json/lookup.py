"""Finds the place of a value in a settings file, when a problem needs it."""

from __future__ import annotations

from collections.abc import Callable

from octavo.problems import Location
from octavo.settings.json.places import Places, Pointer, find_places

PlaceOf = Callable[[Pointer], Location]


def build_place_lookup(text: str, name: str, *, has_duplicates: bool) -> PlaceOf:
    """Return a lookup of places in the settings file.

    The first call finds the places.
    """

    searches: list[Places] = []

    def locate(pointer: Pointer) -> Location:
        # Often one place is enough, before a long navigation; but the last of two equal keys
        # counts.
        if not searches:
            searches.append(find_places(text, None if has_duplicates else pointer))
        elif len(searches) == 1 and pointer not in searches[0].values:
            searches.append(find_places(text))
        return Location(name, *searches[-1].of_value(pointer))

    return locate

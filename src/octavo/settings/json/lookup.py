"""Finds where a value stands in a settings file, when a problem asks for it."""

from __future__ import annotations

from collections.abc import Callable

from octavo.problems import Location
from octavo.settings.json.places import Places, Pointer, find_places

PlaceOf = Callable[[Pointer], Location]


def build_place_lookup(text: str, name: str, *, has_duplicates: bool) -> PlaceOf:
    """Return the look-up of values in the settings as they were written.

    Their places are found only when one is asked for.
    """

    searches: list[Places] = []

    def locate(pointer: Pointer) -> Location:
        # One place is often all that is asked for, and stands before a long navigation; but of a
        # key that comes twice, the last counts.
        if not searches:
            searches.append(find_places(text, None if has_duplicates else pointer))
        elif len(searches) == 1 and pointer not in searches[0].values:
            searches.append(find_places(text))
        return Location(name, *searches[-1].of_value(pointer))

    return locate

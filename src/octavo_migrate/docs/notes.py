"""Collects what is told about settings, with their places."""

from __future__ import annotations

from collections.abc import Callable

from octavo.problems import Location
from octavo.settings.json.places import Pointer
from octavo_migrate.moved_site import Note, Outcome


class Notes:
    """What became of settings; a mutable list, because every function adds to it."""

    def __init__(self, place_of: Callable[[Pointer], Location]) -> None:
        self.all: list[Note] = []
        self._place_of = place_of

    def carry(self, pointer: Pointer, message: str) -> None:
        """Note what was carried over under another name."""
        self._add(Outcome.CARRIED, pointer, message, "")

    def change(self, pointer: Pointer, message: str, advice: str = "") -> None:
        """Note what is another thing now."""
        self._add(Outcome.CHANGED, pointer, message, advice)

    def lose(self, pointer: Pointer, message: str, advice: str = "") -> None:
        """Note what could not be carried over."""
        self._add(Outcome.LOST, pointer, message, advice)

    def _add(self, outcome: Outcome, pointer: Pointer, message: str, advice: str) -> None:
        self.all.append(Note(outcome, message, self._place_of(pointer), advice))

"""Notes about settings, each at the place of its topmost key."""

from __future__ import annotations

from octavo.values import Struct, field
from octavo_migrate.mkdocs.settings_file import SettingsFile
from octavo_migrate.moved_site import Note, Outcome


class Notices(Struct, frozen=True):
    """What became of settings."""

    file: SettingsFile
    notes: list[Note] = field(default_factory=list)

    def tell(self, outcome: Outcome, key: str, message: str, advice: str = "") -> None:
        """Tell what became of something below a topmost key."""
        self.notes.append(Note(outcome, message, self.file.locate(key), advice))

    def lose(self, key: str, what: str, advice: str = "") -> None:
        """Tell that something has no equivalent."""
        self.tell(Outcome.LOST, key, f"{what} is not carried over", advice)

"""The interface for the files of a site: a publication stores them, a check discards them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from octavo.builder.publish.site_folder import Signature, SiteFolder


class TakesFiles(Protocol):
    """Accepts the files of the next state of a site; see `Publication`."""

    @property
    def live(self) -> SiteFolder:
        """The published site."""

    def put(self, output: str, data: bytes) -> Signature:
        """Accept a file."""

    def put_pieces(self, output: str, pieces: Iterable[bytes]) -> Signature:
        """Accept a file in pieces."""

    def copy(self, output: str, source: int) -> Signature:
        """Accept the data of a descriptor."""

    def keep(self, output: str, signature: Signature) -> Signature:
        """Take over a file of the published site."""

    def load(self, output: str) -> bytes:
        """Return an accepted file."""

"""What takes the files of a site: a publication keeps them, a check throws them away."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from octavo.builder.publish.site_folder import Signature, SiteFolder


class TakesFiles(Protocol):
    """Takes the files of the next state of a site; see `Publication`."""

    @property
    def live(self) -> SiteFolder:
        """The site as it is published now."""

    def put(self, output: str, data: bytes) -> Signature:
        """Take a file."""

    def put_pieces(self, output: str, pieces: Iterable[bytes]) -> Signature:
        """Take a file that is not held whole."""

    def copy(self, output: str, source: int) -> Signature:
        """Take what a descriptor reads."""

    def keep(self, output: str, signature: Signature) -> Signature:
        """Take over a file of the published site."""

    def load(self, output: str) -> bytes:
        """Return a file that was taken."""

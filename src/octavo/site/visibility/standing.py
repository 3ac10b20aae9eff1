"""Who may see a page, and which parts a site hides."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING

from octavo.values import Struct, field

if TYPE_CHECKING:  # Most sites have no documents.
    from octavo.openapi.model import OperationKey

Operation = tuple[str, "OperationKey"]
"""The source of an operation's document, and its key there."""


class Standing(StrEnum):
    """Who may see a page: all readers, its authors, or some readers."""

    PUBLIC = "public"
    DRAFT = "draft"
    PRIVATE = "private"

    @property
    def hint(self) -> str:
        """The hint for a link to such a page."""
        if self is Standing.DRAFT:
            return "That page is a draft, or its time has not come or is over: it is not published."
        return "That page is not for everybody, so it is not published."


class HeldBack(Struct, frozen=True):
    """The parts that a site hides."""

    pages: Mapping[str, Standing] = field(default_factory=dict)
    """Pages by their urls."""
    sources: frozenset[str] = frozenset()
    """The files of those pages."""
    operations: frozenset[Operation] = frozenset()
    """The operations of such pages."""
    documents: frozenset[str] = frozenset()
    """The sources of API documents that only such pages, tabs and anchors use."""

"""Caches parts of a document that many operations use."""

from __future__ import annotations

from octavo.openapi.document.same_words import SameWords
from octavo.openapi.model import (
    Node,
    OperationEntry,
    Parameter,
    Response,
    SecurityAlternative,
    SecurityScheme,
    Server,
)
from octavo.values import ByIdentity, Struct, field


class DocumentMemory(Struct, eq=False):
    """The cached facts about one document; None for parts that weren't read."""

    same_words: SameWords
    """Finds schemas with equal text."""
    parameters: ByIdentity[Node, Parameter | None] = field(default_factory=ByIdentity)
    """The targets of references to parameters."""
    responses: dict[str, ByIdentity[Node, Response]] = field(default_factory=dict)
    """The targets of references to responses, by status."""
    operations: tuple[OperationEntry, ...] | None = None
    """All operations and webhooks."""
    security: tuple[SecurityAlternative, ...] | None = None
    """The security of the document itself."""
    schemes: dict[str, SecurityScheme] = field(default_factory=dict)
    """Its security schemes, by their names."""
    servers: tuple[Server, ...] | None = None
    """The servers of the document itself."""

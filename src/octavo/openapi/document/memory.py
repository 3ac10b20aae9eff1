"""What was read of a document and is asked for again: by each operation, or by many."""

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
    """What is known of one document; None for what nobody has read so far."""

    same_words: SameWords
    """Which of its schemas say the same."""
    parameters: ByIdentity[Node, Parameter | None] = field(default_factory=ByIdentity)
    """Those that references lead to."""
    responses: dict[str, ByIdentity[Node, Response]] = field(default_factory=dict)
    """Those that references lead to, by status."""
    operations: tuple[OperationEntry, ...] | None = None
    """All operations and webhooks."""
    security: tuple[SecurityAlternative, ...] | None = None
    """What the document itself asks of callers."""
    schemes: dict[str, SecurityScheme] = field(default_factory=dict)
    """Its security schemes, by their names."""
    servers: tuple[Server, ...] | None = None
    """Those of the document itself."""

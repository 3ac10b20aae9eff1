"""Which operations of a site were compared with the API that runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from octavo.values import Struct, field

if TYPE_CHECKING:
    from octavo.site.model import OperationBinding


class Checked(Struct, frozen=True):
    """When an operation was compared with the API, and the differences."""

    day: str
    count: int
    messages: tuple[str, ...]


class Proof(Struct, frozen=True):
    """A report: the compared operations by their document, then by method and path."""

    source: str = ""
    documents: Mapping[str, Mapping[str, Checked]] = field(default_factory=dict)

    def find_checked(self, binding: OperationBinding) -> Checked | None:
        """Return the comparison of a page's operation; webhooks have none."""
        key = binding.entry.key
        if key.is_webhook:
            return None
        return self.find(binding.document.source, f"{key.method} {key.path}")

    def find(self, document: str, operation: str) -> Checked | None:
        """Return the comparison of an operation; reports may name its document from elsewhere."""
        names = [name for name in self.documents if _is_same_file(name, document)]
        name = document if document in self.documents else names[0] if len(names) == 1 else None
        return self.documents[name].get(operation) if name is not None else None


def _is_same_file(first: str, second: str) -> bool:
    return first.endswith(f"/{second}") or second.endswith(f"/{first}")

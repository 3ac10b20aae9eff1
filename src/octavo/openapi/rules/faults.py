"""The violations in one object of a document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from octavo.openapi.model import Pointer
from octavo.problems import Code, Severity
from octavo.values import Struct


class Fault(Struct, frozen=True):
    """A violation, with its location in the object."""

    message: str
    hint: str = ""
    way: Pointer = ()
    code: Code = Code.API_WRONG_VALUE
    severity: Severity = Severity.WARNING
    at_key: bool = False

    @staticmethod
    def of_key(key: str, message: str, hint: str, severity: Severity) -> Fault:
        """Return a violation by an unexpected key."""
        return Fault(message, hint, (key,), Code.API_UNKNOWN_KEY, severity, at_key=True)


Faults = Iterator[Fault]
Mapping = dict[str, Any]


def build_note(message: str, hint: str = "", way: Pointer = (), *, at_key: bool = False) -> Fault:
    """Return a violation that readers hardly notice."""
    return Fault(message, hint, way, severity=Severity.INFO, at_key=at_key)

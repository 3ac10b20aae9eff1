"""The one model of severity: what a change does to the values that travel, and who is hurt by it.

An integrator has written a client before the change. The client writes requests and reads
responses; of webhooks and callbacks it reads the request and writes the response. A writer is hurt
if fewer values are accepted. A reader is hurt if more values arrive.
"""

from __future__ import annotations

from enum import StrEnum

from octavo.openapi.model import Node, OperationKey, Side
from octavo.values import Struct


class Impact(StrEnum):
    """How much a change matters to clients that exist, the worst first."""

    BREAKING = "breaking"
    DANGEROUS = "dangerous"
    ADDITIVE = "additive"
    DOCUMENTATION = "documentation"


class Effect(StrEnum):
    """What happens to the values that may be sent, or to what the API offers."""

    NARROWER = "narrower"
    WIDER = "wider"
    OTHER = "other"
    """Some values go and others come."""
    OFFERED = "offered"
    WITHDRAWN = "withdrawn"
    NONE = "none"
    """Only words change."""


_HURTS = {
    Side.REQUEST: (Effect.NARROWER, Effect.OTHER, Effect.WITHDRAWN),
    Side.RESPONSE: (Effect.WIDER, Effect.OTHER, Effect.WITHDRAWN),
}


class Move(Struct, frozen=True):
    """One difference, before it is known who writes the value."""

    code: str
    effect: Effect
    message: str
    firm: bool = True
    """False if careful clients survive it, such as a new value in an answer."""
    old: Node | None = None
    new: Node | None = None


def judge(move: Move, side: Side) -> Impact:
    """Return how severe a difference is for a client on the other end."""
    if move.effect is Effect.NONE:
        return Impact.DOCUMENTATION
    if move.effect in _HURTS[side]:
        return Impact.BREAKING if move.firm else Impact.DANGEROUS
    return Impact.ADDITIVE


class Change(Struct, frozen=True):
    """A difference with its severity, its place in words, and the operations that it reaches."""

    code: str
    impact: Impact
    where: str
    """Such as `GET /pets, request body, owner.name`, or `schema Pet, name`."""
    message: str
    old: Node | None
    new: Node | None
    side: Side | None = None
    """Who writes the value: the client (`REQUEST`), or the API. None if both do, or no one."""
    operations: tuple[OperationKey, ...] = ()
    """Those of the new document; the old key of an operation that was removed."""


def compare_amounts(old: float | None, new: float | None, *, is_upper: bool) -> Effect | None:
    """Return what a new limit does; None if nothing changes."""
    if old == new:
        return None
    if old is None or new is None:
        return Effect.NARROWER if old is None else Effect.WIDER
    return Effect.NARROWER if (new < old) is is_upper else Effect.WIDER


def compare_sets(old: frozenset[str], new: frozenset[str]) -> Effect | None:
    """Return what a change of allowed kinds does; None if nothing changes."""
    if old == new:
        return None
    if new < old:
        return Effect.NARROWER
    return Effect.WIDER if old < new else Effect.OTHER

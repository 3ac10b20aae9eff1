"""The requests of a page to a JavaScript engine, and the engine's answers.

The engine is in another package: this module only describes requests and reads answers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any

from octavo.values import Struct

FIRST_LINE = 1000
"""The line where the author's code begins; the engine's runtime comes before it."""


class Request(Struct, frozen=True):
    """Code to run in order in one new context: first the setup, then the jobs.

    Each job returns JSON text: its answer, and the names of interactive components. Failed code
    doesn't stop the code after it.
    """

    setup: tuple[str, ...]
    jobs: tuple[str, ...]


class FailureKind(StrEnum):
    """Why a piece of code failed."""

    ERROR = "error"
    TIME = "time"
    MEMORY = "memory"
    SIZE = "size"
    UNAVAILABLE = "unavailable"


class Failure(Struct, frozen=True):
    """A failed piece of code; `lines` are those of its call stack, innermost first."""

    kind: FailureKind
    name: str = ""
    message: str = ""
    lines: tuple[int, ...] = ()


class Outcome(Struct, frozen=True):
    """The answer of a job (see `runtime.js` for its form), and its interactive components."""

    value: Any
    live: tuple[str, ...] = ()


class Answer(Struct, frozen=True):
    """The result of each piece of a request."""

    setup: tuple[Failure | None, ...]
    jobs: tuple[Outcome | Failure, ...]


Evaluate = Callable[[Request], Answer]


def fail_all(request: Request, failure: Failure) -> Answer:
    """Return the answer of an engine that failed to start."""
    return Answer((None,) * len(request.setup), (failure,) * len(request.jobs))


MAX_DEPTH = 200
"""The most nested levels in an answer: 64 elements with two levels each, and their properties."""


def read_outcome(data: Any) -> Outcome | None:
    """Return a job's outcome from the JSON of an untrusted process, or None if it is invalid."""
    if not isinstance(data, list) or len(data) != 2 or not isinstance(data[1], list):
        return None
    if not is_answer(data[0]) or not all(isinstance(name, str) for name in data[1]):
        return None
    return Outcome(data[0], tuple(name[:100] for name in data[1][:100]))


def is_answer(data: Any) -> bool:
    """Tell whether decoded JSON has the form of an answer, including nested ones."""
    level: Sequence[Any] = [data]
    for _ in range(MAX_DEPTH):
        below: list[Any] = []
        for value in level:
            if isinstance(value, list):
                parts = _list_parts(value)
                if parts is None:
                    return False
                below.extend(parts)
            elif isinstance(value, dict):
                return False
        if not below:
            return True
        level = below
    return False


def _list_parts(value: list[Any]) -> Sequence[Any] | None:
    """Return the answers in a list, an object or an element; None if it is malformed."""
    match value:
        case ["a", *items]:
            return items
        case ["o", dict() as values]:
            return list(values.values())
        case ["f"]:
            return ()
        case ["m", int()]:
            return ()
        case ["e", None | str(), dict() as properties, children]:
            return [*properties.values(), children]
        case ["n", int(), dict() as properties, children]:
            return [*properties.values(), children]
    return None

"""What a page asks of a JavaScript engine, and what the engine answers.

The engine itself is somebody else's: this room only says what has to be evaluated, and reads what
comes back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any

from octavo.values import Struct

FIRST_LINE = 1000
"""The code of authors begins at this line; what stands before it is the engine's runtime."""


class Request(Struct, frozen=True):
    """Code to be run in this order in one fresh context: first what prepares, then the jobs.

    Each job gives a JSON text: its answer, and the names of the components that would react to
    readers. Code that fails does not stop what follows.
    """

    setup: tuple[str, ...]
    jobs: tuple[str, ...]


class FailureKind(StrEnum):
    """Why a piece of code gave no answer."""

    ERROR = "error"
    TIME = "time"
    MEMORY = "memory"
    SIZE = "size"
    UNAVAILABLE = "unavailable"


class Failure(Struct, frozen=True):
    """A piece of code that gave no answer; `lines` are those of its call stack, innermost first."""

    kind: FailureKind
    name: str = ""
    message: str = ""
    lines: tuple[int, ...] = ()


class Outcome(Struct, frozen=True):
    """The answer of a job (see `runtime.js` for its form), and the components that would react."""

    value: Any
    live: tuple[str, ...] = ()


class Answer(Struct, frozen=True):
    """What became of each piece of a request."""

    setup: tuple[Failure | None, ...]
    jobs: tuple[Outcome | Failure, ...]


Evaluate = Callable[[Request], Answer]


def fail_all(request: Request, failure: Failure) -> Answer:
    """Return the answer of an engine that could not even begin."""
    return Answer((None,) * len(request.setup), (failure,) * len(request.jobs))


MAX_DEPTH = 200
"""How deep an answer may nest: 64 elements, each of which is two levels, and their properties."""


def read_outcome(data: Any) -> Outcome | None:
    """Return a job's outcome from the JSON of a process that is not trusted, or None."""
    if not isinstance(data, list) or len(data) != 2 or not isinstance(data[1], list):
        return None
    if not is_answer(data[0]) or not all(isinstance(name, str) for name in data[1]):
        return None
    return Outcome(data[0], tuple(name[:100] for name in data[1][:100]))


def is_answer(data: Any) -> bool:
    """Tell whether decoded JSON has the form that answers have, all the way down."""
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
    """Return the answers inside of a list, an object or an element; None if it is malformed."""
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

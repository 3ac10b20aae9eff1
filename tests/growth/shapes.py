"""Hostile shapes of a language, made of its smallest pieces: nothing in here knows a grammar.

Each shape is a text that grows: `shape.build(n)` has about n characters.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import permutations

_SEED = 20_250_301
_RANDOM_LENGTHS = (3, 5, 8)


@dataclass(frozen=True, slots=True)
class Shape:
    """A text that grows, and what it is called."""

    name: str
    build: Callable[[int], str]


def list_shapes(atoms: Iterable[str], frames: Iterable[tuple[str, str]]) -> list[Shape]:
    """Return the shapes that pieces of a language give, in each of its frames."""
    atoms = list(dict.fromkeys(atoms))
    return [
        _frame(shape, before, after)
        for before, after in frames
        for shape in _list_bare(atoms, before + after)
    ]


def pick_shapes(
    name: str, atoms: Iterable[str], frames: Iterable[tuple[str, str]], count: int
) -> list[Shape]:
    """Return so many of the shapes, the same each time; a larger number adds others."""
    shapes = list_shapes(atoms, frames)
    random.Random(f"{_SEED}{name}").shuffle(shapes)
    return shapes[:count]


def _list_bare(atoms: list[str], seed: str) -> Iterator[Shape]:
    for atom in atoms:
        yield _repeat(atom)
        yield _indent(atom)
    for first, second in permutations(atoms, 2):
        yield _repeat(first + second)
        yield _follow(first, second)
        yield _begin(first, second)
    chance = random.Random(f"{_SEED}{seed}")
    for length in _RANDOM_LENGTHS:
        for _ in atoms:
            yield _repeat("".join(chance.choices(atoms, k=length)))


def _frame(shape: Shape, before: str, after: str) -> Shape:
    if not before and not after:
        return shape
    build = shape.build
    return Shape(f"{before!r} {shape.name} {after!r}", lambda n: before + build(n) + after)


def _repeat(text: str) -> Shape:
    return Shape(f"{text!r} * n", lambda n: text * (n // len(text)))


def _follow(first: str, second: str) -> Shape:
    size = len(first) + len(second)
    return Shape(
        f"{first!r} * n, {second!r} * n",
        lambda n: first * (n // size) + "a" + second * (n // size),
    )


def _begin(first: str, second: str) -> Shape:
    return Shape(f"{first!r}, {second!r} * n", lambda n: first + second * (n // len(second)))


def _indent(atom: str) -> Shape:
    """Lines that stand further and further in, each of the same text."""

    def build(n: int) -> str:
        lines: list[str] = []
        size = 0
        while size < n:
            lines.append(" " * (len(lines) % 64) + atom)
            size += len(lines[-1]) + 1
        return "\n".join(lines)

    return Shape(f"{atom!r} further and further in", build)

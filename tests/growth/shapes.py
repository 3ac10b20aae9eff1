"""Hostile shapes of a language, made of its smallest pieces: nothing in here knows a grammar.

Each shape grows: `shape.build(n)` is a text of about n characters, or something with n parts.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Generic, TypeVar

_SEED = 20_250_301
_RANDOM_LENGTHS = (3, 5, 8)


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Shape(Generic[T]):
    """Something that grows, and what it is called."""

    name: str
    build: Callable[[int], T]


@dataclass(frozen=True, slots=True)
class Entry(Generic[T]):
    """What reads something that others write, and the shapes of that."""

    name: str
    run: Callable[[T], object]
    list_shapes: Callable[[], Iterable[Shape[T]]]
    letters: int = 1
    """A part of a shape counts as so many letters of a text."""

    def pick_shapes(self, count: int) -> list[Shape[T]]:
        """Return so many of the shapes, the same each time; a larger number adds others."""
        shapes = list(self.list_shapes())
        random.Random(f"{_SEED}{self.name}").shuffle(shapes)
        return shapes[:count]


def list_shapes(atoms: Iterable[str], frames: Iterable[tuple[str, str]]) -> list[Shape[str]]:
    """Return the shapes that pieces of a language give, in each of its frames."""
    atoms = list(dict.fromkeys(atoms))
    return [
        _frame(shape, before, after)
        for before, after in frames
        for shape in _list_bare(atoms, before + after)
    ]


def _list_bare(atoms: list[str], seed: str) -> Iterator[Shape[str]]:
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


def _frame(shape: Shape[str], before: str, after: str) -> Shape[str]:
    if not before and not after:
        return shape
    build = shape.build
    return Shape(f"{before!r} {shape.name} {after!r}", lambda n: before + build(n) + after)


def _repeat(text: str) -> Shape[str]:
    return Shape(f"{text!r} * n", lambda n: text * (n // len(text)))


def _follow(first: str, second: str) -> Shape[str]:
    size = len(first) + len(second)
    return Shape(
        f"{first!r} * n, {second!r} * n",
        lambda n: first * (n // size) + "a" + second * (n // size),
    )


def _begin(first: str, second: str) -> Shape[str]:
    return Shape(f"{first!r}, {second!r} * n", lambda n: first + second * (n // len(second)))


def _indent(atom: str) -> Shape[str]:
    """Lines that stand further and further in, each of the same text."""

    def build(n: int) -> str:
        lines: list[str] = []
        size = 0
        while size < n:
            lines.append(" " * (len(lines) % 64) + atom)
            size += len(lines[-1]) + 1
        return "\n".join(lines)

    return Shape(f"{atom!r} further and further in", build)

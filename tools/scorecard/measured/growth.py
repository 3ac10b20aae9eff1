"""How time grows with hostile text: what libraries in C do for it, too, which no step tells."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from octavo.content.mdx import parse_mdx
from scorecard.finding import Finding, judge
from tests.content.mdx.test_guards import PATTERNS
from tests.growth.entries import ENTRIES, MET

SIZE = 10_000
MOST_SECONDS = 5.0
MOST_GROWTH = 3.0
SHAPES = 40
"""Of each parser."""
_SHORTER = 4_000
"""Letters of those: there are thousands."""
_FEWER = 1_000
"""The size of texts with parts, each of which takes much longer than a character."""
_NOISE_SECONDS = 0.02
_MOST_TRIES = 8
T = TypeVar("T")


def measure_growth() -> Finding:
    """Parse every pattern, and the same pattern twice as long."""
    longest, steepest = 0.0, 0.0
    faults = []
    for name, build in PATTERNS.items():
        growth, seconds = _measure(parse_mdx, build(SIZE), build(2 * SIZE))
        longest, steepest = max(longest, seconds), max(steepest, growth)
        if growth > MOST_GROWTH or seconds > MOST_SECONDS:
            faults.append(f"{name}: {seconds:.2f} s, {growth:.1f} times the time")
    figure = f"{len(PATTERNS)} patterns: ≤ {longest:.2f} s, ≤ {steepest:.1f} times the time"
    stable = f"{len(PATTERNS) - len(faults)} of {len(PATTERNS)} patterns grow with their length"
    return judge(figure, *faults, stable=stable)


def measure_parsers() -> Finding:
    """Run every parser on generated texts, and on the same ones twice as long."""
    count, faults = 0, []
    for entry in ENTRIES:
        met = [shape for name, shape in MET if name == entry.name]
        for shape in (*entry.pick_shapes(SHAPES), *met):
            count += 1
            size = _SHORTER if entry.letters == 1 else _FEWER // entry.letters
            texts = shape.build(size), shape.build(2 * size)
            growth, seconds = _measure(entry.run, *texts)
            if growth > MOST_GROWTH:
                faults.append(f"{entry.name}: {shape.name}: {seconds:.2f} s, {growth:.1f} times")
    return judge(f"{count - len(faults):,} of {count:,} take time that grows with them", *faults)


def _measure(work: Callable[[T], object], half: T, whole: T) -> tuple[float, float]:
    """Return how many times as long the whole takes, and its seconds: the least of some tries."""
    short = long = float("inf")
    for _ in range(_MOST_TRIES):  # a noisy machine needs a few more
        short = min(short, _measure_once(partial(work, half)))
        long = min(long, _measure_once(partial(work, whole)))
        if long <= max(MOST_GROWTH * short, _NOISE_SECONDS):
            break
    return (0.0 if long <= _NOISE_SECONDS else long / short), long


def _measure_once(work: Callable[[], object]) -> float:
    gc.disable()
    start = time.process_time()
    work()
    seconds = time.process_time() - start
    gc.enable()
    return seconds

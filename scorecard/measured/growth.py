"""How time grows with hostile pages."""

from __future__ import annotations

import gc
import time

from octavo.content.mdx import parse_mdx
from scorecard.finding import Finding, judge
from tests.content.mdx.test_guards import PATTERNS

SIZE = 10_000
MOST_SECONDS = 5.0
MOST_GROWTH = 3.0
_NOISE_SECONDS = 0.02
_MOST_TRIES = 8


def measure_growth() -> Finding:
    """Parse every pattern, and the same pattern twice as long."""
    longest, steepest = 0.0, 0.0
    faults = []
    for name, build in PATTERNS.items():
        growth, seconds = _measure_pattern(build(SIZE), build(2 * SIZE))
        longest, steepest = max(longest, seconds), max(steepest, growth)
        if growth > MOST_GROWTH or seconds > MOST_SECONDS:
            faults.append(f"{name}: {seconds:.2f} s, {growth:.1f} times the time")
    figure = f"{len(PATTERNS)} patterns: ≤ {longest:.2f} s, ≤ {steepest:.1f} times the time"
    stable = f"{len(PATTERNS) - len(faults)} of {len(PATTERNS)} patterns grow with their length"
    return judge(figure, *faults, stable=stable)


def _measure_pattern(half: str, whole: str) -> tuple[float, float]:
    """Return how many times as long the whole takes, and its seconds: the least of some tries."""
    short = long = float("inf")
    for _ in range(_MOST_TRIES):  # a noisy machine needs a few more
        short, long = min(short, _measure(half)), min(long, _measure(whole))
        if long <= max(MOST_GROWTH * short, _NOISE_SECONDS):
            break
    return (0.0 if long <= _NOISE_SECONDS else long / short), long


def _measure(text: str) -> float:
    gc.disable()
    start = time.process_time()
    parse_mdx(text)
    seconds = time.process_time() - start
    gc.enable()
    return seconds

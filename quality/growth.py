"""How time grows with hostile text: what is twice as long may take twice the time, and not four."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from functools import partial

from octavo.content.mdx import parse_mdx
from octavo.render.content.highlight import highlight_text
from quality.outcome import Outcome, judge
from tests.content.mdx.test_guards import LARGE, PATTERNS
from tests.render.content.test_highlight import LANGUAGES, hostile_codes

MOST_GROWTH = 2.5
"""Of the time of a text twice as long; what grows with the square takes four times as long."""
_NOISE_SECONDS = 0.02
_MOST_TRIES = 30


def check() -> Iterator[Outcome]:
    """Measure pages of hostile patterns, and hostile code in every language."""
    pages = [
        name
        for name, build in PATTERNS.items()
        if not _is_linear(parse_mdx, build(LARGE), build(2 * LARGE))
    ]
    yield _judge("pages", pages)
    codes = [
        f"{language}: {code[:20]!r}"
        for language in LANGUAGES
        for code in hostile_codes(language, 8_000)
        if not _is_linear(partial(highlight_text, language=language), code[: len(code) // 2], code)
    ]
    yield _judge("code", codes)


def _judge(subject: str, too_slow: list[str]) -> Outcome:
    return judge(
        "growth",
        f"hostile {subject}, twice as long",
        f"{len(too_slow)} take longer",
        f"≤ {MOST_GROWTH} times the time",
        passed=not too_slow,
        details=too_slow,
    )


def _is_linear(work: Callable[[str], object], half: str, whole: str) -> bool:
    short = long = float("inf")
    for _ in range(_MOST_TRIES):  # a noisy machine needs a few more
        short, long = min(short, _measure(work, half)), min(long, _measure(work, whole))
        if long <= max(MOST_GROWTH * short, _NOISE_SECONDS):
            return True
    return False


def _measure(work: Callable[[str], object], text: str) -> float:
    gc.disable()
    start = time.process_time()
    work(text)
    seconds = time.process_time() - start
    gc.enable()
    return seconds

"""Generates example texts and numbers, by format and by the limits of a schema."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from octavo.openapi.examples.patterns import USUAL_MANY, build_pattern_text
from octavo.openapi.model import Limits
from octavo.theme import load_table

LONGEST_TEXT = 256
_LONGEST_NAME = 80

_TEXTS = ("example", "text", "abc", "ab", "a", "")
"""Neutral texts for each maximum length."""
_SENTENCE = "An example of a text that is long enough for what the schema asks of it. "
_DIGITS = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
_CODE = "A1B2C3D4E5F6G7H8"
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_ENCODED = frozenset({"base64", "base64url"})
_ANY_TEXT = frozenset({".*", ".+", "^.*$", "^.+$", r"\S", r"\S+", r"^\S+$", r"^(?!\s*$).+"})
_FREE_FORMATS = frozenset({"password", "byte", "char", "phone", "decimal"})
"""Formats without a fixed length."""
_EXTRA = (0, 1, 2, 4, 8, 16, 32)
"""The additional repetitions to try for parts with a flexible count."""

_PLAIN = Fraction(123)
_POINTS_IN_TIME = frozenset({"unix-time", "timestamp"})
_WIDEST_MIDDLE = 1_000_000
"""The widest bounds whose middle is a useful number; those of an int64 are wider."""

# The simple forms of patterns: plain text, then one set of characters with a count.
_PATTERN = re.compile(
    r"""\^? (?:[A-Za-z0-9_#@:/-]|\\[./+-])*?
        (?: \\d | \[(?:[A-Za-z0-9]-[A-Za-z0-9])+[_-]?\] )
        (?: \{\d{1,3}(?:,\d*)?\} | [+*] )? \$?""",
    re.VERBOSE,
)


class _Fillers(NamedTuple):
    """Realistic values: texts by format, texts and numbers by the words of a name."""

    formats: dict[str, str]
    texts: dict[str, str]
    numbers: dict[str, int | float]


@cache
def _load_fillers() -> _Fillers:
    data = load_table("fillers.json")
    texts = {name: text for text, names in data["texts"].items() for name in names}
    numbers = {
        name: json.loads(value) for value, names in data["numbers"].items() for name in names
    }
    return _Fillers(data["formats"], texts, numbers)


def _list_keys(name: str) -> Iterator[str]:
    """Return the possible keys of a name in the table: its last two words, or the last one."""
    words = [word.lower() for word in _WORD.findall(name[-_LONGEST_NAME:])]
    for key in (" ".join(words[-2:]), "".join(words[-2:]), *words[-1:]):
        yield key
        if key.endswith("s"):
            yield key[:-1]


def build_text(
    kind: str | None,
    limits: Limits,
    encoding: str | None = None,
    media_type: str | None = None,
    name: str = "",
) -> str:
    """Return a text of a format, for a name, or of an allowed length."""
    formats = _load_fillers().formats
    if encoding is not None and encoding.lower() in _ENCODED:
        return formats["base64"]
    usual = formats.get(kind.lower()) if kind else None
    if usual is not None and (kind not in _FREE_FORMATS or _fits(usual, limits)):
        return usual
    if media_type is not None and media_type.startswith(("image/", "audio/", "video/")):
        return formats["binary"]
    if limits.pattern and limits.pattern not in _ANY_TEXT:
        matching = (text for text in _list_texts_of_pattern(limits) if _fits(text, limits))
        return next(matching, _build_text_of_length(limits))
    texts = _load_fillers().texts
    named = (texts[key] for key in _list_keys(name) if key in texts)
    return next((text for text in named if _fits(text, limits)), _build_text_of_length(limits))


def _list_texts_of_pattern(limits: Limits) -> Iterator[str]:
    for many in (USUAL_MANY, min(limits.min_length or 1, LONGEST_TEXT), 1):
        for extra in _EXTRA:
            text = build_pattern_text(limits.pattern or "", many, extra)
            if text is None:
                return
            yield text


def _fits(text: str, limits: Limits) -> bool:
    most = limits.max_length
    return (limits.min_length or 0) <= len(text) and (most is None or len(text) <= most)


def _build_text_of_length(limits: Limits) -> str:
    """Return a text of an allowed length: a word, a sentence, or a code."""
    for text in _TEXTS:
        if _fits(text, limits):
            return text
    least, most = min(limits.min_length or 0, LONGEST_TEXT), limits.max_length
    sentence = _SENTENCE * (least // len(_SENTENCE) + 2)
    end = sentence.find(" ", least)
    if most is None or end <= most:
        return sentence[:end]
    code = _CODE if least <= len(_CODE) else _DIGITS
    return (code * (least // len(code) + 1))[:least]


def build_text_of_pattern(pattern: str | None) -> str | None:
    """Return a text that matches a simple pattern; None for other patterns.

    Texts for complex patterns would look meaningless to readers.
    """
    if not pattern or len(pattern) >= 100 or _PATTERN.fullmatch(pattern) is None:
        return None
    text = build_pattern_text(pattern)
    return None if text is None else text[:LONGEST_TEXT]


def build_number(kind: str | None, limits: Limits, *, whole: bool, name: str = "") -> int | float:
    """Return a number within the bounds: for a name, or in the middle."""
    least = _choose_tightest(max, limits.minimum, limits.exclusive_minimum)
    most = _choose_tightest(min, limits.maximum, limits.exclusive_maximum)
    usual = _choose_usual(kind, name, whole=whole)
    step = _read_exactly(limits.multiple_of)
    if least is None and most is None and step is None:
        return usual or _PLAIN.numerator
    exact = _read_exactly(usual)
    if exact is not None and _is_within(exact, least, most):
        number = exact
    else:
        number = _choose_between(least, most)
    if step is None or step <= 0:
        step = Fraction(1) if whole else None
    return _simplify(number if step is None else _find_nearest_step(number, step, limits))


def _choose_usual(kind: str | None, name: str, *, whole: bool) -> int | float | None:
    """Return the usual number for a format or a name."""
    numbers = _load_fillers().numbers
    keys = ["timestamp"] if kind in _POINTS_IN_TIME else _list_keys(name)
    usual = next((numbers[key] for key in keys if key in numbers), None)
    return int(usual) if whole and usual is not None else usual


def _choose_between(least: Fraction | None, most: Fraction | None) -> Fraction:
    if least is not None and most is not None:
        is_wide = most - least > _WIDEST_MIDDLE
        return _PLAIN if is_wide and _is_within(_PLAIN, least, most) else (least + most) / 2
    if least is not None:
        return least + 1
    return _PLAIN if most is None or most >= _PLAIN else most - 1


def _is_within(number: Fraction, least: Fraction | None, most: Fraction | None) -> bool:
    return (least is None or number >= least) and (most is None or number <= most)


def _find_nearest_step(number: Fraction, step: Fraction, limits: Limits) -> Fraction:
    """Return the nearest allowed multiple, zero only if it is the only one."""
    below = math.floor(number / step) * step
    candidates = [
        candidate for candidate in (below, below + step) if _is_allowed(candidate, limits)
    ]
    return next((candidate for candidate in candidates if candidate), next(iter(candidates), below))


def _is_allowed(number: Fraction, limits: Limits) -> bool:
    least, most = _read_exactly(limits.minimum), _read_exactly(limits.maximum)
    above, under = _read_exactly(limits.exclusive_minimum), _read_exactly(limits.exclusive_maximum)
    return (
        _is_within(number, least, most)
        and (above is None or number > above)
        and (under is None or number < under)
    )


def _choose_tightest(
    choose: Callable[[Iterable[Fraction]], Fraction], *bounds: float | int | None
) -> Fraction | None:
    exact = [bound for bound in map(_read_exactly, bounds) if bound is not None]
    return choose(exact) if exact else None


def _read_exactly(number: float | int | None) -> Fraction | None:
    """Return a bound without the rounding error of binary floats (0.1 is one tenth)."""
    if number is None or isinstance(number, bool):
        return None
    if isinstance(number, float):
        return Fraction(repr(number)) if math.isfinite(number) else None
    return Fraction(number)


def _simplify(number: Fraction) -> int | float:
    """Return a number in JSON's form; one that is too large for a float loses its fraction."""
    if number.denominator == 1:
        return number.numerator
    try:
        return number.numerator / number.denominator
    except OverflowError:
        return math.floor(number)

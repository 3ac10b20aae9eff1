"""Example texts and numbers: by format, fitted to what a schema asks for."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from fractions import Fraction

from octavo.openapi.examples.patterns import build_pattern_text
from octavo.openapi.model import Limits

UNKNOWN_TEXT = "<string>"
LONGEST_TEXT = 256

_TEXT_BY_FORMAT = {
    "date": "2023-12-25",
    "date-time": "2023-11-07T05:31:56Z",
    "time": "05:31:56Z",
    "duration": "P3D",
    "http-date": "Tue, 07 Nov 2023 05:31:56 GMT",
    "email": "jsmith@example.com",
    "idn-email": "jsmith@example.com",
    "uuid": "3c90c3cc-0d44-4b50-8888-8dd25736052a",
    "guid": "3c90c3cc-0d44-4b50-8888-8dd25736052a",
    "ipv4": "127.0.0.1",
    "ip": "127.0.0.1",
    "ipv6": "2001:db8::8a2e:370:7334",
    "cidr": "10.0.0.0/16",
    "mac": "00:00:5e:00:53:01",
    "byte": "SGVsbG8sIHdvcmxk",
    "base64": "SGVsbG8sIHdvcmxk",
    "base64url": "SGVsbG8sIHdvcmxk",
    "uri": "https://example.com",
    "url": "https://example.com",
    "iri": "https://example.com",
    "uri-reference": "/path",
    "iri-reference": "/path",
    "uri-template": "https://example.com/{id}",
    "hostname": "example.com",
    "idn-hostname": "example.com",
    "phone": "+12025550123",
    "json-pointer": "/items/0",
    "relative-json-pointer": "1/items",
    "regex": "^[a-z]+$",
    "char": "a",
    "binary": "<binary>",
    "password": "<password>",
    "int32": "123",
    "int64": "123",
    "uint32": "123",
    "uint64": "123",
    "float": "123",
    "double": "123",
    "decimal": "123",
    "unix-time": "1699335116",
}
_SHORT_TEXTS = ("", "a", "ab", "abc", "text", "value", "string", "example")
_LAST_WORDS = ("example", "sentence", "some text", "characters", "description", "some letters")
"""What stands at the end in place of `string`, for one letter more, two, and so on."""
_ENCODED = frozenset({"base64", "base64url"})

_PLAIN = Fraction(123)
_NUMBER_BY_FORMAT = {"unix-time": 1699335116, "timestamp": 1699335116}
_WIDEST_MIDDLE = 1_000_000
"""Between bounds that are further apart, such as those of an int64, the middle says nothing."""

# The few forms whose texts speak for themselves: plain text, then one set of characters, so many
# times.
_PATTERN = re.compile(
    r"""\^? (?:[A-Za-z0-9_#@:/-]|\\[./+-])*?
        (?: \\d | \[(?:[A-Za-z0-9]-[A-Za-z0-9])+[_-]?\] )
        (?: \{\d{1,3}(?:,\d*)?\} | [+*] )? \$?""",
    re.VERBOSE,
)


def build_text(
    kind: str | None, limits: Limits, encoding: str | None = None, media_type: str | None = None
) -> str:
    """Return a text of a format, or one of an allowed length."""
    if encoding is not None and encoding.lower() in _ENCODED:
        return _TEXT_BY_FORMAT["base64"]
    usual = _TEXT_BY_FORMAT.get(kind.lower()) if kind else None
    if usual is not None:
        return usual
    if media_type is not None and media_type.startswith(("image/", "audio/", "video/")):
        return _TEXT_BY_FORMAT["binary"]
    return build_text_of_pattern(limits.pattern) or _build_text_of_length(limits)


def _build_text_of_length(limits: Limits) -> str:
    """Return a text of an allowed length, of whole words: one that is cut looks like a mistake."""
    least, most = limits.min_length or 0, limits.max_length
    if most is not None and most < len(UNKNOWN_TEXT):
        return _SHORT_TEXTS[6 if least <= 6 <= most else max(most, 0)]
    if least <= len(UNKNOWN_TEXT):
        return UNKNOWN_TEXT
    least = min(least, LONGEST_TEXT, LONGEST_TEXT if most is None else most)
    inner = "string " * ((least - len(UNKNOWN_TEXT)) // len("string "))
    text = f"<{inner}string>"
    if len(text) == least:
        return text
    if most is None or len(text) + len("string ") <= most:
        return f"<{inner}string string>"
    return f"<{inner}{_LAST_WORDS[least - len(text) - 1]}>"


def build_text_of_pattern(pattern: str | None) -> str | None:
    """Return a text that matches a pattern of a simple form; None for any other.

    Of others a text could be written, too, but nobody would see in it what is meant.
    """
    if not pattern or len(pattern) >= 100 or _PATTERN.fullmatch(pattern) is None:
        return None
    text = build_pattern_text(pattern)
    return None if text is None else text[:LONGEST_TEXT]


def build_number(kind: str | None, limits: Limits, *, whole: bool) -> int | float:
    """Return a number within the bounds: in their middle, or one beside the only one."""
    least = _choose_tightest(max, limits.minimum, limits.exclusive_minimum)
    most = _choose_tightest(min, limits.maximum, limits.exclusive_maximum)
    usual = _NUMBER_BY_FORMAT.get(kind or "")
    step = _read_exactly(limits.multiple_of)
    if least is None and most is None and step is None:
        return usual or _PLAIN.numerator
    if usual is not None and _is_within(Fraction(usual), least, most):
        number = Fraction(usual)
    else:
        number = _choose_between(least, most)
    if step is None or step <= 0:
        step = Fraction(1) if whole else None
    return _simplify(number if step is None else _find_nearest_step(number, step, limits))


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
    """Return the multiple below or above a number that is allowed, zero only if it must be."""
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
    """Return a bound without the noise of binary floats (0.1 is one tenth)."""
    if number is None or isinstance(number, bool):
        return None
    if isinstance(number, float):
        return Fraction(repr(number)) if math.isfinite(number) else None
    return Fraction(number)


def _simplify(number: Fraction) -> int | float:
    """Return a number as JSON writes it; one that no float can hold loses its fraction."""
    if number.denominator == 1:
        return number.numerator
    try:
        return number.numerator / number.denominator
    except OverflowError:
        return math.floor(number)

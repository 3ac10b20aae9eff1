"""Reads plain YAML scalars by the core schema of YAML 1.2, limited to JSON values.

So `yes`, `on`, `12:30` and `2024-01-31` are texts. Numbers that JSON doesn't have are texts, too:
infinity, not-a-number, and integers of thousands of digits (Python refuses to convert them).
"""

from __future__ import annotations

import math
import re

Scalar = str | int | float | bool | None

_CONSTANTS: dict[str, bool | None] = {
    "": None,
    "~": None,
    "null": None,
    "Null": None,
    "NULL": None,
    "true": True,
    "True": True,
    "TRUE": True,
    "false": False,
    "False": False,
    "FALSE": False,
}
_NUMBER_STARTS = frozenset("-+.0123456789")
_INTEGER = re.compile(r"[-+]?[0-9]+\Z").match
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z").match
_OCTAL_OR_HEXADECIMAL = re.compile(r"0o[0-7]+\Z|0x[0-9a-fA-F]+\Z").match
_MAX_NUMBER_LENGTH = 4_000


def read_plain_scalar(text: str) -> Scalar:
    """Return the value of a scalar without quotes."""
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if text[0] in _NUMBER_STARTS and len(text) <= _MAX_NUMBER_LENGTH:
        if _INTEGER(text):
            return int(text)
        if _FLOAT(text):
            number = float(text)
            return number if math.isfinite(number) else text
        if _OCTAL_OR_HEXADECIMAL(text):
            return int(text, 0)
    return text

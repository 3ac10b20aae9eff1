"""Reads JSON documents of any size, with the same limits as YAML documents.

The standard parser does the work, with additions. It reports duplicate keys, refuses words that
JSON doesn't have, and keeps endless numbers as text. It limits the depth, so that recursive code
can't run out of stack, and it explains a mistake at its place.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

from octavo.problems import Code, Location, Problem, Severity
from octavo.project.documents.places import Path, Place, Wanted, find_nearest_places, plan_wanted
from octavo.settings.json.mistakes import ConstantError, JsonExplainer, refuse_constant
from octavo.settings.json.places import (
    find_too_deep,
    locate_offset,
)
from octavo.settings.json.text import clean_text
from octavo.values import Struct

MAX_DEPTH = 200
MAX_COMMAS = 4_000_000  # The largest public API documents have about 1,500,000.
MAX_PROBLEMS = 100
_MAX_DIGITS = 4_000  # Python refuses to convert more than 4,300 digits.
_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")


class JsonDocument(Struct, frozen=True):
    """The value of a JSON text, and its problems; None and an error if it is unusable."""

    value: Any
    problems: tuple[Problem, ...]


_EXPLAINER = JsonExplainer(
    Code.API_JSON_SYNTAX, "the document ends before this", "The file is empty."
)


def parse_json(text: str, source: str) -> JsonDocument:
    """Return the value of a JSON text."""
    if text.count(",") > MAX_COMMAS:
        return JsonDocument(None, (_explain_too_large(source),))
    text = _replace_lone_surrogates(text.removeprefix("\ufeff"))
    has_duplicates = False

    def build_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        nonlocal has_duplicates
        result = dict(pairs)
        if len(result) < len(pairs):
            has_duplicates = True
        return result

    try:
        value = json.loads(
            text,
            object_pairs_hook=build_object,
            parse_int=_read_integer,
            parse_float=_read_float,
            parse_constant=refuse_constant,
        )
    except (json.JSONDecodeError, ConstantError) as error:
        return JsonDocument(None, (_EXPLAINER.explain(error, text, source),))
    except RecursionError:
        return JsonDocument(None, (_explain_too_deep(text, source),))
    if _is_too_deep(value):
        return JsonDocument(None, (_explain_too_deep(text, source),))
    return JsonDocument(value, _tell_duplicates(text, source) if has_duplicates else ())


def _replace_lone_surrogates(text: str) -> str:
    # Text decoded from UTF-8 contains them only as escapes.
    return clean_text(text) if _SURROGATE_ESCAPE.search(text) else text


def _read_integer(digits: str) -> int | str:
    return int(digits) if len(digits) <= _MAX_DIGITS else digits


def _read_float(text: str) -> float | str:
    number = float(text)
    return number if math.isfinite(number) else text


def _is_too_deep(value: Any) -> bool:
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(MAX_DEPTH + 1):
        if not level:
            return False
        level = [
            child
            for node in level
            for child in (node.values() if type(node) is dict else node)
            if type(child) is dict or type(child) is list
        ]
    return True


def _explain_too_deep(text: str, source: str) -> Problem:
    offset = find_too_deep(text, MAX_DEPTH) or 0
    return Problem(
        Code.API_JSON_TOO_DEEP,
        f"this is nested more than {MAX_DEPTH} levels deep",
        Location(source, *locate_offset(text, offset)),
        hint="Nest it less deeply.",
    )


def _explain_too_large(source: str) -> Problem:
    return Problem(
        Code.API_JSON_TOO_LARGE,
        f"this document has more than {MAX_COMMAS:,} values",
        Location(source, 1, 1),
        hint="Split it into several files.",
    )


# --- duplicate keys -----------------------------------------------------------------------------

# An unclosed string runs to the end of the file, so the search stays linear.
_KEY_OR_BRACKET = re.compile(r'"[^"\\]*+(?>(?:\\.[^"\\]*+)*)"?(\s*+:)?|[{}\[\]]', re.DOTALL)


def _tell_duplicates(text: str, source: str) -> tuple[Problem, ...]:
    duplicates = list(islice(_find_duplicates(text), MAX_PROBLEMS))
    places = _find_places(text, [offset for _, offset in duplicates])
    return tuple(
        Problem(
            Code.API_JSON_DUPLICATE_KEY,
            f"the key `{key if len(key) <= 60 else key[:59] + '…'}` is here twice; "
            "the last one counts",
            Location(source, *places[offset]),
            Severity.WARNING,
            "Remove one of them.",
        )
        for key, offset in duplicates
    )


def _find_duplicates(text: str) -> Iterator[tuple[str, int]]:
    """Yield the keys that an object already has, with their offsets, in a valid text."""
    keys: list[set[str]] = []
    for token in _KEY_OR_BRACKET.finditer(text):
        word = token[0]
        if word in "{[":
            keys.append(set())
        elif word in "}]":
            keys.pop()
        elif token[1]:
            key = word[: len(word) - len(token[1])]
            name = json.loads(key) if "\\" in key else key[1:-1]
            if name in keys[-1]:
                yield name, token.start()
            keys[-1].add(name)


# --- places -------------------------------------------------------------------------------------


def find_json_places(data: bytes, paths: Collection[Path]) -> dict[Path, tuple[Place, Place]]:
    """Return the place of the key and value at each path, or of the nearest parent.

    The data must be valid JSON. The parser itself skips all other values, so this takes about as
    long as a second read. An item of a list has only its own place.
    """
    # JSON's syntax is ASCII, so every byte can count as a character. Decoded as text, a single
    # emoji would make it four times as large.
    text = data.decode(_BYTES)
    top = plan_wanted(paths, (1, 1))
    # The places found before an error are still valid.
    with suppress(ValueError, IndexError, RecursionError):
        nodes = list(_find_offsets(text, top))
        offsets = [offset for _, *offsets in nodes for offset in offsets]
        places = _find_places(text, offsets, _count_letters)
        for node, key_offset, offset in nodes:
            node.places = places[key_offset], places[offset]
    return {path: find_nearest_places(top, path) for path in paths}


_BYTES = "latin-1"


def _count_letters(text: str) -> int:
    """Return the number of characters; some of them are several bytes."""
    return len(text if text.isascii() else text.encode(_BYTES).decode("utf-8", "replace"))


_SPACE = re.compile(r"[ \t\n\r]*+")


def _find_offsets(text: str, top: Wanted) -> Iterator[tuple[Wanted, int, int]]:
    """Yield each wanted value with the offsets of its key and of itself, in text order."""
    pass_over = json.JSONDecoder().raw_decode
    outer = [(Wanted({"0": top}), False, 0)]  # The text is treated like the only item of a list.
    offset = _skip_space(text, 0)
    while outer:
        node, is_object, index = outer.pop()
        if text[offset : offset + 1] in "}]":  # This can also be the end of the text.
            offset = _skip_comma(text, offset + 1)
            continue
        outer.append((node, is_object, index + 1))
        key, key_offset = str(index), offset
        if is_object:
            key, offset = pass_over(text, offset)
            if not key.isascii():
                key = json.loads(text[key_offset:offset].encode(_BYTES))
            offset = _skip_space(text, _skip_space(text, offset) + 1)
        child = node.children.get(key)
        if child:
            yield child, key_offset, offset
        if child and child.children and text[offset] in "{[":
            outer.append((child, text[offset] == "{", 0))
            offset = _skip_space(text, offset + 1)
        else:
            offset = _skip_comma(text, pass_over(text, offset)[1])


def _skip_space(text: str, offset: int) -> int:
    match = _SPACE.match(text, offset)
    return match.end() if match else offset


def _skip_comma(text: str, offset: int) -> int:
    offset = _skip_space(text, offset)
    return _skip_space(text, offset + 1) if text[offset : offset + 1] == "," else offset


def _find_places(
    text: str, offsets: Iterable[int], count: Callable[[str], int] = len
) -> dict[int, Place]:
    """Return the lines and columns of many offsets in one pass through the text."""
    places: dict[int, Place] = {}
    line, column, position = 1, 1, 0
    for offset in sorted(set(offsets)):
        line += text.count("\n", position, offset)
        line_start = text.rfind("\n", position, offset) + 1
        if line_start:
            column, position = 1, line_start
        column += count(text[position:offset])
        position = offset
        places[offset] = line, column
    return places

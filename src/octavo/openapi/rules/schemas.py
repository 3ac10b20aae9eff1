"""Rules for schemas beyond the table of keys."""

from __future__ import annotations

from itertools import chain
from typing import Any

from octavo.openapi.rules.faults import Fault, Faults, Mapping, build_note
from octavo.openapi.schema.type_names import HINT_TYPES, TYPES, name_type_of_value
from octavo.problems import Code

MOST_VALUES = 1_000
"""The most values of an enumeration to compare; longer ones are generated."""
_COUNTS = (
    ("minLength", "maxLength"),
    ("minItems", "maxItems"),
    ("minContains", "maxContains"),
    ("minProperties", "maxProperties"),
)
_LOWER, _UPPER = ("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")
_CHOICES = ("oneOf", "anyOf", "allOf")
_LOOKED_AT = frozenset(
    "required enum pattern readOnly nullable oneOf anyOf allOf maximum exclusiveMaximum"
    " exclusiveMinimum maxLength maxItems maxContains maxProperties".split()
)


def check_schema(value: Mapping, minor: int) -> Faults | tuple[()]:
    """Check few keys first, because there are many schemas, and most are valid."""
    kind = value.get("type")
    is_known = kind is None or (isinstance(kind, str) and kind in TYPES and kind != "array")
    if is_known and _LOOKED_AT.isdisjoint(value):
        return ()
    return chain(_check_keywords(value, minor), _check_bounds(value), _check_flags(value, minor))


def _check_keywords(value: Mapping, minor: int) -> Faults:
    kind = value.get("type")
    yield from _check_types(kind)
    if minor == 0 and kind == "array" and "items" not in value and "$ref" not in value:
        yield build_note("an array does not say what its items are", "Give it `items`.")
    required = value.get("required")
    if isinstance(required, list):
        if len(set(map(str, required))) != len(required):
            yield build_note("`required` has a name twice", "", ("required",))
    elif required is not None and not (isinstance(required, dict) and "$ref" in required):
        hint = "Name the properties that are required in a list, beside `properties`."
        message = "`required` of a schema must be a list of names"
        yield Fault(message, hint, ("required",), Code.API_WRONG_TYPE)
    yield from _check_enum(value, kind)
    pattern = value.get("pattern")
    if isinstance(pattern, str) and not _is_closed(pattern):
        message = "a bracket of this pattern is not closed"
        yield Fault(message, "", ("pattern",))


def _check_types(kind: Any) -> Faults:
    names = kind if isinstance(kind, list) else [kind]
    for name in names:
        if name is not None and not (isinstance(name, str) and name in TYPES):
            message = f"`{name}` is no type of a schema"
            yield Fault(message, HINT_TYPES, ("type",), Code.API_TYPE_UNKNOWN)
            return


def _check_enum(value: Mapping, kind: Any) -> Faults:
    values = value.get("enum")
    if not isinstance(values, list):
        return
    if not values:
        yield Fault("the list of allowed values is empty", "", ("enum",))
    texts = [repr(each) for each in values[:MOST_VALUES]]
    if len(set(texts)) < len(texts):
        at = next(at for at, text in enumerate(texts) if text in texts[:at])
        yield build_note(
            "a value of `enum` is listed twice", "Remove one of the two.", ("enum", at)
        )
    types = {kind} if isinstance(kind, str) else {*filter(_is_text, kind or ())}
    if not types or not types.issubset(TYPES):
        return
    for index, each in enumerate(values[:MOST_VALUES]):
        name = name_type_of_value(each)
        if name not in types and name != "null" and not (name == "integer" and "number" in types):
            message = (
                f"a value of `enum` is {_PLAIN.get(name, name)}, not {' or '.join(sorted(types))}"
            )
            yield build_note(
                message, "Put it in quotes." if "string" in types else "", ("enum", index)
            )
            return


_PLAIN = {"integer": "a number", "number": "a number", "boolean": "true or false"}


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_closed(pattern: str) -> bool:
    """Tell whether the brackets of a regular expression are closed."""
    depth, in_class, escaped = 0, False, False
    for character in pattern:
        if escaped:
            escaped = False
        elif character == "\\":
            escaped = True
        elif in_class:
            in_class = character != "]"
        elif character == "[":
            in_class = True
        elif character == "(":
            depth += 1
        elif character == ")":
            depth -= 1
            if depth < 0:
                return False
    return not in_class and depth == 0


def _check_bounds(value: Mapping) -> Faults:
    """Yield limits that no value can satisfy."""
    pairs = [*_COUNTS, *((low, high) for low in _LOWER for high in _UPPER)]
    for low, high in pairs:
        least, most = _read_number(value, low), _read_number(value, high)
        if least is None or most is None:
            continue
        is_open = low == _LOWER[1] or high == _UPPER[1]
        if least > most or (is_open and least == most):
            message = f"no value can be right: `{low}` is {least}, and `{high}` is {most}"
            yield Fault(message, f"Make `{high}` larger, or `{low}` smaller.", (low,))


def _read_number(value: Mapping, key: str) -> float | None:
    each = value.get(key)
    return each if isinstance(each, int | float) and not isinstance(each, bool) else None


def _check_flags(value: Mapping, minor: int) -> Faults:
    if value.get("readOnly") is True and value.get("writeOnly") is True:
        message = "this value is both `readOnly` and `writeOnly`, so no request or response has it"
        yield Fault(message, "Keep one of the two.", ("writeOnly",), at_key=True)
    for key in _CHOICES:
        if value.get(key) == []:
            yield Fault(f"`{key}` lists no schemas", "Remove it, or list some.", (key,))
    if minor < 1:
        return
    if isinstance(value.get("nullable"), bool):
        hint = 'Since 3.1 null is a type, as in type: ["string", "null"]. It is read all the same.'
        yield build_note("`nullable` is a key of OpenAPI 3.0", hint, ("nullable",), at_key=True)
    for key, bound in zip((_LOWER[1], _UPPER[1]), (_LOWER[0], _UPPER[0]), strict=True):
        if isinstance(value.get(key), bool):
            hint = f"Since 3.1 it is the bound itself, in place of `{bound}`."
            yield build_note(f"`{key}` is true or false, as in OpenAPI 3.0", hint, (key,))

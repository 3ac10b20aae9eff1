"""The arguments of tools: their JSON Schema, and their validation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from octavo.values import Struct

TEXT, NUMBER, TEXTS, ANY = "text", "number", "texts", "any"

_SCHEMAS: Mapping[str, Mapping[str, Any]] = {
    TEXT: {"type": "string"},
    NUMBER: {"type": "integer", "minimum": 0},
    TEXTS: {"type": "object"},
    ANY: {},
}
_LARGEST_NUMBER = 1_000_000_000
_MOST_TEXTS = 64


class ToolError(Exception):
    """Raised if a tool has no answer; the message advises the assistant."""


class Argument(Struct, frozen=True):
    """An argument of a tool."""

    name: str
    description: str
    kind: str = TEXT
    is_required: bool = False
    longest: int = 1_000
    """The most characters in a text."""
    choices: tuple[str, ...] = ()


def build_schema(arguments: Sequence[Argument]) -> dict[str, Any]:
    """Return the JSON Schema of arguments."""
    return {
        "type": "object",
        "properties": {each.name: _build_property(each) for each in arguments},
        "required": [each.name for each in arguments if each.is_required],
        "additionalProperties": False,
    }


def read_arguments(arguments: Sequence[Argument], inputs: Mapping[str, Any]) -> dict[str, Any]:
    """Return the validated arguments; `ToolError` says what is wrong with them."""
    by_name = {each.name: each for each in arguments}
    if unknown := next((name for name in inputs if name not in by_name), None):
        names = ", ".join(f"`{name}`" for name in by_name)
        raise ToolError(f"There is no argument `{unknown[:50]}`. There are {names}.")
    values = {name: value for name, value in inputs.items() if value is not None}
    for name, value in values.items():
        values[name] = _read(by_name[name], value)
    if missing := next(
        (each for each in arguments if each.is_required and not values.get(each.name)), None
    ):
        raise ToolError(f"The argument `{missing.name}` is missing: {missing.description}")
    return values


def _build_property(argument: Argument) -> dict[str, Any]:
    schema = {**_SCHEMAS[argument.kind], "description": argument.description}
    return {**schema, "enum": list(argument.choices)} if argument.choices else schema


def _read(argument: Argument, value: Any) -> Any:
    if argument.kind == TEXT:
        return _read_text(argument, value)
    if argument.kind == NUMBER:
        # Some assistants write every number as a float.
        if isinstance(value, bool) or not isinstance(value, int | float) or value != value // 1:
            raise ToolError(f"`{argument.name}` must be a whole number.")
        if not 0 <= value <= _LARGEST_NUMBER:
            raise ToolError(f"`{argument.name}` must lie between 0 and {_LARGEST_NUMBER:,}.")
        return int(value)
    if argument.kind == TEXTS:
        return _read_texts(argument, value)
    return value


def _read_text(argument: Argument, value: Any) -> str:
    if not isinstance(value, str):
        raise ToolError(f"`{argument.name}` must be a text.")
    if len(value) > argument.longest:
        raise ToolError(f"`{argument.name}` must not have more than {argument.longest:,} letters.")
    if argument.choices and value not in argument.choices:
        raise ToolError(f"`{argument.name}` must be one of {', '.join(argument.choices)}.")
    return value


def _read_texts(argument: Argument, value: Any) -> dict[str, list[str]]:
    """Return the values of each name, from a list of texts or one text."""
    if not isinstance(value, Mapping) or len(value) > _MOST_TEXTS:
        raise ToolError(f"`{argument.name}` must be an object of at most {_MOST_TEXTS} texts.")
    lists = {
        name: [_read_plain(argument, text) for text in (each if isinstance(each, list) else [each])]
        for name, each in value.items()
        if each is not None
    }
    if sum(map(len, lists.values())) > _MOST_TEXTS:
        raise ToolError(f"`{argument.name}` must not have more than {_MOST_TEXTS} texts.")
    return lists


def _read_plain(argument: Argument, value: Any) -> str:
    """Return a plain value in the form for addresses and headers."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    return _read_text(argument, value)

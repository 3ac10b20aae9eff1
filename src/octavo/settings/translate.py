"""Turns the validator's errors into words for authors; nothing else knows its error types."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, get_args

from pydantic import BaseModel
from pydantic_core import ErrorDetails

from octavo.settings.json_places import Pointer
from octavo.settings.nearest import nearest_name
from octavo.values import dataclass

_TYPES = {
    "string_type": "be text",
    "bool_type": "be true or false",
    "int_type": "be a number",
    "float_type": "be a number",
    "tuple_type": "be a list",
    "list_type": "be a list",
    "dict_type": "be an object",
    "model_type": "be an object",
    "model_attributes_type": "be an object",
}
_QUOTED = re.compile(r"'([^']*)'")
_LONGEST_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Mistake:
    """One thing wrong in some data: its kind, what to say, and the value it is about."""

    kind: str
    """`missing`, `unknown`, `type` or `value`"""
    message: str
    hint: str
    pointer: Pointer


def explain(error: ErrorDetails, data: Any, model: type[BaseModel]) -> Mistake:
    """Return what one error of the validator means for the author of the data."""
    kind = error["type"]
    if kind == "missing":
        return _explain_missing(error, data)
    pointer = written_pointer(data, error["loc"])
    if kind == "extra_forbidden":
        return _explain_unknown(error, pointer, model)
    name = name_of(pointer)
    if kind == "literal_error":
        return _explain_choice(error, name, pointer)
    if kind in _TYPES or kind == "wrong_form":
        must = _TYPES.get(kind) or error["msg"].removeprefix("must ")
        return Mistake("type", f"{name} must {must}, not {shown(error['input'])}", "", pointer)
    context = error.get("ctx", {})
    message = f"{name} must {context.get('must') or _range(context) or 'have another value'}"
    value = error["input"]
    if isinstance(value, str | int | float):
        message += f", not {shown(value)}"
    return Mistake("value", message, context.get("hint", ""), pointer)


def written_pointer(data: Any, location: tuple[int | str, ...]) -> Pointer:
    """Return the way to what the author wrote, leaving out the steps of forms and short forms."""
    pointer: list[str | int] = []
    for step in location:
        if isinstance(step, int):
            if not isinstance(data, list) or step >= len(data):
                continue
            data = data[step]
        elif isinstance(data, Mapping) and step in data:
            data = data[step]
        else:
            continue
        pointer.append(step)
    return tuple(pointer)


def name_of(pointer: Pointer) -> str:
    """Return a setting's name as authors write it, such as `tabs[0].url`."""
    if not pointer:
        return "the file"
    text = ""
    for step in pointer:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return f"`{_shorten(text)}`"


def shown(value: Any) -> str:
    """Return a value as it is written in a message."""
    if isinstance(value, str):
        return json.dumps(_shorten(value), ensure_ascii=False)
    if isinstance(value, bool) or value is None:
        return json.dumps(value)
    if isinstance(value, int | float):
        return _shorten(repr(value))
    return "a list" if isinstance(value, list | tuple) else "an object"


def known_keys(model: type[BaseModel], location: tuple[int | str, ...]) -> set[str]:
    """Return the keys that are allowed in the object that holds the last step of a location."""
    models = {model}
    for step in location[:-1]:
        found: set[type[BaseModel]] = set()
        for candidate in models:
            for field in candidate.model_fields.values():
                if field.alias == step:
                    found |= _models_in(field.annotation)
                    found |= {m for part in field.metadata for m in _models_in(part)}
        models = found or models
    return {field.alias or name for m in models for name, field in m.model_fields.items()}


def _models_in(annotation: Any) -> set[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return {annotation}
    return {model for part in get_args(annotation) for model in _models_in(part)}


def _explain_missing(error: ErrorDetails, data: Any) -> Mistake:
    pointer = written_pointer(data, error["loc"][:-1])
    key = error["loc"][-1]
    owner = name_of(pointer) if pointer else "the file"
    return Mistake("missing", f"{owner} has no `{key}`", f'Add "{key}" to it.', pointer)


def _explain_unknown(error: ErrorDetails, pointer: Pointer, model: type[BaseModel]) -> Mistake:
    key = str(error["loc"][-1])
    known = known_keys(model, error["loc"])
    nearest = nearest_name(key, sorted(known))
    first, dot, rest = key.partition(".")
    if dot and first in known:
        hint = f'Write it in two steps: "{first}": {{"{_shorten(rest)}": …}}.'
    else:
        hint = f"Did you mean `{nearest}`?" if nearest else "Remove it, or check its spelling."
    return Mistake("unknown", f"{name_of(pointer)} is not a setting; it is ignored", hint, pointer)


def _explain_choice(error: ErrorDetails, name: str, pointer: Pointer) -> Mistake:
    allowed = _QUOTED.findall(error.get("ctx", {}).get("expected", ""))
    value = error["input"]
    message = f"{name} must be {_one_of(allowed)}, not {shown(value)}"
    if not isinstance(value, str):
        return Mistake("type", message, "", pointer)
    nearest = nearest_name(value, allowed, cutoff=0.5)
    return Mistake("value", message, f'Did you mean "{nearest}"?' if nearest else "", pointer)


def _one_of(words: list[str]) -> str:
    quoted = [f'"{word}"' for word in words]
    if len(quoted) == 1:
        return quoted[0]
    start = "" if len(quoted) == 2 else "one of "
    return f"{start}{', '.join(quoted[:-1])} or {quoted[-1]}"


def _range(context: Mapping[str, Any]) -> str:
    if "ge" in context:
        return f"be at least {context['ge']:g}"
    return f"be at most {context['le']:g}" if "le" in context else ""


def _shorten(text: str) -> str:
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"

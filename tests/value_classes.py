"""Describes every class of values in the package; `standard` takes the standard library's instead.

It runs in a process of its own: a class is made when its module is loaded.
"""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import json
import pkgutil
import sys
from types import ModuleType
from typing import Any

import octavo

MADE: list[type] = []
FIRST, SECOND = 1, 2


def watch(module: ModuleType, make: Any) -> None:
    """Lets a module make classes with a decorator, and keeps them."""

    def dataclass(**options: Any) -> Any:
        def add(cls: type) -> type:
            MADE.append(make(**options)(cls))
            return MADE[-1]

        return add

    module.dataclass = dataclass  # type: ignore[attr-defined]


def load_package(is_standard: bool) -> None:
    """Loads every module of the package."""
    values = importlib.import_module("octavo.values")
    if is_standard:
        for name in ("field", "replace"):
            setattr(values, name, getattr(dataclasses, name))
    watch(values, dataclasses.dataclass if is_standard else values.dataclass)
    for module in pkgutil.walk_packages(octavo.__path__, "octavo."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)


def describe(cls: Any) -> dict[str, Any]:
    """Returns what can be seen of a class: fields, defaults, what counts and what is shown."""
    value, same = fill(cls), fill(cls)
    other = {name: fill(cls, **{name: SECOND}) for name in cls.__slots__}
    counts = [name for name, each in other.items() if value != each]
    hashed = cls.__hash__ and [name for name, each in other.items() if hash(value) != hash(each)]
    return {
        "fields": cls.__slots__,
        "by position": cls.__match_args__,
        "parameters": [
            describe_parameter(each) for each in inspect.signature(cls).parameters.values()
        ],
        "equal": [value == same, counts],
        "hash": [hashed, bool(cls.__hash__) and hash(value) == hash(same)],
        "repr": repr(value) if cls.__repr__ is not object.__repr__ else None,
    }


def describe_parameter(parameter: inspect.Parameter) -> list[str]:
    """Returns the name of a parameter, its kind and its default."""
    default = parameter.default
    if default is ... or type(default).__name__ == "_HAS_DEFAULT_FACTORY_CLASS":
        default = "made"
    return [parameter.name, parameter.kind.name, repr(default).partition(" at 0x")[0]]


def fill(cls: type, **values: int) -> Any:
    """Returns a value with a number in every field, made without `__init__`."""
    value: Any = object.__new__(cls)
    for name in cls.__slots__:  # type: ignore[attr-defined]
        object.__setattr__(value, name, values.get(name, FIRST))
    return value


if __name__ == "__main__":
    load_package(is_standard=sys.argv[1:] == ["standard"])
    print(json.dumps({f"{each.__module__}.{each.__qualname__}": describe(each) for each in MADE}))

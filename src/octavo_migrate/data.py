"""Tables about the other tools, and readers for settings of any shape."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

Values: TypeAlias = Mapping[str, Any]
"""Values from foreign files: settings, front matter, options."""


def load_table(name: str) -> Any:
    """Return a table of the folder `tables`."""
    return json.loads(load_file(f"{name}.json"))


def load_file(name: str) -> bytes:
    """Return a file of the folder `tables`."""
    return (Path(__file__).parent / "tables" / name).read_bytes()


def read_dict(value: Any, *keys: str) -> dict[str, Any]:
    """Return a mapping, or one nested in it; empty if the value has another type."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def read_list(value: Any) -> list[Any]:
    """Return a list; empty if the value has another type."""
    return value if isinstance(value, list) else []


def list_objects(value: Any) -> list[tuple[int, dict[str, Any]]]:
    """Return the mappings of a list, with their indexes."""
    return [(at, each) for at, each in enumerate(read_list(value)) if isinstance(each, dict)]


_EMOJI: dict[str, str] = load_table("emoji")


def find_emoji(name: str) -> str | None:
    """Return the character of an emoji name such as `rocket`."""
    if emoji := _EMOJI.get(name):
        return emoji
    try:
        emoji = unicodedata.lookup(name.replace("_", " ").replace("-", " "))
    except KeyError:
        return None
    return emoji if unicodedata.category(emoji) == "So" else None

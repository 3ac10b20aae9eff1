"""Settings for tests, made of data as a file has them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

from octavo.settings.kinds import Kind
from octavo.settings.mistakes import Mistakes
from octavo.settings.models.site_settings import Settings
from octavo.settings.objects import list_fields, read_object

T = TypeVar("T")
_WRITTEN = (Path(__file__).parent / "cases" / "settings" / "kitchen-sink.json").read_text("utf-8")
_VALUES = (True, 1, "text", "#123456", "a.example", "/a", "https://a.example/b")


def made_of(cls: type[T], data: dict[str, Any]) -> T:
    mistakes = Mistakes()
    made = read_object(cls, data, (), mistakes)
    assert mistakes.all == []
    assert made is not None
    return made


def load_every_key() -> dict[str, Any]:
    """Return settings with every key: as the kitchen sink has it, or a value of its kind."""
    data: dict[str, Any] = json.loads(_WRITTEN)
    _fill(Settings, data)
    return data


def _fill(cls: type, data: dict[str, Any]) -> None:
    """Add the keys that the kitchen sink has nowhere."""
    for field in list_fields(cls):
        if f'"{field.key}":' not in _WRITTEN:
            data[field.key] = _make_value(field.key, field.kind)
        for value in _list_objects(data.get(field.key)):
            for each in list_classes(field.kind.schema):
                if value.keys() <= {known.key for known in list_fields(each)}:
                    _fill(each, value)


def _list_objects(value: Any) -> Iterator[dict[str, Any]]:
    items = value if isinstance(value, list) else [value]
    return (item for item in items if isinstance(item, dict))


def list_classes(schema: Any) -> Iterator[type]:
    """Yield the classes of settings that a kind reads."""
    if isinstance(schema, dict):
        if "$ref" in schema:
            yield schema["$ref"]()
        schema = list(schema.values())
    for part in schema if isinstance(schema, list | tuple) else ():
        yield from list_classes(part)


def _make_value(key: str, kind: Kind[Any]) -> Any:
    single = [*kind.schema.get("enum", ()), *_VALUES]
    single += [
        {field.key: _make_value(field.key, field.kind) for field in list_fields(cls)}
        for cls in list_classes(kind.schema)
    ]
    for value in (*single, *([each] for each in single), *({"a": each} for each in single)):
        mistakes = Mistakes()
        if kind.read(value, (), mistakes) is not None and not mistakes.all:
            return value
    raise AssertionError(f"`{key}` takes a form of its own: add it to kitchen-sink.json")

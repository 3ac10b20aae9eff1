"""Generates other values of a schema from a valid one; the same seed gives the same values."""

from __future__ import annotations

from random import Random
from typing import Any
from uuid import UUID

from octavo.openapi.model import Node, Schema
from octavo.openapi.schema.places import find_places, list_forms
from octavo.openapi.schema.reader import SchemaReader
from octavo.openapi.validity.validity import Validity

_WORDS = "amber birch cedar delta ember fjord grove hazel ivory juniper kestrel lumen maple".split()
_MOST_ITEMS = 3
_SPAN = 1_000


class Variation:
    """Varies values; parts that would become invalid stay."""

    def __init__(self, reader: SchemaReader, validity: Validity, seed: int) -> None:
        self._reader = reader
        self._validity = validity
        self._random = Random(seed)  # noqa: S311 (values of a mock are no secrets)

    def vary(self, node: Node, value: Any) -> Any:
        """Return another value of a schema, or the same one if there is none."""
        if isinstance(value, dict):
            return self._vary_object(node, value)
        if isinstance(value, list):
            return self._vary_list(node, value)
        varied = self._make_leaf(node, value)
        return varied if self._validity.is_valid(node, varied) else value

    def _vary_inside(self, node: Node, step: str | int, value: Any) -> Any:
        places = find_places(self._reader, node, (step,))
        fitting = (each for each in places if self._validity.is_valid(each, value))
        place = next(fitting, None)
        return value if place is None else self.vary(place, value)

    def _vary_object(self, node: Node, value: dict[str, Any]) -> dict[str, Any]:
        varied = {key: self._vary_inside(node, key, each) for key, each in value.items()}
        if self._validity.is_valid(node, varied):
            return varied
        result = value
        for key, each in varied.items():  # One example is a value that identifies its form.
            candidate = {**result, key: each}
            result = candidate if self._validity.is_valid(node, candidate) else result
        return result

    def _vary_list(self, node: Node, value: list[Any]) -> list[Any]:
        varied = [self._vary_inside(node, at, each) for at, each in enumerate(value)]
        further = self._random.randint(0, _MOST_ITEMS)
        longer = varied + [self._vary_inside(node, 0, value[0]) for _ in range(further) if value]
        for candidate in (longer, varied):
            if self._validity.is_valid(node, candidate):
                return candidate
        return value

    def _make_leaf(self, node: Node, value: Any) -> Any:
        schema = next(iter(list_forms(self._reader, node)))
        random = self._random
        if schema.enum:
            return random.choice(schema.enum).value
        if isinstance(value, bool):
            return random.random() < 0.5
        if isinstance(value, int | float):
            return self._make_number(schema, whole=isinstance(value, int))
        return self._make_text(schema, value) if isinstance(value, str) else value

    def _make_number(self, schema: Schema, *, whole: bool) -> int | float:
        limits = schema.limits
        low = limits.minimum if limits.minimum is not None else limits.exclusive_minimum
        high = limits.maximum if limits.maximum is not None else limits.exclusive_maximum
        least = low if low is not None else 1 if high is None else high - _SPAN
        most = high if high is not None else least + _SPAN
        number = least + (most - least) * self._random.random()
        step = limits.multiple_of or (1 if whole else 0.01)
        number = round(number / step) * step
        return int(number) if whole else round(number, 6)

    def _make_text(self, schema: Schema, value: str) -> str:
        random = self._random
        day = f"{random.randint(2020, 2029)}-{random.randint(1, 12):02}-{random.randint(1, 28):02}"
        time = f"{random.randint(0, 23):02}:{random.randint(0, 59):02}:{random.randint(0, 59):02}Z"
        word = random.choice(_WORDS)
        match schema.format:
            case "date":
                return day
            case "time":
                return time
            case "date-time":
                return f"{day}T{time}"
            case "uuid":
                return str(UUID(int=random.getrandbits(128), version=4))
            case "email":
                return f"{word}@example.com"
            case "uri" | "url":
                return f"https://example.com/{word}"
            case None if schema.limits.pattern is None and not schema.content_media_type:
                most = schema.limits.max_length
                return " ".join(random.sample(_WORDS, 2))[:most]
        return value

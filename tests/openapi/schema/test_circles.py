"""Schemas that are combined from themselves."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from tests.openapi.api_documents import read_component, reader_of
from tests.recursive_schemas import refer


def test_a_circle_reads_the_same_wherever_it_is_begun() -> None:
    part = {"properties": {"b": {}}, "allOf": [refer("C"), refer("D")]}
    schemas = {
        "A": {"if": {}, "then": {"properties": {"a": refer("B")}}, "else": refer("B")},
        "B": refer("A"),
        "C": {"properties": {"c": {}}, "allOf": [part]},
        "D": {"properties": {"d": {}}, "oneOf": [refer("C")]},
        "E": {"allOf": [refer("D"), refer("B")]},
    }

    def read_all(names: str) -> dict[str, Any]:
        reader = reader_of(schemas)
        read = {name: read_component(reader, name) for name in names}
        return {name: [each.name for each in schema.properties] for name, schema in read.items()}

    first, *others = map(read_all, map("".join, permutations("ABCDE")))
    assert len(others) == 119
    assert (first["B"], sorted(first["C"]), first["D"]) == (["a"], ["b", "c", "d"], ["d"])
    assert all(each == first for each in others)

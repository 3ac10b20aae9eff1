"""Documents with anything anywhere: reading never fails and always ends."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from octavo.openapi.document.document import ApiDocument
from tests.openapi.api_documents import make_document, read_everything, tree_of

TREE = tree_of(Path(__file__).with_name("everything.yaml").read_text(encoding="utf-8"))

DEEP: Any = {}
for _ in range(30):
    DEEP = {"allOf": [{"properties": {"get": {"oneOf": [{}, {"items": DEEP}]}}}]}

REPLACEMENTS: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1e308,
    float("nan"),
    "",
    " ",
    "text",
    "null",
    [],
    {},
    [None],
    [[]],
    [{}],
    ["text", 5],
    {"": None},
    {"$ref": None},
    {"$ref": "#/nowhere"},
    {"$ref": "#"},
    {"$ref": "#/components/schemas/Pet"},
    {"$ref": "#/components/schemas/Error"},
    {"$ref": "#/paths/~1pets~1{id}"},
    {"type": "object", "properties": 5},
    {"allOf": [{"$ref": "#/components/schemas/Pet"}, {"$ref": "#/components/schemas/Dog"}]},
    {"oneOf": [{"$ref": "#/components/schemas/Pet"}, {"$ref": "#/components/schemas/Cat"}]},
    DEEP,
    [DEEP],
)


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Return every container with each of its keys."""
    waiting = [value]
    while waiting:
        container = waiting.pop()
        keys: Any = ()
        if isinstance(container, dict):
            keys = list(container)
        elif isinstance(container, list):
            keys = range(len(container))
        for key in keys:
            yield container, key
            waiting.append(container[key])


def test_the_document_itself_is_read_without_a_finding() -> None:
    document = make_document(copy.deepcopy(TREE))
    operations, schemas = read_everything(document)
    assert operations == 4
    assert schemas > 30
    assert list(document.findings) == []


def test_any_single_value_may_be_anything() -> None:
    count = len(list(places(TREE)))
    assert count > 240
    chosen = random.Random(7)
    for index in range(count):
        for replacement in chosen.sample(REPLACEMENTS, 3):
            tree = copy.deepcopy(TREE)
            container, key = list(places(tree))[index]
            container[key] = replacement
            read_changed(tree)


@pytest.mark.parametrize("seed", range(150))
def test_many_values_may_be_anything(seed: int) -> None:
    chosen = random.Random(seed)
    tree = copy.deepcopy(TREE)
    for _ in range(chosen.randint(2, 25)):
        container, key = chosen.choice(list(places(tree)))
        container[key] = copy.deepcopy(chosen.choice((*REPLACEMENTS[:-2], *sample_values(chosen))))
    read_changed(tree)


def sample_values(chosen: random.Random) -> list[Any]:
    """Return values of the document itself: right ones in wrong places."""
    return [container[key] for container, key in chosen.sample(list(places(TREE)), 20)]


def read_changed(tree: Any) -> None:
    if isinstance(tree.get("openapi"), str):
        read_everything(ApiDocument("api.yaml", "api", "3.2", tree), limit=20_000)

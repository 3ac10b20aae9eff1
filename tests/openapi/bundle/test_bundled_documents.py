"""Real documents: bundled and cut into parts they say the same, and follow the rules as before."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from octavo.openapi.bundle.bundler import bundle_document
from octavo.openapi.bundle.part import PartCutter
from octavo.openapi.document.document import ApiDocument
from octavo.openapi.model import Node, OperationEntry
from octavo.openapi.operation.listing import list_operations
from octavo.openapi.rules.check import check_document
from tests.openapi.api_documents import load_real_document
from tests.openapi.bundle.bundles import read_again
from tests.openapi.operation.test_operation_documents import COUNTS
from tests.whole import first_of_each

pytestmark = pytest.mark.corpus
DEPTH = 7
MOST_OPERATIONS = 40
"""Of larger documents, so many are compared, from all parts."""


def write_out(document: ApiDocument, node: Node, depth: int = DEPTH) -> Any:
    """Return a value with everything that it refers to, as deep as one can look."""
    target = document.resolve(node) if isinstance(node.value, dict) else node
    if target is None or depth == 0:
        return None
    if isinstance(target.value, list):
        return [write_out(document, each, depth - 1) for each in target.list_elements()]
    beside = {} if target is node else {key: each for key, each in node.items() if key != "$ref"}
    fields = {**dict(target.items()), **beside}
    if not isinstance(target.value, dict):
        return target.value
    return {
        key: write_out(document, each, depth - 1)
        for key, each in fields.items()
        if key != "mapping"  # its values are names of places
    }


def pick(entries: tuple[OperationEntry, ...]) -> tuple[OperationEntry, ...]:
    return entries[:: max(1, len(entries) // MOST_OPERATIONS)]


def count_codes(document: ApiDocument) -> Counter[str]:
    return Counter(each.code for each in document.sort_findings(check_document(document)))


@pytest.mark.parametrize("name", first_of_each(COUNTS, lambda name: name.endswith(".json")))
def test_a_bundle_and_its_parts_say_what_the_document_says(name: str) -> None:
    document = load_real_document(name)
    entries = list_operations(document)
    tree = bundle_document(document)
    again = read_again(tree)
    others = list_operations(again)
    assert [entry.key for entry in others] == [entry.key for entry in entries]
    codes = count_codes(again)
    assert codes == count_codes(document)
    cutter = PartCutter(tree)
    for entry, other in zip(pick(entries), pick(others), strict=True):
        expected = write_out(document, entry.node)
        assert write_out(again, other.node) == expected, entry.key
        cut = cutter.cut(entry.key)
        part = read_again(json.loads(json.dumps(cut)))
        (only,) = list_operations(part)
        assert only.key == entry.key
        assert write_out(part, only.node) == expected, entry.key
        assert count_codes(part) <= codes, entry.key

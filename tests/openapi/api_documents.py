"""Small API documents for tests, and the folder of real ones."""

from __future__ import annotations

import json
import os
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.model import Node, Operation, Schema, Side
from octavo.openapi.operation.listing import list_operations, read_tags
from octavo.openapi.operation.operation import read_operation
from octavo.openapi.schema.inheritance import list_components
from octavo.openapi.schema.reader import (
    SchemaReader,
    describe_limits,
    describe_type,
    list_visible_properties,
)
from octavo.openapi.schema.words import MAX_WORDS
from octavo.problems import Code
from octavo.project.documents.yaml import parse_yaml

REPOSITORY = Path(__file__).resolve().parents[2]
FOLDER = Path(
    os.environ.get("OCTAVO_OPENAPI_DOCUMENTS") or REPOSITORY.parent / "shared" / "openapi"
)


def tree_of(text: str, source: str = "api.yaml") -> Any:
    """Return the value of a YAML text that has nothing wrong."""
    document = parse_yaml(textwrap.dedent(text), source)
    assert document.problems == ()
    return document.value


def make_document(
    content: str | Mapping[str, Any], files: Mapping[str, Any] | None = None
) -> ApiDocument:
    """Return a document of a YAML text or a value; other files are given by their source.

    Those that are text can also be loaded as such.
    """
    tree = tree_of(content) if isinstance(content, str) else dict(content)
    tree.setdefault("openapi", "3.1.0")
    others = files or {}
    texts = {source: value for source, value in others.items() if isinstance(value, str)}
    version = str(tree["openapi"])[:3]
    return ApiDocument("api.yaml", "api", version, tree, others.get, texts.get)


def only_operation(content: str | Mapping[str, Any]) -> Operation:
    """Return the one operation of a document about which there is nothing to tell."""
    document = make_document(content)
    (entry,) = list_operations(document)
    operation = read_operation(document, entry)
    assert messages(document) == []
    return operation


def operation_with_findings(content: str | Mapping[str, Any]) -> tuple[Operation, ApiDocument]:
    """Return the first operation of a document, and the document."""
    document = make_document(content)
    return read_operation(document, list_operations(document)[0]), document


def messages(document: ApiDocument) -> list[str]:
    """Return what there is to tell about a document."""
    return [finding.message for finding in document.list_findings()]


def codes(document: ApiDocument) -> list[Code]:
    """Return the codes of what there is to tell about a document."""
    return [finding.code for finding in document.list_findings()]


def reader_of(components: str | Mapping[str, Any]) -> SchemaReader:
    """Return a reader of a document that has only component schemas."""
    schemas = tree_of(components) if isinstance(components, str) else components
    return SchemaReader(make_document({"components": {"schemas": schemas}}))


def read_component(reader: SchemaReader, name: str) -> Schema:
    """Return a component schema."""
    return reader.read(component(reader, name))


def component(reader: SchemaReader, name: str) -> Node:
    """Return the place of a component schema."""
    return reader.document.root.get_child("components").get_child("schemas").get_child(name)


def load_real_document(source: str) -> ApiDocument:
    """Return a real document by its name in the folder; the test is skipped without it."""
    if not (FOLDER / source).is_file():
        pytest.skip(f"{source} is not there; OCTAVO_OPENAPI_DOCUMENTS names its folder")
    tree = _load_tree(source)
    return ApiDocument(source, source, str(tree["openapi"])[:3], tree, _load_tree)


def _load_tree(source: str) -> Any:
    path = FOLDER / source
    if not path.is_file():
        return None
    text = path.read_text(encoding="utf-8")
    return json.loads(text) if source.endswith(".json") else parse_yaml(text, source).value


def read_everything(document: ApiDocument, limit: int = 200_000) -> tuple[int, int]:
    """Read all operations and all schemas, in words too; return how many there were."""
    read_tags(document)
    operations = [read_operation(document, entry) for entry in list_operations(document)]
    reader = SchemaReader(document)
    waiting = [node for operation in operations for node in _schemas_of(operation)]
    waiting += [node for _, node in list_components(document)]
    seen: set[Node] = set()
    while waiting:
        node = waiting.pop()
        if node in seen:
            continue
        seen.add(node)
        assert len(seen) <= limit, "schemas without end"
        schema = reader.read(node)
        assert len(describe_type(schema, reader)) <= MAX_WORDS
        describe_limits(schema.limits)
        for side in Side:
            list_visible_properties(schema, side, reader)
        waiting += [schema.node, *_inner_nodes(schema)]
    return len(operations), len(seen)


def _schemas_of(operation: Operation) -> Iterator[Node]:
    parameters = list(operation.parameters)
    contents = list(operation.body.contents) if operation.body else []
    for response in operation.responses:
        parameters += response.headers
        contents += response.contents
    for content in contents:
        parameters += [header for each in content.encoding.values() for header in each.headers]
        yield from filter(None, (content.schema, content.item_schema))
    yield from (each.schema for each in parameters if each.schema)
    for callback in operation.callbacks:
        yield from _schemas_of(callback.operation)


def _inner_nodes(schema: Schema) -> Iterator[Node]:
    yield from (each.node for each in (*schema.properties, *schema.pattern_properties))
    yield from schema.prefix_items
    if isinstance(schema.additional, Node):
        yield schema.additional
    if schema.items:
        yield schema.items
    if schema.choice:
        yield from (option.node for option in schema.choice.options)

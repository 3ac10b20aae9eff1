"""Reads API documents of several files for tests of bundles."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from octavo.openapi.bundle.bundler import bundle_document
from octavo.openapi.document.document import ApiDocument
from octavo.openapi.document.read_tree import read_document


def read_files(files: Mapping[str, Any], source: str = "openapi.yaml") -> ApiDocument:
    """Return the document of some files: trees, and texts for what is no data."""
    texts = {name: each for name, each in files.items() if isinstance(each, str)}
    document, findings = read_document(source, "openapi", files[source], files.get, texts.get)
    assert document is not None, findings
    return document


def read_again(tree: dict[str, Any]) -> ApiDocument:
    """Return the document that a tree is when it was written and read."""
    return read_files({"bundle.json": json.loads(json.dumps(tree))}, "bundle.json")


def bundle(files: Mapping[str, Any]) -> dict[str, Any]:
    """Return some files as one tree."""
    return bundle_document(read_files(files))


def describe(version: str = "3.1.0", **parts: Any) -> dict[str, Any]:
    """Return a document."""
    return {"openapi": version, "info": {"title": "T", "version": "1"}, "paths": {}, **parts}


def answer(schema: Any) -> dict[str, Any]:
    """Return a path item whose operation answers with a schema."""
    body = {"description": "", "content": {"application/json": {"schema": schema}}}
    return {"get": {"responses": {"200": body}}}


def find_schema(tree: dict[str, Any], path: str = "/p") -> Any:
    """Return the schema that an operation answers with."""
    content = tree["paths"][path]["get"]["responses"]["200"]["content"]
    return content["application/json"]["schema"]

"""Finds the parts of a schema: references, `allOf`, and single alternatives."""

from __future__ import annotations

from typing import Any

from octavo.openapi.document.document import ApiDocument, is_reference
from octavo.openapi.document.same_words import COMBINING
from octavo.openapi.document.shapes import report_wrong_type
from octavo.openapi.model import Node, Schema
from octavo.openapi.schema.all_of import merge_types
from octavo.openapi.schema.choice import Alternatives, read_alternatives
from octavo.openapi.schema.type_names import Fields
from octavo.values import replace

_ANNOTATIONS = frozenset(
    "type title description summary deprecated readOnly writeOnly nullable default example"
    " examples externalDocs xml $comment".split()
)
"""Keywords that describe a schema without changing what it allows; `type` only repeats it."""
CASES = ("then", "else")


def find_bases(document: ApiDocument, node: Node) -> tuple[list[Node], list[Alternatives], bool]:
    """Return the schemas that always apply, the remaining choices, and null."""
    bases = _list_parts(document, node)
    choices = []
    nullable = False
    for kind in ("oneOf", "anyOf"):
        alternatives = read_alternatives(document, node, kind)
        if alternatives is None:
            continue
        nullable = nullable or alternatives.nullable
        if len(alternatives.nodes) == 1:
            bases.append(alternatives.nodes[0])
        elif alternatives.nodes:
            choices.append(alternatives)
    return bases, choices, nullable


def _list_parts(document: ApiDocument, node: Node) -> list[Node]:
    parts = []
    if is_reference(node):
        target = document.resolve_once(node)
        parts += [target] if target is not None else []
    all_of = node.get("allOf")
    if all_of is None or all_of.value is None:
        return parts
    if not isinstance(all_of.value, list):
        report_wrong_type(document, all_of, "a list of schemas")
    return [*parts, *(part for part in all_of.list_elements() if part.value is not None)]


def is_remark(node: Node, keys: list[str]) -> bool:
    """Tell whether these keys only describe another schema."""
    if not node.value.keys().isdisjoint(CASES):
        return False
    return all(key in _ANNOTATIONS or key.startswith("x-") for key in keys)


def annotate(base: Schema, fields: Fields) -> tuple[Schema, bool]:
    """Return a schema with additional descriptions, and whether they allow null."""
    types = fields.pop("types", ())
    if types and base.choice is None:
        fields["types"] = merge_types(base.types, types)
    return replace(base, **fields) if fields else base, "null" in types


def is_combined(value: Any) -> bool:
    """Tell whether a schema consists of others."""
    return isinstance(value, dict) and not COMBINING.isdisjoint(value)


def is_only_reference(node: Node) -> bool:
    """Tell whether a schema is only a reference."""
    return isinstance(node.value, dict) and len(node.value) == 1 and is_reference(node)

"""Reads `oneOf` and `anyOf` as choices between labeled options."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.document.shapes import report_wrong_type
from octavo.openapi.model import Choice, EnumValue, Node, Option
from octavo.openapi.schema.discriminator import Discriminating, list_option_values
from octavo.openapi.schema.inheritance import read_only_value
from octavo.openapi.schema.labels import label_options
from octavo.values import Struct

if TYPE_CHECKING:
    from octavo.openapi.schema.reader import SchemaReader

MAX_COMBINED_OPTIONS = 12

_VALIDATION_ONLY = frozenset({"required", "not", "minProperties", "maxProperties", "$comment"})
_CONST_ONLY = frozenset({"const", "enum", "title", "description", "type", "deprecated"})


class Alternatives(Struct, frozen=True):
    """The alternatives of a `oneOf` or `anyOf` to show."""

    kind: str
    nodes: tuple[Node, ...]
    nullable: bool = False
    """Whether null was an alternative; it is not among the nodes."""


def read_alternatives(document: ApiDocument, node: Node, kind: str) -> Alternatives | None:
    """Return the alternatives of a keyword; None if it is missing or only validates."""
    value = node.value.get(kind)
    if value is None:
        return None
    if not isinstance(value, list):
        report_wrong_type(document, node.get_child(kind), "a list of schemas")
        return None
    nodes: dict[Any, Node] = {}
    nullable = False
    for each in node.get_child(kind).list_elements():
        if is_null(each.value):
            nullable = True
        elif isinstance(each.value, dict) or each.value is True:
            nodes.setdefault(_read_reference(each.value) or each, each)
        elif each.value is not False:
            report_wrong_type(document, each, "a schema")
    if not any(_is_shown(each.value) for each in nodes.values()):
        nodes = {}
    return Alternatives(kind, tuple(nodes.values()), nullable) if nodes or nullable else None


def _read_reference(value: Any) -> str | None:
    """Return the reference of a schema without other keys."""
    reference = value.get("$ref") if isinstance(value, dict) and len(value) == 1 else None
    return reference if isinstance(reference, str) else None


def is_null(value: Any) -> bool:
    """Tell whether a schema allows only null."""
    if not isinstance(value, dict):
        return False
    if "type" in value and value["type"] in ("null", ["null"], None):
        # In YAML, `type: null` is an empty key, but next to other schemas it can only mean null.
        return value["type"] is not None or len(value) == 1
    return ("const" in value and value["const"] is None) or value.get("enum") == [None]


def _is_shown(value: Any) -> bool:
    return isinstance(value, dict) and not value.keys() <= _VALIDATION_ONLY


def read_constants(nodes: Iterable[Node]) -> tuple[EnumValue, ...]:
    """Return constant alternatives as values with descriptions, if all are constants."""
    values = []
    for node in nodes:
        value = node.value
        only = read_only_value(value)
        if only is None or any(key not in _CONST_ONLY and key[:2] != "x-" for key in value):
            return ()
        words = dict.fromkeys(filter(None, (node.get_text("title"), node.get_text("description"))))
        values.append(EnumValue(only.value, ": ".join(words) or None))
    return tuple(values)


# --- building -----------------------------------------------------------------------------------


def build_choice(
    reader: SchemaReader, kind: str, nodes: Iterable[Node], told_by: Discriminating | None
) -> Choice:
    """Return a choice between schemas, each with its label and its discriminating values."""
    options = [
        Option("", node, list_option_values(reader, node, told_by) if told_by else ())
        for node in nodes
    ]
    if len(options) > 1 and len({option.values for option in options}) == 1:
        # A label that all options share can't distinguish them.
        options = [Option("", option.node) for option in options]
    return Choice(kind, label_options(reader, options), told_by.name if told_by else None)


def combine_choices(reader: SchemaReader, first: Choice, second: Choice) -> Choice:
    """Return one choice for two that apply together; the first alone if there are too many."""
    if len(first.options) * len(second.options) > MAX_COMBINED_OPTIONS:
        return first
    options = (
        Option(
            f"{one.label}, {two.label}", reader.join(one.node, two.node), one.values or two.values
        )
        for one in first.options
        for two in second.options
    )
    return Choice("oneOf", tuple(options), first.discriminator or second.discriminator)

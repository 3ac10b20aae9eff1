"""Finds labels for the options of a choice, from their own content.

It doesn't read the options, because they may contain their own choice.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from octavo.openapi.model import Node, Option
from octavo.openapi.schema.inheritance import (
    list_constants,
    list_property_names,
    read_only_value,
)

if TYPE_CHECKING:
    from octavo.openapi.schema.reader import SchemaReader

MAX_LABEL = 60
_MAX_TRIES = 8
_MAX_COMPARED = 30
_MAX_DEPTH = 3
_COMPONENT = "#/components/schemas/"


def label_options(reader: SchemaReader, options: Iterable[Option]) -> tuple[Option, ...]:
    """Return options with distinct labels: by title, name, value or type, or else by number."""
    all_options = list(options)
    names = [_list_names(reader, option) for option in all_options]
    first = [next(each, "") for each in names]
    labels = _find_distinct(first, names)
    for at in _find_repeated(labels):
        labels[at] = first[at]
    _tell_apart(reader, all_options, labels)
    return tuple(
        Option(label, option.node, option.values)
        for option, label in zip(all_options, _number_labels(labels), strict=True)
    )


def _find_distinct(first: list[str], names: list[Iterator[str]]) -> list[str]:
    """Return labels in which repeated ones are replaced by the next best name."""
    labels = list(first)
    for _ in range(_MAX_TRIES):
        better = {at: name for at in _find_repeated(labels) if (name := next(names[at], ""))}
        if not better:
            break
        for at, name in better.items():
            labels[at] = name
    return labels


def _find_repeated(labels: list[str]) -> list[int]:
    counts = Counter(labels)
    return [at for at, label in enumerate(labels) if counts[label] > 1 and label]


def _tell_apart(reader: SchemaReader, options: list[Option], labels: list[str]) -> None:
    """Add distinctive properties to equal labels."""
    groups: dict[str, list[int]] = {}
    for at in _find_repeated(labels)[:_MAX_COMPARED]:
        groups.setdefault(labels[at], []).append(at)
    for label, members in groups.items():
        nodes = [options[at].node for at in members]
        properties = [tuple(list_property_names(reader.document, node)) for node in nodes]
        counts = Counter(name for names in properties for name in names)
        for at, names in zip(members, properties, strict=True):
            own = [name for name in names if counts[name] == 1 and len(name) < MAX_LABEL // 2]
            if own:
                what = "" if label == "object" else f"{label} "
                labels[at] = f"{what}with {', '.join(own[:2])}"


def _number_labels(labels: list[str]) -> Iterator[str]:
    counts = Counter(labels)
    numbers: Counter[str] = Counter()
    for number, label in enumerate(labels, 1):
        numbers[label] += 1
        if not label:
            yield f"Option {number}"
        else:
            yield f"{label} ({numbers[label]})" if counts[label] > 1 else label


def _list_names(reader: SchemaReader, option: Option) -> Iterator[str]:
    """Return the possible names of an option, best first."""
    target = reader.find_target(option.node)
    candidates = _list_candidates(reader, option, target)
    return (name.strip() for name in candidates if name and len(name) <= MAX_LABEL)


def _list_candidates(reader: SchemaReader, option: Option, target: Node) -> Iterator[str | None]:
    yield option.node.get_text("title") or target.get_text("title")
    yield reader.find_name(target)
    yield option.values[0] if len(option.values) == 1 else None
    yield _name_by_value(target.value)
    yield from _list_parts(target.value)
    yield next((value for _, value in list_constants(reader.document, target)), None)
    yield name_by_type(target.value)


def _name_by_value(value: Any) -> str | None:
    only = read_only_value(value)
    return json.dumps(only.value, ensure_ascii=False) if only else None


def _list_parts(value: Any) -> Iterator[str | None]:
    parts = value.get("allOf") if isinstance(value, dict) else None
    for part in parts if isinstance(parts, list) else ():
        yield _name_by_reference(part)


def _name_by_reference(value: Any) -> str | None:
    reference = value.get("$ref") if isinstance(value, dict) else None
    if isinstance(reference, str) and reference.startswith(_COMPONENT):
        name = reference.removeprefix(_COMPONENT)
        return None if "/" in name else name
    return None


def name_by_type(value: Any, depth: int = 0) -> str:
    """Return a few words for the type of a schema; "" without a type."""
    if not isinstance(value, dict):
        return ""
    types = _name_types(value)
    if "enum" in value:
        return f"enum of {types}s" if types else "enum"
    if types == "array":
        items = value.get("items")
        inner = _name_by_reference(items) or (
            name_by_type(items, depth + 1) if depth < _MAX_DEPTH else ""
        )
        inner = "objects" if inner == "object" else inner
        return f"array of {inner}" if inner else "array"
    format_ = value.get("format")
    return f"{types} ({format_})" if types and isinstance(format_, str) else types


def _name_types(value: dict[str, Any]) -> str:
    types = value.get("type")
    if isinstance(types, list):
        return " or ".join(each for each in types if isinstance(each, str))
    if isinstance(types, str):
        return types
    return "object" if "properties" in value or "allOf" in value else ""

"""Reads values of any type from an API document; mistakes become findings.

An empty key (`parameters:` without a value) counts as missing everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from octavo.openapi.document.document import ApiDocument, Finding, is_reference
from octavo.openapi.model import Node
from octavo.problems import Code, Problem, Severity
from octavo.values import ByIdentity

_MAX_MESSAGE = 200
_Read = TypeVar("_Read")
_NOTHING: tuple[tuple[str, Node], ...] = ()


def read_mapping(document: ApiDocument, node: Node, key: str) -> Node | None:
    """Return the mapping of a key, which may be a reference; None without one."""
    value = node.value.get(key)
    if value is None:
        return None
    child = Node(value, node.source, (*node.pointer, key))
    if isinstance(value, dict):
        return follow_to_mapping(document, child) if "$ref" in value else child
    report_wrong_type(document, child, "a mapping of names to values")
    return None


def read_items(document: ApiDocument, node: Node, key: str) -> Iterator[tuple[str, Node]]:
    """Return the names and values of a mapping: any name counts, `x-limit` too."""
    child = read_mapping(document, node, key)
    return iter(_NOTHING) if child is None else child.items()


def read_fields(document: ApiDocument, node: Node, key: str) -> Iterator[tuple[str, Node]]:
    """Return the names and values of a mapping without extensions."""
    return (item for item in read_items(document, node, key) if not item[0].startswith("x-"))


def read_list(document: ApiDocument, node: Node, key: str) -> Node | None:
    """Return the list of a key; None without one."""
    value = node.value.get(key)
    if value is None:
        return None
    child: Node | None = Node(value, node.source, (*node.pointer, key))
    if child is not None and is_reference(child):
        child = document.resolve_any(child)
    if child is None or isinstance(child.value, list):
        return child
    report_wrong_type(document, child, "a list")
    return None


def follow_to_mapping(document: ApiDocument, node: Node) -> Node | None:
    """Follow references to a mapping; None if they don't lead to one."""
    value = node.value
    if isinstance(value, dict) and "$ref" not in value:
        return node
    target = document.resolve(node)
    if target is None:
        return None
    if isinstance(target.value, dict):
        return _add_own_words(node, target) if isinstance(value, dict) else target
    if target.value is not None:
        report_wrong_type(document, target, "a mapping of names to values")
    return None


def read_target(
    document: ApiDocument,
    node: Node,
    memory: ByIdentity[Node, _Read],
    read: Callable[[Node], _Read],
) -> _Read | None:
    """Read the mapping of a node or its reference; shared targets are read once."""
    target = follow_to_mapping(document, node)
    if target is None:
        return None
    # With its own words, the result may differ each time.
    if target is node or len(node.value) > 1:
        return read(target)
    if target not in memory:
        memory[target] = read(target)
    return memory.get(target)


def _add_own_words(node: Node, target: Node) -> Node:
    """Return a target whose summary and description come from the reference, if it has them."""
    words = {key: text for key in ("summary", "description") if (text := node.get_text(key))}
    if not words or node == target:
        return target
    return Node({**target.value, **words}, target.source, target.pointer)


def find_schema(node: Node, key: str) -> Node | None:
    """Return the schema of a key; None without one."""
    return node.get_child(key) if node.value.get(key) is not None else None


def read_text(document: ApiDocument, node: Node, key: str) -> str | None:
    """Return the text of a key, which may be a reference; None if it is blank."""
    value = node.value.get(key)
    if isinstance(value, dict) and is_reference(child := node.get_child(key)):
        value = document.resolve_text(child)
    return value if isinstance(value, str) and value.strip() else None


def read_external_docs(document: ApiDocument, node: Node) -> tuple[str, str] | None:
    """Return the address of further documentation, and its description."""
    docs = read_mapping(document, node, "externalDocs")
    url = docs.get_text("url") if docs else None
    return (url, read_text(document, docs, "description") or "") if docs and url else None


def read_as_text(node: Node, key: str) -> str | None:
    """Return the text of a key; unquoted numbers and booleans count as text."""
    value = node.value.get(key)
    return convert_to_text(value)


def convert_to_text(value: Any) -> str | None:
    """Return a value as text; None if it is blank or no single value."""
    if isinstance(value, str):
        return value if value.strip() else None
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int | float) else None


def report(
    document: ApiDocument,
    code: Code,
    message: str,
    node: Node,
    hint: str = "",
    *,
    at_key: bool = False,
) -> None:
    """Store a warning about a value."""
    if len(message) > _MAX_MESSAGE:
        message = f"{message[:_MAX_MESSAGE]}…"
    finding = Finding(code, message, node.source, node.pointer, Severity.WARNING, hint, at_key)
    document.report(finding)


def report_fault(document: ApiDocument, node: Node, problem: Problem) -> None:
    """Store an error in Octavo that concerns a value."""
    severity, hint = problem.severity, problem.hint
    finding = Finding(problem.code, problem.message, node.source, node.pointer, severity, hint)
    document.report(finding)


def report_wrong_type(
    document: ApiDocument, node: Node, expected: str, hint: str = "It is left out."
) -> None:
    """Store a warning about a value of the wrong type."""
    name = next((str(key) for key in reversed(node.pointer) if isinstance(key, str)), "")
    what = f"a value of `{name}`" if node.pointer and node.pointer[-1] != name else f"`{name}`"
    message = f"{what} must be {expected}, but is {name_type(node.value)}"
    report(document, Code.API_WRONG_TYPE, message, node, hint)


def name_type(value: Any) -> str:
    """Return the type of a value in the author's terms."""
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "a text"
    return "a list" if isinstance(value, list) else "a mapping"

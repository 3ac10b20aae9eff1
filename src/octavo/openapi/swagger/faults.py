"""Finds what a Swagger operation says that its conversion to OpenAPI 3.0 cannot keep."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from octavo.openapi.document.document import Finding
from octavo.openapi.model import Node
from octavo.problems import Code, Severity

_PLACES = frozenset(("path", "query", "header", "formData", "body"))
_WITH_MULTI = frozenset(("query", "formData"))


def check_parameters(
    levels: Sequence[Node | None], merged: Sequence[Node], consumes: Sequence[str]
) -> Iterator[Finding]:
    """Return what is wrong with the parameters of an operation.

    `levels` are the lists of the path and of the operation, and `merged` the parameters that count.
    """
    bodies = [node for node in merged if _get(node, "in") == "body"]
    fields = [node for node in merged if _get(node, "in") == "formData"]
    for level in levels:
        if level is not None and not isinstance(level.value, list):
            message = "`parameters` must be a list, so none of these is shown"
            yield _warn(level, message, "Begin each with `-`.", Code.API_WRONG_TYPE)
    if bodies and fields:
        message = "an operation has a body or fields of a form, so this body is not shown"
        yield _warn(bodies[0], message, "Describe it as a field, or remove the fields.")
    for level in levels:
        yield from _check_level(level)
    for node in merged:
        yield from _check_parameter(node)
    has_file = any(_get(node, "type") == "file" for node in fields)
    if has_file and consumes and not any(map(_is_form, consumes)):
        yield _note(fields[0], "a form with files is multipart/form-data; `consumes` has no form")


def _check_level(level: Node | None) -> Iterator[Finding]:
    seen: set[tuple[str, str]] = set()
    for node in level.list_elements() if level is not None else ():
        place, name = _get(node, "in"), _get(node, "name")
        if not place:
            continue
        message = f"the {place} parameter `{name}` is described twice"
        if place == "body":
            name, message = "", "an operation has one body, so the one before is not shown"
        if (place, name) in seen:
            yield _warn(node, message, "Remove one of the two.", Code.API_PARAMETER_TWICE)
        seen.add((place, name))


def _check_parameter(node: Node) -> Iterator[Finding]:
    place, kind = _get(node, "in"), _get(node, "type")
    if place == "cookie":
        yield _note(node, "`cookie` is no place of a parameter in Swagger 2.0")
    if kind == "file" and place in _PLACES - {"formData"}:
        yield _warn(node, "a file is sent in a form only", "Set `in: formData`.")
    if kind == "object" and place != "body":
        yield _note(node, "a parameter of Swagger 2.0 is a single value or an array, not an object")
    if _get(node, "collectionFormat") == "multi" and place in _PLACES - _WITH_MULTI:
        yield _note(node, "`collectionFormat: multi` has a meaning in the query and in forms only")


def _is_form(name: str) -> bool:
    return name.startswith("multipart/") or "x-www-form-urlencoded" in name


def _get(node: Node, key: str) -> str:
    value: Any = node.value.get(key) if isinstance(node.value, dict) else None
    return value if isinstance(value, str) else ""


def _warn(node: Node, message: str, hint: str, code: Code = Code.API_WRONG_VALUE) -> Finding:
    return Finding(code, message, node.source, node.pointer, Severity.WARNING, hint)


def _note(node: Node, message: str) -> Finding:
    return Finding(
        Code.API_WRONG_VALUE,
        message,
        node.source,
        node.pointer,
        Severity.INFO,
        "It is read all the same.",
    )

"""Finds missing texts and examples in valid operations, only for `octavo check`.

These are a summary, a description, examples of requests and responses, and an error response. All
are notes, because a document without them is valid.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from octavo.openapi.document.document import ApiDocument, Finding
from octavo.openapi.document.shapes import follow_to_mapping
from octavo.openapi.model import Node, OperationEntry
from octavo.problems import Code, Severity
from octavo.values import ByIdentity

_TELLING = frozenset({"example", "examples", "enum", "const", "default"})
_WITHOUT_BODY = frozenset({"204", "205"})
"""Responses that HTTP defines without a body."""
_MOST_SCHEMAS = 200
"""The most schemas of a body to search for an example."""


def check_completeness(
    document: ApiDocument, entries: Iterable[OperationEntry]
) -> Iterator[Finding]:
    """Yield what readers miss in the operations of a document."""
    for entry in entries:
        if entry.hidden or entry.excluded:
            continue
        node, name = entry.node, f"{entry.key.method} {entry.key.path}"
        if not entry.summary:
            yield _note(
                Code.API_SUMMARY_MISSING,
                f"{name} has no summary, so lists and the page show its path",
                node,
                "Say in a few words what it does: summary: List all orders",
            )
        if not entry.description:
            yield _note(
                Code.API_DESCRIPTION_MISSING,
                f"{name} has no description",
                node,
                "Say when to use it, and what has to be known before.",
            )
        if entry.key.is_webhook:
            continue
        yield from _check_answers(document, name, node)


def _check_answers(document: ApiDocument, name: str, node: Node) -> Iterator[Finding]:
    responses = node.get("responses")
    statuses = [status for status, _ in responses.items()] if responses else []
    if statuses and not any(status[:1] in {"4", "5"} or status == "default" for status in statuses):
        yield _note(
            Code.API_ERROR_MISSING,
            f"{name} describes no answer for what goes wrong",
            node,
            "Describe at least one response of 4XX or 5XX, or `default`.",
        )
    for what, media in _list_bodies(document, node):
        if not _has_example(document, media):
            yield _note(
                Code.API_EXAMPLE_MISSING,
                f"{what} of {name} has no example, so one is made up from its schema",
                node,
                "Write one in `example` beside the schema, or of its properties.",
            )
            return


def _note(code: Code, message: str, node: Node, hint: str) -> Finding:
    return Finding(code, message, node.source, node.pointer, Severity.INFO, hint, at_key=True)


def _list_bodies(document: ApiDocument, node: Node) -> Iterator[tuple[str, list[Node]]]:
    """Return the request and response bodies of an operation, with their media types."""
    body = node.get("requestBody")
    if body is not None:
        yield from _list_media(document, "the request body", body)
    responses = node.get("responses")
    for status, response in responses.items() if responses else ():
        if status.startswith("2") and status not in _WITHOUT_BODY:
            yield from _list_media(document, f"the answer {status}", response)


def _list_media(document: ApiDocument, what: str, node: Node) -> Iterator[tuple[str, list[Node]]]:
    target = follow_to_mapping(document, node) if isinstance(node.value, dict) else None
    content = target.get("content") if target else None
    types = [media for name, media in content.items() if "json" in name] if content else []
    media = [each for each in types if isinstance(each.value, dict) and "schema" in each.value]
    if media:
        yield what, media


def _has_example(document: ApiDocument, media: list[Node]) -> bool:
    """Tell whether a body, or any of its schemas, has a documented value."""
    stack = list(media)
    seen: ByIdentity[dict[str, Any], bool] = ByIdentity()
    while stack:
        node = stack.pop()
        target = follow_to_mapping(document, node) if isinstance(node.value, dict) else None
        if target is None or target.value in seen:
            continue
        seen[target.value] = True
        if not _TELLING.isdisjoint(target.value) or len(seen) > _MOST_SCHEMAS:
            return True
        stack += _list_inner(target)
    return False


def _list_inner(node: Node) -> Iterator[Node]:
    for key in ("schema", "items", "additionalProperties", "not"):
        child = node.get(key)
        if child is not None:
            yield child
    properties = node.get("properties")
    if properties is not None:
        yield from (child for _, child in properties.items())
    for key in ("allOf", "oneOf", "anyOf", "prefixItems"):
        several = node.get(key)
        if several is not None:
            yield from several.list_elements()

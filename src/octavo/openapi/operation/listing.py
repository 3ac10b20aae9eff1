"""Lists the operations, webhooks and tags of an API document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.document.shapes import (
    convert_to_text,
    follow_to_mapping,
    read_as_text,
    read_external_docs,
    read_fields,
    read_items,
    read_list,
    read_mapping,
    read_text,
    report,
    report_fault,
    report_wrong_type,
)
from octavo.openapi.model import Node, OperationEntry, OperationKey, Tag
from octavo.openapi.operation.badges import build_badge, has_ended, read_badges
from octavo.openapi.plain_text import split_summary
from octavo.problems import Code, Location, attempt
from octavo.values import replace

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
"""The methods of a path item, in listing order."""

_OTHER_KEYS = {"$ref", "summary", "description", "servers", "parameters", "additionalOperations"}
_HINT_SLASH = "Write a slash before it."


def list_operations(document: ApiDocument) -> tuple[OperationEntry, ...]:
    """Return all operations, then all webhooks, in the order of the document."""
    memory = document.memory
    if memory.operations is None:
        memory.operations = tuple(_add_badges(document, _list_operations(document)))
        _report_repeated_ids(document, memory.operations)
    return memory.operations


def _list_operations(document: ApiDocument) -> Iterator[OperationEntry]:
    for path, item in read_fields(document, document.root, "paths"):
        if not path.startswith("/"):
            message = f"the path `{path}` does not begin with a slash"
            report(document, Code.API_PATH_NO_SLASH, message, item, _HINT_SLASH, at_key=True)
        yield from _attempt_path_item(document, item, path)
    for name, item in read_items(document, document.root, _name_webhooks(document)):
        yield from _attempt_path_item(document, item, name, is_webhook=True)


def _add_badges(
    document: ApiDocument, entries: Iterable[OperationEntry]
) -> Iterator[OperationEntry]:
    """Add the badges that tags of the kind `badge` are (OpenAPI 3.2)."""
    tags = read_tags(document) if "tags" in document.root.value else {}
    badges = {tag.name: build_badge(tag.group) for tag in tags.values() if tag.kind == "badge"}
    for entry in entries:
        own = tuple(filter(None, map(badges.get, entry.tags))) if badges else ()
        yield replace(entry, badges=(*entry.badges, *own)) if own else entry


def _name_webhooks(document: ApiDocument) -> str:
    """Return the key of webhooks, which documents may repeat for older tools."""
    return "webhooks" if document.root.value.get("webhooks") else "x-webhooks"


def _attempt_path_item(
    document: ApiDocument, item: Node, path: str, *, is_webhook: bool = False
) -> tuple[OperationEntry, ...]:
    """Return the operations of a path item; an error in Octavo affects only these."""
    return attempt(
        lambda: tuple(list_path_item(document, item, path, is_webhook=is_webhook)),
        (),
        "the pages of this path",
        Location(item.source),
        partial(report_fault, document, item),
    )


def list_path_item(
    document: ApiDocument, item: Node, path: str, *, is_webhook: bool = False
) -> Iterator[OperationEntry]:
    """Yield the operations of a path item, including those next to its `$ref`."""
    parts = list_path_item_parts(document, item)
    hidden = any(part.is_true("x-hidden") for part in parts)
    excluded = any(part.is_true("x-excluded") for part in parts)
    texts = [text for part in parts for text in _list_path_texts(document, part)]
    for method, node in _find_operations(document, parts):
        key = OperationKey(method, path, is_webhook)
        yield _read_entry(document, key, node, texts, hidden=hidden, excluded=excluded)


def _list_path_texts(document: ApiDocument, item: Node) -> Iterator[str]:
    """Return what a path item says of all its operations."""
    for key in ("summary", "description"):
        text = read_text(document, item, key) if key in item.value else None
        if text is not None:
            yield text


def list_path_item_parts(document: ApiDocument, item: Node) -> tuple[Node, ...]:
    """Return a path item and, for a reference, its target before it."""
    if not isinstance(item.value, dict):
        if item.value is not None:
            report_wrong_type(document, item, "a mapping of methods to operations")
        return ()
    if "$ref" not in item.value:
        return (item,)
    target = follow_to_mapping(document, item)
    return (item,) if target is None else (target, item)


def _find_operations(document: ApiDocument, parts: tuple[Node, ...]) -> Iterator[tuple[str, Node]]:
    operations: dict[str, Node] = {}
    additional: dict[str, Node] = {}
    for part in parts:
        for key, node in part.items():
            method = _read_method(document, key, node)
            if method is not None:
                _keep_operation(document, operations, method, node)
        for key, node in read_items(document, part, "additionalOperations"):
            _keep_operation(document, additional, key, node)
    yield from ((method.upper(), operations[method]) for method in METHODS if method in operations)
    yield from additional.items()


def _read_method(document: ApiDocument, key: str, node: Node) -> str | None:
    if key in METHODS:
        return key
    if key in _OTHER_KEYS or key.startswith("x-"):
        return None
    is_method = key.lower() in METHODS
    hint = "Write methods in small letters." if is_method else "It is left out."
    message = f"`{key}` is no method of a path"
    report(document, Code.API_UNKNOWN_KEY, message, node, hint, at_key=True)
    return key.lower() if is_method else None


def _keep_operation(
    document: ApiDocument, operations: dict[str, Node], method: str, node: Node
) -> None:
    target = follow_to_mapping(document, node)
    if target is not None:
        operations[method] = target


def _read_entry(
    document: ApiDocument,
    key: OperationKey,
    node: Node,
    of_path: Sequence[str],
    *,
    hidden: bool,
    excluded: bool,
) -> OperationEntry:
    summary = read_as_text(node, "summary")
    description = read_text(document, node, "description")
    title, text = split_summary(summary)
    texts = [text, description]
    if key.is_webhook and text:
        # A text about events of one kind often describes them all, while each has a name.
        title, texts = "", [description, summary]
    texts += (each for each in of_path if each not in (summary, description))
    return OperationEntry(
        key=key,
        node=node,
        operation_id=read_as_text(node, "operationId"),
        summary=summary,
        title=title,
        description="\n\n".join(dict.fromkeys(filter(None, texts))) or None,
        tags=_read_tag_names(document, node),
        deprecated=node.is_true("deprecated") or has_ended(node.value),
        badges=read_badges(node.value),
        hidden=hidden or node.is_true("x-hidden"),
        excluded=excluded or node.is_true("x-excluded"),
    )


def _read_tag_names(document: ApiDocument, node: Node) -> tuple[str, ...]:
    if isinstance(node.value.get("tags"), str):
        report_wrong_type(document, node.get_child("tags"), "a list of names", "Write a list.")
        return tuple(filter(None, (node.get_text("tags"),)))
    tags = read_list(document, node, "tags")
    if tags is None:
        return ()
    names = (convert_to_text(value) for value in tags.value)
    return tuple(dict.fromkeys(name for name in names if name is not None))


def _report_repeated_ids(document: ApiDocument, entries: Iterable[OperationEntry]) -> None:
    first: dict[str, OperationEntry] = {}
    for entry in entries:
        if entry.operation_id is None:
            continue
        owner = first.setdefault(entry.operation_id, entry)
        if owner.node != entry.node:
            message = (
                f"the operationId `{entry.operation_id}` is also that of"
                f" {owner.key.method} {owner.key.path}"
            )
            place = entry.node.get_child("operationId")
            hint = "Give every operation its own operationId."
            report(document, Code.API_OPERATION_ID_TWICE, message, place, hint)


def read_tags(document: ApiDocument) -> Mapping[str, Tag]:
    """Return the declared tags of the document, by name."""
    tags_node = read_list(document, document.root, "tags")
    tags: dict[str, Tag] = {}
    for node in tags_node.list_elements() if tags_node else ():
        if not isinstance(node.value, dict):
            report_wrong_type(document, node, "a mapping with a name")
            continue
        name = read_as_text(node, "name")
        if name is not None:
            tags.setdefault(name, _read_tag(document, node, name))
    return tags


def _read_tag(document: ApiDocument, node: Node, name: str) -> Tag:
    title = (
        read_as_text(node, "x-group")
        or read_as_text(node, "x-displayName")
        or read_as_text(node, "summary")
    )
    return Tag(
        name=name,
        group=title or name,
        description=read_text(document, node, "description"),
        parent=read_as_text(node, "parent"),
        kind=read_as_text(node, "kind"),
        node=node,
        external_docs=read_external_docs(document, node),
    )


def find_path_item(document: ApiDocument, key: OperationKey) -> Node | None:
    """Return the path item of an operation or webhook."""
    name = _name_webhooks(document) if key.is_webhook else "paths"
    items = read_mapping(document, document.root, name)
    return items.get(key.path) if items else None


def read_tag_groups(document: ApiDocument) -> Mapping[str, str]:
    """Return the names of groups by the tags in them (`x-tagGroups`), in the order of both."""
    node = document.root.get("x-tagGroups")
    groups: dict[str, str] = {}
    for group in node.list_elements() if node else ():
        name = read_as_text(group, "name") if isinstance(group.value, dict) else None
        tags = group.get("tags") if name else None
        for tag in tags.value if tags and isinstance(tags.value, list) else ():
            if isinstance(tag, str) and name:
                groups.setdefault(tag, name)
    return groups

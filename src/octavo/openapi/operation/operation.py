"""Reads an operation, webhook or callback in full."""

from __future__ import annotations

from collections.abc import Iterator

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.document.shapes import (
    follow_to_mapping,
    read_external_docs,
    read_items,
    read_mapping,
)
from octavo.openapi.model import Callback, Node, Operation, OperationEntry
from octavo.openapi.operation.bodies import read_body, read_responses
from octavo.openapi.operation.life import read_life
from octavo.openapi.operation.listing import find_path_item, list_path_item, list_path_item_parts
from octavo.openapi.operation.parameters import read_parameters
from octavo.openapi.operation.security import read_security
from octavo.openapi.operation.servers import read_servers
from octavo.openapi.operation.written_samples import read_samples


def read_operation(document: ApiDocument, entry: OperationEntry) -> Operation:
    """Return everything in the document about an operation, with schemas as nodes."""
    item = find_path_item(document, entry.key)
    levels = list_path_item_parts(document, item) if item is not None else ()
    callbacks = tuple(_read_callbacks(document, entry.node))
    return _read_levels(document, entry, levels, callbacks)


def read_call(document: ApiDocument, entry: OperationEntry) -> Operation:
    """Return the facts about an operation for callers: its servers and its parameters.

    Bodies and responses are left out, because reading them takes most of the time.
    """
    item = find_path_item(document, entry.key)
    levels = list_path_item_parts(document, item) if item is not None else ()
    return Operation(
        entry=entry,
        parameters=read_parameters(document, entry, (*levels, entry.node)),
        security=read_security(document, entry.node, of_document=True),
        servers=read_servers(document, (entry.node, *reversed(levels), document.root)),
    )


def _read_levels(
    document: ApiDocument,
    entry: OperationEntry,
    levels: tuple[Node, ...],
    callbacks: tuple[Callback, ...] = (),
) -> Operation:
    node = entry.node
    # Webhooks and callbacks go to the reader's own server. So the servers and the security in the
    # document don't apply to them.
    ours = not entry.key.is_webhook
    places = (node, *reversed(levels), document.root) if ours else (node, *reversed(levels))
    settings = read_mapping(document, node, "x-mint")
    responses = read_responses(document, node)
    return Operation(
        entry=entry,
        parameters=read_parameters(document, entry, (*levels, node)),
        body=read_body(document, node),
        responses=responses,
        security=read_security(document, node, of_document=ours),
        servers=read_servers(document, places),
        callbacks=callbacks,
        samples=read_samples(document, node),
        life=read_life(node, responses),
        external_docs=read_external_docs(document, node),
        page_settings=_read_page_settings(document, settings),
        page_content=settings.get_text("content") if settings else None,
        page_href=settings.get_text("href") if settings else None,
    )


def _read_callbacks(document: ApiDocument, node: Node) -> Iterator[Callback]:
    """Return the callbacks of an operation; callbacks of callbacks are not followed."""
    for name, callback in read_items(document, node, "callbacks"):
        target = follow_to_mapping(document, callback)
        for expression, item in target.items() if target else ():
            if expression.startswith("x-"):
                continue
            levels = list_path_item_parts(document, item)
            for entry in list_path_item(document, item, expression, is_webhook=True):
                yield Callback(name, expression, _read_levels(document, entry, levels))


def _read_page_settings(document: ApiDocument, settings: Node | None) -> dict[str, object]:
    metadata = read_mapping(document, settings, "metadata") if settings else None
    return dict(metadata.value) if metadata else {}

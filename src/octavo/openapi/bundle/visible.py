"""Removes hidden operations from a bundled document, and all parts that only they use or name."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from octavo.openapi.bundle.graph import ComponentGraph, walk_objects
from octavo.openapi.model import OperationEntry, OperationKey
from octavo.openapi.operation.listing import METHODS

_MAPS = {False: ("paths",), True: ("webhooks", "x-webhooks")}


def leave_out(
    tree: dict[str, Any], hidden: Collection[OperationEntry], *, is_cleaned: bool = False
) -> dict[str, Any]:
    """Return a document without some operations; the remaining parts are not copied.

    `is_cleaned` means that internal parts were removed before.
    """
    if not hidden and not is_cleaned:
        return tree
    removed: list[Any] = []
    result = {key: value for key, value in tree.items() if not _is_extension(key)}
    if not hidden:
        return result
    keys = {entry.key for entry in hidden}
    for is_webhook, names in _MAPS.items():
        for name in names:
            items = tree.get(name)
            if isinstance(items, dict):
                result[name] = dict(_filter_items(items, keys, removed, is_webhook=is_webhook))
    _drop_components(result, removed)
    _drop_tags(result, removed)
    ids = {entry.operation_id for entry in hidden if entry.operation_id}
    _drop_links(result, ids)
    return result


def _is_extension(key: str) -> bool:
    """Tell whether a key may contain anything, including hidden parts."""
    return key.startswith("x-") and key != "x-webhooks"


def _filter_items(
    items: dict[str, Any], hidden: Collection[OperationKey], removed: list[Any], *, is_webhook: bool
) -> Iterator[tuple[str, Any]]:
    for path, item in items.items():
        if not isinstance(item, dict):
            yield path, item
            continue
        visible_item = {}
        for key, value in item.items():
            method = key.upper() if key.lower() in METHODS else ""
            if method and OperationKey(method, path, is_webhook) in hidden:
                removed.append(value)
            elif key == "additionalOperations" and isinstance(value, dict):
                visible_item[key] = {
                    method: operation
                    for method, operation in value.items()
                    if OperationKey(method, path, is_webhook) not in hidden
                }
                removed += [value[method] for method in value.keys() - visible_item[key].keys()]
            else:
                visible_item[key] = value
        if len(visible_item) == len(item) or _has_operations(visible_item):
            yield path, visible_item
        else:
            removed.append(item)  # Only shared parts of hidden operations are left.


def _has_operations(item: dict[str, Any]) -> bool:
    return bool(item.get("additionalOperations")) or any(key.lower() in METHODS for key in item)


def _drop_components(tree: dict[str, Any], removed: list[Any]) -> None:
    """Remove the components that only the removed parts need."""
    graph = ComponentGraph(tree)
    of_hidden = graph.reach(*removed, starts=_list_security(removed))
    others = graph.components.keys() - of_hidden
    rest = {key: value for key, value in tree.items() if key != "components"}
    of_rest = graph.reach(rest, starts=(*others, *_list_security([rest])))
    components = {}
    for section, parts in (tree.get("components") or {}).items():
        names = parts if isinstance(parts, dict) else ()
        section_parts = {name: parts[name] for name in names if (section, name) in of_rest}
        if section_parts:
            components[section] = section_parts
    if components:
        tree["components"] = components
    else:
        tree.pop("components", None)


def _list_security(values: list[Any]) -> Iterator[tuple[str, str]]:
    """Return the security schemes of operations."""
    for value in values:
        for each in walk_objects(value):
            security = each.get("security")
            for requirement in security if isinstance(security, list) else ():
                for name in requirement if isinstance(requirement, dict) else ():
                    yield "securitySchemes", name


def _drop_tags(tree: dict[str, Any], removed: list[Any]) -> None:
    tags = tree.get("tags")
    if not isinstance(tags, list):
        return
    visible_maps = [tree.get(name) for names in _MAPS.values() for name in names]
    lost = _list_tags(removed) - _list_tags(visible_maps)
    tree["tags"] = [tag for tag in tags if not (isinstance(tag, dict) and tag.get("name") in lost)]


def _list_tags(values: list[Any]) -> set[str]:
    lists = (each.get("tags") for value in values for each in walk_objects(value))
    return {tag for tags in lists if isinstance(tags, list) for tag in tags if isinstance(tag, str)}


def _drop_links(tree: dict[str, Any], ids: Collection[str]) -> None:
    """Remove links to hidden operations."""
    for each in walk_objects(tree):
        links = each.get("links")
        if isinstance(links, dict) and any(_leads_to(link, ids) for link in links.values()):
            each["links"] = {name: link for name, link in links.items() if not _leads_to(link, ids)}


def _leads_to(link: Any, ids: Collection[str]) -> bool:
    return isinstance(link, dict) and link.get("operationId") in ids

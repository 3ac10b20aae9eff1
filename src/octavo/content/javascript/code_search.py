"""Finds out whether a page has code, so that other pages load faster."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from octavo.content.nodes import CodeBlock, Document, Element, Expression, ModuleCode, Tag


def needs_expansion(body: str, document: Document) -> bool:
    """Tell whether `expand_document` could change a page."""
    if "<Snippet" not in body and ModuleCode not in map(type, document.nodes):
        # This handles most pages in a few microseconds: all their braces are in code blocks.
        blocks = [node.text for node in document.nodes if type(node) is CodeBlock]
        if body.count("{") == "".join(blocks).count("{"):
            return False
    return has_code(document.nodes) or any(map(has_code, document.footnotes.values()))


def has_code(nodes: Iterable[Any]) -> bool:
    """Tell whether nodes contain expressions, module code or `<Snippet>`."""
    for node in nodes:
        kind = type(node)
        if kind is Element:
            children = node.children
            if len(children) == 1 and type(children[0]) is str:
                continue
            if has_code(children):
                return True
        elif kind is Tag:
            if node.name == "Snippet" or has_code(node.children):
                return True
            if any(type(attribute.value) is Expression for attribute in node.attributes):
                return True
        elif kind is Expression or kind is ModuleCode:
            return True
    return False

"""Reads nodes: the parts of lists and tables, code, and the content of paragraphs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from octavo.content.attributes import read_properties
from octavo.content.javascript.literals import NOT_LITERAL, build_nodes, evaluate_literal
from octavo.content.nodes import CodeBlock, Element, Expression, Math, Node, Tag


def evaluate(node: Expression) -> list[Node]:
    """Return the visible value of an expression; one that is no literal is its source."""
    value = evaluate_literal(node.source)
    return [f"{{{node.source}}}"] if value is NOT_LITERAL else build_nodes([value])


def list_parts(nodes: Iterable[Node]) -> Iterator[Node]:
    """Return the parts of a list or a table, without spaces, also if code created it."""
    for node in nodes:
        match node:
            case Tag(name=None):
                yield from list_parts(node.children)
            case Expression():
                yield from list_parts(evaluate(node))
            case str() if not node.strip():
                pass
            case _:
                yield node


def read_values(node: Element | Tag) -> Mapping[str, Any]:
    """Return the properties of an element, in Markdown or in HTML."""
    return read_properties(node) if isinstance(node, Tag) else node.properties or {}


def read_item(part: Node) -> list[Node]:
    """Return the content of a list item; other nodes count as one."""
    if (type(part) is Element and part.tag == "li") or (type(part) is Tag and part.name == "li"):
        return part.children
    return [part]


def is_paragraph(node: Node) -> bool:
    """Tell whether a node is a paragraph of Markdown."""
    return type(node) is Element and node.tag == "p"


def unwrap(nodes: list[Node]) -> list[Node]:
    """Return nodes with the content of paragraphs instead of them, separated by spaces."""
    if not any(map(is_paragraph, nodes)):
        return nodes
    unwrapped: list[Node] = []
    for node in nodes:
        if type(node) is Element and node.tag == "p":
            unwrapped += [" ", *node.children] if unwrapped else node.children
        else:
            unwrapped.append(node)
    return unwrapped


def read_code_text(nodes: Iterable[Node]) -> str:
    """Return code from text, from a text in braces, or from a block."""
    parts: list[str] = []
    for node in nodes:
        match node:
            case str():
                parts.append(node)
            case CodeBlock() | Math():
                parts.append(node.text)
            case Expression():
                value = evaluate_literal(node.source)
                parts.append(value if isinstance(value, str) else "")
            case Tag(name="br"):
                parts.append("\n")
            case Tag() | Element():
                parts.append(read_code_text(node.children))
    return "".join(parts)


def find_source(nodes: Iterable[Node]) -> Any:
    """Return the address of the first `source` of a video or an audio element."""
    for node in nodes:
        match node:
            case Tag(name="source"):
                return read_properties(node).get("src")
            case Element() | Tag(name=None) if source := find_source(node.children):
                return source
    return None

"""Finds problems that don't stop a page from being shown, only for `octavo check`.

These are pictures without a description, and invalid JSON or YAML in code blocks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from octavo.content.code_mistakes import find_json_mistake, find_yaml_mistake
from octavo.content.fences import read_code
from octavo.content.nodes import Attribute, CodeBlock, Document, Element, Node, Tag
from octavo.problems import Code, Location, Problem, Severity

_FINDERS = {
    "json": ("JSON", find_json_mistake),
    "geojson": ("JSON", find_json_mistake),
    "yaml": ("YAML", find_yaml_mistake),
    "yml": ("YAML", find_yaml_mistake),
}
"""Languages in the author's notation: `jsonc`, `json5` and `jsonl` differ from JSON."""
_DESCRIBING = frozenset({"alt", "...", "aria-label", "ariaLabel", "aria-labelledby", "title"})
_HIDING = frozenset({"aria-hidden", "ariaHidden"})
_PURE_LOOKS = frozenset({"presentation", "none"})


def inspect_document(document: Document, source: str) -> tuple[Problem, ...]:
    """Return the check problems of a page's document."""
    problems = []
    for node in list_nodes(document):
        problem = _inspect_node(node)
        if problem is not None:
            place = document.origins.get(node) or source
            message, hint, code, line, column = problem
            location = Location(place, line, column)
            is_note = code is Code.IMAGE_ALT_MISSING
            severity = Severity.INFO if is_note else Severity.WARNING
            problems.append(Problem(code, message, location, severity, hint))
    return tuple(problems)


def list_nodes(document: Document) -> Iterator[Any]:
    """Return the nodes of a document except text, in order."""
    parts = (document.nodes, *document.footnotes.values())
    stack: list[Node] = [node for part in parts for node in part][::-1]
    while stack:
        node = stack.pop()
        if type(node) is str:
            continue
        yield node
        if type(node) is Element or type(node) is Tag:
            stack.extend(reversed(node.children))


_Found = tuple[str, str, Code, int, int]


def _inspect_node(node: Any) -> _Found | None:
    kind = type(node)
    if kind is CodeBlock:
        return _inspect_code(node)
    is_bare = (
        (kind is Element and node.tag == "img" and not _is_described(node))
        or (kind is Tag and node.name == "img" and not _has_description(node.attributes))
    )  # fmt: skip
    if not is_bare:
        return None
    message = "this picture has no alternative text, so people who cannot see it miss it"
    if kind is Element:
        hint = "Say between the brackets what it shows: ![The list of orders](orders.png)"
    else:
        hint = 'Say what it shows in `alt`; one that is only for looks has alt="".'
    return message, hint, Code.IMAGE_ALT_MISSING, node.line, node.column


def _is_described(node: Element) -> bool:
    properties = node.properties or {}
    return bool(str(properties.get("alt", "")).strip() or str(properties.get("title", "")).strip())


def _has_description(attributes: list[Attribute]) -> bool:
    """Tell whether a tag describes its picture, or marks it as decoration."""
    for attribute in attributes:
        if attribute.name in _DESCRIBING:
            return True
        if attribute.name in _HIDING and attribute.value != "false":
            return True
        if attribute.name == "role" and attribute.value in _PURE_LOOKS:
            return True
    return False


def _inspect_code(node: CodeBlock) -> _Found | None:
    language = node.language.partition("{")[0].lower()
    name, find_mistake = _FINDERS.get(language, ("", None))
    if find_mistake is None:
        return None
    mistake = find_mistake(read_code(node.text).text)
    if mistake is None:
        return None
    message = f"this code block is no {name}: {mistake.reason}"
    hint = f"Readers copy it. Mend it, or name another language than {language}."
    column = mistake.column + max(node.column - 1, 0)
    return message, hint, Code.CODE_BLOCK_INVALID, node.line + mistake.line, column

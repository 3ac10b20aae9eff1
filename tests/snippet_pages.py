"""Small projects as dictionaries, expanded; and nodes in a form that tests can compare."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from octavo.content.front_matter import empty_front_matter
from octavo.content.javascript.evaluation import Evaluate
from octavo.content.javascript.expressions import ExpandedDocument, expand_document
from octavo.content.javascript.snippets import Load, ModuleText
from octavo.content.mdx import parse_mdx
from octavo.content.nodes import CodeBlock, Document, Element, Expression, Tag, Value

Files = Mapping[str, str]


def load_from(files: Files) -> Load:
    """Returns what `expand_document` loads files with."""

    def load(source: str) -> Document | ModuleText | None:
        if source not in files:
            return None
        if source.endswith((".mdx", ".md")):
            return parse_mdx(empty_front_matter(files[source]), source)
        return ModuleText(files[source])

    return load


def expand(files: Files, source: str = "page.mdx") -> ExpandedDocument:
    """Expands a page as far as it goes without an engine."""
    document = load_from(files)(source)
    assert isinstance(document, Document)
    return expand_document(document, source, load_from(files))


def complete(files: Files, evaluate: Evaluate, source: str = "page.mdx") -> ExpandedDocument:
    """Expands a page to its end."""
    expanded = expand(files, source)
    while expanded.request is not None:
        expanded = expanded.resume(evaluate(expanded.request))
    return expanded


def shown(nodes: Any) -> str:
    """Returns nodes as text that looks like HTML."""
    if isinstance(nodes, list):
        return "".join(shown(node) for node in nodes)
    if isinstance(nodes, Element):
        return f"<{nodes.tag}>{shown(nodes.children)}</{nodes.tag}>"
    if isinstance(nodes, Tag):
        attributes = "".join(f" {each.name}={_value(each.value)}" for each in nodes.attributes)
        return f"<{nodes.name or ''}{attributes}>{shown(nodes.children)}</{nodes.name or ''}>"
    if isinstance(nodes, CodeBlock):
        return f"[{nodes.meta}|{nodes.text}]"
    if isinstance(nodes, Expression):
        return f"{{{nodes.source}}}"
    return str(nodes)


def _value(value: Any) -> str:
    if isinstance(value, Value):
        return shown(value.value) if isinstance(value.value, Tag) else repr(value.value)
    return repr(value) if not isinstance(value, Expression) else shown(value)


def problems(expanded: ExpandedDocument) -> list[str]:
    """Returns the problems as `place code`."""
    return [f"{each.location} {each.code}" for each in expanded.document.problems]

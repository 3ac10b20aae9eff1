"""Trees as text that people can read and compare."""

from __future__ import annotations

import json

from octavo.content.nodes import (
    Attribute,
    CodeBlock,
    Document,
    Element,
    Expression,
    FootnoteReference,
    Math,
    ModuleCode,
    Node,
    Tag,
)


def dump_document(document: Document) -> str:
    """Return the nodes, then the footnotes, then the problems of a document, one on each line."""
    rows = _dump_all(document.nodes, "")
    for label, nodes in document.footnotes.items():
        rows.append(f"[^{label}]")
        rows.extend(_dump_all(nodes, "  "))
    for problem in document.problems:
        place = _place(problem.location.line, problem.location.column)
        rows.append(f"! {problem.severity} {problem.code}{place}")
    return "\n".join(rows)


def _dump_all(nodes: list[Node], indent: str) -> list[str]:
    return [row for node in nodes for row in _dump(node, indent)]


def _dump(node: Node, indent: str) -> list[str]:
    inner = indent + "  "
    match node:
        case str():
            return [indent + _quote(node)]
        case Element(tag, children, properties, line, column):
            facts = "".join(f" {key}={_quote(value)}" for key, value in (properties or {}).items())
            return [f"{indent}{tag}{_place(line, column)}{facts}", *_dump_all(children, inner)]
        case Tag(name, attributes, children, line, column):
            facts = "".join(map(_dump_attribute, attributes))
            return [f"{indent}<{name or ''}{facts}>{_place(line, column)}",
                    *_dump_all(children, inner)]  # fmt: skip
        case CodeBlock(text, language, meta, line, column):
            facts = (f" language={_quote(language)}" if language else "") + (
                f" meta={_quote(meta)}" if meta else ""
            )
            return [f"{indent}fence{_place(line, column)}{facts}", inner + _quote(text)]
        case Math(text, display, line, column):
            kind = "formula block" if display else "formula"
            return [f"{indent}{kind}{_place(line, column)} {_quote(text)}"]
        case Expression(source, line, column):
            return [f"{indent}{{}}{_place(line, column)} {_quote(source)}"]
        case ModuleCode(source, line, column):
            return [f"{indent}module{_place(line, column)} {_quote(source)}"]
        case FootnoteReference(label, line, column):
            return [f"{indent}[^{label}]{_place(line, column)}"]


def _dump_attribute(attribute: Attribute) -> str:
    match attribute.value:
        case None:
            return f" {attribute.name}"
        case Expression(source, line, column):
            return f" {attribute.name}={{{_quote(source)}{_place(line, column)}}}"
        case value:
            return f" {attribute.name}={_quote(str(value))}"


def _place(line: int, column: int) -> str:
    return f" @{line}:{column}" if line else ""


def _quote(value: str | int | bool) -> str:
    return json.dumps(value, ensure_ascii=False)

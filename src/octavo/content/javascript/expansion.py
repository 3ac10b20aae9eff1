"""Walks through a page, inserts its snippets, and evaluates code that needs no engine."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any, TypeVar

from octavo.content.javascript.inclusions import (
    Inclusion,
    is_plain,
    try_operand_source,
    write_function,
    write_operand,
)
from octavo.content.javascript.jsx import JsxMistake, write_property, write_type
from octavo.content.javascript.literals import (
    NOT_LITERAL,
    build_nodes,
    evaluate_literal,
    format_number,
)
from octavo.content.javascript.requests import Environment, Job
from octavo.content.javascript.snippets import MAX_CHAIN, File, Files, Load, Meaning, uses_names
from octavo.content.nodes import (
    Attribute,
    CodeBlock,
    Document,
    Element,
    Expression,
    ModuleCode,
    Node,
    Tag,
    Value,
)
from octavo.problems import Code, Location, Problem, Severity
from octavo.values import ByIdentity, Struct, replace

MAX_DEPTH = 120
"""The deepest nesting of tags after snippets are inserted; the parser allows 100 in a page."""

MAX_USES = 5_000
MAX_NODES = 200_000
"""The most snippets (or pieces of code) of a page, and the most nodes."""

_BARE_NAME = re.compile(r"\s*((?:[^\W\d]|\$)[\w$]*)\s*\Z")
_CHILDREN = re.compile(r"\s*(?:props\s*\.\s*)?children\s*\Z")
_IN_CODE = re.compile(r"\{\s*(?:props\.)?((?:[^\W\d]|\$)[\w$]*)\s*\}")
_HANDLER = re.compile(r"on[A-Za-z]+\Z", re.IGNORECASE)
_INLINE = frozenset("p h1 h2 h3 h4 h5 h6 strong em del a th td".split())

Kept = TypeVar("Kept")


class Pending(Struct, eq=False):
    """A placeholder in a page, as a node or an attribute value, for a pending job."""

    job: int


class Expansion:
    """The expansion of one page."""

    def __init__(self, document: Document, source: str, load: Load) -> None:
        self.problems = list(document.problems)
        self.files = Files(load, self.problems)
        self.footnotes: dict[str, list[Node]] = {}
        self.origins: ByIdentity[object, str] = ByIdentity()
        self.environments: list[Environment] = []
        self.markdown: list[list[Node]] = []
        """The children of components, for the marks in an engine's answers."""
        self._jobs: list[Job] = []
        self._request_count = 0
        self._document = document
        self._source = source
        self._reports: set[str] = set()
        self._uses = 0
        self._nodes = 0
        self._is_full = False

    @property
    def dependencies(self) -> tuple[str, ...]:
        """The sources of all files except the page."""
        return tuple(source for source in self.files.sources if source != self._source)

    def expand_page(self) -> list[Node]:
        """Return the nodes of the page."""
        file = self.files.add(self._source, self._document)
        inclusion = Inclusion(file, (self._source,), file.literals, is_page=True, environment=0)
        self.footnotes = {
            label: self.expand(nodes, inclusion, 1)
            for label, nodes in self._document.footnotes.items()
        }
        return self.expand(self._document.nodes, inclusion, 0)

    def take_new_jobs(self) -> dict[int, Job]:
        """Return the numbers and jobs that were not sent yet."""
        jobs = dict(enumerate(self._jobs[self._request_count :], self._request_count))
        self._request_count = len(self._jobs)
        return jobs

    def expand(
        self, nodes: Iterable[Node], inclusion: Inclusion, depth: int, *, inline: bool = False
    ) -> list[Node]:
        """Return nodes with all work done that needs no engine."""
        out: list[Any] = []
        if not self.has_room(inclusion.file, depth):
            return out
        for node in nodes:
            if isinstance(node, str):
                out.append(node)
            elif isinstance(node, Element):
                tag = node.tag
                children = self.expand(node.children, inclusion, depth + 1, inline=tag in _INLINE)
                copy = Element(tag, children, node.properties, node.line, node.column)
                out.append(self.keep(copy, inclusion.file))
            elif isinstance(node, Tag):
                out.extend(self._expand_tag(node, inclusion, depth, inline))
            elif isinstance(node, Expression):
                out.extend(self._expand_expression(node, inclusion))
            elif isinstance(node, CodeBlock):
                out.append(self._expand_code_block(node, inclusion))
            elif not isinstance(node, ModuleCode):
                out.append(self.keep(replace(node), inclusion.file))
        self._nodes += len(out)
        return out

    def has_room(self, file: File, depth: int = 0, more: int = 0) -> bool:
        """Tell whether the page may still grow; report the limit once."""
        self._nodes += more
        uses = max(self._uses, len(self._jobs))
        is_over = depth > MAX_DEPTH or self._nodes > MAX_NODES or uses > MAX_USES
        if is_over and not self._is_full:
            self._is_full = True
            self.tell(
                Code.SNIPPET_TOO_MUCH,
                "this page holds too many snippets and expressions, or they nest too deep;"
                " the rest is left out",
                Location(file.source),
                f"A page may use {MAX_USES:,} of them and nest {MAX_DEPTH} levels.",
            )
        return not is_over

    def keep(self, node: Kept, file: File) -> Kept:
        """Record the file of a node that comes from another file than the page."""
        if file.source != self._source:
            self.origins[node] = file.source
        return node

    def tell(
        self,
        code: Code,
        message: str,
        place: Location,
        hint: str = "",
        severity: Severity = Severity.ERROR,
    ) -> None:
        """Add a problem."""
        self.problems.append(Problem(code, message, place, severity, hint))

    # tags

    def _expand_tag(self, tag: Tag, inclusion: Inclusion, depth: int, inline: bool) -> list[Any]:
        name = tag.name or ""
        binding = inclusion.file.bindings.get(name.partition(".")[0])
        if binding is None:
            if name == "Snippet":
                return self._include(tag, inclusion, depth, inline)
            return [self._expand_plain_tag(tag, inclusion, depth)]
        if binding.meaning is Meaning.ABSENT:  # The import reports it.
            return self.expand(tag.children, inclusion, depth, inline=inline)
        if binding.file is not None and "." not in name:
            return self._use_snippet(binding.file, tag, inclusion, depth, inline)
        return [self._call_component(tag, inclusion, depth)]

    def _expand_plain_tag(self, tag: Tag, inclusion: Inclusion, depth: int) -> Tag:
        expanded = (self._expand_attribute(each, inclusion) for each in tag.attributes)
        attributes = [each for each in expanded if each is not None]
        children = self.expand(tag.children, inclusion, depth + 1, inline=tag.name in _INLINE)
        return self.keep(Tag(tag.name, attributes, children, tag.line, tag.column), inclusion.file)

    def _expand_attribute(self, attribute: Attribute, inclusion: Inclusion) -> Attribute | None:
        expression = attribute.value
        if not isinstance(expression, Expression) or _HANDLER.match(attribute.name):
            return attribute
        value: Any = self.evaluate(expression, inclusion)
        if value is not NOT_LITERAL:
            return Attribute(attribute.name, value if isinstance(value, str) else Value(value))
        if self._is_unbound_name(expression, inclusion):
            return attribute if inclusion.is_page else None
        value = self._ask(expression, inclusion, is_value=True)
        return attribute if value is None else Attribute(attribute.name, value)

    def _call_component(self, tag: Tag, inclusion: Inclusion, depth: int) -> Any:
        if not self.has_room(inclusion.file):
            return ""
        try:
            properties = [_write_property(each) for each in tag.attributes]
        except JsxMistake as mistake:
            place = Location(inclusion.file.source, tag.line, tag.column)
            message = f"<{tag.name}> cannot be read: {mistake.message}"
            self.tell(Code.JAVASCRIPT_SYNTAX, message, place)
            return build_error_mark(message)
        children = self._write_children(tag, inclusion, depth)
        code = f"$h({write_type(tag.name)},{{{','.join(properties)}}}{children})"
        return self._add_job(inclusion, code, f"<{tag.name}>", tag, name=tag.name or "")

    def _write_children(self, tag: Tag, inclusion: Inclusion, depth: int) -> str:
        """Return code for a component's children: text and code directly, Markdown as marks."""
        only = tag.children[0] if len(tag.children) == 1 else None
        if isinstance(only, str):
            return f",{json.dumps(only)}"
        code = try_operand_source(only.source) if isinstance(only, Expression) else None
        if code is not None:
            return f",{code}"
        if not tag.children:
            return ""
        return f",$markdown({self._keep_nodes(self.expand(tag.children, inclusion, depth + 1))})"

    def _keep_nodes(self, nodes: list[Node]) -> int:
        self.markdown.append(nodes)
        return len(self.markdown) - 1

    # snippets

    def _include(self, tag: Tag, inclusion: Inclusion, depth: int, inline: bool) -> list[Node]:
        place = Location(inclusion.file.source, tag.line, tag.column)
        name: Any = next((each.value for each in tag.attributes if each.name == "file"), None)
        if isinstance(name, Expression):
            name = self.evaluate(name, inclusion)
        if not isinstance(name, str) or not name.strip():
            message = "<Snippet> does not say which file it includes"
            hint = 'Write `<Snippet file="name.mdx" />`.'
            self.tell(Code.SNIPPET_MISSING, message, place, hint, Severity.WARNING)
            return []
        file = self.files.include(name, place)
        if file is None:
            return []
        attributes = [each for each in tag.attributes if each.name != "file"]
        snippet_tag = replace(tag, attributes=attributes)
        return self._use_snippet(file, snippet_tag, inclusion, depth, inline)

    def _use_snippet(
        self, file: File, tag: Tag, inclusion: Inclusion, depth: int, inline: bool
    ) -> list[Node]:
        inner = Inclusion(file, (*inclusion.chain, file.source))
        for attribute in tag.attributes:
            value = attribute.value
            if isinstance(value, Expression):
                literal = self.evaluate(value, inclusion)
                inner.give(attribute.name, literal, (inclusion, value.source))
            else:
                inner.give(attribute.name, True if value is None else value)
        if tag.children:
            inner.children = self.expand(tag.children, inclusion, depth + 1)
        return self.use(inner, depth, Location(inclusion.file.source, tag.line, tag.column), inline)

    def use(self, inclusion: Inclusion, depth: int, place: Location, inline: bool) -> list[Node]:
        """Return the nodes of a snippet with its properties."""
        file, document = inclusion.file, inclusion.file.document
        if document is None:
            return []
        if file.source in inclusion.chain[:-1]:
            self.files.report_cycle(inclusion.chain[inclusion.chain.index(file.source) :], place)
            return []
        self._uses += 1
        if len(inclusion.chain) > MAX_CHAIN + 1:
            depth = MAX_DEPTH + 1
        inclusion.build_scope()
        if file.source not in self._reports:
            self._reports.add(file.source)
            self.problems.extend(document.problems)
        for label, footnote in document.footnotes.items():
            if label not in self.footnotes:
                self.footnotes[label] = self.expand(footnote, inclusion, depth + 1)
        nodes = self.expand(document.nodes, inclusion, depth, inline=inline)
        return _unwrap_paragraphs(nodes) if inline else nodes

    def _expand_code_block(self, node: CodeBlock, inclusion: Inclusion) -> CodeBlock:
        def fill(match: re.Match[str]) -> str:
            value = inclusion.values.get(match[1])
            if isinstance(value, bool) or not isinstance(value, (str, int, float)):
                return match.group()
            return value if isinstance(value, str) else format_number(value)

        new = replace(node)
        if inclusion.values and "{" in node.text + node.meta:
            new.text, new.meta = _IN_CODE.sub(fill, node.text), _IN_CODE.sub(fill, node.meta)
        return self.keep(new, inclusion.file)

    # expressions

    def evaluate(self, expression: Expression, inclusion: Inclusion) -> Any:
        """Return the value of an expression that needs no engine, or NOT_LITERAL."""
        value = evaluate_literal(expression.source, inclusion.scope)
        if value is inclusion.scope.get("props") and isinstance(value, dict):
            is_known = NOT_LITERAL not in list(value.values())
            return value if is_known else NOT_LITERAL
        return NOT_LITERAL if uses_names(value, inclusion.file.bindings) else value

    def _expand_expression(self, node: Expression, inclusion: Inclusion) -> list[Any]:
        if inclusion.children and _CHILDREN.match(node.source):
            return (
                inclusion.children
                if self.has_room(inclusion.file, more=len(inclusion.children))
                else []
            )
        value = self.evaluate(node, inclusion)
        if value is not NOT_LITERAL:
            return build_nodes([value])
        if self._is_unbound_name(node, inclusion):
            # In a page it appears unchanged with a warning; in a snippet the property is missing.
            return [node] if inclusion.is_page else []
        is_heading_id = node.source.lstrip().startswith("#")
        pending = None if is_heading_id else self._ask(node, inclusion)
        return [self.keep(replace(node), inclusion.file) if pending is None else pending]

    def _is_unbound_name(self, expression: Expression, inclusion: Inclusion) -> bool:
        """Tell whether an expression is only a name without a value."""
        match = _BARE_NAME.match(expression.source)
        if match is None or match[1] in inclusion.file.bindings:
            return False
        if inclusion.is_page:
            return True
        return not (
            {match[1], "..."} & inclusion.code.keys() or match[1] in ("props", *inclusion.answers)
        )

    def _ask(
        self, node: Expression, inclusion: Inclusion, *, is_value: bool = False
    ) -> Pending | None:
        code = try_operand_source(node.source)
        if code is None or not self.has_room(inclusion.file):
            return None
        return self._add_job(inclusion, code, f"{{{node.source}}}", node, is_value=is_value)

    def _add_job(
        self,
        inclusion: Inclusion,
        code: str,
        label: str,
        node: Expression | Tag,
        *,
        is_value: bool = False,
        name: str = "",
    ) -> Pending:
        self._jobs.append(
            Job(
                inclusion.file,
                self._find_environment(inclusion),
                write_function(inclusion, code),
                label,
                node.line,
                node.column,
                is_text=not (name or is_value),
                is_value=is_value,
                name=name,
            )
        )
        return Pending(len(self._jobs) - 1)

    def _find_environment(self, inclusion: Inclusion) -> int:
        """Return the engine's number for the properties of an inclusion."""
        if inclusion.environment is not None:
            return inclusion.environment
        new = Environment(len(self.environments) + 1)
        self.environments.append(new)
        inclusion.environment = new.index
        code = dict(inclusion.code)
        for name, value in inclusion.values.items():
            if is_plain(value):
                new.plain[name] = value
            elif name in inclusion.sources:
                code[name] = inclusion.sources[name]
        for name, (outer, source) in code.items():
            function = write_function(outer, try_operand_source(source) or "void 0")
            new.code[name] = (outer.file, self._find_environment(outer), function)
        if inclusion.children:
            new.markdown["children"] = self._keep_nodes(inclusion.children)
        new.answers.update(inclusion.answers)
        return new.index


def build_error_mark(message: str) -> Tag:
    """Return the mark that replaces a failed part of a page."""
    return Tag("span", [Attribute("className", "render-error")], [message])


def _write_property(attribute: Attribute) -> str:
    value = attribute.value
    if not isinstance(value, Expression):
        return write_property(attribute.name, "true" if value is None else json.dumps(value))
    code = write_operand(value.source)
    return f"...{code}" if attribute.name == "..." else write_property(attribute.name, code)


def _unwrap_paragraphs(nodes: list[Node]) -> list[Node]:
    """Return the content of paragraphs, for a snippet in the middle of a line."""
    if all(isinstance(node, Element) and node.tag == "p" for node in nodes):
        return [child for node in nodes if isinstance(node, Element) for child in node.children]
    return nodes

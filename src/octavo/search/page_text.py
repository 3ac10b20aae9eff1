"""Reads the text of a page in sections: what stands below each of its headings.

Everything that readers can see counts: table cells, callouts, tabs and accordions, open or not,
alternative texts of pictures, titles of cards, code.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from octavo.content.attributes import read_text
from octavo.content.headings import Heading, read_property
from octavo.content.javascript.literals import evaluate_literal
from octavo.content.nodes import (
    Attribute,
    CodeBlock,
    Document,
    Element,
    Expression,
    Math,
    Node,
    Tag,
)
from octavo.values import ByIdentity

_LINE_END = "\0"
"""Between blocks: in the text of a paragraph the end of a line is a blank."""
_INLINE = frozenset(
    "a abbr b br cite code del em i kbd mark q s samp small span strong sub sup u var".split()
)
_PLAIN = frozenset("p li td th tr ul ol blockquote strong em del a".split())
"""Elements that only stand around what they hold."""
_NO_TEXT = frozenset({"script", "style", "svg", "iframe"})
_TEXT_PROPERTIES = frozenset(
    "title label description caption alt tip headline cta tag tooltip placeholder summary".split()
)
_NAME_PROPERTIES = frozenset("name path query body header cookie auth".split())
"""The properties that hold the name of a field."""
_FIELDS = frozenset({"ParamField", "Param", "ResponseField"})


class Section(NamedTuple):
    """A part of a page that a link can lead to; that before all headings has no id and no title."""

    id: str
    title: str
    text: str
    """What it says, lines apart, names and code in sentences included."""
    names: str = ""
    """The names of fields, and the code in its sentences."""
    code: str = ""
    """Its blocks of code."""


def read_sections(document: Document, headings: Sequence[Heading]) -> tuple[Section, ...]:
    """Return the sections of a page in order; `headings` are those of the document."""
    reader = _SectionReader(headings)
    reader.read(document.nodes)
    for footnote in document.footnotes.values():
        reader.read(footnote)
    return tuple(reader.finish())


class _SectionReader:
    """Collects sections while it walks over the nodes of a page."""

    def __init__(self, headings: Sequence[Heading]) -> None:
        self._headings: ByIdentity[object, Heading] = ByIdentity()
        for heading in headings:
            self._headings[heading.node] = heading
        self._sections: list[Section] = []
        self._begin("", "")

    def finish(self) -> list[Section]:
        """Return the sections; the first one only if it says something."""
        self._end()
        return self._sections

    def read(self, nodes: Iterable[Node]) -> None:
        """Read nodes, and those inside them."""
        text = self._text
        for node in nodes:
            kind = type(node)
            if kind is str:
                text.append(node)  # type: ignore[arg-type]
            elif kind is Element:
                tag, children = node.tag, node.children  # type: ignore[union-attr]
                only = children[0] if len(children) == 1 else None  # most hold one text
                if tag == "code" and type(only) is str:
                    text.append(only)
                    self._names.append(only)
                    continue
                if tag not in _PLAIN:
                    self._read_element(node)  # type: ignore[arg-type]
                    text = self._text  # a heading begins another section
                    continue
                if type(only) is str:
                    text.append(only)
                else:
                    self.read(children)
                    text = self._text
                if tag not in _INLINE:
                    text.append(_LINE_END)
            elif kind is Tag:
                self._read_tag(node)  # type: ignore[arg-type]
                text = self._text
            else:
                self._read_other(node)

    def _read_element(self, node: Element) -> None:
        tag = node.tag
        if tag == "code":
            children = node.children
            self._names += [child for child in children if type(child) is str]
            self.read(children)
            return
        if tag == "img":
            self._text.append(f" {(node.properties or {}).get('alt', '')} ")
            return
        if tag in _INLINE:
            self.read(node.children)
            if tag == "br":
                self._text.append(_LINE_END)
            return
        heading = self._headings.get(node) if tag[0] == "h" else None
        if heading is not None:
            self._end()
            self._begin(heading.id, heading.title)
            return
        self.read(node.children)
        self._text.append(_LINE_END)

    def _read_tag(self, node: Tag) -> None:
        name = node.name or ""
        if name in _NO_TEXT or (name == "Visibility" and read_property(node, "for") == "agents"):
            return
        heading = self._headings.get(node)
        if heading is not None:
            self._end()
            self._begin(heading.id, heading.title)
            if name[0] == "h":
                return
        for attribute in node.attributes:
            self._read_property(attribute, is_field=name in _FIELDS)
        if name == "code":
            self._names += [child for child in node.children if type(child) is str]
        self.read(node.children)
        if name not in _INLINE:
            self._text.append(_LINE_END)

    def _read_property(self, attribute: Attribute, *, is_field: bool) -> None:
        name = attribute.name
        is_name = is_field and name in _NAME_PROPERTIES
        if not is_name and name not in _TEXT_PROPERTIES:
            return
        value = read_text(attribute)
        if value:
            self._text += (value, _LINE_END)
            if is_name:
                self._names.append(value)

    def _read_other(self, node: Node) -> None:
        if type(node) is CodeBlock:
            self._code.append(node.text)
            if node.meta:
                self._text += (node.meta, _LINE_END)
        elif type(node) is Math:
            self._text.append(node.text)
        elif type(node) is Expression:
            value = evaluate_literal(node.source)
            if isinstance(value, str):
                self._text.append(value)

    def _begin(self, id_: str, title: str) -> None:
        self._id, self._title = id_, title
        self._text: list[str] = []
        self._names: list[str] = []
        self._code: list[str] = []

    def _end(self) -> None:
        text = "".join(self._text)
        if "\n" in text or "  " in text:
            lines = [" ".join(line.split()) for line in text.split(_LINE_END)]
        else:
            lines = [line.strip() for line in text.split(_LINE_END)]
        text = "\n".join([line for line in lines if line])
        if text or self._id or self._code:
            names, code = " ".join(self._names), "\n".join(self._code)
            self._sections.append(Section(self._id, self._title, text, names, code))

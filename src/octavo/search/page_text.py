"""Splits the text of a page into sections, one for each heading.

It includes everything that readers can see: table cells, callouts, tabs and accordions, open or
not, alternative texts of pictures, titles of cards, code.
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
"""Separates blocks, because the line ends of a paragraph become spaces."""
_INLINE = frozenset(
    "a abbr b br cite code del em i kbd mark q s samp small span strong sub sup u var".split()
)
_NO_TEXT = frozenset({"script", "style", "svg", "iframe"})
_TEXT_PROPERTIES = frozenset(
    "title label description caption hint alt tip headline cta tag tooltip placeholder summary "
    "filename".split()
)
_NAME_PROPERTIES = frozenset("name path query body header cookie auth".split())
"""The properties with the name of a field."""
_FIELDS = frozenset({"ParamField", "Param", "ResponseField"})


class Section(NamedTuple):
    """A linkable part of a page; the one before all headings has no id and no title."""

    id: str
    title: str
    text: str
    """Its text in lines, including names and inline code."""
    names: str = ""
    """The names of fields, and the inline code."""
    code: str = ""
    """Its code blocks."""


def read_sections(document: Document, headings: Sequence[Heading]) -> tuple[Section, ...]:
    """Return the sections of a page in order; `headings` are those of the document."""
    reader = _SectionReader(headings)
    reader.read(document.nodes)
    for footnote in document.footnotes.values():
        reader.read(footnote)
    return tuple(reader.finish())


class _SectionReader:
    """Collects sections during a walk through the nodes of a page."""

    def __init__(self, headings: Sequence[Heading]) -> None:
        self._headings: ByIdentity[object, Heading] = ByIdentity()
        for heading in headings:
            self._headings[heading.node] = heading
        self._sections: list[Section] = []
        self._begin("", "")

    def finish(self) -> list[Section]:
        """Return the sections; the first one only if it has text."""
        self._end()
        return self._sections

    def read(self, nodes: Iterable[Node]) -> None:
        """Read nodes, including nested ones."""
        for node in nodes:
            if type(node) is str:  # Every second node is text.
                self._text.append(node)
                continue
            match node:
                case Element():
                    self._read_element(node)
                case Tag():
                    self._read_tag(node)
                case CodeBlock():
                    self._code.append(node.text)
                    if node.meta:
                        self._text += (node.meta, _LINE_END)
                case Math():
                    self._text.append(node.text)
                case Expression():
                    value = evaluate_literal(node.source)
                    if isinstance(value, str):
                        self._text.append(value)

    def _read_element(self, node: Element) -> None:
        tag = node.tag
        if tag == "img":
            self._text.append(f" {(node.properties or {}).get('alt', '')} ")
            return
        if tag[0] == "h" and self._begin_at(node):
            return
        if tag == "code":
            self._read_names(node)
        children = node.children
        if len(children) == 1 and type(children[0]) is str:  # Most nodes contain one text.
            self._text.append(children[0])
        else:
            self.read(children)
        if tag not in _INLINE or tag == "br":
            self._text.append(_LINE_END)

    def _read_tag(self, node: Tag) -> None:
        name = node.name or ""
        if name in _NO_TEXT or (name == "Visibility" and read_property(node, "for") == "agents"):
            return
        if self._begin_at(node) and name[0] == "h":
            return
        for attribute in node.attributes:
            self._read_property(attribute, is_field=name in _FIELDS)
        if name == "code":
            self._read_names(node)
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

    def _read_names(self, code: Element | Tag) -> None:
        self._names += [child for child in code.children if type(child) is str]

    def _begin_at(self, node: Element | Tag) -> bool:
        """Begin another section if a node is a heading, and tell whether it is."""
        heading = self._headings.get(node)
        if heading is None:
            return False
        self._end()
        self._begin(heading.id, heading.title)
        return True

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

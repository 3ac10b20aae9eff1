"""HTML as a tree, for tests that ask what a page says and not how it is written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())


@dataclass(eq=False)
class Element:
    """An element with its attributes and what it holds."""

    tag: str
    attributes: dict[str, str | None] = field(default_factory=dict)
    children: list[Element | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All text inside, with single blanks."""
        return " ".join("".join(self._texts()).split())

    @property
    def classes(self) -> list[str]:
        return (self.attributes.get("class") or "").split()

    def find(
        self, tag: str | None = None, *, class_: str | None = None, id_: str | None = None
    ) -> list[Element]:
        """Return the elements inside of a kind, in order."""
        return [
            element
            for element in self._elements()
            if (tag is None or element.tag == tag)
            and (class_ is None or class_ in element.classes)
            and (id_ is None or element.attributes.get("id") == id_)
        ]

    def one(
        self, tag: str | None = None, *, class_: str | None = None, id_: str | None = None
    ) -> Element:
        """Return the only element of a kind."""
        found = self.find(tag, class_=class_, id_=id_)
        assert len(found) == 1, f"{len(found)} of {tag} {class_} {id_}"
        return found[0]

    def texts(self, tag: str | None = None, *, class_: str | None = None) -> list[str]:
        """Return the texts of the elements of a kind."""
        return [element.text for element in self.find(tag, class_=class_)]

    def _elements(self) -> Iterator[Element]:
        for child in self.children:
            if isinstance(child, Element):
                yield child
                yield from child._elements()

    def _texts(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            else:
                yield from child._texts()
                yield " " if child.tag in {"p", "div", "li", "h2", "h3", "dt", "dd"} else ""


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = Element("")
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, dict(attrs))
        self._open[-1].children.append(element)
        if tag not in _VOID:
            self._open.append(element)

    def handle_endtag(self, tag: str) -> None:
        if tag not in _VOID:
            assert self._open[-1].tag == tag, f"</{tag}> ends <{self._open[-1].tag}>"
            self._open.pop()

    def handle_data(self, data: str) -> None:
        self._open[-1].children.append(data)


def parse_html(html: str) -> Element:
    """Return the tree of some HTML; tags that do not fit together fail the test."""
    parser = _Parser()
    parser.feed(html)
    parser.close()
    assert len(parser._open) == 1, f"<{parser._open[-1].tag}> is not closed"
    return parser.root

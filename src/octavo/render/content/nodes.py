"""Turns the nodes of a document into HTML strings.

Text, and elements without attributes, are most of every page, so they come first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any
from urllib.parse import unquote

from octavo.content.headings import Heading, build_slug, strip_custom_id, strip_to_letters
from octavo.content.javascript.literals import build_nodes
from octavo.content.mdx.tags import VOID_ELEMENTS
from octavo.content.nodes import (
    CodeBlock,
    Document,
    Element,
    Expression,
    FootnoteReference,
    Math,
    Node,
    Tag,
    find_name,
)
from octavo.problems import Code, Location, Problem, Severity, note_line
from octavo.render.basis.html import escape_attribute, escape_text, render_heading_link
from octavo.render.basis.policy import IMAGES, MEDIA, list_origins
from octavo.render.basis.wording import ENGLISH, Wording
from octavo.render.content.attributes import render_attributes
from octavo.render.content.components import COMPONENTS
from octavo.render.content.components.code import render_code_block
from octavo.render.content.components.containers.updates import Update
from octavo.render.content.components.properties import ComponentTag
from octavo.render.content.diagrams import render_figure
from octavo.render.content.math import render_formula
from octavo.render.content.tags import evaluate, read_properties, write_tag
from octavo.site.fragments import FragmentLink
from octavo.site.links import LinkResolver, explain_missing_file, explain_unsafe_link
from octavo.site.urls import resolve_path, split_fragment
from octavo.values import ByIdentity, replace

_SIMPLE = {
    tag: (f"<{tag}>", f"</{tag}>")
    for tag in "p strong em del code blockquote thead tbody tr td ul ol li".split()
}
"""The start and the end of elements without properties."""

_INLINE = frozenset(
    "a abbr b br cite code em i kbd mark q s small span strong sub sup u var".split()
)
"""Inline elements."""

# Browsers end a paragraph at a block, so a paragraph with blocks uses another element.
_PARAGRAPH_OF_BLOCKS = ('<div class="paragraph">', "</div>")


def _holds_block(paragraph: Element) -> bool:
    for child in paragraph.children:
        if type(child) is Tag and child.name in COMPONENTS and not COMPONENTS[child.name].is_inline:
            return True
    return False


def _is_inline(node: Node) -> bool:
    """Tell whether a node is inline."""
    match node:
        case str() | FootnoteReference():
            return True
        case Element():
            return node.tag in _INLINE or node.tag == "del"
        case Tag():
            component = COMPONENTS.get(node.name or "")
            return component.is_inline if component else node.name in _INLINE
        case Math():
            return not node.display
        case _:
            return False


class ContentRenderer:
    """Renders the document of one page, and collects `problems`."""

    def __init__(
        self,
        source: str,
        document: Document,
        headings: Sequence[Heading],
        links: LinkResolver,
        image_size: Callable[[str], tuple[int, int] | None] | None = None,
        expanded: str = "none",
        say: Wording = ENGLISH,
    ) -> None:
        self.source = source
        self.say = say
        self.document = document
        self.links = links
        self.image_size = image_size
        # The parts of parameters that are open at first.
        self.expanded = expanded
        self.problems: list[Problem] = []
        # The needs of the page besides its HTML: scripts and style sheets of the theme by name, and
        # other files by output path.
        self.scripts: set[str] = set()
        self.sheets: set[str] = set()
        self.files: dict[str, bytes] = {}
        # The needs for its policy, by directive.
        self.needs: dict[str, set[str]] = {}
        # The author's class names, and rules from style attributes, by class.
        self.classes: set[str] = set()
        self.rules: dict[str, str] = {}
        # The updates for feeds, if the address of the site is known.
        self.updates: list[Update] = []
        self.out: list[str] = []
        # The content of the right column, planned when the first part is found.
        self.aside = ""
        self.aside_parts: dict[str, str] = {}
        self.column: list[Tag] | None = None
        # The state of components: the ids of the accordions around, the numbers of parameters and
        # links around, the views of the page, and the reported unknown names.
        self.accordions: list[str] = []
        self.parameters_around = 0
        self._links_around = 0
        self.views: dict[str, Tag] = {}
        self.unknown_names: set[str] = set()
        self._headings = headings
        self._headings_by_node: ByIdentity[Element | Tag, Heading] = ByIdentity()
        self._ids = dict.fromkeys((heading.id for heading in headings), 1)
        for heading in headings:
            self._headings_by_node[heading.node] = heading
            self._ids.update(dict.fromkeys(heading.other_ids, 1))
        self.fragments: list[FragmentLink] = []
        self._missing_links: dict[str, Problem] = {}
        self._footnotes: dict[str, int] = {}
        self._footnote_marks: dict[str, int] = {}

    def render(self) -> str:
        """Return the HTML of the whole document."""
        self.write(self.document.nodes)
        self._write_footnotes()
        return "".join(self.out)

    def render_nodes(self, nodes: Sequence[Node]) -> str:
        """Return the HTML of some nodes."""
        if len(nodes) == 1 and type(nodes[0]) is str:
            return escape_text(nodes[0])
        outer, self.out = self.out, []
        self.write(nodes)
        inner, self.out = self.out, outer
        return "".join(inner)

    def render_body(self, nodes: list[Node]) -> str:
        """Return the content of a component; a single line of text gets a paragraph."""
        # This is inline code and no function, because components are nested.
        outer, self.out = self.out, []
        self.write(nodes)
        html, self.out = "".join(self.out), outer
        return f"<p>{html}</p>" if nodes and all(map(_is_inline, nodes)) else html

    def render_in_link(self, nodes: Sequence[Node]) -> str:
        """Return the HTML of the content of a link."""
        self._links_around += 1
        html = self.render_nodes(nodes)
        self._links_around -= 1
        return html

    def render_title(self, tag: ComponentTag, name: str = "title") -> str:
        """Return the HTML of a title: text with inline Markdown, or the content of braces."""
        return "".join(map(self.render_nodes, tag.read_parts(name)))

    def render_caption(self, tag: ComponentTag, name: str) -> str:
        """Return the HTML of a caption: like a title, but with links."""
        return "".join(map(self.render_nodes, tag.read_parts(name, links=True)))

    def write(self, nodes: Iterable[Node]) -> None:
        """Write nodes to the output."""
        append = self.out.append
        node: Node = ""
        try:
            for node in nodes:
                if type(node) is str:  # Every second node is text.
                    append(escape_text(node))
                    continue
                match node:
                    case Element():
                        simple = None if node.properties else _SIMPLE.get(node.tag)
                        if simple is None:
                            self._write_element(node)
                            continue
                        children = node.children
                        if len(children) == 1 and type(children[0]) is str:
                            append(f"{simple[0]}{escape_text(children[0])}{simple[1]}")
                            continue
                        if node.tag == "p" and _holds_block(node):
                            simple = _PARAGRAPH_OF_BLOCKS
                        append(simple[0])
                        self.write(children)
                        append(simple[1])
                    case Tag():
                        write_tag(self, node)
                    case CodeBlock(language="mermaid"):
                        append(render_figure(self, node))
                    case CodeBlock():
                        append(render_code_block(self, node))
                    case Math():
                        append(render_formula(self, node))
                    case Expression():
                        self.write(build_nodes([evaluate(self, node)]))
                    case FootnoteReference():
                        append(self._render_footnote_reference(node))
        except BaseException as error:
            note_line(error, getattr(node, "line", 0))
            raise

    def read_tag(self, node: Tag) -> ComponentTag:
        """Return a component with its properties as values."""
        return ComponentTag(node, read_properties(self, node))

    def find_heading_id(self, node: Element | Tag) -> str:
        """Return the id of a heading, or of a component with one."""
        heading = self._headings_by_node.get(node)
        return heading.id if heading else ""

    def find_heading_title(self, node: Element | Tag) -> str:
        """Return the title of a heading, or of a component with one, as plain text."""
        heading = self._headings_by_node.get(node)
        return heading.title if heading else ""

    def render_heading_marks(self, node: Element | Tag) -> str:
        """Return empty elements with the other ids of a heading."""
        heading = self._headings_by_node.get(node)
        others = heading.other_ids if heading else ()
        return "".join(f'<span id="{escape_attribute(each)}"></span>' for each in others)

    def build_unique_id(self, name: str, second: int = 2) -> str:
        """Return a unique id on the page; the second of a name ends in -2."""
        candidate = name
        while candidate in self._ids:
            number = self._ids[name] = self._ids[name] + 1
            candidate = f"{name}-{number - 2 + second}"
        self._ids[candidate] = 1
        return candidate

    @property
    def used_ids(self) -> frozenset[str]:
        """The ids on the page so far."""
        return frozenset(self._ids)

    def need(self, directive: str, *sources: str) -> None:
        """Record a need for the policy of the page."""
        self.needs.setdefault(directive, set()).update(sources)

    def locate(self, node: Any) -> Location:
        """Return the place of a node in its source."""
        source = self.document.origins.get(node) or self.source
        return Location(source, node.line, node.column)

    def warn(self, code: Code, message: str, node: Any, hint: str = "") -> None:
        """Add a warning about a node."""
        self.problems.append(Problem(code, message, self.locate(node), Severity.WARNING, hint))

    # Markdown

    def _write_element(self, node: Element) -> None:
        """Write a Markdown element with attributes or special content."""
        properties = node.properties or {}
        match node.tag:
            case "a":
                href = self.resolve_link(str(properties.get("href", "")), node)
                attributes = render_attributes({**properties, "href": href})
                self.out.append(f"<a{attributes}>{self.render_in_link(node.children)}</a>")
            case "th" | "td" as tag:
                align = properties.get("align")
                # An empty corner is no heading, because screen readers would announce it for each
                # row.
                tag = tag if any(node.children) else "td"
                self.out.append(f'<{tag} class="align-{align}">' if align else f"<{tag}>")
                self.write(node.children)
                self.out.append(f"</{tag}>")
            case "h1" | "h2" | "h3" | "h4" | "h5" | "h6" as tag:
                self.write_heading(tag, node, {})
            case "li":
                self._write_item(node)
            case "img":
                self.write_image({**properties}, node)
            case "table":
                self.write_table(node, {})
            case tag:
                self.out.append(f"<{tag}{render_attributes(properties)}>")
                if tag not in VOID_ELEMENTS:
                    self.write(node.children)
                    self.out.append(f"</{tag}>")

    def write_heading(self, tag: str, node: Element | Tag, properties: Mapping[str, Any]) -> None:
        """Write a heading with its id and a link to itself."""
        heading = self._headings_by_node.get(node)
        id_, words = (escape_attribute(heading.id), heading.title) if heading else ("", "")
        attributes = render_attributes({k: v for k, v in properties.items() if k != "id"})
        marks = self.render_heading_marks(node) + self.render_heading_link(id_, words)
        self.out.append(f'<{tag} id="{id_}"{attributes}>{marks}')
        self.write(strip_custom_id(node))
        self.out.append(f"</{tag}>")

    def render_heading_link(self, id_: str, words: str) -> str:
        """Return the mark next to a heading; none in a link, because links can't be nested."""
        return "" if self._links_around else render_heading_link(id_, words, self.say)

    def write_image(self, properties: dict[str, Any], node: Any) -> None:
        """Write a picture in its own size, loaded lazily, which readers can enlarge."""
        address = properties.pop("src", None)
        size = None
        if isinstance(address, str):
            if self.image_size:
                size = self.image_size(resolve_path(split_fragment(address)[0], self.source))
            address = self.resolve_file(address, node)
        stays = (properties.pop("noZoom", False), properties.pop("nozoom", False))
        # A picture with an empty `alt` is decoration, and no button.
        zooms = not any(stays) and properties.get("alt") != ""
        if zooms:
            self.scripts.add("components/zoom.js")
        if size and not properties.keys() & {"width", "height"}:
            properties["width"], properties["height"] = size
        self.out.append(
            f"<img{render_attributes({'src': address, 'loading': 'lazy', **properties})}"
            f"{' data-zoom' if zooms else ''}>"
        )

    def write_table(self, node: Element | Tag, properties: Mapping[str, Any]) -> None:
        """Write a table in a frame that scrolls sideways."""
        self.out.append(
            f'<div class="table-wrap" tabindex="0" role="group" aria-label="{self.say("Table")}">'
            f"<table{render_attributes(properties)}>"
        )
        self.write(node.children)
        self.out.append("</table></div>")

    def _write_item(self, node: Element) -> None:
        """Write an item; the text of a task is the label of its check box."""
        nodes = node.children
        first = nodes[0] if nodes else None
        paragraph = first if type(first) is Element and first.tag == "p" else None
        line = paragraph.children if paragraph else nodes
        if line and type(line[0]) is Element and line[0].tag == "input":
            belong = [_is_inline(each) or find_name(each) == "img" for each in line[1:]]
            end = (belong.index(False) if False in belong else len(belong)) + 1
            labelled: list[Node] = [Element("label", line[:end]), *line[end:]]
            nodes = [Element("p", labelled), *nodes[1:]] if paragraph else labelled
        self.out.append(f"<li{render_attributes(node.properties or {})}>")
        self.write(nodes)
        self.out.append("</li>")

    # footnotes

    def _render_footnote_reference(self, node: FootnoteReference) -> str:
        """Return the mark of a footnote; its number comes from its first mark."""
        label = node.label
        number = self._footnotes.setdefault(label, len(self._footnotes) + 1)
        mark = self._footnote_marks[label] = self._footnote_marks.get(label, 0) + 1
        suffix = f"-{mark}" if mark > 1 else ""
        return (
            f'<sup><a class="footnote-mark" id="footnote-mark-{number}{suffix}" '
            f'href="#footnote-{number}" aria-describedby="footnotes">{number}</a></sup>'
        )

    def _write_footnotes(self) -> None:
        if not self._footnotes:
            return
        self.out.append(
            '<section class="footnotes">'
            f'<h2 id="footnotes" class="visually-hidden">{self.say("Footnotes")}</h2><ol>'
        )
        count = 0
        while count < len(self._footnotes):  # A footnote may mention further ones.
            label = list(self._footnotes)[count]
            count += 1
            self.out.append(f'<li id="footnote-{count}">')
            self.write(self.document.footnotes.get(label, []))
            self.out.append(
                f'<a class="footnote-back" href="#footnote-mark-{count}" '
                f'aria-label="{self.say("Back to the text")}">↩</a></li>'
            )
        self.out.append("</ol></section>")

    # addresses

    def resolve_link(self, address: str, node: Any) -> str | None:
        """Return the link for an address on a page."""
        target = self.links.resolve(address, self.source)
        if target is None:
            self.problems.append(explain_unsafe_link(address, self.locate(node)))
            return None
        if not target.is_found:
            self._report_missing_link(address, self.locate(node))
        elif "#" in address and not target.external:
            return self._note_fragment(target.href, self.locate(node))
        return target.href

    def _note_fragment(self, href: str, place: Location) -> str:
        """Record that a link leads to a place in a page; return it with the resolved id."""
        page, _, fragment = href.partition("#")
        if not page:
            fragment = self._find_own_id(unquote(fragment)) or fragment
        where = (place.source, place.line, place.column)
        self.fragments.append(FragmentLink(page.partition("?")[0], fragment, *where))
        return f"{page}#{fragment}"

    def _find_own_id(self, name: str) -> str | None:
        """Return the id of the heading for one of its other ids."""
        id_ = self._ids_by_form.get(name)
        if id_ or build_slug(name) == name:  # It may also be the id of a later component.
            return id_
        return self._ids_by_letters.get(strip_to_letters(name))

    @cached_property
    def _ids_by_form(self) -> dict[str, str]:
        """The ids of headings by their other ids."""
        headings = self._headings
        others = {form: heading.id for heading in headings for form in heading.other_ids}
        return {**others, **{heading.id: heading.id for heading in headings}}

    @cached_property
    def _ids_by_letters(self) -> dict[str, str]:
        """The ids of headings by the letters that all forms of them share."""
        ids: dict[str, str] = {}
        for heading in self._headings:
            for form in (heading.title, heading.id):
                ids.setdefault(strip_to_letters(form), heading.id)
        return {letters: id_ for letters, id_ in ids.items() if letters}

    def _report_missing_link(self, address: str, place: Location) -> None:
        problem = self._missing_links.get(address)
        if problem is None or problem.location.source != place.source:
            # The search for a similar page is slow, so it happens once.
            problem = self._missing_links[address] = self.links.explain_missing_page(address, place)
        self.problems.append(replace(problem, location=place))

    def resolve_file(self, address: str, node: Any, code: Code = Code.IMAGE_MISSING) -> str | None:
        """Return the link for a file on a page; `code` is the problem of a missing one."""
        if address.startswith("data:image/"):
            return address
        target = self.links.resolve(address, self.source)
        if target is None:
            self.problems.append(explain_unsafe_link(address, self.locate(node)))
            return None
        if not target.is_found:
            self.problems.append(explain_missing_file(address, self.locate(node), code))
        if target.href.startswith("http:"):  # All pages may show encrypted content.
            self.need(IMAGES, *list_origins(target.href))
            self.need(MEDIA, *list_origins(target.href))
        return target.href

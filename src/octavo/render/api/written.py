"""Reads endpoints that a page describes by hand: its ParamFields and their order.

Fields are arranged like those of generated pages. Fields below a heading of the author form a
section with this heading; others get sections by their location in a request.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from octavo.content.attributes import read_properties
from octavo.content.headings import HEADING_LEVELS
from octavo.content.nodes import Document, Element, Node, Tag
from octavo.openapi.model import Given, SchemeUse, SecurityAlternative, SecurityScheme
from octavo.openapi.request.endpoint import EndpointField
from octavo.render.basis.wording import ENGLISH, Wording
from octavo.render.content.components.properties import ComponentTag
from octavo.render.content.components.reference.fields import (
    find_field_place,
    find_parameter_location,
    is_parameter,
)
from octavo.settings.models.api import Api
from octavo.site.model import Page
from octavo.values import replace

PLACE = '<section class="api-place"></section>'
"""Marks the place of the section about credentials."""

_TITLES = {
    "path": "Path Parameters",
    "query": "Query Parameters",
    "header": "Headers",
    "auth": "Headers",
    "cookie": "Cookies",
    "body": "Body",
}
"""The titles in the order of generated pages."""
_LOWEST = 4
_EXAMPLES = ("initialValue", "placeholder", "default")


def read_endpoint_fields(nodes: Iterable[Node]) -> tuple[EndpointField, ...]:
    """Return the fields of a page, with nested fields."""
    return tuple(
        _read_field(ComponentTag(tag, read_properties(tag))) for tag in _find_fields(nodes)
    )


def read_security(api: Api, auth_method: str | None) -> tuple[SecurityAlternative, ...]:
    """Return the credentials in the settings of site and page."""
    method = auth_method or api.auth.method
    scheme = None
    if method in {"bearer", "basic"}:
        scheme = SecurityScheme(method, "http", scheme=method)
    elif method == "key":
        name = api.auth.name or "Key"
        scheme = SecurityScheme(method, "apiKey", name=name, location="header")
    return ((SchemeUse(scheme),),) if scheme else ()


def _read_field(tag: ComponentTag) -> EndpointField:
    values = tag.values
    location, name = find_field_place(tag)
    is_whole = location == "body" and not tag.read_string("body")
    examples = (values[key] for key in _EXAMPLES if values.get(key) is not None)
    example = next(examples, None)
    enum = values.get("enum")
    return EndpointField(
        location,
        "" if is_whole else name,
        tag.read_string("type") or None,
        required=tag.read_flag("required"),
        example=None if example is None else Given(example),
        inner=read_endpoint_fields(tag.children),
        allowed=tuple(enum) if isinstance(enum, list) else (),
    )


def _find_fields(nodes: Iterable[Node]) -> Iterator[Tag]:
    """Yield the fields in nodes and their containers, without nested fields."""
    for node in nodes:
        if isinstance(node, Tag) and is_parameter(node):
            yield node
        elif isinstance(node, Tag | Element):
            yield from _find_fields(node.children)


# what a page lists, in sections


def arrange_page(page: Page, document: Document, say: Wording = ENGLISH) -> Document:
    """Return the nodes of a page, arranged if it describes an endpoint."""
    if page.endpoint is None or page.binding is not None:
        return document
    return replace(document, nodes=_arrange(document.nodes, say))


def _arrange(nodes: Sequence[Node], say: Wording) -> list[Node]:
    """Return nodes with fields in sections, and with the place for credentials."""
    arranged: list[Node] = []
    titled: set[str] = set()
    place: int | None = None
    for run in _split_runs(nodes):
        if not isinstance(run, list):
            arranged.append(run)
            continue
        heading = arranged.pop() if arranged and _read_level(arranged[-1]) else None
        place = len(arranged) if place is None else place
        if heading is not None:
            arranged.append(_build_section([heading, *_divide_fields(heading, run, say)]))
        else:
            arranged.extend(_build_sections(run, "h2", titled, say))
    if place is None:
        place = next((at for at, node in enumerate(arranged) if _read_level(node)), len(arranged))
    arranged.insert(place, Element("section", [], {"class": "api-place"}))
    return arranged


def _split_runs(nodes: Iterable[Node]) -> Iterator[Node | list[Tag]]:
    """Yield nodes, and lists of consecutive fields."""
    run: list[Tag] = []
    for node in nodes:
        if isinstance(node, Tag) and is_parameter(node):
            run.append(node)
        elif not (run and isinstance(node, str) and not node.strip()):
            if run:
                yield run
                run = []
            yield node
    if run:
        yield run


def _divide_fields(heading: Node, run: list[Tag], say: Wording) -> list[Node]:
    """Return the fields of an author's section, divided by their location."""
    titles = {_TITLES[find_parameter_location(field)] for field in run}
    if len(titles) < 2:
        return [*run]
    return [*_build_sections(run, f"h{min(_read_level(heading) + 1, _LOWEST)}", set(), say)]


def _build_sections(run: list[Tag], tag: str, titled: set[str], say: Wording) -> Iterator[Node]:
    """Yield a section for each location in a request; a page has each title once."""
    for title in dict.fromkeys(_TITLES.values()):
        fields = [field for field in run if _TITLES[find_parameter_location(field)] == title]
        if fields:
            heading = [] if title in titled else [Element(tag, [say(title)])]
            titled.add(title)
            yield _build_section([*heading, *fields])


def _build_section(children: list[Node]) -> Element:
    return Element("section", children, {"class": "api-section", "data-side": "request"})


def _read_level(node: Node) -> int:
    if isinstance(node, Element):
        return HEADING_LEVELS.get(node.tag, 0)
    return HEADING_LEVELS.get(node.name or "", 0) if isinstance(node, Tag) else 0

"""What reads API documents, and makes something of them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from octavo import values
from octavo.builder.served.proxy_manifest import build_manifest
from octavo.mock.api import MockApi
from octavo.mock.messages import MockRequest
from octavo.openapi.bundle.bundler import TooLargeError, bundle_document
from octavo.openapi.bundle.part import PartCutter
from octavo.openapi.bundle.visible import leave_out
from octavo.openapi.document.document import ApiDocument
from octavo.openapi.document.read_tree import read_document
from octavo.openapi.examples.examples import choose_value, list_examples
from octavo.openapi.model import OperationKey, Side
from octavo.openapi.operation.listing import list_operations, read_tags
from octavo.openapi.operation.operation import read_operation
from octavo.openapi.page_plan import plan_groups, plan_pages
from octavo.openapi.request.request import describe_request
from octavo.openapi.request.sample_values import build_initial_values
from octavo.openapi.rules.check import check_document
from octavo.openapi.schema.reader import SchemaReader
from octavo.openapi.validity.validity import Validity
from octavo.render.listings.downloads import Downloads
from octavo.site.api.hidden import HiddenOperations
from octavo.site.links import LinkResolver
from tests.growth.documents import Json, list_documents, list_products, write_swagger
from tests.growth.shapes import Entry, Shape
from tests.openapi.api_documents import read_everything
from tests.render.api.test_api_page import Pages


class Text(str):
    """A text whose comparisons are steps: to look through a list of texts takes no lines else."""

    __slots__ = ()
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        return str.__eq__(self, other)


def count_comparisons(value: Any) -> Any:
    """Return a value whose texts count how often they are compared."""
    if isinstance(value, dict):
        return {Text(key): count_comparisons(each) for key, each in value.items()}
    if isinstance(value, list):
        return [count_comparisons(each) for each in value]
    return Text(value) if isinstance(value, str) else value


def _read(tree: Json) -> ApiDocument:
    document, findings = read_document("a.json", "a", tree, lambda _source: None)
    assert document is not None, findings
    return document


def _read_operations(tree: Json) -> object:
    document = _read(tree)
    operations = [read_operation(document, entry) for entry in list_operations(document)]
    return operations, read_tags(document), document.sort_findings()


def _plan(tree: Json) -> object:
    return plan_groups(plan_pages(_read(tree), "a"))


def _build_examples(tree: Json) -> object:
    document = _read(tree)
    reader = SchemaReader(document)
    for entry in list_operations(document):
        operation = read_operation(document, entry)
        described = describe_request(operation, reader)
        build_initial_values(operation, reader, described, show_optional=True)
        answers = [each.contents for each in operation.responses]
        for media in (*(operation.body.contents if operation.body else ()), *sum(answers, ())):
            list_examples(reader, media, Side.RESPONSE)
            choose_value(reader, media, Side.REQUEST)
    return None


def _compare_values(tree: Json) -> object:
    document = _read(tree)
    reader = SchemaReader(document)
    validity = Validity(reader, Side.REQUEST, checks_formats=True)
    for operation in (read_operation(document, entry) for entry in list_operations(document)):
        for media in operation.body.contents if operation.body else ():
            value = choose_value(reader, media, Side.REQUEST)
            for node in filter(None, (media.schema,)):
                validity.find_mistakes(node, value.value if value else None)
                validity.find_mistakes(node, [1, "a", {"same": 1}])
    return None


def _bundle(tree: Json) -> object:
    with contextlib.suppress(TooLargeError):
        return bundle_document(_read(tree))
    return None


def _cut_parts(tree: Json) -> object:
    cutter = PartCutter(tree)
    items = ((path, item) for path, item in tree["paths"].items() if isinstance(item, dict))
    return [cutter.cut(OperationKey(key.upper(), path)) for path, item in items for key in item]


def _leave_out(tree: Json) -> object:
    return leave_out(tree, list_operations(_read(tree))[::2], is_cleaned=True)


def _list_downloads(tree: Json) -> object:
    pages = Pages(tree, source="a.json", downloads="operations")
    site = values.replace(pages.site, api_documents=(pages.document,))
    downloads = Downloads(site, LinkResolver(site))
    hidden = HiddenOperations(site)
    return (
        [downloads.render_links(page) for page in site.pages.values()],
        [*downloads.render_documents(), *downloads.render_operations()],
        [*downloads.list_documents()],
        (hidden.files, hidden.list_operations(pages.document)),
    )


def _render(tree: Json) -> object:
    pages = Pages(tree, *list(tree["components"]["schemas"])[:1])
    return [pages.render(page) for page in pages.site.pages.values()]


def _answer(tree: Json) -> object:
    api = MockApi(_read(tree))
    headers = {"content-type": "application/json"}
    return [
        api.answer(MockRequest(entry.key.method, path, "same=1&N0=2", headers, b'{"same": 1}'))
        for entry in (*api.entries[:2], *api.entries[-2:])
        for path in (entry.key.path, f"{entry.key.path}/", "/a/b/c")
    ]


def _list_counted(shapes: Callable[[], list[Shape[Json]]]) -> Iterator[Shape[Json]]:
    for shape in shapes():
        yield Shape(shape.name, lambda n, build=shape.build: count_comparisons(build(n)))  # type: ignore[misc]


def _list_all() -> list[Shape[Json]]:
    return [*list_documents(), *list_products()]


def _list_entries() -> Iterator[Entry[Json]]:
    """Yield them; texts that count comparisons are refused by libraries that check values."""
    counted, counted_all = partial(_list_counted, list_documents), partial(_list_counted, _list_all)
    yield Entry("operations", _read_operations, counted_all, 2)
    yield Entry("schemas", lambda tree: read_everything(_read(tree)), list_documents, 3)
    yield Entry("rules", lambda tree: check_document(_read(tree)), counted, 3)
    yield Entry("plan of pages", _plan, counted_all, 2)
    yield Entry("examples", _build_examples, list_documents, 4)
    yield Entry("validity", _compare_values, list_documents, 4)
    yield Entry("bundle", _bundle, counted, 3)
    yield Entry("parts", _cut_parts, counted, 2)
    yield Entry("hidden operations", _leave_out, counted, 2)
    yield Entry("downloads", _list_downloads, list_documents, 3)
    yield Entry("Swagger 2.0", lambda tree: _read_operations(write_swagger(tree)), counted, 3)
    yield Entry("mock", _answer, _list_all, 3)
    yield Entry("proxy", lambda tree: build_manifest(Pages(tree).site), list_documents, 3)
    yield Entry("pages", _render, list_documents, 8)


_MET = (
    ("operations", "alternatives of one long scheme"),
    ("operations", "operations with one long scheme"),
    ("operations", "operations with all servers"),
    ("operations", "operations with all alternatives"),
    ("bundle", "paths: references in a circle"),
    ("parts", "operations with their own: each its own"),
    ("parts", "operations with tags: each its own"),
    ("parts", "names of tags: each its own"),
)
"""What cost too much when it was met: what reads it, and its shape."""


def list_met_documents() -> Iterator[tuple[str, Shape[Json]]]:
    """Yield what cost too much when it was met, by the name of what reads it."""
    entries = {entry.name: entry for entry in _list_entries()}
    for name, place in _MET:
        (shape,) = [each for each in entries[name].list_shapes() if each.name == place]
        yield f"API: {name}", shape


def list_api_entries() -> Iterator[Entry[Json]]:
    """Yield all that reads API documents."""
    for entry in _list_entries():
        yield replace(entry, name=f"API: {entry.name}")

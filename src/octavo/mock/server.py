"""Serves the mock of an API document until the process gets a signal to end."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Sequence

from octavo.mock.api import MockApi
from octavo.mock.app import MAX_BODY, MockApp
from octavo.mock.messages import MockAnswer, MockRequest
from octavo.openapi.document.document import ApiDocument
from octavo.openapi.document.locate import locate
from octavo.openapi.document.read_tree import read_document
from octavo.problems import Code, Location, Problem, escape_controls, render_text
from octavo.project.documents.api_sources import load_api_source
from octavo.server.web.ports import format_host, open_port
from octavo.server.web.server import build_web_server
from octavo.values import Struct

Say = Callable[[str], None]


class MockOptions(Struct, frozen=True):
    """The options of the caller."""

    document: str
    """A file or an address."""
    host: str = "127.0.0.1"
    port: int = 4010
    max_body: int = MAX_BODY
    overlays: tuple[str, ...] = ()


def serve_mock(options: MockOptions, say: Say) -> tuple[Problem, ...]:
    """Answer requests from a document; return why that failed."""
    document, problems = load_document(options.document, options.overlays)
    if document is None:
        return problems
    for problem in problems:
        say(render_text(problem, lambda _source, _line: None))
    api = MockApi(document)
    if not api.entries:
        message = "this document describes no operations, so there is nothing to answer"
        return (Problem(Code.API_NO_OPERATIONS, message, Location(options.document)),)
    listening = open_port(options.host, options.port, strict=True, say=say)
    if isinstance(listening, Problem):
        return (listening,)
    count = "1 operation" if len(api.entries) == 1 else f"{len(api.entries):,} operations"
    where = f"http://{format_host(options.host)}:{listening.port}"
    say(f"{options.document} answers at {where} ({count}). Ctrl+C stops it.")
    app = MockApp(api, options.max_body, lambda request, answer: _tell(say, request, answer))
    gc.freeze()
    gc.enable()
    asyncio.run(build_web_server(app).serve(sockets=list(listening.sockets)))
    return ()


def load_document(
    name: str, overlays: Sequence[str] = ()
) -> tuple[ApiDocument | None, tuple[Problem, ...]]:
    """Load an API document from a file or an address, or report why that failed.

    Beside a document there are the problems of its overlays.
    """
    source, problems = load_api_source(name, overlays=overlays)
    if source is None:
        return None, problems
    tree = source.load_tree()
    if tree is None:
        return None, tuple(source.files.problems)
    document, findings = read_document(
        source.source,
        source.name,
        tree,
        source.load_file,
        source.load_plain,
        overlays=source.load_overlays(),
    )
    if document is not None:
        findings = tuple(each for each in document.notes if each.source in document.overlays)
    located = (*source.files.problems, *locate(findings, source.files.find_data))
    return document, source.name_places(located)


def _tell(say: Say, request: MockRequest, answer: MockAnswer) -> None:
    """Print why a request was refused; others aren't logged."""
    if answer.reason:
        request_line = f"{request.method} {request.path}"[:200]
        say(escape_controls(f"{request_line}: {answer.status} {answer.reason}"[:500]))

"""Gives a page its snippets and values, and a request for a JavaScript engine.

Octavo evaluates known values itself: literals, exported constants, properties of snippets. The rest
becomes one request, whose answer completes the page:

    expanded = expand_document(document, source, load)
    while expanded.request is not None:
        expanded = expanded.resume(evaluate(expanded.request))
    expanded.document

A second round is only needed if code shows a snippet that itself needs code.
"""

from __future__ import annotations

from collections.abc import Callable

from octavo.content.javascript.answers import AnswerReader
from octavo.content.javascript.code_search import has_code
from octavo.content.javascript.evaluation import Answer, Failure, FailureKind, Request
from octavo.content.javascript.expansion import Expansion
from octavo.content.javascript.requests import Layout, build_request
from octavo.content.javascript.snippets import Load
from octavo.content.nodes import Document, Node
from octavo.problems import Code, Location, Problem
from octavo.values import Struct, replace

MAX_ROUNDS = 4
"""The most rounds of a page: snippets in code in snippets in code, and no deeper."""


def _refuse_answer(_answer: Answer) -> ExpandedDocument:
    raise ValueError("a document without a request cannot be resumed")


class ExpandedDocument(Struct, frozen=True):
    """A document, complete without a request; `resume` takes the answer to a request."""

    document: Document
    dependencies: tuple[str, ...] = ()
    """The sources of all other files that it includes."""
    request: Request | None = None
    resume: Callable[[Answer], ExpandedDocument] = _refuse_answer


def expand_document(document: Document, source: str, load: Load) -> ExpandedDocument:
    """Return a page with its snippets, and with all values that need no engine."""
    if not has_code(document.nodes) and not any(map(has_code, document.footnotes.values())):
        return ExpandedDocument(document)
    expansion = Expansion(document, source, load)
    try:
        nodes = expansion.expand_page()
    except RecursionError:  # Several limits together can be too much.
        return ExpandedDocument(
            replace(document, problems=(*document.problems, _explain_too_deep(source)))
        )
    return _take_step(expansion, nodes, rounds=0)


def _explain_too_deep(source: str) -> Problem:
    return Problem(
        Code.SNIPPET_TOO_MUCH,
        "the snippets of this page include each other too deep; none of them is shown",
        Location(source),
        hint="Nest less.",
    )


def _take_step(expansion: Expansion, nodes: list[Node], rounds: int) -> ExpandedDocument:
    jobs = expansion.take_new_jobs()
    if jobs and rounds < MAX_ROUNDS:
        request, layout = build_request(expansion.files, expansion.environments, jobs.values())

        def resume(answer: Answer) -> ExpandedDocument:
            reader = AnswerReader(expansion, jobs, layout, answer)
            reader.tell_setup()
            expansion.footnotes = {
                label: reader.complete(each) for label, each in expansion.footnotes.items()
            }
            return _take_step(expansion, reader.complete(nodes), rounds + 1)

        return ExpandedDocument(_build_document(expansion, nodes), (), request, resume)
    if jobs:
        failure = Failure(FailureKind.ERROR, message="snippets and code nest too deep here")
        failures = Answer((), (failure,) * len(jobs))
        nodes = AnswerReader(expansion, jobs, Layout((), ()), failures).complete(nodes)
    return ExpandedDocument(_build_document(expansion, nodes), expansion.dependencies)


def _build_document(expansion: Expansion, nodes: list[Node]) -> Document:
    problems = tuple(expansion.problems)
    return Document(nodes, expansion.footnotes, problems, expansion.origins)

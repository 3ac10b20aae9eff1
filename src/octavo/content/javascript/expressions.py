"""Gives a page its snippets, its values, and what has to be asked of a JavaScript engine.

What is written out or known (literals, exported constants, properties of snippets) is evaluated
here. The rest becomes one request, and the page is complete when that is answered:

    expanded = expand_document(document, source, load)
    while expanded.request is not None:
        expanded = expanded.resume(evaluate(expanded.request))
    expanded.document

A second round is needed only where code shows a snippet that itself needs code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from octavo.content.javascript.answers import AnswerReader
from octavo.content.javascript.code_search import has_code
from octavo.content.javascript.evaluation import Answer, Failure, FailureKind, Request
from octavo.content.javascript.expansion import Expansion
from octavo.content.javascript.requests import Layout, build_request
from octavo.content.javascript.snippets import Load
from octavo.content.nodes import Document, Element, Node, Tag, Value
from octavo.problems import Code, Location, Problem
from octavo.values import dataclass, replace

MAX_ROUNDS = 4
"""How often a page may ask the engine: snippets in code in snippets in code, and no deeper."""


def _never(_answer: Answer) -> ExpandedDocument:
    raise ValueError("a document without a request cannot be resumed")


@dataclass(frozen=True, slots=True)
class ExpandedDocument:
    """A document, complete unless there is a request; then its answer is for `resume`."""

    document: Document
    dependencies: tuple[str, ...] = ()
    """The sources of all other files that went into it."""
    request: Request | None = None
    resume: Callable[[Answer], ExpandedDocument] = _never


def expand_document(document: Document, source: str, load: Load) -> ExpandedDocument:
    """Return a page with its snippets in place and everything evaluated that needs no engine."""
    if not has_code(document.nodes) and not any(map(has_code, document.footnotes.values())):
        return ExpandedDocument(document)
    expansion = Expansion(document, source, load)
    try:
        nodes = expansion.expand_page()
    except RecursionError:  # limits that are fine one by one, all reached at once
        return ExpandedDocument(replace(document, problems=(*document.problems, _too_deep(source))))
    return _next_step(expansion, nodes, rounds=0)


def _too_deep(source: str) -> Problem:
    return Problem(
        Code.SNIPPET_TOO_MUCH,
        "the snippets of this page include each other too deep; none of them is shown",
        Location(source),
        hint="Nest less.",
    )


def _next_step(expansion: Expansion, nodes: list[Node], rounds: int) -> ExpandedDocument:
    waiting = expansion.take_waiting()
    if waiting and rounds < MAX_ROUNDS:
        request, layout = build_request(expansion.files, expansion.environments, waiting.values())

        def resume(answer: Answer) -> ExpandedDocument:
            reader = AnswerReader(expansion, waiting, layout, answer)
            reader.tell_setup()
            expansion.footnotes = {
                label: reader.complete(each) for label, each in expansion.footnotes.items()
            }
            return _next_step(expansion, reader.complete(nodes), rounds + 1)

        return ExpandedDocument(_as_document(expansion, nodes), (), request, resume)
    if waiting:
        failure = Failure(FailureKind.ERROR, message="snippets and code nest too deep here")
        refused = Answer((), (failure,) * len(waiting))
        nodes = AnswerReader(expansion, waiting, Layout((), ()), refused).complete(nodes)
    document = _as_document(expansion, nodes)
    kept = set(_ids(document.nodes))
    for footnote in document.footnotes.values():
        kept.update(_ids(footnote))
    origins = {key: origin for key, origin in expansion.origins.items() if key in kept}
    return ExpandedDocument(replace(document, origins=origins), expansion.dependencies)


def _as_document(expansion: Expansion, nodes: list[Node]) -> Document:
    return Document(nodes, expansion.footnotes, tuple(expansion.problems))


def _ids(value: Any) -> Iterator[int]:
    """Give the identities of all nodes in nodes or values."""
    if isinstance(value, (Element, Tag)):
        yield id(value)
        yield from _ids(value.children)
        for attribute in value.attributes if isinstance(value, Tag) else ():
            yield from _ids(attribute.value)
    elif isinstance(value, Value):
        yield from _ids(value.value)
    elif isinstance(value, dict):
        yield from _ids(list(value.values()))
    elif isinstance(value, list):
        for each in value:
            yield from _ids(each)
    elif not isinstance(value, str):
        yield id(value)

"""Inserts the answers of an engine into a page: as nodes, values, or errors."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from octavo.content.javascript.evaluation import Answer, Failure, FailureKind, Outcome
from octavo.content.javascript.expansion import Expansion, Pending, build_error_mark
from octavo.content.javascript.inclusions import Inclusion, is_plain
from octavo.content.javascript.literals import NOT_LITERAL, format_number
from octavo.content.javascript.requests import Job, Layout
from octavo.content.javascript.snippets import suggest_syntax
from octavo.content.nodes import Attribute, Element, Expression, Node, Tag, Value
from octavo.problems import Code, Location, Severity

_ELEMENT_NAME = re.compile(r"[A-Za-z][\w.:-]*\Z", re.ASCII)
_RAW_TEXT = frozenset({"script", "style"})
_UNKNOWN_NAME = ("ReferenceError", "SyntaxError")


class AnswerReader:
    """Reads the answer to one request of a page."""

    def __init__(
        self, expansion: Expansion, jobs: Mapping[int, Job], layout: Layout, answer: Answer
    ) -> None:
        self._expansion = expansion
        self._jobs = jobs
        self._layout = layout
        self._answers = dict(zip(jobs, answer.jobs, strict=True))
        self._setup = answer.setup
        self._broken: set[int] = set()
        self._live: set[str] = set()
        self._failure_kinds: set[FailureKind] = set()

    def tell_setup(self) -> None:
        """Report files that failed before any of their code was used."""
        for file, failure in zip(self._layout.files, self._setup, strict=False):
            if failure is None:
                continue
            self._broken.add(file.index)
            place = self._layout.locate(failure) or Location(file.source)
            if failure.kind is not FailureKind.ERROR:
                self._tell_stopped(failure, place)
            elif failure.name == "SyntaxError":
                message = f"this code cannot be read: {failure.message}"
                hint = suggest_syntax(file.source)
                self._expansion.tell(Code.JAVASCRIPT_SYNTAX, message, place, hint)
            else:
                self._expansion.tell(
                    Code.EXPRESSION_FAILED, f"this code failed: {_write_message(failure)}", place
                )

    def complete(self, nodes: list[Any]) -> list[Node]:
        """Return nodes with the answers instead of the placeholders."""
        out: list[Node] = []
        for node in nodes:
            if isinstance(node, Pending):
                out.extend(self._answer_nodes(node))
                continue
            if isinstance(node, (Element, Tag)):
                # Only nodes from the expansion contain placeholders, so they can change in place.
                node.children[:] = self.complete(node.children)
                if isinstance(node, Tag):
                    node.attributes[:] = [
                        attribute
                        for each in node.attributes
                        if (attribute := self._complete_attribute(each)) is not None
                    ]
            out.append(node)
        return out

    def _complete_attribute(self, attribute: Attribute) -> Attribute | None:
        pending: Any = attribute.value
        if not isinstance(pending, Pending) or pending.job not in self._answers:
            return attribute
        job, answer = self._jobs[pending.job], self._answers[pending.job]
        if isinstance(answer, Failure):
            self._tell_failure(job, answer)
            return None
        self._report_live(job, answer)
        return self._read_attribute(job, attribute.name, answer.value)

    def _answer_nodes(self, pending: Pending) -> list[Any]:
        if pending.job not in self._answers:
            return [pending]
        job, answer = self._jobs[pending.job], self._answers[pending.job]
        if isinstance(answer, Outcome):
            self._report_live(job, answer)
            return self._read_nodes(job, answer.value)
        is_own = not answer.lines or self._layout.locate(answer) is None
        if job.is_text and is_own and answer.name in _UNKNOWN_NAME:
            # A single unknown name is probably text with braces.
            expression = Expression(job.label[1:-1], job.line, job.column)
            return [self._expansion.keep(expression, job.file)]
        return [self._tell_failure(job, answer)]

    # values

    def _read_nodes(self, job: Job, value: Any) -> list[Node]:
        if value is None or isinstance(value, bool):
            return []
        if isinstance(value, str):
            return [value] if value else []
        if isinstance(value, (int, float)):
            return [format_number(value)]
        kind = value[0]
        if kind == "a":
            return [node for each in value[1:] for node in self._read_nodes(job, each)]
        if kind == "e":
            return self._read_element(job, *value[1:])
        if kind == "m":
            return self._read_markdown(job, value[1])
        if kind == "n":
            return self._read_snippet(job, *value[1:])
        if kind == "o":
            self._expansion.tell(
                Code.EXPRESSION_NOT_SHOWN,
                f"`{job.label[:60]}` gives an object, which a page cannot show",
                job.place,
                "Show one of its values, such as `{item.name}`.",
                Severity.WARNING,
            )
        return []

    def _read_element(
        self, job: Job, name: str | None, properties: Mapping[str, Any], children: Any
    ) -> list[Node]:
        nodes = self._read_nodes(job, children)
        if not self._expansion.has_room(job.file, more=1):
            return []
        if name is None:
            return nodes
        if not _ELEMENT_NAME.match(name):
            message = f"`{name[:60]}` is not the name of an element"
            self._expansion.tell(Code.EXPRESSION_FAILED, message, job.place)
            return [build_error_mark(message)]
        html = properties.get("dangerouslySetInnerHTML")
        if html is not None and name in _RAW_TEXT:
            inner = self._read_value(job, html)
            text = inner.get("__html") if isinstance(inner, dict) else None
            nodes = [text] if isinstance(text, str) else []
        attributes = [
            attribute
            for key, value in properties.items()
            if (attribute := self._read_attribute(job, key, value)) is not None
        ]
        return [self._expansion.keep(Tag(name, attributes, nodes, job.line, job.column), job.file)]

    def _read_attribute(self, job: Job, name: str, answer: Any) -> Attribute | None:
        if name == "dangerouslySetInnerHTML":
            return None
        value = self._read_value(job, answer)
        if value is NOT_LITERAL:  # This is a function.
            return None
        return Attribute(name, value if isinstance(value, str) else Value(value))

    def _read_value(self, job: Job, answer: Any) -> Any:
        """Return an answer as the value of an attribute."""
        if not isinstance(answer, list):
            return answer
        kind = answer[0]
        if kind == "a":
            values = (self._read_value(job, each) for each in answer[1:])
            return [value for value in values if value is not NOT_LITERAL]
        if kind == "o":
            items = ((key, self._read_value(job, each)) for key, each in answer[1].items())
            return {key: value for key, value in items if value is not NOT_LITERAL}
        if kind == "f":
            return NOT_LITERAL
        nodes = self._read_nodes(job, answer)
        return nodes[0] if len(nodes) == 1 else nodes

    def _read_markdown(self, job: Job, index: int) -> list[Node]:
        markdown = self._expansion.markdown
        if not 0 <= index < len(markdown):
            return []
        nodes = markdown[index]
        # The page has reached its limit; what it leaves out isn't counted.
        if not self._expansion.has_room(job.file):
            return []
        if not self._expansion.has_room(job.file, more=_count_nodes(nodes)):
            return []
        markdown[index] = self.complete(nodes)
        return markdown[index]

    def _read_snippet(
        self, job: Job, index: int, properties: Mapping[str, Any], children: Any
    ) -> list[Node]:
        file = next((each for each in self._expansion.files.in_order if each.index == index), None)
        if file is None:
            return []
        inclusion = Inclusion(file, (job.file.source, file.source))
        for name, answer in properties.items():
            value = self._read_value(job, answer)
            if value is not NOT_LITERAL:
                inclusion.give(name, value)
                if not is_plain(value):
                    inclusion.answers[name] = answer
        inclusion.children = self._read_nodes(job, children)
        return self._expansion.use(inclusion, 1, job.place, inline=False)

    # problems

    def _report_live(self, job: Job, outcome: Outcome) -> None:
        for name in outcome.live:
            label = name or job.name or "this"
            if label in self._live:
                continue
            self._live.add(label)
            self._expansion.tell(
                Code.JAVASCRIPT_NOT_LIVE,
                f"`{label}` would react to readers; the page shows how it starts, and nothing more",
                job.place,
                "State, effects and handlers such as onClick have no effect in a built page.",
                Severity.INFO,
            )

    def _tell_failure(self, job: Job, failure: Failure) -> Tag:
        """Report why a job failed, and return the mark for the page."""
        if job.file.index in self._broken:  # The file's own report covers it.
            return build_error_mark(f"{job.label[:60]}: the code of this page failed")
        if failure.kind is FailureKind.UNAVAILABLE:
            self._expansion.tell(
                Code.JAVASCRIPT_UNAVAILABLE,
                f"`{job.label[:60]}` is not evaluated: {failure.message}",
                job.place,
                "Install Octavo with all of its dependencies.",
                Severity.WARNING,
            )
            return build_error_mark(job.label)
        if failure.kind is not FailureKind.ERROR:
            return build_error_mark(self._tell_stopped(failure, job.place))
        inner = self._layout.locate(failure)
        where = f" (at {inner})" if inner else ""
        message = f"`{job.label[:60]}` failed: {_write_message(failure)}{where}"
        self._expansion.tell(Code.EXPRESSION_FAILED, message, job.place)
        return build_error_mark(message)

    def _tell_stopped(self, failure: Failure, place: Location) -> str:
        reason = _STOPPED[failure.kind]
        # The rest of the page fails together with the first one.
        if failure.kind in self._failure_kinds:
            return reason
        self._failure_kinds.add(failure.kind)
        hint = "All code of a page together has one second, 64 MB, and gives 1 MB at most."
        self._expansion.tell(Code.JAVASCRIPT_STOPPED, reason, place, hint)
        return reason


_STOPPED = {
    FailureKind.TIME: "this code was stopped: it takes too long",
    FailureKind.MEMORY: "this code was stopped: it needs too much memory",
    FailureKind.SIZE: "this code was stopped: it gives too much",
    FailureKind.UNAVAILABLE: "this code was not run: there is no engine",
}


def _write_message(failure: Failure) -> str:
    text = failure.message or "it gave no reason"
    return text if failure.name in ("", "Error") else f"{failure.name}: {text}"


def _count_nodes(nodes: list[Any]) -> int:
    """Return the number of nodes, including nested ones."""
    total = len(nodes)
    for node in nodes:
        if isinstance(node, (Element, Tag)):
            total += _count_nodes(node.children)
    return total

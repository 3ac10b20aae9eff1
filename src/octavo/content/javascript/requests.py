"""Writes the engine's code for a page."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Any

from octavo.content.javascript.evaluation import FIRST_LINE, Failure, Request
from octavo.content.javascript.modules import DEFAULT
from octavo.content.javascript.snippets import File, Files
from octavo.problems import Location
from octavo.values import Struct, field


class Environment(Struct, eq=False):
    """The properties of a snippet, for the engine."""

    index: int
    plain: dict[str, Any] = field(default_factory=dict)
    code: dict[str, tuple[File, int, str]] = field(default_factory=dict)
    """Properties that are code: its file, its own environment, and the code."""
    markdown: dict[str, int] = field(default_factory=dict)
    answers: dict[str, Any] = field(default_factory=dict)
    """Properties that the engine returned in an earlier round."""


class Job(Struct, frozen=True):
    """A piece of a page that the engine evaluates."""

    file: File
    environment: int
    code: str
    label: str
    """The author's text, shown if there is no engine."""
    line: int
    column: int
    is_text: bool = False
    """Whether it is an expression in text, which may be plain text instead."""
    is_value: bool = False
    """Whether it is the value of an attribute."""
    name: str = ""
    """The name of the component, for a tag."""

    @property
    def place(self) -> Location:
        """The place of the code."""
        return Location(self.file.source, self.line, self.column)


class Layout(Struct, frozen=True):
    """Maps lines of the engine's code to files."""

    files: tuple[File, ...]
    starts: tuple[int, ...]

    def locate(self, failure: Failure) -> Location | None:
        """Return the innermost place in module code on a failure's call stack."""
        for line in failure.lines:
            index = bisect_right(self.starts, line) - 1
            if index >= 0:
                file, own = self.files[index], line - self.starts[index]
                # Otherwise it is one of the lines around the code.
                if own <= file.text.count("\n"):
                    return Location(file.source, own + 1)
        return None


def build_request(
    files: Files, environments: Sequence[Environment], jobs: Iterable[Job]
) -> tuple[Request, Layout]:
    """Return the request for some jobs, and the layout of its modules."""
    jobs = list(jobs)
    users = [job.file for job in jobs]
    users += [file for each in environments for file, _, _ in each.code.values()]
    modules = files.list_required(dict.fromkeys(users))
    starts, setup, line = [], [], FIRST_LINE
    for file in modules:
        starts.append(line)
        setup.append(_write_module(file, line))
        line += file.text.count("\n") + 3
    setup += [_write_environment(each) for each in environments]
    request = Request(tuple(setup), tuple(_write_job(job) for job in jobs))
    return request, Layout(tuple(modules), tuple(starts))


def _write_module(file: File, start: int) -> str:
    imported = "".join(
        f"const {name}={binding.code};"
        for name, binding in file.bindings.items()
        if name not in file.module.names
    )
    exports = {name: binding.code for name, binding in file.exported.items()}
    exports.update(file.module.exports)
    if file.document is not None:
        exports[DEFAULT] = f"$snippet({file.index})"
    exports_code = ",".join(f"[{json.dumps(name)}]:{code}" for name, code in exports.items())
    return (
        f"{_write_newlines(start - 2)}$m[{file.index}]=(function(){{'use strict';"
        f"const $e=$s=>eval($s);{imported}\n{file.module.code}\n;"
        f"return{{$e,$x:{{{exports_code}}}}}}})();0"
    )


def _write_environment(each: Environment) -> str:
    plain = json.dumps(json.dumps(each.plain))
    code = ",".join(
        f"[{json.dumps(name)}]:[{file.index},{outer},{json.dumps(source)}]"
        for name, (file, outer, source) in each.code.items()
    )
    markdown = ",".join(f"[{json.dumps(name)}]:{i}" for name, i in each.markdown.items())
    answers = ",".join(
        f"[{json.dumps(name)}]:{json.dumps(json.dumps(answer))}"
        for name, answer in each.answers.items()
    )
    return f"$v[{each.index}]=$env({plain},{{{code}}},{{{markdown}}},{{{answers}}});0"


def _write_job(job: Job) -> str:
    as_nodes = "false" if job.is_value else "true"
    return f"$run({job.file.index},{job.environment},{json.dumps(job.code)},{as_nodes})"


def _write_newlines(count: int) -> str:
    return "\n" * count

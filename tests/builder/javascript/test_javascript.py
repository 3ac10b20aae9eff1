"""The engine's process: when it starts, when it ends, and that it is never believed."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.folder_build import build_folder
from octavo.builder.javascript import engine as javascript
from octavo.builder.javascript.engine import JavaScriptEngine
from octavo.content.javascript.evaluation import Failure, FailureKind, Outcome, Request, is_answer
from octavo.project.dates import find_build_time
from tests.patience import HANGS_AFTER

MODULE = "$m[0]={$e:$s=>eval($s),$x:{}};0"


def ask(*jobs: str) -> Request:
    """Returns a request for some expressions."""
    return Request((MODULE,), tuple(f"$run(0,0,{json.dumps(f'(()=>({job}))')})" for job in jobs))


@pytest.fixture
def engine() -> Iterator[JavaScriptEngine]:
    with contextlib.closing(JavaScriptEngine()) as engine:
        yield engine


def children() -> set[str]:
    return set(Path("/proc/thread-self/children").read_text().split())


def test_a_page_that_takes_too_long_costs_others_nothing(
    engine: JavaScriptEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(javascript, "TIME_LIMIT", 0.3)
    start = time.monotonic()
    stopped = engine.evaluate(ask("(() => { for (;;); })()"))
    assert time.monotonic() - start < HANGS_AFTER
    assert stopped.jobs == (Failure(FailureKind.TIME),)
    monkeypatch.undo()
    assert engine.evaluate(ask("1 + 1")).jobs == (Outcome(2),)


def test_code_without_end_is_stopped_and_what_came_before_is_kept(
    engine: JavaScriptEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(javascript, "TIME_LIMIT", HANGS_AFTER)  # the process stops it by itself
    answer = engine.evaluate(ask("1 + 1", "(() => { for (;;); })()"))
    first, second = answer.jobs
    assert first == Outcome(2)
    assert isinstance(second, Failure)
    assert second.kind is FailureKind.TIME


def test_a_page_has_64_mebibytes(engine: JavaScriptEngine) -> None:
    answer = engine.evaluate(
        ask("new ArrayBuffer(32 << 20).byteLength", "[new ArrayBuffer(80 << 20)].length")
    )
    small, large = answer.jobs
    assert small == Outcome(32 << 20)
    assert isinstance(large, Failure)
    assert large.kind is FailureKind.MEMORY


def test_code_that_fails_does_not_stop_what_follows(engine: JavaScriptEngine) -> None:
    answer = engine.evaluate(Request(("fail()", MODULE), ask("x.y", "2").jobs))
    assert [each is None for each in answer.setup] == [False, True]
    assert [type(each) for each in answer.jobs] == [Failure, Outcome]


def test_all_results_of_a_page_together_are_limited(engine: JavaScriptEngine) -> None:
    answer = engine.evaluate(ask(*["'x'.repeat(400000)"] * 4))
    kinds = [each.kind if isinstance(each, Failure) else None for each in answer.jobs]
    assert kinds == [None, None, FailureKind.SIZE, FailureKind.SIZE]


def test_a_process_is_replaced_after_a_while(
    engine: JavaScriptEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(javascript, "REQUESTS_PER_PROCESS", 2)
    for _ in range(5):
        assert engine.evaluate(ask("1")).jobs == (Outcome(1),)


@pytest.mark.skipif(not Path("/proc/thread-self/children").exists(), reason="needs /proc")
def test_the_process_is_started_without_what_the_author_has_in_the_environment(
    engine: JavaScriptEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OCTAVO_TEST_SECRET", "canary")
    before = children()
    assert engine.evaluate(ask("1 + 1")).jobs == (Outcome(2),)
    (process,) = children() - before
    assert Path(f"/proc/{process}/environ").read_bytes() == b"TZ=UTC0\0"


@pytest.mark.skipif(not Path("/proc/thread-self/children").exists(), reason="needs /proc")
def test_a_site_without_code_starts_no_process_and_no_process_stays(
    write_project: Any, tmp_path: Path
) -> None:
    before = children()
    project = {
        "site.json": {"name": "T", "navigation": [{"group": "A", "pages": ["a"]}]},
        "a.mdx": "{'literal'} `{code}` {unknown}\n\n```js\n{1 + 1}\n```",
    }
    started: list[None] = []
    start = JavaScriptEngine._start

    def counted(engine: JavaScriptEngine) -> None:
        started.append(None)
        start(engine)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(JavaScriptEngine, "_start", counted)
        build_folder(str(write_project(project)), str(tmp_path / "out"))
        assert started == []
        (tmp_path / "project/a.mdx").write_text("{1 + 1}")
        build_folder(str(tmp_path / "project"), str(tmp_path / "out"))
        assert started == [None]
    assert children() == before


def test_without_the_package_the_build_says_so(
    write_project: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(javascript, "find_spec", lambda _name: None)
    project = {
        "site.json": {"name": "T", "navigation": [{"group": "A", "pages": ["a"]}]},
        "a.mdx": "Two is {1 + 1}.",
    }
    report = build_folder(str(write_project(project)), str(tmp_path / "out"))
    (problem,) = report.problems
    assert (problem.code.value, problem.severity.value) == ("javascript-unavailable", "warning")
    assert "quickjs-ng is not installed" in problem.message
    html = (tmp_path / "out/a/index.html").read_text()
    assert 'Two is <span class="render-error">{1 + 1}</span>.' in html


def test_a_process_that_cannot_start_is_a_warning(
    engine: JavaScriptEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    (failure,) = engine.evaluate(ask("1")).jobs
    assert isinstance(failure, Failure)
    assert failure.kind is FailureKind.UNAVAILABLE
    assert "cannot be started" in failure.message


# A worker that lies: it greets, takes one request, and says what the test wants it to say.
LIAR = """\
import os, struct, sys
def take():
    size, = struct.unpack(">I", os.read(0, 4))
    while size > 0:
        size -= len(os.read(0, size))
def say(data):
    os.write(1, struct.pack(">I", len(data)) + data)
take()
say(b'{"engine": ""}')
take()
"""


@pytest.mark.parametrize(
    "lie",
    [
        "say(b'nonsense')",
        "say(b'[]')",
        "say(b'{}')",
        'say(b\'{"setup": [], "jobs": []}\')',
        'say(b\'{"setup": [null], "jobs": [7]}\')',
        'say(b\'{"setup": [7], "jobs": [{"kind": "???", "lines": "x", "message": 5}]}\')',
        'say(b\'{"setup": [null], "jobs": ["[[\\\\"z\\\\"], []]"]}\')',
        'say(b\'{"setup": [null], "jobs": ["[{}, []]"]}\')',
        "say(b'[' * 100000)",
        "say(b'{\"setup\": [null], \"jobs\": [\"' + b'[' * 100000 + b'\"]}')",
        "os.write(1, b'\\xff\\xff\\xff\\xff')",
        "os.write(1, b'\\0\\0')",
        "sys.exit()",
        "os.abort()",
    ],
)
def test_a_process_that_lies_gives_failures_and_nothing_else(
    engine: JavaScriptEngine, lie: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = tmp_path / "liar.py"
    worker.write_text(LIAR + lie)
    monkeypatch.setattr(javascript, "_WORKER", str(worker))
    (failure,) = engine.evaluate(ask("1")).jobs
    assert isinstance(failure, Failure)
    assert failure.kind is FailureKind.ERROR


@pytest.mark.parametrize(
    ("data", "valid"),
    [
        (None, True),
        ("text", True),
        (["a", 1, ["f"], ["m", 0]], True),
        (["e", "b", {"x": ["o", {"y": 1}]}, ["a"]], True),
        (["n", 1, {}, None], True),
        ({}, False),
        ([], False),
        (["e", 5, {}, None], False),
        (["e", "b", [], None], False),
        (["e", "b", {}, {}], False),
        (["m", "0"], False),
        (["o", []], False),
        (["a", ["a", ["nonsense"]]], False),
    ],
)
def test_answers_are_checked_all_the_way_down(data: Any, valid: bool) -> None:
    assert is_answer(data) is valid


def test_answers_that_nest_too_deep_are_refused() -> None:
    data: Any = "x"
    for _ in range(300):
        data = ["a", data]
    assert not is_answer(data)


def test_the_time_is_the_day_of_the_build_or_what_the_environment_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    assert find_build_time() % (24 * 60 * 60) == 0
    assert 0 <= time.time() - find_build_time() < 24 * 60 * 60 + 60
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86399")
    assert find_build_time() == 86399
    with contextlib.closing(JavaScriptEngine()) as engine:
        answer = engine.evaluate(ask("new Date().toISOString()"))
    assert answer.jobs == (Outcome("1970-01-01T23:59:59.000Z"),)


def test_the_process_gets_nothing_of_the_environment() -> None:
    os.environ["OCTAVO_TEST_SECRET"] = "x"
    try:
        assert set(javascript._build_environment()) <= {"TZ", "SYSTEMROOT"}
    finally:
        del os.environ["OCTAVO_TEST_SECRET"]

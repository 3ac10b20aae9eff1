"""Pages that several processes build are those that one builds."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from octavo.builder.folder_build import BuildOptions, build_folder
from octavo.builder.team import workers
from octavo.problems import sort_problems
from tests.builder.rich_project import put, write_rich_project
from tests.builder.test_incremental import tree
from tests.patience import HANGS_AFTER, wait_until
from tests.whole import first_of_each

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="there are no workers here")


@pytest.fixture(autouse=True)
def _few_pages_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "PAGES_WORTH_A_WORKER", 1)
    monkeypatch.setattr(workers, "_PARCEL", 2)


def write_broken_document(root: Path) -> None:
    """Write a document with more references that lead nowhere than get a suggestion."""
    paths = "".join(
        f"  /p{number}:\n    get:\n      summary: P{number}\n      responses:\n"
        f'        "200": {{$ref: "#/components/responses/Fin{number}"}}\n'
        for number in range(30)
    )
    responses = "".join(f"    Fine{number}: {{description: F}}\n" for number in range(30))
    put(
        root / "api/shop.yaml",
        f'openapi: 3.1.0\ninfo: {{title: S, version: "1"}}\npaths:\n{paths}'
        f"components:\n  responses:\n{responses}",
    )


@pytest.mark.scorecard("SR-34")
@pytest.mark.parametrize("cached", first_of_each([True, False]))
def test_the_site_is_the_same_for_any_number_of_workers(tmp_path: Path, cached: bool) -> None:
    root = tmp_path / "project"
    write_rich_project(root)
    write_broken_document(root)
    found = []
    for count in (1, 2, 5):
        cache = str(tmp_path / f"cache{count}") if cached else None
        output = tmp_path / f"out{count}"
        report = build_folder(str(root), str(output), BuildOptions("", cache, count))
        found.append((sort_problems(report.problems), tree(output), report.pages))
    assert found[0] == found[1] == found[2]


def test_progress_is_told_for_all_pages(tmp_path: Path) -> None:
    write_rich_project(tmp_path / "project")
    for count in (1, 3):
        told: list[tuple[int, int]] = []

        def progress(done: int, all_pages: int, told: list[tuple[int, int]] = told) -> None:
            told.append((done, all_pages))

        options = BuildOptions(workers=count, progress=progress)
        report = build_folder(str(tmp_path / "project"), str(tmp_path / "out"), options)
        assert told[-1] == (report.pages, report.pages)
        assert told == sorted(told)


def test_what_workers_made_is_remembered(tmp_path: Path) -> None:
    write_rich_project(tmp_path / "project")
    time.sleep(0.1)  # documents that were just written may change again without a sign
    options = BuildOptions("", str(tmp_path / "cache"), 3)
    build_folder(str(tmp_path / "project"), str(tmp_path / "one"), options)
    seen = []

    def never(*_arguments: object) -> None:
        seen.append(1)

    original = workers._Team.build
    workers._Team.build = never  # type: ignore[method-assign,assignment]
    try:
        build_folder(str(tmp_path / "project"), str(tmp_path / "two"), options)
    finally:
        workers._Team.build = original  # type: ignore[method-assign]
    assert not seen, "there was nothing left to render"
    assert tree(tmp_path / "one") == tree(tmp_path / "two")


def test_a_worker_that_is_lost_is_not_missed(tmp_path: Path) -> None:
    write_rich_project(tmp_path / "project")
    build_folder(str(tmp_path / "project"), str(tmp_path / "one"))
    work = workers._work

    def die(*_arguments: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    workers._work = die  # type: ignore[assignment]
    try:
        options = BuildOptions(workers=3)
        report = build_folder(str(tmp_path / "project"), str(tmp_path / "two"), options)
    finally:
        workers._work = work
    assert report.output
    assert tree(tmp_path / "one") == tree(tmp_path / "two")


def test_a_full_disk_is_told_by_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_rich_project(tmp_path / "project")
    write = os.write
    limit = os.getpid()

    def refuse(descriptor: int, data: bytes) -> int:
        if os.getpid() != limit and len(data) > 3000:
            raise OSError(28, "No space left on device")
        return write(descriptor, data)

    monkeypatch.setattr(os, "write", refuse)
    options = BuildOptions(workers=2)
    report = build_folder(str(tmp_path / "project"), str(tmp_path / "out"), options)
    assert report.failed
    assert "No space left" in report.problems[-1].message
    assert not (tmp_path / "out").exists()


def test_ctrl_c_leaves_the_old_site_and_no_process(tmp_path: Path) -> None:
    sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools" / "benchmarks"))
    try:
        from generated_site import write_site
    finally:
        sys.path.pop(0)
    project, output = tmp_path / "project", tmp_path / "out"
    write_site(project, 1_500)
    put(output / ".octavo-output", "")
    put(output / "index.html", "old")
    command = [sys.executable, "-m", "octavo", "build", str(project), "-o", str(output)]
    options = ["--no-cache", "--workers", "2"]
    process = subprocess.Popen([*command, *options], stderr=subprocess.PIPE, start_new_session=True)
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    wait_until(lambda: len(children.read_text().split()) == 2)
    workers_of = children.read_text().split()
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does
    _, told = process.communicate(timeout=HANGS_AFTER)
    assert process.returncode == 130, told
    assert b"Traceback" not in told
    wait_until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers_of))
    assert tree(output) == {".octavo-output": b"", "index.html": b"old"}
    assert sorted(os.listdir(tmp_path)) == ["out", "project"]

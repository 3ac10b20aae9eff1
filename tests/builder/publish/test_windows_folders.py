"""Publishing as Windows lets it: what another program has open is neither moved nor removed."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.folder_build import BuildReport, build_folder
from octavo.builder.publish import held_folder
from octavo.builder.publish.disk import explain_failure
from tests.project_folder import write_files

SETTINGS = {"name": "T", "navigation": [{"group": "A", "pages": ["index"]}]}


class InUseError(PermissionError):
    """What Windows says of a folder in which a program has a file open."""

    winerror = 32


@pytest.fixture
def publish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], BuildReport]:
    monkeypatch.setattr(held_folder, "CAN_HOLD", False)

    def publish(text: str) -> BuildReport:
        write_files(tmp_path / "project", {"site.json": SETTINGS, "index.mdx": f"{text}\n"})
        return build_folder(str(tmp_path / "project"), str(tmp_path / "out"))

    assert publish("First").output
    return publish


def refuse(monkeypatch: pytest.MonkeyPatch, times: int) -> list[float]:
    """Let each name change only when it was tried so often; returns the pauses between."""
    pauses: list[float] = []
    tried: dict[Any, int] = {}
    replace = os.replace

    def replace_unused(source: str, target: str, **folders: Any) -> None:
        tried[target] = tried.get(target, 0) + 1
        if tried[target] <= times:
            raise InUseError(13, "The process cannot access the file", source)
        replace(source, target, **folders)

    monkeypatch.setattr(os, "replace", replace_unused)
    monkeypatch.setattr(time, "sleep", pauses.append)
    return pauses


def test_publishing_waits_for_programs_that_soon_let_go(
    publish: Callable[[str], BuildReport], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses = refuse(monkeypatch, 3)
    assert publish("Second").output
    assert "Second" in (tmp_path / "out/index.html").read_text("utf-8")
    assert pauses[:3] == sorted(set(pauses[:3]))


def test_a_program_that_does_not_let_go_is_told_of(
    publish: Callable[[str], BuildReport], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses = refuse(monkeypatch, 1000)
    problem = publish("Second").problems[-1]
    assert "a program has a file open here" in problem.message
    assert 4 <= sum(pauses) <= 6
    assert "First" in (tmp_path / "out/index.html").read_text("utf-8")


def test_other_failures_are_told_at_once(
    publish: Callable[[str], BuildReport], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(InUseError, "winerror", None)
    pauses = refuse(monkeypatch, 1000)
    assert not publish("Second").output
    assert pauses == []


def is_open(path: str) -> bool:
    """Tell whether this process has a file open."""
    wanted = os.lstat(path)
    for descriptor in range(3, 200):
        try:
            status = os.fstat(descriptor)
        except OSError:
            continue
        if os.path.samestat(status, wanted):
            return True
    return False


def test_no_file_is_removed_while_it_is_open(
    publish: Callable[[str], BuildReport], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unlink = os.unlink

    def unlink_closed(path: str, **folder: Any) -> None:
        if is_open(path):
            raise InUseError(13, "The process cannot access the file", path)
        unlink(path, **folder)

    monkeypatch.setattr(os, "unlink", unlink_closed)
    assert publish("Second").output
    assert {path.name for path in tmp_path.iterdir()} == {"project", "out"}


def test_a_folder_that_another_build_waits_for_is_left_to_it(
    publish: Callable[[str], BuildReport], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse_folder(_source: str, _target: str) -> None:
        raise InUseError(13, "The process cannot access the file")

    monkeypatch.setattr(os, "rename", refuse_folder)
    assert publish("Second").output
    assert {path.name for path in (tmp_path / ".out.octavo").iterdir()} == {"lock", ".gitignore"}


def test_a_path_that_is_too_long_for_windows_is_named_so() -> None:
    error = FileNotFoundError(2, "The system cannot find the path specified")
    error.winerror = 3  # type: ignore[attr-defined]  # as on Windows
    problem = explain_failure("x" * 300, error).problem
    assert "this path has 300 letters, and Windows takes 259" in problem.message

"""A page costs the same in a small site and in a large one."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from octavo.builder.folder_build import build_folder

BENCHMARKS = Path(__file__).parents[2] / "tools" / "benchmarks"


def page_bytes(folder: Path, count: int) -> int:
    from generated_site import page_name, write_site

    write_site(folder / "project", count)
    report = build_folder(str(folder / "project"), str(folder / "out"))
    assert report.pages == count
    return (folder / "out" / page_name(25) / "index.html").stat().st_size


def test_a_page_does_not_grow_with_the_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path, str(BENCHMARKS)])
    small, large = (page_bytes(tmp_path / str(count), count) for count in (50, 400))
    assert large <= small * 1.02

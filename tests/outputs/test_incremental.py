"""Builds after edits are the same to the byte as builds from nothing, and touch no more files."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from octavo.outputs.folder import BuildOptions, BuildReport, build_folder
from octavo.problems import sort_problems
from tests.outputs.rich_project import Editor, write_rich_project

EDITS = 60


def tree(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder, and its folders as empty names."""
    return {
        str(path.relative_to(folder)): path.read_bytes() if path.is_file() else b""
        for path in folder.rglob("*")
    }


def times(folder: Path) -> dict[str, int]:
    found = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.stat().st_mtime_ns for path in found}


class Bench:
    """A project, its output, and a cache."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "project"
        self.output = folder / "out"
        self.clean = folder / "clean"
        self.options = BuildOptions(cache_folder=str(folder / "cache"))
        write_rich_project(self.root)

    def build(self) -> BuildReport:
        return build_folder(str(self.root), str(self.output), self.options)

    def build_clean(self) -> BuildReport:
        shutil.rmtree(self.clean, ignore_errors=True)
        return build_folder(str(self.root), str(self.clean))

    def check(self, what: str = "") -> BuildReport:
        """Build, and compare with a build from nothing."""
        report, clean = self.build(), self.build_clean()
        assert sort_problems(report.problems) == sort_problems(clean.problems), what
        if clean.output is None:
            assert report.output is None, what
            return report
        assert tree(self.output) == tree(self.clean), what
        assert (report.pages, report.files) == (clean.pages, clean.files), what
        return report


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_after_each_of_many_random_edits_the_site_is_that_of_a_clean_build(
    bench: Bench, seed: int
) -> None:
    editor = Editor(bench.root, bench.output, seed)
    bench.check()
    told = []
    for number in range(EDITS):
        told.append(editor.edit())
        before, old_times = tree(bench.output), times(bench.output)
        bench.check(f"edit {number} of seed {seed}: {told[-1]}")
        after, new_times = tree(bench.output), times(bench.output)
        rewritten = [
            name
            for name, time in new_times.items()
            if before.get(name) == after[name] and time != old_times[name]
        ]
        assert not rewritten, told[-1]

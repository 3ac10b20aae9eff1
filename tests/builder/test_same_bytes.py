"""A site is the same to the byte, wherever it is built, in which language and in which order."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.builder.rich_project import put, write_rich_project
from tests.builder.test_incremental import tree
from tests.effort import RecordProperty, effort
from tests.whole import first_of_each

PAGES = effort(20, scorecard=200)
Variables = Mapping[str, str]
WAYS: dict[str, Variables] = {
    "language": {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0"},
    "other language": {"LC_ALL": "tr_TR.UTF-8", "LANGUAGE": "tr"},
    "time zone": {"TZ": "Pacific/Kiritimati"},
    "hash seed 1": {"PYTHONHASHSEED": "1"},
    "hash seed 2": {"PYTHONHASHSEED": "4294967295"},
}


def write_project(root: Path) -> None:
    """Write a project that uses everything, and many pages beside."""
    write_rich_project(root)
    for number in range(PAGES):
        link = f"[the next](/many/p{(number + 1) % PAGES})"
        text = f"---\ntitle: Page {number}\n---\n\n## Part {number}\n\nSee {link}. İstanbul.\n"
        put(root / f"many/p{number}.mdx", text)


def build(root: Path, output: Path, *options: str, mask: str = "022", **variables: str) -> None:
    command = [sys.executable, "-m", "octavo", "build", str(root), "-o", str(output), *options]
    done = subprocess.run(
        ["sh", "-c", f'umask {mask}; exec "$@"', "sh", *command],
        cwd=output.parent,
        env={**os.environ, "XDG_CACHE_HOME": str(output.parent / "cache"), **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Built" in done.stderr, done.stderr


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, bytes]]:
    """A project, and its site built without a cache by one process."""
    folder = tmp_path_factory.mktemp("plain")
    write_project(folder / "project")
    build(folder / "project", folder / "out", "--no-cache", "--workers", "1")
    found = tree(folder / "out")
    assert len(found) > PAGES
    return folder / "project", found


Expected = tuple[Path, dict[str, bytes]]


@pytest.mark.scorecard("SR-34")
@pytest.mark.parametrize("way", first_of_each(WAYS))
def test_the_site_does_not_depend_on_the_surroundings(
    expected: Expected, tmp_path: Path, way: str, record_property: RecordProperty
) -> None:
    build(expected[0], tmp_path / "out", "--no-cache", mask="077", **WAYS[way])
    assert tree(tmp_path / "out") == expected[1]
    record_property("builds", 1)


@pytest.mark.whole
@pytest.mark.scorecard("SR-34")
def test_the_site_does_not_depend_on_the_cache_or_the_number_of_workers(
    expected: Expected, tmp_path: Path, record_property: RecordProperty
) -> None:
    for options in (["--workers", "2"], ["--workers", "2"], ["--workers", "1"], ["--no-cache"]):
        build(expected[0], tmp_path / "out", *options)
        assert tree(tmp_path / "out") == expected[1]
    record_property("builds", 4)


@pytest.mark.scorecard("SR-34")
@pytest.mark.parametrize("seed", first_of_each([1, 2]))
def test_the_site_does_not_depend_on_the_order_in_which_folders_list_their_files(
    expected: Expected, tmp_path: Path, seed: int, record_property: RecordProperty
) -> None:
    memory = Path("/dev/shm")
    if not os.access(memory, os.W_OK):
        pytest.skip("there is no disk that lists files in the order of their making")
    files = [path for path in sorted(expected[0].rglob("*")) if path.is_file()]
    random.Random(seed).shuffle(files)
    with tempfile.TemporaryDirectory(dir=memory) as folder:
        for file in files:
            copy = Path(folder) / "elsewhere" / file.relative_to(expected[0])
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, copy)
        build(Path(folder) / "elsewhere", tmp_path / "out", "--no-cache")
    assert tree(tmp_path / "out") == expected[1]
    record_property("builds", 1)

"""Every command with the real Python for Windows, under Wine on other systems.

`OCTAVO_WINDOWS_PYTHON` names a program that runs a `python.exe` with Octavo and its dependencies.
"""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from octavo.builder.folder_build import build_folder
from tests.builder.test_incremental import tree
from tests.patience import HANGS_AFTER, wait_until
from tests.project_folder import write_files
from tests.served_sites import ask, collect_lines

PYTHON = os.environ.get("OCTAVO_WINDOWS_PYTHON", "")
OLD_SITE = {"mkdocs.yml": "site_name: T\nnav: [index.md]\n", "docs/index.md": "# Home\n"}
_LISTENS = re.compile(r"http://(?:localhost|127\.0\.0\.1):(\d+)")

pytestmark = [
    pytest.mark.whole,
    pytest.mark.skipif(not PYTHON, reason="OCTAVO_WINDOWS_PYTHON names no Python for Windows"),
]


def run(folder: Path, *arguments: str) -> str:
    """Run a command in a folder; return what it says."""
    command = [PYTHON, "-m", "octavo", *arguments]
    ran = subprocess.run(
        command, cwd=folder, input=b"", capture_output=True, check=False, timeout=HANGS_AFTER
    )
    said = (ran.stdout + ran.stderr).decode("utf-8")
    assert (arguments, ran.returncode, "Traceback" in said) == (arguments, 0, False), said
    return said


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A project and the site that was built of it."""
    folder = tmp_path_factory.mktemp("windows")
    pipe = subprocess.PIPE
    # While one program runs, Wine starts nothing that would keep the pipes of others open.
    command = [PYTHON, "-c", "input(1)"]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as first:
        assert first.stdout is not None
        assert first.stdout.read(1) == b"1"
        run(folder, "init", "project")
        run(folder, "build", "project", "-o", "out", "--no-cache")
        yield folder
        first.communicate(b"\n")


def test_a_site_is_the_same_as_on_other_systems(folder: Path) -> None:
    build_folder(str(folder / "project"), str(folder / "usual"))
    assert tree(folder / "out") == tree(folder / "usual")
    assert not (folder / ".out.octavo").exists()


@pytest.mark.parametrize(
    ("command", "text"),
    [
        ("check project --format json", '"problems": []'),
        ("search out quickstart --format json", '"results"'),
        ("openapi-file project/openapi.yaml -o pages", "pages"),
        ("migrate old -o new", "Moved 1 page"),
        ("settings-schema", "$schema"),
        ("build project -o out", "Built 7 pages"),
    ],
)
def test_commands_do_what_they_do_elsewhere(folder: Path, command: str, text: str) -> None:
    write_files(folder / "old", OLD_SITE)
    assert text in run(folder, *command.split())


@contextlib.contextmanager
def listening(folder: Path, *arguments: str) -> Iterator[int]:
    """Run a server until the block ends; gives its port."""
    process = subprocess.Popen(
        [PYTHON, "-m", "octavo", *arguments, "--port", "0"],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )

    def find_port() -> int:
        return next((int(found[1]) for line in said if (found := _LISTENS.search(line))), 0)

    with process, collect_lines(process.stdout) as said:
        try:
            wait_until(lambda: process.poll() is not None or bool(find_port()))
            assert find_port(), said
            yield find_port()
        finally:
            process.kill()


@pytest.mark.parametrize(
    ("command", "path", "status"),
    [
        ("serve out", "/quickstart/", 200),
        ("dev project --no-open", "/", 200),
        ("mock project/openapi.yaml", "/nothing", 404),
    ],
)
def test_servers_answer(folder: Path, command: str, path: str, status: int) -> None:
    with listening(folder, *command.split()) as port:
        assert ask(port, path).status == status

"""No file is opened, made, moved or removed through a link, even one that comes during a build."""

from __future__ import annotations

import contextlib
import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from octavo.builder.publish import beneath
from octavo.builder.publish.held_folder import CAN_HOLD, NEW_FILE, HeldFolder, hold_path
from octavo.builder.publish.publication import open_publication
from octavo.project.files import OPEN_FLAGS
from tests.effort import effort

pytestmark = [
    pytest.mark.scorecard("SR-59"),
    pytest.mark.skipif(not CAN_HOLD, reason="this system cannot hold folders open"),
]


@pytest.fixture(params=["one call", "an old kernel", "a container", "step by step"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Open in each of the ways that systems have."""
    way = str(request.param)
    if way == "one call":
        if beneath.find_system_call() is None:
            pytest.skip("this system has no openat2")
    elif way == "step by step":
        monkeypatch.setattr(beneath, "find_system_call", lambda: None)
    else:
        number = errno.ENOSYS if way == "an old kernel" else errno.EPERM
        monkeypatch.setattr(beneath, "find_system_call", lambda: lambda *_: -number)
    return way


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """A folder in which a second process has replaced `guide/deep` by a link."""
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    for folder in (inside / "guide", outside / "below"):
        folder.mkdir(parents=True)
    (outside / "thesis.txt").write_text("years of work")
    (outside / "below" / "notes.txt").write_text("more of it")
    (inside / "own.txt").write_text("ours")
    (inside / "guide" / "deep").symlink_to(outside)
    return inside, outside


def look(folder: Path) -> dict[str, tuple[int, int, bytes]]:
    """Return the rights, times and bytes of all files below a folder."""
    return {
        str(path.relative_to(folder)): (
            path.stat().st_mode,
            path.stat().st_mtime_ns if path.is_file() else 0,
            path.read_bytes() if path.is_file() else b"",
        )
        for path in folder.rglob("*")
    }


THESIS = "guide/deep/thesis.txt"
NEW = "guide/deep/new.txt"
OWN = Path(__file__).stat()
STEPS: dict[str, Callable[[HeldFolder], object]] = {
    "open": lambda folder: folder.open(THESIS, OPEN_FLAGS),
    "open below it": lambda folder: folder.open("guide/deep/below/notes.txt", OPEN_FLAGS),
    "write": lambda folder: folder.open(THESIS, os.O_WRONLY | os.O_TRUNC),
    "make a file": lambda folder: folder.open(NEW, NEW_FILE),
    "load": lambda folder: folder.load(THESIS),
    "hold": lambda folder: folder.hold("guide/deep"),
    "hold below it": lambda folder: folder.hold("guide/deep/below"),
    "look": lambda folder: folder.load_status(THESIS),
    "make a folder": lambda folder: folder.make_folder("guide/deep/new"),
    "unlink": lambda folder: folder.unlink(THESIS),
    "remove a folder": lambda folder: folder.remove_folder("guide/deep/below"),
    "set facts": lambda folder: folder.set_facts(THESIS, OWN),
    "set facts of the link": lambda folder: folder.set_facts("guide/deep", OWN),
    "move out": lambda folder: folder.move("own.txt", folder, NEW),
    "move in": lambda folder: folder.move(THESIS, folder, "theirs.txt"),
    "link out": lambda folder: folder.link("own.txt", folder, NEW),
    "link in": lambda folder: folder.link(THESIS, folder, "theirs.txt"),
    "copy out": lambda folder: folder.copy("own.txt", folder, NEW),
    "copy in": lambda folder: folder.copy(THESIS, folder, "theirs.txt"),
}


@pytest.mark.parametrize("step", STEPS)
def test_no_step_goes_through_a_link(way: str, step: str, folders: tuple[Path, Path]) -> None:
    inside, outside = folders
    before = look(outside)
    with hold_path(str(inside)) as folder, pytest.raises(OSError, match=r"link|symbolic|director"):
        STEPS[step](folder)
    assert look(outside) == before
    assert sorted(os.listdir(inside)) == ["guide", "own.txt"]


def test_folders_are_made_in_the_place_of_a_link(way: str, folders: tuple[Path, Path]) -> None:
    inside, outside = folders
    before = look(outside)
    with hold_path(str(inside)) as folder:
        folder.make_folders("guide/deep/below/more")
    assert (inside / "guide/deep/below/more").is_dir()
    assert not (inside / "guide/deep").is_symlink()
    assert look(outside) == before


def test_what_is_below_a_folder_is_opened(way: str, tmp_path: Path) -> None:
    with hold_path(str(tmp_path)) as folder:
        folder.make_folders("a/b/c")
        with open(folder.open("a/b/c/page.html", NEW_FILE), "wb") as file:
            file.write(b"text")
        folder.link("a/b/c/page.html", folder, "a/b/copy.html")
        folder.move("a/b/c/page.html", folder, "a/page.html")
        assert folder.load("a/page.html") == folder.load("a/b/copy.html") == b"text"
        assert folder.load_status("a/page.html").st_mode & 0o111 == 0
        folder.unlink("a/b/copy.html")
        folder.remove_folder("a/b/c")
        assert sorted(name for name, _entry in folder.walk()) == ["a", "a/b", "a/page.html"]
        with pytest.raises(FileNotFoundError):
            folder.open("a/missing/page.html", OPEN_FLAGS)
        with pytest.raises(NotADirectoryError):
            folder.open("a/page.html/more", OPEN_FLAGS)


def test_no_descriptor_is_left(way: str, folders: tuple[Path, Path]) -> None:
    inside, _outside = folders
    open_before = len(os.listdir("/dev/fd"))
    with hold_path(str(inside)) as folder:
        for step in STEPS.values():
            with contextlib.suppress(OSError):
                step(folder)
        with contextlib.suppress(OSError):
            folder.open("guide/missing/page.html", OPEN_FLAGS)
    assert len(os.listdir("/dev/fd")) == open_before


SWAPPER = """
import os, sys
place, outside = sys.argv[1:]
while True:
    try:
        os.rename(place, place + "-away")
        os.symlink(outside, place)
        os.unlink(place)
        os.rename(place + "-away", place)
    except OSError:
        if not os.path.isdir(os.path.dirname(place)):
            continue
"""


def test_a_process_that_swaps_a_folder_for_a_link_gets_nothing_written(tmp_path: Path) -> None:
    """The folder of the next state is in the project, where others may write."""
    target, outside = tmp_path / "dist", tmp_path / "outside"
    outside.mkdir()
    place = tmp_path / ".dist.octavo" / "next" / "guide"
    command = [sys.executable, "-c", SWAPPER, str(place), str(outside)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as swapper:
        try:
            for number in range(effort(3, scorecard=100)):
                _publish(target, number)
                assert os.listdir(outside) == []
        finally:
            swapper.kill()


def _publish(target: Path, number: int) -> None:
    """Publish a site; builds that lose their folder fail and leave the old site."""
    with (
        contextlib.suppress(Exception),
        open_publication(str(target), keeps_spare=True, durable=False, say=print) as state,
    ):
        outputs = {}
        for page in range(200):
            name = f"guide/page{page}.html"
            outputs[name] = state.put(name, f"page {page} of {number}".encode())
        state.publish(outputs)

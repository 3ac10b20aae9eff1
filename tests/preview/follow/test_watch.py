"""Watching folders, and telling a save from a storm."""

from __future__ import annotations

import asyncio
import selectors
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from octavo.preview.follow.watch import (
    LONGEST_BURST,
    QUIET,
    SPACING,
    FolderWatch,
    gather_paths,
    list_watched_folders,
)
from tests.patience import wait_until

only_linux = pytest.mark.skipif(sys.platform != "linux", reason="others watch whole trees")


@only_linux
def test_folders_that_are_never_part_of_a_site_are_not_watched(tmp_path: Path) -> None:
    for name in ("guides/deep", "node_modules/a", ".git/objects", "dist/a", "venv/lib", "empty"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "dist/.octavo-output").touch()
    (tmp_path / "venv/pyvenv.cfg").touch()
    (tmp_path / "pyvenv.cfg").touch()
    found = [
        Path(folder).relative_to(tmp_path).as_posix()
        for folder in list_watched_folders(str(tmp_path))
    ]
    assert found == [".", "empty", "guides", "guides/deep"]


def wait_for(events: list[set[str]], path: Path) -> None:
    wait_until(lambda: any(str(path) in paths for paths in list(events)))


def test_what_happens_in_new_folders_is_noticed_after_a_refresh(tmp_path: Path) -> None:
    root = tmp_path.resolve()
    events: list[set[str]] = []
    watch = FolderWatch(str(root), events.append, print)
    watch.refresh()
    threads = threading.active_count()
    (root / "new").mkdir()
    wait_for(events, root / "new")
    watch.refresh()
    (root / "new/page.mdx").write_text("x")
    wait_for(events, root / "new/page.mdx")
    (root / "page.mdx").write_text("x")
    wait_for(events, root / "page.mdx")
    wait_until(lambda: threading.active_count() <= threads)  # the watch before has ended
    watch.close()


def test_a_folder_that_is_gone_can_be_watched_again(tmp_path: Path) -> None:
    root = tmp_path.resolve() / "project"
    events: list[set[str]] = []
    watch = FolderWatch(str(root), events.append, print)
    watch.refresh()
    root.mkdir()
    watch.refresh()
    (root / "page.mdx").write_text("x")
    wait_for(events, root / "page.mdx")
    watch.close()


class HurriedSelector(selectors.DefaultSelector):
    """Does not wait: its clock jumps to what comes next, so no machine is too slow for a test."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.now += timeout or 0
        return super().select(timeout and 0)


class HurriedLoop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._hurried = HurriedSelector()
        super().__init__(self._hurried)

    def time(self) -> float:
        return self._hurried.now


def gathered(*batches: tuple[float, set[str]], last_look: float = -9) -> tuple[set[str], float]:
    """Returns what is gathered from events that come so many seconds after the start, and when."""

    async def run() -> tuple[set[str], float]:
        events: asyncio.Queue[set[str]] = asyncio.Queue()
        loop = asyncio.get_running_loop()
        for when, paths in batches:
            loop.call_later(when, events.put_nowait, paths)
        return await gather_paths(events, last_look, patience=2), loop.time()

    def run_hurried() -> tuple[set[str], float]:
        with asyncio.Runner(loop_factory=HurriedLoop) as runner:
            return runner.run(run())

    with ThreadPoolExecutor(1) as thread:  # browser tests leave a loop in the main one
        return thread.submit(run_hurried).result()


def test_a_saved_file_is_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "a.mdx"
    path.write_text("x")
    assert gathered((0, {str(path)}), (QUIET / 2, {"later"})) == ({str(path)}, 0)


@pytest.mark.parametrize("name", ["empty.mdx", "gone.mdx", "folder"])
def test_what_an_editor_may_be_busy_with_waits_for_quiet(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty.mdx").touch()
    (tmp_path / "folder").mkdir()
    found, seconds = gathered((0, {str(tmp_path / name)}), (QUIET / 2, {"later"}))
    assert found == {str(tmp_path / name), "later"}
    assert seconds == pytest.approx(QUIET * 1.5)


def test_in_a_storm_looks_have_a_distance(tmp_path: Path) -> None:
    path = tmp_path / "a.mdx"
    path.write_text("x")
    found, seconds = gathered((0, {str(path)}), (SPACING - QUIET / 2, {"later"}), last_look=0)
    assert found == {str(path), "later"}
    assert SPACING <= seconds <= SPACING + QUIET


def test_a_storm_without_end_is_looked_at() -> None:
    step = QUIET / 5
    storm = [(number * step, {str(number)}) for number in range(200)]
    found, seconds = gathered(*storm)
    assert len(found) == pytest.approx(LONGEST_BURST / step, abs=2)
    assert seconds == pytest.approx(LONGEST_BURST, abs=step)


def test_patience_runs_out() -> None:
    assert gathered() == (set(), 2)

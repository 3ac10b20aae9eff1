"""Watches the folders of a project and reports the paths of changes.

On Linux, each folder is watched separately, so ignored folders (`node_modules`, `.git`, a built
site) cost nothing. Other systems watch whole trees just as cheaply.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from octavo.project.names import is_hidden_folder
from octavo.project.walk import FOREIGN_MARKS, MAX_FOLDERS

if TYPE_CHECKING:
    from watchfiles._rust_notify import RustNotify

QUIET = 0.05
"""How many seconds without an event end a burst of events."""
LONGEST_BURST = 0.7
"""The longest burst in seconds before it is reported."""
FEW = 8
"""The most files that count as saved by hand, which are reported at once after a pause."""
SPACING = 0.6
"""The seconds between two reports while events continue."""

_STEP_MS = 10
"""How often the system is asked for events."""
_POLL_MS = 300


class FolderWatch:
    """Calls `on_change` with real paths, from a separate thread."""

    def __init__(
        self, root: str, on_change: Callable[[set[str]], None], say: Callable[[str], None]
    ) -> None:
        self._root = root
        self._on_change = on_change
        self._say = say
        self._folders: list[str] = []
        self._stop = threading.Event()
        self._must_poll = False

    def refresh(self) -> None:
        """Watch the current folders; later changes are not missed."""
        folders = list_watched_folders(self._root)
        if folders == self._folders and not self._stop.is_set():
            return
        notify = self._start(folders)
        before, self._stop = self._stop, threading.Event()
        self._folders = folders if notify else []
        if notify:
            threading.Thread(target=self._listen, args=(notify, self._stop), daemon=True).start()
        before.set()

    def close(self) -> None:
        """Stop watching."""
        self._stop.set()

    def _start(self, folders: list[str]) -> RustNotify | None:
        from watchfiles._rust_notify import (  # noqa: PLC0415  (not before the first page)
            RustNotify,
            WatchfilesRustInternalError,
        )

        is_recursive = sys.platform != "linux"
        # The option to ignore missing permissions also hides that the watch limit is reached. Linux
        # doesn't need it, because unreadable folders are not listed.
        try:
            return RustNotify(folders, False, self._must_poll, _POLL_MS, is_recursive, is_recursive)
        except (FileNotFoundError, PermissionError):
            return None  # A folder was just removed, so the folders will be listed again.
        except (OSError, WatchfilesRustInternalError):
            if self._must_poll:
                raise
            self._say("The system can watch no more folders. Looking for changes instead.")
            self._must_poll = True
            return self._start(folders)

    def _listen(self, notify: RustNotify, stop: threading.Event) -> None:
        longest = round(QUIET * 1000)
        with notify:
            while not isinstance(events := notify.watch(longest, _STEP_MS, 0, stop), str):
                self._on_change({path for _, path in events})


def list_watched_folders(root: str) -> list[str]:
    """Return the folders to watch: all that may contain files of the site."""
    if sys.platform != "linux":
        return [root]
    return sorted(islice(_walk_folders(root), MAX_FOLDERS))


def _walk_folders(root: str) -> Iterator[str]:
    for folder, names, files in os.walk(root):
        if folder != root and not FOREIGN_MARKS.isdisjoint(files):
            names.clear()
            continue
        names[:] = [name for name in names if not is_hidden_folder(name)]
        yield folder


async def gather_paths(
    events: asyncio.Queue[set[str]], last_look: float, patience: float | None = None
) -> set[str]:
    """Wait for events; return the paths of one burst, or none after `patience` seconds.

    Files that were just saved are returned at once. `last_look` is the time of the last handled
    burst, by the clock of the running loop.
    """
    clock = asyncio.get_running_loop().time
    try:
        paths = await asyncio.wait_for(events.get(), patience)
    except TimeoutError:
        return set()
    now = clock()
    is_calm = now - last_look > SPACING and events.empty()
    if is_calm and _are_saved_files(paths):
        return paths
    start, end = last_look + SPACING, now + LONGEST_BURST
    while (remaining := end - clock()) > 0:
        try:
            paths = paths | await asyncio.wait_for(events.get(), min(QUIET, remaining))
        except TimeoutError:
            if clock() >= start:
                break
    return paths


def _are_saved_files(paths: set[str]) -> bool:
    """Tell whether paths are a few complete files, which no editor is still writing."""
    try:
        return 0 < len(paths) <= FEW and all(
            os.path.isfile(path) and os.path.getsize(path) for path in paths
        )
    except OSError:
        return False

"""Watches the folders of a project and says where something happened.

On Linux each folder is watched by itself, so that what is never part of a site (`node_modules`,
`.git`, a built site) costs nothing; elsewhere the system watches whole trees as cheaply.
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
"""After so many seconds without an event, a burst of events is over."""
LONGEST_BURST = 0.5
"""A burst that does not end is looked at after so many seconds all the same."""
FEW = 8
"""So many files, changed after a pause, were saved by hand: nobody should wait for them."""
SPACING = 0.4
"""In a storm, so many seconds lie between two looks at it."""

_STEP_MS = 10
"""How often the system is asked for events."""
_POLL_MS = 300


class FolderWatch:
    """Calls `on_change` with real paths, from a thread of its own."""

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
        """Watch the folders that are there now; what happens after this is not missed."""
        folders = watched_folders(self._root)
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
        from watchfiles._rust_notify import RustNotify  # noqa: PLC0415  (not before the first page)

        is_recursive = sys.platform != "linux"
        try:
            return RustNotify(folders, False, self._must_poll, _POLL_MS, is_recursive, True)
        except FileNotFoundError:
            return None  # a folder went away just now; there will be another look
        except OSError as error:
            if self._must_poll:
                raise
            self._say(f"The system cannot watch so many folders ({error}); looking for changes.")
            self._must_poll = True
            return self._start(folders)

    def _listen(self, notify: RustNotify, stop: threading.Event) -> None:
        longest = round(QUIET * 1000)
        with notify:
            while not isinstance(found := notify.watch(longest, _STEP_MS, 0, stop), str):
                self._on_change({path for _, path in found})


def watched_folders(root: str) -> list[str]:
    """Return the folders to watch: all that may hold files of the site."""
    if sys.platform != "linux":
        return [root]
    return sorted(islice(_folders_below(root), MAX_FOLDERS))


def _folders_below(root: str) -> Iterator[str]:
    for folder, names, files in os.walk(root):
        if folder != root and not FOREIGN_MARKS.isdisjoint(files):
            names.clear()
            continue
        names[:] = [name for name in names if not is_hidden_folder(name)]
        yield folder


async def gather(
    events: asyncio.Queue[set[str]], last_look: float, patience: float | None = None
) -> set[str]:
    """Wait for events; return the paths of one burst, or none when patience (seconds) runs out.

    What looks like files that were just saved is returned at once. `last_look` is when a burst was
    last dealt with, by the clock of the running loop.
    """
    clock = asyncio.get_running_loop().time
    try:
        paths = await asyncio.wait_for(events.get(), patience)
    except TimeoutError:
        return set()
    now = clock()
    is_calm = now - last_look > SPACING and events.empty()
    if is_calm and _look_saved(paths):
        return paths
    start, end = last_look + SPACING, now + LONGEST_BURST
    while (left := end - clock()) > 0:
        try:
            paths = paths | await asyncio.wait_for(events.get(), min(QUIET, left))
        except TimeoutError:
            if clock() >= start:
                break
    return paths


def _look_saved(paths: set[str]) -> bool:
    """Tell whether some paths are a few whole files, and nothing that an editor is busy with."""
    try:
        return 0 < len(paths) <= FEW and all(
            os.path.isfile(path) and os.path.getsize(path) for path in paths
        )
    except OSError:
        return False

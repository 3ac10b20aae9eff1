"""Watches the folders of a project and reports the paths of changes.

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
"""How many seconds without an event end a burst of events."""
LONGEST_BURST = 0.7
"""How many seconds a burst may last before it is reported all the same."""
FEW = 8
"""Up to so many files, changed after a pause, were saved by hand: nobody should wait for them."""
SPACING = 0.6
"""How many seconds lie between two reports while events keep coming."""

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
        # On Linux, what ignores a lack of permissions ignores as well that no more can be watched.
        # It is not needed there: folders that cannot be read are not listed.
        try:
            return RustNotify(folders, False, self._must_poll, _POLL_MS, is_recursive, is_recursive)
        except (FileNotFoundError, PermissionError):
            return None  # a folder was just removed; the folders will be listed again
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
    """Return the folders to watch: all that may hold files of the site."""
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
    """Wait for events; return the paths of one burst, or none when patience (seconds) runs out.

    Files that were just saved are returned at once. `last_look` is when a burst was last handled,
    by the clock of the running loop.
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
    """Tell whether some paths are a few whole files that no editor is still writing."""
    try:
        return 0 < len(paths) <= FEW and all(
            os.path.isfile(path) and os.path.getsize(path) for path in paths
        )
    except OSError:
        return False

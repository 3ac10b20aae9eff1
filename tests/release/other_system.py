"""Runs Octavo as on a system that lacks what Linux has: python other_system.py SYSTEM ARGUMENTS...

What the standard library itself needs is loaded before it is taken away. `windows` also calls the
system so, has the one module for locks that Windows has, and cannot watch for signals in a loop.
`linux` is a Linux whose Python was built without any of it.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import errno
import importlib
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import types
from pathlib import Path
from typing import Any, NoReturn, Self

LOADED = (asyncio, concurrent.futures, contextlib, shutil, socket, subprocess, tempfile, threading)
"""They were loaded on a system that has all of it."""
LOADED_FOR_WINDOWS = ("ssl", "httpcore2", "uvicorn.server")
"""Libraries that load parts of Windows itself there, which cannot be had elsewhere."""
MODULES = (
    "_ctypes",
    "ctypes",
    "fcntl",
    "grp",
    "posix_ipc",
    "pty",
    "pwd",
    "readline",
    "resource",
    "termios",
    "uvloop",
)
NAMES = {
    os: "fork forkpty O_NOFOLLOW O_DIRECTORY O_CLOEXEC O_NONBLOCK sched_getaffinity getuid geteuid "
    "getgid killpg setsid fchmod fchown pread pwrite posix_fadvise sendfile statvfs getpgid "
    "copy_file_range memfd_create mkfifo chown lchown nice getloadavg uname",
    signal: "SIGALRM SIGHUP SIGKILL SIGUSR1 SIGUSR2 SIGCHLD SIGPIPE SIGQUIT setitimer alarm "
    "pthread_sigmask sigwait",
    socket: "SO_REUSEPORT",
}
_SCAN, _UNLINK = os.scandir, os.unlink
_FOLDER_CALLS = ("supports_dir_fd", "supports_fd", "supports_follow_symlinks")


def take_away(system: str) -> None:
    """Make this process believe that it runs on a system with less."""
    if system == "windows":
        for name in LOADED_FOR_WINDOWS:
            importlib.import_module(name)
        asyncio.new_event_loop().close()  # the first one chooses the kind of loops by the system
    for name in MODULES:
        sys.modules.update({name: None})  # type: ignore[dict-item]  # importing it fails
    # A process is ended by what the system has: that of the standard library keeps its own.
    subprocess.signal = types.SimpleNamespace(**vars(signal))  # type: ignore[attr-defined]
    for module, names in NAMES.items():
        for name in names.split():
            if hasattr(module, name):
                delattr(module, name)
    if hasattr(os, "process_cpu_count"):  # since Python 3.13; it asks for what was just taken away
        os.process_cpu_count = os.cpu_count
    for name in _FOLDER_CALLS:
        setattr(os, name, set())
    if system != "linux":
        sys.platform = "win32" if system == "windows" else "other"
    if system == "windows":
        locks = types.ModuleType("msvcrt")
        locks.LK_LOCK, locks.LK_NBLCK = 1, 2  # type: ignore[attr-defined]
        locks.locking = lambda _descriptor, _mode, _bytes: None  # type: ignore[attr-defined]
        sys.modules["msvcrt"] = locks
        loop = asyncio.SelectorEventLoop
        for name in ("add_signal_handler", "remove_signal_handler"):
            setattr(loop, name, _refuse)
        os.scandir = WindowsScan  # type: ignore[assignment]
        os.unlink = unlink_like_windows  # type: ignore[assignment]
    _take_from_worker()


class WindowsEntry:
    """An entry of a folder: what Windows lists has no number of the file, and none of its disk."""

    def __init__(self, entry: os.DirEntry[str]) -> None:
        self._entry = entry

    def __getattr__(self, name: str) -> Any:
        return getattr(self._entry, name)

    def stat(self, *, follow_symlinks: bool = True) -> os.stat_result:
        status = self._entry.stat(follow_symlinks=follow_symlinks)
        times = {name: getattr(status, name) for name in dir(status) if name.endswith("_ns")}
        return os.stat_result((status.st_mode, 0, 0, 0, *status[4:]), times)


class WindowsScan(contextlib.ExitStack):
    """The entries of a folder as Windows lists them."""

    def __init__(self, path: str = ".") -> None:
        super().__init__()
        self._entries = self.enter_context(_SCAN(path))

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> WindowsEntry:
        return WindowsEntry(next(self._entries))


def unlink_like_windows(path: str, *, dir_fd: int | None = None) -> None:
    """Remove a file, unless it is read-only."""
    if not os.lstat(path).st_mode & stat.S_IWRITE:
        raise PermissionError(errno.EACCES, "Access is denied", path)
    _UNLINK(path, dir_fd=dir_fd)


def _refuse(*_arguments: object) -> NoReturn:
    raise NotImplementedError


def _take_from_worker() -> None:
    """Let the process that evaluates JavaScript have no more than this one."""
    from octavo.builder.javascript import engine

    worker, build = engine._WORKER, engine._build_environment
    engine._WORKER = str(Path(__file__).with_name("bare_worker.py"))
    engine._build_environment = lambda: {**build(), "WORKER": worker, "SYSTEM": sys.platform}


if __name__ == "__main__":
    take_away(sys.argv[1])
    sys.argv = ["octavo", *sys.argv[2:]]
    from octavo.cli.entry import run

    run()

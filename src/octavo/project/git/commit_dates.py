"""Reads the dates of the last commits of files.

Git is asked once for all files. Dates stay unknown if git takes more than some seconds, or if a
clone lacks the history.
"""

from __future__ import annotations

import os
import subprocess
import threading
from collections.abc import Collection, Iterator
from typing import IO

from octavo.project.dates import format_day
from octavo.project.git.command import build_git_command, build_git_environment
from octavo.project.git.git_folder import find_commit, find_shallow_commits
from octavo.project.names import normalize_source

_SECONDS = 10
_MOST_BYTES = 256 * 1024 * 1024
_CHUNK = 1 << 16
_ARGUMENTS = (
    "log --format=%x01%ct%x20%H --name-only --no-renames --no-ext-diff --no-textconv --relative -z"
    " -- ."
).split()


def load_commit_days(root: str, sources: Collection[str]) -> dict[str, str | None]:
    """Return the dates of the last commits of files; unknown files are left out."""
    if find_commit(root) == "":
        return {}
    shallow = find_shallow_commits(root)
    missing = set(sources)
    dates: dict[str, str | None] = {}
    try:
        for commit, seconds, source in _list_commits(root):
            if source in missing:
                missing.discard(source)
                dates[source] = None if commit in shallow else format_day(seconds)
                if not missing:
                    break
    except _TooLongError:
        dates.update(dict.fromkeys(missing))
    return dates


class _TooLongError(Exception):
    """Git's answer takes too long."""


def _list_commits(root: str) -> Iterator[tuple[str, int, str]]:
    """Yield the files of each commit, with its name and time, newest first."""
    command = build_git_command(root)
    if command is None:
        return
    try:
        process = subprocess.Popen(  # noqa: S603 (the command is ours)
            [*command, *_ARGUMENTS],
            cwd=root,
            env=build_git_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
    except OSError:
        return  # Git can't run.
    timer = threading.Timer(_SECONDS, process.kill)
    timer.start()
    try:
        yield from _read_commits(process.stdout)
        if process.wait() < 0:
            raise _TooLongError
    finally:
        timer.cancel()
        process.kill()
        process.communicate()


def _read_commits(stream: IO[bytes] | None) -> Iterator[tuple[str, int, str]]:
    commit, seconds = "", 0
    for token in _split_tokens(stream):
        if token.startswith(b"\x01"):
            time_text, _, name = token[1:].decode("ascii", "replace").partition(" ")
            commit, seconds = name, int(time_text) if time_text.lstrip("-").isdecimal() else 0
        elif token:
            yield commit, seconds, normalize_source(os.fsdecode(token.removeprefix(b"\n")))


def _split_tokens(stream: IO[bytes] | None) -> Iterator[bytes]:
    """Yield the parts of a stream between zero bytes."""
    rest, size = b"", 0
    while stream is not None and (chunk := os.read(stream.fileno(), _CHUNK)):
        size += len(chunk)
        if size > _MOST_BYTES:
            raise _TooLongError
        *tokens, rest = (rest + chunk).split(b"\0")
        yield from tokens

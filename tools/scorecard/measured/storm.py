"""What a preview does while thousands of files change, and whether readers notice."""

from __future__ import annotations

import contextlib
import http.client
import json
import mmap
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from octavo.builder.folder_build import build_folder
from scorecard.finding import Finding, NotRunError, judge
from scorecard.measured.readers import reading
from tests.patience import wait_until
from tests.preview.test_preview_storms import (
    make_project,
    pages_that_differ,
    write_page,
    write_settings,
)
from tests.previews import Answer
from tests.served_sites import ask

EVENTS = 5_000
SWITCHED = 500
"""Files that change at once in the middle, as a switch of branches does it."""
SECONDS = 5.0
MOST_BUILDS = 12
MOST_P99_MILLISECONDS = 500.0
MOST_GROWTH = 64 << 20
READS_A_SECOND = 50


def measure_storm() -> Finding:
    """Change files as fast as asked for while a reader looks at the preview."""
    chance = random.Random(36)
    with tempfile.TemporaryDirectory() as folder:
        root, output = Path(folder) / "project", Path(folder) / "out"
        make_project(root, chance)
        with _running_preview(root) as (process, port):
            wait_until(lambda: ask(port, "/").status == 200)
            memory, version = _read_memory(process), _read_version(port)
            with reading(lambda _number: _read(port), READS_A_SECOND) as found:
                seconds = _storm(root, chance)
                build_folder(str(root), str(output))
                wait_until(lambda: not pages_that_differ(lambda path: _get(port, path), output))
            builds = _read_version(port) - version
            growth = _read_memory(process) - memory
    if seconds > 1.2 * SECONDS:
        raise NotRunError(
            f"needs a machine that changes {EVENTS:,} files in {SECONDS:.0f} s; "
            f"this one took {seconds:.0f} s, with {builds} builds"
        )
    faults = found.failures[:3]
    if builds > MOST_BUILDS:
        faults.append(f"{builds} builds")
    if found.p99 > MOST_P99_MILLISECONDS:
        faults.append("readers wait too long")
    if growth > MOST_GROWTH:
        faults.append("memory grows")
    figure = (
        f"{EVENTS:,} changes in {seconds:.1f} s: {builds} builds, ends as a clean build, "
        f"p99 {found.p99:.0f} ms, {growth / 2**20:+.0f} MiB"
    )
    stable = f"{EVENTS:,} changes: {'; '.join(faults) or 'few builds, and readers do not wait'}"
    return judge(figure, *faults, stable=stable)


def _storm(root: Path, chance: random.Random) -> float:
    """Write, rename and delete pages at a steady rate, and return how long it took."""
    started = time.monotonic()
    for number in range(EVENTS - SWITCHED):
        if number == EVENTS // 2:
            _switch_branch(root)
        _change(root, chance)
        time.sleep(max(0.0, started + SECONDS * number / EVENTS - time.monotonic()))
    return time.monotonic() - started


def _change(root: Path, chance: random.Random) -> None:
    path, other = (
        root / f"p{chance.randrange(6)}" / f"{chance.randrange(40)}.mdx" for _ in range(2)
    )
    kind = chance.random()
    with contextlib.suppress(FileNotFoundError):  # what is not there cannot be taken away
        if kind < 0.1:
            path.unlink()
        elif kind < 0.2:
            path.rename(other)
        elif kind < 0.21:
            write_settings(root, chance)
        else:
            write_page(path, chance)


def _switch_branch(root: Path) -> None:
    for number in range(SWITCHED):
        path = root / f"p{number % 6}" / f"{number // 6}.mdx"
        path.parent.mkdir(exist_ok=True)
        path.unlink(missing_ok=True)
        path.write_text(f"# Page {number} of another branch\n")


def _get(port: int, path: str) -> Answer:
    return ask(port, path, headers={"Host": f"localhost:{port}"})


def _read(port: int) -> None:
    assert _get(port, "/").status == 200


def _read_version(port: int) -> int:
    """Ask the reload channel how many changes there were."""
    token = re.search(rb'data-octavo-token="([^"]+)"', _get(port, "/").body)
    assert token
    connection = http.client.HTTPConnection("localhost", port, timeout=60)
    with contextlib.closing(connection):
        connection.request("GET", f"/_octavo/dev/events?token={token[1].decode()}&page=/")
        response = connection.getresponse()
        while not (line := response.readline()).startswith(b"data: "):
            assert line, "the channel ended"
        version: int = json.loads(line[6:])["version"]
        return version


def _read_memory(process: subprocess.Popen[bytes]) -> int:
    pages = int(Path(f"/proc/{process.pid}/statm").read_text().split()[1])
    return pages * mmap.PAGESIZE


@contextlib.contextmanager
def _running_preview(root: Path) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    command = [sys.executable, "-m", "octavo", "dev", str(root), "--port", str(port)]
    process = subprocess.Popen(
        [*command, "--strict-port"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        wait_until(lambda: _is_open(port))
        yield process, port
    finally:
        process.terminate()
        process.wait(60)


def _is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0

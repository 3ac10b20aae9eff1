"""Measures whole commands: CPU seconds, wall seconds, peak memory; the best of several runs."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

LOOPS = 600_000
REFERENCE_LOOP = 75.0
"""Milliseconds that the loop takes on the machine that others are compared with."""
SLOW = 1.1
"""A machine on which the loop takes so many times as long as at best is busy with other things."""
PAUSE = 3.0
MOST_PAUSES = 300.0
"""Seconds in all: some machines are never quiet again."""
NEW_FILES = 1_000
PROC = Path("/proc")
SAMPLING = 0.05
_SHARE = re.compile(r"^Pss:\s*(\d+) kB", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Cost:
    """What a command cost: CPU of it and its children, and the memory of all together.

    What was not measured is None.
    """

    cpu: float | None
    wall: float | None
    megabytes: float | None
    loop: float | None = None
    """Milliseconds that the loop of `Pace` took around the run with the least CPU."""

    @property
    def scaled_cpu(self) -> float | None:
        """CPU seconds as they would be on the machine that others are compared with."""
        return self.cpu * REFERENCE_LOOP / self.loop if self.cpu and self.loop else None


class Pace:
    """How fast the machine is, by one loop in Python that is timed again and again."""

    def __init__(self) -> None:
        self._times: list[float] = []
        self._paused = 0.0

    def wait(self) -> float:
        """Wait for a moment in which nothing else seems to use the machine, but not for ever.

        Return the milliseconds that the loop took last.
        """
        while self._take_time() > SLOW * min(self._times) and self._paused < MOST_PAUSES:
            self._paused += PAUSE
            time.sleep(PAUSE)
        return 1000 * self._times[-1]

    def take_loop(self) -> float:
        """Time the loop without waiting for anything; return the milliseconds that it took."""
        return 1000 * self._take_time()

    def average_since(self, before: float) -> float:
        """Time the loop once more; return the average with what it took before something ran.

        A machine that was busy only before would make what ran look cheaper than it is.
        """
        return (before + self.take_loop()) / 2

    def _take_time(self) -> float:
        started = time.process_time()
        numbers: dict[int, str] = {}
        for number in range(LOOPS):
            numbers[number & 1023] = str(number)
        self._times.append(time.process_time() - started)
        return self._times[-1]

    def sum_up(self) -> str:
        """Say how fast the machine was: where one loop differs, so do all figures."""
        self._take_time()
        fastest, slowest = 1000 * min(self._times), 1000 * max(self._times)
        return (
            f"One loop in Python took {fastest:.0f} to {slowest:.0f} ms of CPU meanwhile; "
            f"{self._paused:.0f} s were spent waiting for quiet moments. "
            f"A new file takes {time_new_file():.0f} µs of CPU in {tempfile.gettempdir()}."
        )


def time_new_file() -> float:
    """Return the microseconds of CPU that a new file takes where sites are built.

    A build makes several for each page. On the same disk they can take several times as long in
    one folder as in another, and the loop does not tell.
    """
    with tempfile.TemporaryDirectory() as folder:
        started = time.process_time()
        for number in range(NEW_FILES):
            Path(folder, str(number)).write_bytes(b" " * 4096)
        return (time.process_time() - started) / NEW_FILES * 1_000_000


PACE = Pace()
"""That of this benchmark."""


def environment() -> dict[str, str]:
    """Return our environment, in which Python keeps what it compiled, as installed packages do."""
    return {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}


def no_preparation() -> None:
    """Leave everything as the last run left it."""


def set_aside(folder: Path) -> None:
    """Give a folder another name, if it is there, so that a command starts without it.

    It is not removed: files are made more slowly right after many others were removed.
    """
    if folder.exists():
        folder.rename(Path(tempfile.mkdtemp(prefix="aside-", dir=folder.parent)) / folder.name)


class CommandError(Exception):
    """A command failed; the text says what it told."""


def measure(
    command: Sequence[str], repeats: int = 3, prepare: Callable[[], None] = no_preparation
) -> Cost:
    """Return the least cost of a command over some runs; a failing command ends the benchmark.

    Each waits some time for a quiet moment. What `prepare` does before a run is not counted.
    """
    runs = []
    for _ in range(repeats):
        prepare()
        before = PACE.wait()
        try:
            run = run_once(command)
        except CommandError as error:
            sys.exit(str(error))
        runs.append((*run, PACE.average_since(before)))
    return least(runs)


def least(runs: Iterable[tuple[float, float, float, float]]) -> Cost:
    """Return the least of CPU, wall and memory over some runs, each with its loop."""
    cpus, walls, megabytes, loops = zip(*runs, strict=True)
    return Cost(min(cpus), min(walls), min(megabytes), loops[cpus.index(min(cpus))])


def run_once(command: Sequence[str], folder: Path | None = None) -> tuple[float, float, float]:
    """Run a command, in a folder if one is given; return CPU and wall seconds, and megabytes."""
    started = time.perf_counter()
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment(), cwd=folder
    )
    assert process.stderr is not None
    with _watching_memory(process.pid) as totals:
        told = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
    process.stderr.close()
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise CommandError(f"{' '.join(command)} failed:\n{told.decode(errors='replace')[-2000:]}")
    return usage.ru_utime + usage.ru_stime, wall, _peak(usage.ru_maxrss, totals)


def _peak(largest: int, totals: list[float]) -> float:
    """Return the megabytes of all processes together, or 0 if unknown.

    The kernel knows the peak of the largest process, the samples know the sum of all. A process
    inherits the peak of its parent, so the kernel does not know the peak of smaller ones.
    """
    import resource  # Windows has none

    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return max(largest / 1024, *totals) if largest > own else 0.0


@contextlib.contextmanager
def _watching_memory(process: int) -> Iterator[list[float]]:
    """Add the megabytes of a process and its children to a list, many times a second."""
    totals = [0.0]
    ended = threading.Event()

    def watch() -> None:
        while not ended.wait(SAMPLING):
            totals.append(sum(_megabytes(each) for each in family_of(process)))

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield totals
    finally:
        ended.set()
        thread.join()


def family_of(process: int) -> Iterator[int]:
    """Return a process and those it started."""
    yield process
    with contextlib.suppress(OSError):  # it has ended, or this is not Linux
        children = (PROC / f"{process}/task/{process}/children").read_text()
        for child in children.split():
            yield from family_of(int(child))


def _megabytes(process: int) -> float:
    """Return the memory of a process; what it shares with others counts in part."""
    with contextlib.suppress(OSError):
        match = _SHARE.search((PROC / f"{process}/smaps_rollup").read_text())
        return int(match[1]) / 1024 if match else 0.0
    return 0.0

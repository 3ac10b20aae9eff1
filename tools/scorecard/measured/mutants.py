"""Breaks security-critical code, one place after another: each time a test of its area must fail.

The changes are in `tools/scorecard/mutants`, a file for each area. They are made in a copy of the
repository, so nothing happens to the checkout.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from scorecard.finding import Finding, judge

ROOT = Path(__file__).parents[3]
CHANGES = ROOT / "tools/scorecard/mutants"
_COPIES = 2
_SECONDS = 240
_COPIED = (
    "src",
    "tests",
    "tools",
    "docs",
    "examples",
    "pyproject.toml",
)


@dataclass(frozen=True, slots=True)
class Mutant:
    """A change that makes the code unsafe."""

    area: str
    file: str
    """The file, as seen from `src/octavo`."""
    old: str
    """What is replaced; it occurs once in the file."""
    new: str
    tests: tuple[str, ...]
    """What has to fail."""

    @property
    def name(self) -> str:
        """Return how a report names it."""
        return (
            f"{self.area}: {self.file}: {' '.join(self.old.split())} → {' '.join(self.new.split())}"
        )


def list_mutants(areas: Collection[str] = ()) -> Iterator[Mutant]:
    """Yield all changes, or those of some areas."""
    for path in sorted(CHANGES.glob("*.toml")):
        if areas and path.stem not in areas:
            continue
        data = tomllib.loads(path.read_text("utf-8"))
        for each in data["mutants"]:
            tests = tuple(each.get("tests", data["tests"]))
            yield Mutant(path.stem, each["file"], each["old"], each["new"], tests)


def measure_mutants(areas: Collection[str] = ()) -> Finding:
    """Make every change, and count those that no test noticed."""
    mutants = list(list_mutants(areas))
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(_COPIES) as threads:
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(_COPIES):
            copy = Path(folder) / str(number)
            _copy_repository(copy)
            copies.put(copy)
        failing = _find_failing(threads, copies, mutants)
        for area in sorted(failing):
            print(f"its tests fail without a change: {area}", flush=True)
        tried = [mutant for mutant in mutants if mutant.area not in failing]
        killed = list(threads.map(lambda mutant: _is_killed(copies, mutant), tried))
    noticed = {mutant for mutant, dead in zip(tried, killed, strict=True) if dead}
    print(_write_table(mutants, noticed, failing))
    figure = f"{len(noticed)} of {len(mutants)} changes noticed, in {_count_areas(mutants)} areas"
    survivors = [mutant.name for mutant in tried if mutant not in noticed]
    return judge(figure, *(f"{area}: tests fail without a change" for area in failing), *survivors)


def _count_areas(mutants: Collection[Mutant]) -> int:
    return len({mutant.area for mutant in mutants})


def _write_table(
    mutants: Collection[Mutant], noticed: Collection[Mutant], failing: Collection[str]
) -> str:
    """Return how many changes of each area were noticed."""
    every = Counter(mutant.area for mutant in mutants)
    dead = Counter(mutant.area for mutant in noticed)
    lines = [f"\n{'area':<12} changes  noticed"]
    for area, number in every.items():
        result = "tests fail" if area in failing else f"{dead[area]:>7}"
        lines.append(f"{area:<12} {number:>7}  {result}")
    return "\n".join([*lines, f"{'all':<12} {len(mutants):>7}  {len(noticed):>7}"])


def _copy_repository(copy: Path) -> None:
    for name in (*_COPIED, *(path.name for path in ROOT.glob("*.md"))):
        source, target = ROOT / name, copy / name
        if source.is_dir():
            ignored = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
            shutil.copytree(source, target, ignore=ignored, symlinks=True)
        else:
            shutil.copyfile(source, target)


def _find_failing(
    threads: ThreadPoolExecutor, copies: SimpleQueue[Path], mutants: Collection[Mutant]
) -> set[str]:
    """Return the areas whose tests fail without a change: what fails anyway proves nothing."""
    tests: dict[str, dict[str, None]] = {}
    for mutant in mutants:
        tests.setdefault(mutant.area, {}).update(dict.fromkeys(mutant.tests))
    passes = threads.map(lambda each: _passes(copies, tuple(each)), tests.values())
    return {area for area, passed in zip(tests, passes, strict=True) if not passed}


def _passes(copies: SimpleQueue[Path], tests: tuple[str, ...]) -> bool:
    copy = copies.get()
    try:
        return _run_tests(copy, tests)
    finally:
        copies.put(copy)


def _is_killed(copies: SimpleQueue[Path], mutant: Mutant) -> bool:
    copy = copies.get()
    path = copy / "src/octavo" / mutant.file
    text = path.read_text("utf-8")
    try:
        path.write_text(text.replace(mutant.old, mutant.new), "utf-8")
        is_killed = not _run_tests(copy, mutant.tests)
        print(f"{'noticed ' if is_killed else 'SURVIVED'} {mutant.name}", flush=True)
        return is_killed
    finally:
        path.write_text(text, "utf-8")
        copies.put(copy)


def _run_tests(copy: Path, tests: tuple[str, ...]) -> bool:
    """Run tests in a copy; one that hangs has failed."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    environment = {**os.environ, "PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    environment["OCTAVO_WHOLE"] = "1"
    with subprocess.Popen(
        command,
        cwd=copy,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        try:
            return process.wait(_SECONDS) == 0
        except subprocess.TimeoutExpired:
            _end_group(process)
            return False


def _end_group(process: subprocess.Popen[bytes]) -> None:
    """End a process and all that it has started."""
    if sys.platform == "win32":
        process.kill()
    else:
        os.killpg(process.pid, signal.SIGKILL)


def main() -> None:
    """Print every change and whether a test noticed it; end with 1 if one was not."""
    finding = measure_mutants(sys.argv[1:])
    print(f"\nSR-49 {finding.verdict} {finding.figure}")
    for survivor in finding.details:
        print(f"  survived: {survivor}")
    sys.exit(finding.verdict != "PASS")

"""What readers notice of clients that stall, while the server may open few files."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from octavo.builder.folder_build import build_folder
from scorecard.finding import Finding, judge
from scorecard.measured.readers import Reading, reading
from tests.project_folder import write_files
from tests.served_sites import COMMAND, ServedSite, serving

DESCRIPTORS = 1_024
ATTACKS = (
    ("half-open", 1_300),
    ("half-open@many addresses", 1_300),
    ("never-reading", 300),
    ("never-reading@many addresses", 600),
    ("drip-reading", 300),
    ("pipelining", 200),
    ("slow-body", 300),
)
READS_A_SECOND = 100
SECONDS = 4
MOST_TIMES = 10.0
MOST_GROWTH = 128 << 20
_MOST_BY_PROCESS = 650
"""The limit may hold for clients, too."""
_NARROW = ("sh", "-c", f'ulimit -n {DESCRIPTORS} && exec "$@"', "sh", *COMMAND)


def measure_stalls() -> Finding:
    """Read at a steady rate: first alone, then beside each kind of clients that stall."""
    faults, slowest, quiet = [], 0.0, []
    with tempfile.TemporaryDirectory() as folder:
        dist = _build_site(Path(folder))
        with serving(dist, "--log", "off", command=_NARROW) as site:
            _read(site)
            memory = _read_memory(site)
            growth = 0
            for kind, number in ATTACKS:
                quiet.append(_read(site).p99)
                with _stalling(site, kind, number):
                    found = _read(site)
                    growth = max(growth, _read_memory(site) - memory)
                slowest = max(slowest, found.p99)
                faults += [f"{kind}: {failure}" for failure in found.failures[:1]]
            if any("damaged" in line for line in site.said):
                faults.append("the site is said to be damaged")
    if slowest > MOST_TIMES * min(quiet):
        faults.append("readers wait too long")
    if growth > MOST_GROWTH:
        faults.append("memory grows")
    figure = (
        f"{len(ATTACKS)} attacks: p99 {min(quiet):.1f} ms without and at most {slowest:.1f} ms "
        f"with them, {growth / 2**20:+.0f} MiB"
    )
    stable = "; ".join(faults) or f"{len(ATTACKS)} attacks, and readers do not notice"
    return judge(figure, *faults, stable=stable)


def _build_site(folder: Path) -> Path:
    pages = {"index.mdx": "Home.\n", "large.mdx": "A paragraph of a large page.\n\n" * 20_000}
    settings = {"name": "Test", "navigation": [{"group": "A", "pages": ["index", "large"]}]}
    data = "1" * (16 << 20)
    write_files(folder / "project", {"site.json": settings, "data.json": data, **pages})
    report = build_folder(str(folder / "project"), str(folder / "dist"))
    assert report.output, report.problems
    return folder / "dist"


def _read(site: ServedSite) -> Reading:
    """Ask for a page in memory, and now and then for what does not exist."""

    def ask(number: int) -> None:
        path, status = ("/nothing/", 404) if number % 10 == 0 else ("/", 200)
        assert site.get(path).status == status

    with reading(ask, READS_A_SECOND) as found:
        time.sleep(SECONDS)
    return found


def _read_memory(site: ServedSite) -> int:
    """Return the memory of the server; 0 where the system does not tell."""
    with contextlib.suppress(OSError):
        text = Path(f"/proc/{site.process.pid}/status").read_text()
        return 1024 * int(text.partition("VmRSS:")[2].split()[0])
    return 0


@contextlib.contextmanager
def _stalling(site: ServedSite, kind: str, number: int) -> Iterator[None]:
    """Let clients stall in separate processes: half at a page in memory, half at a file."""
    with contextlib.ExitStack() as stack:
        processes = []
        shares = [_MOST_BY_PROCESS] * (number // _MOST_BY_PROCESS) + [number % _MOST_BY_PROCESS]
        halves = [part for share in shares for part in (share // 2, share - share // 2) if part]
        for half, path in zip(halves, ("/large/", "/data.json") * len(halves), strict=False):
            command = [sys.executable, "-m", "tests.server.serve.stalling_clients"]
            process = stack.enter_context(
                subprocess.Popen(
                    [*command, kind, str(site.port), str(half), path],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                )
            )
            stack.callback(process.kill)
            processes.append(process)
        for process in processes:
            assert process.stdout is not None
            process.stdout.readline()
        yield

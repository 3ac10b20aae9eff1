"""What an API of 22,000 operations costs beside one of 10,000, and to build it again unchanged.

python tools/benchmarks/large_apis.py [FOLDER]

Measured are documents of a folder whose names begin with `graph-v1` and `graph-beta`, else made-up
ones of their shape. Prints the figures as JSON.
"""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from measure import environment, run_once

SIZES = (10_000, 22_361)
"""Operations of Microsoft Graph, version 1.0 and beta."""
NAMES = ("graph-v1", "graph-beta")
MOST_MEGABYTES = 1536.0
MOST_RATIO = 1.2
MOST_SHARE = 0.1
ENDINGS = (".json", ".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class LargeApis:
    """What was measured: of two documents, the smaller one first, all cores and a cache in use."""

    names: tuple[str, str]
    operations: tuple[int, int]
    cpu: tuple[float, float]
    megabytes: tuple[float, float]
    """Of all processes together: what they share counts once."""
    again: float
    """CPU seconds to build the larger one a second time."""

    @property
    def seconds_of_thousand(self) -> tuple[float, float]:
        """CPU seconds of 1,000 operations."""
        small, large = (
            1000 * cpu / operations
            for cpu, operations in zip(self.cpu, self.operations, strict=True)
        )
        return small, large

    @property
    def ratio(self) -> float:
        """What an operation of the larger document costs beside one of the smaller."""
        small, large = self.seconds_of_thousand
        return large / small

    @property
    def share(self) -> float:
        """What the second build costs beside the first."""
        return self.again / self.cpu[1]

    @property
    def faults(self) -> list[str]:
        """What is more than it may be."""
        limits = {
            "memory": (max(self.megabytes), MOST_MEGABYTES),
            "an operation of the larger document": (self.ratio, MOST_RATIO),
            "an unchanged build": (self.share, MOST_SHARE),
        }
        return [f"{name} costs too much" for name, (is_, most) in limits.items() if is_ > most]

    def describe(self) -> str:
        """Return the figures as a line of text."""
        small, large = self.seconds_of_thousand
        return (
            f"{self.operations[1]:,} operations: {self.cpu[1]:.0f} s of CPU, "
            f"{self.megabytes[1]:,.0f} MiB; 1,000 operations take {large:.2f} s, "
            f"{self.ratio:.2f} times the {small:.2f} s of {self.operations[0]:,}; "
            f"an unchanged build takes {self.again:.1f} s, {self.share:.1%}"
        )


def measure_large_apis(folder: Path, documents: Path | None) -> LargeApis:
    """Build the smaller document, the larger one, and the larger one again."""
    from api_builds import count_operations, find_document, write_project
    from builds import octavo_build

    names, operations, costs = [], [], []
    again = 0.0
    for size, name in zip(SIZES, NAMES, strict=True):
        given = find_document(documents, name) if documents else None
        project, output = folder / name / "project", folder / name / "site"
        text = given.read_bytes() if given else _generate(size)
        write_project(project, given.suffix if given else ".json", text)
        os.environ["XDG_CACHE_HOME"] = str(folder / name / "cache")
        costs.append(run_once(octavo_build(project, output)))
        again, *_ = run_once(octavo_build(project, output))
        names.append(given.name if given else f"{size:,} generated operations")
        operations.append(count_operations(project))
    (small, _, small_memory), (large, _, large_memory) = costs
    return LargeApis(
        (names[0], names[1]),
        (operations[0], operations[1]),
        (small, large),
        (small_memory, large_memory),
        again,
    )


def _generate(operations: int) -> bytes:
    # In a separate process, because child processes inherit its peak memory.
    script = str(Path(__file__).with_name("generated_api.py"))
    command = [sys.executable, script, str(operations), "--inheriting"]
    return subprocess.run(command, check=True, capture_output=True, env=environment()).stdout


def main(arguments: list[str]) -> None:
    documents = Path(arguments[0]) if arguments else None
    with tempfile.TemporaryDirectory() as folder:
        figures = measure_large_apis(Path(folder), documents)
    print(json.dumps(dataclasses.asdict(figures)))


if __name__ == "__main__":
    main(sys.argv[1:])

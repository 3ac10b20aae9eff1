"""What `migrate_projects` says of projects, and the file in which it keeps that.

Projects that were moved by the same state of the repository are not moved again, so that a run
which was stopped can go on. The file has a line for each project, written as soon as it is done.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

SAME_SITE = "; the same site from mint.json"
_ROOT = Path(__file__).parents[2]


_COUNTED = "projects pages whole errors codes listed unnamed ours quiet silent".split()


@dataclass
class Result:
    """What became of one project, or of several."""

    name: str
    kind: str = ""
    projects: int = 1
    pages: int = 0
    whole: int = 0
    errors: int = 0
    codes: Counter[str] = field(default_factory=Counter)
    listed: list[str] = field(default_factory=list)
    """What `MIGRATION.md` says is not carried over."""
    losses: list[str] = field(default_factory=list)
    unnamed: list[str] = field(default_factory=list)
    """Losses that it does not say."""
    ours: list[str] = field(default_factory=list)
    """Warnings and errors that the author did not cause."""
    quiet: int = 0
    """How many of the projects have none of them, and how many no warning at all."""
    silent: int = 0
    note: str = ""

    def add(self, other: Result) -> None:
        """Count another one as well."""
        for key in _COUNTED:
            setattr(self, key, getattr(self, key) + getattr(other, key))

    def __str__(self) -> str:
        share = f"{100 * self.whole / max(self.pages, 1):.2f} %"
        codes = ", ".join(f"{code} {count}" for code, count in self.codes.most_common()) or "none"
        return (
            f"{self.name} ({self.kind}): {self.pages:,} pages, {self.whole:,} whole ({share}); "
            f"{self.errors} errors; warnings: {codes}, {len(self.ours)} of them not the author's; "
            f"{len(self.listed)} listed as not carried over; "
            f"{len(self.unnamed)} losses not named{self.note}"
        )


def sum_results(results: Iterable[Result]) -> Iterator[str]:
    """Yield a line for each kind of project, and one about those with `mint.json`."""
    sums: dict[str, Result] = {}
    same: list[bool] = []
    for result in results:
        sums.setdefault(result.kind, Result("all", result.kind, 0)).add(result)
        same += [result.note == SAME_SITE] if result.note else []
    for total in sums.values():
        yield f"{total.projects} projects: {total}"
        yield (
            f"{total.silent} of {total.projects} build without a warning, {total.quiet} without "
            "one that the author did not cause"
        )
    if same:
        yield f"{sum(same)} of {len(same)} give the same site from mint.json and from site.json"


def find_state() -> str:
    """Return what names the state of the repository: its commit, and what has changed since."""
    commit, changes, others = (
        subprocess.run(["git", *arguments], cwd=_ROOT, capture_output=True, check=True).stdout
        for arguments in (["rev-parse", "HEAD"], ["diff", "HEAD"], ["status", "--porcelain"])
    )
    changed = hashlib.sha256(changes + others).hexdigest()[:12] if others else ""
    return f"{commit.decode().strip()}{changed and '+'}{changed}"


class ResultFile:
    """The results of one state of the repository, by the places of projects."""

    def __init__(self, path: Path, state: str) -> None:
        self._path = path
        self._state = state
        self.results: dict[str, Result] = {}
        for line in path.read_text("utf-8").splitlines() if path.exists() else ():
            entry = json.loads(line)
            if entry["state"] == state:
                codes = Counter(entry["result"].pop("codes"))
                self.results[entry["place"]] = Result(**entry["result"], codes=codes)

    def keep(self, place: str, result: Result) -> None:
        """Write down what became of a project."""
        self.results[place] = result
        entry = {"state": self._state, "place": place, "result": vars(result)}
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")

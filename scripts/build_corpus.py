"""Builds real projects and prints a line for each: pages, problems by code, seconds.

python scripts/build_corpus.py FOLDER...    (with a site.json, or a mint.json that is read as one)
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from octavo.outputs.folder import build_folder
from octavo.problems import Problem, Severity


def main(folders: list[str]) -> int:
    if not folders:
        sys.exit("Name the folders of projects to build, or set CORPUS for make.")
    total: Counter[str] = Counter()
    failed = 0
    for folder in folders:
        started = time.process_time()
        pages, problems = build(Path(folder))
        seconds = time.process_time() - started
        errors = [problem for problem in problems if problem.severity is Severity.ERROR]
        codes = Counter(problem.code.value for problem in problems)
        total.update(codes)
        failed += pages == 0
        told = ", ".join(f"{code} {count}" for code, count in codes.most_common())
        print(
            f"{folder}: {pages} pages, {len(errors)} errors, {seconds:.2f} s CPU; {told or 'fine'}"
        )
        for problem in errors[:5]:
            print(f"    {problem.location}: {problem.message} [{problem.code}]")
    print("all:", ", ".join(f"{code} {count}" for code, count in total.most_common()) or "fine")
    return 1 if failed else 0


def build(folder: Path) -> tuple[int, tuple[Problem, ...]]:
    """Build a project in a copy, so that nothing is written beside it."""
    with tempfile.TemporaryDirectory() as temporary:
        project = Path(temporary) / "project"
        shutil.copytree(folder, project, symlinks=True, ignore=shutil.ignore_patterns(".git"))
        old = project / "mint.json"
        if old.exists() and not (project / "site.json").exists():
            old.rename(project / "site.json")
        report = build_folder(str(project), str(Path(temporary) / "out"))
        return report.pages, report.problems


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

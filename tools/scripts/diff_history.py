"""Compares an API document with itself at other times, and prints changes to be judged by hand.

PYTHONPATH=tools python -m scripts.diff_history REPOSITORY DOCUMENT [--years 3] [--sample 100]

The document is compared at the end of each quarter with the quarter before, then the first with
the last. Each line has the CPU seconds and the number of changes of each severity. With `--sample`,
some findings follow, each with the JSON of both places. The same seed prints the same findings.
"""

from __future__ import annotations

import argparse
import datetime
import io
import json
import random
import subprocess
import sys
import tarfile
import tempfile
import time
from collections import Counter
from pathlib import Path

from octavo.openapi.changes.compare import Comparison, compare_documents
from octavo.openapi.changes.effects import Change, Impact
from octavo.openapi.document.document import ApiDocument
from octavo.scaffold.changes.versions import load_version

QUARTER = 91
WIDTH = 1_500


def main() -> int:
    """Print the figures of a repository's history."""
    options = read_arguments()
    revisions = list_revisions(options.repository, options.document, options.years)
    findings: list[tuple[str, Change]] = []
    with tempfile.TemporaryDirectory() as folder:
        documents = [
            load_revision(options.repository, revision, options.document, Path(folder))
            for revision in revisions
        ]
        for number in range(1, len(documents)):
            name = f"{revisions[number - 1][:10]}..{revisions[number][:10]}"
            comparison = compare(name, documents[number - 1], documents[number])
            findings += [(name, each) for each in comparison.changes]
        compare("all together", documents[0], documents[-1])
        compare("the last with itself", documents[-1], documents[-1])
    kept = [each for each in findings if each[1].impact is not Impact.DOCUMENTATION]
    chosen = random.Random(options.seed).sample(kept, min(options.sample, len(kept)))
    for at, (name, change) in enumerate(chosen, 1):
        print(
            f"\n--- {at} {name} {change.impact}: {change.where}: {change.message} [{change.code}]"
        )
        for label, node in (("old", change.old), ("new", change.new)):
            text = json.dumps(node.value if node else None, ensure_ascii=False, default=str)
            print(f"  {label} {'/'.join(map(str, node.pointer)) if node else ''}: {text[:WIDTH]}")
    return 0


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Compare the versions of an API document.")
    parser.add_argument("repository")
    parser.add_argument("document", help="its path in the repository")
    parser.add_argument("--years", type=int, default=3)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def run_git(repository: str, *arguments: str) -> bytes:
    command = ["git", "-C", repository, *arguments]
    return subprocess.run(command, check=True, capture_output=True).stdout


def list_revisions(repository: str, document: str, years: int) -> list[str]:
    """Return the commit at the end of each quarter, the oldest first."""
    log = ["log", "-1", "--format=%cs", "--", document]
    last = datetime.date.fromisoformat(run_git(repository, *log).decode().strip())
    days = [last - datetime.timedelta(QUARTER * number) for number in range(4 * years, -1, -1)]
    commits = (
        run_git(repository, "rev-list", "-1", f"--before={day} 23:59", "HEAD") for day in days
    )
    return list(dict.fromkeys(each.decode().strip() for each in commits))


def load_revision(repository: str, revision: str, document: str, folder: Path) -> ApiDocument:
    target = folder / revision
    parts = document.split("/")
    data = run_git(repository, "archive", revision, parts[0])
    with tarfile.open(fileobj=io.BytesIO(data)) as archive:
        archive.extractall(target, filter="data")
    version = load_version(str(target / document))
    if version.document is None:
        sys.exit(f"{revision}: {version.problems}")
    return version.document


def compare(name: str, old: ApiDocument, new: ApiDocument) -> Comparison:
    """Compare two versions, and print a line."""
    started = time.process_time()
    comparison = compare_documents(old, new, datetime.date(2026, 1, 1))
    seconds = time.process_time() - started
    counted = Counter(each.impact for each in comparison.changes)
    counts = ", ".join(f"{counted[impact]:,} {impact}" for impact in Impact)
    print(f"{name}: {seconds:.2f} s, {counts}", flush=True)
    return comparison


if __name__ == "__main__":
    sys.exit(main())

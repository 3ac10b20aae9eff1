"""Our own search."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path


def search(site: Path, queries: list[str]) -> list[list[str]]:
    """Return the addresses that our search finds for each query, the best one first."""
    return [_search_one(site, query) for query in queries]


def _search_one(site: Path, query: str) -> list[str]:
    command = [sys.executable, "-m", "octavo", "search", str(site), query, "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr.strip()[-2000:]}")
    return [result["url"] for result in json.loads(done.stdout)["results"]]

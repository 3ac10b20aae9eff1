"""Whether the package has the same bytes, for every builder, place and time."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from scorecard.finding import Finding, NotRunError, judge

ROOT = Path(__file__).parents[3]
BUILDS = {"022": "C.UTF-8", "077": "C"}
"""A mask for new files, and a language, for each build."""


def measure_wheel() -> Finding:
    """Build the wheel twice from the same commit, in two places and two ways, and compare."""
    with tempfile.TemporaryDirectory() as folder:
        found = [
            _build_wheel(Path(folder) / mask, mask, language) for mask, language in BUILDS.items()
        ]
    if len(set(found)) > 1:
        return judge("two builds of the wheel differ", *found)
    return judge("two builds of the wheel are equal to the byte")


def _build_wheel(folder: Path, mask: str, language: str) -> str:
    """Return the hash of the wheel, and its name."""
    source = folder / "source"
    source.mkdir(parents=True)
    archive = subprocess.run(
        ["git", "archive", "HEAD"], cwd=ROOT, capture_output=True, check=True
    ).stdout
    (folder / "source.tar").write_bytes(archive)
    with tarfile.open(folder / "source.tar") as tar:
        tar.extractall(source, filter="data")
    seconds = subprocess.run(
        ["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", "wheels"]
    done = subprocess.run(
        ["sh", "-c", f'umask {mask}; exec "$@"', "sh", *command, "./source"],
        cwd=folder,
        env={
            **os.environ,
            "SOURCE_DATE_EPOCH": seconds,
            "LC_ALL": language,
            "TZ": f"UTC+{mask[-1]}",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    wheels = list((folder / "wheels").glob("*.whl"))
    if done.returncode or not wheels:
        raise NotRunError(f"pip cannot build a wheel here: {done.stderr.strip()[-200:]}")
    return f"{wheels[0].name} {hashlib.sha256(wheels[0].read_bytes()).hexdigest()}"

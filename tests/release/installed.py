"""Installs the wheel into an environment of its own, with nothing of the repository beside it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.patience import HANGS_AFTER, wait_until
from tests.served_sites import collect_lines

ROOT = Path(__file__).resolve().parents[2]
_SERVING = re.compile(r"http://(?:localhost|127\.0\.0\.1):(\d+)")


@dataclass(frozen=True)
class Installed:
    """An environment with Octavo in it."""

    folder: Path
    wheel: Path

    @property
    def programs(self) -> Path:
        return self.folder / ("Scripts" if os.name == "nt" else "bin")

    @property
    def environment(self) -> Mapping[str, str]:
        """What programs know of the world: nothing of the repository."""
        kept = {name: os.environ[name] for name in ("SYSTEMROOT", "TMPDIR") if name in os.environ}
        home = str(self.folder.parent / "home")
        return {"PATH": str(self.programs), "HOME": home, "LOCALAPPDATA": home, **kept}

    def run(self, *command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
        """Run a program of the environment in a folder."""
        return subprocess.run(
            [str(self.programs / command[0]), *command[1:]],
            cwd=cwd,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=5 * HANGS_AFTER,  # all that is imported for the first time is compiled
        )

    def install(self, *extras: str) -> None:
        """Install the wheel with some extras; the test is skipped if pip cannot."""
        wanted = f"{self.wheel}[{','.join(extras)}]" if extras else str(self.wheel)
        python = str(self.programs / "python")
        pip = [sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check"]
        ran = subprocess.run(
            # What is imported is compiled then; most of what is installed never is.
            [*pip, "install", "--quiet", "--no-compile", wanted],
            capture_output=True,
            text=True,
            check=False,
        )
        if ran.returncode:
            reason = (ran.stderr.strip().splitlines() or ["it did not say why"])[-1]
            pytest.skip(f"pip cannot install {wanted}: {reason}")

    @contextmanager
    def serving(self, *command: str, cwd: Path) -> Iterator[int]:
        """Run a server until the block ends; gives its port."""
        process = subprocess.Popen(
            [str(self.programs / command[0]), *command[1:]],
            cwd=cwd,
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        with collect_lines(process.stderr) as said:
            try:
                wait_until(lambda: process.poll() is not None or bool(_find_port(said)))
                port = _find_port(said)
                assert port, said
                yield port
            finally:
                process.terminate()
                process.wait(HANGS_AFTER)


def _find_port(said: list[str]) -> int:
    return next((int(match[1]) for line in said if (match := _SERVING.search(line))), 0)


def build_release(folder: Path, *targets: str) -> list[Path]:
    """Build what is released, from the repository as it is, into a folder."""
    which = [word for target in targets for word in ("-t", target)]
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(folder), *which],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    return sorted(folder.iterdir())


def make_environment(folder: Path) -> Installed:
    """Return an environment with the wheel alone, and what it needs."""
    (wheel,) = build_release(folder / "dist", "wheel")
    venv.create(folder / "env", symlinks=os.name != "nt")
    (folder / "home").mkdir()
    installed = Installed(folder / "env", wheel)
    installed.install()
    return installed

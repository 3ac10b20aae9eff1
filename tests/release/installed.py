"""Installs the wheel into a separate environment, without the repository.

Its requirements are copied from the test environment, into which pip has installed them. Then pip
installs the wheel offline, and fails if a requirement is missing.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, PathDistribution, distribution
from importlib.util import cache_from_source
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

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
        """The environment variables of programs, without the repository."""
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

    @property
    def packages(self) -> Path:
        return next(self.folder.rglob("site-packages"))

    def add(self, extra: str = "") -> None:
        """Copy what the wheel needs for an extra, or without any, and nothing else."""
        for name in sorted(_list_needs(self.wheel, extra)):
            _copy_distribution(name, self.packages)

    def install(self, extra: str = "") -> None:
        """Let pip install the wheel with an extra, or find that it has all that it needs."""
        python = str(self.programs / "python")
        pip = [sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check"]
        subprocess.run(
            # What is imported is compiled then; most of what is installed never is.
            [*pip, "install", "--no-index", "--quiet", "--no-compile", _name(self.wheel, extra)],
            check=True,
        )

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
    installed.add()
    installed.install()
    return installed


def _name(wheel: Path, extra: str) -> str:
    return f"{wheel}[{extra}]" if extra else str(wheel)


def _list_needs(wheel: Path, extra: str) -> set[str]:
    """Return the names of all distributions that the wheel needs, and those need, and so on."""
    octavo = _open_wheel(wheel)
    todo = [*_list_required(octavo, {extra})]
    needs: dict[str, set[str]] = {}
    while todo:
        required = todo.pop()
        name = canonicalize_name(required.name)
        if name in needs and required.extras <= needs[name]:
            continue
        needs[name] = needs.get(name, set()) | required.extras
        of = octavo if name == "octavo" else _find_distribution(name)
        assert of.version in required.specifier, f"{required}, and {of.version} is here"
        todo += _list_required(of, needs[name])
    return needs.keys() - {"octavo"}


def _open_wheel(wheel: Path) -> Distribution:
    parts = zipfile.Path(zipfile.ZipFile(wheel)).iterdir()
    (metadata,) = (part for part in parts if part.name.endswith(".dist-info"))
    return PathDistribution(metadata)


def _list_required(of: Distribution, extras: set[str]) -> Iterator[Requirement]:
    for line in of.requires or []:
        required = Requirement(line)
        marker = required.marker
        if not marker or any(marker.evaluate({"extra": extra}) for extra in extras | {""}):
            yield required


def _find_distribution(name: str) -> Distribution:
    try:
        return distribution(name)
    except PackageNotFoundError:
        pytest.skip(f"{name} is not installed: `make test` installs it")


def _copy_distribution(name: str, packages: Path) -> None:
    of = _find_distribution(name)
    assert of.files, f"pip has not noted the files of {name}"
    for file in of.files:
        if file.parts[0] != ".." and file.suffix != ".pyc":
            source = Path(str(file.locate()))
            target = packages / file
            _copy_file(source, target)
            if source.suffix == ".py":
                # As pip would compile it: the time of its source is the same.
                _copy_file(Path(cache_from_source(source)), Path(cache_from_source(target)))


def _copy_file(source: Path, target: Path) -> None:
    if source.exists() and not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)

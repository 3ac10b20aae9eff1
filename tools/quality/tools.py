"""The tools of the checks, which are no part of Octavo: found on the machine, or set up once."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from quality.outcome import NotRunError

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / ".quality"
_CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")


def run_command(
    *command: str,
    environment: dict[str, str] | None = None,
    timeout: int = 300,
    folder: Path = ROOT,
) -> subprocess.CompletedProcess[str]:
    """Run a program without a shell and return what it printed."""
    return subprocess.run(  # noqa: S603 - the commands are written in this folder
        command,
        capture_output=True,
        text=True,
        check=False,
        timeout=timeout,
        cwd=folder,
        env={**os.environ, **(environment or {})},
    )


def find_program(name: str, reader_name: str) -> str:
    """Return the path of a program, or say that the check needs it."""
    path = shutil.which(name)
    if path is None:
        raise NotRunError(f"needs {reader_name}")
    return path


def find_chromium() -> str:
    """Return the path of the browser: CHROMIUM, else one on the path."""
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, _CHROMIUM)), None)
    if path is None:
        raise NotRunError("needs Chromium")
    return path


def find_package(name: str) -> Path:
    """Return the folder of an npm package; all of them are installed on first use."""
    find_program("node", "Node")
    folder = FOLDER / "node_modules" / name
    if not folder.is_dir():
        _install_packages()
    if not folder.is_dir():
        raise NotRunError(f"needs the npm package {name}, which could not be installed")
    return folder


@cache
def find_python_program(name: str, requirement: str) -> Path:
    """Return a program of a package from PyPI, which is set up once in a separate folder."""
    folder = FOLDER / name
    program = folder / "bin" / name
    if not program.is_file():
        print(f"Setting up {requirement} in {folder.relative_to(ROOT)} (once) ...", flush=True)
        run_command(sys.executable, "-m", "venv", str(folder))
        run_command(str(folder / "bin" / "pip"), "install", "--quiet", requirement, timeout=900)
    if not program.is_file():
        raise NotRunError(f"needs the Python package {name}, which could not be installed")
    return program


@cache
def _install_packages() -> None:
    npm = find_program("npm", "npm")
    packages = (ROOT / "tools" / "quality" / "packages.txt").read_text("utf-8").split()
    print(f"Setting up {', '.join(packages)} in {FOLDER.name} (once) ...", flush=True)
    FOLDER.mkdir(exist_ok=True)
    run_command(
        npm, "install", "--prefix", str(FOLDER), "--no-audit", "--no-fund", "--silent", *packages
    )

"""Installs other tools, each into a separate folder, and reports failures."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parents[3] / ".peers"
VERSIONS = Path(__file__).with_name("versions.txt")
NODE = "Node"
"""The tool that others run on: some need a newer one than the machine has."""
MOST_SECONDS = 900
_LINE = re.compile(r"(?P<name>\S.*?)\s+(?P<installer>npm|pip)\s+(?P<packages>\S.*)")


class NotInstalledError(Exception):
    """A tool could not be installed; the text says why."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool, and the packages that make it, each with its version."""

    name: str
    installer: str
    packages: tuple[str, ...]

    @property
    def folder(self) -> Path:
        """Where it is installed."""
        return FOLDER / self.name.lower().replace(" ", "-")

    @property
    def version(self) -> str:
        """The version that readers know: that of the last package which names the tool."""
        words = self.name.lower().split()
        named = [each for each in self.packages if any(word in each for word in words)]
        return re.split(r"==|@", (named or self.packages)[-1])[-1]

    def find_program(self, name: str) -> str:
        """Return the path of a program that came with the tool."""
        programs = "bin" if self.installer == "pip" else "node_modules/.bin"
        return str(self.folder / programs / name)


def read_tools(text: str) -> dict[str, Tool]:
    """Return the tools of a list by name; a line that cannot be read is an error."""
    return {tool.name: tool for tool in _read_lines(text)}


def _read_lines(text: str) -> Iterator[Tool]:
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            match = _LINE.fullmatch(line.strip())
            if match is None:
                raise ValueError(f"not a tool, an installer and packages: {line}")
            yield Tool(match["name"], match["installer"], tuple(match["packages"].split()))


def install_tool(tool: Tool) -> None:
    """Install a tool, unless these versions of it are there."""
    installed = tool.folder / "installed.txt"
    wanted = " ".join(tool.packages)
    if installed.exists() and installed.read_text("utf-8") == wanted:
        return
    print(f"installing: {tool.name} ({wanted})", file=sys.stderr, flush=True)
    shutil.rmtree(tool.folder, ignore_errors=True)
    tool.folder.mkdir(parents=True)
    for command in plan_installation(tool):
        _run_installer(command)
    installed.write_text(wanted, "utf-8")


def plan_installation(tool: Tool) -> Iterator[Sequence[str]]:
    """Return the commands that install a tool."""
    if tool.installer == "pip":
        yield (sys.executable, "-m", "venv", str(tool.folder))
        yield (tool.find_program("python"), "-m", "pip", "install", "--quiet", *tool.packages)
        return
    npm = shutil.which("npm")
    if npm is None:
        raise NotInstalledError("needs npm")
    options = ("--no-audit", "--no-fund", "--loglevel=error")
    yield (npm, "install", "--prefix", str(tool.folder), *options, *tool.packages)


def _run_installer(command: Sequence[str]) -> None:
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=MOST_SECONDS
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NotInstalledError(str(error)) from error
    if done.returncode:
        told = (done.stderr or done.stdout).strip().splitlines() or ["no reason was told"]
        raise NotInstalledError(f"its installation failed: {told[0]}")

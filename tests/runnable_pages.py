"""Does what pages of the documentation tell readers to do, in order.

A code block whose title is the path of a file is written there. A comment above a block says what
else it is: `run` (commands that must succeed), `output` (lines that the commands before have
printed, in this order), `serve PATH` (a command that goes on, and answers at this path).
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.patience import HANGS_AFTER

_BLOCK = re.compile(
    r"^(?:\{/\* (?P<role>\w+) ?(?P<path>\S*) \*/\}\n)?"
    r"(?P<fence>```+)(?P<language>\w+) ?(?P<title>[^\n]*)\n(?P<text>.*?)^(?P=fence)$",
    re.MULTILINE | re.DOTALL,
)
_ADDRESS = re.compile(r"http://[\w.]+:\d+")


@dataclass(frozen=True)
class Block:
    """A block of code, and what is to be done with it."""

    role: str
    """`run`, `output`, `serve`, `file`, or nothing."""
    path: str
    """Where a server answers, or the path of a file."""
    text: str


def list_blocks(page: Path) -> list[Block]:
    """Return the code blocks of a page."""
    return [_read_block(match) for match in _BLOCK.finditer(page.read_text())]


def _read_block(match: re.Match[str]) -> Block:
    is_file = not match["role"] and re.fullmatch(r"[\w./-]+\.\w+", match["title"])
    if is_file:
        return Block("file", match["title"], match["text"])
    return Block(match["role"] or "", match["path"] or "", match["text"])


def follow_page(page: Path, folder: Path, project: str) -> int:
    """Do what a page says, for a project in a folder; return how many blocks were followed."""
    printed = ""
    blocks = [block for block in list_blocks(page) if block.role]
    for block in blocks:
        if block.role == "file":
            path = folder / project / block.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text)
        elif block.role == "run":
            printed = _run(block.text, folder)
        elif block.role == "output":
            _expect_lines(block.text, printed)
        else:
            assert block.role == "serve", block
            _expect_answer(block, folder)
    return len(blocks)


def _run(commands: str, folder: Path) -> str:
    result = subprocess.run(
        ["bash", "-ec", commands],
        cwd=folder,
        env=_build_environment(),
        capture_output=True,
        text=True,
        timeout=HANGS_AFTER * 5,
        check=False,
    )
    printed = result.stdout + result.stderr
    assert result.returncode == 0, printed
    return printed


def _expect_lines(text: str, printed: str) -> None:
    start = 0
    for line in text.splitlines():
        place = printed.find(line, start)
        assert place >= 0, f"{line!r} is not printed:\n{printed}"
        start = place + len(line)


def _expect_answer(block: Block, folder: Path) -> None:
    """Start a command that goes on, ask it for something, and end it as Ctrl+C does."""
    process = subprocess.Popen(
        ["bash", "-ec", f"exec {block.text.strip()}"],
        cwd=folder,
        env=_build_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        address = next(_find_addresses(process), None)
        assert address is not None, f"{block.text.strip()} tells no address"
        with urllib.request.urlopen(address + block.path, timeout=HANGS_AFTER) as answer:
            assert answer.status == 200
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=HANGS_AFTER)


def _find_addresses(process: subprocess.Popen[str]) -> Iterator[str]:
    assert process.stdout is not None
    for line in process.stdout:
        yield from _ADDRESS.findall(line)


def _build_environment() -> dict[str, str]:
    folder = os.path.dirname(sys.executable)
    # No browser is opened.
    return {**os.environ, "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}", "BROWSER": "true"}

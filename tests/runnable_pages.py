"""Does what pages of the documentation tell readers to do, in order.

A comment above a block of code says what it is: `run` (commands that must succeed), `fails CODE`
(commands of which the last one must end with this exit code), `output` (lines that the commands
before have printed, in this order), `serve PATH` (a command that goes on, and answers at this
path), `file PATH` (what stands in a file), `mistake PATH:OLD:NEW` (what a check prints once a file
says something else; the file is mended afterwards). In the tutorial a block whose title is the path
of a file is written into the project without a comment: there every block is part of one story.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tests.patience import HANGS_AFTER

_BLOCK = re.compile(
    r"^(?:\{/\* (?P<role>\w+) ?(?P<argument>\S*) \*/\}\n)?"
    r"(?P<fence>```+)(?P<language>\w+) ?(?P<title>[^\n]*)\n(?P<text>.*?)^(?P=fence)$",
    re.MULTILINE | re.DOTALL,
)
_FILE = re.compile(r"[\w./-]+\.\w+")
_ADDRESS = re.compile(r"http://[\w.]+:\d+")


@dataclass(frozen=True)
class Block:
    """A block of code, and what is to be done with it."""

    role: str
    """`run`, `fails`, `output`, `serve`, `file`, `mistake`, or nothing."""
    argument: str
    """Where a server answers, the path of a file, an exit code, or a change."""
    text: str
    title: str = ""


def list_blocks(page: Path) -> list[Block]:
    """Return the code blocks of a page."""
    return _parse_blocks(page.read_text())


def _parse_blocks(text: str) -> list[Block]:
    return [
        Block(match["role"] or "", match["argument"] or "", match["text"], match["title"])
        for match in _BLOCK.finditer(text)
    ]


def list_chapter_blocks(text: str, project: str) -> list[Block]:
    """Return those of the tutorial's text, in which titles name files of a project."""
    return [
        replace(block, role="file", argument=f"{project}/{block.title}")
        if not block.role and _FILE.fullmatch(block.title)
        else block
        for block in _parse_blocks(text)
    ]


def follow_blocks(blocks: Sequence[Block], folder: Path) -> int:
    """Do what blocks say, in a folder; return how many were followed."""
    printed = ""
    followed = [block for block in blocks if block.role]
    for block in followed:
        match block.role:
            case "file":
                path = folder / block.argument
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(block.text)
            case "run":
                printed = _run(block.text, folder, 0)
            case "fails":
                printed = _run(block.text, folder, int(block.argument))
            case "output":
                _expect_lines(block.text, printed)
            case "mistake":
                _expect_mistake(block, folder)
            case "serve":
                *before, command = block.text.strip().splitlines()
                _run("\n".join(before), folder, 0)
                _expect_answer(command, block.argument, folder)
            case _:
                raise AssertionError(f"{block.role} is no role: {block.text}")
    return len(followed)


def _run(commands: str, folder: Path, code: int) -> str:
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
    assert result.returncode == code, printed
    return printed


def _expect_lines(text: str, printed: str) -> None:
    start = 0
    for line in text.splitlines():
        place = printed.find(line, start)
        assert place >= 0, f"{line!r} is not printed:\n{printed}"
        start = place + len(line)


def _expect_mistake(block: Block, folder: Path) -> None:
    """Make a mistake in a file of a project, check the report, and undo it."""
    name, right, wrong = block.argument.split(":")
    path = folder / name
    before = path.read_text()
    assert before.count(right) == 1, f"{right!r} stands {before.count(right)} times in {name}"
    path.write_text(before.replace(right, wrong))
    _expect_lines(block.text, _run(f"octavo check {path.parent}", folder, 0))
    path.write_text(before)
    assert block.text.splitlines()[0] not in _run(f"octavo check {path.parent}", folder, 0)


def _expect_answer(command: str, path: str, folder: Path) -> None:
    """Start a command that goes on, ask it for something, and end it as Ctrl+C does."""
    process = subprocess.Popen(
        # Other tests listen, too: this one takes any port that is free.
        ["bash", "-ec", f"exec {command} --port 0"],
        cwd=folder,
        env=_build_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        address = next(_find_addresses(process), None)
        assert address is not None, f"{command} tells no address"
        with urllib.request.urlopen(address + path, timeout=HANGS_AFTER) as answer:
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

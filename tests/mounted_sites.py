"""Runs the applications of the guide, each with a site inside, as separate processes."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from octavo.builder.folder_build import BuildOptions, build_folder
from tests.patience import HANGS_AFTER, wait_until
from tests.previews import Answer
from tests.project_folder import write_files
from tests.served_sites import ask

GUIDE = Path(__file__).parents[1] / "docs" / "publish" / "inside-an-application.mdx"
SECRET = "The-plan-for-next-year"
"""Is in every page, the search index and the API document of the site."""
PASSWORD = "correct-horse"
_SERVING = re.compile(r"http://127\.0\.0\.1:(\d+)")
_BLOCK = re.compile(r"^```python (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

UVICORN = (sys.executable, "-m", "uvicorn", "--port", "0", "--no-access-log")
WSGI = (sys.executable, str(Path(__file__).with_name("wsgi_server.py")))


@dataclass
class Visitor:
    """Somebody who asks an application; after the login, with its cookies."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)

    def ask(
        self, path: str, method: str = "GET", body: bytes | None = None, **headers: str
    ) -> Answer:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.cookies:
            named["Cookie"] = "; ".join(f"{name}={text}" for name, text in self.cookies.items())
        answer = ask(self.port, path, method, body, named)
        if "set-cookie" in answer.headers:
            name, _, text = answer.headers["set-cookie"].partition(";")[0].partition("=")
            self.cookies[name] = text
        return answer

    def log_in(self) -> None:
        form = {"Content_Type": "application/x-www-form-urlencoded"}
        answer = self.ask("/login", "POST", f"password={PASSWORD}".encode(), **form)
        assert answer.headers["location"] == "/docs/"


def write_guide_files(folder: Path) -> Path:
    """Write the programs of the guide into a folder."""
    return write_files(folder, dict(_BLOCK.findall(GUIDE.read_text())))


def write_project(folder: Path, api_origin: str = "https://api.example.com") -> Path:
    """Write a project with everything that must not be seen by everybody."""
    operation = {"summary": f"Read {SECRET}", "responses": {"200": {"description": SECRET}}}
    document = {
        "openapi": "3.1.0",
        "info": {"title": SECRET, "version": "1"},
        "servers": [{"url": api_origin}],
        "paths": {"/echo": {"get": operation}},
    }
    settings = {
        "name": SECRET,
        "navigation": [{"group": "Start", "pages": ["index", "docs/guide"]}],
        "tabs": [{"name": "API", "url": "api", "openapi": "own.json"}],
        "redirects": [
            {"source": "/old", "destination": "/docs/guide"},
            {"source": "/moved/:page", "destination": "/docs/:page"},
        ],
    }
    return write_files(
        folder,
        {
            "site.json": settings,
            "own.json": document,
            "index.mdx": f"---\ntitle: Home\n---\n\n{SECRET}\n",
            # The same name as the path where the site is mounted.
            "docs/guide.mdx": f"---\ntitle: Guide\n---\n\n{SECRET} [home](/)\n",
            "files/note é.txt": SECRET,
            "files/large.bin": SECRET.encode() * 100_000,  # sent in pieces
        },
    )


def build_site(project: Path, output: Path, base_path: str = "/docs") -> Path:
    report = build_folder(str(project), str(output), BuildOptions(base_path=base_path))
    assert report.output, report.problems
    return output


@contextlib.contextmanager
def running(
    command: Sequence[str], folder: Path, environment: Mapping[str, str] | None = None
) -> Iterator[int]:
    """Run a server in a folder until the block ends; gives its port."""
    lines: list[str] = []
    process = subprocess.Popen(
        command,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={
            **os.environ,
            "PYTHONPATH": str(folder),
            "SESSION_SECRET": "of-the-test",
            "DOCS_PASSWORD": PASSWORD,
            **(environment or {}),
        },
    )
    thread = threading.Thread(target=_collect, args=(process.stdout, lines), daemon=True)
    thread.start()

    def find_port() -> int | None:
        return next((int(found[1]) for found in map(_SERVING.search, lines) if found), None)

    try:
        wait_until(lambda: process.poll() is not None or find_port() is not None)
        port = find_port()
        assert port is not None, lines
        yield port
    finally:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(HANGS_AFTER)
        process.kill()
        thread.join(HANGS_AFTER)


def _collect(stream: Any, lines: list[str]) -> None:
    with stream:
        lines.extend(stream)

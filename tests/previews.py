"""Runs a preview for a test, in this process and on a free port."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import os
import re
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from octavo.builder.javascript.engine import JavaScriptEngine
from octavo.preview.follow.state import PreviewLoader
from octavo.preview.for_authors.log import ProblemLog
from octavo.preview.server import Preview, PreviewOptions, choose_standings
from octavo.project.web.fonts import FontSource
from octavo.render.content.components import COMPONENTS
from octavo.server.proxy.rules import AllowedNet
from octavo.server.web.ports import OpenPort, open_port
from tests.patience import HANGS_AFTER

RELOAD_SCRIPT = re.compile(rb'<script type="module" src="/_octavo/dev/reload.js"[^>]*></script>')


@dataclass(frozen=True)
class Answer:
    """What came back for a request."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def page(self) -> bytes:
        """The body without the reload script."""
        return RELOAD_SCRIPT.sub(b"", self.body)


def save(root: Path, source: str, text: str) -> None:
    """Write a file of a project in one step.

    On a busy machine a preview may look at a file between the moments in which it is emptied and
    written.
    """
    beside = root.with_name(f"{root.name}.saved")
    beside.write_text(text)
    os.replace(beside, root / source)


@dataclass(frozen=True)
class RunningPreview:
    """A preview that answers."""

    preview: Preview
    port: int
    lines: list[str] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def token(self) -> str:
        return self.preview.app.guard.token

    @property
    def version(self) -> int:
        return self.preview.app.state.version

    def get(self, path: str, method: str = "GET", **headers: str) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=HANGS_AFTER)
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, headers=named)
            response = connection.getresponse()
            found = {name.lower(): value for name, value in response.getheaders()}
            return Answer(response.status, found, response.read())
        finally:
            connection.close()

    def save(self, source: str, text: str) -> None:
        """Write a file of the project in one step."""
        save(Path(self.preview.app.state.project.root), source, text)

    @contextlib.contextmanager
    def looking_away(self) -> Iterator[None]:
        """Let the preview look at files only when the block has ended, however long that takes."""
        has_begun, may_end = threading.Event(), threading.Event()

        def wait() -> None:
            has_begun.set()
            may_end.wait(HANGS_AFTER)

        self.preview._follower.submit(wait)
        assert has_begun.wait(HANGS_AFTER)
        try:
            yield
        finally:
            may_end.set()

    def wait_until(self, is_so: Callable[[], bool], seconds: float = HANGS_AFTER) -> None:
        end = time.monotonic() + seconds
        while not is_so():
            assert time.monotonic() < end, f"it never came to pass; the preview said {self.lines}"
            time.sleep(0.01)

    def wait_for(self, path: str, text: str) -> None:
        """Wait until a page holds a text."""
        self.wait_until(lambda: text.encode() in self.get(path).body)

    @contextlib.contextmanager
    def listening(self, path: str = "/") -> Iterator[Callable[[], dict[str, Any]]]:
        """Opens the reload channel of a page, and gives a function that waits for a state."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=HANGS_AFTER)
        connection.request("GET", f"/_octavo/dev/events?token={self.token}&page={path}")
        response = connection.getresponse()
        assert response.status == 200

        def next_state() -> dict[str, Any]:
            while not (line := response.readline()).startswith(b"data: "):
                assert line, "the channel ended"
            state: dict[str, Any] = json.loads(line[6:])
            return state

        try:
            yield next_state
        finally:
            response.close()
            connection.close()


@contextlib.contextmanager
def running_preview(
    root: Path,
    host: str = "127.0.0.1",
    port: int = 0,
    allow_nets: tuple[AllowedNet, ...] = (),
    fonts: FontSource | None = None,
    *,
    has_mock: bool = False,
    has_mcp: bool = False,
) -> Iterator[RunningPreview]:
    """Serves a project until the block ends."""
    lines: list[str] = []
    with contextlib.closing(JavaScriptEngine(COMPONENTS)) as engine:
        loader = PreviewLoader(str(root), engine.evaluate, fonts, sees=choose_standings(host))
        state = loader.load()
        listening = open_port(host, port, strict=True, say=lines.append)
        assert isinstance(listening, OpenPort)
        log = ProblemLog(lines.append)
        options = PreviewOptions(
            str(root),
            host,
            allow_nets=allow_nets,
            has_mock=has_mock,
            has_mcp=has_mcp,
            has_mcp_calls=has_mcp,
        )
        preview = Preview(loader, state, log, listening, options, lines.append)
        thread = threading.Thread(target=lambda: asyncio.run(preview.serve()))
        thread.start()
        try:
            yield RunningPreview(preview, listening.port, lines)
        finally:
            preview.stop()
            thread.join(HANGS_AFTER)
            assert not thread.is_alive(), "the preview does not end"

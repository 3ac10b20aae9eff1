"""Reloads open pages after a change: the reload script, and its channel.

The channel sends states, not events: the version of the site, the digest of the page, its problems.
So a page that missed ten states needs only the last.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import cache
from typing import Any

from octavo import theme
from octavo.builder.served.file_headers import ALWAYS, NOT_KEPT
from octavo.problems import LineLookup, Problem, Severity, describe_problem, sort_problems
from octavo.server.web.asgi import Headers, Receive, Send

DEV_FOLDER = "_octavo/dev"
CHANNEL = f"/{DEV_FOLDER}/events"
_SCRIPT = f"/{DEV_FOLDER}/reload.js"
_HEARTBEAT = 0.2
"""How often the channel checks whether the preview ends, in seconds."""
_RETRY_MS = 500
_MOST_PROBLEMS = 50
_EXCERPT_WIDTH = 100


@cache
def load_dev_files() -> dict[str, bytes]:
    """Return the scripts that only previews have, by output."""
    folder = theme.FOLDER / "dev"
    return {f"{DEV_FOLDER}/{file.name}": file.read_bytes() for file in folder.iterdir()}


def add_reload_script(html: str, token: str, digest: str, version: int) -> str:
    """Add the script tag of the preview, the only difference from a built page."""
    start, end, rest = html.rpartition("</body>")
    if not end:
        start, rest = html, ""
    tag = (
        f'<script type="module" src="{_SCRIPT}" data-octavo-token="{token}"'
        f' data-octavo-page="{digest}" data-octavo-version="{version}"></script>'
    )
    return f"{start}{tag}{end}{rest}"


def describe_problems(problems: Iterable[Problem], line_of: LineLookup) -> list[Mapping[str, Any]]:
    """Return problems as data for the page: errors first, each with its source line."""
    problems = sort_problems(problems)
    problems.sort(key=lambda problem: problem.severity is not Severity.ERROR)
    return [
        {
            **describe_problem(problem),
            **dict(zip(("excerpt", "caret"), cut_excerpt(problem, line_of), strict=True)),
        }
        for problem in problems[:_MOST_PROBLEMS]
    ]


def cut_excerpt(problem: Problem, line_of: LineLookup) -> tuple[str | None, int | None]:
    """Return the excerpt of a problem's line, and the column to point at."""
    place = problem.location
    line = line_of(place.source, place.line) if place.line else None
    if line is None or not line.strip():
        return None, None
    start = max(0, place.column - 1 - _EXCERPT_WIDTH // 2) if len(line) > _EXCERPT_WIDTH else 0
    excerpt = line[start : start + _EXCERPT_WIDTH].replace("\t", " ")
    caret = place.column - 1 - start
    return excerpt, caret if 0 <= caret <= len(excerpt) else None


class Channel:
    """All open pages that wait for the next state."""

    def __init__(self) -> None:
        self._listeners: set[asyncio.Event] = set()

    def announce(self) -> None:
        """Wake all waiting pages."""
        for event in self._listeners:
            event.set()

    async def serve(
        self,
        receive: Receive,
        send: Send,
        describe: Callable[[], Awaitable[Mapping[str, Any]]],
        is_ending: Callable[[], bool],
        extra: Headers = (),
    ) -> None:
        """Send states while a page listens."""
        signal = asyncio.Event()
        signal.set()
        self._listeners.add(signal)
        ending = asyncio.ensure_future(_wait_for_end(receive))
        try:
            await _start_stream(send, extra)
            while not ending.done() and not is_ending():
                if signal.is_set():
                    signal.clear()
                    await _send_event(send, await describe())
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(signal.wait(), _HEARTBEAT)
            await send({"type": "http.response.body", "body": b""})
        finally:
            self._listeners.discard(signal)
            ending.cancel()


async def _wait_for_end(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _start_stream(send: Send, extra: Headers) -> None:
    headers = (
        ("Content-Type", "text/event-stream; charset=utf-8"),
        ("Cache-Control", NOT_KEPT),
        *ALWAYS,
        *extra,
    )
    encoded = [(name.lower().encode(), value.encode("latin-1")) for name, value in headers]
    await send({"type": "http.response.start", "status": 200, "headers": encoded})
    retry = f"retry: {_RETRY_MS}\n\n".encode()
    await send({"type": "http.response.body", "body": retry, "more_body": True})


async def _send_event(send: Send, state: Mapping[str, Any]) -> None:
    # This is one line, because line ends are escaped.
    data = json.dumps(state, separators=(",", ":"))
    body = f"data: {data}\n\n".encode()
    await send({"type": "http.response.body", "body": body, "more_body": True})

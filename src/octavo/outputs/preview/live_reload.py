"""Tells open pages what became of them: the reload script, and the channel that it listens to.

The channel carries states, not events: which version of the site is served, what its page looks
like now, what is wrong. A page that missed ten of them is as well informed by the last.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import cache
from typing import Any

from octavo import theme
from octavo.outputs.web.static_site import ALWAYS, NOT_KEPT, Headers, Receive, Send
from octavo.problems import LineLookup, Problem, Severity, problem_as_json, sort_problems

DEV_FOLDER = "_octavo/dev"
CHANNEL = f"/{DEV_FOLDER}/events"
_SCRIPT = f"/{DEV_FOLDER}/reload.js"
_HEARTBEAT = 0.2
"""How often the channel looks whether the preview ends, in seconds."""
_RETRY_MS = 500
_MOST_PROBLEMS = 50
_EXCERPT_WIDTH = 100


@cache
def dev_files() -> dict[str, bytes]:
    """Return the scripts that only previews have, by output."""
    folder = theme.FOLDER / "dev"
    return {f"{DEV_FOLDER}/{file.name}": file.read_bytes() for file in folder.iterdir()}


def add_reload_script(
    html: str, token: str, digest: str, version: int, proxy: str | None = None
) -> str:
    """Add the one tag by which a page of the preview differs from that of a build.

    `proxy` is where the playground sends its requests, None where browsers call APIs themselves.
    """
    start, end, rest = html.rpartition("</body>")
    if not end:
        start, rest = html, ""
    through = f' data-octavo-proxy="{proxy}"' if proxy else ""
    tag = (
        f'<script type="module" src="{_SCRIPT}" data-octavo-token="{token}"'
        f' data-octavo-page="{digest}" data-octavo-version="{version}"{through}></script>'
    )
    return f"{start}{tag}{end}{rest}"


def describe_problems(problems: Iterable[Problem], line_of: LineLookup) -> list[Mapping[str, Any]]:
    """Return problems as data for the page: with the line that each is about, errors first."""
    told = sorted(
        sort_problems(problems), key=lambda problem: problem.severity is not Severity.ERROR
    )
    return [
        {**problem_as_json(problem), **_excerpt(problem, line_of)}
        for problem in told[:_MOST_PROBLEMS]
    ]


def _excerpt(problem: Problem, line_of: LineLookup) -> dict[str, Any]:
    place = problem.location
    line = line_of(place.source, place.line) if place.line else None
    if line is None or not line.strip():
        return {"excerpt": None, "caret": None}
    start = max(0, place.column - 1 - _EXCERPT_WIDTH // 2) if len(line) > _EXCERPT_WIDTH else 0
    shown = line[start : start + _EXCERPT_WIDTH].replace("\t", " ")
    caret = place.column - 1 - start
    return {"excerpt": shown, "caret": caret if 0 <= caret <= len(shown) else None}


class Channel:
    """Everyone who waits for the next state."""

    def __init__(self) -> None:
        self._waiting: set[asyncio.Event] = set()

    def announce(self) -> None:
        """Wake everyone who listens."""
        for event in self._waiting:
            event.set()

    async def serve(
        self,
        receive: Receive,
        send: Send,
        describe: Callable[[], Awaitable[Mapping[str, Any]]],
        is_ending: Callable[[], bool],
        extra: Headers = (),
    ) -> None:
        """Send states for as long as someone listens."""
        changed = asyncio.Event()
        changed.set()
        self._waiting.add(changed)
        gone = asyncio.ensure_future(_wait_for_end(receive))
        try:
            await _start_stream(send, extra)
            while not gone.done() and not is_ending():
                if changed.is_set():
                    changed.clear()
                    await _send_event(send, await describe())
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(changed.wait(), _HEARTBEAT)
            await send({"type": "http.response.body", "body": b""})
        finally:
            self._waiting.discard(changed)
            gone.cancel()


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
    data = json.dumps(state, separators=(",", ":"))  # one line: line ends are escaped
    body = f"data: {data}\n\n".encode()
    await send({"type": "http.response.body", "body": body, "more_body": True})

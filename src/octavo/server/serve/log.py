"""Writes a line for each request, with its result, and without its sender.

The log has only the path of an address, shortened. It never has the query, headers, bodies or
addresses of readers. Each entry is one line, for any path.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache
from json.encoder import encode_basestring_ascii
from urllib.parse import quote

from octavo.values import Struct

_LONGEST_PATH = 320
"""The most characters of a path; even escaped, the line fits into one write to a pipe."""
_MOST_TOGETHER = 4096
"""The limit in bytes for a write to a pipe that stays in one piece among several workers."""
_PLAIN = "/:@!$&'()*+,;=~[]|^ "


class AnsweredRequest(Struct, frozen=True):
    """A request and its result."""

    method: str
    path: str
    """The path, decoded, without the query."""
    status: int
    sent_bytes: int
    seconds: float


def render_json(request: AnsweredRequest, now: float) -> str:
    """Return the line of a request as JSON."""
    path = encode_basestring_ascii(request.path[:_LONGEST_PATH])
    return (
        f'{{"time":"{_render_second(int(now))}.{int(now % 1 * 1000):03d}+00:00",'
        f'"method":{encode_basestring_ascii(request.method)},"path":{path},"status":{request.status},'
        f'"bytes":{request.sent_bytes},"ms":{request.seconds * 1000:.1f}}}'
    )


@lru_cache(2)
def _render_second(now: int) -> str:
    return datetime.fromtimestamp(now, UTC).strftime("%Y-%m-%dT%H:%M:%S")


def render_text(request: AnsweredRequest, now: float) -> str:
    """Return the line of a request for people."""
    when = datetime.fromtimestamp(now, UTC).strftime("%Y-%m-%d %H:%M:%S")
    path = quote(request.path[:_LONGEST_PATH], safe=_PLAIN, errors="replace")
    return (
        f"{when} {request.status} {request.method} {path} "
        f"{request.sent_bytes} bytes {request.seconds * 1000:.1f} ms"
    )


RENDERERS: dict[str, Callable[[AnsweredRequest, float], str]] = {
    "json": render_json,
    "text": render_text,
}


class LinesTogether:
    """Writes all lines of one event loop turn at once, up to the size that pipes keep together.

    Single writes would take a quarter of the time of a small answer.
    """

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._lines: list[str] = []
        self._size = 0

    def __call__(self, line: str) -> None:
        """Take a line, and write it soon."""
        if self._size + len(line) >= _MOST_TOGETHER:
            self.flush()
        if not self._lines:
            asyncio.get_running_loop().call_soon(self.flush)
        self._lines.append(line)
        self._size += len(line) + 1

    def flush(self) -> None:
        """Write the waiting lines."""
        if self._lines:
            text = "\n".join(self._lines)
            self._lines, self._size = [], 0
            self._say(text)


def build_log(form: str, say: Callable[[str], None]) -> Callable[[AnsweredRequest], None]:
    """Return a function that writes a line for each request, in a form of `RENDERERS`."""
    render = RENDERERS.get(form)
    if render is None:
        return lambda _request: None
    return lambda request: say(render(request, time.time()))

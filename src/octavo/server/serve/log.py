"""Writes a line for each request: what was asked for and what came of it, and never who asked.

Of an address only the path is written, shortened; what stands behind `?`, headers, bodies and the
addresses of readers never are. A line is one line, whatever the path holds.
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
"""Letters. However they are escaped, a line fits into what a pipe takes in one piece."""
_MOST_TOGETHER = 4096
"""Bytes. Of several workers that write at once into a pipe, no longer text stays in one piece."""
_PLAIN = "/:@!$&'()*+,;=~[]|^ "


class AnsweredRequest(Struct, frozen=True):
    """What became of a request."""

    method: str
    path: str
    """Decoded, without the query."""
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
    """Writes the lines of one turn of the event loop in one piece, as long as pipes take one.

    Written one by one, they take a quarter of the time of a small answer.
    """

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._lines: list[str] = []
        self._size = 0

    def __call__(self, line: str) -> None:
        """Take a line, which is written soon."""
        if self._size + len(line) >= _MOST_TOGETHER:
            self.flush()
        if not self._lines:
            asyncio.get_running_loop().call_soon(self.flush)
        self._lines.append(line)
        self._size += len(line) + 1

    def flush(self) -> None:
        """Write the lines that wait."""
        if self._lines:
            text = "\n".join(self._lines)
            self._lines, self._size = [], 0
            self._say(text)


def build_log(form: str, say: Callable[[str], None]) -> Callable[[AnsweredRequest], None]:
    """Return what writes a line for each request, in a form of `RENDERERS`, or nothing."""
    render = RENDERERS.get(form)
    if render is None:
        return lambda _request: None
    return lambda request: say(render(request, time.time()))

"""Keeps answers ready for plain requests: those for a whole file in memory.

These are most requests of a documentation site, and they need no application: the connection sends
the answers. All other requests go to the application, with the same results.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence

from octavo.server.serve.current import CurrentSite
from octavo.server.serve.generation import Generation, SiteBusyError, SiteChangedError
from octavo.server.serve.log import AnsweredRequest
from octavo.server.serve.metrics import Metrics
from octavo.server.serve.served_site import RequestedSite
from octavo.server.web.static_site import ReadyAnswer, find_output, render_head

_PLAIN_PATH = re.compile(rb"/[A-Za-z0-9/_.~-]*")
"""A path that means the same in every encoding."""
_CONDITIONS = frozenset(
    b"range if-range if-none-match if-match content-length transfer-encoding expect upgrade".split()
)
"""Headers of requests that don't ask for a whole file, or have a body."""
_MOST_BYTES = 64 << 20
_MOST_ANSWERS = 4096

Look = Callable[[Generation, str, str], RequestedSite]
"""Returns the site for a request with these accepted types and encodings."""


class QuickAnswers:
    """The ready answers for the current state of a site."""

    def __init__(
        self,
        current: CurrentSite,
        look: Look,
        metrics: Metrics,
        log: Callable[[AnsweredRequest], None],
        paths: frozenset[str],
    ) -> None:
        """Create the answers; requests for these `paths` go to the application."""
        self._current = current
        self._look = look
        self._metrics = metrics
        self._log = log
        self._paths = paths
        self._generation: Generation | None = None
        self._answers: dict[tuple[bytes, bytes, bytes], ReadyAnswer] = {}
        self._bytes = 0

    def find(self, url: bytes, headers: Sequence[tuple[bytes, bytes]]) -> ReadyAnswer | None:
        """Return the answer to a GET, and record it; None if the request is not plain."""
        started = time.perf_counter()
        accept = encoding = b""
        for name, value in headers:
            if name in _CONDITIONS:
                return None
            if name == b"accept":
                accept = accept + b"," + value if accept else value
            elif name == b"accept-encoding":
                encoding = encoding + b"," + value if encoding else value
        generation = self._current.peek()
        if generation is None:
            return None
        if generation is not self._generation:
            self._forget(generation)
        key = (url, accept, encoding)
        answer = self._answers.get(key) or self._prepare(generation, key)
        if answer is not None:
            size, seconds = len(answer.body), time.perf_counter() - started
            self._metrics.count_answer(200, size, seconds)
            self._log(AnsweredRequest("GET", url.decode("ascii"), 200, size, seconds))
        return answer

    def _forget(self, generation: Generation) -> None:
        self._generation = generation
        self._answers.clear()
        self._bytes = 0

    def _prepare(
        self, generation: Generation, key: tuple[bytes, bytes, bytes]
    ) -> ReadyAnswer | None:
        url, accept, encoding = key
        base_path = generation.manifest.base_path
        path = url.decode("latin-1")
        if _PLAIN_PATH.fullmatch(url) is None or path in self._paths:
            return None
        if not path.startswith(f"{base_path}/"):
            return None
        output = find_output(path[len(base_path) :])
        site = self._look(generation, accept.decode("latin-1"), encoding.decode("latin-1"))
        try:
            file = site.find(output) if output and site.is_ready(output) else None
        except (SiteChangedError, SiteBusyError):
            return None
        if file is None or not isinstance(file.content, bytes):
            return None
        size = len(file.content)
        answer = ReadyAnswer(render_head(file, size), file.content)
        if self._bytes + size > _MOST_BYTES or len(self._answers) >= _MOST_ANSWERS:
            self._forget(generation)
        self._answers[key] = answer
        self._bytes += size
        return answer

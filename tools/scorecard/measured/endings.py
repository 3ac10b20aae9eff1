"""How long a server takes to end: told once under load, and told twice."""

from __future__ import annotations

import contextlib
import signal
import tempfile
import time
from pathlib import Path

from scorecard.finding import Finding, judge
from tests.patience import HANGS_AFTER, wait_until
from tests.proxies import running_api
from tests.served_sites import serving
from tests.server.serve.attacked_site import (
    WIDE_SERVER,
    build_attacked_site,
    read_all,
    status_of,
)
from tests.server.serve.test_serve_endings import answer_late, answer_never, start_call

CALLS = 200
MOST_SECONDS = 30.0
MOST_SECONDS_TWICE = 1.0


def measure_endings() -> Finding:
    """Tell servers with one and with two workers to end."""
    once = max(_end_under_load(workers) for workers in ("1", "2"))
    twice = max(_end_twice(workers) for workers in ("1", "2"))
    faults = []
    if once > MOST_SECONDS:
        faults.append("it takes too long to end")
    if twice > MOST_SECONDS_TWICE:
        faults.append("told twice, it takes too long to end")
    figure = f"ends {once:.1f} s after it was told, {twice:.2f} s after it was told twice"
    return judge(figure, *faults, stable="; ".join(faults) or "within both times")


def _end_under_load(workers: str) -> float:
    with (
        tempfile.TemporaryDirectory() as folder,
        running_api(answer_late) as api,
        contextlib.ExitStack() as stack,
    ):
        dist = build_attacked_site(Path(folder), api.port)
        options = ("--workers", workers, "--proxy-allow-net", f"127.0.0.1:{api.port}")
        site = stack.enter_context(serving(dist, *options, command=WIDE_SERVER))
        calls = [stack.enter_context(start_call(site, api.port)) for _ in range(CALLS)]
        wait_until(lambda: len(api.requests) == CALLS)
        started = time.monotonic()
        site.process.send_signal(signal.SIGTERM)
        cut = [call for call in calls if status_of(read_all(call)) != 200]
        code = site.process.wait(HANGS_AFTER)
        if cut or code:
            raise RuntimeError(f"{len(cut)} calls were cut, exit code {code}")
        return time.monotonic() - started


def _end_twice(workers: str) -> float:
    with tempfile.TemporaryDirectory() as folder, running_api(answer_never) as api:
        dist = build_attacked_site(Path(folder), api.port)
        options = ("--workers", workers, "--proxy-allow-net", f"127.0.0.1:{api.port}")
        with (
            serving(dist, *options, "--drain-delay", "600") as site,
            start_call(site, api.port),
        ):
            wait_until(lambda: api.requests)
            site.process.send_signal(signal.SIGTERM)
            wait_until(lambda: site.get("/readyz").status == 503)
            started = time.monotonic()
            site.process.send_signal(signal.SIGTERM)
            code = site.process.wait(HANGS_AFTER)
            if code:
                raise RuntimeError(f"exit code {code}")
            return time.monotonic() - started

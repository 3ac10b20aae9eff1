"""Whether readers see only whole states of a site while builds take over."""

from __future__ import annotations

import re
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from scorecard.finding import Finding, judge
from scorecard.measured.readers import reading
from tests.served_sites import ServedSite, serving
from tests.server.serve.test_serve_publishing import PAGES, PUBLISHES, publish, read_state, visit

REQUESTS_A_SECOND = 200
_REQUESTS_A_VISIT = 2
_EVERY = 0.5
"""Seconds between two builds, at least."""


def measure_publishing() -> Finding:
    """Publish again and again while readers load pages with their style sheets."""
    found, faults = [], []
    for workers in ("1", "2"):
        with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(1) as builder:
            publish(Path(folder), 0)
            with serving(Path(folder) / "dist", "--workers", workers) as site:
                with reading(partial(_visit, site), REQUESTS_A_SECOND / _REQUESTS_A_VISIT) as each:
                    faults += _publish_all(builder, Path(folder), site)
                statuses = {request["status"] for request in site.requests()}
        found.append(each)
        faults += each.failures
        faults += [f"answers {status}" for status in statuses if status not in (200, 404)]
    rate = _REQUESTS_A_VISIT * min(each.a_second for each in found)
    if rate < 0.95 * REQUESTS_A_SECOND:
        faults.append(f"only {rate:.0f} requests a second")
    figure = (
        f"{2 * PUBLISHES} builds took over under {REQUESTS_A_SECOND} requests a second, "
        f"{len(faults)} mixed pages, answers 5xx or old files"
    )
    return judge(figure, *faults)


def _visit(site: ServedSite, number: int) -> None:
    visit(site, f"/page-{number % PAGES}/")


def _publish_all(builder: ProcessPoolExecutor, folder: Path, site: ServedSite) -> list[str]:
    """Publish, and return what of old states is still there after each time."""
    faults = []
    for state in range(1, PUBLISHES + 1):
        started = time.monotonic()
        old_sheet = _find_sheet(site)
        builder.submit(publish, folder, state).result()
        if read_state(site.get("/").body) != state:
            faults.append(f"state {state} is not there")
        faults += [
            f"{path} is still there in state {state}"
            for path in (f"/only-{state - 1}/", old_sheet)
            if site.get(path).status != 404
        ]
        time.sleep(max(0.0, started + _EVERY - time.monotonic()))
    return faults


def _find_sheet(site: ServedSite) -> str:
    sheet = re.search(rb'rel="stylesheet" href="([^"]+)"', site.get("/").body)
    assert sheet
    return sheet[1].decode()

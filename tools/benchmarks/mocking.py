"""Measures `octavo mock`: how many requests a second it answers, checks and refuses.

Needs `wrk`. The document is a generated one, so that the figures do not depend on what is at hand.
"""

from __future__ import annotations

import json
import shutil
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

from generated_api import api_document
from serving import CONNECTIONS, run_wrk, running
from table import Table

OPERATIONS = 1_000
REQUESTS = {
    "a list": 'wrk.format("GET", "/item0007s?state=open")',
    "a body that is checked": 'wrk.format("POST", "/item0007s", headers, body)',
    "a path that is not documented": 'wrk.format("GET", "/item0007z")',
}


def measure_mock(folder: Path, tell: Callable[[str], None]) -> list[Table]:
    """Return the tables of the mock."""
    if shutil.which("wrk") is None:
        return [[("octavo mock",), ("not measured: install wrk (apt install wrk)",)]]
    folder.mkdir(parents=True)
    document = folder / "openapi.json"
    document.write_text(json.dumps(api_document(OPERATIONS)))
    rows = []
    start = time.perf_counter()
    with running(lambda port: _mock(document, port)) as (port, _):
        first = time.perf_counter() - start
        body = urllib.request.urlopen(f"http://127.0.0.1:{port}/item0007s").read().decode()
        for name, request in REQUESTS.items():
            tell(f"octavo mock, {name}")
            script = folder / "requests.lua"
            script.write_text(_render_script(request, body))
            for connections in CONNECTIONS:
                load = run_wrk(port, connections, script)
                rows.append(
                    [
                        f"{name}, {connections} connections",
                        f"{load.per_second:,.0f}",
                        f"{load.p99_ms:.1f} ms",
                    ]
                )
    head = [f"octavo mock, {OPERATIONS:,} operations", "a second", "p99"]
    return [[head, *rows, [f"until it listens: {first:.2f} s", "", ""]]]


def _mock(document: Path, port: int) -> list[str]:
    return [sys.executable, "-m", "octavo", "mock", str(document), "--port", str(port)]


def _render_script(request: str, body: str) -> str:
    return (
        f"local body = [==[{body}]==]\n"
        'local headers = {["Content-Type"] = "application/json"}\n'
        f"request = function()\n  return {request}\nend\n"
    )

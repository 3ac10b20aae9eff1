"""How fast the server answers, beside others, and what its proxy adds to a call."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from octavo.builder.folder_build import build_folder
from octavo.server.proxy.request import CONTENT_TYPE, MARK, ROUTE
from scorecard.finding import Finding, NotRunError, judge
from scorecard.measured.readers import pick_p99
from tests.patience import wait_until
from tests.proxies import USERS, document_of, envelope, replying, response, upstream
from tests.served_sites import ServedSite, serving
from tests.web_servers import NGINX, running_nginx

PAGES = 1_000
PAGE_BYTES = 30_000
ROUNDS = 3
SECONDS = 3
LEAST_SHARE = 0.5
"""Of what nginx answers."""
LEAST_TIMES = 6.0
"""Of what Starlette's own files answer."""
MOST_P99_TIMES = 2.0
"""Of what nginx takes."""
CALLS = 1_600
AT_ONCE = 16
MOST_ADDED_MILLISECONDS = 5.0
LEAST_CALLS_A_SECOND = 300.0
MOST_P99_MILLISECONDS = 60.0
WIDE_SERVER = (sys.executable, "-m", "tests.wide_server")

_SCRIPT = """\
local number = 0
request = function()
  number = (number * 7 + 13) % {pages}
  return wrk.format("GET", "/page-" .. number .. "/index.html")
end
"""

_STARLETTE = """\
import sys
import uvicorn
from starlette.staticfiles import StaticFiles
uvicorn.run(StaticFiles(directory=sys.argv[1], html=True), port=int(sys.argv[2]), access_log=False)
"""
_MILLISECONDS = {"us": 0.001, "ms": 1.0, "s": 1000.0}


@dataclass(frozen=True, slots=True)
class Load:
    """What a server answered under load, and the milliseconds within which it mostly did."""

    a_second: float
    p99: float
    failures: int


def measure_static() -> Finding:
    """Let wrk ask servers for the same pages, in turn, and compare the best of each."""
    wrk = shutil.which("wrk")
    if wrk is None or NGINX is None:
        raise NotRunError("needs wrk and nginx")
    with tempfile.TemporaryDirectory() as text:
        folder = Path(text)
        dist = _build_pages(folder)
        script = folder / "ask.lua"
        script.write_text(_SCRIPT.format(pages=PAGES))
        command = [wrk, "-t1", "-c32", f"-d{SECONDS}s", "--latency", "-s", str(script)]
        with (
            running_nginx(folder / "nginx", f"root {dist};", "sendfile on;") as nginx,
            _running_starlette(dist) as starlette,
            serving(dist, "--log", "off") as octavo,
        ):
            ports = {"nginx": nginx.port, "starlette": starlette, "octavo": octavo.port}
            rounds = [
                {name: _load(command, port) for name, port in ports.items()} for _ in range(ROUNDS)
            ]
    return _judge_loads({name: _pick_best([each[name] for each in rounds]) for name in ports})


def _judge_loads(best: dict[str, Load]) -> Finding:
    own, nginx = best["octavo"], best["nginx"]
    share, times = own.a_second / nginx.a_second, own.a_second / best["starlette"].a_second
    waits = own.p99 / nginx.p99
    faults = []
    if share < LEAST_SHARE:
        faults.append(f"less than {LEAST_SHARE} of nginx")
    if times < LEAST_TIMES:
        faults.append(f"less than {LEAST_TIMES:.0f} times Starlette's files")
    if waits > MOST_P99_TIMES:
        faults.append(f"p99 is more than {MOST_P99_TIMES:.0f} times that of nginx")
    if own.failures:
        faults.append(f"{own.failures} requests failed")
    stable = (
        f"{share:.1f} of nginx, {times:.0f} times Starlette's files, p99 {waits:.1f} times that of "
        f"nginx, {own.failures} failures"
    )
    return judge(f"{own.a_second:,.0f} requests a second, {stable}", *faults, stable=stable)


def _pick_best(loads: list[Load]) -> Load:
    return Load(
        max(load.a_second for load in loads),
        min(load.p99 for load in loads),
        sum(load.failures for load in loads),
    )


@contextlib.contextmanager
def _running_starlette(dist: Path) -> Iterator[int]:
    """Let Starlette serve the same files, and give the port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    command = [sys.executable, "-c", _STARLETTE, str(dist), str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_until(lambda: _is_open(port))
        yield port
    finally:
        process.kill()
        process.wait()


def _is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _load(command: list[str], port: int) -> Load:
    done = subprocess.run(
        [*command, f"http://127.0.0.1:{port}"], capture_output=True, text=True, check=True
    )
    rate = re.search(r"Requests/sec:\s*([\d.]+)", done.stdout)
    wait = re.search(r"99%\s+([\d.]+)(us|ms|s)", done.stdout)
    assert rate
    assert wait
    wrong = re.search(r"Non-2xx or 3xx responses: (\d+)", done.stdout)
    errors = re.search(r"Socket errors: (.+)", done.stdout)
    failures = sum(map(int, re.findall(r"\d+", errors[1]))) if errors else 0
    return Load(
        float(rate[1]),
        float(wait[1]) * _MILLISECONDS[wait[2]],
        failures + (int(wrong[1]) if wrong else 0),
    )


def _build_pages(folder: Path) -> Path:
    """Build a site, and fill its pages up to the size that is asked for."""
    project = folder / "project"
    project.mkdir()
    names = [f"page-{number}" for number in range(PAGES)]
    settings = {"name": "Test", "navigation": [{"group": "A", "pages": ["index", *names]}]}
    (project / "site.json").write_text(json.dumps(settings))
    for name in ["index", *names]:
        (project / f"{name}.mdx").write_text("A sentence of a page, of many.\n\n" * 30)
    for _ in range(2):  # the first build tells how much is missing
        assert build_folder(str(project), str(folder / "dist")).output
        missing = PAGE_BYTES - (folder / "dist" / names[0] / "index.html").stat().st_size
        for name in names:
            with (project / f"{name}.mdx").open("a") as file:
                file.write("word " * max(0, missing // 5))
    return folder / "dist"


# --- the proxy ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Calls:
    """The seconds of calls one by one, directly and proxied, and of proxied ones at once."""

    direct: list[float]
    proxied: list[float]
    at_once: list[float]
    seconds: float
    """Of all at once."""


def measure_proxy() -> Finding:
    """Call an API on this computer directly and through the proxy, many times at once."""
    with tempfile.TemporaryDirectory() as folder:
        calls = asyncio.run(_measure_calls(Path(folder)))
    added = 1000 * (statistics.median(calls.proxied) - statistics.median(calls.direct))
    rate = CALLS / calls.seconds
    p99 = 1000 * pick_p99(calls.at_once)
    faults = []
    if added > MOST_ADDED_MILLISECONDS:
        faults.append("the proxy adds too much")
    if rate < LEAST_CALLS_A_SECOND:
        faults.append("too few calls a second")
    if p99 > MOST_P99_MILLISECONDS:
        faults.append("some calls take too long")
    figure = (
        f"adds {added:.1f} ms in the middle, {rate:,.0f} calls a second, p99 {p99:.0f} ms with "
        f"{AT_ONCE} at once"
    )
    return judge(figure, *faults, stable="; ".join(faults) or "within all three")


async def _measure_calls(folder: Path) -> Calls:
    answer = response(json.dumps({"text": "x" * 1000}).encode(), Content_Type="application/json")
    async with upstream(replying(answer)) as api:
        dist = _build_api_site(folder, api.port)
        allowed = ("--proxy-allow-net", f"127.0.0.1:{api.port}", "--log", "off")
        waiting = serving(dist, *allowed, command=WIDE_SERVER)
        site = await asyncio.to_thread(waiting.__enter__)
        try:
            call = _proxied_call(site, api.port)
            plain = f"GET /users/42 HTTP/1.1\r\nHost: 127.0.0.1:{api.port}\r\n\r\n".encode()
            direct, proxied = [], []
            for _ in range(200):
                direct.append(await _time(lambda: _talk(api.port, plain)))
                proxied.append(await _time(call))
            started = time.perf_counter()
            at_once = await _call_at_once(call)
            seconds = time.perf_counter() - started
        finally:
            await asyncio.to_thread(waiting.__exit__, None, None, None)
    return Calls(direct, proxied, at_once, seconds)


def _build_api_site(folder: Path, port: int) -> Path:
    project = folder / "project"
    project.mkdir()
    settings = {
        "name": "Test",
        "navigation": [{"group": "A", "pages": ["index"]}],
        "tabs": [{"name": "API", "url": "api", "openapi": "api.json"}],
    }
    (project / "site.json").write_text(json.dumps(settings))
    (project / "index.mdx").write_text("Home.\n")
    document = document_of(USERS, [f"http://127.0.0.1:{port}"])
    (project / "api.json").write_text(json.dumps(document))
    assert build_folder(str(project), str(folder / "dist")).output
    return folder / "dist"


def _proxied_call(site: ServedSite, api: int) -> Callable[[], Awaitable[None]]:
    body = json.dumps(envelope(f"http://127.0.0.1:{api}")).encode() + b"\n"
    head = (
        f"POST {ROUTE} HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nContent-Type: {CONTENT_TYPE}\r\n"
        f"{MARK}: 1\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )

    async def call() -> None:
        received = await _talk(site.port, head.encode() + body)
        if not received.startswith(b"HTTP/1.1 200 ") or b"xxxx" not in received:
            raise RuntimeError(f"the proxy answered {received[:200]!r}")

    return call


async def _call_at_once(call: Callable[[], Awaitable[None]]) -> list[float]:
    async def call_in_turn() -> list[float]:
        return [await _time(call) for _ in range(CALLS // AT_ONCE)]

    taken = await asyncio.gather(*(call_in_turn() for _ in range(AT_ONCE)))
    return [seconds for each in taken for seconds in each]


async def _talk(port: int, request: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    received = await reader.read()
    writer.close()
    return received


async def _time(call: Callable[[], Awaitable[object]]) -> float:
    started = time.perf_counter()
    await call()
    return time.perf_counter() - started

"""Measures `octavo serve` beside other servers of the same files, one worker each.

Needs `wrk`; nginx, Starlette, granian and hypercorn are measured where they are installed.
"""

from __future__ import annotations

import contextlib
import http.client
import importlib.util
import json
import os
import re
import shutil
import socket
import statistics
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from builds import octavo_build
from measure import measure
from table import Table

PAGES = 1000
PAGE_BYTES = 30_000
CONNECTIONS = (1, 16, 64)
SECONDS = 4
ROUNDS = 3
PUBLISHES = 20
REQUESTS_FOR_MEMORY = 20_000
ENDINGS = ("", ".gz", ".br")
LEAST_OF_NGINX = 0.25
LEAST_OF_GZIP_STATIC = 0.5
TAKEN = "gzip, deflate, br, zstd"
"""What browsers take."""
LEAST_OF_STATIC_FILES = 3.0
MOST_PROXY_MS = 5.0

STATIC_FILES = """
import sys, uvicorn
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
app = Starlette(routes=[Mount("/", StaticFiles(directory=sys.argv[1], html=True))])
uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[2]), log_level="critical", access_log=False)
"""
OTHER_SERVER = """
import asyncio, sys
from octavo.server.serve.app import ServedApp
from octavo.server.serve.current import CurrentSite
from octavo.server.serve.generation import load_generation
from octavo.server.serve.metrics import Metrics
metrics = Metrics(1)
site = CurrentSite(sys.argv[1], load_generation(sys.argv[1]), print, metrics)
app = ServedApp(site, metrics, lambda _request: None, None)
if sys.argv[3] == "hypercorn":
    from hypercorn.asyncio import serve
    from hypercorn.config import Config
    config = Config()
    config.bind = [f"127.0.0.1:{sys.argv[2]}"]
    asyncio.run(serve(app, config))
else:
    from granian.server.embed import Server
    server = Server(app, address="127.0.0.1", port=int(sys.argv[2]), interface="asginl")
    asyncio.run(server.serve())
"""
NGINX = """
{user} worker_processes 1; daemon off; pid {folder}/nginx.pid; error_log /dev/null;
events {{ worker_connections 1024; }}
http {{
  access_log /dev/null; types {{ text/html html; }} sendfile on; keepalive_requests 1000000;
  client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder};
  uwsgi_temp_path {folder}; scgi_temp_path {folder}; gzip_static on;
  server {{ listen 127.0.0.1:{port}; root {dist}; index index.html; }}
}}
"""

NOT_QUICK = """
import sys
from octavo.cli.entry import run
from octavo.server.serve.quick import QuickAnswers
QuickAnswers.find = lambda *arguments: None
sys.argv = ["octavo", "serve", sys.argv[1], "--port", sys.argv[2]]
run()
"""
"""Shows what answers buy that are kept ready."""


@dataclass(frozen=True, slots=True)
class Load:
    """What a server held with so many connections."""

    per_second: float
    p99_ms: float
    errors: int


def measure_serving(folder: Path, tell: Callable[[str], None]) -> list[Table]:
    """Return the tables of servers and of what `octavo serve` does beside."""
    if shutil.which("wrk") is None:
        return [[("octavo serve",), ("not measured: install wrk (apt install wrk)",)]]
    dist = make_site(folder, tell)
    head = f"{PAGES:,} pages of {PAGE_BYTES // 1000} KB, one worker"
    loads = describe_loads(head, measure_loads(find_servers(dist, folder), folder, tell))
    rest = [*measure_rest(folder, dist, tell), measure_compress(folder)]
    # Ours compresses what the build did not; nginx has a compressed file beside each.
    nginx = find_servers(folder / "compressed", folder).get("nginx")
    servers = {"octavo serve": find_servers(dist, folder)["octavo serve"]}
    if nginx is not None:
        servers["nginx with gzip_static"] = nginx
    compressed = measure_loads(servers, folder, tell, TAKEN)
    return [loads, describe_loads("the same, compressed", compressed), rest]


def make_site(folder: Path, tell: Callable[[str], None]) -> Path:
    tell(f"{PAGES:,} pages of {PAGE_BYTES // 1000} KB")
    root = folder / "project"
    root.mkdir(parents=True)
    text = "\n\n".join(f"A paragraph, the {number}th of a page." for number in range(500))
    names = ["index", *(f"page-{number}" for number in range(PAGES - 1))]
    for name in names:
        (root / f"{name}.mdx").write_text(text)
    settings = {"name": "Served", "navigation": [{"group": "All", "pages": names[:10]}]}
    (root / "site.json").write_text(json.dumps(settings))
    build(root, folder / "dist")
    return folder / "dist"


def build(root: Path, dist: Path) -> None:
    subprocess.run(octavo_build(root, dist), check=True, capture_output=True)


# --- servers ---


def find_servers(dist: Path, folder: Path) -> dict[str, Callable[[int], list[str]]]:
    """Return the commands that serve a folder at a port, by name."""
    python = sys.executable
    servers: dict[str, Callable[[int], list[str]]] = {
        "octavo serve": lambda port: [
            *(python, "-m", "octavo", "serve", str(dist), "--port", str(port)),
        ],
        "without answers kept ready": lambda port: [
            *(python, "-c", NOT_QUICK, str(dist), str(port)),
        ],
    }
    if nginx := shutil.which("nginx") or shutil.which("/usr/sbin/nginx"):

        def start_nginx(port: int) -> list[str]:
            path = folder / "nginx.conf"
            # Started by root, it would serve as somebody who may not read folders of root.
            user = "user root;" if os.geteuid() == 0 else ""
            path.write_text(NGINX.format(user=user, folder=folder, dist=dist, port=port))
            return [nginx, "-c", str(path), "-p", str(folder)]

        servers["nginx"] = start_nginx
    if importlib.util.find_spec("starlette"):
        servers["StaticFiles (Starlette)"] = lambda port: [
            *(python, "-c", STATIC_FILES, str(dist), str(port)),
        ]
    for name in ("granian", "hypercorn"):
        if importlib.util.find_spec(name):
            servers[f"the same application in {name}"] = partial(serve_in, name, dist)
    return servers


def serve_in(name: str, dist: Path, port: int) -> list[str]:
    """Return the command that serves a folder with our application in another server."""
    return [sys.executable, "-c", OTHER_SERVER, str(dist), str(port), name]


@contextlib.contextmanager
def running(command: Callable[[int], list[str]]) -> Iterator[tuple[int, int]]:
    """Run a server; gives its port and its process."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with open(os.devnull, "w") as nowhere:
        process = subprocess.Popen(command(port), stdout=nowhere, stderr=nowhere)
    try:
        wait_for(port)
        yield port, process.pid
    finally:
        process.terminate()
        process.wait(30)


def wait_for(port: int) -> None:
    for _ in range(600):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.1)
    raise TimeoutError(f"nothing listens on port {port}")


# --- load ---


def measure_loads(
    servers: dict[str, Callable[[int], list[str]]],
    folder: Path,
    tell: Callable[[str], None],
    taken: str = "identity",
) -> dict[str, dict[int, Load]]:
    """Return the best of several rounds, in which servers take turns."""
    script = folder / "urls.lua"
    script.write_text(
        f'wrk.headers["Accept-Encoding"] = "{taken}"\n'
        "local n = 0\nrequest = function()\n"
        f"  n = (n * 7 + 13) % {PAGES - 1}\n"
        '  return wrk.format("GET", "/page-" .. n .. "/")\nend\n'
    )
    loads: dict[str, dict[int, Load]] = {}
    for round_ in range(ROUNDS):
        for name, command in servers.items():
            tell(f"{name}, round {round_ + 1} of {ROUNDS}")
            with running(command) as (port, _):
                fetch_many(port, PAGES, taken)  # files that are created on demand
                for connections in CONNECTIONS:
                    load = run_wrk(port, connections, script)
                    best = loads.setdefault(name, {}).get(connections)
                    if best is None or load.per_second > best.per_second:
                        loads[name][connections] = load
    return loads


def run_wrk(port: int, connections: int, script: Path) -> Load:
    command = ["wrk", "-t1", f"-c{connections}", f"-d{SECONDS}s", "--latency", "-s", str(script)]
    address = f"http://127.0.0.1:{port}"
    text = subprocess.run([*command, address], check=True, capture_output=True, text=True).stdout
    rate = re.search(r"Requests/sec:\s+([\d.]+)", text)
    late = re.search(r"99%\s+([\d.]+)(us|ms|s)", text)
    wrong = re.search(r"Non-2xx or 3xx responses: (\d+)", text)
    broken = re.search(r"Socket errors: connect (\d+), read (\d+), write (\d+)", text)
    if rate is None or late is None:
        raise ValueError(text)
    errors = (int(wrong[1]) if wrong else 0) + (sum(map(int, broken.groups())) if broken else 0)
    return Load(float(rate[1]), float(late[1]) * {"us": 0.001, "ms": 1, "s": 1000}[late[2]], errors)


def describe_loads(head: str, loads: dict[str, dict[int, Load]]) -> Table:
    rows = []
    ours = loads["octavo serve"]
    for name, by_connections in loads.items():
        for connections, load in by_connections.items():
            ratio = ours[connections].per_second / load.per_second
            rows.append(
                [
                    f"{name}, {connections} connections",
                    f"{load.per_second:,.0f}",
                    f"{load.p99_ms:.1f} ms",
                    str(load.errors),
                    "" if name == "octavo serve" else f"{ratio:.2f} ×{judge(name, ratio)}",
                ]
            )
    return [[head, "a second", "p99", "errors", "octavo serve is"], *rows]


def judge(name: str, ratio: float) -> str:
    least = {
        "nginx": LEAST_OF_NGINX,
        "nginx with gzip_static": LEAST_OF_GZIP_STATIC,
        "StaticFiles (Starlette)": LEAST_OF_STATIC_FILES,
    }.get(name)
    return "" if least is None else f" (≥ {least:g}: {tell_kept(ratio >= least)})"


def tell_kept(is_kept: bool) -> str:
    return "kept" if is_kept else "NOT KEPT"


# --- the rest ---


def measure_rest(folder: Path, dist: Path, tell: Callable[[str], None]) -> list[list[str]]:
    command = find_servers(dist, folder)["octavo serve"]
    tell("memory")
    with running(command) as (port, process):
        before = resident(process)
        fetch_many(port, REQUESTS_FOR_MEMORY)
        grown = resident(process) - before
        tell(f"{PUBLISHES} publishes under load")
        errors, mixed, requests = publish_under_load(folder / "project", dist, port)
    direct, through = measure_proxy(folder, tell)
    added = (through - direct) * 1000
    rows = [
        [
            f"memory after {REQUESTS_FOR_MEMORY:,} requests",
            f"{(before + grown) / 1e6:.0f} MB ({grown / REQUESTS_FOR_MEMORY:+.0f} bytes a request)",
        ],
        [
            f"{PUBLISHES} publishes under load, {requests:,} requests",
            f"{errors} errors, {mixed} mixed pages",
        ],
        [
            "proxy, p50 of 1 KB of JSON",
            f"{added:+.1f} ms (≤ {MOST_PROXY_MS:g}: {tell_kept(added <= MOST_PROXY_MS)})",
        ],
    ]
    return [["octavo serve", "figure"], *rows]


def measure_compress(folder: Path) -> list[str]:
    """Return what it costs to compress the files of the site, beside the build without it."""
    command = [*octavo_build(folder / "project", folder / "compressed"), "--no-cache"]
    plain, whole = measure(command, repeats=2), measure([*command, "--compress"], repeats=2)
    pages = list((folder / "compressed").rglob("index.html"))
    sizes = [sum(os.path.getsize(f"{page}{ending}") for page in pages) for ending in ENDINGS]
    figures = " / ".join(f"{size / len(pages) / 1000:.1f}" for size in sizes)
    seconds = (whole.cpu or 0) - (plain.cpu or 0)
    return [
        f"octavo build --compress, {PAGES:,} pages",
        f"{seconds:+.1f} s CPU; {figures} KB a page",
    ]


def resident(process: int) -> int:
    """Return the memory of a process, in bytes."""
    match = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{process}/status").read_text())
    return int(match[1]) * 1024 if match else 0


def fetch_many(port: int, number: int, taken: str = "identity") -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port)
    for step in range(number):
        headers = {"Accept-Encoding": taken}
        connection.request("GET", f"/page-{step % (PAGES - 1)}/", headers=headers)
        connection.getresponse().read()
    connection.close()


def publish_under_load(root: Path, dist: Path, port: int) -> tuple[int, int, int]:
    """Return how many requests failed, how many pages were mixed, and how many there were."""
    errors = mixed = requests = 0
    is_over = threading.Event()

    def read_along() -> None:
        nonlocal errors, mixed, requests
        while not is_over.is_set():
            with contextlib.suppress(OSError):
                page = get(port, "/page-1/")
                asset = re.search(rb'rel="stylesheet" href="([^"]+)"', page)
                state = re.search(rb"State (\d+)", page)
                requests += 1
                try:
                    sheet = get(port, asset[1].decode()) if asset else b""
                except OSError:  # a build took over between the two: the page is an old one
                    errors += get(port, "/page-1/") == page
                    continue
                color = f"#{100 + int(state[1]) if state else 0:02x}3456".encode()
                mixed += state is not None and color not in sheet
                continue
            errors += 1

    readers = [threading.Thread(target=read_along) for _ in range(4)]
    for reader in readers:
        reader.start()
    settings = json.loads((root / "site.json").read_text())
    for state in range(PUBLISHES):
        settings["colors"] = {"primary": f"#{100 + state:02x}3456"}
        (root / "site.json").write_text(json.dumps(settings))
        (root / "page-1.mdx").write_text(f"State {state}\n")
        build(root, dist)
    is_over.set()
    for reader in readers:
        reader.join()
    return errors, mixed, requests


def get(port: int, path: str) -> bytes:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=30) as answer:
        content: bytes = answer.read()
        return content


def measure_proxy(folder: Path, tell: Callable[[str], None]) -> tuple[float, float]:
    """Return the seconds that a call of an API takes, without the proxy and with it."""
    tell("the proxy")
    with running(lambda port: [sys.executable, "-c", API, str(port)]) as (api, _):
        root = folder / "api"
        root.mkdir()
        document = {
            "openapi": "3.1.0",
            "info": {"title": "Things", "version": "1"},
            "servers": [{"url": f"http://127.0.0.1:{api}"}],
            "paths": {"/things": {"get": {"responses": {"200": {"description": "All."}}}}},
        }
        (root / "openapi.json").write_text(json.dumps(document))
        tab = {"name": "API", "url": "api", "openapi": "openapi.json"}
        settings = {"name": "API", "openapi": "openapi.json", "navigation": [], "tabs": [tab]}
        (root / "site.json").write_text(json.dumps(settings))
        build(root, folder / "api-dist")
        with running(
            lambda port: [
                *(sys.executable, "-m", "octavo", "serve", str(folder / "api-dist")),
                *("--port", str(port), "--proxy-allow-net", "localhost"),
            ]
        ) as (port, _):
            direct = [call(api, "GET", "/things", b"", {}) for _ in range(200)]
            envelope = {
                "server": f"http://127.0.0.1:{api}",
                "method": "GET",
                "operation": "/things",
                "path": "/things",
            }
            body = json.dumps(envelope).encode() + b"\n"
            headers = {
                "Content-Type": "application/vnd.octavo.request",
                "X-Octavo-Playground": "1",
                "Origin": f"http://127.0.0.1:{port}",
            }
            # As fast as a reader may ask at all.
            through = [call(port, "POST", "/_octavo/request", body, headers) for _ in range(10)]
    return statistics.median(direct), statistics.median(through)


API = """
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def do_GET(self):
        body = b'{"text": "' + b"x" * 1000 + b'"}'
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def log_message(self, *_arguments):
        pass
ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
"""


def call(port: int, method: str, path: str, body: bytes, headers: dict[str, str]) -> float:
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}", body or None, headers, method=method
    )
    started = time.perf_counter()
    with urllib.request.urlopen(request, timeout=30) as answer:
        answer.read()
    return time.perf_counter() - started

"""Runs real web servers for a test, on a free port, where they are installed."""

from __future__ import annotations

import contextlib
import http.client
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.free_ports import find_free_port
from tests.patience import HANGS_AFTER, wait_until

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
CADDY = shutil.which("caddy")
needs_nginx = pytest.mark.skipif(NGINX is None, reason="nginx is not installed")
needs_caddy = pytest.mark.skipif(CADDY is None, reason="Caddy is not installed")

_NGINX_CONF = """\
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 64; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  {around}
  server {{
    listen 127.0.0.1:{port};
    {server}
  }}
}}
"""


@dataclass(frozen=True)
class Answer:
    """What came back for a request."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def location(self) -> str | None:
        return self.headers.get("location")


@dataclass(frozen=True)
class WebServer:
    """A web server that answers on a port of this computer."""

    name: str
    port: int

    def get(self, path: str, method: str = "GET", **headers: str) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=HANGS_AFTER)
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, headers=named)
            response = connection.getresponse()
            found: dict[str, str] = {}
            for name, value in response.getheaders():
                found[name.lower()] = ", ".join(filter(None, (found.get(name.lower()), value)))
            return Answer(response.status, found, response.read())
        finally:
            connection.close()


@contextlib.contextmanager
def running_nginx(folder: Path, server: str, around: str = "") -> Iterator[WebServer]:
    """Serves with nginx what a `server` block says, until the block ends."""
    assert NGINX
    folder.mkdir(parents=True, exist_ok=True)
    port = find_free_port()
    conf = folder / "nginx.conf"
    conf.write_text(_NGINX_CONF.format(folder=folder, around=around, server=server, port=port))
    with _running([NGINX, "-p", str(folder), "-c", str(conf)], port, folder):
        yield WebServer("nginx", port)


@contextlib.contextmanager
def running_caddy(folder: Path, caddyfile: Path, root: Path) -> Iterator[WebServer]:
    """Serves with Caddy what a Caddyfile says, until the block ends."""
    assert CADDY
    folder.mkdir(parents=True, exist_ok=True)
    port = find_free_port()
    # Caddy would listen on another port for changes of its settings.
    whole = folder / "Caddyfile"
    whole.write_text("{\n\tadmin off\n}\n" + caddyfile.read_text())
    environment = {
        "OCTAVO_SITE": f"http://127.0.0.1:{port}",
        "OCTAVO_ROOT": str(root),
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
    }
    command = [CADDY, "run", "--adapter", "caddyfile", "--config", str(whole)]
    with _running(command, port, folder, environment):
        yield WebServer("caddy", port)


@contextlib.contextmanager
def _running(
    command: list[str], port: int, folder: Path, environment: Mapping[str, str] | None = None
) -> Iterator[None]:
    log = folder / "log.txt"
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, stdout=output, stderr=output, env={**os.environ, **(environment or {})}
        )
        try:
            wait_for_port(port, process)
            assert process.poll() is None, log.read_text()
            yield
        finally:
            process.terminate()
            process.wait()


def wait_for_port(port: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until a process listens on a port, or has ended."""
    wait_until(lambda: process.poll() is not None or _is_open(port))


def _is_open(port: int) -> bool:
    with socket.socket() as attempt:
        return attempt.connect_ex(("127.0.0.1", port)) == 0

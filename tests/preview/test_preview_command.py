"""`octavo dev` as a command: its port, its messages, its end."""

from __future__ import annotations

import contextlib
import http.client
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from octavo.cli.entry import main
from octavo.problems import Code, Problem
from octavo.server.web.ports import FURTHER_PORTS, OpenPort, open_port
from tests.free_ports import find_free_port
from tests.loaded_modules import modules_loaded_by
from tests.patience import HANGS_AFTER

SITE: dict[str, Any] = {
    "site.json": {"name": "Test", "navigation": [{"group": "A", "pages": ["index"]}]},
    "index.mdx": "Hello.\n",
}


@contextlib.contextmanager
def taken_ports(count: int) -> Iterator[int]:
    """Takes ports that follow each other, and gives the first."""
    first = find_free_port(count)
    with contextlib.ExitStack() as stack:
        for port in range(first, first + count):
            stack.enter_context(socket.create_server(("127.0.0.1", port)))
        yield first


def test_the_next_free_port_is_taken_and_told() -> None:
    said: list[str] = []
    with taken_ports(2) as port:
        found = open_port("localhost", port, strict=False, say=said.append)
    assert isinstance(found, OpenPort)
    for each in found.sockets:
        each.close()
    assert found.port >= port + 2
    assert said[:2] == [
        f"Port {port} is already in use. Trying {port + 1} instead.",
        f"Port {port + 1} is already in use. Trying {port + 2} instead.",
    ]


@pytest.mark.scorecard("SR-37")
def test_a_port_that_must_be_had_is_not_replaced() -> None:
    said: list[str] = []
    with taken_ports(1) as port:
        found = open_port("localhost", port, strict=True, say=said.append)
    assert isinstance(found, Problem)
    assert (found.code, found.message) == (Code.PORT_TAKEN, f"port {port} is already in use")
    assert said == []


def test_nine_further_ports_are_tried() -> None:
    said: list[str] = []
    with taken_ports(FURTHER_PORTS + 1) as port:
        found = open_port("localhost", port, strict=False, say=said.append)
    assert isinstance(found, Problem)
    assert found.message == f"the ports {port} to {port + 9} are all in use"
    assert len(said) == FURTHER_PORTS


def test_localhost_is_every_local_address_and_no_other() -> None:
    found = open_port("localhost", 0, strict=True, say=print)
    assert isinstance(found, OpenPort)
    addresses = found.addresses
    for each in found.sockets:
        each.close()
    assert set(addresses) <= {"127.0.0.1", "::1"}
    assert "127.0.0.1" in addresses


@pytest.mark.scorecard("SR-37")
@pytest.mark.parametrize("host", ["no such host", "192.0.2.1", "x" * 300, "\ud800"])
def test_a_host_that_is_not_this_computer_is_explained(host: str) -> None:
    found = open_port(host, 0, strict=False, say=print)
    assert isinstance(found, Problem)
    assert found.code is Code.ADDRESS_UNUSABLE
    assert "--host" in found.hint


@contextlib.contextmanager
def command(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "octavo", "dev", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def first_line(process: subprocess.Popen[str]) -> str:
    assert process.stderr is not None
    return process.stderr.readline()


def test_the_command_serves_until_it_is_interrupted(write_project: Any) -> None:
    root = write_project(SITE)
    port = find_free_port()
    with command(str(root), "--port", str(port), "--strict-port") as process:
        line = first_line(process)
        assert line.startswith(f"{root} is shown at http://localhost:{port} (")
        assert line.endswith(" s). Ctrl+C stops it.\n")
        connection = http.client.HTTPConnection("localhost", port, timeout=HANGS_AFTER)
        connection.request("GET", "/")
        page = connection.getresponse().read().decode()
        assert "Hello." in page
        token = page.partition('data-octavo-token="')[2].partition('"')[0]
        connection.request("GET", f"/_octavo/dev/events?token={token}")
        channel = connection.getresponse()
        assert channel.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(HANGS_AFTER) == 130
        assert process.stderr is not None
        assert process.stderr.read() == ""
        assert process.stdout is not None
        assert process.stdout.read() == ""
        connection.close()


def test_sigterm_ends_the_command_with_0(write_project: Any) -> None:
    root = write_project(SITE)
    port = find_free_port()
    with command(str(root), "--port", str(port), "--strict-port") as process:
        first_line(process)
        connection = http.client.HTTPConnection("localhost", port, timeout=HANGS_AFTER)
        connection.request("GET", "/")
        assert connection.getresponse().read()
        process.send_signal(signal.SIGTERM)
        assert process.wait(HANGS_AFTER) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""
        connection.close()


def test_sigterm_ends_the_command_even_before_it_serves(write_project: Any) -> None:
    root = write_project(SITE)
    with taken_ports(1) as port, command(str(root), "--port", str(port)) as process:
        # The command says that the port is taken before it says where the project is shown.
        first_line(process)
        process.send_signal(signal.SIGTERM)
        assert process.wait(HANGS_AFTER) == 0


@pytest.mark.scorecard("SR-37")
def test_a_taken_port_ends_with_1(write_project: Any) -> None:
    root = write_project(SITE)
    with (
        taken_ports(1) as port,
        command(str(root), "--port", str(port), "--strict-port") as process,
    ):
        assert process.wait(HANGS_AFTER) == 1
        assert process.stderr is not None
        assert f"port {port} is already in use [port-taken]" in process.stderr.read()


def test_a_missing_project_ends_with_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dev", str(tmp_path / "nowhere"), "--port", "0"]) == 1
    assert "project-missing" in capsys.readouterr().err
    assert main(["dev", str(tmp_path), "--port", "0"]) == 1
    assert "settings-missing" in capsys.readouterr().err


@pytest.mark.parametrize("port", ["-1", "65536", "x", "²"])
def test_a_port_is_a_number(port: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["dev", "--port", port])
    assert ended.value.code == 2


def test_what_only_sites_with_apis_need_is_not_loaded_to_start() -> None:
    heavy = "yaml octavo.openapi.document.document octavo.openapi.request.request httpcore2".split()
    assert modules_loaded_by("import octavo.preview.server", *heavy) == []

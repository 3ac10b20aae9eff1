"""A server that may open few files, and what its log has of what goes wrong."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import socket
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from octavo.problems import Problem
from octavo.project.walk import OUTPUT_MARK
from octavo.server.serve.app import ServedApp
from octavo.server.serve.current import CurrentSite
from octavo.server.serve.events import EventLog
from octavo.server.serve.generation import SiteBusyError, load_generation
from octavo.server.serve.metrics import Metrics
from tests.free_ports import find_free_port
from tests.patience import HANGS_AFTER, wait_until
from tests.served_sites import COMMAND, ServedSite, ask, serving
from tests.server.serve.attacked_site import build_attacked_site

NARROW = ("sh", "-c", 'ulimit -n 96 && exec "$@"', "sh", *COMMAND)
BROKEN = """
import asyncio, sys, warnings
import octavo.server.serve.server as server
from octavo.server.serve.app import ServedApp

async def fail_alone():
    raise LookupError("a mistake of ours\\nin two lines")

async def fail(*arguments):
    asyncio.create_task(fail_alone())
    warnings.warn("something old")
    raise KeyError("reader@example.com")

def refuse(*arguments, **options):
    raise KeyError("reader@example.com")

ServedApp._serve = fail
if "--start" in sys.argv:
    server.load_generation = refuse
if "--worker" in sys.argv:
    server.CurrentSite = refuse
sys.argv = [each for each in sys.argv if each not in ("--start", "--worker")]
from octavo.cli.entry import main
sys.exit(main(["serve", *sys.argv[1:]]))
"""
BROKEN_COMMAND = (sys.executable, "-c", BROKEN)


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_attacked_site(tmp_path_factory.mktemp("limits"))


@contextlib.contextmanager
def no_descriptors() -> Iterator[None]:
    """Let this process open nothing; what waits for descriptors that are open goes on waiting."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.ExitStack() as stack:
        highest = max(int(name) for name in os.listdir("/dev/fd"))
        resource.setrlimit(resource.RLIMIT_NOFILE, (highest + 2, before[1]))
        stack.callback(resource.setrlimit, resource.RLIMIT_NOFILE, before)
        with contextlib.suppress(OSError):
            while True:
                stack.callback(os.close, os.open(os.devnull, os.O_RDONLY))
        yield


def test_a_site_whose_files_cannot_be_opened_for_a_moment_is_not_damaged(dist: Path) -> None:
    told: list[Problem] = []
    metrics = Metrics(1)
    current = CurrentSite(str(dist), load_generation(str(dist)), told.append, metrics)
    app = ServedApp(current, metrics, lambda _request: None, None)
    answers: list[dict[str, Any]] = []

    async def send(message: Any) -> None:
        answers.append(dict(message))

    async def get() -> int:
        answers.clear()
        scope = {"type": "http", "method": "GET", "path": "/", "headers": [], "query_string": b""}
        await app({**scope, "server": ("127.0.0.1", 1)}, None, send)  # type: ignore[arg-type]
        return int(answers[0]["status"])

    async def try_all() -> None:
        await asyncio.to_thread(lambda: None)  # a thread is there
        with no_descriptors():
            assert await get() == 503
            assert (b"retry-after", b"1") in answers[0]["headers"]
            mark = dist / OUTPUT_MARK
            identity = current.peek()
        assert identity is not None
        assert told == []
        mark.touch()  # a new state
        with no_descriptors():
            assert await get() == 503
        assert "damaged" not in told[0].message
        await asyncio.sleep(1.1)
        assert await get() == 200

    asyncio.run(try_all())
    current.close()


def test_a_site_that_cannot_be_read_at_first_is_not_said_to_be_damaged(dist: Path) -> None:
    with no_descriptors(), pytest.raises(SiteBusyError) as caught:
        load_generation(str(dist))
    assert "Too many open files" in caught.value.problem.message
    assert "damaged" not in caught.value.problem.message


def read_metrics(port: int) -> dict[str, float]:
    lines = ask(port, "/metrics").body.decode().splitlines()
    return {
        name: float(value) for name, value in (each.split() for each in lines if each[0] != "#")
    }


@pytest.mark.scorecard("SR-57")
@pytest.mark.parametrize("workers", [1, 2])
def test_pages_are_served_while_others_hold_all_connections(dist: Path, workers: int) -> None:
    port = find_free_port()
    options = ("--metrics-port", str(port), "--workers", str(workers))
    with serving(dist, *options, command=NARROW) as site, contextlib.ExitStack() as stack:
        for number in range(150):
            client = socket.socket()
            stack.enter_context(client)
            client.bind((f"127.0.0.{2 + number % 9}", 0))
            client.settimeout(HANGS_AFTER)
            client.connect(("127.0.0.1", site.port))
            client.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        assert [site.get("/").status for _ in range(20)] == [200] * 20
        counts = read_metrics(port)
        assert counts['octavo_connections_closed_total{reason="server_full"}'] > 60
        events = [each for each in map(json.loads, list(site.log)) if "event" in each]
    assert {each["event"] for each in events} == {"connections-closed"}
    assert {each["reason"] for each in events} <= {"server_full", "address_full"}
    assert 1 <= len(events) <= 6
    assert site.said[1:] == []


def test_clients_that_a_server_in_front_names_are_counted(dist: Path) -> None:
    """Their requests, as the connections are those of the server in front."""
    begun = (
        "POST /_octavo/request HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {}\r\n"
        "Content-Type: application/vnd.octavo.request\r\nX-Octavo-Playground: 1\r\n"
        "Content-Length: 9\r\n\r\n"
    )
    with (
        serving(dist, "--trusted-proxy", "127.0.0.1/32", command=NARROW) as site,
        contextlib.ExitStack() as stack,
    ):

        def begin(client: str) -> None:
            address = ("127.0.0.1", site.port)
            connection = stack.enter_context(socket.create_connection(address, HANGS_AFTER))
            connection.sendall(begun.format(client).encode())

        for _ in range(4):  # a quarter of 16 connections
            begin("192.0.2.7")
        wait_until(lambda: site.get("/?", X_Forwarded_For="192.0.2.7").status == 429)
        assert site.get("/?", X_Forwarded_For="::ffff:192.0.2.7").status == 429
        assert site.get("/?", X_Forwarded_For="192.0.2.8").status == 200
        assert site.get("/?").status == 200


# --- what the log has ---


def read_lines(site: ServedSite, number: int) -> list[dict[str, Any]]:
    wait_until(lambda: len(site.log) >= number)
    lines = list(site.log)
    assert "Traceback" not in "".join(lines + site.said)
    assert "reader@example.com" not in "".join(lines + site.said)
    return [json.loads(line) for line in lines]


@pytest.mark.scorecard("SR-41")
def test_mistakes_are_one_line_of_json(dist: Path) -> None:
    with serving(dist, command=BROKEN_COMMAND) as site:
        assert site.get("/nothing").status == 500
        wait_until(lambda: any("LookupError" in line for line in site.log))
        lines = read_lines(site, 4)
        events = {each["event"]: each for each in lines if each.get("error") == "KeyError"}
        assert events["error"]["message"] == "Exception in ASGI application"
        assert events["error"]["at"].startswith("server/serve/app.py:")
        assert [each["event"] for each in lines if "something old" in each.get("message", "")] == [
            "warning"
        ]
    assert site.said[1:] == []


@pytest.mark.scorecard("SR-41")
@pytest.mark.parametrize("form", ["text", "off"])
def test_mistakes_are_one_line_of_text(dist: Path, form: str) -> None:
    with serving(dist, "--log", form, command=BROKEN_COMMAND) as site:
        assert site.get("/nothing").status == 500
        where = site.log if form == "text" else site.said
        wait_until(lambda: any("KeyError server/serve/app.py:" in line for line in where))
        assert "Traceback" not in "".join(site.log + site.said)


@pytest.mark.scorecard("SR-41")
@pytest.mark.parametrize("options", [["--start"], ["--worker"], ["--worker", "--workers", "2"]])
def test_a_server_that_cannot_start_says_so_in_one_line(dist: Path, options: list[str]) -> None:
    done = subprocess.run(
        [*BROKEN_COMMAND, str(dist), "--port", "0", *options],
        capture_output=True,
        text=True,
        timeout=HANGS_AFTER,
        check=False,
    )
    assert done.returncode == 1
    assert "Traceback" not in done.stdout + done.stderr
    assert "reader@example.com" not in done.stdout + done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert lines
    assert {each["error"] for each in lines} == {"KeyError"}
    assert "[server-failed]" in done.stderr


def test_whatever_python_would_print_becomes_an_event() -> None:
    lines: list[str] = []

    class Careless:
        def __del__(self) -> None:
            raise ValueError("one\ntwo")

    def fail() -> None:
        raise ValueError("one\ntwo")

    with warnings.catch_warnings(), EventLog("json", lines.append, lines.append).catch_all():
        warnings.simplefilter("always")
        Careless()
        thread = threading.Thread(target=fail)
        thread.start()
        thread.join()
        warnings.warn("old\nnews", stacklevel=1)
        try:
            fail()
        except ValueError:
            logging.getLogger("some.library").exception("It went wrong.\nAnd more.")
    events = [json.loads(line) for line in lines]
    assert [each.get("error") for each in events] == [
        "ValueError",
        "ValueError",
        None,
        "ValueError",
    ]
    assert events[3]["message"] == "It went wrong."
    assert not any("two" in line or "news" in line for line in lines)
    logging.getLogger("some.library").error("nobody takes this")
    assert len(lines) == 4


def test_events_that_happen_often_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    events = EventLog("json", lines.append, lines.append)
    for _ in range(5):
        events.note_closed("server_full")
    events.note_closed("late_request")
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + 11)
    events.note_closed("server_full")
    counts = [(each["reason"], each["number"]) for each in map(json.loads, lines)]
    assert counts == [("server_full", 1), ("late_request", 1), ("server_full", 5)]

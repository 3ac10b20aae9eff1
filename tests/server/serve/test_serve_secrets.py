"""What readers send stays theirs: it is in no log, no error page and no figure."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from octavo.server.proxy.rules import ProxyLimits
from octavo.server.web.rates import Allowance, Rate
from tests.effort import RecordProperty
from tests.free_ports import find_free_port
from tests.patience import wait_until
from tests.proxies import Upstream, response, running_api
from tests.served_sites import ServedSite, ask, serving
from tests.server.serve.attacked_site import (
    ask_for,
    build_attacked_site,
    build_call,
    send_raw,
    status_of,
)
from tests.whole import first_of_each


async def mirror(head: bytes, _reader: object, writer: asyncio.StreamWriter) -> None:
    """Answers with the request, and hangs up in the middle where it is asked to."""
    if b"broken" in head:
        writer.write(b"HTTP/1.1 200 canary\r\nContent-Length: 1000\r\nX-Canary: canary\r\n\r\ncan")
    else:
        writer.write(response(head, "500 canary", X_Canary="canary"))
    await writer.drain()


@pytest.fixture(scope="module")
def api() -> Iterator[Upstream]:
    with running_api(mirror) as found:
        yield found


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory, api: Upstream) -> Path:
    return build_attacked_site(tmp_path_factory.mktemp("secrets"), api.port)


PLAIN = [
    ("/?token=canary",),
    ("/nothing?canary",),
    ("/old?next=canary",),
    ("/guides/start?canary=canary",),
    ("/healthz?canary", "Authorization: Bearer canary"),
    ("/", "Cookie: session=canary"),
    ("/", "Authorization: Basic canary"),
    ("/", "Referer: https://canary.example/"),
    ("/", "User-Agent: canary"),
    ("/", "X-Forwarded-For: canary"),
    ("/", "X-Api-Key: canary"),
    ("/", "Proxy-Authorization: canary"),
    ("/", "If-None-Match: canary"),
    ("/", "Range: canary"),
    ("/", "Accept: canary"),
    ("http://canary:canary@docs.example.com/",),
    ("/#canary",),
]
"""Targets with their headers."""
BROKEN = [
    "GET /?canary HTTP/1.1\r\nHost: a\r\nHost: canary\r\n\r\n",
    "GET /?canary HTTP/9.9\r\nHost: canary\r\n\r\n",
    "canary canary canary\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\ncanary\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\ncanary",
]
CALLS: list[dict[str, Any]] = [
    {"path": "/users/canary"},
    {"query": "token=canary"},
    {"path": "/users/broken", "query": "canary"},
    {"headers": [["Authorization", "canary"], ["Cookie", "canary"]]},
    {"server": "http://canary:canary@127.0.0.1"},
    {"server": "http://canary.example"},
    {"operation": "/canary"},
    {"method": "canary"},
    {"path": "/users/canary/../canary"},
    {"canary": "canary"},
]
"""Requests to the proxy; all but the first three are refused."""


@pytest.mark.scorecard("SR-40")
@pytest.mark.parametrize("form", first_of_each(["json", "text"]))
def test_no_secret_of_a_reader_is_kept_or_shown(
    dist: Path, api: Upstream, form: str, record_property: RecordProperty
) -> None:
    port = find_free_port()
    options = ["--log", form, "--metrics-port", str(port)]
    options += ["--proxy-allow-net", f"127.0.0.1:{api.port}"]
    with serving(dist, *options) as site:
        for target, *headers in PLAIN:
            answer = ask_for(site.port, target, *headers)
            # Where a redirect keeps the query, only its Location holds it.
            head, _, body = answer.partition(b"\r\n\r\n")
            lines = [line for line in head.split(b"\r\n") if not line.startswith(b"location")]
            assert b"canary" not in b"".join([*lines, body])
        for text in BROKEN:
            assert b"canary" not in send_raw(site.port, text.encode())
        for named in CALLS:
            secret = "Cookie: canary\r\nAuthorization: canary\r\nX-Secret: canary\r\n"
            answer = send_raw(site.port, build_call(site.port, api.port, secret, **named))
            if status_of(answer) != 200:
                assert b"canary" not in answer
        assert b"canary" not in ask(port, "/metrics").body
        wait_until(lambda: len(site.log) >= len(PLAIN) + len(CALLS))
        site.stop()
    found = [line for line in [*site.log, *site.said] if "canary" in line]
    assert found == []
    record_property("secrets", len(PLAIN) + len(BROKEN) + len(CALLS))
    record_property("found", len(found))


def test_there_are_thirty_secrets() -> None:
    assert len(PLAIN) + len(BROKEN) + len(CALLS) >= 30


# --- one line for each request ---

HOSTILE_PATHS = [
    "/%0d%0a%7b%22status%22:200%7d",
    "/%0a{}",
    "/%1b[2J%1b[1;31mred",
    "/%00",
    "/%e2%80%a8%e2%80%a9",
    "/%c2%85",
    '/"}{"status":200',
    "/\\u000a\\",
    "/%ff%fe",
    "/%f0%9f%92%a9",
    "/" + "a" * 6000,
    "/" + "%22" * 2000,
    "/" + "%f0%9f%92%a9" * 500,
    "/</script><script>",
    "/%7f%80%9f",
    "/?%0d%0a",
]


@pytest.mark.scorecard("SR-41")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_each_request_is_one_line_whatever_it_holds(dist: Path, workers: str) -> None:
    agents = ["User-Agent: \x1b[2J", "User-Agent: " + "a" * 30_000, "Referer: \x80\xff"]
    with serving(dist, "--workers", workers) as site:
        asked = 0
        for target in HOSTILE_PATHS:
            for agent in agents:
                asked += status_of(ask_for(site.port, target, agent)) != 400
        asked += len(_ask_at_once(site, "/" + "%22" * 2000, 200))
        wait_until(lambda: len(site.log) >= asked)
        site.stop()
    lines = [json.loads(line) for line in site.log]
    assert len(lines) >= asked >= 200
    assert all(line.keys() == lines[0].keys() for line in lines)
    assert [line for line in site.log if not (line.isascii() and line.isprintable())] == []


def _ask_at_once(site: ServedSite, target: str, number: int) -> list[bytes]:
    """Ask with many connections that are open at the same time."""
    request = f"GET {target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode()
    connections = [socket.create_connection(("127.0.0.1", site.port)) for _ in range(number)]
    for connection in connections:
        connection.sendall(request)
    answers = []
    for connection in connections:
        with connection:
            answers.append(connection.recv(65_536))
    return answers


# --- how often the proxy may be asked ---


def count_forwarded(site: ServedSite, api: Upstream, forwarded_for: list[str]) -> tuple[int, float]:
    """Ask the proxy once for each reader that a header claims; return who got through, and when."""
    started = time.monotonic()
    answers = [
        send_raw(site.port, build_call(site.port, api.port, f"X-Forwarded-For: {reader}\r\n"))
        for reader in forwarded_for
    ]
    assert {status_of(answer) for answer in answers} <= {200, 429}
    count = sum(status_of(answer) == 200 for answer in answers)
    return count, time.monotonic() - started


@pytest.mark.scorecard("SR-42")
@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("trusted", [False, True], ids=["false names", "addresses of one network"])
def test_one_reader_gets_what_one_reader_may(
    dist: Path, api: Upstream, workers: str, trusted: bool
) -> None:
    rate = ProxyLimits().by_client
    options = ["--workers", workers, "--proxy-allow-net", f"127.0.0.1:{api.port}"]
    readers = [f"198.51.100.{number}" for number in range(40)]
    if trusted:
        options += ["--trusted-proxy", "127.0.0.1"]
        readers = [f"2001:db8:1:2::{number:x}" for number in range(40)]
    with serving(dist, *options) as site:
        count, seconds = count_forwarded(site, api, readers)
        if trusted:
            others, _ = count_forwarded(site, api, ["2001:db8:1:3::1", "203.0.113.9"])
            assert others == 2
    assert rate.burst <= count <= rate.burst + seconds * rate.per_minute / 60 + 1


@pytest.mark.scorecard("SR-42")
@pytest.mark.parametrize("jump", [86_400, -3_600])
def test_a_clock_that_is_set_changes_no_limit(monkeypatch: pytest.MonkeyPatch, jump: int) -> None:
    rate = Rate(per_minute=0.001, burst=10)
    allowance = Allowance(rate)
    assert [allowance.take("a") for _ in range(5)] == [0] * 5
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + jump)
    assert [allowance.take("a") for _ in range(5)] == [0] * 5
    assert allowance.take("a") > 0


@pytest.mark.scorecard("SR-42")
@pytest.mark.parametrize("jump", ["+1d", "-1h"])
def test_a_clock_that_is_set_under_a_server_changes_no_limit(
    dist: Path, api: Upstream, tmp_path: Path, jump: str
) -> None:
    library = next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"), None)
    if library is None:
        pytest.skip("libfaketime is not installed")
    clock = tmp_path / "clock"
    clock.write_text("+0")
    # As when a clock is set: what counts the seconds since the start goes on as before.
    environment = {
        "LD_PRELOAD": str(library),
        "FAKETIME_TIMESTAMP_FILE": str(clock),
        "FAKETIME_NO_CACHE": "1",
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }
    rate = ProxyLimits().by_client
    with serving(
        dist, "--proxy-allow-net", f"127.0.0.1:{api.port}", environment=environment
    ) as site:
        before, earlier = count_forwarded(site, api, ["a"] * rate.burst)
        clock.write_text(jump)
        after, later = count_forwarded(site, api, ["a"] * 20)
        most = rate.burst + (earlier + later) * rate.per_minute / 60 + 1
        assert rate.burst <= before + after <= most
        lines = site.wait_for_log(2 * (rate.burst + 20))  # one of the server and one of the proxy
        hours = {line["time"][:13] for line in lines if "time" in line}
        assert len(hours) > 1, "the clock was not set"
        wait_until(lambda: count_forwarded(site, api, ["a"])[0] == 1)

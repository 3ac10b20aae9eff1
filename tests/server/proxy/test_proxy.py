"""The proxy from the view of readers, operators and servers; attacks have separate tables."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import http.client
import json
import socket
import threading
from collections.abc import Iterator
from ipaddress import ip_network
from typing import Any

import pytest
import uvicorn

from octavo.builder.served.proxy_manifest import ANY_HEADER, ProxyManifest
from octavo.server.proxy.answer import read_parts
from octavo.server.proxy.forward import Proxy, build_proxy
from octavo.server.proxy.request import CONTENT_TYPE, MARK, ROUTE
from octavo.server.proxy.rules import ProxyRules, parse_allowed_net
from octavo.server.web.rates import Allowance, Rate
from octavo.server.web.senders import find_client
from octavo.values import replace
from tests.patience import HANGS_AFTER, wait_until
from tests.proxies import (
    API,
    QUICK,
    Reply,
    Talk,
    allow,
    ask,
    echo,
    envelope,
    finding,
    guarded,
    manifest_for,
    proxy_to,
    replying,
    response,
    run_alone,
    running_api,
    scope_of,
    server_of,
    upstream,
)

MEBIBYTE = 1 << 20


@pytest.fixture(autouse=True)
def _nothing_leaves_this_computer() -> Iterator[None]:
    with guarded():
        yield


def send_once(
    talk: Talk = echo,
    named: dict[str, Any] | None = None,
    body: Any = b"",
    documented: frozenset[str] = frozenset({ANY_HEADER}),
    **rules: Any,
) -> tuple[Reply, bytes]:
    """Sends a request; returns the answer, and the head that the API got."""

    async def run() -> tuple[Reply, bytes]:
        async with upstream(talk) as api:
            manifest = manifest_for(server_of(api), headers=documented, cookies=None)
            proxy = proxy_to(api, manifest, **rules)
            reply = await ask(proxy, {**envelope(server_of(api)), **(named or {})}, body)
            return reply, api.requests[0] if api.requests else b""

    return run_alone(run())


# --- forwarding -----------------------------------------------------------------------------------


def test_an_answer_comes_back_as_data_in_frames() -> None:
    reply, _ = send_once(replying(response(b"hello", "418 I'm a teapot", X_Kind="tea")))
    assert reply.status == 200
    assert reply.headers["content-type"] == "application/octet-stream"
    assert [kind for kind, _ in reply.frames] == [b"H", b"D", b"E"]
    assert reply.head["status"] == 418
    assert reply.head["reason"] == "I'm a teapot"
    assert reply.head["headers"] == [["Content-Length", "5"], ["X-Kind", "tea"]]
    assert reply.data == b"hello"
    assert reply.end["bytes"] == 5
    assert reply.end["cut"] is None
    assert 0 <= reply.head["ms"] <= reply.end["ms"]


def test_the_api_gets_path_query_headers_and_cookies_byte_for_byte() -> None:
    path = "/users/;a=1,2.%C3%A9%20'(x)*~@:$&+[y]|z"
    query = "a[b]=1&c={d}&e=%2F%00&f=a+b&g=^`\\|"
    named = {
        "path": path,
        "query": query,
        "headers": [["X-lower", "  caf\xe9 "], ["IF-Match", '"x"'], ["Accept", "text/csv"]],
        "cookies": [["session", 'a"b,c'], ["x", ""]],
    }
    _, head = send_once(named=named)
    lines = head.decode("latin-1").split("\r\n")
    assert lines[0] == f"GET {path}?{query} HTTP/1.1"
    assert lines[2:] == [
        "X-lower: caf\xe9",
        'IF-Match: "x"',
        "Accept: text/csv",
        'Cookie: session=a"b,c; x=',
        "User-Agent: octavo-playground",
        "Accept-Encoding: identity",
        "Connection: close",
        "",
        "",
    ]


@pytest.mark.parametrize(
    ("method", "body", "length"),
    [
        ("GET", b"", None),
        ("DELETE", b"", None),
        ("POST", b"", "0"),
        ("PUT", b"", "0"),
        ("PATCH", b"x", "1"),
        ("GET", b"abc", "3"),
    ],
)
def test_the_length_of_a_body_is_told_as_browsers_tell_it(
    method: str, body: bytes, length: str | None
) -> None:
    reply, head = send_once(named={"method": method}, body=body)
    assert reply.data == body
    expected = f"\r\nContent-Length: {length}\r\n" if length else ""
    assert expected.encode() in head
    assert head.lower().count(b"content-length") == (length is not None)


def test_an_answer_without_a_body_ends_at_once() -> None:
    for raw in (response(b"", "204 No Content"), response(b"", "304 Not Modified")):
        reply, _ = send_once(replying(raw))
        assert (reply.data, reply.end["cut"]) == (b"", None)
    reply, _ = send_once(
        replying(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"), {"method": "HEAD"}
    )
    assert (reply.data, reply.end["cut"]) == (b"", None)


def test_an_upload_passes_through_unread() -> None:
    part = bytes(range(256)) * 300
    body = [
        b"--b\r\nContent-Disposition: form-data; name=f\r\n\r\n",
        part,
        part,
        b"\n\r\n--b--\r\n",
    ]
    named = {"method": "POST", "headers": [["Content-Type", "multipart/form-data; boundary=b"]]}
    reply, head = send_once(named=named, body=body)
    assert reply.data == b"".join(body)
    assert b"\r\nContent-Type: multipart/form-data; boundary=b\r\n" in head


def test_what_is_not_sent_is_told() -> None:
    headers = [["Host", "x"], ["X-A", "b"], ["Accept", "z"], ["Origin", "y"]]
    reply, _ = send_once(named={"headers": headers})
    assert reply.head["dropped"] == ["Host", "Origin"]
    reply, _ = send_once(named={"headers": headers}, documented=frozenset())
    assert reply.head["dropped"] == ["Host", "X-A", "Origin"]


def test_an_api_may_answer_before_it_has_the_whole_request() -> None:
    async def impatient(_: bytes, _reader: object, writer: asyncio.StreamWriter) -> None:
        writer.write(response(b"too large", "413 Content Too Large"))
        await writer.drain()
        await asyncio.sleep(HANGS_AFTER)  # else it would cut off what is still sent

    body = [b"x" * 65_536] * 200
    reply, _ = send_once(impatient, {"method": "POST"}, body)
    assert (reply.head["status"], reply.data) == (413, b"too large")


def test_the_next_address_is_tried_when_the_first_does_not_answer() -> None:
    async def run() -> None:
        async with upstream(echo) as api:
            allowed = (parse_allowed_net(f"127.0.0.0/8:{api.port}"),)
            found = finding({API: ["127.0.0.9", "127.0.0.1"]})
            proxy = proxy_to(api, allow_nets=allowed, resolve=found)
            assert (await ask(proxy, envelope(server_of(api)))).code == "forwarded"
            proxy = proxy_to(api, allow_nets=allowed, resolve=finding({API: ["127.0.0.9"]}))
            reply = await ask(proxy, envelope(server_of(api)))
            assert (reply.status, reply.code) == (502, "connection-refused")

    run_alone(run())


@pytest.mark.scorecard("SR-43")
def test_a_server_that_takes_the_call_and_says_nothing_is_given_up() -> None:
    async def run() -> None:
        async with upstream(echo) as api:  # it waits for a request, and not for encryption
            limits = replace(QUICK, connect_seconds=0.2)
            proxy = proxy_to(api, manifest_for(server_of(api, "https")), limits=limits)
            reply = await ask(proxy, envelope(server_of(api, "https")))
            assert (reply.status, reply.code) == (504, "connection-late")

    run_alone(run())


@pytest.mark.scorecard("SR-43")
def test_name_servers_that_hang_take_up_no_more_than_64_threads() -> None:
    ends, asked = threading.Event(), []

    def hanging(host: str, _port: int) -> list[str]:
        asked.append(host)
        ends.wait(2 * HANGS_AFTER)
        return []

    async def run() -> None:
        async with upstream(echo) as api:
            limits = replace(QUICK, resolve_seconds=0.05, at_once=100, at_once_by_client=100)
            proxy = proxy_to(api, resolve=hanging, limits=limits)
            replies = [ask(proxy, envelope(server_of(api))) for _ in range(80)]
            codes = {reply.code for reply in await asyncio.gather(*replies)}
            assert codes == {"name-server-late"}

    try:
        run_alone(run())
        wait_until(lambda: len(asked) >= 64)  # a thread may begin after its time is over
        assert len(asked) == 64
    finally:
        ends.set()


def test_what_is_not_http_is_left_alone() -> None:
    async def run() -> None:
        async def receive() -> dict[str, Any]:
            raise AssertionError

        async def send(_: Any) -> None:
            raise AssertionError

        proxy = build_proxy(manifest_for("https://a.test"), ProxyRules())
        await proxy({"type": "lifespan"}, receive, send)

    run_alone(run())


# --- requests that cannot be taken ----------------------------------------------------------------


def test_only_post_is_answered() -> None:
    async def run() -> None:
        proxy = build_proxy(manifest_for("https://a.test"), ProxyRules())
        for method in ("GET", "HEAD", "OPTIONS", "PUT"):
            reply = await ask(proxy, b"\n", method=method)
            assert (reply.status, reply.headers["allow"]) == (405, "POST")

    run_alone(run())


def test_a_host_that_is_not_this_server_is_refused() -> None:
    async def run() -> None:
        rules = ProxyRules(hosts=frozenset({"docs.test", "[::1]"}), limits=QUICK)
        proxy = build_proxy(manifest_for("https://a.test"), rules)
        for host in ("docs.test", "DOCS.test:8080", "[::1]:3000", "[::1]"):
            headers = {"Host": host, "Origin": f"http://{host}".lower()}
            reply = await ask(proxy, b"{}\n", headers=headers)
            assert reply.code == "request-unreadable", host
        others: list[str | None] = ["evil.test", "docs.test.evil.test", "", None]
        for other in others:
            reply = await ask(proxy, b"{}\n", headers={"Host": other, "Origin": None})
            assert (reply.status, reply.code) == (403, "host-unknown")
        reply = await ask(proxy, b"{}\n", headers={"host": "docs.test"})  # a second one
        assert reply.code == "host-unknown"

    run_alone(run())


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{}",
        b"no json\n",
        b"[]\n",
        b"null\n",
        b"{}\n",
        b'{"server":1,"method":"GET","operation":"","path":"/"}\n',
        b'{"server":"","method":"GET","operation":"","path":"/","url":"http://evil.test"}\n',
        b'{"server":"","method":"GET","operation":"","path":"/","headers":{}}\n',
        b'{"server":"","method":"GET","operation":"","path":"/","headers":[["a"]]}\n',
        b'{"server":"","method":"GET","operation":"","path":"/","headers":[["a",1]]}\n',
        b'{"server":"","method":"GET","operation":"","path":"/","headers":["ab"]}\n',
        b'{"server":"","method":"GET","operation":"","path":"/","cookies":"ab"}\n',
        b'{"server":"","method":"GET","operation":"","path":"/","query":[]}\n',
        b'{"server":"","method":"GET","operation":"","path":"/","variables":[]}\n',
        b'{"server":"","method":"GET","operation":"","path":"/","variables":{"a":1}}\n',
        b"[" * 200_000 + b"\n",
        b"x" * 300_000,
        b"x" * 300_000 + b"\n",
        b"\xff\xfe\n",
    ],
    ids=lambda line: line[:12].decode("latin-1"),
)
def test_an_envelope_that_cannot_be_read_is_refused(line: bytes) -> None:
    async def run() -> None:
        proxy = build_proxy(manifest_for("https://a.test"), ProxyRules(limits=QUICK))
        reply = await ask(proxy, line)
        assert (reply.status, reply.code) == (400, "request-unreadable")

    run_alone(run())


def test_a_request_that_is_too_large_is_refused_by_what_it_says_and_by_what_comes() -> None:
    async def run() -> None:
        async with upstream(echo) as api:
            proxy = proxy_to(api, limits=replace(QUICK, request_bytes=1_000))
            named = envelope(server_of(api), method="POST")
            assert (await ask(proxy, named, b"x" * 1_000)).code == "forwarded"
            reply = await ask(proxy, named, b"x" * 1_001)
            assert (reply.status, reply.code) == (413, "request-too-large")
            for length in (str(10 << 30), "9" * 30):
                # That is refused before anything is read, even the envelope.
                reply = await ask(proxy, b"no envelope", headers={"Content-Length": length})
                assert (reply.status, reply.code) == (413, "request-too-large")
            lengths: list[str | None] = [None, "", "-5", "abc", "+5", "\xb2"]
            for said in lengths:
                reply = await ask(proxy, named, headers={"Content-Length": said})
                assert (reply.status, reply.code) == (411, "length-missing")
            line = json.dumps(named).encode() + b"\n"
            for wrong in (len(line) + 4, len(line) + 6):
                reply = await ask(proxy, named, b"12345", {"Content-Length": str(wrong)})
                assert (reply.status, reply.code) == (400, "request-unreadable")

    run_alone(run())


def test_a_reader_who_leaves_during_an_upload_leaves_nothing_behind() -> None:
    async def run() -> None:
        async with upstream(echo) as api:
            lines: list[str] = []
            proxy = proxy_to(api, log=lines.append)
            line = json.dumps(envelope(server_of(api), method="POST")).encode() + b"\n"
            waiting: list[dict[str, Any]] = [
                {"type": "http.request", "body": line, "more_body": True},
                {"type": "http.request", "body": b"some", "more_body": True},
                {"type": "http.disconnect"},
            ]

            async def receive() -> dict[str, Any]:
                return waiting.pop(0)

            async def send(message: Any) -> None:
                raise AssertionError(message)

            await proxy(scope_of(len(line) + 1_000, {}), receive, send)
            assert json.loads(lines[0])["decision"] == "client-gone"
            assert proxy.usage.under_way == 0

    run_alone(run())


def test_an_upload_that_does_not_go_on_is_given_up() -> None:
    async def run() -> None:
        async with upstream(echo) as api:
            proxy = proxy_to(api, limits=replace(QUICK, upload_seconds=0.2))
            sent: list[Any] = []
            named = json.dumps(envelope(server_of(api), method="POST")).encode() + b"\n"
            for line in (named, named[:20]):
                waiting = [{"type": "http.request", "body": line, "more_body": True}]

                async def receive(waiting: list[dict[str, Any]] = waiting) -> dict[str, Any]:
                    if not waiting:
                        await asyncio.sleep(60)
                    return waiting.pop(0)

                async def send(message: Any) -> None:
                    sent.append(message)

                await proxy(scope_of(100_000, {}), receive, send)
            statuses = [each["status"] for each in sent if "status" in each]
            assert statuses == [408, 408]

    run_alone(run())


def test_a_site_without_a_proxy_forwards_nothing_and_says_so() -> None:
    async def run() -> None:
        reply = await ask(build_proxy(ProxyManifest(is_off=True), ProxyRules()), b"{}\n")
        assert (reply.status, reply.code) == (404, "proxy-off")

    run_alone(run())


@pytest.mark.scorecard("SR-40")
def test_a_fault_of_our_own_is_told_without_what_it_quotes() -> None:
    async def fail() -> ProxyManifest:
        raise ValueError("canary")

    async def run() -> None:
        lines: list[str] = []
        reply = await ask(build_proxy(fail, ProxyRules(log=lines.append)), b"{}\n")
        assert (reply.status, reply.code) == (500, "failed")
        assert "canary" not in reply.body.decode() + lines[0]

    run_alone(run())


# --- how much -------------------------------------------------------------------------------------


@pytest.mark.scorecard("SR-42")
def test_a_reader_may_send_ten_requests_in_a_row_and_thirty_a_minute() -> None:
    now = 0.0
    allowance = Allowance(Rate(30, 10), lambda: now)
    assert [allowance.take("a") for _ in range(10)] == [0] * 10
    assert allowance.take("a") == pytest.approx(2)
    assert allowance.take("b") == 0
    now += 2
    assert allowance.take("a") == 0
    assert allowance.take("a") > 0
    now += 86_400
    assert [allowance.take("a") for _ in range(10)] == [0] * 10
    assert allowance.take("a") > 0


def test_what_is_remembered_of_readers_has_an_end() -> None:
    allowance = Allowance(Rate(1, 1), lambda: 0.0)
    for number in range(25_000):
        allowance.take(str(number))
    assert len(allowance._balances) <= 10_000


@pytest.mark.scorecard("SR-42")
def test_too_many_requests_are_refused_with_the_time_to_wait() -> None:
    async def run() -> None:
        async with upstream(echo) as api:
            proxy = proxy_to(api, limits=replace(QUICK, by_client=Rate(1, 2)))
            named = envelope(server_of(api))
            codes = [(await ask(proxy, named)).code for _ in range(3)]
            assert codes == ["forwarded", "forwarded", "too-many-requests"]
            reply = await ask(proxy, named)
            assert reply.status == 429
            assert 0 < int(reply.headers["retry-after"]) <= 60  # of the minute, some has passed
            assert (await ask(proxy, named, client=("198.51.100.1", 1))).code == "forwarded"
            proxy = proxy_to(api, limits=replace(QUICK, to_origin=Rate(1, 1)))
            codes = [(await ask(proxy, named, client=(f"10.0.0.{n}", 1))).code for n in range(2)]
            assert codes == ["forwarded", "too-many-requests"]

    run_alone(run())


def test_one_reader_cannot_use_all_places() -> None:
    async def run() -> None:
        refused: list[bytes] = []
        all_refused = asyncio.Event()

        def heard(message: bytes) -> None:
            refused.append(message)
            if len(refused) == 3:
                all_refused.set()

        async def wait(*_: object) -> None:
            await all_refused.wait()

        async with upstream(wait) as api:
            proxy = proxy_to(api, limits=replace(QUICK, at_once_by_client=2, at_once=3))
            named = envelope(server_of(api))
            readers = [
                ask(proxy, named, client=(f"10.0.0.{n // 3}", 1), heard=heard) for n in range(6)
            ]
            codes = [reply.code for reply in await asyncio.gather(*readers)]
            refusal = "too-many-at-once"
            # The third of one reader is one too many, and so are all when three are under way.
            assert [n for n, code in enumerate(codes) if code == refusal] == [2, 4, 5]
            assert proxy.usage.under_way == 0

    run_alone(run())


@pytest.mark.scorecard("SR-42")
@pytest.mark.parametrize(
    ("peer", "forwarded", "expected"),
    [
        ("203.0.113.9", "198.51.100.1", "203.0.113.9"),
        ("10.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", "6.6.6.6, 198.51.100.1, 10.0.0.2", "198.51.100.1"),
        ("10.0.0.1", None, "10.0.0.1"),
        ("10.0.0.1", "nonsense", "unknown"),
        ("2001:db8:1:2:3:4:5:6", None, "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::1", None, "2001:db8:1:2::"),
        ("::ffff:203.0.113.9", None, "203.0.113.9"),
        ("", None, "unknown"),
    ],
)
def test_a_reader_is_known_by_address_and_not_by_what_it_claims(
    peer: str, forwarded: str | None, expected: str
) -> None:
    scope = scope_of(0, {"X-Forwarded-For": forwarded}, client=(peer, 1) if peer else None)
    assert find_client(scope, (ip_network("10.0.0.0/8"),)) == expected


# --- what is logged -------------------------------------------------------------------------------


@pytest.mark.scorecard("SR-40")
def test_the_log_tells_what_happened_and_nothing_that_was_typed_or_answered() -> None:
    async def mirror(head: bytes, _reader: object, writer: asyncio.StreamWriter) -> None:
        writer.write(response(head, "200 canary", X_Canary="canary"))
        await writer.drain()

    async def run() -> None:
        lines: list[str] = []
        async with upstream(mirror) as api:
            manifest = manifest_for(server_of(api), headers=frozenset({ANY_HEADER}), cookies=None)
            proxy = proxy_to(api, manifest, log=lines.append)
            good = envelope(
                server_of(api),
                "/users/canary",
                query="token=canary",
                headers=[["Authorization", "canary"], ["X-Canary", "canary"]],
                cookies=[["canary", "canary"]],
            )
            tries: list[dict[str, Any]] = [
                good,
                {**good, "method": "POST"},
                {**good, "server": "http://canary@x"},
                {**good, "operation": "/canary"},
                {**good, "method": "canary"},
                {**good, "path": "/users/canary\r\n"},
                {**good, "query": "canary\x1b[0m\n"},
                {**good, "headers": [["X", "canary\n"]]},
                {**good, "canary": "canary"},
            ]
            for named in tries:
                reply = await ask(proxy, named, b"canary", {"Cookie": "canary", "X": "canary"})
                if reply.status != 200:
                    assert "canary" not in reply.body.decode()
            broken = proxy_to(api, manifest, resolve=finding({}), log=lines.append)
            assert (await ask(broken, good)).code == "host-not-found"
        assert len(lines) == 10
        assert not any("canary" in line or "\n" in line for line in lines)
        first = json.loads(lines[0])
        assert first["decision"] == "forwarded"
        assert first["operation"] == "GET /users/{id}"
        assert first["server"] == server_of(api)
        assert first["status"] == 200
        assert first["bytes"] > 100
        assert [json.loads(line)["decision"] for line in lines[2:4]] == [
            "server-unknown",
            "operation-unknown",
        ]

    run_alone(run())


# --- behind a real web server ---------------------------------------------------------------------


@contextlib.contextmanager
def served(proxy: Proxy) -> Iterator[int]:
    """Serves a proxy by the web server of the preview, and gives its port."""
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(proxy, http="h11", loop="asyncio", lifespan="off", log_config=None)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([listener])))
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(HANGS_AFTER)
        assert not thread.is_alive()


def post(port: int, named: dict[str, Any], body: bytes = b"") -> http.client.HTTPConnection:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=HANGS_AFTER)
    headers = {"Content-Type": CONTENT_TYPE, MARK: "1", "Sec-Fetch-Site": "same-origin"}
    connection.request("POST", ROUTE, json.dumps(named).encode() + b"\n" + body, headers)
    return connection


def test_events_arrive_one_by_one_and_the_api_is_left_when_the_reader_leaves() -> None:
    next_event, left = threading.Event(), threading.Event()

    async def events(_: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
        await writer.drain()
        for number in range(3):
            await asyncio.to_thread(next_event.wait, HANGS_AFTER)
            next_event.clear()
            writer.write(f"data: {number}\n\n".encode())
            await writer.drain()
        with contextlib.suppress(OSError):
            await reader.read()
        left.set()

    with running_api(events) as api, served(proxy_to(api)) as port:
        connection = post(port, envelope(server_of(api)))
        answer = connection.getresponse()
        received = b""
        for number in range(-1, 3):  # the head comes before the first event is sent
            if number >= 0:
                next_event.set()
            while len(list(read_parts(received))) < number + 2:
                received += answer.read1()
            assert list(read_parts(received))[-1][1].endswith(b"}" if number < 0 else b"\n\n")
        answer.close()
        connection.close()
        assert left.wait(HANGS_AFTER)


def test_an_upload_of_thirty_mebibytes_passes_through() -> None:
    body = hashlib.sha256(b"seed").digest() * MEBIBYTE  # 32 MiB
    body = body[: 30 * MEBIBYTE]

    async def digest(
        head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        found, left = hashlib.sha256(), int(head.lower().split(b"content-length: ")[1].split()[0])
        while left:
            piece = await reader.read(65_536)
            found.update(piece)
            left -= len(piece)
        writer.write(response(found.hexdigest().encode()))
        await writer.drain()

    with running_api(digest) as api, served(proxy_to(api)) as port:
        connection = post(port, envelope(server_of(api), method="PUT"), body)
        frames = list(read_parts(connection.getresponse().read()))
        connection.close()
    assert frames[1] == (b"D", hashlib.sha256(body).hexdigest().encode())


def test_a_refused_upload_is_answered_although_nobody_read_it() -> None:
    with served(build_proxy(manifest_for("https://a.test"), ProxyRules())) as port:
        connection = post(port, envelope("https://other.test", method="PUT"), b"x" * (8 * MEBIBYTE))
        answer = connection.getresponse()
        assert answer.status == 403
        assert json.loads(answer.read())["code"] == "server-unknown"
        connection.close()


def test_allowing_one_port_allows_no_other() -> None:
    async def run() -> None:
        async with upstream(echo) as api, upstream(echo) as other:
            manifest = manifest_for(server_of(api), server_of(other))
            proxy = proxy_to(api, manifest, allow_nets=allow(api.port))
            assert (await ask(proxy, envelope(server_of(api)))).code == "forwarded"
            assert (await ask(proxy, envelope(server_of(other)))).code == "address-refused"
            assert other.requests == []

    run_alone(run())

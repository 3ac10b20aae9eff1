"""The table of misbehaving APIs: 20 rows, each of which must end within the limits.

No part of an API's response becomes part of Octavo's own response, except as data inside the
envelope.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import gzip
import os
import ssl
import subprocess
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path
from shutil import which
from typing import Any

import pytest

from octavo.server.web.asgi import Message
from octavo.server.web.static_site import send_text
from octavo.values import replace
from tests.patience import HANGS_AFTER
from tests.proxies import (
    API,
    QUICK,
    Reply,
    Talk,
    Upstream,
    ask,
    echo,
    envelope,
    guarded,
    manifest_for,
    proxy_to,
    replying,
    response,
    run_alone,
    server_of,
    upstream,
)

SHORT = replace(QUICK, total_seconds=0.5, answer_seconds=0.5, upload_seconds=0.5)
OK = b"HTTP/1.1 200 OK\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"
MEBIBYTE = 1 << 20


async def ask_one(talk: Talk, limits: Any = QUICK, **asked: Any) -> Reply:
    """Asks an API once; what the reader gets is inert whatever it does."""
    async with upstream(talk) as api:
        proxy = proxy_to(api, limits=limits)
        reply = await ask(proxy, envelope(server_of(api)), **asked)
        assert proxy.usage.under_way == 0
    expect_inert(reply)
    return reply


def expect_inert(reply: Reply) -> None:
    """Nothing but what we say ourselves is in the head of the answer."""
    ours = {
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; sandbox",
        "cache-control": "no-store, no-transform",
        "cross-origin-resource-policy": "same-origin",
        "referrer-policy": "no-referrer",
        "x-accel-buffering": "no",
    }
    own = {"content-type", "content-length", "retry-after"}
    assert {name: reply.headers[name] for name in ours} == ours
    assert reply.headers.keys() - ours.keys() <= own
    expected = "application/octet-stream" if reply.status == 200 else "application/json"
    assert reply.headers["content-type"] == expected


async def expect_502(raw: bytes, code: str = "answer-unreadable") -> None:
    reply = await ask_one(replying(raw))
    assert (reply.status, reply.code) == (502, code), raw[:200]


async def expect_cut(raw: bytes, data: bytes) -> None:
    reply = await ask_one(replying(raw))
    assert reply.status == 200
    assert (reply.data, reply.end["cut"]) == (data, "broken"), raw[:200]


def descriptors() -> Counter[str]:
    """Returns the files and sockets that this process has open, each by what it leads to."""
    gc.collect()  # what an earlier test left behind is closed now, and not while a row runs
    gc.freeze()  # what there is now is not looked through again for each row
    folder, found = "/proc/self/fd", Counter[str]()
    for name in os.listdir(folder) if os.path.exists(folder) else ():
        with contextlib.suppress(FileNotFoundError):  # the folder itself, listed and closed
            found[os.readlink(f"{folder}/{name}")] += 1
    return found


def resident() -> int:
    """Returns the memory of this process in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


# --- the rows -------------------------------------------------------------------------------------


async def r01() -> None:
    """Redirects are shown."""
    targets = ["http://169.254.169.254/", "http://127.0.0.1:1/", "https://other.test/", "/users/43"]
    for status in (301, 302, 303, 307, 308):
        for target in targets:
            raw = response(b"moved", f"{status} Moved", Location=target)
            async with upstream(replying(raw)) as api:
                reply = await ask(proxy_to(api), envelope(server_of(api)))
                assert len(api.requests) == 1
            assert reply.head["status"] == status
            assert ["Location", target] in reply.head["headers"]
            assert reply.data == b"moved"
            expect_inert(reply)


async def r02() -> None:
    """A server that redirects to itself is asked once."""

    async def loop(_: bytes, _reader: object, writer: asyncio.StreamWriter) -> None:
        writer.write(response(b"", "302 Found", Location=server_of(api) + "/users/42"))
        await writer.drain()

    async with upstream(loop) as api:
        reply = await ask(proxy_to(api), envelope(server_of(api)))
        assert reply.head["status"] == 302
        assert len(api.requests) == 1


async def r03() -> None:
    """A body that never ends is cut when its time is over."""

    async def drip(_: bytes, _reader: object, writer: asyncio.StreamWriter) -> None:
        writer.write(OK + b"Content-Length: 1000000\r\n\r\n")
        while True:
            writer.write(b"x")
            await writer.drain()
            await asyncio.sleep(0.05)

    started = time.monotonic()
    reply = await ask_one(drip, replace(QUICK, total_seconds=2))
    assert reply.end["cut"] == "time"
    assert 1.9 < time.monotonic() - started < HANGS_AFTER
    assert reply.data.strip(b"x") == b""

    async def silence(_: bytes, _reader: object, _writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(60)

    reply = await ask_one(silence, SHORT)
    assert (reply.status, reply.code) == (504, "answer-late")


async def r04() -> None:
    """A body at full speed is cut at its limit, and never kept."""
    grown: list[int] = []
    written = 0

    async def flood(_: bytes, _reader: object, writer: asyncio.StreamWriter) -> None:
        nonlocal written
        writer.write(OK + b"Content-Length: %d\r\n\r\n" % (10 << 30))
        piece = b"x" * (1 << 18)
        while True:
            writer.write(piece)
            written += len(piece)
            grown.append(resident())
            await writer.drain()

    before = resident()
    reply = await ask_one(flood, keep=False)
    assert reply.end["cut"] == "size"
    assert reply.end["bytes"] == QUICK.answer_bytes == 32 * MEBIBYTE
    assert written < 64 * MEBIBYTE
    assert max(grown) - before <= 32 * MEBIBYTE


async def r05() -> None:
    """What comes packed although we ask for it plain is passed on packed."""
    bomb = gzip.compress(bytes(50 * MEBIBYTE))
    reply = await ask_one(replying(response(bomb, Content_Encoding="gzip")))
    assert reply.data == bomb
    assert ["Content-Encoding", "gzip"] in reply.head["headers"]
    reply = await ask_one(
        replying(response(b"x" * 5_000, Content_Encoding="br")), replace(QUICK, answer_bytes=1_000)
    )
    assert (len(reply.data), reply.end["cut"]) == (1_000, "size")


async def r06() -> None:
    """Heads that are too long or no heads."""
    await expect_502(OK + b"X: y\r\n" * 100_000 + b"\r\n")
    await expect_502(OK + b"X: " + b"y" * MEBIBYTE + b"\r\n\r\n")
    await expect_502(OK + b"no colon\r\n\r\n")
    await expect_502(OK + b"X: a\rb\r\n\r\n")
    await expect_502(OK + b"X: a\0b\r\n\r\n")
    await expect_502(OK + b"X Y: a\r\n\r\n")
    await expect_502(OK + b": a\r\n\r\n")
    many = OK + b"X: y\r\n" * 1_001 + b"Content-Length: 0\r\n\r\n"
    await expect_502(many, "answer-head-too-large")


async def r07() -> None:
    """Lengths that are not those of the body."""
    await expect_cut(OK + b"Content-Length: 100\r\n\r\nshort", b"short")
    reply = await ask_one(replying(OK + b"Content-Length: 2\r\n\r\nlonger"))
    assert (reply.data, reply.end["cut"]) == (b"lo", None)
    await expect_502(OK + b"Content-Length: -5\r\n\r\nhello")
    await expect_502(OK + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!")
    await expect_502(OK + b"Content-Length: 99999999999999999999999\r\n\r\nhello")
    await expect_502(OK + b"Content-Length: 0x5\r\n\r\nhello")


async def r08() -> None:
    """Pieces that are none, and preludes without end."""
    await expect_cut(CHUNKED + b"garbage\r\n", b"")
    await expect_cut(CHUNKED + b"5\r\nhello\r\nzz\r\n", b"hello")
    await expect_cut(CHUNKED + b"5\r\nhelloXX5\r\n", b"hello")
    await expect_cut(CHUNKED + b"ffffffffffffffffffffff\r\nx", b"")
    await expect_cut(CHUNKED + b"0\r\n" + b"X: y\r\n" * 100_000, b"")
    await expect_502(b"HTTP/1.1 100 Continue\r\n\r\n" * 1_000 + response(b"late"))
    await expect_502(b"HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" * 1_000 + response(b"late"))
    reply = await ask_one(replying(b"HTTP/1.1 100 Continue\r\n\r\n" * 3 + response(b"fine")))
    assert reply.data == b"fine"


async def r09() -> None:
    """A change of the protocol."""
    upgrade = b"Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
    await expect_502(b"HTTP/1.1 101 Switching Protocols\r\n" + upgrade)


async def r10() -> None:
    """No HTTP at all, or not to its end."""
    await expect_502(b"<html>HTTP/0.9</html>")
    await expect_502(bytes(range(256)) * 100)
    await expect_502(b"")
    await expect_502(b"HTTP/1.1 200")
    await expect_502(b"HTTP/2.0 200 OK\r\n\r\n")
    await expect_502(b"HTTP/1.1 99 Low\r\n\r\n")

    async def reset(_: bytes, _reader: object, writer: asyncio.StreamWriter) -> None:
        writer.write(OK + b"Content-Length: 100\r\n\r\nsome")
        await writer.drain()
        await asyncio.sleep(0.1)
        writer.transport.abort()

    reply = await ask_one(reset)
    assert (reply.data, reply.end["cut"]) == (b"some", "broken")


async def r11() -> None:
    """Content that browsers run."""
    script = b"<script>alert(document.cookie)</script>"
    types = ["text/html", "application/javascript", "image/svg+xml", "application/xhtml+xml"]
    types += ["text/xml", "application/pdf", "text/css", "text/cache-manifest", "*/*", ""]
    for content_type in types:
        reply = await ask_one(replying(response(script, Content_Type=content_type)))
        assert reply.data == script
        assert ["Content-Type", content_type] in reply.head["headers"]


async def r12() -> None:
    """Headers that would change our origin are data."""
    dangerous = {
        "Set-Cookie": "session=x; Domain=.docs.test",
        "Clear-Site-Data": '"*"',
        "Service-Worker-Allowed": "/",
        "Refresh": "0; url=http://evil.test",
        "Access-Control-Allow-Origin": "*",
        "Strict-Transport-Security": "max-age=1",
        "Link": "<http://evil.test>; rel=preload",
        "Content-Security-Policy": "default-src *",
        "X-Accel-Redirect": "/etc/passwd",
        "X-Sendfile": "/etc/passwd",
        "Cache-Control": "public, max-age=31536000",
        "Server": "evil",
        "Content-Disposition": "inline",
    }
    reply = await ask_one(replying(response(b"", **dangerous)))
    assert dict(reply.head["headers"]) == {"Content-Length": "0", **dangerous}


async def r13() -> None:
    """Certificates that do not hold, and old encryption."""
    with certificates() as folder:
        good, expired, other = (partial(_server_tls, folder, name) for name in CERTIFICATES)
        trust = folder / "good.pem"
        assert (await _ask_encrypted(good(), trust)).data == b"secret"
        refused = [
            (expired(), folder / "expired.pem", "it has expired"),
            (other(), folder / "other.pem", "it is for another name"),
            (good(), folder / "other.pem", "it is signed by itself"),
            (good(), None, "it is signed by itself"),
        ]
        for tls, trusted, fault in refused:
            reply = await _ask_encrypted(tls, trusted)
            assert (reply.status, reply.code) == (502, "certificate-refused")
            assert fault in reply.message
        reply = await _ask_encrypted(good(old=True), trust)
        assert (reply.status, reply.code) == (502, "encryption-failed")

    async def speak_plainly(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(response(b"plain", "400 Bad Request"))
        writer.close()

    async with await asyncio.start_server(speak_plainly, "127.0.0.1", 0) as server:
        api = Upstream(server.sockets[0].getsockname()[1])
        proxy = proxy_to(api, manifest_for(server_of(api, "https")))
        reply = await ask(proxy, envelope(server_of(api, "https")))
        assert reply.code == "encryption-failed"


async def r14() -> None:
    """A stream of events comes through as it is sent, and ends when its time is over."""
    turn = asyncio.Event()
    heard = []

    def hear(piece: bytes) -> None:
        heard.append(piece)
        turn.set()

    async def events(_: bytes, _reader: object, writer: asyncio.StreamWriter) -> None:
        writer.write(OK + b"Content-Type: text/event-stream\r\n\r\n")
        for number in range(20):  # each is sent only after the one before has arrived
            await turn.wait()
            turn.clear()
            writer.write(f"data: {number}\n\n".encode())
            await writer.drain()
        await asyncio.sleep(60)

    async with upstream(events) as api:
        proxy = proxy_to(api, limits=replace(QUICK, total_seconds=4))
        reply = await ask(proxy, envelope(server_of(api)), heard=hear)
        assert proxy.usage.under_way == 0
    assert reply.end["cut"] == "time"
    assert [piece[5:] for piece in heard[1:21]] == [f"data: {n}\n\n".encode() for n in range(20)]
    assert QUICK.total_seconds == 120


async def r15() -> None:
    """When the reader leaves, the API is left as well."""
    gone, closed = asyncio.Event(), asyncio.Event()

    async def stream(_: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(OK + b"\r\nfirst")
        await writer.drain()
        gone.set()
        with contextlib.suppress(OSError):
            await reader.read()
        closed.set()

    async with upstream(stream) as api:
        proxy = proxy_to(api)
        await ask(proxy, envelope(server_of(api)), gone=gone)
        async with asyncio.timeout(HANGS_AFTER):
            await closed.wait()
        assert proxy.usage.under_way == 0


async def r16() -> None:
    """Two hundred slow calls do not keep the pages of the site waiting."""
    enough = asyncio.Event()

    async def slow(_: bytes, _reader: object, writer: asyncio.StreamWriter) -> None:
        await enough.wait()
        writer.write(response(b"slow"))
        await writer.drain()

    async with upstream(slow) as api:
        proxy = proxy_to(api, limits=replace(QUICK, at_once_by_client=100))
        named = envelope(server_of(api))
        calls = [asyncio.create_task(ask(proxy, named)) for _ in range(200)]
        async with asyncio.timeout(HANGS_AFTER):
            while len(api.requests) < 32:
                await asyncio.sleep(0.01)
        assert proxy.usage.under_way == 32
        for _ in range(200):
            await _answer_page()
        assert proxy.usage.under_way == 32  # all of them still wait
        enough.set()
        replies = await asyncio.gather(*calls)
    codes = [reply.code for reply in replies]
    assert (codes.count("forwarded"), codes.count("too-many-at-once")) == (32, 168)


async def r17() -> None:
    """Bodies that are no text, or too much of it."""
    for body in (b"\xff\xfe\x00", b"\xef\xbb\xbf{}", b"\xed\xa0\x80", bytes(range(256)), b""):
        assert (await ask_one(replying(response(body)))).data == body

    async def line(_: bytes, _reader: object, writer: asyncio.StreamWriter) -> None:
        writer.write(OK + b"Content-Type: application/json\r\nContent-Length: 100000000\r\n\r\n[")
        for _number in range(1_000):
            writer.write(b"1," * 50_000)
            await writer.drain()

    reply = await ask_one(line, keep=False)
    assert reply.end["cut"] == "size"


async def r18() -> None:
    """JSON that hurts those who read it: we do not."""
    bodies = [b'{"__proto__": {"admin": true}}', b'{"a": 1, "a": 2}', b"1e999", b"[" * 100_000]
    for body in bodies:
        reply = await ask_one(replying(response(body, Content_Type="application/json")))
        assert (reply.data, reply.end["cut"]) == (body, None)


async def r19() -> None:
    """An API that returns its input must not see any data of Octavo."""

    async def mirror(head: bytes, _reader: object, writer: asyncio.StreamWriter) -> None:
        writer.write(response(head))
        await writer.drain()

    ambient: dict[str, str | None] = {
        "Cookie": "docs-session=canary",
        "Authorization": "Bearer canary",
        "Referer": "http://docs.test/canary",
        "User-Agent": "canary",
        "Accept-Language": "canary",
        "X-Forwarded-For": "canary",
        "X-Real-IP": "canary",
        "X-Request-ID": "canary",
        "traceparent": "canary",
        "Forwarded": "for=canary",
        "DNT": "canary",
        "Sec-CH-UA": "canary",
    }
    reply = await ask_one(mirror, headers=ambient, client=("203.0.113.7", 1))
    assert b"canary" not in reply.data
    lines = reply.data.decode().split("\r\n")
    assert lines[0] == "GET /users/42 HTTP/1.1"
    assert [line.partition(":")[0] for line in lines[1:-2]] == (
        "Host Accept User-Agent Accept-Encoding Connection".split()
    )
    assert "docs.test" not in reply.data.decode()
    assert "203.0.113.7" not in reply.data.decode()


async def r20() -> None:
    """The host that an API hears is the documented name, not the address that was dialed."""
    async with upstream(echo) as api:
        for asked in ("docs.test", "evil.test"):
            named = envelope(server_of(api), headers=[["Host", "evil.test"]])
            assert (await ask(proxy_to(api), named, headers=_asking_as(asked))).status == 200
        for head in api.requests:
            assert f"\r\nHost: {API}:{api.port}\r\n".encode() in head


ROWS = [r01, r02, r03, r04, r05, r06, r07, r08, r09, r10]
ROWS += [r11, r12, r13, r14, r15, r16, r17, r18, r19, r20]


ALSO = {
    r11: pytest.mark.scorecard("SR-06"),
    r12: pytest.mark.scorecard("SR-06"),
    r16: pytest.mark.scorecard("SR-43"),
    r19: pytest.mark.scorecard("SR-03"),
    r20: pytest.mark.scorecard("SR-03"),
}
"""The rows of the scorecard that these prove besides."""
MARKED = [pytest.param(row, marks=ALSO[row]) if row in ALSO else row for row in ROWS]


@pytest.mark.scorecard("SR-04")
@pytest.mark.parametrize("row", MARKED, ids=lambda function: function.__name__.upper())
def test_an_api_that_misbehaves_does_no_harm(row: Callable[[], Awaitable[None]]) -> None:
    if row is r13 and which("openssl") is None:
        pytest.skip("openssl makes the certificates")
    if row is r04 and not Path("/proc/self/statm").exists():
        pytest.skip("the memory cannot be measured here")

    async def run() -> None:
        await row()
        left = [task for task in asyncio.all_tasks() if "proxy" in repr(task.get_coro())]
        assert left == []

    before = descriptors()
    with guarded() as called:
        run_alone(run())
    assert {host for host, _ in called} == {"127.0.0.1"}
    assert descriptors() - before == Counter()


def test_the_table_has_all_its_rows() -> None:
    assert [row.__name__ for row in ROWS] == [f"r{number:02}" for number in range(1, 21)]


# --- what the rows need ---------------------------------------------------------------------------

CERTIFICATES = {
    "good": (API, "-days 2"),
    "expired": (API, "-startdate 20200101000000Z -enddate 20210101000000Z"),
    "other": ("other.test", "-days 2"),
}
"""The name each is for, and how long it holds."""

_AUTHORITY = """
[ca]
default_ca = own
[own]
database = {folder}/{name}.txt
rand_serial = yes
new_certs_dir = {folder}
default_md = sha256
policy = any
x509_extensions = names
[any]
commonName = supplied
[names]
subjectAltName = DNS:{host}
"""


@contextlib.contextmanager
def certificates() -> Iterator[Path]:
    """Gives a folder with certificates that sign themselves."""
    with tempfile.TemporaryDirectory() as text:
        folder = Path(text)
        for name, (host, holds) in CERTIFICATES.items():
            key, asked, settings = (folder / f"{name}.{end}" for end in ("key", "csr", "cnf"))
            settings.write_text(_AUTHORITY.format(folder=folder, name=name, host=host))
            (folder / f"{name}.txt").touch()
            request = "openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
            _run(f"{request} -subj /CN={host} -keyout {key} -out {asked}")
            sign = f"openssl ca -batch -selfsign -notext -config {settings} -keyfile {key}"
            _run(f"{sign} -in {asked} -out {folder / name}.pem {holds}")
        yield folder


def _run(command: str) -> None:
    subprocess.run(command.split(), check=True, capture_output=True)


def _server_tls(folder: Path, name: str, old: bool = False) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / f"{name}.pem", folder / f"{name}.key")
    if old:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            context.set_ciphers("ALL:@SECLEVEL=0")
            context.minimum_version = ssl.TLSVersion.TLSv1
            context.maximum_version = ssl.TLSVersion.TLSv1
    return context


async def _ask_encrypted(tls: ssl.SSLContext, trusted: Path | None) -> Reply:
    async with upstream(replying(response(b"secret")), tls=tls) as api:
        trust = None if trusted is None else lambda: ssl.create_default_context(cafile=trusted)
        proxy = proxy_to(api, manifest_for(server_of(api, "https")), encryption=trust)
        reply = await ask(proxy, envelope(server_of(api, "https")))
    expect_inert(reply)
    return reply


def _asking_as(host: str) -> dict[str, str | None]:
    return {"Host": host, "Origin": f"http://{host}"}


async def _answer_page() -> None:
    """Answer with a page, and give everything else that waits a turn."""
    statuses = []

    async def send(message: Message) -> None:
        await asyncio.sleep(0)
        statuses.append(message.get("status"))

    await send_text(send, 200, "page" * 1_000)
    assert statuses[0] == 200

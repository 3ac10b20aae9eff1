"""The attack table: 108 rows that try to make the proxy call forbidden addresses.

Rows P01 to P93 are texts. Each is tried in three places: as the address of a documented server, in
the envelope of a request, and as the `Location` of a response. Rows P94 to P108 have separate
tests. The proxy may call only the one server that is documented and allowed.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import pytest

from octavo.builder.served.proxy_manifest import ANY_HEADER, ProxyManifest
from octavo.builder.served.proxy_servers import resolve_server
from octavo.builder.served.refusals import RefusedError
from octavo.server.proxy.forward import Proxy, build_proxy
from octavo.server.proxy.request import MARK
from octavo.server.proxy.rules import ProxyRules, parse_allowed_net
from octavo.values import replace
from tests.effort import RecordProperty
from tests.patience import HANGS_AFTER
from tests.proxies import (
    API,
    QUICK,
    USERS,
    allow,
    ask,
    document_of,
    echo,
    envelope,
    finding,
    guarded,
    manifest_for,
    manifest_of,
    proxy_to,
    replying,
    run_alone,
    server_of,
    upstream,
)

ADDRESS = "address-refused"
UNUSABLE = "server-unusable"

# Row, texts, and what becomes of a documented server with such an address.
TEXTS: list[tuple[str, list[str], str]] = [
    ("P01", ["http://127.0.0.1/"], ADDRESS),
    ("P02", ["http://127.1/"], UNUSABLE),
    ("P03", ["http://127.0.1/"], UNUSABLE),
    ("P04", ["http://2130706433/"], UNUSABLE),
    ("P05", ["http://0x7f000001/"], UNUSABLE),
    ("P06", ["http://0x7f.0.0.1/"], UNUSABLE),
    ("P07", ["http://0177.0.0.1/"], UNUSABLE),
    ("P08", ["http://017700000001/"], UNUSABLE),
    ("P09", ["http://127.0.0.0x1/"], UNUSABLE),
    ("P10", ["http://127.00.00.01/"], UNUSABLE),
    ("P11", ["http://0/"], UNUSABLE),
    ("P12", ["http://00000000000000000000/"], UNUSABLE),
    ("P13", ["http://0.0.0.0/"], ADDRESS),
    ("P14", ["http://0.1.2.3/"], ADDRESS),
    ("P15", ["http://127.0.0.1./"], UNUSABLE),
    ("P16", ["http://localhost./"], ADDRESS),
    ("P17", ["http://LOCALHOST/"], ADDRESS),
    ("P18", ["http://sub.localhost/"], ADDRESS),
    ("P19", ["http://\u24db\u24de\u24d2\u24d0\u24db\u24d7\u24de\u24e2\u24e3/"], UNUSABLE),
    ("P20", ["http://\u2460\u2461\u2466.\u24ea.\u24ea.\u2460/"], UNUSABLE),
    ("P21", ["http://127\u30020\u30020\u30021/"], UNUSABLE),
    ("P22", ["http://\uff11\uff12\uff17.\uff10.\uff10.\uff11/"], UNUSABLE),
    ("P23", ["http://lo\u00adcalhost/"], UNUSABLE),
    ("P24", ["http://loca\u200blhost/"], UNUSABLE),
    ("P25", ["http://%31%32%37.0.0.1/"], UNUSABLE),
    ("P26", ["http://127.0.0.1%2f/"], UNUSABLE),
    ("P27", ["http://127.0.0.1%00.example.com/"], UNUSABLE),
    ("P28", ["http://[::1]/"], ADDRESS),
    ("P29", ["http://[::]/"], ADDRESS),
    ("P30", ["http://[::ffff:127.0.0.1]/"], ADDRESS),
    ("P31", ["http://[::ffff:7f00:1]/"], ADDRESS),
    ("P32", ["http://[0:0:0:0:0:ffff:127.0.0.1]/"], ADDRESS),
    ("P33", ["http://[::127.0.0.1]/"], ADDRESS),
    ("P34", ["http://[::ffff:0:127.0.0.1]/"], ADDRESS),
    ("P35", ["http://[64:ff9b::7f00:1]/"], ADDRESS),
    ("P36", ["http://[64:ff9b::a9fe:a9fe]/"], ADDRESS),
    ("P37", ["http://[64:ff9b:1::7f00:1]/"], ADDRESS),
    ("P38", ["http://[2002:7f00:1::]/"], ADDRESS),
    ("P39", ["http://[2002:a9fe:a9fe::]/"], ADDRESS),
    ("P40", ["http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/"], ADDRESS),
    ("P41", ["http://[fe80::1%25eth0]/"], UNUSABLE),
    ("P42", ["http://[fe80::1%eth0]/"], UNUSABLE),
    ("P43", ["http://[fec0::1]/"], ADDRESS),
    ("P44", ["http://[fd00:ec2::254]/"], ADDRESS),
    ("P45", ["http://[fd20:ce::254]/"], ADDRESS),
    ("P46", ["http://[::5efe:10.0.0.1]/"], ADDRESS),
    ("P47", ["http://[ff02::1]/"], ADDRESS),
    ("P48", ["http://[v1.fe80::a]/"], UNUSABLE),
    ("P49", ["http://[127.0.0.1]/"], UNUSABLE),
    ("P50", ["http://169.254.169.254/latest/meta-data/"], ADDRESS),
    ("P51", ["http://2852039166/"], UNUSABLE),
    ("P52", ["http://0xa9fea9fe/"], UNUSABLE),
    ("P53", ["http://0251.0376.0251.0376/"], UNUSABLE),
    ("P54", ["http://[::ffff:169.254.169.254]/"], ADDRESS),
    ("P55", ["http://169.254.170.2/v2/credentials"], ADDRESS),
    ("P56", ["http://100.100.100.200/"], ADDRESS),
    ("P57", ["http://192.0.0.192/"], ADDRESS),
    ("P58", ["http://168.63.129.16/"], ADDRESS),
    ("P59", ["http://metadata.google.internal/"], ADDRESS),
    ("P60", ["http://198.18.0.1/"], ADDRESS),
    ("P61", ["http://224.0.0.1/", "http://239.255.255.250:1900/"], ADDRESS),
    ("P62", ["http://255.255.255.255/", "http://240.0.0.1/"], ADDRESS),
    ("P63", ["http://10.0.0.1.nip.io/"], ADDRESS),
    ("P64", [f"http://{API}@127.0.0.1/"], UNUSABLE),
    ("P65", [f"http://{API}:443@evil.test/"], UNUSABLE),
    ("P66", [f"http://127.0.0.1@{API}/"], UNUSABLE),
    ("P67", [f"http://{API}\\@127.0.0.1/"], UNUSABLE),
    ("P68", [f"http://127.0.0.1\\@{API}/"], UNUSABLE),
    ("P69", ["http://a@b@127.0.0.1/"], UNUSABLE),
    ("P70", [f"http://1.1.1.1 &@127.0.0.1# @{API}/"], UNUSABLE),
    ("P71", [f"http://{API}#@127.0.0.1/"], UNUSABLE),
    ("P72", [f"http://{API};@127.0.0.1/"], UNUSABLE),
    ("P73", [f"http://{API}%40127.0.0.1/"], UNUSABLE),
    ("P74", [f"http://{API}\t@127.0.0.1/"], UNUSABLE),
    ("P75", [f"http://{API}.evil.test/"], ADDRESS),
    ("P76", [f"http://{API}%23.evil.test/"], UNUSABLE),
    ("P77", [f"http://{API}\u00ad.evil.test/"], UNUSABLE),
    ("P78", ["http://xn--pple-43d.test/"], ADDRESS),
    ("P78", ["http://\u0430pple.test/"], UNUSABLE),
    ("P79", ["http:\\\\127.0.0.1/", "http:/\\127.0.0.1/", "http:///127.0.0.1/"], UNUSABLE),
    ("P79", ["http:127.0.0.1/"], UNUSABLE),
    ("P80", ["//127.0.0.1/"], ADDRESS),
    ("P80", ["///127.0.0.1/"], UNUSABLE),
    ("P81", [" http://127.0.0.1/", "\x0bhttp://127.0.0.1/"], ADDRESS),
    ("P81", ["\x00http://127.0.0.1/"], UNUSABLE),
    ("P82", [f"http://{API}:80_80/"], UNUSABLE),
    ("P83", [f"http://{API}:\u0668\u0660/"], UNUSABLE),
    ("P84", [f"http://{API}:{port}/" for port in ("65536", "-1", "0", " 80", "+80")], UNUSABLE),
    ("P85", [f"http://{API}:{port}/" for port in (22, 25, 6379, 11211)], UNUSABLE),
    ("P86", [f"https://{API}:80/"], ADDRESS),
    ("P87", ["http://api..example.com/", f"http://{API}../"], UNUSABLE),
    ("P88", [f"http://{'a' * 300}.test/", f"http://{'a' * 64}.test/"], UNUSABLE),
    ("P88", [f"http://{'a.' * 10_000}/", f"http://{'ä.' * 3_000}/"], UNUSABLE),
    ("P89", ["file:///etc/passwd", "file://127.0.0.1/c$"], UNUSABLE),
    ("P90", ["gopher://127.0.0.1:6379/_PING", "dict://127.0.0.1:11211/stats"], UNUSABLE),
    ("P90", [f"{scheme}://127.0.0.1/" for scheme in ("ftp", "ldap", "tftp", "smb")], UNUSABLE),
    ("P91", ["http+unix://%2Fvar%2Frun%2Fdocker.sock/info", "unix:/var/run/docker.sock"], UNUSABLE),
    ("P92", ["data:text/html,hi", "javascript:alert(1)", "blob:http://127.0.0.1/x"], UNUSABLE),
    ("P92", ["jar:http://127.0.0.1/x!/y", "view-source:http://127.0.0.1/"], UNUSABLE),
    ("P93", ["ws://127.0.0.1/", "wss://127.0.0.1/"], UNUSABLE),
]
ROWS = list(dict.fromkeys(row for row, _, _ in TEXTS))


def resolve(host: str, _port: int) -> list[str]:
    """Finds every host, most of them where nothing may be called."""
    if host == API:
        return ["127.0.0.1"]
    if host == "metadata.google.internal":
        return ["169.254.169.254"]
    return ["10.0.0.1"] if host.endswith(".nip.io") else ["127.0.0.1", "::1"]


# --- rows that are texts --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def manifest(tmp_path_factory: pytest.TempPathFactory) -> ProxyManifest:
    """Documents every text of the table as the server of a separate operation."""
    paths: dict[str, Any] = dict(USERS)
    for number, text in enumerate(text for _, texts, _ in TEXTS for text in texts):
        paths[f"/rows/{number}"] = {"get": {"servers": [{"url": text}]}}
    servers = [{"url": f"http://{API}:1080"}, *_with_variable()]
    return manifest_of(tmp_path_factory.mktemp("rows") / "site", document_of(paths, servers))


def _with_variable() -> list[dict[str, Any]]:
    names = {"host": {"default": API, "enum": [API]}, "base": {"default": "v1"}}
    return [{"url": "http://{host}:1080/{base}", "variables": names}]


@pytest.fixture(scope="module")
def places() -> dict[str, list[tuple[str, str]]]:
    """The documented path of each text of a row, and what must become of it."""
    found: dict[str, list[tuple[str, str]]] = {}
    every = [(row, expected) for row, texts, expected in TEXTS for _ in texts]
    for number, (row, expected) in enumerate(every):
        found.setdefault(row, []).append((f"/rows/{number}", expected))
    return found


def strict_proxy(manifest: ProxyManifest) -> Proxy:
    """A proxy that may call one port of this computer, which no row names."""
    return build_proxy(manifest, ProxyRules(allow_nets=allow(1080), resolve=resolve, limits=QUICK))


@pytest.mark.scorecard("SR-01")
@pytest.mark.parametrize("row", ROWS)
def test_a_documented_server_with_a_dangerous_address_is_not_called(
    row: str,
    manifest: ProxyManifest,
    places: Mapping[str, list[tuple[str, str]]],
    record_property: RecordProperty,
) -> None:
    async def run() -> None:
        proxy = strict_proxy(manifest)
        for path, expected in places[row]:
            (operation,) = manifest.operations["GET", path]
            (server,) = operation.servers
            try:
                base = resolve_server(server, {})[1].rstrip("/")
            except RefusedError:
                base = ""
            reply = await ask(proxy, envelope(server.url, base + path, operation=path))
            assert (reply.status, reply.code) == (403, expected), server.url

    with guarded() as called:
        run_alone(run())
    record_property("forbidden connects", len(called))
    assert called == []


@pytest.mark.scorecard("SR-01")
@pytest.mark.parametrize("row", ROWS)
def test_the_envelope_of_a_request_cannot_name_an_address(
    row: str, manifest: ProxyManifest, record_property: RecordProperty
) -> None:
    known = f"http://{API}:1080"
    templated = "http://{host}:1080/{base}"

    async def run() -> None:
        proxy = strict_proxy(manifest)
        for text in (text for name, texts, _ in TEXTS for text in texts if name == row):
            tries: list[tuple[dict[str, Any], str | None]] = [
                ({"server": text}, "server-unknown"),
                ({"path": text}, "path-refused"),
                ({"operation": text}, "operation-unknown"),
                ({"method": text}, "operation-unknown"),
                ({"server": templated, "variables": {"host": text}}, "variable-unknown"),
                ({"server": templated, "variables": {"base": text}}, None),
            ]
            for changed, expected in tries:
                reply = await ask(proxy, {**envelope(known), **changed})
                assert 400 <= reply.status < 500, (text, changed)
                assert expected in (reply.code, None), (text, changed)

    with guarded() as called:
        run_alone(run())
    record_property("forbidden connects", len(called))
    assert called == []


@pytest.mark.scorecard("SR-01")
@pytest.mark.parametrize("row", ROWS)
def test_a_redirect_to_an_address_is_shown_and_not_followed(
    row: str, record_property: RecordProperty
) -> None:
    texts = [text for name, found, _ in TEXTS for text in found if name == row]

    async def run() -> None:
        for text in texts:
            reply = f"HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: {text}\r\n\r\n"
            async with upstream(replying(reply.encode())) as api:
                proxy = proxy_to(api)
                answer = await ask(proxy, envelope(server_of(api)))
                if set(text) & {"\x00", "\x0b"}:
                    assert answer.code == "answer-unreadable"
                else:
                    assert answer.head["status"] == 302
                    assert answer.head["headers"][1][0] == "Location"
                assert "location" not in answer.headers

    with guarded() as called:
        run_alone(run())
    record_property("forbidden connects", len(called) - len(texts))
    assert len(called) == len(texts)
    assert {host for host, _ in called} == {"127.0.0.1"}


# --- rows that are situations ---------------------------------------------------------------------


async def p94() -> None:
    """A name that leads elsewhere when it is asked for again is not asked for again."""
    asked = []

    def rebinding(host: str, _port: int) -> list[str]:
        asked.append(host)
        return ["127.0.0.1"] if len(asked) == 1 else ["169.254.169.254"]

    async with upstream(echo) as api:
        proxy = proxy_to(api, resolve=rebinding)
        assert (await ask(proxy, envelope(server_of(api)))).code == "forwarded"
        assert asked == [API]
        assert len(api.requests) == 1
        assert (await ask(proxy, envelope(server_of(api)))).code == "address-refused"
        assert len(api.requests) == 1


async def p95() -> None:
    """One address that may not be called spoils the whole answer, wherever it stands."""
    async with upstream(echo) as api:
        for answer in (["127.0.0.1", "10.0.0.1"], ["10.0.0.1", "127.0.0.1"], ["127.0.0.1", "::1"]):
            proxy = proxy_to(api, resolve=finding({API: answer}))
            assert (await ask(proxy, envelope(server_of(api)))).code == "address-refused"
        assert api.requests == []


async def p96() -> None:
    """A name that leads to this computer by detours is refused."""
    async with upstream(echo) as api:
        for answer in (["::ffff:127.0.0.1"], ["127.0.0.53"], ["::1"], ["0.0.0.0"]):
            proxy = proxy_to(api, resolve=finding({API: answer}))
            assert (await ask(proxy, envelope(server_of(api)))).code == "address-refused"
        assert api.requests == []


async def p97() -> None:
    """A name server that hangs, knows nothing or too much."""
    ends = threading.Event()

    def hanging(_host: str, _port: int) -> list[str]:
        ends.wait(2 * HANGS_AFTER)
        return ["127.0.0.1"]

    async with upstream(echo) as api:
        proxy = proxy_to(api, resolve=hanging, limits=replace(QUICK, resolve_seconds=0.2))
        started = time.monotonic()
        reply = await ask(proxy, envelope(server_of(api)))
        ends.set()
        assert (reply.status, reply.code) == (504, "name-server-late")
        assert time.monotonic() - started < HANGS_AFTER
        assert QUICK.resolve_seconds == 3
        nothing: list[dict[str, list[str]]] = [{}, {API: []}]
        for answers in nothing:
            reply = await ask(proxy_to(api, resolve=finding(answers)), envelope(server_of(api)))
            assert (reply.status, reply.code) == (502, "host-not-found")
        many = ["127.0.0.1"] * 16 + [f"10.0.{n // 250}.{n % 250}" for n in range(1_000)]
        proxy = proxy_to(api, resolve=finding({API: many}))
        assert (await ask(proxy, envelope(server_of(api)))).code == "forwarded"
        proxy = proxy_to(api, resolve=finding({API: many[1:]}))
        assert (await ask(proxy, envelope(server_of(api)))).code == "address-refused"


async def p98() -> None:
    """The server of the documentation itself is not called: by name, by address, by any address."""
    async with upstream(echo) as api:
        allowed = (parse_allowed_net("localhost"),)
        for own in (API, "127.0.0.1", "0.0.0.0"):
            proxy = proxy_to(api, allow_nets=allowed, own=((own, api.port),))
            assert (await ask(proxy, envelope(server_of(api)))).code == "own-address"
        proxy = proxy_to(
            api,
            manifest_for(f"http://{API}.:{api.port}"),
            allow_nets=allowed,
            resolve=finding({f"{API}.": ["127.0.0.1"]}),
            own=((API, api.port),),
        )
        reply = await ask(proxy, envelope(f"http://{API}.:{api.port}"))
        assert reply.code == "own-address"
        assert api.requests == []
        others = ((API, 3000), ("0.0.0.0", 3000), ("docs.test", api.port), ("::1", api.port))
        proxy = proxy_to(api, allow_nets=allowed, own=others)
        assert (await ask(proxy, envelope(server_of(api)))).code == "forwarded"
        elsewhere = finding({API: ["10.0.0.1"]})
        proxy = proxy_to(api, resolve=elsewhere, own=(("0.0.0.0", api.port),))
        assert (await ask(proxy, envelope(server_of(api)))).code == "address-refused"


async def p99() -> None:
    """No path climbs out of the operation."""
    paths = (
        "/../admin /%2e%2e/admin /..%2fadmin /.%2e/ /a/..;/admin /users/.. /users/. /users/%2e%2e "
        "/users/..%2fadmin /users/..; /users/..;a=b /users/%252e%252e /users/%25252e%25252e "
        "/users/a%2f..%2fb /users/%2fetc /users/a%2f /users/..%5cadmin /users/42/../../admin "
        "/users/a%2fb /users/a%252fb /users/a%255cb "
        "/users/%25252525252e /users/ /users / /users/42/ /users//42 /v1/users/42"
    )
    await refuse_all("path-refused", "path", ["", *paths.split()])


async def p100() -> None:
    """No path names a host."""
    paths = (
        "//evil.test/x /\\evil.test /@evil.test http://evil.test/x //evil.test/42 :80/users/42 "
        "@evil.test/users/42 evil.test/users/42 ?/users/42 /users/42?x=@evil.test "
        "/users/42#@evil.test \\\\evil.test\\users"
    )
    await refuse_all("path-refused", "path", paths.split())


async def p101() -> None:
    """No path and no query ends the request line or hides a part of it."""
    values = ["%00", "%0d%0aX: y", "a\r\nX: y", "a\nb", "a\tb", "a\0b", "\ud800", "a b", "é"]
    values += ["%0a", "%7f", "%c2%85", "%", "%4", "%zz", "%ff", "%c0%ae", "a" * 9_000]
    await refuse_all("path-refused", "path", [f"/users/{value}" for value in values])
    queries = ["a b", "a\r\nX: y", "a\0", "a#b", "é", "a" * 20_000, "\ud800", '"', "<", "a\tb"]
    await refuse_all("query-refused", "query", queries)


async def p102() -> None:
    """No header smuggles another one in."""
    headers = [
        ["X", "a\r\nHost: evil"],
        ["X", "a\nb"],
        ["X", "a\0b"],
        ["X", "\x07"],
        ["X", "\u2028"],
        ["X", "\ud800"],
        ["X Y", "a"],
        [":authority", "evil"],
        ["", "a"],
        ["X\r\nY", "a"],
        ["X:", "a"],
        ["é", "a"],
        ["X", "a" * 9_000],
        ["X" * 200, "a"],
    ]
    await refuse_all("header-refused", "headers", [[header] for header in headers])
    too_many = [[f"X-{n}", "a"] for n in range(65)]
    too_long = [[f"X-{n}", "a" * 8_000] for n in range(5)]
    await refuse_all("header-refused", "headers", [too_many, too_long])
    cookies = [["a b", "c"], ["a", "b; c=d"], ["a", "b\r\nX: y"], ["", "b"]]
    await refuse_all("header-refused", "cookies", [[cookie] for cookie in cookies])


async def p103() -> None:
    """What belongs to the connection is not sent, and neither is what `Connection` names."""
    sent = await send_headers(
        [
            ["Transfer-Encoding", "chunked"],
            ["Content-Length", "0"],
            ["Content-Length", "0"],
            ["Connection", "X-Api-Key, keep-alive"],
            ["X-Api-Key", "secret"],
            ["Keep-Alive", "timeout=5"],
            ["TE", "trailers"],
            ["Trailer", "X"],
            ["Upgrade", "h2c"],
            ["Expect", "100-continue"],
            ["Proxy-Authorization", "Basic x"],
        ],
        b"12345",
    )
    assert sent == {
        "host": "api.example.com",
        "accept": "*/*",
        "user-agent": "octavo-playground",
        "accept-encoding": "identity",
        "connection": "close",
        "content-length": "5",
    }


async def p104() -> None:
    """What servers trust each other about is not sent."""
    names = (
        "Host X-Forwarded-Host X-Original-URL Forwarded X-Forwarded-For X-Forwarded-Proto "
        "X-Real-IP True-Client-IP CF-Connecting-IP X-Rewrite-URL Via Origin Referer Cookie "
        "Sec-Fetch-Site X-HTTP-Method-Override X-Envoy-Original-Path X-Octavo-Playground"
    ).split()
    sent = await send_headers([[name, "evil"] for name in names])
    assert "evil" not in sent.values()
    assert sent["host"] == "api.example.com"
    assert sent.keys() == {"host", "accept", "user-agent", "accept-encoding", "connection"}


async def p105() -> None:
    """Only documented methods are sent, letter for letter."""
    methods = ["CONNECT", "TRACE", "TRACK", "get", "GET /x HTTP/1.1\r\n", "G" * 10_240, "", "GET "]
    await refuse_all("operation-unknown", "method", methods)


async def p106() -> None:
    """A server is named by its documented text and by nothing else."""
    names = ["", "-1", "0", "__proto__", "s1", f"http://{API.upper()}", f"http://{API}"]
    await refuse_all("server-unknown", "server", names)
    async with upstream(echo) as api:
        for longer in (f"{server_of(api)}/", f"{server_of(api)}.evil.test", f" {server_of(api)}"):
            assert (await ask(proxy_to(api), envelope(longer))).code == "server-unknown"
    others: list[Any] = [-1, 0, None, True, [], {}, ["__proto__"], "x" * (1 << 20)]
    await refuse_all("request-unreadable", "server", others)
    await refuse_all("request-unreadable", "__proto__", ["x"])


async def p107() -> None:
    """An operation is called on its own servers only, by its own methods only."""
    async with upstream(echo) as api:
        one, other = f"http://one.test:{api.port}", f"http://other.test:{api.port}"
        found = {**manifest_for(one).operations, **manifest_for(other, path="/admin").operations}
        hosts = finding({"one.test": ["127.0.0.1"], "other.test": ["127.0.0.1"]})
        manifest = ProxyManifest({key: found[key] for key in found if key[0] == "GET"})
        proxy = proxy_to(api, manifest, resolve=hosts)
        reply = await ask(proxy, envelope(other))
        assert reply.code == "server-unknown"
        reply = await ask(proxy, envelope(one, "/admin", operation="/admin"))
        assert reply.code == "server-unknown"
        reply = await ask(proxy, envelope(one, "/admin"))
        assert reply.code == "path-refused"
        reply = await ask(proxy, envelope(one, method="DELETE"))
        assert reply.code == "operation-unknown"
        assert api.requests == []
        assert (await ask(proxy, envelope(one))).code == "forwarded"
        assert (await ask(proxy, envelope(other, "/admin", operation="/admin"))).status == 200


async def p108() -> None:
    """Another site cannot drive the proxy; a program that is no browser can, with the mark."""
    nothing = dict.fromkeys(("Origin", "Sec-Fetch-Site", MARK))
    refused: list[dict[str, str | None]] = [
        {**nothing, "Content-Type": "text/plain"},
        {**nothing, "Content-Type": "application/x-www-form-urlencoded"},
        {**nothing, "Content-Type": "multipart/form-data; boundary=x"},
        nothing,
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "cross-site", "Origin": "http://evil.test"},
        {"Sec-Fetch-Site": None, "Origin": "http://evil.test"},
        {"Sec-Fetch-Site": None, "Origin": "http://docs.test.evil.test"},
        {"Sec-Fetch-Site": None, "Origin": "http://docs.test:8080"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": None, "Origin": "null"},
        {MARK: None},
        {MARK: "0"},
    ]
    async with upstream(echo) as api:
        proxy = proxy_to(api)
        for headers in refused:
            reply = await ask(proxy, envelope(server_of(api)), headers=headers)
            assert (reply.status, reply.code) == (403, "cross-site"), headers
            assert not any(name.startswith("access-control") for name in reply.headers)
        reply = await ask(proxy, envelope(server_of(api)), headers={"Content-Type": "text/plain"})
        assert (reply.status, reply.code) == (415, "wrong-type")
        assert api.requests == []
        reply = await ask(proxy, envelope(server_of(api)), headers={**nothing, MARK: "1"})
        assert reply.code == "forwarded"


SITUATIONS = [p94, p95, p96, p97, p98, p99, p100, p101, p102, p103, p104, p105, p106, p107, p108]
MARKED = [*SITUATIONS[:-1], pytest.param(p108, marks=pytest.mark.scorecard("SR-05"))]


@pytest.mark.scorecard("SR-01")
@pytest.mark.parametrize("situation", MARKED, ids=lambda function: function.__name__.upper())
def test_a_situation_does_not_lead_to_a_forbidden_call(
    situation: Callable[[], Awaitable[None]],
) -> None:
    async def run() -> None:
        await situation()

    with guarded() as called:
        run_alone(run())
    assert {host for host, _ in called} <= {"127.0.0.1"}


def test_the_table_has_all_its_rows() -> None:
    situations = [function.__name__.upper() for function in SITUATIONS]
    assert [*ROWS, *situations] == [f"P{number:02}" for number in range(1, 109)]


async def refuse_all(code: str, key: str, values: Sequence[Any]) -> None:
    """Sends requests that differ from a good one in one place; none may arrive."""
    async with upstream(echo) as api:
        proxy = proxy_to(api)
        for value in values:
            reply = await ask(proxy, {**envelope(server_of(api)), key: value})
            assert 400 <= reply.status < 500, value
            assert reply.code == code, value
        assert api.requests == []


async def send_headers(headers: list[list[str]], body: bytes = b"") -> dict[str, str]:
    """Sends a request with headers and returns those that arrive; the port of the host is cut.

    They are the same where an operation documents no header, and where any may be sent.
    """
    strict = await _send_headers(headers, body, frozenset())
    assert await _send_headers(headers, body, frozenset({ANY_HEADER})) == strict
    return strict


async def _send_headers(
    headers: list[list[str]], body: bytes, documented: frozenset[str]
) -> dict[str, str]:
    async with upstream(echo) as api:
        named = envelope(server_of(api), method="POST" if body else "GET", headers=headers)
        manifest = manifest_for(server_of(api), headers=documented)
        reply = await ask(proxy_to(api, manifest), named, body)
        assert reply.head["status"] == 200
        assert {name for name, _ in headers} == set(reply.head["dropped"])
        lines = api.requests[0].decode().split("\r\n")[1:-2]
        sent = [line.partition(": ") for line in lines]
        assert len({name.lower() for name, _, _ in sent}) == len(sent)
        found = {name.lower(): value for name, _, value in sent}
        return found | {"host": found["host"].partition(":")[0]}

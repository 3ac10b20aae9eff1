"""A served site under attack: whatever is asked, only what the site holds is answered."""

from __future__ import annotations

import re
from asyncio import StreamReader, StreamWriter
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from octavo.project.walk import OUTPUT_MARK
from octavo.server.proxy.request import ROUTE
from tests.proxies import replying, response, running_api
from tests.served_sites import ServedSite, serving
from tests.server.serve.attacked_site import (
    SECRET,
    ask_for,
    build_attacked_site,
    build_call,
    location_of,
    send_raw,
    status_of,
)
from tests.server.web.test_web_server import SMUGGLED, TWO_LENGTHS, TWO_READINGS


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with foreign files beside it, and in its folder."""
    folder = tmp_path_factory.mktemp("attacked")
    dist = build_attacked_site(folder)
    (folder / "secret.txt").write_bytes(SECRET)
    for name in (".env", ".git/config", "stray.html", "guides/stray.txt"):
        (dist / name).parent.mkdir(exist_ok=True)
        (dist / name).write_bytes(SECRET)
    (dist / "link.txt").symlink_to(folder / "secret.txt")
    (dist / "linked").symlink_to(folder)
    return dist


@pytest.fixture(scope="module")
def site(dist: Path) -> Iterator[ServedSite]:
    with serving(dist) as served:
        yield served


# --- files ---

TARGETS = [
    "/../secret.txt",
    "/guides/../../secret.txt",
    "/..%2fsecret.txt",
    "/%2e%2e/secret.txt",
    "/%2e%2e%2fsecret.txt",
    "/.%2e/secret.txt",
    "/%252e%252e/secret.txt",
    "/..%252fsecret.txt",
    "/..%c0%afsecret.txt",
    "/%c0%ae%c0%ae/secret.txt",
    "/%uff0e%uff0e/secret.txt",
    "/\xef\xbc\x8e\xef\xbc\x8e/secret.txt",
    "/..\\secret.txt",
    "/..%5csecret.txt",
    "\\..\\secret.txt",
    "/guides\\start\\",
    "/./index.html",
    "/.",
    "/..",
    "/guides/.",
    "/guides/./start/",
    "/guides/start/..",
    "//index.html",
    "//guides/start/",
    "/guides//start/",
    "///etc/passwd",
    "//etc/passwd",
    "/etc/passwd",
    "/%2fetc/passwd",
    "file:///etc/passwd",
    "http://docs.example.com/../secret.txt",
    "http://evil.example/secret.txt",
    "https://evil.example/etc/passwd",
    "secret.txt",
    "../secret.txt",
    "*",
    "evil.example:443",
    "/index.html%00",
    "/index.html%00.png",
    "/%00",
    "/index.html%0d%0aX-Injected:%20yes",
    "/index.html#/../secret.txt",
    "/#/../secret.txt",
    "/index.html;a=b",
    "/;/../secret.txt",
    "/guides;x/start/",
    "/.env",
    "/%2eenv",
    "/.git/config",
    f"/{OUTPUT_MARK}",
    "/_octavo/server/site.json",
    "/_octavo/server/proxy.json",
    "/stray.html",
    "/guides/stray.txt",
    "/link.txt",
    "/linked/secret.txt",
    "/INDEX.HTML",
    "/Guides/Start/",
    "/INDEX~1.HTM",
    "/index.html::$DATA",
    "/index.html:$i30:$INDEX_ALLOCATION",
    "/index.html.",
    "/index.html%20",
    "/guides/start/index.html/",
    "/con",
    "/proc/self/environ",
    "/guides/start/?file=../../secret.txt",
]


@pytest.mark.scorecard("SR-20")
@pytest.mark.parametrize("target", TARGETS)
def test_no_target_leads_out_of_the_site(site: ServedSite, dist: Path, target: str) -> None:
    answer = ask_for(site.port, target)
    head, _, body = answer.partition(b"\r\n\r\n")
    assert SECRET not in answer
    assert b"root:" not in answer
    assert b"\r\nx-injected" not in head.lower()
    assert status_of(answer) in (200, 307, 308, 400, 404)
    if status_of(answer) == 200:
        assert body in [path.read_bytes() for path in dist.rglob("index.html")]


def test_there_are_sixty_targets_and_none_twice() -> None:
    assert len(set(TARGETS)) == len(TARGETS) >= 60


# --- redirects ---

LEADING = [
    "/old",
    "/old/",
    "/old?next=//evil.example",
    "/old?next=https://evil.example",
    "/old?%0d%0aX-Injected:%20yes",
    "/old%0d%0aX-Injected:%20yes",
    "/old%0aX-Injected:%20yes",
    "/old%e5%98%8a%e5%98%8dX-Injected:%20yes",
    "/guides/start",
    "/guides/start?//evil.example",
    "//evil.example",
    "//evil.example/",
    "//evil.example/guides/start",
    "///evil.example",
    "////evil.example//",
    "/\\evil.example",
    "/\\/evil.example",
    "/%5cevil.example",
    "/%5c%5cevil.example",
    "/%2f%2fevil.example",
    "/%2fevil.example/..",
    "/.//evil.example",
    "/%09/evil.example",
    "/@evil.example",
    "/old@evil.example",
    "/old:80@evil.example",
    "/blog//evil.example",
    "/blog///evil.example/",
    "/blog/%2f%2fevil.example",
    "/blog/\\evil.example",
    "/blog/%5c%5cevil.example",
    "/blog/..//..//evil.example",
    "/blog/@evil.example",
    "/blog/http://evil.example",
    "/blog/x%0d%0aX-Injected:%20yes",
    "/blog/%0d%0aLocation:%20https://evil.example",
    "/go/%2fevil.example",
    "/go/%5cevil.example",
    "/go/%2f%2fevil.example",
    "/go/evil.example",
    "/go/@evil.example",
    "/go/javascript:alert(1)",
    "/go/%0d%0aX-Injected:%20yes",
    "http://evil.example/old",
]
OTHER_HOSTS: list[tuple[str, ...]] = [
    ("X-Forwarded-Host: evil.example",),
    ("X-Forwarded-Host: evil.example", "X-Forwarded-Proto: https", "X-Forwarded-Port: 444"),
    ("Forwarded: host=evil.example;proto=https",),
    ("X-Original-URL: //evil.example", "X-Rewrite-URL: //evil.example"),
    ("X-Forwarded-Prefix: //evil.example", "X-Script-Name: //evil.example"),
]


@pytest.mark.scorecard("SR-22")
@pytest.mark.parametrize("target", LEADING)
def test_no_redirect_leaves_the_site_and_none_depends_on_the_host(
    site: ServedSite, target: str
) -> None:
    first = ask_for(site.port, target)
    assert status_of(first) in (200, 307, 308, 400, 404)
    assert b"\r\nx-injected" not in first.partition(b"\r\n\r\n")[0].lower()
    location = location_of(first)
    if location is not None:
        assert re.match(r"/(?![/\\])", location), location
        assert urlsplit(location).netloc == ""
        assert "\\" not in location
    for host in ("evil.example", "docs.example.com.evil.example", "127.0.0.1:1"):
        other = ask_for(site.port, target, host=host)
        assert (status_of(other), location_of(other)) == (status_of(first), location)
    assert status_of(ask_for(site.port, target, host="docs.example.com@evil.example")) == 400
    for headers in OTHER_HOSTS:
        other = ask_for(site.port, target, *headers)
        assert (status_of(other), location_of(other)) == (status_of(first), location)


@pytest.mark.scorecard("SR-22")
@pytest.mark.parametrize("rest", ["", "a", "@evil.example", "%2f..", ".evil.example", "%5c@x"])
def test_a_redirect_to_another_site_leads_to_that_site_alone(site: ServedSite, rest: str) -> None:
    for target in (f"/away?{rest}", f"/ext/{rest}"):
        location = location_of(ask_for(site.port, target))
        if location is not None:
            assert urlsplit(location).netloc == "example.com"


# --- what caches do not look at ---

UNKEYED = [
    "X-Forwarded-Host: evil.example",
    "X-Forwarded-Proto: http",
    "X-Forwarded-Scheme: nothttps",
    "X-Forwarded-Port: 1",
    "X-Forwarded-For: 127.0.0.1",
    "X-Forwarded-Prefix: /evil",
    "X-Host: evil.example",
    "X-Original-URL: /data.json",
    "X-Rewrite-URL: /data.json",
    "X-HTTP-Method-Override: POST",
    "X-Real-IP: 127.0.0.1",
    "Forwarded: host=evil.example",
    "True-Client-IP: 127.0.0.1",
    "Origin: https://evil.example",
    "Referer: https://evil.example/",
    "User-Agent: <script>alert(1)</script>",
    "Accept-Language: xx",
    "Accept-Charset: utf-7",
    "Cookie: theme=dark; session=1",
    "Authorization: Basic eDp5",
    "Pragma: x-get-cache-key",
    "Max-Forwards: 0",
    "Upgrade-Insecure-Requests: 1",
    "Sec-Fetch-Site: cross-site",
]
QUERIES = ["?", "?x=1", "?utm_source=evil", "?callback=alert", "?_method=POST", "?q=%0d%0aX:%20y"]


def _without_time(answer: bytes) -> bytes:
    return re.sub(rb"\r\ndate: [^\r]*", b"", answer, flags=re.IGNORECASE)


@pytest.mark.scorecard("SR-23")
@pytest.mark.parametrize("header", UNKEYED)
def test_no_header_changes_what_everybody_gets(site: ServedSite, header: str) -> None:
    for target in ("/", "/guides/start/", "/data.json", "/nothing", "/old", "/guides/start"):
        plain = ask_for(site.port, target)
        assert _without_time(ask_for(site.port, target, header)) == _without_time(plain), target


@pytest.mark.scorecard("SR-23")
@pytest.mark.parametrize("host", ["evil.example", "docs.example.com:1", "[::1]", "a" * 200])
def test_no_host_changes_what_everybody_gets(site: ServedSite, host: str) -> None:
    for target in ("/", "/nothing", "/old", "/guides/start"):
        plain = ask_for(site.port, target)
        assert _without_time(ask_for(site.port, target, host=host)) == _without_time(plain), target


@pytest.mark.scorecard("SR-23")
@pytest.mark.parametrize("query", QUERIES)
def test_no_query_changes_a_page(site: ServedSite, query: str) -> None:
    for target in ("/", "/guides/start/", "/data.json", "/nothing"):
        plain = ask_for(site.port, target)
        assert _without_time(ask_for(site.port, target + query)) == _without_time(plain), target


# --- two readings ---

STARTS = [f"{method} / HTTP/1.1\r\nHost: x\r\n" for method in ("GET", "POST")]
ONE_READING = [*(start + rest for start in STARTS for rest in TWO_LENGTHS), *TWO_READINGS]


@pytest.mark.scorecard("SR-24")
@pytest.mark.parametrize("request_text", ONE_READING)
def test_a_request_with_two_readings_is_refused(site: ServedSite, request_text: str) -> None:
    answers = send_raw(site.port, f"{request_text}{SMUGGLED}".encode())
    assert status_of(answers) in (400, 501)
    assert answers.count(b"HTTP/1.1 ") == 1
    assert b"connection: close" in answers.lower()


@pytest.mark.scorecard("SR-24")
def test_two_workers_read_requests_as_one_does(dist: Path) -> None:
    with serving(dist, "--workers", "2") as site:
        for request_text in ONE_READING:
            answers = send_raw(site.port, f"{request_text}{SMUGGLED}".encode())
            assert (status_of(answers) in (400, 501), answers.count(b"HTTP/1.1 ")) == (True, 1)


# --- other sites, and what they could run ---

FOREIGN: dict[str, tuple[str, ...]] = {
    "another site": ("Sec-Fetch-Site: cross-site",),
    "a neighbor": ("Sec-Fetch-Site: same-site",),
    "another origin": ("Origin: http://evil.example",),
    "an origin that ends like ours": ("Origin: http://127.0.0.1.evil.example",),
    "no origin": ("Origin: null",),
    "our origin of another port": ("Origin: http://127.0.0.1:1",),
    "a name of others": ("Host-Is: evil.example",),
    "a form": ("Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Origin: null"),
}


@pytest.mark.scorecard("SR-05")
@pytest.mark.parametrize("name", FOREIGN)
def test_other_sites_cannot_drive_the_proxy(site: ServedSite, name: str) -> None:
    headers = "".join(f"{line}\r\n" for line in FOREIGN[name])
    request = build_call(site.port, 9, headers)
    if name == "a name of others":
        request = request.replace(f"Host: 127.0.0.1:{site.port}".encode(), b"Host: evil.example")
    answer = send_raw(site.port, request)
    assert status_of(answer) == 403
    assert b"access-control-" not in answer.lower()


@pytest.mark.scorecard("SR-05")
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])
def test_nothing_but_the_proxy_takes_other_methods(site: ServedSite, method: str) -> None:
    for path in ("/", "/data.json", "/nothing", "/old", "/_octavo/server.json"):
        answer = site.get(path, method)
        assert answer.status == 405, path
    if method != "POST":
        assert site.get(ROUTE, method).status in (403, 405)


RUNNING = ["text/html", "text/javascript", "image/svg+xml", "application/xhtml+xml", "text/css"]


@pytest.mark.scorecard("SR-06")
def test_nothing_that_an_api_answers_can_run_on_the_site(tmp_path: Path) -> None:
    async def talk(head: bytes, reader: StreamReader, writer: StreamWriter) -> None:
        kind = RUNNING[int(head.split()[1].rpartition(b"/")[2])]
        reply = response(b"<script>alert(1)</script>", Content_Type=kind, Set_Cookie="a=b")
        await replying(reply)(head, reader, writer)

    with running_api(talk) as api:
        dist = build_attacked_site(tmp_path, api.port)
        with serving(dist, "--proxy-allow-net", f"127.0.0.1:{api.port}") as site:
            for number, kind in enumerate(RUNNING):
                call = build_call(site.port, api.port, path=f"/users/{number}")
                answer = send_raw(site.port, call)
                head = answer.partition(b"\r\n\r\n")[0].lower()
                assert status_of(answer) == 200
                assert kind.encode() not in head
                assert b"x-content-type-options: nosniff" in head
                assert b"content-security-policy: " in head
                assert b"set-cookie" not in head


@pytest.mark.scorecard("SR-06")
def test_only_built_pages_can_run_anything(site: ServedSite, dist: Path) -> None:
    pages = {f"/{path.parent.relative_to(dist).as_posix()}/" for path in dist.rglob("index.html")}
    targets = [
        "/healthz",
        "/readyz",
        "/metrics",
        ROUTE,
        "/data.json",
        "/nothing.js",
        "/old",
        "/%00",
    ]
    for target in [*targets, *pages]:
        answer = ask_for(site.port, target)
        head = answer.partition(b"\r\n\r\n")[0].lower()
        assert b"x-content-type-options: nosniff" in head, target
        if b"content-type: text/html" in head:
            assert b"content-security-policy: " in head, target
            assert b"unsafe-inline" not in re.sub(rb"style-src[^;]*", b"", head)
        else:
            assert b"javascript" not in head, target

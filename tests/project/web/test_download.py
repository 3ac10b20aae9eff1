"""Downloads against a real server on this computer, and addresses that must never be dialed."""

import gzip
import os
import socket
import ssl
import subprocess
import sys
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_network
from pathlib import Path
from shutil import which
from typing import Any

import pytest

from octavo.problems import Code, Location, Problem, Severity
from octavo.project.cache_folder import find_cache_folder
from octavo.project.documents.api_files import (
    MAX_LINKED_DOCUMENTS,
    ApiFiles,
    NotLoaded,
    looks_like_document,
)
from octavo.project.documents.api_sources import load_api_source
from octavo.project.web.download import (
    DownloadError,
    DownloadRules,
    _read_body,
    _read_redirect,
    load_link,
)
from octavo.project.web.web_links import read_link
from octavo.values import replace
from tests.patience import HANGS_AFTER

PLACE = Location("site.json", 2, 3)
DOCUMENT = b'{"openapi": "3.1.0", "paths": {}}'
LOOPBACK = ip_network("127.0.0.0/8")

Headers = dict[str, str]
Reply = tuple[int, Headers, bytes]


class Server:
    """Answers by path; remembers what it was asked."""

    def __init__(self, host: str) -> None:
        self.replies: dict[str, Reply | Callable[[BaseHTTPRequestHandler], None]] = {}
        self.requests: list[tuple[str, Headers]] = []
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                server.requests.append((self.path, dict(self.headers.items())))
                reply = server.replies.get(self.path, (404, {}, b""))
                if callable(reply):
                    reply(self)
                    return
                status, headers, body = reply
                if headers.get("ETag") and self.headers["If-None-Match"] == headers["ETag"]:
                    status, body = 304, b""
                self.send_response(status)
                for name, value in ({"Content-Length": str(len(body))} | headers).items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_arguments: Any) -> None:
                pass

        class Quiet(ThreadingHTTPServer):
            def handle_error(self, *_arguments: Any) -> None:
                pass  # a client that hangs up is what some tests are about

        self._http = Quiet((host, 0), Handler)
        self._http.daemon_threads = True
        self.port = self._http.server_address[1]
        threading.Thread(target=self._http.serve_forever, args=(0.05,), daemon=True).start()

    def link(self, path: str = "/api.json", host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self.port}{path}"

    def stop(self) -> None:
        self._http.shutdown()
        self._http.server_close()


@pytest.fixture
def server() -> Iterator[Server]:
    running = Server("127.0.0.1")
    running.replies["/api.json"] = 200, {}, DOCUMENT
    yield running
    running.stop()


@pytest.fixture
def rules(tmp_path: Path) -> DownloadRules:
    return DownloadRules(cache_folder=str(tmp_path / "cache"), total_seconds=5, allow_local=True)


dialed: list[str] = []


def _note_dialling(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "socket.connect" and isinstance(arguments[1], tuple):
        dialed.append(arguments[1][0])


sys.addaudithook(_note_dialling)


@pytest.fixture(autouse=True)
def _forget_dialling() -> None:
    dialed.clear()


def load(address: str, rules: DownloadRules) -> tuple[bytes | None, tuple[Problem, ...]]:
    return load_link(address, PLACE, rules, looks_like_document)


def refuse(address: str, rules: DownloadRules) -> Problem:
    body, problems = load(address, rules)
    assert body is None
    errors = [problem for problem in problems if problem.severity is Severity.ERROR]
    (problem,) = errors
    assert problem.location == PLACE
    return problem


def with_resolver(rules: DownloadRules, *addresses: str, **more: Any) -> DownloadRules:
    return DownloadRules(
        cache_folder=rules.cache_folder,
        total_seconds=rules.total_seconds,
        resolve=lambda _host, _port: addresses,
        **more,
    )


# --- what a download is ---


def test_a_document_is_loaded_and_nothing_of_ours_is_told(
    server: Server, rules: DownloadRules
) -> None:
    assert load(server.link(), rules) == (DOCUMENT, ())
    ((path, headers),) = server.requests
    assert path == "/api.json"
    assert headers.keys() == {"Host", "User-Agent", "Accept", "Accept-Encoding", "Connection"}
    assert headers["Host"] == f"127.0.0.1:{server.port}"
    assert headers["User-Agent"] == "octavo"


def test_proxies_of_the_environment_are_not_used(
    server: Server, rules: DownloadRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    assert load(server.link(), rules)[0] == DOCUMENT


def test_a_packed_document_is_unpacked(server: Server, rules: DownloadRules) -> None:
    server.replies["/api.json"] = 200, {"Content-Encoding": "gzip"}, gzip.compress(DOCUMENT)
    assert load(server.link(), rules) == (DOCUMENT, ())


def test_http_is_a_warning_unless_it_is_this_computer(server: Server, rules: DownloadRules) -> None:
    rules = with_resolver(rules, "127.0.0.1", allow_nets=[LOOPBACK])
    body, (problem,) = load(server.link(host="api.example.com"), rules)
    assert body == DOCUMENT
    assert (problem.code, problem.severity) == (Code.API_LINK_NOT_SECURE, Severity.WARNING)
    assert load(server.link(host="localhost"), rules) == (DOCUMENT, ())
    assert server.requests[0][1]["Host"] == f"api.example.com:{server.port}"


# --- copies ---


@pytest.mark.parametrize(
    ("given", "asked"),
    [
        ({"ETag": '"v1"'}, {"If-None-Match": '"v1"'}),
        (
            {"Last-Modified": "Mon, 02 Mar 2026 10:00:00 GMT"},
            {"If-Modified-Since": "Mon, 02 Mar 2026 10:00:00 GMT"},
        ),
    ],
)
def test_the_server_is_asked_whether_it_changed(
    server: Server, rules: DownloadRules, given: Headers, asked: Headers
) -> None:
    server.replies["/api.json"] = 200, given, DOCUMENT
    load(server.link(), rules)
    if "ETag" not in given:
        server.replies["/api.json"] = 304, {}, b""
    assert load(server.link(), rules) == (DOCUMENT, ())
    assert server.requests[1][1].items() >= asked.items()


def test_a_change_takes_the_place_of_the_copy(server: Server, rules: DownloadRules) -> None:
    server.replies["/api.json"] = 200, {"ETag": '"v1"'}, DOCUMENT
    load(server.link(), rules)
    new = DOCUMENT.replace(b"3.1.0", b"3.2.0")
    server.replies["/api.json"] = 200, {"ETag": '"v2"'}, new
    assert load(server.link(), rules) == (new, ())
    assert load(server.link(), rules) == (new, ())
    assert server.requests[2][1]["If-None-Match"] == '"v2"'


@pytest.mark.parametrize(
    "reply",
    [
        (500, {}, b"oops"),
        (404, {}, b""),
        (200, {}, b"<html>Log in</html>"),
        (200, {}, b""),
        (302, {"Location": "/elsewhere"}, b""),
        (200, {"Content-Encoding": "gzip"}, b"not packed"),
    ],
)
def test_the_last_good_copy_is_used_when_the_link_is_out_of_reach(
    server: Server, rules: DownloadRules, reply: Reply
) -> None:
    load(server.link(), rules)
    server.replies["/api.json"] = reply
    for _ in range(2):
        body, (problem,) = load(server.link(), rules)
        assert body == DOCUMENT
        assert (problem.code, problem.severity) == (Code.API_LINK_LAST_COPY, Severity.WARNING)
        assert problem.location == PLACE
        assert "the copy of 20" in problem.message


def test_the_last_good_copy_is_used_when_the_server_is_gone(
    server: Server, rules: DownloadRules
) -> None:
    load(server.link(), rules)
    server.stop()
    body, (problem,) = load(server.link(), rules)
    assert (body, problem.code) == (DOCUMENT, Code.API_LINK_LAST_COPY)


def test_a_fresh_copy_is_used_without_asking(server: Server, rules: DownloadRules) -> None:
    rules = replace(rules, fresh_seconds=60)
    load(server.link(), rules)
    assert load(server.link(), rules) == (DOCUMENT, ())
    assert len(server.requests) == 1


@pytest.mark.parametrize("damage", [b"", b"{}\n", b"[" * 100_000, b"\xff\n", b'{"format": 1}\nx'])
def test_a_damaged_copy_is_no_copy(
    server: Server, rules: DownloadRules, tmp_path: Path, damage: bytes
) -> None:
    server.replies["/api.json"] = 200, {"ETag": '"v1"'}, DOCUMENT
    load(server.link(), rules)
    (path,) = (tmp_path / "cache" / "links").iterdir()
    for bad in (damage, path.read_bytes()[:-1]):
        path.write_bytes(bad)
        assert load(server.link(), rules) == (DOCUMENT, ())
        assert "If-None-Match" not in server.requests[-1][1]


def test_a_cache_that_cannot_be_written_does_no_harm(server: Server, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    rules = DownloadRules(cache_folder=str(tmp_path / "file"), allow_local=True)
    assert load(server.link(), rules) == (DOCUMENT, ())
    assert load(server.link(), rules) == (DOCUMENT, ())


def test_copies_are_kept_in_the_cache_of_the_user(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert find_cache_folder() == str(tmp_path / "octavo")
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert find_cache_folder() is None
    monkeypatch.delenv("XDG_CACHE_HOME")
    folder = find_cache_folder()
    assert folder is not None
    assert os.path.isabs(folder)


# --- redirects ---


def test_five_redirects_are_followed_and_no_more(server: Server, rules: DownloadRules) -> None:
    for n in range(6):
        server.replies[f"/{n}"] = 302, {"Location": f"{n + 1}" if n % 2 else f"/{n + 1}"}, b""
    server.replies["/5"] = 200, {}, DOCUMENT
    assert load(server.link("/0"), rules) == (DOCUMENT, ())
    server.replies["/first"] = 302, {"Location": "/0"}, b""
    assert "redirects more than 5 times" in refuse(server.link("/first"), rules).message
    assert len(server.requests) == 12


def test_a_loop_of_redirects_ends(server: Server, rules: DownloadRules) -> None:
    server.replies["/api.json"] = 301, {"Location": "/api.json"}, b""
    assert refuse(server.link(), rules).code is Code.API_LINK_FAILED


ELSEWHERE = [
    "http://127.0.0.1/",
    "http://127.1/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0177.0.0.1/",
    "http://017700000001/",
    "http://0/",
    "http://0.0.0.0/",
    "http://127.0.0.1./",
    "http://localhost/",
    "http://localhost./",
    "http://sub.localhost/",
    "http://\u2460\u2461\u2466.\u24ea.\u24ea.\u2460/",
    "http://127\u30020\u30020\u30021/",
    "http://[::1]/",
    "http://[::]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::127.0.0.1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[2002:7f00:1::]/",
    "http://[fe80::1%25eth0]/",
    "http://[fd00:ec2::254]/",
    "http://169.254.169.254/latest/meta-data/",
    "http://2852039166/",
    "http://0xa9fea9fe/",
    "http://169.254.170.2/v2/credentials",
    "http://100.100.100.200/",
    "http://192.0.0.192/",
    "http://168.63.129.16/",
    "http://198.18.0.1/",
    "http://10.0.0.1/",
    "http://192.168.1.1/",
    "http://224.0.0.1/",
    "http://255.255.255.255/",
    "http://user@127.0.0.1/",
    "http://api.example.com\\@127.0.0.1/",
    "//127.0.0.1/",
    "///127.0.0.1/",
    "file:///etc/passwd",
    "gopher://127.0.0.1:6379/_PING",
    "unix:/var/run/docker.sock",
    "data:application/json,{}",
    "ftp://127.0.0.1/",
    "http://api.example.com:65536/",
]


@pytest.mark.scorecard("SR-07")
@pytest.mark.parametrize("target", ELSEWHERE)
def test_no_redirect_leads_into_a_network_that_is_not_public(
    rules: DownloadRules, target: str
) -> None:
    server = Server("127.0.0.5")
    server.replies["/api.json"] = 302, {"Location": target.encode().decode("latin-1")}, b""
    rules = DownloadRules(
        cache_folder=rules.cache_folder,
        total_seconds=5,
        allow_nets=[ip_network("127.0.0.5/32")],
    )
    try:
        refuse(server.link(host="127.0.0.5"), rules)
    finally:
        server.stop()
    assert set(dialed) <= {"127.0.0.5"}


# --- addresses ---


# Names for this computer, which an author may name.
HOME = (
    *("//127.0.0.1/", "//127.0.0.1./", "//localhost/", "//localhost./", "//sub.localhost/"),
    *("[::1]", "\u2460", "\u3002"),
)


@pytest.mark.scorecard("SR-07")
@pytest.mark.parametrize(
    "address", [address for address in ELSEWHERE if not any(home in address for home in HOME)]
)
def test_no_name_for_a_private_address_is_dialed(rules: DownloadRules, address: str) -> None:
    problem = refuse(address, rules)
    assert problem.code in (Code.API_LINK_REFUSED, Code.API_LINK_INVALID)
    assert dialed == []


def test_an_author_may_name_this_computer_where_the_operator_allows_it(
    server: Server, rules: DownloadRules
) -> None:
    for host in ("127.0.0.1", "localhost"):
        assert load(server.link(host=host), rules) == (DOCUMENT, ())


def test_this_computer_is_not_dialed_unless_the_operator_allows_it(
    server: Server, rules: DownloadRules
) -> None:
    load(server.link(), rules)  # there is even a copy
    asked = len(server.requests)
    dialed.clear()
    for host in ("127.0.0.1", "localhost", "127.0.0.5", "LOCALHOST", "docs.localhost"):
        rules = replace(rules, allow_local=False, resolve=lambda *_: ["127.0.0.1"])
        problem = refuse(server.link(host=host), rules)
        assert problem.code is Code.API_LINK_REFUSED
        assert "--allow-local-links" in problem.hint
    assert dialed == []
    assert len(server.requests) == asked


def test_from_this_computer_no_redirect_leads_to_another_port_of_it(
    server: Server, rules: DownloadRules
) -> None:
    other = Server("127.0.0.1")
    other.replies["/api.json"] = 200, {}, DOCUMENT
    server.replies["/api.json"] = 302, {"Location": other.link()}, b""
    try:
        problem = refuse(server.link(), rules)
    finally:
        other.stop()
    assert problem.code is Code.API_LINK_REFUSED
    assert "this computer itself" in problem.message
    assert other.requests == []


@pytest.mark.parametrize(
    "addresses",
    [
        ["127.0.0.1"],
        ["10.0.0.1"],
        ["8.8.8.8", "127.0.0.1"],
        ["::1"],
        ["::ffff:127.0.0.1"],
        ["64:ff9b::7f00:1"],
        ["169.254.169.254"],
        ["fe80::1%eth0"],
        ["not an address"],
    ],
)
def test_a_name_that_leads_to_a_private_address_is_refused_before_dialling(
    server: Server, rules: DownloadRules, addresses: list[str]
) -> None:
    problem = refuse(server.link(host="api.example.com"), with_resolver(rules, *addresses))
    assert problem.code is Code.API_LINK_REFUSED
    assert dialed == []


def test_the_address_that_was_judged_is_the_one_that_is_dialed(
    server: Server, rules: DownloadRules
) -> None:
    answers = iter([["127.0.0.1"], ["127.0.0.9"]])
    rules = DownloadRules(
        cache_folder=rules.cache_folder,
        allow_nets=[ip_network("127.0.0.1/32")],
        resolve=lambda _host, _port: next(answers),
    )
    assert load(server.link(host="api.example.com"), rules)[0] == DOCUMENT
    assert dialed == ["127.0.0.1"]
    assert refuse(server.link(host="other.example.com"), rules).code is Code.API_LINK_REFUSED
    assert dialed == ["127.0.0.1"]


def test_a_refused_address_is_told_even_where_there_is_a_copy(
    server: Server, rules: DownloadRules
) -> None:
    link = server.link(host="api.example.com")
    allowed = with_resolver(rules, "127.0.0.1", allow_nets=[LOOPBACK])
    assert load(link, allowed)[0] == DOCUMENT
    assert refuse(link, with_resolver(rules, "10.0.0.1")).code is Code.API_LINK_REFUSED


def test_of_a_thousand_addresses_few_are_tried(rules: DownloadRules) -> None:
    many = [f"127.1.{n // 250}.{n % 250 + 1}" for n in range(1000)]
    rules = with_resolver(rules, *many, allow_nets=[LOOPBACK])
    refuse("http://api.example.com:1/", rules)
    assert len(dialed) <= 16


def test_a_name_that_is_nobody_is_told(rules: DownloadRules) -> None:
    def resolve(_host: str, _port: int) -> list[str]:
        raise socket.gaierror(-2, "unknown")

    rules = replace(rules, resolve=resolve)
    assert "there is no host nobody.example" in refuse("https://nobody.example/", rules).message


# --- limits ---


def test_a_name_server_that_hangs_is_given_up(rules: DownloadRules) -> None:
    release = threading.Event()

    def resolve(_host: str, _port: int) -> list[str]:
        release.wait(2 * HANGS_AFTER)
        return []

    start = time.monotonic()
    rules = DownloadRules(
        cache_folder=rules.cache_folder, resolve=resolve, connect_seconds=0.2, total_seconds=1
    )
    assert "name server takes too long" in refuse("https://slow.example/", rules).message
    release.set()
    assert time.monotonic() - start < HANGS_AFTER


@pytest.mark.parametrize("delay", [0.05, 2.0 * HANGS_AFTER])
def test_a_slow_server_is_given_up_when_the_whole_takes_too_long(
    server: Server, rules: DownloadRules, delay: float
) -> None:
    stop = threading.Event()

    def trickle(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        while not stop.wait(delay):
            try:
                handler.wfile.write(b" ")
            except OSError:
                return

    server.replies["/api.json"] = trickle
    rules = replace(rules, total_seconds=0.6)
    start = time.monotonic()
    assert "takes too long" in refuse(server.link(), rules).message
    stop.set()
    assert time.monotonic() - start < HANGS_AFTER


def test_what_is_too_large_is_cut_off(server: Server, rules: DownloadRules) -> None:
    sent = [0]

    def flood(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        try:
            while sent[0] < 200 * 2**20:
                sent[0] += handler.wfile.write(b" " * 65_536)
        except OSError:
            pass

    server.replies["/api.json"] = flood
    rules = replace(rules, max_bytes=2**20)
    assert "larger than 1 MiB" in refuse(server.link(), rules).message
    assert sent[0] < 50 * 2**20


def test_what_is_too_large_when_unpacked_is_cut_off(server: Server, rules: DownloadRules) -> None:
    bomb = gzip.compress(b" " * 50 * 2**20)
    server.replies["/api.json"] = 200, {"Content-Encoding": "gzip"}, bomb
    rules = replace(rules, max_bytes=2**20)
    assert "larger than 1 MiB" in refuse(server.link(), rules).message


def test_what_is_packed_is_not_unpacked_beyond_the_limit() -> None:
    bomb = gzip.compress(bytes(50 * 2**20))
    tracemalloc.start()
    try:
        with pytest.raises(DownloadError, match="larger than 1 MiB"):
            _read_body([bomb], "gzip", 2**20)
        assert tracemalloc.get_traced_memory()[1] < 8 * 2**20
    finally:
        tracemalloc.stop()


def test_a_redirect_from_https_to_http_is_refused() -> None:
    link = read_link("https://a.example/api.json")
    assert _read_redirect(link, "/other.json").text == "https://a.example/other.json"
    for target in ("http://a.example/api.json", "HTTP://a.example/", "http://b.example/"):
        with pytest.raises(DownloadError, match="from https:// to http://") as refused:
            _read_redirect(link, target)
        assert refused.value.code is Code.API_LINK_REFUSED


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\x16\x03\x01\x00\x00",
        b"<html>no header</html>",
        b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort",
        b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxy",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nX: a\x00b\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 100_000 + b"\r\n",
        b"HTTP/1.1 200 OK\r\nX: " + b"y" * 1_000_000 + b"\r\n\r\n",
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n",
        b"HTTP/1.1 100 Continue\r\n\r\n" * 1000,
        b"HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: 1\r\n\r\nx",
        b"HTTP/1.1 302 Found\r\nLocation: http://[::1\r\nContent-Length: 0\r\n\r\n",
        b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n",
        b"HTTP/1.1 999 What\r\nContent-Length: 0\r\n\r\n",
    ],
    ids=lambda raw: repr(raw[:40]),
)
def test_a_server_that_misbehaves_is_a_problem_and_no_crash(
    rules: DownloadRules, raw: bytes
) -> None:
    listener = socket.create_server(("127.0.0.1", 0))

    def answer() -> None:
        connection, _ = listener.accept()
        with connection:
            connection.recv(65_536)
            try:
                connection.sendall(raw)
                connection.shutdown(socket.SHUT_WR)
                connection.recv(65_536)
            except OSError:
                pass

    thread = threading.Thread(target=answer, daemon=True)
    thread.start()
    problem = refuse(f"http://127.0.0.1:{listener.getsockname()[1]}/api.json", rules)
    assert problem.code is Code.API_LINK_FAILED
    thread.join(HANGS_AFTER)
    listener.close()


def test_nobody_is_listening(rules: DownloadRules) -> None:
    assert "cannot be loaded" in refuse("http://127.0.0.1:1/", rules).message


def test_what_is_no_address_is_told(rules: DownloadRules) -> None:
    assert refuse("https://a@b/", rules).code is Code.API_LINK_INVALID
    assert dialed == []


@pytest.mark.skipif(which("openssl") is None, reason="openssl makes the certificate")
def test_a_certificate_that_nobody_signed_is_not_trusted(
    rules: DownloadRules, tmp_path: Path
) -> None:
    key, certificate = str(tmp_path / "key.pem"), str(tmp_path / "certificate.pem")
    command = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost".split()
    subprocess.run([*command, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    listener = socket.create_server(("127.0.0.1", 0))

    def answer() -> None:
        connection, _ = listener.accept()
        try:
            context.wrap_socket(connection, server_side=True).close()
        except OSError:
            connection.close()

    threading.Thread(target=answer, daemon=True).start()
    problem = refuse(f"https://127.0.0.1:{listener.getsockname()[1]}/", rules)
    listener.close()
    assert "certificate" in problem.message


# --- documents from links ---


@pytest.mark.scorecard("SR-07")
def test_a_document_from_a_link_refers_to_its_own_origin_only(
    server: Server, rules: DownloadRules
) -> None:
    other = Server("127.0.0.1")
    server.replies["/pet.yaml"] = 200, {}, b"type: object\n"
    api, _ = load_api_source(server.link(), rules)
    assert api is not None
    assert api.name == "api"
    assert api.load_tree() == {"openapi": "3.1.0", "paths": {}}
    assert api.load_file(server.link("/pet.yaml")) == {"type": "object"}
    assert api.files.find_data(server.link("/pet.yaml")) == b"type: object\n"
    for elsewhere in (
        other.link(),
        server.link(host="localhost"),
        server.link().replace("http:", "https:"),
        "pet.yaml",
        "/etc/passwd",
        "file:///etc/passwd",
        "http://169.254.169.254/latest/meta-data/",
    ):
        assert isinstance(api.load_file(elsewhere), NotLoaded), elsewhere
    other.stop()
    assert other.requests == []
    assert [path for path, _ in server.requests] == ["/api.json", "/pet.yaml"]


def test_a_file_that_the_server_lacks_is_asked_for_once(
    server: Server, rules: DownloadRules
) -> None:
    api, _ = load_api_source(server.link(), rules)
    assert api is not None
    api.load_tree()
    for _ in range(3):
        found = api.load_file(server.link("/nothing.yaml"))
        assert isinstance(found, NotLoaded)
        assert "answered 404" in found.reason
    assert len(server.requests) == 2
    assert api.files.problems == []


@pytest.mark.scorecard("SR-07")
def test_a_document_from_a_link_may_refer_to_fifty_others(
    server: Server, rules: DownloadRules
) -> None:
    api, _ = load_api_source(server.link(), rules)
    assert api is not None
    api.load_tree()
    results = []
    for n in range(MAX_LINKED_DOCUMENTS + 5):
        server.replies[f"/{n}.json"] = 200, {}, b"{}"
        results.append(api.load_file(server.link(f"/{n}.json")))
    assert [isinstance(result, dict) for result in results] == [True] * 50 + [False] * 5
    assert len(server.requests) == 51


def test_documents_from_one_link_share_one_limit(server: Server, rules: DownloadRules) -> None:
    api, _ = load_api_source(server.link(), rules)
    assert api is not None
    api.load_tree()
    big = b'{"x": "' + b"x" * (8 * 2**20) + b'"}'
    results = []
    for n in range(4):
        server.replies[f"/{n}.json"] = 200, {}, big
        results.append(isinstance(api.load_file(server.link(f"/{n}.json")), dict))
    assert results == [True, True, False, False]


def test_a_link_that_fails_is_told_where_it_is_named(rules: DownloadRules) -> None:
    files = ApiFiles(lambda _source: None, "", rules)
    assert files.load_document("http://127.0.0.1:1/a.json", PLACE, must=True) is None
    (problem,) = files.problems
    assert (problem.code, problem.location) == (Code.API_LINK_FAILED, PLACE)


def test_mistakes_in_a_document_from_a_link_are_told_in_it(
    server: Server, rules: DownloadRules
) -> None:
    server.replies["/api.json"] = 200, {}, b'{"openapi": "3.0.0",\n "paths": }'
    api, _ = load_api_source(server.link(), rules)
    assert api is not None
    assert api.load_tree() is None
    (problem,) = api.files.problems
    assert problem.location == Location(server.link(), 2, 11)

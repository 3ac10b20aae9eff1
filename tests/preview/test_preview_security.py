"""The preview gives nothing to other sites, and nothing that is not part of the site."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.served.locations import Redirect, build_location
from octavo.preview.for_authors.live_reload import CHANNEL, load_dev_files
from octavo.preview.guard import Guard, build_guard
from octavo.server.web.static_site import find_output
from tests.patience import HANGS_AFTER
from tests.previews import RunningPreview, running_preview

SECRET = "the-secret-of-the-project"
PROJECT: dict[str, Any] = {
    "site.json": {
        "name": "Test",
        "description-of-nothing": SECRET,
        "navigation": [{"group": "A", "pages": ["index", "guides/one"]}],
        "redirects": [
            {"source": "/to/:path*", "destination": "/:path*"},
            {"source": "/one/:name", "destination": "/two-:name"},
            {"source": "/out/:path*", "destination": "https://example.com/:path*"},
            {"source": "/many/:left*/v1/:right*", "destination": "/all/:left*/:right*"},
            {"source": "/glued*", "destination": "https://example.com/*"},
            {"source": "/query/:q", "destination": "https://example.com/?q=:q"},
            {"source": "/host/:host", "destination": "https://:host.example.com/"},
        ],
    },
    "index.mdx": "Home.\n",
    "guides/one.mdx": f"One.\n\n{{/* {SECRET} */}}\n",
    "snippets/part.mdx": f"{SECRET}\n",
    "component.jsx": f"// {SECRET}\n",
    ".env": f"KEY={SECRET}\n",
    ".git/config": f"[x]\n{SECRET}\n",
    "private.pem": f"{SECRET}\n",
    "node_modules/package/index.js": f"// {SECRET}\n",
    "README.md": f"{SECRET}\n",
    "images/dot.svg": "<svg xmlns='http://www.w3.org/2000/svg'></svg>",
    "style.css": "p {}",
}

# What others' preview servers were fooled with, and more of the kind. All but the listed are 404s.
TARGETS = """
/.env /.env?raw /.env?raw?? /.env?import&raw?? /.env?inline&import /.env?.svg?.wasm?init
/.env?.svg /@fs/etc/passwd /@fs/etc/passwd?raw /@fs/{root}/.env /@fs/{root}/.env?raw?? /@id/.env
/@vite/client /.env/. /.env/ /./.env /.%2eenv /%2eenv /%2e/.env /.env%00 /.env%20 /.env.
/.env::$DATA /.ENV /.env;a /../.env /../../etc/passwd /..%2f..%2fetc/passwd
/%2e%2e/%2e%2e/etc/passwd /%2e%2e%2fetc%2fpasswd /..%5c..%5cetc%5cpasswd /..\\..\\etc\\passwd
/images/..%2f.env /images/../.env /images\\dot.svg /images/dot.svg\\ /images/dot.svg/
/images/dot.svg%00 /images/dot.svg%20 /images/dot.svg. /IMAGES/DOT.SVG /images/%2e%2e/site.json
/site.json /site.json?raw /SITE.JSON /mint.json /%73ite.json /guides/one.mdx /guides/one.MD
/guides/one.mdx?raw /guides/one%2emdx /snippets/part.mdx /snippets/part /component.jsx
/private.pem /node_modules/package/index.js /README.md /.git/config /.git/ /.octavo-output
//.env //etc/passwd ///etc/passwd //guides/one/ /%2fetc/passwd /%2f%2fetc%2fpasswd
/\\etc\\passwd /etc/passwd {root}/.env /_octavo/dev/../../.env /_octavo/dev/..%2f..%2f.env
/_octavo/dev/%2e%2e/reload.js /_octavo/dev/ /_octavo/dev /_octavo/dev/reload.js.map
/_octavo/../.env /_octavo/dev/./reload.js /_octavo/000000000000/site.css /_octavo/ /_octavo
/%5f%5fproto__ /__proto__ /constructor /guides/one/#/../.env /#/../.env
/guides/%c0%ae%c0%ae/.env /%ff%fe /guides/one/%0d%0aX:%20y
""".split()


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("preview") / "project"
    for source, content in PROJECT.items():
        path = folder / source
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content))
    (folder / "images/out.svg").symlink_to("/etc/passwd")
    return folder


@pytest.fixture(scope="module")
def preview(root: Path) -> Iterator[RunningPreview]:
    with running_preview(root) as running:
        yield running


def ask(preview: RunningPreview, request: str, **headers: str) -> bytes:
    """Sends a request line as it is, and returns everything that comes back."""
    head = {"Host": f"127.0.0.1:{preview.port}", **headers, "Connection": "close"}
    lines = [request, *(f"{name.replace('_', '-')}: {value}" for name, value in head.items())]
    with socket.create_connection(("127.0.0.1", preview.port), timeout=HANGS_AFTER) as connection:
        connection.sendall("\r\n".join([*lines, "", ""]).encode("latin-1"))
        received = b""
        while piece := connection.recv(65536):
            received += piece
            if b"text/event-stream" in received:
                break
    return received


def status_of(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


@pytest.mark.scorecard("SR-21")
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("form", ["{}", "http://127.0.0.1{}"])
def test_only_what_the_site_holds_is_read(
    preview: RunningPreview, root: Path, target: str, form: str
) -> None:
    answer = ask(preview, f"GET {form.format(target.format(root=root))} HTTP/1.1")
    assert SECRET.encode() not in answer
    assert b"root:" not in answer
    assert status_of(answer) in (400, 404) or leads_into_the_site(answer)


def test_the_twin_of_a_page_holds_no_comments(preview: RunningPreview) -> None:
    answer = ask(preview, "GET /guides/one.md HTTP/1.1")
    assert status_of(answer) == 200
    assert b"One." in answer
    assert SECRET.encode() not in answer


def leads_into_the_site(answer: bytes) -> bool:
    """Tells whether an answer is a page or file of the site, or leads to one."""
    head = answer.partition(b"\r\n\r\n")[0].lower()
    is_page = b"http/1.1 200" in head and b"/_octavo/dev/reload.js" in answer
    return is_page or b"\r\nlocation: /guides/one/" in head


def routes(preview: RunningPreview) -> list[str]:
    """Returns one path of every kind that the preview answers."""
    site = preview.preview.app.state.site
    assert site is not None
    paths = [
        CHANNEL,
        f"{CHANNEL}?token={preview.token}",
        *(f"/{output}" for output in load_dev_files()),
        *(f"/{output}" for output in site.list_shared_outputs()),
        *(f"/{source}" for source in site.site.files),
        *(f"{url}/" for url in site.site.pages),
        "/_octavo/search.json",
        "/guides/",
        "/to/guides/one",
        "/nowhere/",
    ]
    assert len(paths) > 20
    return paths


FOREIGN: dict[str, dict[str, str]] = {
    "another name": {"Host": "evil.example"},
    "another name with our port": {"Host": "evil.example:{port}"},
    "a name that begins like ours": {"Host": "localhost.evil.example:{port}"},
    "a name that ends like ours": {"Host": "evil-localhost:{port}"},
    "user information": {"Host": "localhost@evil.example"},
    "another address": {"Host": "192.168.1.1:{port}"},
    "another spelling of an address": {"Host": "2130706433:{port}"},
    "no name": {"Host": ""},
    "another origin": {"Origin": "http://evil.example"},
    "no origin": {"Origin": "null"},
    "another port": {"Origin": "http://127.0.0.1:1"},
    "another scheme": {"Origin": "https://127.0.0.1:{port}"},
    "two origins": {"Origin": "http://127.0.0.1:{port} http://evil.example"},
    "a fetch of another site": {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "cors"},
    "a script tag of another site": {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "no-cors"},
    "a program on another port": {"Sec_Fetch_Site": "same-site", "Sec_Fetch_Mode": "cors"},
    "another site that does not say how": {"Sec_Fetch_Site": "cross-site"},
    "a socket of another site": {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "websocket"},
}


@pytest.mark.scorecard("SR-05", "SR-21")
@pytest.mark.parametrize("headers", FOREIGN.values(), ids=FOREIGN.keys())
def test_every_route_refuses_other_sites(preview: RunningPreview, headers: dict[str, str]) -> None:
    filled = {name: value.format(port=preview.port) for name, value in headers.items()}
    paths = routes(preview)
    assert CHANNEL in paths
    for path in paths:
        answer = ask(preview, f"GET {path} HTTP/1.1", **filled)
        assert status_of(answer) in (400, 403), path
        assert b"access-control-" not in answer.lower()


@pytest.mark.scorecard("SR-06", "SR-21")
def test_no_answer_has_a_cors_header_and_all_are_for_our_own_pages(
    preview: RunningPreview,
) -> None:
    paths = routes(preview)
    assert CHANNEL in paths
    for path in paths:
        for method in ("GET", "HEAD", "OPTIONS", "POST"):
            if path.startswith(CHANNEL) and method != "GET":
                continue
            head = ask(preview, f"{method} {path} HTTP/1.1").partition(b"\r\n\r\n")[0].lower()
            assert b"access-control-" not in head
            assert b"x-content-type-options: nosniff" in head
            assert b"\r\nserver:" not in head


@pytest.mark.scorecard("SR-21")
@pytest.mark.parametrize(
    "query", ["", "?token=", "?token=wrong", "?token={token}x", "?TOKEN={token}", "?token=%00"]
)
def test_the_channel_wants_the_token_of_this_run(preview: RunningPreview, query: str) -> None:
    answer = ask(preview, f"GET {CHANNEL}{query.format(token=preview.token)} HTTP/1.1")
    assert status_of(answer) == 403
    assert b"problems" not in answer


@pytest.mark.scorecard("SR-21")
def test_the_channel_answers_our_own_pages(preview: RunningPreview) -> None:
    origin = f"http://127.0.0.1:{preview.port}"
    path = f"{CHANNEL}?token={preview.token}"
    own = {"Sec_Fetch_Site": "same-origin", "Sec_Fetch_Mode": "cors", "Origin": origin}
    assert status_of(ask(preview, f"GET {path} HTTP/1.1", **own)) == 200


def test_a_link_on_another_site_leads_here(preview: RunningPreview) -> None:
    visit = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate"}
    assert status_of(ask(preview, "GET /guides/one/ HTTP/1.1", **visit)) == 200


def test_each_run_has_another_token() -> None:
    assert build_guard("localhost", ["127.0.0.1"]).token != build_guard("localhost", []).token
    assert len(Guard(frozenset()).token) >= 24


def test_two_hosts_are_none(preview: RunningPreview) -> None:
    answer = ask(preview, "GET / HTTP/1.1\r\nHost: evil.example")
    assert status_of(answer) in (400, 403)


def scope(host: str) -> dict[str, Any]:
    return {"headers": [(b"host", host.encode())]}


@pytest.mark.parametrize(
    ("listening", "host", "is_answered"),
    [
        (("localhost", "127.0.0.1"), "localhost:3000", True),
        (("localhost", "127.0.0.1"), "LOCALHOST", True),
        (("localhost", "::1"), "[::1]:3000", True),
        (("localhost", "127.0.0.1"), "docs.local:3000", False),
        (("docs.local", "192.168.1.5"), "docs.local:3000", True),
        (("docs.local", "192.168.1.5"), "192.168.1.5:3000", True),
        (("docs.local", "192.168.1.5"), "192.168.1.6:3000", False),
        (("0.0.0.0", "0.0.0.0"), "192.168.1.5:3000", True),
        (("0.0.0.0", "0.0.0.0"), "evil.example", False),
        (("::", "::"), "[fe80::1]:3000", True),
        (("localhost", "127.0.0.1"), "localhost:3000:4", False),
        (("localhost", "127.0.0.1"), "localhost:port", False),
        (("localhost", "127.0.0.1"), "[::1", False),
    ],
)
def test_the_names_under_which_a_preview_is_reached(
    listening: tuple[str, str], host: str, is_answered: bool
) -> None:
    guard = build_guard(listening[0], [listening[1]])
    assert (guard.refuse(scope(host)) is None) == is_answered


@pytest.mark.parametrize("hosts", [[], ["localhost"] * 2, ["localhost", "evil.example"]])
def test_a_request_names_one_host(hosts: list[str]) -> None:
    guard = build_guard("localhost", ["127.0.0.1"])
    assert guard.refuse({"headers": [(b"host", host.encode()) for host in hosts]}) is not None


@pytest.mark.parametrize(
    ("path", "location"),
    [
        ("/to/guides/one", "/guides/one/"),
        ("/to//evil.example", "/evil.example"),
        ("/to//evil.example/%2e%2e", "/"),
        ("/to/%5cevil.example", "/%5Cevil.example"),
        ("/to/%2f%2fevil.example", "/evil.example"),
        ("/to/https://evil.example", "/https:/evil.example"),
        ("/to/%252f%252fevil.example", "/%252f%252fevil.example"),
        ("/to/%255cevil.example", "/%255cevil.example"),
        ("/to/guides%3fnext=//evil.example", "/guides%3Fnext=/evil.example"),
        ("/one/%5c%5cevil.example", "/two-%5C%5Cevil.example"),
        ("/many/a/v1/b/v1/c", "/all/a/v1/b/c"),
        ("/out//evil.example", "https://example.com//evil.example"),
        ("/out/%23/../%3fx", "https://example.com/%23/../%3Fx"),
        ("/glued.evil.example", "https://example.com/.evil.example"),
        ("/query/x&admin=1", "https://example.com/?q=x%26admin%3D1"),
        ("/out/a%20b?x=y%0d%0aX:%20y", "https://example.com/a%20b?x=y%0d%0aX:%20y"),
        ("/out/@evil.example", "https://example.com/@evil.example"),
    ],
)
def test_redirects_lead_where_the_settings_say(
    preview: RunningPreview, path: str, location: str
) -> None:
    for host in (f"127.0.0.1:{preview.port}", "localhost"):
        answer = ask(
            preview, f"GET {path} HTTP/1.1", Host=host, X_Forwarded_Host="evil.example"
        ).decode("latin-1")
        assert status_of(answer.encode()) == 308
        assert f"\r\nlocation: {location}\r\n" in answer


@pytest.mark.parametrize("path", ["/host/evil.example", "/host/evil.example%2f"])
def test_no_redirect_leads_to_a_host_of_the_visitors(preview: RunningPreview, path: str) -> None:
    assert status_of(ask(preview, f"GET {path} HTTP/1.1")) == 404


@pytest.mark.parametrize(
    ("target", "status"),
    [
        ("/many/" + "v1/" * 4000, 414),
        ("/" + "a" * 8191, 404),
        ("/" + "a" * 8192, 414),
        ("/?" + "a" * 8190, 200),
        ("/?" + "a" * 8192, 414),
        ("/one/a%0d%0aSet-Cookie:%20x", 400),
        ("/to/%00", 400),
        ("/%7f", 400),
        ("/%c2%85", 400),
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_addresses_that_nobody_writes_are_refused_first(
    preview: RunningPreview, method: str, target: str, status: int
) -> None:
    expected = 405 if method == "POST" and status in (200, 404) else status
    assert status_of(ask(preview, f"{method} {target} HTTP/1.1")) == expected


@pytest.mark.parametrize(
    "location", ["//evil.example", "/\\evil.example", "\\\\evil", "javascript:x"]
)
def test_a_location_without_a_scheme_stays_on_the_site(location: str) -> None:
    found = build_location(Redirect(location, permanent=True), b"")
    assert found.startswith("/")
    assert not found.startswith(("//", "/\\"))


@pytest.mark.parametrize("path", ["", "x", "*", "http://evil.example/", "\\x"])
def test_what_does_not_begin_with_a_slash_is_no_path(path: str) -> None:
    assert find_output(path) is None


def test_answers_do_not_depend_on_what_is_not_part_of_the_path(preview: RunningPreview) -> None:
    def answer(query: str, **headers: str) -> bytes:
        received = ask(preview, f"GET /guides/one/{query} HTTP/1.1", **headers)
        return received.partition(b"\r\n")[2].partition(b"\r\n")[2]

    plain = answer("")
    for headers in (
        {"X_Forwarded_Host": "evil.example"},
        {"X_Forwarded_Proto": "https"},
        {"X_Original_URL": "/.env"},
        {"Accept_Language": "de"},
        {"Cookie": "a=b"},
        {"Host": "localhost"},
    ):
        assert answer("", **headers) == plain
    assert answer("?x=1&raw") == plain

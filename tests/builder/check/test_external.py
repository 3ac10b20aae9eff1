"""Links to other sites: the requests, their rate, and the problems for their answers."""

from __future__ import annotations

import http.server
import time
from collections.abc import Iterator
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.check.external import ExternalOptions
from octavo.builder.check.folder_check import check_folder
from octavo.builder.folder_build import BuildOptions
from octavo.problems import Code, sort_problems
from octavo.project.web.download import DownloadRules
from octavo.values import replace
from tests.background_server import running_server
from tests.project_folder import write_files

CODES = {Code.EXTERNAL_LINK_BROKEN, Code.EXTERNAL_LINK_MOVED, Code.EXTERNAL_LINK_NOT_ASKED}


class Web(http.server.ThreadingHTTPServer):
    """Stands for all servers of the web."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Page)
        self.asked: list[str] = []
        self.busy = 0
        self.most_busy = 0

    @property
    def port(self) -> int:
        return int(self.server_address[1])


class Page(http.server.BaseHTTPRequestHandler):
    """Answers with the status that the path names."""

    server: Web

    def do_HEAD(self) -> None:
        self.server.busy += 1
        self.server.most_busy = max(self.server.most_busy, self.server.busy)
        self.server.asked.append(f"{self.command} {self.path}")
        time.sleep(0.02)
        status = int(self.path[1:4])
        if self.path.endswith("only-get") and self.command == "HEAD":
            status = 405
        self.send_response(status)
        if 300 <= status < 400:
            self.send_header("Location", "/200/new")
        self.send_header("Content-Length", "0")
        self.server.busy -= 1  # before the answer is there, and the next question with it
        self.end_headers()

    def do_GET(self) -> None:
        self.do_HEAD()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def web() -> Iterator[Web]:
    server = Web()
    with running_server(server):
        yield server


def resolve(host: str, _port: int) -> list[str]:
    if host.startswith("lost."):
        raise OSError("no such host")
    return ["10.1.2.3"] if host.startswith("inner.") else ["127.0.0.1"]


RULES = DownloadRules(allow_nets=(ip_network("127.0.0.0/8"),), resolve=resolve)


def tell(root: Path, cache: Path | None = None, *ignored: str) -> list[str]:
    external = ExternalOptions(ignored, 0, RULES)
    options = BuildOptions(cache_folder=str(cache) if cache else None)
    problems = sort_problems(check_folder(str(root), options, external).problems)
    found = [each for each in problems if each.code in CODES]
    return [f"{each.location} {each.code}: {each.message} {each.hint}" for each in found]


def write(tmp_path: Path, text: str, **settings: Any) -> Path:
    site = {"name": "T", "navigation": [{"group": "A", "pages": ["a"]}], **settings}
    return write_files(tmp_path / "project", {"site.json": site, "a.mdx": text})


def test_links_are_told_by_what_servers_say(web: Web, tmp_path: Path) -> None:
    at = f"http://docs.site.dev:{web.port}"
    names = ["200", "200/only-get", "301", "302", "403", "404", "410", "429", "500"]
    text = "\n\n".join(f"[x]({at}/{name})" for name in names)
    told = tell(write(tmp_path, text))
    assert [(line.split()[0], line.split()[1]) for line in told] == [
        ("a.mdx:5:1", "external-link-moved:"),
        ("a.mdx:9:1", "external-link-not-asked:"),
        ("a.mdx:11:1", "external-link-broken:"),
        ("a.mdx:13:1", "external-link-broken:"),
        ("a.mdx:15:1", "external-link-not-asked:"),
        ("a.mdx:17:1", "external-link-not-asked:"),
    ]
    assert f"Write {at}/200/new" in told[0]
    assert "the server answers 404" in told[2]
    assert "GET /200/only-get" in web.asked
    assert "GET /200" not in web.asked


def test_a_link_is_asked_once_and_told_wherever_it_stands(web: Web, tmp_path: Path) -> None:
    at = f"http://docs.site.dev:{web.port}/404"
    text = f'[x]({at}#one) <Card href="{at}">y</Card>\n\n![z]({at}#two)\n'
    told = tell(write(tmp_path, text, topbarLinks=[{"name": "B", "url": at}]))
    assert [line.split()[0].split(":")[0] for line in told] == ["a.mdx"] * 3 + ["site.json"]
    assert web.asked == ["HEAD /404", "GET /404"]


def test_answers_count_for_a_day(web: Web, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at = f"http://docs.site.dev:{web.port}"
    root = write(tmp_path, f"[x]({at}/404) [y]({at}/200) [z]({at}/500)")
    first = tell(root, tmp_path / "cache")
    count = len(web.asked)
    assert tell(root, tmp_path / "cache") == first
    assert web.asked[count:] == ["HEAD /500", "GET /500"], "what could not be asked is asked again"
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 25 * 60 * 60)
    assert tell(root, tmp_path / "cache") == first
    assert len(web.asked) == 2 * count + 2


def test_one_host_is_asked_for_one_link_at_a_time(web: Web, tmp_path: Path) -> None:
    text = " ".join(f"[x](http://docs.site.dev:{web.port}/200/{each})" for each in range(8))
    assert tell(write(tmp_path, text)) == []
    assert len(web.asked) == 8
    assert web.most_busy == 1


def test_what_needs_no_answer_is_not_asked(web: Web, tmp_path: Path) -> None:
    port = web.port
    addresses = [
        f"http://localhost:{port}/404",
        f"http://127.0.0.1:{port}/404",
        f"http://api.example.com:{port}/404",
        f"http://shop.test:{port}/404",
        f"http://intranet:{port}/404",
        f"http://docs.site.dev:{port}/404/{{id}}",
        f"http://left.site.dev:{port}/404/x",
        "mailto:a@b.dev",
    ]
    text = "\n".join(f'<a href="{address}">x</a>' for address in addresses)
    pattern = f"http://left.site.dev:{port}/*"
    assert tell(write(tmp_path, text), None, pattern) == []
    assert tell(write(tmp_path, text, check={"ignoreLinks": [pattern]})) == []
    assert web.asked == []


def test_private_addresses_are_never_called(web: Web, tmp_path: Path) -> None:
    (told,) = tell(write(tmp_path, f"[x](http://inner.site.dev:{web.port}/200)"))
    assert "external-link-not-asked" in told
    assert "part of a private network" in told
    assert web.asked == []


def test_a_host_that_is_gone_is_told_apart_from_no_network(web: Web, tmp_path: Path) -> None:
    lost = "[x](https://lost.site.dev/)"
    (told,) = tell(write(tmp_path / "offline", lost))
    assert "external-link-not-asked" in told
    online = f"{lost} [y](http://docs.site.dev:{web.port}/200)"
    (told,) = tell(write(tmp_path / "online", online))
    assert "external-link-broken" in told
    assert "there is no such host" in told


def test_without_the_option_nothing_is_asked(web: Web, tmp_path: Path) -> None:
    root = write(tmp_path, f"[x](http://docs.site.dev:{web.port}/404)")
    assert not {each.code for each in check_folder(str(root)).problems} & CODES
    assert web.asked == []
    assert replace(ExternalOptions(), pause=0).rules.allow_nets == ()

"""Answers that are kept ready are the same as those that the application gives."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from octavo.builder.folder_build import BuildOptions, build_folder
from tests.patience import HANGS_AFTER
from tests.served_sites import ServedSite, serving


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("quick")
    pages = ["index", "guide", "other"]
    (root / "project").mkdir()
    settings = {"name": "Test", "navigation": [{"group": "A", "pages": pages}]}
    (root / "project/site.json").write_text(json.dumps(settings))
    for page in pages:
        (root / f"project/{page}.mdx").write_text(f"{page}.\n\n" + "Words and words. " * 200)
    (root / "project/dot.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"></svg>')
    (root / "project/large.bin").write_bytes(bytes(3 << 20))
    for compress in (True, False):
        output = root / ("dist" if compress else "plain")
        options = BuildOptions("/docs", compress=compress)
        assert build_folder(str(root / "project"), str(output), options).output
    return root / "dist"


@pytest.fixture(scope="module")
def plain(dist: Path) -> Iterator[ServedSite]:
    """The same site, built without compressed files."""
    with serving(dist.parent / "plain") as served:
        yield served


@pytest.fixture(scope="module")
def site(dist: Path) -> Iterator[ServedSite]:
    with serving(dist) as served:
        yield served


@pytest.mark.parametrize("build", ["site", "plain"])
@pytest.mark.parametrize("accepted", ["", "gzip", "gzip, br", "br;q=0"])
def test_a_ready_answer_is_the_one_of_the_application(
    build: str, dist: Path, accepted: str, request: pytest.FixtureRequest
) -> None:
    site: ServedSite = request.getfixturevalue(build)
    outputs = [path.relative_to(dist).as_posix() for path in dist.rglob("*") if path.is_file()]
    paths = [f"/docs/{output.removesuffix('index.html')}" for output in outputs]
    for path in [*paths, "/docs/nothing", "/healthz", "/", "/docs", "/docs/guide"]:
        # An address with a query is never answered from what is ready.
        ready = site.get(path, Accept_Encoding=accepted)
        usual = site.get(f"{path}?", Accept_Encoding=accepted)
        assert (path, ready.status, ready.body) == (path, usual.status, usual.body)
        assert _without_date(ready.headers) == _without_date(usual.headers)


def _without_date(headers: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in headers.items() if name != "date"}


def test_both_kinds_of_answers_are_logged_and_counted_alike(dist: Path) -> None:
    with serving(dist) as site:
        for path in ("/docs/guide/", "/docs/guide/?a=b"):
            site.get(path)
        lines = site.wait_for_log(2)
        for line in lines:
            del line["time"], line["ms"]
        assert lines[0] == lines[1]
        assert lines[0]["path"] == "/docs/guide/"


def test_requests_in_a_row_are_answered_in_their_order(site: ServedSite) -> None:
    paths = ["/docs/guide/", "/docs/other/?a", "/docs/nothing", "/docs/", "/docs/large.bin"] * 3
    requests = "".join(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n" for path in paths)
    last = "GET /docs/guide/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    with socket.create_connection(("127.0.0.1", site.port), timeout=HANGS_AFTER) as connection:
        connection.sendall((requests + last).encode())
        received = b""
        while piece := connection.recv(1 << 20):
            received += piece
    lengths = [len(site.get(path).body) for path in [*paths, "/docs/guide/"]]
    for length in lengths:
        head, _, received = received.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 ")
        assert f"content-length: {length}".encode() in head.lower()
        received = received[length:]
    assert b"connection: close" in head.lower()
    assert received == b""


def test_a_reader_who_does_not_read_costs_little(site: ServedSite) -> None:
    """What is not taken is not written: requests in a row then wait for one another."""
    request = b"GET /docs/guide/ HTTP/1.1\r\nHost: localhost\r\n\r\n"
    memory = Path(f"/proc/{site.process.pid}/status")
    if not memory.exists():
        pytest.skip("this system does not tell the memory of a process")
    with socket.create_connection(("127.0.0.1", site.port), timeout=HANGS_AFTER) as connection:
        connection.settimeout(0.5)
        try:
            for _ in range(20_000):
                connection.sendall(request)
        except TimeoutError:
            pass  # no client takes them any more
        resident = next(line for line in memory.read_text().splitlines() if "VmRSS" in line)
        assert int(resident.split()[1]) < 300_000
        assert site.get("/docs/").status == 200

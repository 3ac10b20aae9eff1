"""What a served site answers: files, redirects, forms, and what is not there."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import brotli
import pytest

from octavo.builder.folder_build import BuildOptions, build_folder
from octavo.builder.publish.site_folder import Digest
from octavo.builder.served.manifest import MANIFEST
from octavo.project.walk import OUTPUT_MARK
from tests.served_sites import ServedSite, serving

LONG = "A long paragraph, of which a page has many. " * 100
PROJECT: dict[str, Any] = {
    "site.json": {
        "name": "Test",
        "navigation": [{"group": "A", "pages": ["index", "guides/start", "guides/next", "größe"]}],
        "redirects": [
            {"source": "/old", "destination": "/guides/start"},
            {"source": "/moved", "destination": "/guides/start#part", "permanent": False},
            {"source": "/away", "destination": "https://example.com/there?a=b"},
            {"source": "/blog/:slug*", "destination": "/guides/:slug*"},
            {"source": "/v:major/docs", "destination": "/guides/next?v=:major"},
            {"source": "/ext/*", "destination": "https://example.com/*"},
            {"source": "/own", "destination": "/guides/start"},
        ],
    },
    "index.mdx": f"Home.\n\n{LONG}",
    "guides/start.mdx": f"Start.\n\n{LONG}",
    "guides/next.mdx": "Next.\n",
    "größe.mdx": "Size.\n",
    "own/index.html": "<p>The author's own page.</p>",
    "images/dot.svg": '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    "data.json": json.dumps({"numbers": list(range(2000))}),
    "data.json.gz": b"the author's own archive",
    "film.mp4": bytes(range(256)) * 8192,
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedSite]:
    with serving(build(tmp_path_factory.mktemp("served"), "")) as served:
        yield served


@pytest.fixture(scope="module")
def site_below(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedSite]:
    """The same site, built for `/docs`."""
    with serving(build(tmp_path_factory.mktemp("served"), "/docs")) as served:
        yield served


def build(folder: Path, base_path: str) -> Path:
    for source, content in PROJECT.items():
        path = folder / "project" / source
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content if isinstance(content, str) else json.dumps(content))
    options = BuildOptions(base_path, compress=True)
    report = build_folder(str(folder / "project"), str(folder / "dist"), options)
    assert report.output, report.problems
    return folder / "dist"


# --- files ---


@pytest.mark.parametrize(
    ("path", "content_type", "text"),
    [
        ("/", "text/html; charset=utf-8", b"Home."),
        ("/index.html", "text/html; charset=utf-8", b"Home."),
        ("/guides/start/", "text/html; charset=utf-8", b"Start."),
        ("/gr%C3%B6%C3%9Fe/", "text/html; charset=utf-8", b"Size."),
        ("/own/", "text/html; charset=utf-8", b"The author's own page."),
        ("/images/dot.svg", "image/svg+xml", b"<svg"),
        ("/data.json", "application/json; charset=utf-8", b'{"numbers"'),
        ("/data.json.gz", "application/octet-stream", b"the author's own archive"),
        ("/film.mp4", "video/mp4", b"\x00\x01\x02"),
        ("/?anything=else", "text/html; charset=utf-8", b"Home."),
    ],
)
def test_files_are_served_with_their_types(
    site: ServedSite, path: str, content_type: str, text: bytes
) -> None:
    answer = site.get(path)
    assert (answer.status, answer.headers["content-type"]) == (200, content_type)
    assert text in answer.body
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize("path", ["/", "/images/dot.svg", "/film.mp4"])
def test_a_reader_who_has_a_file_does_not_get_it_again(site: ServedSite, path: str) -> None:
    etag = site.get(path).headers["etag"]
    assert not etag.startswith("W/")
    for known in (etag, f'"other", {etag}', "*", f"W/{etag}"):
        answer = site.get(path, If_None_Match=known)
        assert (answer.status, answer.body) == (304, b"")
        assert answer.headers["etag"] == etag
    assert site.get(path, If_None_Match='"other"').status == 200


@pytest.mark.parametrize("path", ["/index.html", "/film.mp4"])
def test_one_part_of_a_file_can_be_asked_for(site: ServedSite, path: str) -> None:
    whole = site.get(path)
    size = len(whole.body)
    for wanted, start, end in (
        ("0-9", 0, 9),
        ("5-", 5, size - 1),
        ("-7", size - 7, size - 1),
        (f"0-{size * 2}", 0, size - 1),
    ):
        answer = site.get(path, Range=f"bytes={wanted}")
        assert answer.status == 206
        assert answer.body == whole.body[start : end + 1]
        assert answer.headers["content-range"] == f"bytes {start}-{end}/{size}"
    assert site.get(path, Range=f"bytes={size}-").status == 416
    for other in ("bytes=0-1,4-5", "lines=1-2", "bytes=x", "bytes=-"):
        assert site.get(path, Range=other).status == 200
    assert site.get(path, Range="bytes=0-9", If_Range='"old"').status == 200
    assert site.get(path, Range="bytes=0-9", If_Range=whole.headers["etag"]).status == 206


def test_head_is_the_same_without_the_body(site: ServedSite) -> None:
    for path in ("/", "/film.mp4", "/nothing", "/old", "/data.json"):
        got, head = site.get(path), site.get(path, "HEAD")
        assert head.body == b""
        ignored = {"date"}
        assert {k: v for k, v in head.headers.items() if k not in ignored} == {
            k: v for k, v in got.headers.items() if k not in ignored
        }


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
def test_other_methods_are_not_allowed(site: ServedSite, method: str) -> None:
    answer = site.get("/", method)
    assert (answer.status, answer.headers["allow"]) == (405, "GET, HEAD")


def test_assets_with_a_hash_are_kept_for_ever_and_pages_are_asked_for_again(
    site: ServedSite,
) -> None:
    page = site.get("/").body.decode()
    asset = page.partition('rel="stylesheet" href="')[2].partition('"')[0]
    assert site.get(asset).headers["cache-control"].endswith("immutable")
    assert site.get("/").headers["cache-control"] == "no-cache"
    assert site.get("/data.json").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("*", "br"),
        ("gzip;q=0", None),
        ("identity", None),
        ("", None),
        ("zstd", None),
        ("GZIP ; Q=0.5", "gzip"),
    ],
)
def test_text_is_sent_compressed_to_those_who_take_it(
    site: ServedSite, accepted: str, encoding: str | None
) -> None:
    plain = site.get("/", Accept_Encoding="identity")
    answer = site.get("/", Accept_Encoding=accepted)
    assert answer.headers.get("content-encoding") == encoding
    unpack: Any = {"br": brotli.decompress, "gzip": gzip.decompress, None: bytes}[encoding]
    assert unpack(answer.body) == plain.body
    assert answer.headers["vary"] == "Accept, Accept-Encoding"
    assert (answer.headers["etag"] == plain.headers["etag"]) is (encoding is None)
    assert answer.headers["content-type"] == plain.headers["content-type"]
    assert answer.headers["content-security-policy"] == plain.headers["content-security-policy"]


def test_what_the_author_compressed_is_not_taken_for_a_form_of_another_file(
    site: ServedSite,
) -> None:
    answer = site.get("/data.json", Accept_Encoding="gzip")
    assert answer.headers["content-encoding"] == "gzip"
    assert json.loads(gzip.decompress(answer.body))["numbers"][1] == 1


@pytest.mark.scorecard("SR-06", "SR-12")
def test_every_page_has_its_policy_and_files_of_the_author_run_nothing(site: ServedSite) -> None:
    policy = site.get("/").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'self'" in policy
    for own in ("/images/dot.svg", "/own/"):
        assert "sandbox" in site.get(own).headers["content-security-policy"]
    assert site.get("/nothing").headers["content-security-policy"] == policy


# --- redirects ---


@pytest.mark.parametrize(
    ("path", "status", "location"),
    [
        ("/guides/start", 308, "/guides/start/"),
        ("/gr%C3%B6%C3%9Fe", 308, "/gr%C3%B6%C3%9Fe/"),
        ("/guides/start?a=b", 308, "/guides/start/?a=b"),
        ("/old", 308, "/guides/start/"),
        ("/old/", 308, "/guides/start/"),
        ("/old?a=b", 308, "/guides/start/?a=b"),
        ("/moved", 307, "/guides/start/#part"),
        ("/away", 308, "https://example.com/there?a=b"),
        ("/blog/start", 308, "/guides/start/"),
        ("/blog/a/b", 308, "/guides/a/b"),
        ("/v2/docs", 308, "/guides/next/?v=2"),
        ("/ext/a/b", 308, "https://example.com/a/b"),
        ("/guides", 307, "/guides/start/"),
    ],
)
def test_redirects_have_their_real_status(
    site: ServedSite, path: str, status: int, location: str
) -> None:
    answer = site.get(path)
    assert (answer.status, answer.headers["location"]) == (status, location)


def test_a_file_of_the_author_wins_over_a_redirect(site: ServedSite) -> None:
    assert b"The author's own page." in site.get("/own/").body


# --- what is not there ---


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/nothing/",
        "/.octavo-output",
        f"/{MANIFEST}",
        "/_octavo/server/proxy.json",
        "/guides/../index.html",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/..%2fetc/passwd",
        "//etc/passwd",
        "/guides//start/",
        "/guides/start/.",
        "/index.html/",
        "/INDEX.HTML",
        "/index.html%00",
        "/index.html.",
        "/index.html%20",
        "/index.html::$DATA",
        "/index.html;a",
        "/guides%5Cstart/",
    ],
)
def test_what_is_not_in_the_site_is_not_found(site: ServedSite, path: str) -> None:
    answer = site.get(path)
    assert answer.status in (400, 404)
    assert b"root:" not in answer.body


def test_the_page_for_what_is_not_there_has_status_404(site: ServedSite) -> None:
    answer = site.get("/guides/strat")
    assert (answer.status, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert answer.headers["cache-control"] == "no-store"
    assert b"data-nearest" in answer.body or b"nearest" in answer.body


def test_an_address_that_is_too_long_is_refused(site: ServedSite) -> None:
    assert site.get("/" + "a" * 9000).status == 414


# --- below a path ---


@pytest.mark.parametrize(
    ("path", "status", "location"),
    [
        ("/docs/", 200, None),
        ("/docs", 308, "/docs/"),
        ("/docs/guides/start/", 200, None),
        ("/docs/guides/start", 308, "/docs/guides/start/"),
        ("/docs/old", 308, "/docs/guides/start/"),
        ("/docs/blog/start", 308, "/docs/guides/start/"),
        ("/docs/v1/docs", 308, "/docs/guides/next/?v=1"),
        ("/", 404, None),
        ("/guides/start/", 404, None),
        ("/docsy/", 404, None),
        ("/healthz", 200, None),
    ],
)
def test_a_site_stands_below_its_base_path(
    site_below: ServedSite, path: str, status: int, location: str | None
) -> None:
    answer = site_below.get(path)
    assert (answer.status, answer.headers.get("location")) == (status, location)


def add_output(dist: Path, output: str, data: bytes) -> None:
    """Add a file to a built site as a build does it."""
    (dist / output).write_bytes(data)
    mark = json.loads((dist / OUTPUT_MARK).read_text())
    mark["written"][output] = Digest(data).finish()
    (dist / OUTPUT_MARK).write_text(json.dumps(mark))

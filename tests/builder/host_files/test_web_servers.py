"""The files for web servers, in real ones: what they answer is what Octavo answers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from octavo.builder.folder_build import BuildOptions, build_folder
from octavo.builder.host_files import HOSTS
from tests.builder.host_files.following import follow
from tests.builder.host_files.redirect_project import HOSTILE, PROJECT, addresses
from tests.previews import running_preview
from tests.project_folder import write_files
from tests.served_sites import serving
from tests.web_servers import (
    WebServer,
    needs_caddy,
    needs_nginx,
    running_caddy,
    running_nginx,
)

Ends = dict[str, tuple[int, str, str]]
"""How the way from each address ends."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    options = BuildOptions(host_files=frozenset(HOSTS), compress=True)
    build_folder(str(write_files(folder / "project", PROJECT)), str(folder / "out"), options)
    return folder / "out"


@pytest.fixture(
    scope="module",
    params=[pytest.param("nginx", marks=needs_nginx), pytest.param("caddy", marks=needs_caddy)],
)
def server(
    request: pytest.FixtureRequest, site: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[WebServer]:
    folder = tmp_path_factory.mktemp("server")
    if request.param == "nginx":
        include = f"root {site}; include {site}.hosts/nginx.conf;"
        with running_nginx(folder, include) as running:
            yield running
    else:
        with running_caddy(folder, Path(f"{site}.hosts/Caddyfile"), site) as running:
            yield running


@pytest.fixture(scope="module")
def expected(site: Path) -> Ends:
    """What the production server answers, which is what the preview answers."""
    with serving(site, "--log", "off") as served:
        ends = {address: follow(served, address) for address in addresses()}
    with running_preview(site.parent / "project") as preview:
        assert {address: follow(preview, address) for address in ends} == ends
    return ends


def test_every_address_gets_the_answer_that_octavo_gives(server: WebServer, expected: Ends) -> None:
    asked = [each for each in expected if server.name == "nginx" or "%22" not in each]
    assert len(asked) > 500  # Caddy's language has no way to write a quotation mark
    wrong = [
        (address, answer, expected[address])
        for address in asked
        if (answer := follow(server, address)) != expected[address]
    ]
    assert not wrong, "\n".join(map(str, wrong[:60]))


@pytest.mark.parametrize("address", HOSTILE)
def test_no_address_leads_to_another_host_or_adds_a_header(server: WebServer, address: str) -> None:
    answer = server.get(address)
    location = answer.headers.get("location", "/")
    assert "set-cookie" not in answer.headers
    assert not location.startswith(("//", "/\\"))
    host = urlsplit(location).netloc
    assert host in {"", "news.example.com", "edit.example.com"}
    assert "&" not in location
    if "%0d" in address.lower() or "%C2%85" in address:
        assert answer.status == 400


def test_an_address_of_more_than_eight_kilobytes_is_refused(server: WebServer) -> None:
    assert server.get("/recipes/" + "a" * 9000).status == 414
    assert server.get("/recipes/" + "a" * 7000).status == 308


def test_an_address_cannot_be_made_to_take_long(server: WebServer) -> None:
    for address in ("/v1/" + "/edit" * 1500 + "x", "/users/" + ".html" * 1500 + "/", "/" * 8000):
        assert server.get(address).status in {200, 308, 404}


def test_pages_and_files_are_served_as_they_are(server: WebServer, site: Path) -> None:
    page = server.get("/guides/install/")
    assert (page.status, page.body) == (200, (site / "guides/install/index.html").read_bytes())
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "no-cache"
    assert page.headers["content-security-policy"] == "frame-ancestors 'self'"
    assert page.headers["x-content-type-options"] == "nosniff"
    assert page.headers["referrer-policy"] == "strict-origin-when-cross-origin"
    assert server.get("/guides/install/", If_None_Match=page.headers["etag"]).status == 304


@pytest.mark.parametrize(
    ("name", "content_type"),
    [
        ("data.yaml", "application/yaml; charset=utf-8"),
        ("program.wasm", "application/wasm"),
        ("picture.avif", "image/avif"),
        ("app.webmanifest", "application/manifest+json; charset=utf-8"),
        ("two%20words.txt", "text/plain; charset=utf-8"),
        ("old.csv", "text/csv; charset=utf-8"),
    ],
)
def test_files_have_the_type_that_octavo_gives_them(
    server: WebServer, name: str, content_type: str
) -> None:
    answer = server.get(f"/{name}")
    assert (answer.status, answer.headers["content-type"]) == (200, content_type)


def test_what_the_build_has_compressed_is_sent_so(server: WebServer, site: Path) -> None:
    compressed = next(site.glob("_octavo/????????????/**/*.css.gz"))
    address = f"/{compressed.relative_to(site).as_posix().removesuffix('.gz')}"
    answer = server.get(address, Accept_Encoding="gzip")
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["content-type"] == "text/css; charset=utf-8"
    assert answer.body == compressed.read_bytes()
    assert "content-encoding" not in server.get(address).headers


@pytest.mark.parametrize("name", ["images/drawing.svg", "widget.html"])
def test_files_of_the_author_run_nothing(server: WebServer, name: str) -> None:
    answer = server.get(f"/{name}")
    assert answer.status == 200
    assert "sandbox" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_twins_are_served_and_shown_to_no_search_engine(server: WebServer, site: Path) -> None:
    for name in ("index.md", "guides/install.md", "llms.txt", "llms-full.txt"):
        answer = server.get(f"/{name}")
        assert (answer.status, answer.body) == (200, (site / name).read_bytes())
        assert answer.headers["x-robots-tag"] == "noindex"
        assert answer.headers["cache-control"] == "no-cache"
        assert answer.headers["x-content-type-options"] == "nosniff"
    for address in ("/", "/guides/install/", "/data.yaml", "/nothing.md"):
        assert "x-robots-tag" not in server.get(address).headers
    assert server.get("/nothing.md").status == 404


def test_only_files_with_a_hash_are_kept_for_ever(server: WebServer, site: Path) -> None:
    script = next(site.glob("_octavo/????????????/**/*.js")).relative_to(site).as_posix()
    assert server.get(f"/{script}").headers["cache-control"].endswith("immutable")
    for other in ("/_octavo/search.json", "/images/drawing.svg", "/old.csv", "/"):
        assert server.get(other).headers["cache-control"] == "no-cache"


def test_what_is_not_there_gets_the_page_for_it(server: WebServer, site: Path) -> None:
    hidden = ("/.octavo-output", "/guides/.git/config", "/_octavo/server/site.json")
    for address in ("/nothing", "/nothing/", *hidden):
        answer = server.get(address)
        assert (answer.status, answer.body) == (404, (site / "404.html").read_bytes())
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["content-security-policy"] == "frame-ancestors 'self'"


@needs_nginx
def test_a_site_below_a_base_path_leaves_the_rest_of_the_server_alone(tmp_path: Path) -> None:
    options = BuildOptions(base_path="/docs", host_files=frozenset({"nginx"}))
    build_folder(
        str(write_files(tmp_path / "project", PROJECT)), str(tmp_path / "www/docs"), options
    )
    server = f"""
        root {tmp_path}/www;
        include {tmp_path}/www/docs.hosts/nginx.conf;
        location = /old {{ return 200 "mine"; }}
    """
    with running_nginx(tmp_path / "nginx", server) as running:
        assert running.get("/old").body == b"mine"
        assert running.get("/docs").location == "/docs/"
        assert running.get("/docs/").status == 200
        assert running.get("/docs/old?a=1").location == "/docs/guides/install/?a=1"
        assert running.get("/docs/guides/install").location == "/docs/guides/install/"
        assert running.get("/docs/recipes/a/b").location == "/docs/guides/a/b"
        assert running.get("/docs/any//evil.example").location == "/docs//evil.example"
        assert running.get("/docs/nothing").body == (tmp_path / "www/docs/404.html").read_bytes()
        assert running.get("/recipes/a").status == 404
        assert running.get("/docs.hosts/nginx.conf").status == 404

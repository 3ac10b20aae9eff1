"""`asgi_app`: a built site, or a project as it is now, inside an application."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import os
import re
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.applications import Starlette
from starlette.routing import Mount

from octavo import asgi_app
from octavo.preview import mounted
from octavo.server.proxy.request import CONTENT_TYPE, MARK, ROUTE
from tests.feedback_sites import list_votes
from tests.loaded_modules import modules_loaded_by
from tests.mounted_sites import (
    SECRET,
    UVICORN,
    Visitor,
    build_site,
    running,
    write_guide_files,
    write_project,
)
from tests.patience import wait_until
from tests.playground_api import serve_api
from tests.previews import Answer
from tests.project_folder import write_files
from tests.proxies import run_alone
from tests.site_search import list_pages


def call(
    app: Any, path: str, root_path: str = "", method: str = "GET", body: bytes = b"", **headers: str
) -> Answer:
    """Call an application like its server, in a separate event loop."""
    named = {"host": "docs.example"} | {key.replace("_", "-"): headers[key] for key in headers}
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": root_path,
        "headers": [(name.lower().encode(), text.encode()) for name, text in named.items()],
        "server": ("127.0.0.1", 80),
        "client": ("203.0.113.7", 1234),
    }
    sent: list[dict[str, Any]] = []
    waiting = iter([{"type": "http.request", "body": body}])

    async def receive() -> Any:
        message = next(waiting, None)
        if message is None:
            await asyncio.Event().wait()
        return message

    async def send(message: Any) -> None:
        sent.append(message)

    run_alone(app(scope, receive, send))
    found = {name.decode().lower(): text.decode() for name, text in sent[0]["headers"]}
    return Answer(sent[0]["status"], found, b"".join(each.get("body", b"") for each in sent[1:]))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return write_project(tmp_path / "project")


@pytest.fixture
def _always_looking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mounted, "LOOK_EVERY", 0.0)


def test_importing_the_package_loads_nothing_else() -> None:
    names = ("octavo.asgi", "octavo.builder", "octavo.problems", "asyncio")
    assert modules_loaded_by("import octavo", *names) == []
    # A built site is served without what renders pages.
    names = ("octavo.asgi", "octavo.preview", "octavo.render.site", "uvicorn")
    assert modules_loaded_by("from octavo import asgi_app", *names) == ["octavo.asgi"]


# --- a built site -------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/own.json", "/missing/", "/_octavo/server.json"])
@pytest.mark.parametrize("built_for", ["", "/docs/v2", "/doc"])
def test_a_site_below_another_path_says_how_to_build_it(
    project: Path, tmp_path: Path, built_for: str, path: str
) -> None:
    app = Starlette(
        routes=[Mount("/docs", asgi_app(build_site(project, tmp_path / "dist", built_for)))]
    )
    answer = call(app, f"/docs{path}")
    assert answer.status == 500
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert b"octavo build --base-path /docs\n" in answer.body
    build_site(project, tmp_path / "dist", "/docs")
    assert call(app, "/docs/").status == 200


def test_a_site_with_nothing_around_it_is_answered_below_its_own_path(
    project: Path, tmp_path: Path
) -> None:
    app = asgi_app(build_site(project, tmp_path / "dist", "/docs"))
    assert call(app, "/docs/").status == 200
    assert call(app, "/").status == 404


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_health_routes_are_for_the_application(project: Path, tmp_path: Path, path: str) -> None:
    assert call(asgi_app(build_site(project, tmp_path / "dist", "")), path).status == 404
    assert call(asgi_app(project), path).status == 404


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda site: (site / "index.html").write_text("other"), "`index.html` is not as it was"),
        (lambda site: (site / "own.json").unlink(), "`own.json` is missing"),
        (lambda site: (site / ".octavo-output").unlink(), "did not build"),
    ],
)
def test_a_damaged_site_is_told_when_the_application_is_made(
    project: Path, tmp_path: Path, damage: Any, words: str
) -> None:
    site = build_site(project, tmp_path / "dist")
    damage(site)
    with pytest.raises(ValueError, match=re.escape(words)) as caught:
        asgi_app(site)
    assert "hint:" in str(caught.value)


def test_folders_that_cannot_be_served_are_told(project: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="there is no such folder"):
        asgi_app(tmp_path / "nowhere")
    with pytest.raises(ValueError, match=r"mint\.json:1:2: error"):
        asgi_app(write_files(tmp_path / "other", {"mint.json": "{oops"}))
    with pytest.raises(ValueError, match=r"site\.json:1:2: error"):
        asgi_app(write_files(tmp_path / "broken", {"site.json": "{oops"}))
    with pytest.raises(ValueError, match="`openapi` needs a project"):
        asgi_app(build_site(project, tmp_path / "dist"), openapi={"openapi": "3.1.0"})
    with pytest.raises(ValueError, match="is no network"):
        asgi_app(project, allow_nets=["everywhere"])


def list_workers() -> set[int]:
    """Return the numbers of what works for applications.

    These are threads that render, and processes that run JavaScript.
    """
    workers = {each.native_id or 0 for each in threading.enumerate() if "render" in each.name}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it has just ended
            parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
            if parent == str(os.getpid()) and "worker.py" in (folder / "cmdline").read_text():
                workers.add(int(folder.name))
    return workers


@pytest.mark.skipif(sys.platform != "linux", reason="processes are listed as Linux does")
@pytest.mark.parametrize("is_told", [True, False])
def test_it_ends_with_its_server_or_when_nobody_has_it_any_more(
    project: Path, is_told: bool
) -> None:
    others = list_workers()  # of other tests
    (project / "index.mdx").write_text("export const twice = (n) => n * 2\n\n{twice(21)}")
    app: Any = asgi_app(project)
    assert b"42" in call(app, "/").body
    workers = list_workers() - others
    assert len(workers) == 2
    messages = iter(["lifespan.startup", "lifespan.shutdown"])
    told: list[str] = []

    async def receive() -> Any:
        return {"type": next(messages)}

    async def send(message: Any) -> None:
        told.append(message["type"])

    if is_told:
        run_alone(app({"type": "lifespan"}, receive, send))
        assert told == ["lifespan.startup.complete", "lifespan.shutdown.complete"]
    else:
        del app
        gc.collect()
    wait_until(lambda: workers.isdisjoint(list_workers()))


def test_websockets_are_closed(project: Path) -> None:
    told: list[Any] = []

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        told.append(message)

    run_alone(asgi_app(project)({"type": "websocket", "path": "/"}, receive, send))
    assert told == [{"type": "websocket.close", "code": 1000}]


# --- a project ----------------------------------------------------------------------------------


@pytest.mark.parametrize("root_path", ["", "/docs", "/api/docs"])
def test_a_project_is_shown_below_the_path_where_it_is_mounted(
    project: Path, root_path: str
) -> None:
    app = asgi_app(project)
    home = call(app, f"{root_path}/", root_path)
    assert home.status == 200
    assert f'href="{root_path}/docs/guide/"'.encode() in home.body
    assert f'src="{root_path}/_octavo/'.encode() in home.body
    assert b"/_octavo/dev/" not in home.body
    assert call(app, f"{root_path}/old", root_path).headers["location"] == (
        f"{root_path}/docs/guide/"
    )
    assert call(app, f"{root_path}/docs/guide", root_path).headers["location"] == (
        f"{root_path}/docs/guide/"
    )
    facts = json.loads(call(app, f"{root_path}/_octavo/server.json", root_path).body)
    nobody = {"address": None, "searches": None}
    assert facts == {"proxy": f"{root_path}/_octavo/request", "feedback": nobody}
    for found in set(re.findall(rb'(?:src|href)="(/[^"#]*)', home.body)):
        assert call(app, found.decode(), root_path).status == 200, found
    assert call(app, f"{root_path}/_octavo/dev/reload.js", root_path).status == 404


def test_a_project_that_is_mounted_twice_has_the_links_of_each_place(project: Path) -> None:
    site = asgi_app(project)
    app = Starlette(routes=[Mount("/one", site), Mount("/two", site)])
    for path in ("/one", "/two", "/one"):
        assert f'href="{path}/docs/guide/"'.encode() in call(app, f"{path}/").body


@pytest.mark.parametrize("proxy", [True, False])
def test_a_built_site_and_a_project_give_the_same_pages(
    project: Path, tmp_path: Path, proxy: bool
) -> None:
    folders = (build_site(project, tmp_path / "dist"), project)
    built, live = (asgi_app(folder, proxy=proxy) for folder in folders)
    api = re.search(rb'href="(/docs/api/[^"]+)"', call(live, "/docs/api/", "/docs").body)
    assert api is not None
    for path in (
        api[1].decode(),
        "/docs/",
        "/docs/docs/guide/",
        "/docs/own.json",
        "/docs/_octavo/search.json",
    ):
        one, other = (call(app, path, "/docs") for app in (built, live))
        assert (one.status, one.body) == (other.status, other.body), path
        policies = {answer.headers.get("content-security-policy") for answer in (one, other)}
        assert len(policies) == 1, path


@pytest.mark.usefixtures("_always_looking")
def test_a_project_is_shown_as_it_is_now(project: Path) -> None:
    app = asgi_app(project)
    assert call(app, "/docs/more/", "/docs").status == 404
    page = project / "more.mdx"
    page.write_text("---\ntitle: More\n---\n\nFirst state")
    assert b"First state" in call(app, "/docs/more/", "/docs").body
    page.write_text("---\ntitle: More\n---\n\nSecond state, which is longer")
    assert b"Second state" in call(app, "/docs/more/", "/docs").body
    settings = (project / "site.json").read_text()
    (project / "site.json").write_text("{oops")
    assert call(app, "/docs/", "/docs").status == 200  # the last state that could be shown
    (project / "site.json").write_text(settings.replace(SECRET, "Another name"))
    assert b"Another name" in call(app, "/docs/", "/docs").body


def test_links_to_documents_do_not_lead_to_the_computer_of_the_application(tmp_path: Path) -> None:
    with serve_api() as api:
        settings = {
            "name": "Inside",
            "navigation": [{"group": "Start", "pages": ["index"]}],
            "openapi": f"{api.origin}/json",
        }
        project = write_files(tmp_path / "inside", {"site.json": settings, "index.mdx": "Hello."})
        assert call(asgi_app(project), "/").status == 200
        assert api.received == []


def test_problems_are_told_to_the_log(project: Path) -> None:
    (project / "index.mdx").write_text("[nowhere](/nowhere)")
    lines: list[str] = []
    call(asgi_app(project, log=lines.append), "/")
    assert any("index.mdx:1:" in line for line in lines)


# --- the document of the application ------------------------------------------------------------


@pytest.fixture
def reference(tmp_path: Path) -> Path:
    """A project whose API document is that of an application, as in the guide."""
    settings = {
        "name": "Garden",
        "navigation": [{"group": "Start", "pages": ["index"]}],
        "tabs": [{"name": "API", "url": "api", "openapi": "openapi.json"}],
    }
    return write_files(tmp_path / "reference", {"site.json": settings, "index.mdx": "Hello."})


def read_reference(app: Any, path: str = "") -> str:
    """Return the page that the tab of the reference leads to; its sidebar names all operations."""
    home = call(app, f"{path}/").body.decode()
    tab = re.search(rf'href="({path}/api/[^"]*)"', home)
    assert tab is not None
    return call(app, tab[1]).body.decode()


@pytest.mark.usefixtures("_always_looking")
def test_the_reference_follows_the_running_application(reference: Path) -> None:
    app = FastAPI(title="Garden", docs_url=None, openapi_url=None)
    app.mount("/docs", asgi_app(reference, openapi=app.openapi))

    @app.get("/plants", summary="List plants")
    def list_plants() -> list[str]:
        return []

    shown = read_reference(app, "/docs")
    assert "List plants" in shown
    assert "Water a plant" not in shown

    @app.post("/plants/{plant}/water", summary="Water a plant")
    def water(plant: str) -> str:
        return plant

    assert "Water a plant" in read_reference(app, "/docs")
    pages = list_pages(lambda name: call(app, f"/docs/{name}").body)
    assert "Water a plant" in [page[1] for page in pages]
    document = json.loads(call(app, "/docs/openapi.json").body)
    assert set(document["paths"]) == {"/plants", "/plants/{plant}/water"}


@pytest.mark.usefixtures("_always_looking")
def test_a_document_can_be_given_as_it_is_under_a_name_of_its_own(reference: Path) -> None:
    settings = (reference / "site.json").read_text().replace("openapi.json", "api/garden.json")
    write_files(reference, {"site.json": settings, "api/garden.json": "an old file"})
    operation = {"summary": "First", "responses": {"200": {"description": "Fine"}}}
    document: dict[str, Any] = {
        "openapi": "3.1.0",
        "info": {"title": "Garden", "version": "1"},
        "paths": {"/plants": {"get": operation}},
    }
    app = asgi_app(reference, openapi=document, openapi_name="api/garden.json")
    assert "First" in read_reference(app)
    operation["summary"] = "Second"
    assert "Second" in read_reference(app)
    assert json.loads(call(app, "/api/garden.json").body) == document


def test_the_document_is_not_asked_for_before_the_first_request(reference: Path) -> None:
    asked: list[int] = []

    def tell() -> dict[str, Any]:
        asked.append(1)
        return {"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": {}}

    app = asgi_app(reference, openapi=tell)
    assert asked == []
    call(app, "/")
    assert asked == [1]


def test_what_goes_wrong_in_the_application_s_own_document_is_its_own_error(
    reference: Path,
) -> None:
    def fail() -> dict[str, Any]:
        raise LookupError("no routes")

    app = asgi_app(reference, openapi=fail)
    for _ in range(2):
        with pytest.raises(LookupError, match="no routes"):
            call(app, "/")


@pytest.fixture
def own_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.mark.usefixtures("_always_looking")
def test_no_file_is_left_behind(reference: Path, own_temporary_folder: Path) -> None:
    document: dict[str, Any] = {"openapi": "3.1.0", "info": {"title": "A", "version": "1"}}
    app = asgi_app(reference, openapi=document)
    for number in range(3):
        document["info"]["version"] = str(number)
        call(app, "/")
        (folder,) = own_temporary_folder.iterdir()
        assert folder.stat().st_mode & 0o077 == 0
    del app
    gc.collect()
    assert list(own_temporary_folder.iterdir()) == []


# --- the proxy ----------------------------------------------------------------------------------


def send(app: Any, origin: str, **headers: str) -> Answer:
    envelope = {"server": origin, "method": "GET", "operation": "/echo", "path": "/echo"}
    own = {MARK: "1", "Content-Type": CONTENT_TYPE}
    body = json.dumps(envelope).encode() + b"\n"
    length = {"Content-Length": str(len(body))}
    path = f"/docs{ROUTE}"
    return call(app, path, "/docs", "POST", body, **own, **length, **headers)


def test_the_proxy_of_a_project_answers_who_may_ask(tmp_path: Path) -> None:
    with serve_api() as api:
        project = write_project(tmp_path / "project", api.origin)
        lines: list[str] = []
        app = asgi_app(project, allow_nets=["localhost"], log=lines.append)
        assert send(app, api.origin).status == 200
        assert any('"decision": "forwarded"' in line for line in lines)
        assert send(app, api.origin, Origin="https://evil.example").status == 403
        assert send(asgi_app(project), api.origin).status == 403  # on this computer
        assert send(asgi_app(project, proxy=False), api.origin).status == 405
        named = asgi_app(project, allow_nets=["localhost"], site_url="https://docs.example")
        assert send(named, api.origin).status == 200
        elsewhere = asgi_app(project, allow_nets=["localhost"], site_url="https://other.example")
        assert send(elsewhere, api.origin).status == 403
        itself = asgi_app(project, allow_nets=["localhost"], site_url=api.origin)
        assert send(itself, api.origin, host="127.0.0.1").status == 403


def test_the_pages_of_a_project_name_their_address(project: Path) -> None:
    app = asgi_app(project, site_url="https://docs.example/")
    page = call(app, "/docs/", "/docs")
    assert b'<link rel="canonical" href="https://docs.example/docs/">' in page.body


def test_what_is_no_address_of_a_site_is_refused(project: Path) -> None:
    with pytest.raises(ValueError, match=r"'docs\.example' is no address of a site"):
        asgi_app(project, site_url="docs.example")


def test_requests_are_counted_by_reader(project: Path) -> None:
    app = asgi_app(project, trusted_proxies=["203.0.113.0/24"])
    origin = "https://not-documented.example"
    for_one = {send(app, origin, **{"X-Forwarded-For": "198.51.100.1"}).status for _ in range(20)}
    assert 429 in for_one
    assert send(app, origin, **{"X-Forwarded-For": "198.51.100.2"}).status != 429


# --- real servers -------------------------------------------------------------------------------


def test_a_path_that_a_server_in_front_takes_away(tmp_path: Path) -> None:
    build_site(write_project(tmp_path / "project"), tmp_path / "dist", "/api/docs")
    write_guide_files(tmp_path)
    with running((*UVICORN, "main:app", "--root-path", "/api"), tmp_path) as port:
        reader = Visitor(port)
        assert reader.ask("/docs/").headers["location"] == "/login"
        reader.log_in()
        home = reader.ask("/docs/")
        assert b'href="/api/docs/docs/guide/"' in home.body
        assert reader.ask("/docs/old").headers["location"] == "/api/docs/docs/guide/"


@pytest.mark.parametrize("root_path", ["", "/api"])
def test_litestar(tmp_path: Path, root_path: str) -> None:
    build_site(write_project(tmp_path / "project"), tmp_path / "dist", f"{root_path}/docs")
    write_guide_files(tmp_path)
    command = (*UVICORN, "litestar_app:app", "--root-path", root_path)
    with running(command, tmp_path) as port:
        visitor = Visitor(port)
        home = visitor.ask("/docs/")
        assert f'href="{root_path}/docs/docs/guide/"'.encode() in home.body
        assert visitor.ask("/docs/docs/guide/").status == 200
        assert visitor.ask("/docs/own.json").status == 200
        assert visitor.ask("/docs/files/note%20%C3%A9.txt").body == SECRET.encode()
        assert visitor.ask("/docs/nowhere/").status == 404


# --- caches -------------------------------------------------------------------------------------


@pytest.mark.scorecard("SR-40")
@pytest.mark.parametrize("kind", ["built", "project"])
@pytest.mark.parametrize("is_public", [True, False])
def test_no_cache_may_keep_an_answer_for_several_readers_of_a_private_site(
    project: Path, tmp_path: Path, kind: str, is_public: bool
) -> None:
    built = build_site(project, tmp_path / "dist", "/docs")
    folder = built if kind == "built" else project
    app = asgi_app(
        folder,
        public=is_public,
        database=f"sqlite:{tmp_path}/f.db",
        site_url="https://docs.example",
    )
    script = next(path for path in built.rglob("*.js") if path.parent.name != "dist")
    home = call(app, "/docs/", "/docs")
    asked = {
        "/docs/": 200,
        "/docs/own.json": 200,
        f"/docs/{script.relative_to(built).as_posix()}": 200,
        "/docs/files/large.bin": 200,
        "/docs/_octavo/server.json": 200,
        "/docs/_octavo/served.css": 200,
        "/docs/llms.txt": 200,
        "/docs/old": 308,
        "/docs": 308,
        "/docs/nowhere": 404,
        "/docs/a\x00": 400,
        "/docs/_octavo/feedback": 404,
    }
    answers = [(path, status, call(app, path, "/docs")) for path, status in asked.items()]
    answers.append(("304", 304, call(app, "/docs/", "/docs", if_none_match=home.headers["etag"])))
    answers.append(("206", 206, call(app, "/docs/own.json", "/docs", range="bytes=0-1")))
    answers.append(("416", 416, call(app, "/docs/own.json", "/docs", range="bytes=9999999-")))
    answers.append(("405", 405, call(app, "/docs/", "/docs", "DELETE")))
    answers.append(("HEAD", 200, call(app, "/docs/", "/docs", "HEAD")))
    answers.append(("proxy", 403, call(app, f"/docs{ROUTE}", "/docs", "POST")))
    open_rules = set()
    for name, status, answer in answers:
        assert answer.status == status, (name, answer)
        rules = set(answer.headers.get("cache-control", "").split(", "))
        if not {"private", "no-store"} & rules:
            open_rules.add(name)
        assert is_public or "public" not in rules, name
    app._site.close()
    assert bool(open_rules) == is_public, open_rules


# --- votes --------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_built", [True, False])
def test_a_mounted_site_takes_votes(project: Path, tmp_path: Path, is_built: bool) -> None:
    database = f"sqlite:{tmp_path}/feedback.db"
    folder = build_site(project, tmp_path / "dist", "/docs") if is_built else project
    token = "correct horse battery staple"
    app = asgi_app(folder, database=database, insights_token=token)
    open_app = asgi_app(folder, database=database, insights_token=token, insights_over_http=True)
    facts = json.loads(call(app, "/docs/_octavo/server.json", "/docs").body)
    assert facts["feedback"]["address"] == "/docs/_octavo/feedback"
    form = {"content-type": "application/x-www-form-urlencoded", "origin": "http://docs.example"}
    route = "/docs/_octavo/feedback"
    answer = call(app, route, "/docs", "POST", b"page=/docs/guide&vote=yes", **form)
    assert answer.status == 303
    assert call(app, route, "/docs", "POST", b"page=/none&vote=yes", **form).status == 404
    insights = "/docs/_octavo/insights"
    assert b'<input type="password"' not in call(app, insights, "/docs").body
    assert b'<input type="password"' in call(open_app, insights, "/docs").body
    assert b'<input type="password"' in call(app, insights, "/docs", host="localhost").body
    behind = asgi_app(
        folder, database=database, insights_token=token, site_url="https://docs.example"
    )
    assert b'<input type="password"' in call(behind, insights, "/docs", host="docs.example").body
    body = b"token=correct+horse+battery+staple"
    cookie = call(open_app, insights, "/docs", "POST", body, **form).headers["set-cookie"]
    secret = cookie.partition(";")[0]
    app._site.close()  # which keeps the vote
    assert (
        b"<td><code>/docs/guide</code></td>"
        in call(open_app, insights, "/docs", cookie=secret).body
    )
    open_app._site.close()
    assert [(vote["page"], vote["vote"]) for vote in list_votes(database)] == [
        ("/docs/guide", "yes")
    ]


@pytest.mark.parametrize(
    "options", [{"database": "mysql://x"}, {"database": "sqlite:x.db", "count": ["cookies"]}]
)
def test_options_of_votes_that_make_no_sense_are_told(
    project: Path, options: dict[str, Any]
) -> None:
    with pytest.raises(ValueError, match=r"sqlite:feedback\.db|none of views"):
        asgi_app(project, **options)

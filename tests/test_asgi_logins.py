"""Sites inside real applications with logins: without a login, they are invisible.

The applications are those of the guide, unchanged.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import pytest

from octavo.builder.served.manifest import SERVER_FACTS
from octavo.server.proxy.request import CONTENT_TYPE, MARK, ROUTE
from octavo.server.serve.generation import load_generation
from tests.effort import effort
from tests.mounted_sites import (
    PASSWORD,
    SECRET,
    UVICORN,
    WSGI,
    Visitor,
    build_site,
    running,
    write_guide_files,
    write_project,
)
from tests.playground_api import Api, serve_api
from tests.previews import Answer
from tests.project_folder import write_files

# A login for the Flask application, and a project for the view of Django.
FLASK = f"""
from flask import redirect, request, session
from flask_app import app

@app.post("/login")
def log_in():
    if request.form["password"] == {PASSWORD!r}:
        session["user"] = "reader"
    return redirect("/docs/")
"""
DJANGO = f"""
import django
from django.conf import settings

settings.configure(
    SECRET_KEY="of-the-test", ALLOWED_HOSTS=["127.0.0.1"], ROOT_URLCONF="django_urls",
    LOGIN_URL="/login", SESSION_ENGINE="django.contrib.sessions.backends.signed_cookies",
    INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes"],
    AUTHENTICATION_BACKENDS=["django_app.Readers"],
    MIDDLEWARE=[
        "django.middleware.security.SecurityMiddleware",
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.common.CommonMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.middleware.clickjacking.XFrameOptionsMiddleware",
    ],
)
django.setup()

from django.contrib.auth import login
from django.contrib.auth.models import User
from django.core.wsgi import get_wsgi_application
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.csrf import csrf_exempt


class Readers:
    def get_user(self, _id):
        return User(pk=1, username="reader", is_active=True)


@csrf_exempt
def log_in(request):
    if request.POST.get("password") == {PASSWORD!r}:
        user = User(pk=1, username="reader")
        request.session["_auth_user_id"] = "1"
        request.session["_auth_user_backend"] = "django_app.Readers"
        request.session["_auth_user_hash"] = user.get_session_auth_hash()
        return redirect("/docs/")
    return HttpResponse("Who are you?")


app = get_wsgi_application()
"""
DJANGO_URLS = """
from django.urls import path
from django_app import log_in
from urls import urlpatterns as of_the_guide

urlpatterns = [path("login", log_in), *of_the_guide]
"""
SENT = effort(10, whole=10_000, scorecard=10_000)
"""How many addresses are asked in other ways than `GET`, too."""
APPLICATIONS = {
    "fastapi": (*UVICORN, "main:app"),
    "flask": (*WSGI, "flask_login_app:app"),
    "django": (*WSGI, "django_app:app"),
}


@dataclass(frozen=True)
class Protected:
    """An application that runs, with a built site inside."""

    port: int
    folder: Path
    api: Api

    @property
    def outputs(self) -> list[str]:
        generation = load_generation(str(self.folder / "dist"))
        generation.close()
        outputs = sorted(generation.files.keys() - {SERVER_FACTS})  # which the server itself tells
        assert len(outputs) > 10
        return outputs

    def log_in(self) -> Visitor:
        visitor = Visitor(self.port)
        visitor.log_in()
        return visitor


@pytest.fixture(scope="module", params=APPLICATIONS)
def protected(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Protected]:
    folder = tmp_path_factory.mktemp(request.param)
    write_guide_files(folder)
    own = {"flask_login_app.py": FLASK, "django_app.py": DJANGO, "django_urls.py": DJANGO_URLS}
    write_files(folder, own)
    # Tests call an API on this computer, which no application does that was not told to.
    for name in ("main.py", "views.py", "flask_app.py"):
        text = (folder / name).read_text()
        (folder / name).write_text(
            text.replace('asgi_app("dist")', 'asgi_app("dist", allow_nets=["localhost"])')
        )
    with serve_api() as api:
        build_site(write_project(folder / "project", api.origin), folder / "dist")
        with running(APPLICATIONS[request.param], folder) as port:
            yield Protected(port, folder, api)


def list_addresses(folder: Path) -> list[str]:
    """Return everything that might lead to the site, spelled in every way that comes to mind."""
    files = [path.relative_to(folder / "dist") for path in (folder / "dist").rglob("*")]
    inside = [quote(file.as_posix()) for file in files]
    pages = [file.removesuffix("index.html") for file in inside if file.endswith("index.html")]
    others = ["_octavo/server.json", "missing/", "old", "moved/guide", "index.html/", "../dist/"]
    addresses = [f"/docs/{each}" for each in (*inside, *pages, *others)]
    spellings = [
        spelled
        for each in ("index.html", "own.json", "_octavo/search.json")
        for spelled in (
            f"//docs/{each}",
            f"/docs//{each}",
            f"/./docs/{each}",
            f"/x/../docs/{each}",
            f"/%64ocs/{each}",
            f"/docs/%2e/{each}",
            f"/docs%2f{each}",
            f"/DOCS/{each}",
            f"/{each}",
            f"/dist/{each}",
            f"/docs/{each}?user=reader",
            f"/docs/{each};/login",
        )
    ]
    return [*addresses, *spellings, "/docs", "/", "/openapi.json", "/docs/oauth2-redirect"]


def test_nothing_of_the_site_is_seen_without_the_login(protected: Protected) -> None:
    stranger = Visitor(protected.port, {"session": "made-up", "sessionid": "made-up"})
    addresses = list_addresses(protected.folder)
    assert len(addresses) > 100
    for at, address in enumerate(addresses):
        for method in ("GET", "HEAD", "POST") if at < SENT else ("GET",):
            answer = stranger.ask(address, method)
            told = answer.body.decode("utf-8", "replace") + repr(answer.headers)
            assert SECRET not in told, (method, address)
            assert "octavo" not in told.replace(quote(address), "").lower() or (
                answer.status in (301, 302, 303, 307, 308)
            ), (method, address, told)
            # Who is not sent to the login was sent nowhere near the site.
            leads_to = answer.headers.get("location", "")
            assert answer.status >= 300, (method, address)
            assert answer.status >= 400 or "/login" in leads_to or "/docs/" in leads_to


def test_nothing_is_sent_through_the_proxy_without_the_login(protected: Protected) -> None:
    before = len(protected.api.received)
    answer = send_through_proxy(Visitor(protected.port), protected.api.origin)
    assert answer.status in (302, 303)
    assert "/login" in answer.headers["location"]
    assert len(protected.api.received) == before


def test_everything_of_the_site_is_there_with_the_login(protected: Protected) -> None:
    reader = protected.log_in()
    outputs = protected.outputs
    assert {"index.html", "own.json", "404.html"} <= {*outputs}
    for output in outputs:
        answer = reader.ask(f"/docs/{quote(output)}")
        assert answer.status == 200, output
        assert answer.body == (protected.folder / "dist" / output).read_bytes(), output


def test_pages_redirects_and_unknown_addresses_are_answered_as_by_the_server(
    protected: Protected,
) -> None:
    reader = protected.log_in()
    home = reader.ask("/docs/")
    assert (home.status, SECRET.encode() in home.body) == (200, True)
    assert b'href="/docs/docs/guide/"' in home.body
    assert "default-src" in home.headers["content-security-policy"]
    assert home.headers["x-content-type-options"] == "nosniff"
    # A page in a folder that has the name of the mount.
    assert reader.ask("/docs/docs/guide/").status == 200
    assert reader.ask("/docs/old").headers["location"] == "/docs/docs/guide/"
    assert reader.ask("/docs/moved/guide?a=1").headers["location"] == "/docs/docs/guide/?a=1"
    missing = reader.ask("/docs/nowhere/")
    assert (missing.status, b"</html>" in missing.body) == (404, True)
    assert reader.ask("/docs/", If_None_Match=home.headers["etag"]).status == 304
    part = reader.ask("/docs/own.json", Range="bytes=0-4")
    assert (part.status, len(part.body)) == (206, 5)
    assert reader.ask("/docs/own.json", "DELETE").status == 405


def test_no_cache_keeps_files_for_others(protected: Protected) -> None:
    reader = protected.log_in()
    outputs = protected.outputs
    assert [output for output in outputs if output.endswith(".js")]
    for output in outputs:
        answer = reader.ask(f"/docs/{quote(output)}", "HEAD")
        rules = answer.headers["cache-control"].split(", ")
        assert "public" not in rules, (output, answer)
        assert "private" in rules, (output, answer)


def test_the_proxy_answers_below_the_mount(protected: Protected) -> None:
    reader = protected.log_in()
    facts = json.loads(reader.ask("/docs/_octavo/server.json").body)
    assert facts["proxy"] == "/docs/_octavo/request"
    answer = send_through_proxy(reader, protected.api.origin)
    assert answer.status == 200, answer.body
    assert b'"target": "/echo?a=1"' in answer.body
    sent = protected.api.last("GET")
    assert "cookie" not in sent.headers  # the session of the application is private


def test_a_new_build_takes_over_without_a_restart(protected: Protected) -> None:
    reader = protected.log_in()
    page = protected.folder / "project" / "docs" / "guide.mdx"
    number = os.urandom(4).hex()
    page.write_text(page.read_text() + f"\nState {number}\n")
    build_site(protected.folder / "project", protected.folder / "dist")
    assert f"State {number}".encode() in reader.ask("/docs/docs/guide/").body


def send_through_proxy(visitor: Visitor, origin: str) -> Answer:
    envelope = {
        "server": origin,
        "method": "GET",
        "operation": "/echo",
        "path": "/echo",
        "query": "a=1",
        "headers": [],
    }
    return visitor.ask(
        f"/docs{ROUTE}",
        "POST",
        json.dumps(envelope).encode() + b"\n",
        **{MARK: "1", "Content_Type": CONTENT_TYPE},
    )

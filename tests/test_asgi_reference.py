"""`asgi_app(openapi=...)`: the API reference of an application, without a project."""

from __future__ import annotations

import gc
import json
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from a2wsgi import WSGIMiddleware
from fastapi import FastAPI
from flask import Flask
from litestar import Litestar, asgi, get
from litestar.types import Receive, Scope, Send
from starlette.applications import Starlette
from starlette.routing import Mount, Route

from octavo import asgi_app
from tests.site_search import list_pages
from tests.test_asgi import call

DOCUMENT: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Garden <1>", "version": "1"},
    "paths": {
        "/plants": {"get": {"summary": "List plants", "responses": {"200": {"description": "ok"}}}},
        "/secret": {"get": {"summary": "zq-secret", "x-internal": True, "responses": {}}},
    },
}


def is_reference(app: Any, title: str, summary: str) -> bool:
    """Return whether the reference of an application is at `/docs`, with its operations."""
    home = call(app, "/docs/")
    pages = {page[1] for page in list_pages(lambda name: call(app, f"/docs/{name}").body)}
    return home.status == 200 and title in home.body.decode() and summary in pages


def build_fastapi() -> Any:
    app = FastAPI(title="Garden", docs_url=None)
    app.mount("/docs", asgi_app(openapi=app))
    app.get("/plants", summary="List plants")(list)  # after the mount
    return app


def build_starlette() -> Any:
    async def list_plants(_request: Any) -> Any:
        """
        summary: List plants
        responses: {200: {description: ok}}
        """

    app = Starlette(routes=[Route("/plants", list_plants)])
    app.mount("/docs", asgi_app(openapi=app))
    return app


def build_litestar() -> Any:
    @get("/plants", summary="List plants")
    async def list_plants() -> list[str]:
        return []

    reference = asgi_app(openapi=lambda: app)

    @asgi("/docs", is_mount=True, copy_scope=True)
    async def docs(scope: Scope, receive: Receive, send: Send) -> None:
        scope["root_path"] = "/docs"
        scope["path"] = unquote(scope["raw_path"].decode())
        await reference(scope, receive, send)  # type: ignore[arg-type]  # both are ASGI

    app: Litestar = Litestar([list_plants, docs])
    return app


def build_flask() -> Any:
    flask = Flask("garden")
    flask.add_url_rule("/plants", view_func=list)
    application: Any = flask
    wsgi: Any = WSGIMiddleware(application)
    return Starlette(routes=[Mount("/docs", asgi_app(openapi=DOCUMENT)), Mount("/", wsgi)])


@pytest.mark.parametrize(
    ("build", "title"),
    [
        (build_fastapi, "Garden"),
        (build_starlette, "API"),
        (build_litestar, "Litestar API"),
        (build_flask, "Garden &lt;1&gt;"),
    ],
)
def test_an_application_shows_its_reference(build: Any, title: str) -> None:
    assert is_reference(build(), title, "List plants")


def test_a_django_project_shows_its_reference(tmp_path: Path) -> None:
    script = """
import django
from django.conf import settings
from django.urls import path
settings.configure(
    INSTALLED_APPS=["rest_framework", "drf_spectacular"], ROOT_URLCONF=__name__,
    SECRET_KEY="x", ALLOWED_HOSTS=["*"],
    REST_FRAMEWORK={"DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
                    "UNAUTHENTICATED_USER": None, "DEFAULT_AUTHENTICATION_CLASSES": []},
    SPECTACULAR_SETTINGS={"TITLE": "Garden"},
)
from django.core.asgi import get_asgi_application
application = get_asgi_application()
from rest_framework.decorators import api_view
from rest_framework.response import Response
from drf_spectacular.utils import extend_schema

@extend_schema(summary="List plants", responses={200: str})
@api_view(["GET"])
def plants(request):
    return Response([])

urlpatterns = [path("plants", plants)]
from octavo import asgi_app
from starlette.applications import Starlette
from starlette.routing import Mount
app = Starlette(routes=[
    Mount("/docs", asgi_app(openapi=application)), Mount("/", application)
])
from tests.test_asgi_reference import is_reference
assert is_reference(app, "Garden", "List plants")
"""
    (tmp_path / "project.py").write_text(script)
    import subprocess

    root = str(Path(__file__).parents[1])
    ran = subprocess.run(
        [sys.executable, "project.py"],
        cwd=tmp_path,
        env={"PYTHONPATH": root, "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr


def test_a_file_is_shown_with_what_it_refers_to_and_without_what_is_internal(
    tmp_path: Path,
) -> None:
    document = {**DOCUMENT, "components": {"schemas": {"A": {"$ref": "plant.json"}}}}
    (tmp_path / "api.json").write_text(json.dumps(document))
    (tmp_path / "plant.json").write_text('{"type": "string"}')
    app = Starlette(routes=[Mount("/docs", asgi_app(openapi=tmp_path / "api.json"))])
    assert is_reference(app, "Garden", "List plants")
    served = call(app, "/docs/openapi.json").body + call(app, "/docs/index.md").body
    assert b"zq-secret" not in served


def test_each_place_has_its_own_links() -> None:
    reference = asgi_app(openapi=DOCUMENT)
    for path in ("/docs", "/api/help"):
        app = Starlette(routes=[Mount(path, reference)])
        assert f'href="{path}/list-plants/"' in call(app, f"{path}/").body.decode()


def test_it_is_built_once_however_many_ask_first() -> None:
    asked: list[int] = []

    def give() -> dict[str, Any]:
        asked.append(1)
        return DOCUMENT

    app = Starlette(routes=[Mount("/docs", asgi_app(openapi=give))])
    assert asked == []
    answers: list[int] = []
    threads = [
        threading.Thread(target=lambda: answers.append(call(app, "/docs/").status))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [200] * 4
    assert asked == [1]


@pytest.mark.parametrize("source", [None, "nowhere.json", "/etc"])
def test_what_cannot_be_a_reference_is_an_error_at_once(source: Any) -> None:
    with pytest.raises(ValueError, match=r"openapi|there is no such file|folder|file"):
        asgi_app(openapi=source)


@pytest.mark.parametrize("source", [object(), {"no": "document"}, lambda: 1, Flask("garden")])
def test_what_has_no_document_is_told_to_the_log_and_not_to_readers(source: Any) -> None:
    lines: list[str] = []
    app = Starlette(routes=[Mount("/docs", asgi_app(openapi=source, log=lines.append))])
    answer = call(app, "/docs/")
    assert answer.status in {404, 500}
    assert "Traceback" not in answer.body.decode()
    assert lines


def test_no_file_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    reference = asgi_app(openapi=DOCUMENT)
    assert call(Starlette(routes=[Mount("/docs", reference)]), "/docs/").status == 200
    (folder,) = tmp_path.iterdir()
    if sys.platform != "win32":
        assert folder.stat().st_mode & 0o077 == 0
    del reference
    gc.collect()
    assert list(tmp_path.iterdir()) == []


def test_a_build_that_failed_is_not_tried_for_each_request() -> None:
    asked: list[int] = []

    def give() -> Any:
        asked.append(1)
        return 1

    app = Starlette(routes=[Mount("/docs", asgi_app(openapi=give))])
    assert [call(app, "/docs/").status for _ in range(3)] == [500] * 3
    assert asked == [1]

"""The API documents of Python applications: `octavo openapi-export`."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
import yaml

from octavo.cli.entry import main
from octavo.scaffold.export.application import load_app_document
from tests.whole import first_of_each

FASTAPI = """
from fastapi import FastAPI
print("noise on standard output")
app = FastAPI(title="Beds")

@app.get("/beds/{number}")
def read_bed(number: int) -> dict[str, int]:
    return {"number": number}

"""
LITESTAR = """
from litestar import Litestar, get
from litestar.openapi.config import OpenAPIConfig

@get("/beds/{number:int}")
async def read_bed(number: int) -> dict[str, int]:
    return {"number": number}

app = Litestar([read_bed], openapi_config=OpenAPIConfig(title="Beds", version="1"))
closed = Litestar([read_bed], openapi_config=None)
"""
STARLETTE = '''
from starlette.applications import Starlette
from starlette.routing import Route

def list_beds(request):
    """
    responses:
      200:
        description: All beds.
    """

app = Starlette(routes=[Route("/beds", list_beds)])
silent = Starlette()

def create_app():
    return Starlette(routes=[Route("/made", list_beds)])

other = 7
'''
"""The quickest to be imported."""
DJANGO_SETTINGS = """
SECRET_KEY = "x"
INSTALLED_APPS = ["django.contrib.auth", "django.contrib.contenttypes"]
INSTALLED_APPS += ["rest_framework", "drf_spectacular"]
ROOT_URLCONF = "garden.urls"
REST_FRAMEWORK = {"DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema"}
SPECTACULAR_SETTINGS = {"TITLE": "Beds", "VERSION": "1"}
"""
DJANGO_URLS = """
from django.urls import path
from rest_framework import serializers, generics

class Bed(serializers.Serializer):
    number = serializers.IntegerField()

class Beds(generics.ListAPIView):
    serializer_class = Bed
    queryset = []

urlpatterns = [path("beds", Beds.as_view())]
"""
DJANGO_ASGI = """
import os
from django.core.asgi import get_asgi_application
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "garden.settings")
application = get_asgi_application()
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that the author works in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def export(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Return the exit code, and what was printed and told."""
    code = main(["openapi-export", *arguments])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


@pytest.mark.parametrize(
    ("text", "path"),
    [(FASTAPI, "/beds/{number}"), (LITESTAR, "/beds/{number}"), (STARLETTE, "/beds")],
    ids=["fastapi", "litestar", "starlette"],
)
def test_an_application_is_asked_for_its_document(
    folder: Path, capsys: pytest.CaptureFixture[str], text: str, path: str
) -> None:
    (folder / "main.py").write_text(text)
    code, out, err = export(capsys, "main:app")
    assert (code, err) == (0, "")
    document = json.loads(out)
    assert document["openapi"].startswith("3.")
    assert list(document["paths"]) == [path]


@pytest.mark.parametrize("target", first_of_each(["garden.settings", "garden.asgi:application"]))
def test_a_django_project_is_described_by_drf_spectacular(
    folder: Path, capsys: pytest.CaptureFixture[str], target: str
) -> None:
    (folder / "garden").mkdir()
    for name, text in (("settings", DJANGO_SETTINGS), ("urls", DJANGO_URLS), ("asgi", DJANGO_ASGI)):
        (folder / "garden" / f"{name}.py").write_text(text)
    code, out, _ = export(capsys, target)
    assert code == 0
    document = json.loads(out)
    assert document["info"]["title"] == "Beds"
    assert list(document["paths"]) == ["/beds"]


def test_a_function_that_makes_the_application_is_called(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "main.py").write_text(STARLETTE)
    assert [*json.loads(export(capsys, "main:create_app")[1])["paths"]] == ["/made"]
    assert [*json.loads(export(capsys, "main:create_app()")[1])["paths"]] == ["/made"]


def test_the_document_is_written_only_if_it_has_changed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "main.py").write_text(STARLETTE)
    assert export(capsys, "main:app", "-o", "api/openapi.json")[::2] == (
        0,
        "api/openapi.json is written.\n",
    )
    file = folder / "api" / "openapi.json"
    os.utime(file, (1, 1))
    assert export(capsys, "main:app", "-o", "api/openapi.json")[2].endswith("is unchanged.\n")
    assert file.stat().st_mtime == 1
    # Another length: Python takes a file of the same length and second for the same.
    (folder / "main.py").write_text(STARLETTE.replace("/beds", "/planters"))
    export(capsys, "main:app", "-o", "api/openapi.json")
    assert [*json.loads(file.read_text())["paths"]] == ["/planters"]


def test_the_ending_of_the_file_chooses_its_form(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "main.py").write_text(STARLETTE)
    assert export(capsys, "main:app", "-o", "openapi.yaml")[0] == 0
    text = (folder / "openapi.yaml").read_text()
    assert text.startswith("openapi: ")
    assert [*yaml.safe_load(text)["paths"]] == ["/beds"]


def test_a_file_that_is_no_document_is_kept_unless_forced(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "main.py").write_text(STARLETTE)
    notes = folder / "notes.json"
    notes.write_text('{"mine": true}')
    code, _, err = export(capsys, "main:app", "-o", "notes.json")
    assert code == 1
    assert "notes.json: error: this file is there, and is no API document; it is kept" in err
    assert notes.read_text() == '{"mine": true}'
    assert export(capsys, "main:app", "-o", "notes.json", "--force")[0] == 0
    assert "openapi" in json.loads(notes.read_text())


def test_a_file_that_cannot_be_written_is_told(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "main.py").write_text(STARLETTE)
    (folder / "taken").write_text("")
    code, _, err = export(capsys, "main:app", "-o", "taken/openapi.json")
    assert code == 74
    assert "cannot write this file" in err


@pytest.mark.parametrize(
    ("files", "target", "told"),
    [
        (
            {},
            "nowhere:app",
            "nowhere:app: error: there is no module `nowhere` [app-module-missing]",
        ),
        ({"main.py": STARLETTE}, "main.sub:app", "there is no module `main.sub`"),
        (
            {"main.py": STARLETTE},
            "main:ap",
            "the module `main` has no `ap` [app-attribute-missing]",
        ),
        ({"main.py": STARLETTE}, "main:ap", "Did you mean `main:app`?"),
        (
            {"main.py": STARLETTE},
            "main:other",
            "no application that describes itself, but a `builtins.int`",
        ),
        ({"main.py": STARLETTE}, "main", "Name the application behind a colon: `main:app`"),
        ({"main.py": LITESTAR}, "main:closed", "this Litestar application has OpenAPI turned off"),
        ({"main.py": STARLETTE}, "main:silent", "describes none of its endpoints"),
        (
            {"main.py": "import absent_thing\n"},
            "main:app",
            "main.py:1: error: the application cannot be imported: ModuleNotFoundError: No module",
        ),
        (
            {"main.py": "\n\n1 / 0\n"},
            "main:app",
            "main.py:3: error: the application cannot be imported",
        ),
        ({"main.py": "\n\n1 / 0\n"}, "main:app", "    ZeroDivisionError: division by zero\n"),
        ({"main.py": "x = (\n"}, "main:app", "SyntaxError: "),
        (
            {"main.py": "raise SystemExit(3)\n"},
            "main:app",
            "the application cannot be imported: SystemExit: 3",
        ),
        (
            {"main.py": "import os\nos._exit(3)\n"},
            "main:app",
            "ended before it could describe itself",
        ),
        (
            {"main.py": FASTAPI + "\napp.openapi = lambda: 1 / 0\n"},
            "main:app",
            "the application cannot describe itself: ZeroDivisionError",
        ),
    ],
)
def test_what_goes_wrong_is_told_in_plain_words(
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    files: dict[str, str],
    target: str,
    told: str,
) -> None:
    for name, text in files.items():
        (folder / name).write_text(text)
    code, out, err = export(capsys, target, "-o", "openapi.json")
    assert (code, out) == (1, "")
    assert told in err
    assert "child.py" not in err
    assert not (folder / "openapi.json").exists()


def test_an_application_that_never_comes_back_is_ended(folder: Path) -> None:
    (folder / "main.py").write_text("import time\ntime.sleep(600)\n")
    found = load_app_document("main:app", patience=3)
    assert found.problem is not None
    assert "did not describe itself within 3 seconds" in found.problem.message


def test_the_files_of_the_application_are_known(folder: Path) -> None:
    (folder / "main.py").write_text("import part\nfrom fastapi import FastAPI\napp = FastAPI()\n")
    (folder / "part.py").write_text("x = 1\n")
    found: Any = load_app_document("main:app")
    assert [os.path.basename(each) for each in found.files] == ["main.py", "part.py"]

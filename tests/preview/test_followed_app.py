"""A preview that follows a Python application: `octavo dev --app`."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import requests

from octavo.builder.folder_build import BuildOptions, build_folder
from octavo.preview.api_document.followed_app import find_app_file
from octavo.problems import Problem
from tests.patience import HANGS_AFTER

APP = """
from fastapi import FastAPI

app = FastAPI()

@app.get("/beds", summary="List beds")
def list_beds() -> int:
    return 1
"""
ADDRESS = re.compile(r"is shown at (http://\S+)")


def write_site(folder: Path, **settings: Any) -> Path:
    """Write a project that shows a document which is not there yet."""
    docs = folder / "docs"
    docs.mkdir()
    pages = [{"group": "A", "pages": ["index"]}]
    (docs / "site.json").write_text(json.dumps({"name": "Own", "navigation": pages, **settings}))
    (docs / "index.mdx").write_text("Hello.")
    return docs


@contextmanager
def previewing(folder: Path, *arguments: str) -> Iterator[tuple[str, list[str]]]:
    """Run the preview of `docs`; give its address, and what it said before."""
    command = [sys.executable, "-m", "octavo", "dev", "docs", "--port", "0", *arguments]
    with subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        said: list[str] = []
        try:
            for line in process.stderr:
                said.append(line)
                if found := ADDRESS.search(line):
                    yield found[1], said
                    break
        finally:
            process.kill()


def wait_for(address: str, text: str) -> None:
    """Wait until a page is there and says something."""
    end = time.monotonic() + HANGS_AFTER
    while time.monotonic() < end:
        if text in requests.get(address, timeout=60).text:
            return
        time.sleep(0.1)
    raise AssertionError(f"{address} never said {text}")


def test_the_reference_follows_the_code_of_the_application(tmp_path: Path) -> None:
    tabs = [{"name": "API", "url": "api", "openapi": "openapi.json"}]
    docs = write_site(tmp_path, tabs=tabs)
    (tmp_path / "main.py").write_text(APP)
    with previewing(tmp_path, "--app", "main:app") as (address, said):
        assert said[0] == "main:app: docs/openapi.json is written\n"
        wait_for(f"{address}/api/list-beds/", "List beds")
        (tmp_path / "main.py").write_text(APP.replace("List beds", "List all beds"))
        wait_for(f"{address}/api/list-all-beds/", "List all beds")
        # A temporary mistake is reported, and the last document stays.
        (tmp_path / "main.py").write_text("1 / 0\n")
        (tmp_path / "main.py").write_text(APP.replace("List beds", "See beds"))
        wait_for(f"{address}/api/see-beds/", "See beds")
    assert "See beds" in (docs / "openapi.json").read_text()


def test_a_broken_application_does_not_keep_the_preview_from_starting(tmp_path: Path) -> None:
    write_site(tmp_path, openapi="openapi.json")
    (tmp_path / "main.py").write_text("1 / 0\n")
    with previewing(tmp_path, "--app", "main:app") as (address, said):
        assert "the application cannot be imported: ZeroDivisionError" in said[0]
        assert requests.get(address, timeout=60).status_code == 200


def test_a_build_never_runs_an_application(tmp_path: Path) -> None:
    docs = write_site(tmp_path, openapi="openapi.json")
    (docs / "main.py").write_text("open('ran', 'w')\n" + APP)
    build_folder(str(docs), str(tmp_path / "out"), BuildOptions())
    assert not list(tmp_path.rglob("ran"))
    assert not (docs / "openapi.json").exists()


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        ({"openapi": "api/own.yaml"}, "api/own.yaml"),
        ({"openapi": "/own"}, "own.json"),
        ({"openapi": ["own.json", "https://example.com/openapi.json"]}, "own.json"),
        ({"tabs": [{"name": "A", "url": "a", "openapi": "./own.json"}]}, "own.json"),
    ],
)
def test_the_file_is_the_one_that_the_settings_name(
    tmp_path: Path, settings: Any, name: str
) -> None:
    docs = write_site(tmp_path, **settings)
    assert find_app_file(str(docs)) == str(docs / name)


@pytest.mark.parametrize(
    "settings", [{}, {"openapi": ["a.json", "b.json"]}, {"openapi": "../a.json"}]
)
def test_without_one_file_the_author_is_asked(tmp_path: Path, settings: Any) -> None:
    found = find_app_file(str(write_site(tmp_path, **settings)))
    assert isinstance(found, Problem)
    assert "--app-file" in found.hint

"""The command `octavo mock`."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import requests

from octavo.cli.entry import main
from tests.loaded_modules import modules_loaded_by
from tests.mock.asking import describe

PLACE = re.compile(r"answers at (http://\S+) \(1 operation\)")


@contextmanager
def running(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run the mock on any port; give the process and its address."""
    command = [sys.executable, "-m", "octavo", "mock", *arguments, "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            found = PLACE.search(process.stderr.readline())
            assert found is not None
            yield process, found[1]
        finally:
            process.kill()


def write_document(folder: Path) -> str:
    """Write a document with one operation; return its path."""
    response = {"description": "fine", "content": {"application/json": {"example": [1]}}}
    parameter = {"name": "n", "in": "query", "schema": {"type": "integer"}}
    file = folder / "api.json"
    file.write_text(json.dumps(describe(parameters=[parameter], response=response)))
    return str(file)


def test_a_document_is_answered_from_until_the_system_asks_to_end(tmp_path: Path) -> None:
    with running(write_document(tmp_path)) as (process, address):
        assert requests.get(f"{address}/it", timeout=60).json() == [1]
        assert requests.get(f"{address}/it?n=x", timeout=60).status_code == 400
        assert process.stderr is not None
        assert process.stderr.readline() == "GET /it: 400 query.n: must be a whole number\n"
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0


def test_what_is_no_document_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mock", str(tmp_path / "none.yaml")]) == 1
    assert "there is no such file" in capsys.readouterr().err
    other = tmp_path / "other.yaml"
    other.write_text("a: 1\n")
    assert main(["mock", str(other)]) == 1
    assert "the key `openapi` is missing" in capsys.readouterr().err
    other.write_text("openapi: 3.1.0\npaths: {}\n")
    assert main(["mock", str(other)]) == 1
    assert "describes no operations" in capsys.readouterr().err


def test_a_build_does_not_load_what_only_the_mock_needs() -> None:
    script = "import octavo.builder.folder_build, octavo.render.api.reference"
    assert modules_loaded_by(script, "jsonschema_rs") == []

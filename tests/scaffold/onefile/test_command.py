"""`octavo openapi-page` writes one file, and keeps those of others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from octavo.cli.entry import main

DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "Pets", "version": "1"},
    "paths": {"/pets": {"get": {"summary": "List pets", "responses": {}}}},
}


def test_the_command_writes_a_file_and_keeps_those_of_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document, output = tmp_path / "api.json", tmp_path / "reference.html"
    document.write_text(json.dumps(DOCUMENT), "utf-8")
    assert main(["openapi-page", str(document), "-o", str(output)]) == 0
    assert "List pets" in output.read_text("utf-8")
    output.write_text("my own notes", "utf-8")
    assert main(["openapi-page", str(document), "-o", str(output)]) == 1
    assert output.read_text("utf-8") == "my own notes"
    assert main(["openapi-page", str(document), "-o", str(output), "--force"]) == 0
    assert main(["openapi-page", str(tmp_path / "gone.json"), "-o", str(output)]) != 0
    assert "Traceback" not in capsys.readouterr().err

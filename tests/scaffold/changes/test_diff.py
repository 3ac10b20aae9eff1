"""What `octavo diff` loads, prints and answers."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from octavo.cli.entry import main
from octavo.scaffold.changes.accepted import read_accepted

OLD = """\
openapi: 3.1.0
info: { title: Pets, version: "1" }
paths:
  /pets:
    get:
      summary: List pets
      responses: { "200": { $ref: "./answers.yaml#/ok" } }
    delete: { responses: { "204": { description: Gone } } }
"""
NEW = OLD.replace("List pets", "List <b>all</b> pets").replace(
    '    delete: { responses: { "204": { description: Gone } } }\n', ""
)
ANSWERS = "ok: { description: Fine, content: { text/plain: { schema: { type: string } } } }\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "old.yaml").write_text(OLD, "utf-8")
    (tmp_path / "new.yaml").write_text(NEW, "utf-8")
    (tmp_path / "answers.yaml").write_text(ANSWERS, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_text_names_both_places_and_counts(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["diff", "old.yaml", "new.yaml"]) == 1
    text = capsys.readouterr().out
    assert "breaking: DELETE /pets: this operation was removed [operation-removed]" in text
    assert "was old.yaml:8:5" in text
    assert text.endswith("1 breaking, 1 documentation\n")
    assert "summary" not in text
    main(["diff", "old.yaml", "new.yaml", "--all"])
    assert "new.yaml:5:5: documentation: GET /pets: its summary changed" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("level", "code"),
    [("breaking", 1), ("documentation", 1), ("nothing", 0)],
)
def test_the_exit_code_follows_fail_on(folder: Path, level: str, code: int) -> None:
    assert main(["diff", "old.yaml", "new.yaml", "--fail-on", level]) == code
    assert main(["diff", "old.yaml", "old.yaml", "--fail-on", level]) == 0


def test_programs_read_json_sarif_and_annotations(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(form: str) -> str:
        main(["diff", "old.yaml", "new.yaml", "--format", form])
        return capsys.readouterr().out

    data = json.loads(run("json"))
    assert data["counts"] == {"breaking": 1, "dangerous": 0, "additive": 0, "documentation": 1}
    assert data["changes"][0]["old"] == {"file": "old.yaml", "line": 8, "column": 5}
    (result, *_) = json.loads(run("sarif"))["runs"][0]["results"]
    assert (result["ruleId"], result["level"]) == ("operation-removed", "error")
    assert run("github") == (
        "::error file=new.yaml,line=1,title=operation-removed"
        "::DELETE /pets: this operation was removed\n"
    )
    markdown = run("markdown")
    assert "#### Breaking (1)\n\n- **DELETE /pets**: this operation was removed." in markdown
    assert "<details>" in markdown


def test_text_of_a_document_is_no_markup(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hostile = OLD.replace("/pets", "/<script>alert(1)</script>*x*")
    (folder / "hostile.yaml").write_text(hostile, "utf-8")
    main(["diff", "hostile.yaml", "new.yaml", "--format", "html"])
    page = capsys.readouterr().out
    assert "<li>" in page
    assert "<script" not in page
    main(["diff", "hostile.yaml", "new.yaml", "--format", "markdown"])
    assert r"\<script\>alert(1)\</script\>\*x\*" in capsys.readouterr().out


def test_a_version_can_be_a_file_of_a_commit(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def git(*arguments: str) -> None:
        names = ["-c", "user.name=A", "-c", "user.email=a@b.test"]
        subprocess.run(["git", *names, *arguments], cwd=folder, check=True, capture_output=True)

    (folder / "new.yaml").write_text(OLD, "utf-8")
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "First")
    (folder / "new.yaml").write_text(NEW, "utf-8")
    (folder / "answers.yaml").write_text(ANSWERS.replace("string", "integer"), "utf-8")
    assert main(["diff", "git:HEAD:new.yaml", "new.yaml", "--format", "json"]) == 1
    changes = json.loads(capsys.readouterr().out)["changes"]
    assert [each["code"] for each in changes] == [
        "operation-removed",
        "type-changed",
        "text-changed",
    ]
    assert changes[0]["old"] == {"file": "git:HEAD:new.yaml", "line": 8, "column": 5}


@pytest.mark.parametrize(
    "name", ["git:HEAD:gone.yaml", "git:--help:new.yaml", "git:HEAD", "gone.yaml", "answers.yaml"]
)
def test_a_version_that_cannot_be_read_is_a_problem(
    folder: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    assert main(["diff", name, "new.yaml"]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert f"{name}" in printed.err
    assert "error: " in printed.err


def test_accepted_changes_are_left_out(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = "# comment\noperation-removed DELETE /p*  # nobody calls it\n"
    (folder / "accepted.txt").write_text(rules, "utf-8")
    assert main(["diff", "old.yaml", "new.yaml", "--accept", "accepted.txt"]) == 0
    assert capsys.readouterr().out == "1 documentation (1 accepted)\n"
    (folder / "accepted.txt").write_text("operation-added  # one\nbody-removed\n", "utf-8")
    assert main(["diff", "old.yaml", "new.yaml", "--accept", "accepted.txt"]) == 1
    printed = capsys.readouterr().err
    assert "accepted.txt:1:1: warning: no change is `operation-added` at `*`" in printed
    assert "accepted.txt:2:1: error: the accepted change `body-removed` has no reason" in printed
    assert "[change-not-found]" in printed
    assert "[change-without-reason]" in printed
    assert main(["diff", "old.yaml", "new.yaml", "--accept", "gone.txt"]) == 74


def test_rules_hold_codes_and_places() -> None:
    rules, problems = read_accepted("\n  a-*   schema `Pet`, x   # why\n* # all\n", "f")
    assert [(each.code, each.where, each.line) for each in rules] == [
        ("a-*", "schema `Pet`, x", 2),
        ("*", "*", 3),
    ]
    assert problems == ()


def test_two_versions_are_needed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "old.yaml"]) == 2
    assert main(["diff", "old.yaml", "new.yaml", "--app", "main:app"]) == 2
    assert "name two versions" in capsys.readouterr().err


def test_an_application_can_be_the_new_version(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("fastapi")
    app = "from fastapi import FastAPI\napp = FastAPI(title='Pets')\n"
    (folder / "pets_app.py").write_text(app, "utf-8")
    assert main(["diff", "old.yaml", "--app", "pets_app:app"]) == 1
    assert "pets_app:app: breaking: DELETE /pets: this operation" in capsys.readouterr().out

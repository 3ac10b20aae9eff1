"""The forms in which programs read problems."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from octavo.cli.entry import main
from octavo.cli.forms import render_github, render_sarif
from octavo.problems import Code, Location, Problem, Severity

PROBLEMS = [
    Problem(Code.PAGE_MISSING, "a note", Location("site.json"), Severity.INFO),
    Problem(
        Code.LINK_TO_NOTHING,
        "100% wrong,\nin two lines: really",
        Location("a b,c:d%.mdx", 3, 7),
        Severity.WARNING,
        "Mend it.",
    ),
    Problem(Code.YAML_SYNTAX, "an error", Location("https://example.com/a.yaml", 2, 1)),
]


def test_sarif_has_what_the_standard_asks_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    log = json.loads(render_sarif(PROBLEMS, "docs"))
    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("sarif-2.1.0.json")
    (run,) = log["runs"]
    driver = run["tool"]["driver"]
    assert driver["name"] == "octavo"
    assert [rule["id"] for rule in driver["rules"]] == [
        "link-to-nothing",
        "page-missing",
        "yaml-syntax",
    ]
    levels = [result["level"] for result in run["results"]]
    assert levels == ["note", "warning", "error"]
    for result in run["results"]:
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["message"]["text"]
        (place,) = result["locations"]
        assert place["physicalLocation"]["region"]["startLine"] >= 1
    addresses = [
        result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        for result in run["results"]
    ]
    assert addresses == [
        "docs/site.json",
        "docs/a%20b%2Cc%3Ad%25.mdx",
        "https://example.com/a.yaml",
    ]
    assert run["results"][1]["locations"][0]["physicalLocation"]["region"] == {
        "startLine": 3,
        "startColumn": 7,
    }


def test_workflow_commands_name_errors_first_and_escape_what_would_end_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert render_github(PROBLEMS, "docs").split("\n") == [
        "::error file=https%3A//example.com/a.yaml,line=2,col=1,title=yaml-syntax::an error",
        (
            "::warning file=docs/a b%2Cc%3Ad%25.mdx,line=3,col=7,title=link-to-nothing::"
            "100%25 wrong,%0Ain two lines: really%0AMend it."
        ),
        "::notice file=docs/site.json,line=1,title=page-missing::a note",
    ]


SITE: dict[str, Any] = {
    "site.json": {"name": "T", "navigation": [{"group": "A", "pages": ["index"]}]},
    "index.mdx": "---\ntitle: Hello\n---\n\n[x](/nowhere)\n",
}


@pytest.mark.parametrize("command", ["build", "check"])
@pytest.mark.parametrize("form", ["json", "sarif", "github"])
def test_builds_and_checks_have_all_forms(
    command: str, form: str, write_project: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    root = write_project(SITE)
    assert main([command, str(root), "--format", form]) == 0
    told = capsys.readouterr()
    assert "link-to-nothing" in told.out
    assert told.err == ""
    if form != "github":
        json.loads(told.out)


def test_a_check_says_what_it_found_and_ends_as_builds_do(
    write_project: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    root = write_project(SITE)
    assert main(["check", str(root)]) == 0
    told = capsys.readouterr().err
    assert "index.mdx:5:1: warning: the link to `/nowhere` leads nowhere" in told
    assert told.endswith("Checked 1 page: 1 warning.\n")
    assert not (root / "dist").exists()
    assert main(["check", str(root), "--strict"]) == 1
    (root / "index.mdx").write_text("---\ntitle: Hello\n---\n")
    assert main(["check", str(root), "--strict"]) == 0
    assert capsys.readouterr().err.endswith("Checked 1 page: no problems.\n")
    (root / "site.json").write_text("{")
    assert main(["check", str(root)]) == 1
    assert capsys.readouterr().err.endswith("Nothing could be checked: 1 error.\n")


def test_codes_choose_what_is_told_and_what_fails(
    write_project: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {**SITE, "index.mdx": "[x](/nowhere) ![](lost.png)\n"}
    check = ["check", str(write_project(files)), "--strict"]
    assert main([*check, "--only", "image-*"]) == 1
    told = capsys.readouterr().err
    assert "[image-missing]" in told
    assert "[image-alt-missing]" in told
    assert "[link-to-nothing]" not in told
    assert main([*check, "--only", "image-*", "--except", "image-missing,image-alt-missing"]) == 0
    assert main([*check, "--except", "image-*,link-to-nothing"]) == 0
    with pytest.raises(SystemExit) as ended:
        main([*check, "--only", "no-such-code"])
    assert ended.value.code == 2


def test_problems_of_one_cause_are_shown_once_and_listed_for_programs(
    write_project: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    pages = {f"p{number}.mdx": "![](/sprite.svg#a) <img alt='' src='/sprite.svg#b' />\n"
             for number in range(1, 5)}  # fmt: skip
    check = ["check", str(write_project({**SITE, **pages})), "--strict"]
    assert main(check) == 1
    told = capsys.readouterr().err
    assert told.count("[image-missing]") == 1
    assert "the file `/sprite.svg#a` is missing, here and at p1.mdx:1" in told
    assert " and 4 more places [image-missing]" in told
    assert told.count("[image-alt-missing]") == 1
    assert main([*check, "--only", "image-missing"]) == 1
    assert capsys.readouterr().err.count("[image-missing]") == 8
    assert main([*check, "--format", "json"]) == 1
    assert capsys.readouterr().out.count('"image-missing"') == 8
    assert main(["build", *check[1:], "-o", f"{check[1]}/../out"]) == 1
    assert capsys.readouterr().err.count("[image-missing]") == 1


def test_many_notes_of_one_code_are_counted_unless_they_are_asked_for(
    write_project: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    pages = {f"p{number:02}.mdx": f"---\ntitle: P{number}\n---\n" for number in range(14)}
    check = ["check", str(write_project({**SITE, **pages}))]
    assert main(check) == 0
    told = capsys.readouterr().err
    assert told.count("info: ") == 10
    assert (
        "and 4 more notes [page-not-listed]; octavo check --only page-not-listed shows all\n"
        in told
    )
    assert told.endswith("1 warning, 14 notes.\n")
    assert main([*check, "--only", "page-not-listed"]) == 0
    assert capsys.readouterr().err.count("info: ") == 14

"""What pages show of a report of `octavo check --against`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from octavo.cli.entry import main

API = """\
openapi: 3.1.0
info: { title: Pets, version: "1" }
servers: [{ url: "https://pets.test" }]
paths:
  /pets:
    get: { summary: List pets, responses: { "200": { description: Fine } } }
    post: { summary: Add a pet, responses: { "201": { description: Fine } } }
"""


def write(folder: Path, report: Any, **settings: Any) -> None:
    """Write a project with a report, or without one."""
    site = {
        "name": "Pets",
        "tabs": [{"name": "API", "url": "api", "openapi": "pets.yaml"}],
        "api": {"proof": "contract.json"},
        "navigation": [{"group": "Start", "pages": ["index"]}],
        **settings,
    }
    (folder / "site.json").write_text(json.dumps(site), "utf-8")
    (folder / "pets.yaml").write_text(API, "utf-8")
    (folder / "index.mdx").write_text("---\ntitle: Home\n---\n\nHello.\n", "utf-8")
    if report is not None:
        text = report if isinstance(report, str) else json.dumps(report)
        (folder / "contract.json").write_text(text, "utf-8")


def describe(method: str, *messages: str, checked: Any = True) -> dict[str, Any]:
    """Return an operation of a report."""
    return {
        "method": method,
        "path": "/pets",
        "checked": checked,
        "differences": len(messages),
        "messages": list(messages),
    }


def report(*operations: Any, source: str = "pets.yaml", date: Any = "2026-11-18") -> Any:
    """Return a report of one document."""
    documents = [{"source": source, "operations": list(operations)}]
    return {"octavoContract": 1, "date": date, "against": "https://x", "documents": documents}


@pytest.fixture(autouse=True)
def today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795132800")  # 2026-11-20


def build(folder: Path) -> Path:
    assert main(["build", str(folder), "-o", str(folder / "dist")]) == 0
    return folder / "dist"


def read(folder: Path, name: str) -> str:
    return (folder / "api" / name).read_text("utf-8")


def test_a_checked_operation_says_so_on_its_page_in_its_twin_and_in_the_search(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    message = "200: `a.b` <i>must</i> be text"
    write(tmp_path, report(describe("GET", message), describe("POST", checked=False)))
    dist = build(tmp_path)
    page, twin = read(dist, "list-pets/index.html"), read(dist, "list-pets.md")
    day = '<time datetime="2026-11-18">November 18, 2026</time>'
    assert f"Checked against the API on {day}, 1 difference<" in page
    assert "200: <code>a.b</code> &lt;i&gt;must&lt;/i&gt; be text" in page
    assert "<summary>" in page.partition(day)[2][:80] or "<details" in page.partition(day)[2][:80]
    assert "Checked against the API on November 18, 2026, 1 difference" in twin
    assert "200: `a.b` \\<i>must" in twin
    assert "Checked against" not in read(dist, "add-a-pet/index.html")
    assert not (dist / "contract.json").exists()
    capsys.readouterr()
    main(["search", str(dist), "checked against"])
    assert "Checked against the API on November 18, 2026" in capsys.readouterr().out


def test_the_day_is_in_the_language_of_the_site(tmp_path: Path) -> None:
    write(tmp_path, report(describe("GET")), language="de")
    page = read(build(tmp_path), "list-pets/index.html")
    assert "18. November 2026</time> mit der API verglichen, 0 Abweichungen" in page


def test_a_new_report_changes_the_next_build(tmp_path: Path) -> None:
    write(tmp_path, report(describe("GET")))
    assert "0 differences" in read(build(tmp_path), "list-pets/index.html")
    write(tmp_path, report(describe("GET", "a", "b")))
    assert "2 differences" in read(build(tmp_path), "list-pets/index.html")


@pytest.mark.parametrize(
    ("source", "shown"),
    [("pets.yaml", True), ("docs/pets.yaml", True), ("cats.yaml", False), ("/x/pets.yaml", True)],
)
def test_reports_may_name_the_document_from_another_folder(
    tmp_path: Path, source: str, shown: bool
) -> None:
    write(tmp_path, report(describe("GET"), source=source))
    assert ("Checked against" in read(build(tmp_path), "list-pets/index.html")) is shown


GOOD = describe("GET")


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        (None, "proof-missing", 1),
        ("[]", "proof-wrong", None),
        ("{", "api-json-syntax", 1),
        (report(GOOD, date="yesterday"), "proof-wrong", 1),
        (report(GOOD, date=5), "proof-wrong", 1),
        (report(GOOD, date="9999-12-31"), "proof-wrong", 1),
        (report(5), "proof-wrong", 1),
        (report({**GOOD, "differences": -1}), "proof-wrong", 1),
        (report({**GOOD, "differences": True}), "proof-wrong", 1),
        (report({**GOOD, "messages": [5]}), "proof-wrong", 1),
        (report({**GOOD, "method": None}), "proof-wrong", 1),
        ({**report(), "octavoContract": 2}, "proof-wrong", 1),
        ({**report(), "documents": {}}, "proof-wrong", 1),
        ('{"octavoContract": ' + "[" * 100_000, "", None),
        (report(GOOD, date="2026-10-01"), "proof-old", None),
        (report(GOOD, date="2026-10-21"), None, None),
    ],
)
def test_a_report_that_cannot_be_used_is_a_problem(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    text: Any,
    code: str | None,
    line: int | None,
) -> None:
    write(tmp_path, text)
    main(["check", str(tmp_path), "--format", "json"])
    printed = capsys.readouterr()
    problems = json.loads(printed.out)["problems"]
    own = [each for each in problems if "contract.json" in f"{each['file']}{each['message']}"]
    assert "Traceback" not in printed.err
    assert bool(own) is (code is not None)
    if code:
        assert [each["code"] for each in own] == [code]
        assert own[0]["line"] == line or line is None
    assert main(["build", str(tmp_path), "-o", str(tmp_path / "dist")]) in (0, 1)
    assert (tmp_path / "dist" / "index.html").is_file()


def test_a_check_repeated_later_says_that_the_report_is_old(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, report(describe("GET")))
    main(["check", str(tmp_path)])
    assert "proof-old" not in capsys.readouterr().out
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1797724800")  # 2026-12-20
    main(["check", str(tmp_path)])
    assert "proof-old" in "".join(capsys.readouterr())

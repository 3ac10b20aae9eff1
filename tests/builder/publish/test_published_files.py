"""Only files for readers are published, by every way in which a site reaches them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.check.folder_check import check_folder
from octavo.builder.folder_build import BuildOptions, BuildReport, build_folder
from octavo.problems import Code, Problem, Severity, sort_problems
from tests.feedback_sites import vote
from tests.previews import running_preview
from tests.project.test_secrets import ACCOUNT, KEY, TOKEN, make_database
from tests.project_folder import write_files
from tests.served_sites import serving

EXPORT = '{"octavo":"feedback","format":1}\n'


def write_project(root: Path, page: str = "Hello.\n", **settings: Any) -> Path:
    values = {"name": "T", "navigation": [{"group": "G", "pages": ["index", "b"]}], **settings}
    return write_files(
        root, {"site.json": values, "index.mdx": page, "b.mdx": "---\ntitle: B\n---\n\nText.\n"}
    )


def build(root: Path, cache: Path | None = None) -> BuildReport:
    options = BuildOptions(cache_folder=str(cache) if cache else None)
    report = build_folder(str(root), str(root.with_name("out")), options)
    assert report.output
    return report


def list_outputs(root: Path) -> set[str]:
    out = root.with_name("out")
    return {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}


def read_all(out: Path) -> dict[str, bytes]:
    files = (path for path in out.rglob("*") if path.is_file() and path.name != ".octavo-output")
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in files}


def find_problems(problems: tuple[Problem, ...], code: Code) -> list[Problem]:
    return [problem for problem in sort_problems(problems) if problem.code is code]


@pytest.mark.scorecard("SR-50")
def test_what_a_server_keeps_in_the_project_is_not_published(tmp_path: Path) -> None:
    """The commands of the guides, run in the folder of the project."""
    root = write_project(tmp_path / "project", feedback={"thumbsRating": True})

    def run(*command: str) -> None:
        octavo = [sys.executable, "-m", "octavo"]
        paths = filter(None, (os.environ.get("PYTHONPATH"), os.getcwd()))
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
        subprocess.run([*octavo, *command], cwd=root, env=environment, check=True)

    run("build")
    (root / "token").write_text(f"{TOKEN}\n")
    database = ("--database", f"sqlite:{root}/feedback.db")
    with serving(root / "dist", *database, "--insights-token-file", str(root / "token")) as site:
        assert vote(site, "/", comment="My name is Jo").status == 200
        run("build")
        assert {path.name for path in root.iterdir()} >= {"feedback.db", "feedback.db-wal"}
        run("insights", *database, "--export", "feedback.jsonl")
    run("build")
    published = [path for path in (root / "dist").rglob("*") if path.is_file()]
    at_root = {path.name for path in published if path.parent == root / "dist"}
    assert at_root & {path.name for path in root.iterdir()} == set()
    assert [path for path in published if b"My name is Jo" in path.read_bytes()] == []


@pytest.mark.scorecard("SR-50")
def test_types_that_no_website_serves_are_named_in_one_note(tmp_path: Path) -> None:
    root = write_project(tmp_path / "project")
    write_files(
        root, {"a.dump": "1", "b/c": "1", "data.sql": "1", "x.db-wal": "1", "kept.pdf": "1"}
    )
    write_files(root, {f"m/{n}.dat": "1" for n in range(9)})
    report = build(root)
    outputs = list_outputs(root)
    assert "kept.pdf" in outputs
    assert [
        name for name in outputs if name.endswith((".dump", "/c", ".sql", "-wal", ".dat"))
    ] == []
    (note,) = find_problems(report.problems, Code.FILES_NOT_PUBLISHED)
    assert note.severity is Severity.INFO
    names = "`a.dump`, `b/c`, `data.sql`, `m/*.dat` (9 files), `x.db-wal`"
    assert note.message.startswith("13 files are not published")
    assert note.message.endswith(names)
    checked = check_folder(str(root), BuildOptions())
    assert find_problems(checked.problems, Code.FILES_NOT_PUBLISHED) == [note]


@pytest.mark.scorecard("SR-50")
def test_what_the_author_names_is_published(tmp_path: Path) -> None:
    page = '---\n"og:image": /by/matter.raw\n---\n\nimport Part from "/snippets/p.mdx"\n'
    root = write_project(
        tmp_path / "project",
        f'{page}\n[a](/by/link.onnx) <video src="by/tag.y4m" />\n\n<Part />\n',
        redirects=[{"source": "/dl", "destination": "/by/redirect.img"}],
        anchors=[{"name": "A", "url": "/by/setting.sh", "icon": "star"}],
    )
    named = {
        *("by/link.onnx", "by/tag.y4m", "by/snippet.lua", "by/redirect.img", "by/setting.sh"),
        *("by/style.cur2", "by/script.tflite", "by/matter.raw", "static/any.thing", "public/x"),
    }
    write_files(root, dict.fromkeys([*named, "by/nobody.img"], "1"))
    write_files(root, {"snippets/p.mdx": "[s](/by/snippet.lua)\n"})
    write_files(root, {"css/a.css": "a { cursor: url('../by/style.cur2') }"})
    write_files(root, {"track.js": 'fetch("/by/script.tflite")\n'})
    report = build(root)
    assert list_outputs(root) >= named
    (note,) = find_problems(report.problems, Code.FILES_NOT_PUBLISHED)
    assert note.message.endswith(": `by/nobody.img`")
    with running_preview(root) as preview:
        assert {name: preview.get(f"/{name}").status for name in named} == dict.fromkeys(named, 200)
        assert preview.get("/by/nobody.img").status == 404


HIDDEN: dict[str, Any] = {
    "by/photo.png": KEY,
    "by/data.json": json.dumps(ACCOUNT),
    "by/text.txt": EXPORT,
    "by/word": TOKEN,
    "static/word.txt": TOKEN,
}


@pytest.mark.scorecard("SR-50")
def test_a_secret_is_not_published_whatever_it_is_called(tmp_path: Path) -> None:
    root = write_files(write_project(tmp_path / "project"), HIDDEN)
    (root / "logo.svg").write_bytes(make_database(tmp_path / "a.db"))
    for report in (build(root), check_folder(str(root), BuildOptions())):
        found = find_problems(report.problems, Code.FILE_PRIVATE)
        names = {problem.location.source for problem in found}
        assert names == {*HIDDEN, "logo.svg"} - {"by/word"}  # no type, so it is in the note
        assert {problem.severity for problem in found} == {Severity.WARNING}
    assert list_outputs(root).isdisjoint({*HIDDEN, "logo.svg"})
    with running_preview(root) as preview:
        assert {preview.get(f"/{name}").status for name in (*HIDDEN, "logo.svg")} == {404}


@pytest.mark.scorecard("SR-50")
@pytest.mark.parametrize(
    "name", [*HIDDEN, "server.pem", ".env", ".npmrc", "x.db-wal", "x.lock", "id_rsa"]
)
@pytest.mark.parametrize("form", ["[x](/{})", '<img src="/{}" alt="x" />'])
def test_a_page_that_names_a_secret_is_an_error(tmp_path: Path, name: str, form: str) -> None:
    root = write_project(tmp_path / "project", f"Text.\n\n{form.format(name)}\n")
    write_files(root, {name: HIDDEN.get(name, "x")})
    places = []
    for report in (build(root), check_folder(str(root), BuildOptions())):
        found = find_problems(report.problems, Code.FILE_PRIVATE)
        errors = [problem for problem in found if problem.severity is Severity.ERROR]
        places += [(each.location.source, each.location.line) for each in errors]
    assert places == [("index.mdx", 3)] * 2
    assert name not in list_outputs(root)


def test_a_setting_that_names_a_secret_is_an_error_at_its_place(tmp_path: Path) -> None:
    root = write_project(tmp_path / "project", favicon="/icon.png")
    write_files(root, {"icon.png": KEY})
    (problem,) = find_problems(build(root).problems, Code.FILE_PRIVATE)
    lines = (root / "site.json").read_text().split("\n")
    assert problem.severity is Severity.ERROR
    assert "icon.png" in lines[problem.location.line - 1]


@pytest.mark.scorecard("SR-50")
def test_a_build_of_some_pages_agrees_with_a_whole_one(tmp_path: Path) -> None:
    root, cache = write_project(tmp_path / "project"), tmp_path / "cache"
    write_files(root, {"model.onnx": "1", "photo.png": "a picture", "open.txt": "many words"})

    def rebuild(**files: str | bytes) -> set[str]:
        write_files(root, {name.replace("__", "."): text for name, text in files.items()})
        little, whole = build(root, cache), build_folder(str(root), str(tmp_path / "clean"))
        assert sort_problems(little.problems) == sort_problems(whole.problems)
        assert read_all(tmp_path / "out") == read_all(tmp_path / "clean")
        return list_outputs(root)

    assert "model.onnx" not in rebuild()
    assert "model.onnx" in rebuild(index__mdx="[m](/model.onnx)\n")
    assert "model.onnx" in rebuild(b__mdx="---\ntitle: B\n---\n\nMore.\n")
    assert "model.onnx" not in rebuild(index__mdx="Nothing.\n")
    assert "photo.png" not in rebuild(photo__png=KEY)
    assert "photo.png" not in rebuild(b__mdx="---\ntitle: B\n---\n\nMore text.\n")
    assert "photo.png" in rebuild(photo__png="another picture")
    assert "open.txt" not in rebuild(open__txt=TOKEN)

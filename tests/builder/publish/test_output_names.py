"""No two files of a site are one on any system, and what was first is never overwritten."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from octavo.builder.check.folder_check import check_folder
from octavo.builder.folder_build import BuildOptions, BuildReport, build_folder
from octavo.builder.pages.leads import claim_lead
from octavo.problems import Code, Location, Problem, Severity, sort_problems
from octavo.project.discover import load_project
from octavo.project.names import fold_source
from octavo.site.load import load_site
from octavo.site.urls import OutputNames
from tests.previews import running_preview
from tests.project_folder import write_files
from tests.whole import first_of_each

HOSTS = frozenset({"netlify", "cloudflare", "nginx"})


def write_project(root: Path, files: dict[str, Any], *redirects: str) -> Path:
    settings = {
        "name": "T",
        "navigation": [{"group": "G", "pages": ["index", "guide"]}],
        "redirects": [{"source": each, "destination": "/guide"} for each in redirects],
    }
    pages = {"index.mdx": "Home.\n", "guide.mdx": "---\ntitle: Guide\n---\n\nThe guide.\n"}
    return write_files(root, {"site.json": settings, **pages, **files})


def build(root: Path, **options: Any) -> tuple[BuildReport, dict[str, bytes]]:
    out = root.with_name("out")
    options = {"site_url": "https://docs.example.com", **options}
    report = build_folder(str(root), str(out), BuildOptions(**options))
    assert report.output, report.problems
    return report, {
        path.relative_to(out).as_posix(): path.read_bytes()
        for path in out.rglob("*")
        if path.is_file()
    }


def find_clashes(problems: tuple[Problem, ...]) -> list[Problem]:
    codes = (Code.OUTPUT_NAMES_CLASH, Code.OUTPUT_TAKEN, Code.FILE_NAMES_CLASH)
    return [problem for problem in sort_problems(problems) if problem.code in codes]


@pytest.mark.scorecard("SR-51")
def test_a_name_is_taken_on_every_system_at_once() -> None:
    names = OutputNames(["guide/index.html", "a/b/c.png"])
    assert names.claim("Guide/index.html") == "guide/index.html"
    assert names.claim("guide./INDEX.html") == "guide/index.html"
    assert names.claim("GUIDE") == "guide/index.html"
    assert names.claim("a/B/c.png/x") == "a/b/c.png"
    assert names.claim("A/b") == "a/b/c.png"
    assert names.claim("A/b/d.png") is None
    assert names.claim("con/index.html") is None
    assert names.claim("CON.txt") == "con/index.html"
    assert names.find("a/b/D.png") == "A/b/d.png"


@pytest.mark.scorecard("SR-51")
@pytest.mark.parametrize(
    "source", first_of_each(["/Guide", "/guide.", "/guide%20", "/guide::$DATA", "/GUIDE/"])
)
def test_a_redirect_to_itself_never_replaces_the_page(tmp_path: Path, source: str) -> None:
    root = write_project(tmp_path / "project", {}, source)
    report, files = build(root)
    (problem,) = find_clashes(report.problems)
    assert problem.severity is Severity.WARNING
    lines = (root / "site.json").read_text().split("\n")
    assert source in lines[problem.location.line - 1]
    assert b"The guide." in files["guide/index.html"]
    assert [name for name in files if fold_source(name) == "guide/index.html"] == [
        "guide/index.html"
    ]
    assert find_clashes(check_folder(str(root), BuildOptions()).problems) == [problem]
    with running_preview(root) as preview:
        assert find_clashes(preview.preview.app.state.problems) == [problem]


@pytest.mark.scorecard("SR-51")
@pytest.mark.parametrize(
    ("files", "redirects", "kept", "place"),
    [
        ({"Guide/index.mdx": "Other."}, (), "Guide/index.html", "guide.mdx"),
        ({"Guide/index.html": "mine"}, (), "guide/index.html", "Guide/index.html"),
        ({"old/Index.html": "mine"}, ("/old",), "old/Index.html", "site.json"),
        ({"old.": "mine", "x.mdx": "[a](/old.)"}, ("/old",), "old.", "site.json"),
        ({}, ("/Old", "/old"), "Old/index.html", "site.json"),
        ({}, ("/llms.txt",), "llms.txt", "site.json"),
        ({}, ("/404.HTML",), "404.html", "site.json"),
        ({"Robots.txt": "mine"}, (), "Robots.txt", "Robots.txt"),
        ({"SITEMAP.xml": "mine"}, (), "SITEMAP.xml", "SITEMAP.xml"),
        ({"LLMS.txt": "mine"}, (), "llms.txt", "LLMS.txt"),
        ({"_Headers": "mine", "y.mdx": "[a](/_Headers)"}, (), "_Headers", "_Headers"),
        ({"Guide.MD.html": "x", "guide.md/x.png": "x"}, (), "guide.md", "guide.md/x.png"),
        ({"Guide/sub.mdx": "Below."}, (), "guide/index.html", "Guide/sub.mdx"),
        ({"guide/index.html.mdx": "x"}, (), "guide/index.html", "guide/index.html.mdx"),
        ({"x.PNG": "1", "a.mdx": "y"}, ("/x.png",), "x.PNG", "site.json"),
    ],
)
def test_what_counts_first_stays(
    tmp_path: Path, files: dict[str, Any], redirects: tuple[str, ...], kept: str, place: str
) -> None:
    root = write_project(tmp_path / "project", files, *redirects)
    report, outputs = build(root, host_files=HOSTS)
    (problem,) = find_clashes(report.problems)
    assert problem.location.source == place
    assert kept in outputs
    folded = [fold_source(name) for name in outputs]
    assert len(folded) == len(set(folded))


@pytest.mark.scorecard("SR-51")
def test_a_build_of_one_page_agrees(tmp_path: Path) -> None:
    root = write_project(tmp_path / "project", {"Robots.txt": "mine"}, "/Guide", "/con")
    cache = str(tmp_path / "cache")
    first, _ = build(root, cache_folder=cache)
    (root / "guide.mdx").write_text("---\ntitle: Guide\n---\n\nAnother text.\n")
    second, after = build(root, cache_folder=cache)
    clean, whole = build(root)
    assert {k: v for k, v in after.items() if k != ".octavo-output"} == {
        k: v for k, v in whole.items() if k != ".octavo-output"
    }
    assert find_clashes(first.problems) == find_clashes(second.problems)
    assert find_clashes(second.problems) == find_clashes(clean.problems)
    assert len(find_clashes(clean.problems)) == 2


def test_files_of_the_author_in_place_of_ours_are_no_clash(tmp_path: Path) -> None:
    own = {"llms.txt": "mine", "llms-full.txt": "mine", "robots.txt": "mine", "sitemap.xml": "mine"}
    root = write_project(tmp_path / "project", {**own, "guide/rss.xml": "mine"})
    report, outputs = build(root)
    assert {name: outputs[name] for name in own} == dict.fromkeys(own, b"mine")
    assert find_clashes(report.problems) == []
    assert find_clashes(check_folder(str(root), BuildOptions()).problems) == []


def test_compressed_files_leave_those_of_the_author(tmp_path: Path) -> None:
    root = write_project(tmp_path / "project", {"a.css": "a{}" * 999, "A.css.GZ": "mine"})
    _, outputs = build(root, compress=True)
    assert outputs["A.css.GZ"] == b"mine"
    assert not {"a.css.gz", "a.css.br"} & outputs.keys()


@pytest.mark.scorecard("SR-51")
@pytest.mark.parametrize("url", ["/con", "/a/NUL.txt", "/a:b", "/what?", "/end."])
def test_what_windows_cannot_hold_is_left_out_there_alone(tmp_path: Path, url: str) -> None:
    root = write_project(tmp_path / "project", {}, url)
    loaded = load_site(load_project(root)[0])
    assert loaded.site

    def locate(_pointer: object) -> Location:
        return Location("site.json")

    names = OutputNames()
    problem = claim_lead(names, url, loaded.site, locate, is_windows=True)
    assert isinstance(problem, Problem)
    assert problem.code is Code.FILE_NAME_UNUSABLE
    assert claim_lead(names, url, loaded.site, locate, is_windows=False) is True


@pytest.mark.parametrize(
    ("file", "severity"),
    [
        ("con.mdx", Severity.WARNING),
        ("a/Nul.html", Severity.WARNING),
        ("what?.mdx", Severity.WARNING),
        (f"{'long/' * 45}index.mdx", Severity.WARNING),
        ("/con", Severity.INFO),
        ("/long" * 45, Severity.INFO),
    ],
)
def test_what_windows_cannot_hold_is_a_problem_on_every_system(
    file: str, severity: Severity, tmp_path: Path
) -> None:
    redirects = [file] if file.startswith("/") else []
    files = {} if redirects else {file: "---\ntitle: T\n---\n\nText.\n"}
    root = write_project(tmp_path / "project", files, *redirects)
    report = check_folder(str(root), BuildOptions())
    found = [each for each in report.problems if each.code is Code.FILE_NAME_UNUSABLE]
    assert [each.severity for each in found] == [severity]
    assert found[0].location.source == ("site.json" if redirects else file)
    assert "Windows" in found[0].message

"""Pages with snippets and code, built: the places of problems, and which files are pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from octavo.builder.folder_build import build_folder
from octavo.builder.javascript.engine import JavaScriptEngine
from octavo.builder.pages.documents import DocumentLoader
from octavo.project.discover import load_project

SITE = {
    "site.json": {"name": "T", "navigation": [{"group": "A", "pages": ["a", "b"]}]},
    "a.mdx": (
        "import Part from './shared/part.mdx'\nimport B from './b.mdx'\n\n"
        "export const Box = ({ n }) => <b>{n * 2}</b>\n\n"
        "<Part name='x' />\n\n<Box n={4} />\n\n<B />\n"
    ),
    "b.mdx": "## From b\n",
    "shared/part.mdx": "---\ntitle: Part\n---\n\n## Part {name}\n\n[gone](/no)\n\n<Nothing />\n",
    "shared/alone.mdx": "# Alone\n",
    "snippets/unused.mdx": "<b>\n",
}


def test_files_that_others_import_are_pages_only_if_the_navigation_lists_them(
    write_project: Any, tmp_path: Path
) -> None:
    report = build_folder(str(write_project(SITE)), str(tmp_path / "out"))
    pages = {path.parent.name for path in (tmp_path / "out").rglob("*/index.html")}
    assert {"a", "b", "alone"} <= pages
    assert "part" not in pages
    assert report.pages == 3


def test_problems_of_a_snippet_name_its_own_file(write_project: Any, tmp_path: Path) -> None:
    report = build_folder(str(write_project(SITE)), str(tmp_path / "out"))
    assert [f"{each.location} {each.code}" for each in report.problems] == [
        "shared/part.mdx:7:1 link-to-nothing",
        "shared/part.mdx:9:1 component-unknown",
    ]


def test_the_page_shows_all_of_it(write_project: Any, tmp_path: Path) -> None:
    build_folder(str(write_project(SITE)), str(tmp_path / "out"))
    html = (tmp_path / "out/a/index.html").read_text()
    assert '<h2 id="part-x">' in html
    assert "<b>8</b>" in html
    assert '<h2 id="from-b">' in html
    assert '<a href="#part-x">Part x</a>' in html


def test_two_builds_are_equal_to_the_byte(write_project: Any, tmp_path: Path) -> None:
    root = write_project({**SITE, "a.mdx": "{Math.random()} {new Date().getTime()} {useId()}.\n"})
    for name in ("one", "two"):
        build_folder(str(root), str(tmp_path / name))
    one, two = ((tmp_path / name / "a/index.html").read_bytes() for name in ("one", "two"))
    assert one == two


def test_the_files_that_went_into_a_page_are_known(write_project: Any) -> None:
    project, _ = load_project(write_project(SITE))
    engine = JavaScriptEngine()
    loaded = DocumentLoader(project, engine.evaluate).load("a.mdx")
    engine.close()
    assert loaded.dependencies == ("shared/part.mdx", "b.mdx")
    assert DocumentLoader(project, engine.evaluate).load("b.mdx").dependencies == ()


def test_a_snippet_that_cannot_be_read_is_told(write_project: Any, tmp_path: Path) -> None:
    root = write_project({**SITE, "shared/part.mdx": b"\xff\xfe"})
    report = build_folder(str(root), str(tmp_path / "out"))
    codes = {each.code.value for each in report.problems}
    assert {"file-not-utf8", "snippet-missing"} <= codes


def test_everything_that_may_nest_can_be_rendered_at_its_deepest(
    write_project: Any, tmp_path: Path
) -> None:
    def nest(number: int, inside: str) -> str:
        return "<Card>\n" * number + inside + "\n" + "</Card>\n" * number

    code = "{Array(60).fill().reduce((inner) => <Note>{inner}</Note>, 'deepest')}"
    project = {
        **SITE,
        "a.mdx": f"import S from '/snippets/s.mdx'\n\n{nest(90, '<S />')}",
        "snippets/s.mdx": nest(25, code),
    }
    report = build_folder(str(write_project(project)), str(tmp_path / "out"))
    assert [each for each in report.problems if each.location.source != "shared/part.mdx"] == []
    assert "deepest" in (tmp_path / "out/a/index.html").read_text()

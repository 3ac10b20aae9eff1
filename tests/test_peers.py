"""The comparison with other tools: installed tools, their projects, and the output."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from compare_peers import Comparison, read_arguments
from generated_api import api_document
from measure import Cost
from octavo.builder.folder_build import build_folder
from peers.figures import HEAD, Built, Figure, table_of_figures, weigh_output
from peers.install import NODE, VERSIONS, Tool, plan_installation, read_tools
from peers.projects import (
    API_TOOLS,
    OCTAVO,
    PAGE_TOOLS,
    Project,
    make_pages,
    plan_octavo_api,
    write_project,
)
from table import NOTHING, render_text

ROOT = Path(__file__).parents[1]
TOOLS = read_tools(VERSIONS.read_text("utf-8"))
DOCUMENT = json.dumps(api_document(5))


# --- the list of versions ---


def test_every_tool_that_is_measured_is_in_the_list_and_no_other() -> None:
    assert {OCTAVO, *TOOLS} == {*PAGE_TOOLS, *API_TOOLS, NODE}


def test_every_package_is_pinned_to_one_version() -> None:
    for tool in TOOLS.values():
        separator = "==" if tool.installer == "pip" else "@"
        for package in tool.packages:
            assert re.search(rf"\w{separator}\d+\.\d+\.\d+$", package), package


def test_a_line_names_a_tool_an_installer_and_packages() -> None:
    text = "# what is installed\n\nTwo Words  npm  @scope/two@1.2.3 words@4.5.6\n"
    assert read_tools(text) == {
        "Two Words": Tool("Two Words", "npm", ("@scope/two@1.2.3", "words@4.5.6"))
    }


def test_a_line_that_cannot_be_read_is_told() -> None:
    with pytest.raises(ValueError, match="Two Words  gem  words"):
        read_tools("Two Words  gem  words")


@pytest.mark.parametrize(
    ("packages", "version"),
    [
        (("mkdocs==1.6.1", "mkdocs-material==9.8.1"), "9.8.1"),
        (("engine@7.3.0", "@scope/mkdocs@0.42.4", "other@1.2.18"), "0.42.4"),
        (("other@1.2.18",), "1.2.18"),
    ],
)
def test_the_version_is_that_of_the_package_that_names_the_tool(
    packages: tuple[str, ...], version: str
) -> None:
    assert Tool("MkDocs Material", "npm", packages).version == version


def test_a_tool_of_pip_gets_an_environment_of_its_own() -> None:
    tool = Tool("MkDocs Material", "pip", ("mkdocs==1.6.1",))
    environment, installation = plan_installation(tool)
    assert environment == (sys.executable, "-m", "venv", str(tool.folder))
    assert installation[0] == str(tool.folder / "bin" / "python")
    assert installation[-1] == "mkdocs==1.6.1"


# --- projects ---


@pytest.mark.parametrize("name", PAGE_TOOLS)
def test_every_tool_gets_the_same_pages(name: str) -> None:
    pages = make_pages(21)
    project = PAGE_TOOLS[name](pages, TOOLS)
    texts = [text for path, text in project.files.items() if path.endswith(".md")]
    assert texts == list(pages.values())
    assert len(project.files) > len(texts)  # and settings


def test_a_project_of_node_names_the_packages_of_its_tool() -> None:
    package = json.loads(PAGE_TOOLS["Starlight"]({}, TOOLS).files["package.json"])
    pinned = [f"{name}@{version}" for name, version in package["dependencies"].items()]
    assert tuple(pinned) == TOOLS["Starlight"].packages


@pytest.mark.parametrize("name", API_TOOLS)
def test_every_tool_for_apis_gets_the_same_document(name: str) -> None:
    assert API_TOOLS[name](DOCUMENT, TOOLS).files["openapi.json"] == DOCUMENT


def test_a_project_is_written_without_anything_of_the_build_before(tmp_path: Path) -> None:
    folder = tmp_path / "project"
    left = [folder / "dist" / "old.html", tmp_path / "node_modules" / ".cache" / "old.bin"]
    for file in left:
        file.parent.mkdir(parents=True)
        file.write_text("old")
    write_project(folder, Project({"docs/one.md": "One"}, (), "dist"))
    assert [file for file in tmp_path.rglob("*") if file.is_file()] == [folder / "docs" / "one.md"]


def test_octavo_builds_its_projects_without_a_warning(tmp_path: Path) -> None:
    plans = (PAGE_TOOLS[OCTAVO](make_pages(3), TOOLS), plan_octavo_api(DOCUMENT, TOOLS))
    for number, project in enumerate(plans):
        folder = tmp_path / str(number)
        write_project(folder, project)
        result = build_folder(str(folder), str(folder / project.output))
        assert [str(problem) for problem in result.problems] == []
        assert result.output


# --- figures ---


def test_tools_are_compared_with_octavo() -> None:
    figures = [
        Figure(OCTAVO, "1.0.0", Cost(2.0, 1.0, 40.0), Built(100, 300, 5.0)),
        Figure("Other", "2.0.0", Cost(9.0, 4.0, 400.0), Built(100, 1200, 7.5)),
    ]
    head, _, cells = table_of_figures("100 pages", figures)
    assert head == ("100 pages", *HEAD)
    assert cells == ("Other 2.0.0", "9.0", "4.5", "4.0", "4.0", "400", "1,200", "7.5")


def test_a_tool_that_was_not_measured_is_named_with_the_reason() -> None:
    table = table_of_figures("100 pages", [Figure("Other", "2.0.0", reason="needs npm")])
    assert table[1][0] == "Other 2.0.0: not measured: needs npm"
    assert set(table[1][1:]) == {NOTHING}
    assert "needs npm" in render_text(table)


def test_a_command_that_fails_says_why_and_others_are_still_measured(tmp_path: Path) -> None:
    script = "import sys; sys.exit('no such theme')"
    good = "import pathlib; pathlib.Path('out').mkdir(); pathlib.Path('out/a.html').touch()"
    plans = {
        OCTAVO: Project({"a.md": "A"}, (sys.executable, "-c", script), "out"),
        "Second": Project({"a.md": "A"}, (sys.executable, "-c", good), "out"),
    }
    failed, measured = Comparison({}, folder=tmp_path).measure(plans, least_pages=1)
    assert failed.reason == "no such theme"
    assert measured.built == Built(1, 1, 0.0)


def test_a_build_that_leaves_pages_out_is_not_compared(tmp_path: Path) -> None:
    plans = {OCTAVO: Project({"a.md": "A"}, (sys.executable, "-c", "pass"), "out")}
    (figure,) = Comparison({}, folder=tmp_path).measure(plans, least_pages=2)
    assert figure.reason == "wrote 0 pages of 2"


def test_what_was_written_is_weighed(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "index.html").write_bytes(b"x" * 1_500_000)
    (tmp_path / "site.css").write_bytes(b"x" * 500_000)
    assert weigh_output(tmp_path) == Built(pages=1, files=2, megabytes=2.0)


def test_a_tool_that_is_not_there_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        read_arguments(["Zoodoku"], ["Zudoku", "Redoc"])
    assert "no tool Zoodoku; there are Zudoku, Redoc" in capsys.readouterr().err


# --- the page ---

COMPARISON = (ROOT / "docs" / "about" / "comparison.mdx").read_text("utf-8")


def test_every_row_of_the_comparison_has_a_source_or_says_that_it_was_not_checked() -> None:
    claims = COMPARISON.split("\n## Measured")[0]
    rows = re.findall(r"^\| (?!Tool).*\|$", claims, re.MULTILINE)
    sources = ("](", "package `", "not checked")
    assert len(rows) > 50
    assert [row for row in rows if not any(source in row for source in sources)] == []


@pytest.mark.parametrize(
    "tool", [tool for name, tool in TOOLS.items() if name != NODE], ids=lambda tool: tool.name
)
def test_the_comparison_shows_figures_of_the_versions_that_are_measured(tool: Tool) -> None:
    measured = COMPARISON.split("\n## Measured")[1]
    assert f"| {tool.name} {tool.version} |" in measured

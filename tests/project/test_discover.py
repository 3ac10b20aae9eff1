import pickle
from pathlib import Path

import pytest

from octavo.problems import Code, Problem, Severity
from octavo.project.discover import (
    Project,
    build_line_lookup,
    load_project,
    load_settings_text,
)
from octavo.project.files import Kind, SourceFile
from octavo.project.missing_settings import OTHER_TOOLS


def write_tree(folder: Path, *sources: str) -> Path:
    for source in sources:
        path = folder / source
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source)
    return folder


def load_clean(folder: Path) -> Project:
    project, problems = load_project(folder)
    assert problems == ()
    return project


def names(files: tuple[SourceFile, ...]) -> list[str]:
    return [file.source for file in files]


def only_problem(problems: tuple[Problem, ...]) -> Problem:
    (problem,) = problems
    return problem


def test_files_are_told_apart_by_their_names_and_sorted(tmp_path: Path) -> None:
    project = load_clean(
        write_tree(
            tmp_path,
            "site.json",
            "b.mdx",
            "a/z.md",
            "a/b.MDX",
            "snippets/s.mdx",
            "a/_snippets/deep/t.md",
            "a/snippets/page.mdx",
            "a/snippets/helpers.js",
            "snippets/helpers.js",
            "parts/Card.jsx",
            "style.css",
            "track.js",
            "openapi/v1.json",
            "openapi/v2.yaml",
            "openapi/v3.yml",
            "images/logo.svg",
            "data.csv",
            ".well-known/security.txt",
        )
    )
    assert project.settings is not None
    assert project.settings.source == "site.json"
    assert names(project.pages) == ["a/b.MDX", "a/snippets/page.mdx", "a/z.md", "b.mdx"]
    assert names(project.snippets) == ["a/_snippets/deep/t.md", "snippets/s.mdx"]
    assert names(project.modules) == [
        "a/snippets/helpers.js",
        "parts/Card.jsx",
        "snippets/helpers.js",
    ]
    assert names(project.styles) == ["style.css"]
    assert names(project.scripts) == ["track.js"]
    assert names(project.data) == ["openapi/v1.json", "openapi/v2.yaml", "openapi/v3.yml"]
    assert names(project.assets) == [".well-known/security.txt", "data.csv", "images/logo.svg"]
    assert names(project.served) == sorted(
        names(project.assets + project.data + project.styles + project.scripts)
    )
    assert len(project.files) == 17


def test_a_file_has_its_size_and_time(tmp_path: Path) -> None:
    write_tree(tmp_path, "page.mdx")
    (page,) = load_clean(tmp_path).pages
    status = (tmp_path / "page.mdx").stat()
    assert (page.kind, page.size, page.modified_ns) == (Kind.PAGE, 8, status.st_mtime_ns)


@pytest.mark.parametrize(
    "source",
    [
        ".env",
        ".git/config",
        ".github/README.mdx",
        "a/.DS_Store",
        "node_modules/x/index.js",
        "a/__pycache__/x.bin",
        "a/tool.pyc",
        "LICENSE",
        "a/readme",
        "page.mdx~",
        "page.mdx.swp",
        "#page.mdx#",
        "page.MDX.ORIG",
        "mint.json",
        "docs.json",
        "package.json",
        "package-lock.json",
        "Makefile",
        "Dockerfile",
        "Thumbs.db",
        "venv/pyvenv.cfg",
        "old/.octavo-output",
    ],
)
def test_what_nobody_means_to_publish_is_left_out_silently(tmp_path: Path, source: str) -> None:
    write_tree(tmp_path, "index.mdx", source)
    assert list(load_clean(tmp_path).files) == ["index.mdx"]


@pytest.mark.parametrize(
    "source",
    [
        "README.md",
        "a/readme.md",
        "License.md",
        "CONTRIBUTING.md",
        "contribute.md",
        "CHANGELOG.md",
        "README_JA.md",
        "docs/README.zh-CN.md",
        "readme-pt_BR.md",
        "AGENTS.md",
        "CLAUDE.md",
        "a/CLAUDE.local.md",
        "SECURITY.md",
        "code_of_conduct.md",
        "PULL_REQUEST_TEMPLATE.md",
    ],
)
def test_what_is_for_developers_is_no_page_unless_it_is_listed(tmp_path: Path, source: str) -> None:
    project = load_clean(write_tree(tmp_path, source))
    assert names(project.snippets) == [source]
    assert project.pages == project.served == ()


@pytest.mark.parametrize(
    "source",
    ["agents.md", "security.md", "AGENTS.mdx", "readme-first.md", "changelog-v2.md", "FAQ.md"],
)
def test_pages_of_similar_names_are_pages(tmp_path: Path, source: str) -> None:
    assert names(load_clean(write_tree(tmp_path, source)).pages) == [source]


@pytest.mark.parametrize(
    "source",
    ["README.mdx", "a/changelog.mdx", "a/package.json", "api/docs.json", "a/Makefile", "#"],
)
def test_similar_names_are_published(tmp_path: Path, source: str) -> None:
    write_tree(tmp_path, source)
    assert list(load_clean(tmp_path).files) == [source]


@pytest.mark.parametrize("source", ["server.pem", "a/tls.KEY", "id_rsa", "prod.env", "a/x.p12"])
def test_secrets_are_left_out_with_a_warning(tmp_path: Path, source: str) -> None:
    project, problems = load_project(write_tree(tmp_path, source))
    assert project.files == {}
    problem = only_problem(problems)
    assert (problem.code, problem.severity) == (Code.FILE_PRIVATE, Severity.WARNING)
    assert problem.location.source == source


def test_folders_marked_as_foreign_are_not_entered(tmp_path: Path) -> None:
    write_tree(tmp_path, "dist/.octavo-output", "dist/index.html", "c/CACHEDIR.TAG", "c/x.png")
    assert load_clean(tmp_path).files == {}


def test_the_caller_can_leave_folders_out(tmp_path: Path) -> None:
    write_tree(tmp_path, "a.mdx", "dist/a.html", "x/cache/b.bin", "x/c.png", "distant/d.png")
    skip = ["dist", str(tmp_path / "x" / "cache"), "/elsewhere", str(tmp_path)]
    project, problems = load_project(tmp_path, skip=skip)
    assert problems == ()
    assert list(project.files) == ["a.mdx", "distant/d.png", "x/c.png"]


def test_sources_are_found_exactly_and_ignoring_case(tmp_path: Path) -> None:
    project = load_clean(write_tree(tmp_path, "Images/Café.png"))
    found = project.files["Images/Café.png"]
    assert project.find("Images/Cafe\u0301.png") is found
    assert project.find("images/café.png") is None
    assert project.find_ignoring_case("images/CAFE\u0301.PNG") is found
    assert project.find_ignoring_case("images/other.png") is None


@pytest.mark.parametrize("name", [".octavoignore", ".mintignore"])
def test_an_ignore_file_leaves_out_what_it_names(tmp_path: Path, name: str) -> None:
    write_tree(tmp_path, "a.mdx", "drafts/b.mdx", "x/drafts/c.mdx", "x/d.tmp", "x/keep.tmp")
    write_tree(tmp_path, "site.json")
    (tmp_path / name).write_text("# drafts\ndrafts/\n\n*.tmp\n!keep.tmp\nsite.json\n")
    project = load_clean(tmp_path)
    assert list(project.files) == ["a.mdx", "x/keep.tmp"]
    assert project.settings is not None


def test_a_bad_pattern_is_a_warning_with_its_line(tmp_path: Path) -> None:
    write_tree(tmp_path, "a.mdx", "b.mdx")
    (tmp_path / ".octavoignore").write_text("b.mdx\n" + "*a" * 50 + "\n///\n!\n")
    project, problems = load_project(tmp_path)
    assert list(project.files) == ["a.mdx"]
    assert {problem.code for problem in problems} == {Code.IGNORE_PATTERN_INVALID}
    assert problems[0].location.line == 2


def test_a_missing_folder_is_a_problem(tmp_path: Path) -> None:
    project, problems = load_project(tmp_path / "nowhere")
    problem = only_problem(problems)
    assert problem.code is Code.PROJECT_MISSING
    assert str(tmp_path / "nowhere") in problem.message
    assert load_settings_text(project) == (None, ())


def test_a_file_in_place_of_the_folder_is_a_problem(tmp_path: Path) -> None:
    write_tree(tmp_path, "site.json")
    _, problems = load_project(tmp_path / "site.json")
    assert only_problem(problems).code is Code.PROJECT_NOT_A_FOLDER


def missing_settings(folder: str | Path) -> Problem:
    project, _ = load_project(folder)
    text, problems = load_settings_text(project)
    assert text is None
    return only_problem(problems)


def test_settings_are_loaded(tmp_path: Path) -> None:
    (tmp_path / "site.json").write_bytes(b'\xef\xbb\xbf{\r\n"name": "x"}')
    assert load_settings_text(load_clean(tmp_path)) == ('{\n"name": "x"}', ())


def test_missing_settings_name_the_path_as_it_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "docs").mkdir()
    monkeypatch.chdir(tmp_path)
    problem = missing_settings("docs")
    assert problem.code is Code.SETTINGS_MISSING
    assert problem.message == "there is no docs/site.json"
    assert problem.hint == "Start a project there: octavo init docs"


def test_settings_called_mint_json_are_read_where_there_is_no_site_json(tmp_path: Path) -> None:
    (tmp_path / "mint.json").write_text('{"name": "x"}')
    project = load_clean(tmp_path)
    assert project.settings_name == "mint.json"
    assert load_settings_text(project) == ('{"name": "x"}', ())
    assert build_line_lookup(project)("mint.json", 1) == '{"name": "x"}'
    (tmp_path / "site.json").write_text('{"name": "y"}')
    assert load_settings_text(load_clean(tmp_path)) == ('{"name": "y"}', ())


def test_a_site_json_that_cannot_be_read_is_told_though_there_is_a_mint_json(
    tmp_path: Path,
) -> None:
    write_tree(tmp_path, "mint.json")
    (tmp_path / "site.json").mkdir()
    assert missing_settings(tmp_path).message.endswith("site.json is a folder")


@pytest.mark.parametrize("name", OTHER_TOOLS)
def test_missing_settings_beside_those_of_another_tool_name_the_way_in(
    name: str, tmp_path: Path
) -> None:
    write_tree(tmp_path, name)
    assert missing_settings(tmp_path).hint.endswith(f"octavo migrate {tmp_path}")


def test_missing_settings_name_a_folder_nearby_that_has_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_tree(tmp_path, "repo/docs/site.json", "repo/docs/guides/a.mdx")
    monkeypatch.chdir(tmp_path / "repo")
    assert missing_settings(".").hint == "There is one in docs: name that folder instead."
    assert "There is one in docs:" in missing_settings("docs/guides").hint


def test_a_folder_called_site_json_is_named(tmp_path: Path) -> None:
    (tmp_path / "site.json").mkdir()
    problem = missing_settings(tmp_path)
    assert problem.code is Code.SETTINGS_MISSING
    assert problem.message.endswith("site.json is a folder")


def test_settings_out_of_the_project_are_not_read(tmp_path: Path) -> None:
    write_tree(tmp_path, "site.json")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "site.json").symlink_to(tmp_path / "site.json")
    assert "link" in missing_settings(tmp_path / "docs").message


def test_settings_that_are_not_utf8_have_a_place(tmp_path: Path) -> None:
    (tmp_path / "site.json").write_bytes(b'{\n "\xff"}')
    text, problems = load_settings_text(load_clean(tmp_path))
    assert text is None
    assert str(only_problem(problems).location) == "site.json:2:3"


def test_settings_of_200_megabytes_are_refused(tmp_path: Path) -> None:
    with (tmp_path / "site.json").open("wb") as file:
        file.truncate(200 * 1024 * 1024)
    _, problems = load_settings_text(load_clean(tmp_path))
    problem = only_problem(problems)
    assert problem.code is Code.FILE_TOO_LARGE
    assert "5 MiB" in problem.message


def test_lines_are_looked_up_for_excerpts(tmp_path: Path) -> None:
    (tmp_path / "page.mdx").write_bytes(b"\xef\xbb\xbfone\r\ntwo\rthr\xc3\xa9e\0\n")
    (tmp_path / "site.json").write_text("{}")
    (tmp_path / "bad.mdx").write_bytes(b"\xff")
    project, _ = load_project(tmp_path)
    line_of = build_line_lookup(project)
    assert line_of("page.mdx", 1) == "one"
    assert line_of("page.mdx", 2) == "two"
    assert line_of("page.mdx", 3) == "thrée\ufffd"
    assert line_of("site.json", 1) == "{}"
    for source, line in [("page.mdx", 9), ("page.mdx", 0), ("no.mdx", 1), ("bad.mdx", 1)]:
        assert line_of(source, line) is None


def test_case_twins_are_an_error_that_names_both(tmp_path: Path) -> None:
    write_tree(tmp_path, "Guide.mdx", "guide.mdx", "a/Logo.png", "a/logo.PNG")
    project, problems = load_project(tmp_path)
    assert list(project.files) == ["Guide.mdx", "a/Logo.png"]
    assert [problem.code for problem in problems] == [Code.FILE_NAMES_CLASH] * 2
    assert "`Guide.mdx` and `guide.mdx`" in problems[1].message


def test_two_pages_with_one_url_are_a_warning_and_mdx_wins(tmp_path: Path) -> None:
    write_tree(tmp_path, "a.md", "a.mdx", "b.md", "snippets/a.md", "snippets/a.mdx")
    project, problems = load_project(tmp_path)
    assert names(project.pages) == ["a.mdx", "b.md"]
    problem = only_problem(problems)
    assert (problem.code, problem.severity) == (Code.PAGE_URLS_CLASH, Severity.WARNING)
    assert "`a.mdx` and `a.md`" in problem.message


def test_the_result_does_not_depend_on_the_order_of_the_disk(tmp_path: Path) -> None:
    forward = write_tree(tmp_path / "one", "b.mdx", "B.mdx", "a/x.png", "c.pem", "d.pem")
    backward = write_tree(tmp_path / "two", "d.pem", "c.pem", "a/x.png", "B.mdx", "b.mdx")
    one, one_problems = load_project(forward)
    two, two_problems = load_project(backward)
    assert list(one.files) == list(two.files)
    assert one_problems == two_problems


def test_a_project_can_be_sent_to_another_process(tmp_path: Path) -> None:
    project = load_clean(write_tree(tmp_path, "a.mdx", "b.png"))
    assert pickle.loads(pickle.dumps(project)) == project

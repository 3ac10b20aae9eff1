"""Plugins of MkDocs that decide about pages: navigation files, inclusions, exclusions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from octavo.cli.entry import main
from tests.migrate.test_mkdocs import move
from tests.project_folder import write_files

PAGES = dict.fromkeys(
    ("docs/index.md", "docs/a.md", "docs/b.md", "docs/x1.md", "docs/x2.md", "docs/deep/c.md"),
    "# X\n",
)


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (
            {"docs/.nav.yml": 'nav:\n  - b.md\n  - "*"\n'},
            [
                {"group": "", "pages": ["b", "index", "a", "x1", "x2"]},
                {"group": "Deep", "pages": ["deep/c"]},
            ],
        ),
        (
            {"docs/.nav.yml": "nav:\n  - Part:\n    - a.md\n  - glob: x*.md\n"},
            [{"group": "Part", "pages": ["a"]}, {"group": "", "pages": ["x1", "x2"]}],
        ),
        (
            {"docs/.nav.yml": "sort:\n  direction: desc\n"},
            [
                {"group": "Deep", "pages": ["deep/c"]},
                {"group": "", "pages": ["x2", "x1", "b", "a", "index"]},
            ],
        ),
        (
            {"docs/.pages": "nav:\n  - ... | x*.md\n  - Own: deep\n"},
            [{"group": "", "pages": ["x1", "x2"]}, {"group": "Own", "pages": ["deep/c"]}],
        ),
        (
            {"docs/.pages": "nav:\n  - ... | regex=^(a|b)\n  - ... | regex=[\n"},
            [{"group": "", "pages": ["a", "b"]}],
        ),
        (
            {"docs/.pages": "nav:\n  - index.md\n", "docs/deep/.pages": "hide: true\n"},
            [{"group": "", "pages": ["index"]}],
        ),
    ],
)
def test_files_in_folders_are_the_navigation(
    tmp_path: Path, files: dict[str, str], expected: list[Any]
) -> None:
    settings = {"mkdocs.yml": "site_name: A\nplugins: [awesome-nav, awesome-pages]\n"}
    _, moved, _ = move(tmp_path, {**settings, **PAGES, **files})
    assert moved["navigation"] == expected


def test_a_folder_may_have_a_summary_of_its_own(tmp_path: Path) -> None:
    files = {
        "mkdocs.yml": (
            "site_name: A\nplugins: [{literate-nav: {nav_file: NAV.md}}]\n"
            "nav:\n  - index.md\n  - Deep: deep/\n"
        ),
        **PAGES,
        "docs/deep/d.md": "# D\n",
        "docs/deep/NAV.md": "- [D](d.md)\n- Sub\n    - [C](c.md)\n",
    }
    _, moved, _ = move(tmp_path, files)
    assert moved["navigation"] == [
        {"group": "", "pages": ["index"]},
        {"group": "Deep", "pages": ["deep/d", {"group": "Sub", "pages": ["deep/c"]}]},
    ]


@pytest.mark.parametrize(
    ("tag", "expected"),
    [
        ('{% include-markdown "../part.md" %}', "One\n\n<!--a-->\nTwo<!--b-->\n\n\\{x}"),
        ('{%\n  include-markdown "../part.md"\n  start="<!--a-->"\n  end="<!--b-->"\n%}', "Two"),
        ("{% include '../part.md' end='<!--a-->' %}", "One"),
    ],
)
def test_texts_are_included(tmp_path: Path, tag: str, expected: str) -> None:
    files = {
        "mkdocs.yml": "site_name: A\nplugins: [include-markdown]\n",
        "docs/index.md": f"Start.\n\n{tag}\n\nEnd.\n",
        "part.md": "One\n\n<!--a-->Two<!--b-->\n\n{x}\n",
    }
    new, _, _ = move(tmp_path, files)
    page = (new / "index.md").read_text()
    expected = expected.replace("<!--a-->", "{/* a */}").replace("<!--b-->", "{/* b */}")
    assert page.startswith(f"Start.\n\n{expected}")
    assert page.endswith("\n\nEnd.\n")


def test_files_that_are_not_there_are_told(tmp_path: Path) -> None:
    files = {
        "mkdocs.yml": "site_name: A\nplugins: [include-markdown]\n",
        "docs/index.md": 'Start.\n\n{% include-markdown "../../gone.md" %}\n',
    }
    _, _, report = move(tmp_path, files)
    assert "the file `../../gone.md`, which this page takes in, was not found" in report


def test_files_are_appended_to_all_pages(tmp_path: Path) -> None:
    files = {
        "mkdocs.yml": (
            "site_name: A\nmarkdown_extensions:\n  - abbr\n  - pymdownx.snippets:\n"
            "      base_path: [parts]\n      auto_append: [words.md]\n"
        ),
        "parts/words.md": "*[CLI]: A line\n",
        "docs/index.md": "The CLI.\n",
        "docs/other.md": "Nothing.\n",
    }
    new, _, _ = move(tmp_path, files)
    assert (new / "index.md").read_text() == 'The <Tooltip tip="A line">CLI</Tooltip>.\n'
    assert (new / "other.md").read_text() == "Nothing.\n"


def test_what_every_page_ends_with_is_one_snippet(tmp_path: Path) -> None:
    files = {
        "mkdocs.yml": (
            "site_name: A\nmarkdown_extensions:\n  - footnotes\n  - pymdownx.snippets:\n"
            "      auto_append: [end.md]\n"
        ),
        "end.md": (
            "[Used]: https://a.example\n[^f]: A note\n\n    in two\n[other]: https://b.example\n"
            "\nAsk [us][other].\n"
        ),
        "docs/index.md": "See [it][used][^f].\n",
        "docs/other.md": "Nothing.\n",
    }
    new, _, _ = move(tmp_path, files)
    end = '\n<Snippet file="appended.mdx" />\n'
    definitions = "[Used]: https://a.example\n[^f]: A note\n\n    in two\n"
    assert (new / "index.md").read_text() == f"See [it][used][^f].\n\n{definitions}{end}"
    assert (new / "other.md").read_text() == f"Nothing.\n{end}"
    snippet = (new / "snippets/appended.mdx").read_text()
    assert snippet == "Ask [us][other].\n[other]: https://b.example\n"


def test_files_that_a_plugin_left_out_are_left_out(tmp_path: Path) -> None:
    files = {"mkdocs.yml": "site_name: A\nplugins: [{exclude: {glob: [deep/*]}}]\n", **PAGES}
    new, _, _ = move(tmp_path, files)
    assert (new / ".octavoignore").read_text() == "/deep/*\n/MIGRATION.md\n"


@pytest.mark.parametrize(
    "settings",
    [
        "plugins:\n",
        "plugins: search\n",
        "plugins: [null, 3, {search: [1]}, {mkdocstrings: {handlers: []}}]\n",
        "plugins: [{mkdocstrings: {handlers: {python: {paths: 3, options: [1], import: 1}}}}]\n",
        "theme: [1]\n",
        "theme: {name: material, features: x, palette: [1, {primary: [1]}], font: [1], icon: 1}\n",
        "extra: [1]\n",
        "extra: {social: {a: 1}, analytics: [1], version: 1}\n",
        "nav: {a: b}\n",
        "nav: [1, [2], {a: {b: index.md}}, {c: null}, null]\n",
        "markdown_extensions: {pymdownx.snippets: {auto_append: 1, base_path: 1}}\n",
        "markdown_extensions: [pymdownx.magiclink: {repo_url_shorthand: 1, user: 1, repo: []}]\n",
        "extra_css: x\nextra_javascript: {a: 1}\nhooks: 1\nrepo_url: 1\nedit_uri: [1]\n",
        "site_url: 3\nsite_author: [1]\nexclude_docs: [1]\nuse_directory_urls: x\n",
        "plugins: [{blog: {blog_dir: [1], post_dir: 3}}, {redirects: {redirect_maps: [1]}}]\n",
    ],
)
def test_settings_of_the_wrong_kind_do_not_stop_a_move(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], settings: str
) -> None:
    files = {"mkdocs.yml": f"site_name: A\n{settings}", **PAGES}
    old = write_files(tmp_path / "old", files)
    assert main(["migrate", str(old), "-o", str(tmp_path / "new")]) == 0
    assert "Traceback" not in capsys.readouterr().err
    assert (tmp_path / "new/a.md").exists()

"""Projects with `mkdocs.yml`: settings, navigation, addresses, and notes."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.folder_build import build_folder
from octavo.cli.entry import main
from octavo.problems import Severity
from octavo_migrate.command import MigrateOptions, migrate_folder
from tests.project_folder import write_files

SETTINGS = """
INHERIT: base.yml
site_name: !ENV [SITE_NAME, "Kettle"]
repo_url: https://github.com/a/kettle
edit_uri: edit/trunk/docs/
copyright: Nobody
theme:
  name: material
  logo: img/logo.svg
  palette: {scheme: slate, primary: teal}
plugins:
  - search
  - redirects:
      redirect_maps: {"old.md": "guide/one.md"}
  - tags
markdown_extensions:
  - attr_list
  - pymdownx.emoji:
      emoji_index: !!python/name:material.extensions.emoji.twemoji
extra_css: [own.css]
extra_javascript: [own.js]
extra:
  social: [{icon: fontawesome/brands/mastodon, link: "https://m.example.com"}]
nav:
  - Home: README.md
  - Guide:
      - First: guide/one.md
      - guide/two.md
      - Forum: https://forum.example.com
  - Gone: gone.md
"""
PROJECT: dict[str, Any] = {
    "mkdocs.yml": SETTINGS,
    "base.yml": "site_url: https://kettle.example.com/\nsite_name: Base\n",
    "docs/README.md": "# Kettle\n\nSee [one](guide/one.md) and [two](guide/two/).\n",
    "docs/guide/one.md": "# One\n\n!!! note\n    Hello <b>you</b>.\n\n    ![](../img/logo.svg)\n",
    "docs/guide/two.md": "# Two\n\n[home](../README.md)\n",
    "docs/hidden.md": "Not listed.\n",
    "docs/img/logo.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>",
    "docs/own.css": "a { color: red }",
    "docs/own.js": "alert(1)",
}


def move(tmp_path: Path, files: dict[str, Any]) -> tuple[Path, dict[str, Any], str]:
    old, new = write_files(tmp_path / "old", files), tmp_path / "new"
    assert main(["migrate", str(old), "-o", str(new)]) == 0
    settings = json.loads((new / "site.json").read_text())
    return new, settings, (new / "MIGRATION.md").read_text()


def test_settings_have_our_names(tmp_path: Path) -> None:
    _, settings, _ = move(tmp_path, PROJECT)
    assert settings == {
        "name": "Kettle",
        "logo": {"light": "/img/logo.svg", "dark": "/img/logo.svg", "withName": True},
        "topbar": {"color": {"light": "#009485", "dark": "#009485"}},
        "colors": {"primary": "#007b6e", "light": "#009485"},
        "modeToggle": {"default": "dark", "isHidden": True},
        "repository": {"url": "https://github.com/a/kettle", "branch": "trunk", "folder": "docs"},
        "topbarLinks": [
            {"type": "github", "name": "Repository", "url": "https://github.com/a/kettle"}
        ],
        "seo": {"siteUrl": "https://kettle.example.com/"},
        "footer": {
            "socials": [{"type": "website", "url": "https://m.example.com"}],
            "copyright": "Nobody",
        },
        "redirects": [{"source": "/old", "destination": "/guide/one/"}],
        "navigation": [
            {"group": "", "pages": ["index"]},
            {"group": "Guide", "pages": ["guide/one", "guide/two", "links/forum"]},
        ],
    }


def test_the_moved_site_is_built_without_a_warning_about_its_pages(tmp_path: Path) -> None:
    new, _, _ = move(tmp_path, PROJECT)
    assert not (new / "own.js").exists()
    assert (new / "own.css").exists()
    built = build_folder(str(new), str(tmp_path / "out"))
    told = [each for each in built.problems if each.severity is not Severity.INFO]
    assert [str(each.location) for each in told if "site.json" not in str(each.location)] == []
    page = (tmp_path / "out/guide/one/index.html").read_text()
    assert "callout-note" in page
    assert 'href="https://forum.example.com"' in page
    assert ">First<" in page
    home = (tmp_path / "out/index.html").read_text()
    assert home.count('href="/guide/two/"') >= 1


def test_what_is_not_carried_over_is_listed_with_its_place(tmp_path: Path) -> None:
    _, _, report = move(tmp_path, PROJECT)
    lost = report.split("## Not carried over")[1] if "## Not carried over" in report else report
    for words in ("`tags`", "`own.js`", "`gone.md`"):
        assert words in lost
    assert "`!!python/name:` names code of Python, which is not run" in report
    assert "`mkdocs.yml` at" in report


def test_pages_keep_names_that_our_projects_leave_out(tmp_path: Path) -> None:
    files = {
        "mkdocs.yml": "site_name: A\n",
        "docs/index.md": "# A\n\n[c](contributing.md)\n",
        "docs/contributing.md": "# C\n",
        "docs/snippets/a.md": "# S\n",
    }
    new, settings, _ = move(tmp_path, files)
    build_folder(str(new), str(tmp_path / "out"))
    assert 'href="/contributing/"' in (tmp_path / "out/index.html").read_text()
    assert (tmp_path / "out/contributing/index.html").exists()
    assert settings["redirects"] == [{"source": "/snippets/a", "destination": "/snippets-pages/a"}]


def test_old_addresses_with_endings_are_redirected(tmp_path: Path) -> None:
    files = {
        "mkdocs.yml": "site_name: A\nuse_directory_urls: false\n",
        "docs/index.md": "# A\n",
        "docs/b/c.md": "# C\n\n[A](../index.html)\n",
    }
    new, settings, _ = move(tmp_path, files)
    assert settings["redirects"] == [{"source": "/b/c.html", "destination": "/b/c"}]
    assert "[A](/)" in (new / "b/c.md").read_text()


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (
            {},
            [
                {"group": "", "pages": ["index", "alpha"]},
                {"group": "My folder", "pages": ["my-folder/index", "my-folder/b"]},
            ],
        ),
        (
            {
                "docs/.pages": "nav:\n  - my-folder\n  - ...\n",
                "docs/my-folder/.pages": "title: Own\n",
            },
            [
                {"group": "Own", "pages": ["my-folder/index", "my-folder/b"]},
                {"group": "", "pages": ["index", "alpha"]},
            ],
        ),
    ],
)
def test_folders_are_the_navigation_without_nav(
    tmp_path: Path, files: dict[str, str], expected: list[Any]
) -> None:
    pages = dict.fromkeys(
        ("docs/index.md", "docs/alpha.md", "docs/my-folder/b.md", "docs/my-folder/index.md"),
        "# X\n",
    )
    _, settings, _ = move(tmp_path, {"mkdocs.yml": "site_name: A\n", **pages, **files})
    assert settings["navigation"] == expected


def test_pages_that_were_left_out_are_left_out(tmp_path: Path) -> None:
    files = {
        "mkdocs.yml": "site_name: A\nexclude_docs: |\n  secret/\nnav: [index.md]\n",
        "docs/index.md": "# A\n",
        "docs/secret/b.md": "# B\n",
    }
    new, _, _ = move(tmp_path, files)
    build_folder(str(new), str(tmp_path / "out"))
    assert (new / ".octavoignore").read_text() == "secret/\n/MIGRATION.md\n"
    assert not (tmp_path / "out/secret").exists()


def test_a_section_without_a_name_has_that_of_its_first_page(tmp_path: Path) -> None:
    files = {
        "mkdocs.yml": 'site_name: A\nnav:\n  - "":\n    - index.md\n',
        "docs/index.md": "# The *start* { #own }\n",
    }
    _, settings, _ = move(tmp_path, files)
    assert settings["navigation"] == [{"group": "The start", "pages": ["index"]}]


def test_names_of_the_navigation_are_plain_text(tmp_path: Path) -> None:
    files = {
        "mkdocs.yml": "site_name: A\nnav:\n"
        "  - '<i class=\"icon\"></i> <b>Start</b> &amp; go': index.md\n"
        "  - ':material-book: Guide':\n    - '<img src=\"a.png\">': other.md\n",
        "docs/index.md": "# Hello\n",
        "docs/other.md": "# Other\n",
    }
    new, settings, _report = move(tmp_path, files)
    assert settings["navigation"][1]["group"] == "Guide"
    assert "sidebarTitle: Start & go\n" in (new / "index.md").read_text("utf-8")
    assert "sidebarTitle" not in (new / "other.md").read_text("utf-8")


def test_a_summary_is_the_navigation(tmp_path: Path) -> None:
    files = {
        "mkdocs.yml": "site_name: A\nplugins: [literate-nav]\n",
        "docs/SUMMARY.md": "* [Home](index.md)\n* Part\n    * [B](b.md)\n    * c/*\n",
        "docs/index.md": "# A\n",
        "docs/b.md": "# B\n",
        "docs/c/d.md": "# D\n",
    }
    _, settings, _ = move(tmp_path, files)
    assert settings["navigation"] == [
        {"group": "", "pages": ["index"]},
        {"group": "Part", "pages": ["b", "c/d"]},
    ]


def test_in_place_the_folder_with_the_pages_is_the_project(tmp_path: Path) -> None:
    old = write_files(tmp_path / "old", PROJECT)
    who = ["-c", "user.name=A", "-c", "user.email=a@example.com"]
    for arguments in (["init", "-q"], ["add", "-A"], [*who, "commit", "-qm", "All"]):
        subprocess.run(["git", *arguments], cwd=old, check=True)
    assert main(["migrate", str(old), "--in-place"]) == 0
    assert (old / "docs/site.json").exists()
    assert not (old / "site.json").exists()
    assert "<Note" in (old / "docs/guide/one.md").read_text()
    assert (old / "docs/index.md").exists()
    assert not (old / "docs/README.md").exists()


@pytest.mark.parametrize(
    "text", ["a: [", "- x\n", "site_name: A\ndocs_dir: nowhere\n", "INHERIT: ../../etc/passwd\n"]
)
def test_settings_that_cannot_be_used_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    old = write_files(tmp_path / "old", {"mkdocs.yml": text})
    assert main(["migrate", str(old), "-o", str(tmp_path / "new")]) == 1
    told = capsys.readouterr().err
    assert "error" in told
    assert "Traceback" not in told
    assert not (tmp_path / "new").exists()


def test_pages_with_names_of_files_for_developers_are_published(tmp_path: Path) -> None:
    write_files(tmp_path / "old", {"docs/a/SECURITY.md": "# Safe\n", "docs/index.md": "# I\n"})
    new, _settings, _report = move(tmp_path, {"mkdocs.yml": "site_name: A\nnav: [index.md]\n"})
    assert not tuple(build_folder(str(new), str(tmp_path / "site")).problems)
    assert (tmp_path / "site/a/SECURITY/index.html").exists()


def test_pages_that_are_links_into_the_repository_are_pages(tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("# Secret\n")
    old = write_files(tmp_path / "old", {"README.md": "# Read me\n", ".git/HEAD": ""})
    (old / "docs").mkdir()
    (old / "docs/index.md").symlink_to("../README.md")
    (old / "docs/outside.md").symlink_to("../../secret.md")
    new, settings, report = move(tmp_path, {"mkdocs.yml": "site_name: A\n"})
    assert "title: Read me" in (new / "index.md").read_text()
    assert settings["navigation"] == [{"group": "", "pages": ["index"]}]
    assert "docs/index.md" not in report.split("## Changed")[0]
    assert not (new / "outside.md").exists()


def test_pictures_that_are_links_into_the_repository_come_along(tmp_path: Path) -> None:
    svg = "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>"
    (tmp_path / "secret.svg").write_text(svg)
    old = write_files(tmp_path / "old", {"logo.svg": svg, ".git/HEAD": ""})
    (old / "docs").mkdir()
    (old / "docs/logo.svg").symlink_to("../logo.svg")
    (old / "docs/outside.svg").symlink_to("../../secret.svg")
    page = {"docs/index.md": "# Home\n\n![Logo](logo.svg)\n"}
    new, settings, _ = move(
        tmp_path, {**page, "mkdocs.yml": "site_name: A\ntheme: {name: material, logo: logo.svg}\n"}
    )
    assert (new / "logo.svg").read_text() == svg
    assert not (new / "logo.svg").is_symlink()
    assert settings["logo"]["light"] == "/logo.svg"
    assert not (new / "outside.svg").exists()


def test_posts_of_a_blog_are_pages_under_their_old_addresses(tmp_path: Path) -> None:
    files = {
        "mkdocs.yml": "site_name: A\nplugins: [blog]\nnav:\n  - News: [blog/index.md]\n",
        "docs/blog/index.md": "# Blog\n",
        "docs/blog/.authors.yml": "authors:\n  ann:\n    name: Ann Other\n",
        "docs/blog/posts/old.md": "---\ndate: 2025-01-02\nauthors: [ann, bob]\n---\n# Old *one*!\n",
        "docs/blog/posts/new.md": (
            "---\ndate:\n  created: 2026-03-04\n  updated: 2026-03-05\nslug: fresh\n---\n# New\n"
        ),
        "docs/blog/posts/later.md": "---\ndate: 2027-01-01\ndraft: true\n---\n# Later\n",
    }
    new, settings, _ = move(tmp_path, files)
    assert settings["navigation"] == [
        {
            "group": "News",
            "pages": ["blog/index", "blog/posts/later", "blog/posts/new", "blog/posts/old"],
        }
    ]
    redirects = {each["source"]: each["destination"] for each in settings["redirects"]}
    assert redirects["/blog/2025/01/02/old-one"] == "/blog/posts/old"
    assert redirects["/blog/2026/03/04/fresh"] == "/blog/posts/new"
    old = (new / "blog/posts/old.md").read_text()
    assert "createdDate: '2025-01-02'" in old
    assert "- Ann Other\n- bob\n" in old
    assert "lastUpdatedDate: '2026-03-05'" in (new / "blog/posts/new.md").read_text()
    assert "- [New](/blog/posts/new) (2026-03-04)" in (new / "blog/index.md").read_text()
    assert "draft: true" in (new / "blog/posts/later.md").read_text()
    assert "Later" not in (new / "blog/index.md").read_text()


def test_only_what_would_be_no_page_gets_another_folder(tmp_path: Path) -> None:
    names = ("snippets/a.md", "deep/snippets/b.md", "deep/_snippets/c.md")
    files = {f"docs/{name}": f"# {name}\n" for name in names}
    old = write_files(tmp_path / "old", {"mkdocs.yml": "site_name: A\n", **files})
    assert migrate_folder(MigrateOptions(str(old), str(tmp_path / "new"))).output
    found = {str(path.relative_to(tmp_path / "new")) for path in (tmp_path / "new").rglob("?.md")}
    assert found == {"snippets-pages/a.md", "deep/snippets/b.md", "deep/_snippets-pages/c.md"}

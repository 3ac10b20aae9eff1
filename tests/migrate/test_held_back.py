"""What another builder did not publish is not published after the move, and the list names it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.folder_build import build_folder
from octavo.cli.entry import main
from tests.project_folder import write_files

pytestmark = pytest.mark.scorecard("SR-52")

SECRET = "zqx7"


def page(name: str, *marks: str) -> str:
    front = "\n".join([f"title: {name} {SECRET}" if marks else f"title: {name}", *marks])
    return f"---\n{front}\n---\n\n{SECRET if marks else 'Everybody'} reads this.\n"


DOCS = {
    "docs.json": {
        "name": "Old",
        "theme": "mint",
        "navigation": {
            "tabs": [
                {
                    "tab": "Guides",
                    "groups": [
                        {"group": "Start", "pages": ["index", "draft", "ruled"]},
                        {"group": "Team", "public": False, "pages": ["team"]},
                        {
                            "group": "Out of sight",
                            "hidden": True,
                            "groups": ["staff"],
                            "pages": [{"group": "In it", "hidden": True, "pages": ["inner"]}],
                        },
                    ],
                },
                {
                    "tab": "Later",
                    "publishDate": "2999-01-01",
                    "menu": [{"item": "More", "private": True, "pages": ["menu/one"]}],
                    "pages": ["tabbed"],
                },
            ]
        },
    },
    "index.mdx": page("Home"),
    "draft.mdx": page("A", "draft: true"),
    "ruled.mdx": page("B", "groups: ['admin']"),
    **{f"{name}.mdx": page("C", "icon: star") for name in ("team", "inner", "menu/one", "tabbed")},
}
MINT = {
    "mint.json": {
        "name": "Old",
        "navigation": [
            {"group": "Start", "pages": ["index", "draft"]},
            {"group": "Team", "groups": ["staff"], "pages": ["team"]},
        ],
    },
    "index.mdx": page("Home"),
    "draft.mdx": page("A", "public: false"),
    "team.mdx": page("C", "icon: star"),
}
DOCUSAURUS = {
    "docusaurus.config.js": "module.exports = {title: 'Old', url: 'https://o.example',"
    " baseUrl: '/', presets: [['classic', {docs: {}, blog: {}}]]}\n",
    "docs/intro.md": page("Home"),
    "docs/draft.md": page("A", "draft: true"),
    "docs/worded.md": page("B", 'draft: "true"'),
    "docs/ruled.md": page("C", "groups: [staff]"),
    "docs/closed.md": page("C", "public: false"),
    "blog/2024-01-01-one.md": page("One"),
    "blog/2024-01-02-two.md": page("Two", "draft: true"),
}
MKDOCS = {
    "mkdocs.yml": "site_name: Old\nplugins:\n  - blog\nnav:\n  - index.md\n  - draft.md\n"
    "  - status.md\n  - blog/index.md\n",
    "docs/index.md": page("Home"),
    "docs/draft.md": page("A", "draft: true"),
    "docs/status.md": page("B", "status: draft"),
    "docs/meta.md": f"title: Meta {SECRET}\ndraft: true\n\n{SECRET}\n",
    "docs/blog/index.md": "# Blog\n",
    "docs/blog/posts/one.md": page("One", "date: 2024-01-01").replace(SECRET, "Open"),
    "docs/blog/posts/two.md": page("Two", "date: 2024-01-02", "draft: 'yes'"),
}
NAMED = {
    "docs": [
        "`draft` keeps pages out",
        "`draft.mdx` at 3:8",
        "`groups` keeps pages out",
        "`ruled.mdx` at 3:9",
        "`public` keeps a part of the navigation out",
        "`groups` keeps a part of the navigation out",
        "`publishDate` keeps a part of the navigation out",
        "`private` keeps a part of the navigation out",
    ],
    "mint": [
        "`public` keeps pages out",
        "`draft.mdx` at 3:9",
        "`groups` keeps a part of the navigation out",
        "`site.json` at ",
    ],
    "docusaurus": [
        "`draft` keeps pages out",
        "draft.md` at ",
        "worded.md` at ",
        "two.md` at ",
        "`groups` keeps pages out",
        "`public` keeps pages out",
    ],
    "mkdocs": ["`draft` keeps pages out", "draft.md` at", "two.md` at", "`status` keeps pages out"],
}


@pytest.mark.parametrize(
    ("name", "files"),
    [("docs", DOCS), ("mint", MINT), ("docusaurus", DOCUSAURUS), ("mkdocs", MKDOCS)],
)
def test_pages_that_were_not_public_are_named_and_not_published(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, files: Mapping[str, Any]
) -> None:
    old = write_files(tmp_path / "old", files)
    new = tmp_path / "new"
    assert main(["migrate", str(old), "-o", str(new)]) == 0
    said = capsys.readouterr()
    assert "everything was carried over" not in said.out + said.err
    assert "not published" in said.out + said.err
    text = (new / "MIGRATION.md").read_text()
    assert "Nothing that was found is missing in the new project." not in text
    assert [line for line in NAMED[name] if line not in text] == [], text
    # Every page was moved, and can be published after its mark is removed.
    pages = (path for path in new.rglob("*.md*") if path.name != "MIGRATION.md")
    moved = [path for path in pages if SECRET in path.read_text()]
    assert len(moved) == sum(SECRET in str(text) for text in files.values())
    report = build_folder(str(new), str(tmp_path / "out"))
    assert report.pages
    texts = {path: path.read_bytes() for path in (tmp_path / "out").rglob("*") if path.is_file()}
    assert [path for path, data in texts.items() if SECRET.encode() in data.lower()] == []
    assert any(b"Everybody" in data for data in texts.values())


@pytest.mark.parametrize("mark", [{"draft": True}, {"public": False}, {"groups": ["staff"]}])
def test_a_mark_of_a_whole_site_of_docs_json_holds_after_the_move(
    tmp_path: Path, mark: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    settings = {"name": "Old", "navigation": {"pages": ["index"]}, **mark}
    root = write_files(tmp_path / "old", {"docs.json": settings, "index.mdx": page("Home")})
    main(["migrate", str(root), "-o", str(tmp_path / "new")])
    assert "everything was carried over" not in capsys.readouterr().out
    assert "so the site is not published" in (tmp_path / "new/MIGRATION.md").read_text()
    report = build_folder(str(tmp_path / "new"), str(tmp_path / "out"))
    assert report.output is None
    assert not (tmp_path / "out/index.html").exists()


def test_sidebars_of_docusaurus_list_what_is_not_published(tmp_path: Path) -> None:
    root = write_files(tmp_path / "old", {
        "docusaurus.config.js": "module.exports = {title: 'U', presets: [['classic', {docs: {"
        "sidebarPath: './sidebars.js', routeBasePath: '/'}}]]}\n",
        "sidebars.js": "module.exports = {docs: ['intro', 'draft', 'ruled', 'nothing']}\n",
        "docs/intro.md": "# Intro\n",
        "docs/draft.md": page("A", "draft: true"),
        "docs/ruled.md": page("B", "private: true"),
    })  # fmt: skip
    main(["migrate", str(root), "-o", str(tmp_path / "new")])
    listed = (tmp_path / "new/MIGRATION.md").read_text()
    assert "`nothing`, which is no document" in listed
    assert listed.count("which is no document") == 1
    assert "`draft.md`" in listed.partition("## Not published")[2]

"""What a build tells machines of a site: `llms.txt` and `llms-full.txt`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.folder_build import BuildOptions, build_folder
from octavo.render.listings import full_text
from octavo.render.listings.full_text import TwinGroup, plan_full_text
from tests.previews import running_preview
from tests.served_sites import serving

PROJECT: dict[str, Any] = {
    "site.json": {
        "name": "Test [site]",
        "metadata": {"description": "All about tests."},
        "navigation": [
            {"group": "Start", "pages": ["index", {"group": "Deep", "pages": ["guides/one"]}]},
            {"group": "More", "pages": ["two", "gone"]},
        ],
        "anchors": [{"name": "Blog", "url": "https://blog.test", "icon": "rss"}],
    },
    "index.mdx": "---\ntitle: Home\ndescription: The *first* page.\n---\n\nHello.\n",
    "guides/one.mdx": "---\ntitle: One\n---\n\nSee [two](/two#part).\n",
    "two.mdx": "---\ntitle: Two\n---\n\n## Part\n",
    "gone.mdx": "---\nurl: https://elsewhere.test\ntitle: Gone\n---\n",
    "hidden.mdx": "---\nhidden: true\ntitle: Hidden\n---\n\nSecret.\n",
    "quiet.mdx": "---\nnoindex: true\ntitle: Quiet\n---\n\nSecret.\n",
    "unlisted.mdx": "---\ntitle: Unlisted\n---\n\nSecret.\n",
}


def build(root: Path, output: Path, **options: Any) -> dict[str, str]:
    report = build_folder(str(root), str(output), BuildOptions(**options))
    assert [each for each in report.problems if each.code.value == "output-taken"] == []
    return {
        path.relative_to(output).as_posix(): path.read_text()
        for path in output.rglob("*")
        if path.is_file() and path.suffix in (".md", ".txt")
    }


def test_twins_are_listed_and_joined_in_the_order_of_the_navigation(
    write_project: Any, tmp_path: Path
) -> None:
    files = build(
        write_project(PROJECT), tmp_path / "out", base_path="/docs", site_url="https://t.test/docs"
    )
    assert files["llms.txt"] == (
        "# Test \\[site\\]\n\n> All about tests.\n\n"
        "## Start\n\n"
        "- [Home](https://t.test/docs/index.md): The first page.\n"
        "- [One](https://t.test/docs/guides/one.md)\n\n"
        "## More\n\n"
        "- [Two](https://t.test/docs/two.md)\n\n"
        "## Optional\n\n"
        "- [Gone](https://elsewhere.test)\n"
        "- [Blog](https://blog.test)\n"
    )
    assert files["llms-full.txt"] == (
        "# Home\nSource: https://t.test/docs/\n\n> The *first* page.\n\nHello.\n\n"
        "# One\nSource: https://t.test/docs/guides/one/\n\n"
        "See [two](https://t.test/docs/two.md#part).\n\n"
        "# Two\nSource: https://t.test/docs/two/\n\n## Part\n\n"
    )


def test_pages_that_are_not_for_everybody_are_told_nowhere(
    write_project: Any, tmp_path: Path
) -> None:
    files = build(write_project(PROJECT), tmp_path / "out")
    twins = {"index.md", "guides/one.md", "two.md"}
    assert {name for name in files if name.endswith(".md")} == twins
    words = ("Secret", "Hidden", "Quiet", "Unlisted")
    assert not any(word in text for text in files.values() for word in words)


def test_unlisted_pages_are_told_where_the_settings_say_so(
    write_project: Any, tmp_path: Path
) -> None:
    settings = {**PROJECT["site.json"], "seo": {"indexHiddenPages": True}}
    files = build(write_project({**PROJECT, "site.json": settings}), tmp_path / "out")
    assert "## More pages\n\n- [Unlisted](/unlisted.md)\n" in files["llms.txt"]
    assert "hidden.md" not in files
    assert "quiet.md" not in files


def test_files_of_the_author_win(write_project: Any, tmp_path: Path) -> None:
    own = {**PROJECT, "llms.txt": "mine", "llms-full.txt": "all mine"}
    files = build(write_project(own), tmp_path / "out")
    assert (files["llms.txt"], files["llms-full.txt"]) == ("mine", "all mine")


def test_a_twin_leaves_the_place_to_a_page_or_redirect_of_its_name(
    write_project: Any, tmp_path: Path
) -> None:
    settings = {
        **PROJECT["site.json"],
        "redirects": [{"source": "/two.md", "destination": "/two"}],
    }
    files = build(write_project({**PROJECT, "site.json": settings}), tmp_path / "out")
    assert "two.md" not in files
    assert (tmp_path / "out/two.md/index.html").is_file()


# --- where the whole text is too long for one file ----------------------------------------------


def cut(groups: list[TwinGroup], sizes: dict[str, int], twins: Iterable[str] = ()) -> Any:
    return [(file.output, file.title, file.urls) for file in plan_full_text(groups, sizes, twins)]


def test_a_text_that_is_too_long_is_split_by_tab_then_by_group_then_between_pages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(full_text, "MOST_BYTES", 100)
    groups = [
        TwinGroup("Guides", "Start", ["/a", "/b"]),
        TwinGroup("API", "Users", ["/c"]),
        TwinGroup("API", "Teams / Chats", ["/d", "/gone", "/e", "/f"]),
        TwinGroup("API", "", ["/g"]),
    ]
    sizes = {"/a": 20, "/b": 20, "/c": 90, "/d": 40, "/e": 40, "/f": 400, "/g": 1}
    assert cut(groups, sizes) == [
        ("llms-full/guides.md", "Guides", ["/a", "/b"]),
        ("llms-full/api/users.md", "API: Users", ["/c"]),
        ("llms-full/api/teams-chats.md", "API: Teams / Chats", ["/d", "/e"]),
        ("llms-full/api/teams-chats-1.md", "API: Teams / Chats", ["/f"]),
        ("llms-full/api.md", "API", ["/g"]),
    ]
    assert cut(groups[:1], {"/a": 60, "/b": 40}) == [("llms-full.txt", "", ["/a", "/b"])]
    only = [TwinGroup("", "", ["/a", "/b"])]
    taken = ["/llms-full/pages", "/llms-full"]
    assert cut(only, {"/a": 60, "/b": 41}, taken) == [
        ("llms-full/pages-1.md", "Pages", ["/a"]),
        ("llms-full/pages-2.md", "Pages", ["/b"]),
    ]


@pytest.mark.parametrize("name", ["..", "/", "\u202e", "CON", "a" * 400, "%00", "*", "İ", "中文"])
def test_any_name_makes_a_file_inside_the_folder(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(full_text, "MOST_BYTES", 10)
    groups = [TwinGroup(name, name, ["/a", "/b"]), TwinGroup(name, name.lower(), ["/c"])]
    sizes = {"/a": 9, "/b": 9, "/c": 9}
    outputs = [file.output for file in plan_full_text(groups, sizes, ())]
    assert len({output.casefold() for output in outputs}) == 3
    for output in outputs:
        folder, *parts = output.removesuffix(".md").split("/")
        assert folder == "llms-full"
        assert all(part.strip(".") and len(part.encode()) < 250 for part in parts)
        assert all(part.isprintable() and part.upper() != "CON" for part in parts)


@pytest.mark.scorecard("SR-56")
def test_the_files_of_a_long_text_have_all_of_it(
    write_project: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write_project(PROJECT)
    options: dict[str, Any] = {"base_path": "/docs", "site_url": "https://t.test/docs"}
    whole = build(root, tmp_path / "whole", **options)
    monkeypatch.setattr(full_text, "MOST_BYTES", 180)
    files = build(root, tmp_path / "out", cache_folder=str(tmp_path / "cache"), **options)
    parts = [files["llms-full/start.md"], files["llms-full/more.md"]]
    assert "".join(parts) == whole["llms-full.txt"]
    lines = (
        "- [Start](https://t.test/docs/llms-full/start.md): 2 pages\n"
        "- [More](https://t.test/docs/llms-full/more.md): 1 page\n"
    )
    assert files["llms-full.txt"] == (
        "# Test \\[site\\]\n\n"
        f"The text of all pages is in these files, in the order of the navigation.\n\n{lines}"
    )
    assert f"## Full text\n\n{lines}\n## Optional\n" in files["llms.txt"]
    assert {name: files[name] for name in whole if name.endswith("index.md")} == {
        name: text for name, text in whole.items() if name.endswith("index.md")
    }


@pytest.mark.parametrize("text", ["Short.", "Much longer. " * 10])
def test_a_build_of_one_page_changes_its_part_of_a_long_text_alone(
    write_project: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setattr(full_text, "MOST_BYTES", 130)
    root = write_project(PROJECT)
    options: dict[str, Any] = {"cache_folder": str(tmp_path / "cache")}
    before = build(root, tmp_path / "out", **options)
    (root / "two.mdx").write_text(f"---\ntitle: Two\n---\n\n## Part\n\n{text}\n")
    after = build(root, tmp_path / "out", **options)
    assert after == build(root, tmp_path / "clean")
    assert {name for name in after if after[name] != before.get(name)} == {
        "two.md",
        "llms-full/more.md",
    }


def test_a_text_that_becomes_too_long_is_split_by_the_next_build(
    write_project: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(full_text, "MOST_BYTES", 300)
    root = write_project(PROJECT)
    options: dict[str, Any] = {"cache_folder": str(tmp_path / "cache")}
    assert "llms-full/more.md" not in build(root, tmp_path / "out", **options)
    for text in ("Longer. " * 40, "Short."):
        (root / "two.mdx").write_text(f"---\ntitle: Two\n---\n\n## Part\n\n{text}\n")
        files = build(root, tmp_path / "out", **options)
        assert files == build(root, tmp_path / "clean")
        assert ("llms-full/more.md" in files) == (text != "Short.")


def test_a_page_in_the_folder_of_a_long_text_keeps_its_place(
    write_project: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(full_text, "MOST_BYTES", 130)
    group = {"group": "Start", "pages": ["index", "llms-full/start"]}
    project = {
        "site.json": {"name": "Test", "navigation": [group]},
        "index.mdx": "---\ntitle: Home\n---\n\nHello.\n",
        "llms-full/start.mdx": "---\ntitle: Mine\n---\n\n" + "My own page. " * 10,
    }
    files = build(write_project(project), tmp_path / "out")
    assert files["llms-full/start.md"].startswith("# Mine\n\nMy own page.")
    assert files["llms-full/start-1.md"].startswith("# Home\nSource: /")


def test_previews_and_servers_have_the_files_of_a_long_text(
    write_project: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(full_text, "MOST_BYTES", 130)
    root = write_project(PROJECT)
    files = build(root, tmp_path / "out")
    names = ("llms-full.txt", "llms-full/start.md", "llms-full/more.md", "llms.txt")
    with running_preview(root) as preview, serving(tmp_path / "out") as site:
        for name in names:
            for answer in (preview.get(f"/{name}"), site.get(f"/{name}")):
                assert (answer.status, answer.body.decode()) == (200, files[name])
                assert answer.headers["x-robots-tag"] == "noindex"
        assert preview.get("/llms-full/none.md").status == 404

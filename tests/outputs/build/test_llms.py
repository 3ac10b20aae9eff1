"""What a build tells machines of a site: `llms.txt` and `llms-full.txt`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from octavo.outputs.build.folder import BuildOptions, build_folder
from octavo.render.twin.llms import build_part, measure_part, replace_parts

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


def test_a_part_is_replaced_among_others() -> None:
    twins = {"/a": b"# A\n\nx\n", "/b": b"# B\n", "/c": "# C\n\n\u00e9\n".encode()}
    full = b"".join(build_part(twin, url) for url, twin in twins.items())
    sizes = [(url, measure_part(len(twin), url)) for url, twin in twins.items()]
    assert len(full) == sum(size for _, size in sizes)
    new = build_part(b"# B\n\nlonger\n", "/b")
    expected = build_part(twins["/a"], "/a") + new + build_part(twins["/c"], "/c")
    assert replace_parts(full, sizes, {"/b": new}) == expected

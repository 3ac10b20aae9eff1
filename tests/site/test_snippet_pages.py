"""Which files are snippets, and which are pages."""

from __future__ import annotations

from typing import Any

import pytest

from octavo.project.discover import load_project
from octavo.site.load import LoadedSite, load_site


@pytest.fixture
def load(write_project: Any) -> Any:
    def load_pages(files: list[str], *listed: Any) -> LoadedSite:
        settings = {"name": "S", "navigation": [{"group": "G", "pages": ["index", *listed]}]}
        texts = dict.fromkeys(["index.mdx", *files], "Text.\n")
        root = write_project({"site.json": settings, **texts})
        return load_site(load_project(str(root))[0])

    return load_pages


def list_urls(loaded: LoadedSite) -> list[str]:
    assert loaded.site is not None
    return sorted(loaded.site.pages)


def test_only_the_folder_at_the_root_holds_snippets(load: Any) -> None:
    files = ["snippets/a.mdx", "_snippets/b.mdx", "docs/_snippets/c.mdx", "docs/snippets/d.mdx"]
    loaded = load([*files, "docs/snippets/deep/e.md"], "docs/snippets/d", "docs/snippets/deep/e")
    assert list_urls(loaded) == ["/", "/docs/snippets/d", "/docs/snippets/deep/e"]
    assert loaded.problems == ()


def test_a_snippet_that_the_navigation_lists_is_a_page(load: Any) -> None:
    files = ["snippets/a.mdx", "snippets/b.mdx", "guides/_snippets/c.md"]
    loaded = load(files, {"group": "More", "pages": ["/snippets/a.mdx", "guides/_snippets/c"]})
    assert list_urls(loaded) == ["/", "/guides/_snippets/c", "/snippets/a"]
    assert loaded.problems == ()


def test_a_file_for_developers_that_the_navigation_lists_is_a_page(load: Any) -> None:
    loaded = load(["CHANGELOG.md", "README_JA.md", "AGENTS.md"], "CHANGELOG", "README_JA")
    assert list_urls(loaded) == ["/", "/CHANGELOG", "/README_JA"]
    assert loaded.problems == ()


def test_a_snippet_that_only_a_draft_lists_is_held_back(load: Any) -> None:
    loaded = load(["snippets/a.mdx"], {"group": "D", "pages": ["snippets/a"], "draft": True})
    assert list_urls(loaded) == ["/"]
    assert [problem.code for problem in loaded.problems] == ["page-draft"]
    assert loaded.site.held_back.sources == {"snippets/a.mdx"}

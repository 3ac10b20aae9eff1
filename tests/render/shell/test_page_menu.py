"""The menu of a page: its entries, their targets, and the problems of wrong ones."""

from __future__ import annotations

import base64
import json
import re
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from octavo.builder.folder_build import BuildOptions, build_folder

ADDRESS = "https://docs.example.com"
HREF = re.compile(r'<a href="([^"]*)"[^>]* class="page-menu-entry">')


@pytest.fixture
def build(write_project: Any, tmp_path: Path) -> Any:
    def build_site(
        contextual: Any = None, front_matter: str = "", site_url: str = ADDRESS, base_path: str = ""
    ) -> tuple[str, list[str]]:
        """Return the menu of a page, and the codes of all problems."""
        settings: dict[str, Any] = {
            "name": "Plants & Co",
            "navigation": [{"group": "G", "pages": ["a b"]}],
            "seo": {"pictures": False},
        }
        if contextual is not None:
            settings["contextual"] = contextual
        page = f"---\ntitle: A\n{front_matter}---\n\nHello.\n"
        root = write_project({"site.json": settings, "a b.mdx": page})
        options = BuildOptions(base_path=base_path, site_url=site_url)
        report = build_folder(str(root), str(tmp_path / "out"), options)
        html = (tmp_path / "out" / "a b" / "index.html").read_text()
        menu = re.search(r'<div class="page-menu">.*?</div>', html, re.DOTALL)
        return menu[0] if menu else "", [problem.code.value for problem in report.problems]

    return build_site


def test_every_page_can_be_copied_and_read_as_markdown(build: Any) -> None:
    menu, codes = build()
    assert menu.count('data-copy-file="/a%20b.md"') == 2  # the button, and the entry
    assert HREF.findall(menu) == ["/a%20b.md"]
    assert codes == []


def test_the_address_below_a_path_is_that_of_the_twin(build: Any) -> None:
    menu, _ = build(site_url=f"{ADDRESS}/docs", base_path="/docs")
    assert 'data-copy-file="/docs/a%20b.md"' in menu


@pytest.mark.parametrize(
    ("name", "host"),
    [
        ("chatgpt", "chatgpt.com"),
        ("claude", "claude.ai"),
        ("perplexity", "www.perplexity.ai"),
        ("grok", "grok.com"),
        ("aistudio", "aistudio.google.com"),
    ],
)
def test_assistants_get_the_address_of_the_twin(build: Any, name: str, host: str) -> None:
    menu, codes = build({"options": ["view", name]})
    href = unescape(HREF.findall(menu)[1])
    query = parse_qs(urlsplit(href).query)
    question = (query.get("q") or query["prompt"])[0]
    assert urlsplit(href).hostname == host
    assert f"{ADDRESS}/a%20b.md " in question
    assert 'rel="noopener"' in menu
    assert codes == []


def test_without_an_address_the_browser_completes_the_question(build: Any) -> None:
    menu, _ = build({"options": ["claude"]}, site_url="")
    assert "$page" in menu
    assert 'data-page="/a%20b.md"' in menu
    assert "needs-script" in menu


def test_one_entry_needs_no_list(build: Any) -> None:
    menu, _ = build({"options": ["view"]})
    assert "popover" not in menu
    assert '<a href="/a%20b.md" class="page-menu-first">' in menu


def test_editors_get_the_server_of_the_site(build: Any) -> None:
    menu, codes = build({"options": ["mcp", "cursor", "vscode"]})
    assert f'data-copy="{ADDRESS}/mcp"' in menu
    cursor, vscode = map(unescape, HREF.findall(menu))
    query = parse_qs(urlsplit(cursor).query)
    assert query["name"] == ["Plants & Co"]
    assert json.loads(base64.b64decode(query["config"][0])) == {"url": f"{ADDRESS}/mcp"}
    assert json.loads(unquote(vscode.split("?", 1)[1]))["url"] == f"{ADDRESS}/mcp"
    assert codes == []


def test_what_needs_an_address_is_left_out_without_one(build: Any) -> None:
    menu, codes = build({"options": ["mcp", "view"]}, site_url="")
    assert "/mcp" not in menu
    assert codes == ["menu-entry-left-out"]


def test_an_entry_of_the_author_knows_page_path_and_server(build: Any) -> None:
    href = "https://ask.example/?page=$page&path=$path&server=$mcp"
    menu, _ = build({"options": [{"title": "<Ask>", "href": href}]})
    query = parse_qs(urlsplit(unescape(re.findall('href="([^"]*)"', menu)[0])).query)
    assert query == {
        "page": [f"{ADDRESS}/a%20b.md"],
        "path": ["/a%20b/"],
        "server": [f"{ADDRESS}/mcp"],
    }
    assert "&lt;Ask>" in menu or "&lt;Ask&gt;" in menu


def test_pages_of_an_api_offer_its_document(write_project: Any, tmp_path: Path) -> None:
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Plants", "version": "1"},
        "paths": {"/plants": {"get": {"summary": "List", "responses": {"200": {}}}}},
    }
    settings = {
        "name": "Plants",
        "navigation": [{"group": "G", "pages": ["index"]}],
        "tabs": [{"name": "API", "url": "api", "openapi": "/plants.json"}],
        "contextual": {"options": ["copy", "download-spec"]},
    }
    page = "---\ntitle: A\n---\n\nHello.\n"
    root = write_project({"site.json": settings, "index.mdx": page, "plants.json": document})
    build_folder(str(root), str(tmp_path / "out"))
    html = (tmp_path / "out" / "api" / "list" / "index.html").read_text()
    (href,) = HREF.findall(html)
    assert json.loads((tmp_path / "out" / href[1:]).read_bytes())["info"]["title"] == "Plants"
    assert "Download OpenAPI" not in (tmp_path / "out" / "index.html").read_text()


def test_an_unknown_entry_is_left_out_with_a_warning(build: Any) -> None:
    menu, codes = build({"options": ["veiw", "copy"]})
    assert "data-copy-file" in menu
    assert codes == ["menu-entry-unknown"]


@pytest.mark.parametrize("front_matter", ["contextual: false\n", "hidden: true\n"])
def test_a_page_may_have_none(build: Any, front_matter: str) -> None:
    assert build(front_matter=front_matter)[0] == ""


def test_no_entries_are_no_menu(build: Any) -> None:
    assert build({"options": []})[0] == ""


def test_a_page_may_have_entries_of_its_own(build: Any) -> None:
    menu, codes = build({"options": []}, front_matter="contextual:\n  options: [view]\n")
    assert "View as Markdown" in menu
    assert codes == []

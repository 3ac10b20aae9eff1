"""Every page of a built site says itself what it may load and run."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.folder_build import BuildOptions, build_folder
from tests.builder.rich_project import write_rich_project

FIRST = re.compile(
    r'<!doctype html>\n<html[^>]*>\n<head>\n<meta charset="utf-8">\n'
    r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">\n'
)
FORBIDDEN = ("unsafe", " * ", " *;", "frame-ancestors", "sandbox", "report-")


def policies(site: Path) -> dict[str, str]:
    """Return the policies of all pages, by output."""
    found = {}
    for file in site.rglob("*.html"):
        html = file.read_text()
        if html.startswith("<!doctype"):
            match = FIRST.match(html)
            assert match, file
            found[str(file.relative_to(site))] = match[1]
    return found


def test_every_page_says_it_before_anything_else(tmp_path: Path) -> None:
    write_rich_project(tmp_path / "project")
    build_folder(str(tmp_path / "project"), str(tmp_path / "out"))
    found = policies(tmp_path / "out")
    kinds = {"index.html", "404.html", "old/index.html", "reference/list/index.html"}
    assert kinds | {"_octavo/oauth/index.html"} <= found.keys()
    for policy in found.values():
        assert not any(word in f" {policy}; " for word in FORBIDDEN)
        for rule in ("default-src 'none'", "object-src 'none'", "base-uri 'none'"):
            assert f"{rule};" in policy
        assert len(policy) < 600
    # What a page itself holds is allowed on that page alone.
    assert "blob:" in found["reference/list/index.html"]
    assert "blob:" not in found["index.html"]


ROOT = Path(__file__).parents[2]
SCRIPT = re.compile(r"'self'|'sha256-[\w+/=]{44}'|https://[\w.-]+(:\d+)?")


@pytest.mark.scorecard("SR-13")
@pytest.mark.parametrize("name", ["docs", "examples/garden"])
def test_no_page_of_our_own_sites_allows_what_is_unsafe(name: str, tmp_path: Path) -> None:
    assert build_folder(str(ROOT / name), str(tmp_path / "out")).output
    found = policies(tmp_path / "out")
    assert len(found) > 20
    for page, policy in found.items():
        rules = {rule.split()[0]: rule.split()[1:] for rule in policy.split(";") if rule.strip()}
        assert "unsafe" not in policy, page
        assert "*" not in policy, page
        for rule in ("default-src", "object-src", "base-uri"):
            assert rules[rule] == ["'none'"], page
        assert [source for source in rules["script-src"] if not SCRIPT.fullmatch(source)] == [], (
            page
        )


CODE = """// See "http://insecure.example" and https://comment.example
const script = document.createElement('script');
script.src = "https://CDN.example:8443/widget.js";
fetch(`https://calls.example/${id}`); fetch(`https://${host}/`); fetch("https://me@evil.example");
"""
STYLE = """@import url("https://fonts.example/a.css");
@import 'https://more.example/b.css' screen;
p { background: url(https://pictures.example/a.png) }
"""


def test_hosts_that_the_authors_code_names_are_allowed(tmp_path: Path, write_project: Any) -> None:
    settings = {"name": "Test", "navigation": [{"group": "A", "pages": ["one"]}]}
    own = "<script>{`fetch('https://inline.example/x')`}</script>\n"
    files = {"site.json": settings, "one.mdx": own, "own.js": CODE, "own.css": STYLE}
    root = write_project(files)
    options = BuildOptions(cache_folder=str(tmp_path / "cache"))

    def connect_and_style(page: str) -> list[str]:
        build_folder(str(root), str(tmp_path / "out"), options)
        policy = policies(tmp_path / "out")[page]
        return re.findall(r"(?:connect|style)-src 'self' ?([^;]*)", policy)

    styles = "https://calls.example https://cdn.example:8443 https://fonts.example"
    calls = "https://calls.example https://cdn.example:8443"
    assert connect_and_style("404.html") == [f"{styles} https://more.example", calls]
    assert f"{calls} https://inline.example" in connect_and_style("one/index.html")
    # Other hosts after a change are those of all pages.
    (root / "own.js").write_text("fetch('https://other.example/')")
    assert connect_and_style("404.html")[1] == "https://other.example"


def test_a_page_whose_text_needs_more_says_so_after_a_build_of_itself_alone(
    tmp_path: Path, write_project: Any
) -> None:
    root = write_project(
        {
            "site.json": {
                "name": "Test",
                "navigation": [{"group": "A", "pages": ["one", "two"]}],
                "banner": {"content": '<iframe src="https://top.example/"></iframe>'},
            },
            "one.mdx": "Text.\n",
            "two.mdx": "Text.\n",
        }
    )
    options = BuildOptions(cache_folder=str(tmp_path / "cache"))

    def build() -> dict[str, str]:
        build_folder(str(root), str(tmp_path / "out"), options)
        return policies(tmp_path / "out")

    before = build()
    (root / "one.mdx").write_text('<iframe src="https://frames.example/1"></iframe>\n')
    after = build()
    assert "frame-src 'self' https://top.example;" in before["one/index.html"]
    frames = "frame-src 'self' https://frames.example https://top.example;"
    assert frames in after["one/index.html"]
    assert after["two/index.html"] == before["two/index.html"]
    (root / "one.mdx").write_text("Text.\n")
    assert build() == before

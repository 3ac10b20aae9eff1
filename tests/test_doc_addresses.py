"""Every address that the docs ever had leads to a page, and so do links from other files."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from octavo.builder.folder_build import build_folder

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
ADDRESSES = (ROOT / "tests/cases/doc-addresses.txt").read_text().split()
"""Every address that a page of the docs ever had. Add the new one when you add or move a page."""
MOST = 25
"""A reader takes in as many entries of a sidebar."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs") / "site"
    build_folder(str(DOCS), str(folder))
    return folder


def find_page(site: Path, address: str) -> str:
    """Return the page that an address leads to, after one redirect at most."""
    page = (site / address.strip("/") / "index.html").read_text()
    if moved := re.search(r'http-equiv="refresh" content="0; url=([^"#]+)', page):
        page = (site / moved[1].strip("/") / "index.html").read_text()
    return page


def test_every_address_leads_to_a_page_at_once(site: Path) -> None:
    assert len(ADDRESSES) > 90
    for address in ADDRESSES:
        assert "<h1" in find_page(site, address), address


def test_links_to_the_docs_from_other_files_lead_to_their_headings(site: Path) -> None:
    files = [*ROOT.glob("*.md"), *(ROOT / "design").glob("*.md"), ROOT / "tools/README.md"]
    links = [
        link
        for file in files
        for link in re.findall(r"docs/([\w/-]+)\.mdx(?:#([\w-]+))?", file.read_text())
    ]
    assert len(links) > 30
    for name, heading in links:
        assert (DOCS / f"{name}.mdx").exists(), name
        address = re.sub(r"(^|/)index$", "", name)
        assert not heading or f'id="{heading}"' in find_page(site, address), f"{name}#{heading}"


def test_no_tab_has_more_entries_than_a_reader_takes_in() -> None:
    settings = json.loads((DOCS / "site.json").read_text())
    tabs = {tab["url"]: tab["name"] for tab in settings["tabs"]}
    counts = Counter(
        group.get("tab") or tabs.get(page.split("/")[0], settings["primaryTab"]["name"])
        for group in settings["navigation"]
        for page in group["pages"]
    )
    assert set(counts) == {*tabs.values(), settings["primaryTab"]["name"]}
    assert {tab: count for tab, count in counts.items() if count > MOST} == {}

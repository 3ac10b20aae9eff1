"""The benchmark that types into the search of a site."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from octavo.builder.folder_build import build_folder
from quality.server import serve_folder
from tests.browser.page_project import write_project
from typed_search import type_queries

pytestmark = pytest.mark.browser


@pytest.mark.whole
def test_each_letter_is_followed_until_its_results(tmp_path: Path, chromium: Browser) -> None:
    pages = {
        "index": "---\ntitle: Start\n---\n\nHello.",
        "kettle": "---\ntitle: Kettle\n---\n\nBoils.",
    }
    site = tmp_path / "site"
    assert build_folder(str(write_project(tmp_path / "project", pages)), str(site)).output
    with serve_folder(site) as address:
        found, lost = type_queries(chromium, site, address, ["kett", "zqzq"])
    assert [key.has_results for key in found.keys] == [False, True, True, True]
    assert 0 < found.opening_kilobytes < (found.kilobytes_to_results or 0)
    assert lost.kilobytes_to_results is None

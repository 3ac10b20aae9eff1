"""The data of a page's scripts: whatever texts it holds, it stays in its element."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.folder_build import build_folder

ISLAND = re.compile(r'<script type="application/json" id="site-data">(.*?)</script', re.DOTALL)
HOSTILE = (
    "</script><script>evil()</script>",
    "</SCRIPT >evil()",
    "<!--<script>evil()",
    "--><img src=x onerror=evil()>]]>",
    "&lt;/script&gt;&amp;",
    "a\u2028b\u2029c",
    "\"'\\</\\u003c\x7f\ufeff",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_texts_of_settings_stay_in_the_data_of_every_page(
    text: str, write_project: Any, tmp_path: Path
) -> None:
    settings = {
        "name": "Site",
        "navigation": [{"group": "Start", "version": text, "pages": ["index"]}],
        "search": {"prompt": text},
        "versions": [text, "2"],
    }
    root = write_project({"site.json": settings, "index.mdx": "Hello"})

    report = build_folder(str(root), str(tmp_path / "out"))

    pages = [path.read_text("utf-8") for path in (tmp_path / "out").rglob("*.html")]
    assert (report.pages, len(pages)) == (1, 2)
    for page in pages:
        (island,) = ISLAND.findall(page)
        assert not re.search("[<>&\u2028\u2029]", island)
        assert json.loads(island)["search"]["prompt"] == text
    (island,) = ISLAND.findall((tmp_path / "out/index.html").read_text("utf-8"))
    assert json.loads(island)["search"]["version"] == text

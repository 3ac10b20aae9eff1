"""The tutorial works: its files and commands, from the first chapter to the last."""

from __future__ import annotations

import json
from pathlib import Path

from tests.runnable_pages import follow_blocks, list_chapter_blocks

DOCS = Path(__file__).parent.parent / "docs"
GROUPS = json.loads((DOCS / "site.json").read_text())["navigation"]
CHAPTERS = next(group["pages"] for group in GROUPS if group["group"] == "Tutorial")


def test_every_chapter_works_after_the_one_before(tmp_path: Path) -> None:
    assert len(CHAPTERS) == 5
    for chapter in CHAPTERS:
        blocks = list_chapter_blocks(DOCS / f"{chapter}.mdx", "tea")
        assert follow_blocks(blocks, tmp_path) >= 4, chapter
    assert (tmp_path / "public" / "index.html").exists()
    assert (tmp_path / "public" / "_headers").exists()


def test_no_command_of_the_tutorial_is_left_out() -> None:
    for chapter in CHAPTERS:
        blocks = list_chapter_blocks(DOCS / f"{chapter}.mdx", "tea")
        assert [each.text for each in blocks if "octavo " in each.text and not each.role] == []

"""The tutorial works: its files and commands, from the first chapter to the last."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from scripts.pictures import MODES, RECORD
from scripts.take_guide_pictures import LARGEST, Picture
from scripts.take_tutorial_pictures import (
    DOCS,
    MARK,
    PROJECT,
    TUTORIAL_PICTURES,
    digest_project,
    follow_chapters,
    list_chapters,
)
from tests.runnable_pages import follow_blocks, list_chapter_blocks
from tests.whole import first_of_each

CHAPTERS = list_chapters()


def test_every_chapter_works_after_the_one_before(tmp_path: Path) -> None:
    assert len(CHAPTERS) == 5
    for chapter in CHAPTERS:
        blocks = list_chapter_blocks(chapter, PROJECT)
        assert follow_blocks(blocks, tmp_path) >= 4, chapter
    assert (tmp_path / "public" / "index.html").exists()
    assert (tmp_path / "public" / "_headers").exists()


def test_no_command_of_the_tutorial_is_left_out() -> None:
    for chapter in CHAPTERS:
        blocks = list_chapter_blocks(chapter, PROJECT)
        assert [each.text for each in blocks if not each.role] == []


def test_a_chapter_shows_its_end_first_and_says_what_to_do_when_it_fails() -> None:
    for chapter in CHAPTERS:
        text = re.sub(r"(?ms)^(```+).*?^\1$", "", chapter).partition("\n## Next\n")[0]
        opening, *steps, last = re.split(r"^## ", text, flags=re.MULTILINE)
        assert "<Frame" in opening
        assert [step[:2] for step in steps] == [f"{n}." for n in range(1, len(steps) + 1)]
        assert last.startswith("When ")


def test_every_picture_is_shown_where_it_is_taken() -> None:
    names = [f"tutorial/{name}" for chapter in CHAPTERS for name in MARK.findall(chapter)]
    assert sorted(names) == sorted(picture.name for picture in TUTORIAL_PICTURES)
    text = "\n".join(CHAPTERS)
    for name in names:
        mark = f"{{/* picture {name.removeprefix('tutorial/')} */}}"
        shown = text.partition(mark)[2].lstrip()[:700]
        for mode in MODES:
            file = f"{name}-{mode}.webp"
            assert re.search(rf'src="/images/{file}" alt="[^"]{{40,}}"', shown), file
            assert (DOCS / "images" / file).stat().st_size <= LARGEST / 2


@pytest.mark.parametrize(
    "picture", first_of_each(TUTORIAL_PICTURES), ids=lambda picture: picture.name
)
def test_the_pictures_are_as_new_as_what_they_show(picture: Picture, tmp_path: Path) -> None:
    recorded = json.loads(RECORD.read_text("utf-8"))[picture.name]
    now = digest_project(picture, follow_chapters(picture, tmp_path))
    assert recorded == now, "run `make pictures` and look at the pictures"

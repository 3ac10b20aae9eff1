"""The pictures of the README, the gallery and the guides show Octavo as it looks today."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from octavo import theme
from octavo.render.assets.theme_files import compact_styles
from scripts.pictures import (
    EXAMPLE,
    MODES,
    RECORD,
    build_site,
    digest_page,
    drop_unseen_components,
)
from scripts.take_gallery import LAYOUTS, THEMES
from scripts.take_guide_pictures import GUIDE_PICTURES, LARGEST, Picture, digest_styles

DOCS = Path(__file__).parents[1] / "docs"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_site(EXAMPLE, tmp_path_factory.mktemp("pictures") / "site")


@pytest.mark.parametrize(("pictures", "command"), [("readme", "pictures"), ("gallery", "gallery")])
def test_the_pictures_are_as_new_as_what_they_show(site: Path, pictures: str, command: str) -> None:
    recorded = json.loads(RECORD.read_text("utf-8"))[pictures]
    assert recorded == digest_page(site), f"run `make {command}` and look at the pictures"


def test_every_look_has_its_pictures() -> None:
    names = {f"{t}-{layout}-{mode}.webp" for t in THEMES for layout in LAYOUTS for mode in MODES}
    assert {file.name for file in (DOCS / "gallery").glob("*.webp")} == names


@pytest.mark.parametrize("picture", GUIDE_PICTURES, ids=lambda picture: picture.name)
def test_the_pictures_of_guides_are_as_new_as_what_draws_them(picture: Picture) -> None:
    recorded = json.loads(RECORD.read_text("utf-8"))[picture.name]
    assert recorded == digest_styles(picture), "run `make pictures` and look at the pictures"


@pytest.mark.parametrize("picture", GUIDE_PICTURES, ids=lambda picture: picture.name)
def test_a_guide_shows_each_picture_in_both_modes_and_in_words(picture: Picture) -> None:
    pages = "".join(page.read_text("utf-8") for page in DOCS.rglob("*.mdx"))
    for mode in MODES:
        name = f"{picture.name}-{mode}.webp"
        assert (DOCS / "images" / name).stat().st_size <= LARGEST
        assert re.search(rf'src="/images/{name}" alt="[^"]{{40,}}"', pages), name


@pytest.mark.parametrize("changed", ["styles", "text"])
def test_the_digest_changes_with_what_is_seen_and_not_with_names_of_files(
    site: Path, tmp_path: Path, changed: str
) -> None:
    other = tmp_path / "site"
    shutil.copytree(site, other)
    (styles,) = (other / "_octavo").glob("*/site.css")
    renamed = styles.parent.rename(styles.parent.with_name("0123456789ab"))
    page = other / "guides" / "write-a-watering-plan" / "index.html"
    page.write_text(page.read_text("utf-8").replace(styles.parent.name, renamed.name), "utf-8")
    assert digest_page(other) == digest_page(site)
    file = renamed / "site.css" if changed == "styles" else page
    old, new = (".75rem", ".8rem") if changed == "styles" else ("watering plan", "watering list")
    file.write_text(file.read_text("utf-8").replace(old, new), "utf-8")
    assert digest_page(other) != digest_page(site)


def test_components_that_the_page_does_not_show_ask_for_no_new_pictures() -> None:
    css = theme.FOLDER / "css" / "components"
    badges, cards = (
        compact_styles((css / name).read_text("utf-8")).strip()
        for name in ("inline/badges.css", "containers/cards.css")
    )
    sheet = f"body{{margin:0}}{badges}{cards}"
    assert drop_unseen_components(sheet, '<a class="card">') == f"body{{margin:0}}{cards}"

"""Share pictures show what a page is called, in the colors of the site."""

from __future__ import annotations

import io
import re
from pathlib import Path

import imagesize
import pytest
from PIL import Image

from octavo.render.pictures import palette as palettes
from octavo.render.pictures.drawing import Artist, PictureTexts
from octavo.render.pictures.fonts import find_own_font, list_system_fonts
from octavo.render.pictures.letters import clean
from octavo.render.pictures.logo import draw_svg
from octavo.render.pictures.palette import Palette, choose_palette
from octavo.render.pictures.typeface import Typeface
from octavo.render.styling.colors import compute_contrast
from octavo.settings.models.site_settings import Settings
from tests.settings_data import made_of

TITLE_ROOM = (0, 200, 1200, 600)
HEAD_ROOM = (0, 60, 900, 140)


def palette_of(**values: object) -> Palette:
    navigation = [{"group": "Start", "pages": ["index"]}]
    data = {"name": "Acme", "favicon": "/f.svg", "navigation": navigation, **values}
    return choose_palette(made_of(Settings, data))


LIGHT = palette_of(colors={"primary": "#0d47a1"})
DARK = palette_of(colors={"primary": "#0d47a1", "light": "#90caf9"}, modeToggle={"default": "dark"})


def open_picture(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


def colors_in(picture: Image.Image, box: tuple[int, int, int, int]) -> set[str]:
    data = picture.crop(box).tobytes()
    return {f"#{data[at : at + 3].hex()}" for at in range(0, len(data), 3)}


def draw(texts: PictureTexts, palette: Palette = LIGHT, logo: bytes | None = None) -> Image.Image:
    artist = Artist(palette, "Acme", logo)
    return open_picture(artist.draw(artist.keep_drawable(texts)))


def test_a_picture_has_the_size_that_services_ask_for_and_few_bytes() -> None:
    data = Artist(LIGHT, "Acme", None).draw(PictureTexts("Water the plants in the garden", "Start"))
    assert imagesize.get(io.BytesIO(data)) == (1200, 630)
    assert len(data) < 30_000


def test_the_same_texts_give_the_same_bytes() -> None:
    texts = PictureTexts("List plants", "Plants", "GET", "/plants")
    first, second = (Artist(LIGHT, "Acme", None).draw(texts) for _ in range(2))
    artist = Artist(LIGHT, "Acme", None)
    artist.draw(PictureTexts("Another one"))
    assert first == second == artist.draw(texts)


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_the_colors_are_those_of_the_site(palette: Palette) -> None:
    picture = draw(PictureTexts("Title", "Section"), palette)
    assert colors_in(picture, (300, 10, 301, 11)) == {palette.page}
    assert colors_in(picture, (0, 625, 1200, 630)) == {palette.accent}
    assert {palette.ink, palette.accent_text} <= colors_in(picture, TITLE_ROOM)
    assert palette.ink in colors_in(picture, HEAD_ROOM), "the name of the site"


def test_a_dark_site_has_dark_pictures() -> None:
    assert (LIGHT.is_dark, DARK.is_dark) == (False, True)
    assert DARK.accent == "#90caf9"


def test_texts_can_be_read_on_any_color_of_an_author() -> None:
    for page in ("#ffffff", "#000000", "#ffeb3b", "#777777"):
        for primary in ("#ffffff", "#000000", "#ffeb3b", "#0d47a1"):
            palette = palette_of(colors={"primary": primary, "background": {"light": page}})
            for text in (palette.ink, palette.muted, palette.accent_text):
                assert compute_contrast(text, page) >= 3, "what large text needs"


def test_an_endpoint_has_the_colors_of_its_method() -> None:
    for method in ("GET", "DELETE", "LINK"):
        color, behind = LIGHT.choose_method(method)
        picture = draw(PictureTexts("Title", "", method, "/plants"))
        assert {color, behind, LIGHT.muted} <= colors_in(picture, (0, 480, 1200, 560)), method


def test_methods_have_the_colors_of_the_theme() -> None:
    css = Path("src/octavo/theme/css/tokens.css").read_text()
    pairs = re.findall(r"--(\w+): light-dark\((#\w+), (#\w+)\)", css)
    theme = {name: (light, dark) for name, light, dark in pairs}
    names = re.findall(
        r'\[data-method="(\w+)"\] \{ --method: var\(--(\w+)\)',
        Path("src/octavo/theme/css/navigation.css").read_text(),
    )
    assert {method.upper(): theme[color] for method, color in names} == palettes._METHODS


def test_a_longer_title_takes_more_lines_and_nothing_leaves_its_room() -> None:
    heights = []
    for count in (1, 6, 14, 24, 60):
        picture = draw(PictureTexts(clean("Watering " * count), "Start", "GET", "/" + "x" * 300))
        for edge in ((0, 0, 70, 610), (1130, 200, 1200, 610), (0, 150, 1000, 160)):
            assert colors_in(picture, edge) == {LIGHT.page}, (count, edge)
        rows = [y for y in range(160, 480) if len(colors_in(picture, (0, y, 1200, y + 1))) > 1]
        heights.append(len(rows))
    assert heights == sorted(heights)
    assert heights[0] < heights[-1]


def test_a_logo_is_shown_in_place_of_the_name_if_it_can_be_seen() -> None:
    svg = (
        b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30">'
        b'<rect width="90" height="30" fill="#%b"/></svg>'
    )
    red = draw(PictureTexts("Title"), LIGHT, draw_svg(svg % b"c2185b"))
    assert colors_in(red, (90, 80, 200, 120)) == {"#c2185b"}
    white = draw(PictureTexts("Title"), LIGHT, draw_svg(svg % b"ffffff"))
    assert LIGHT.ink in colors_in(white, HEAD_ROOM)


def png(width: int, height: int) -> bytes:
    stream = io.BytesIO()
    Image.new("RGBA", (width, height), "#00897b").save(stream, "PNG")
    return stream.getvalue()


def test_a_logo_of_dots_is_shown_too() -> None:
    assert "#00897b" in colors_in(draw(PictureTexts("T"), LIGHT, png(400, 100)), HEAD_ROOM)


def test_a_logo_that_cannot_be_read_or_is_huge_gives_way_to_the_name() -> None:
    bomb = png(1, 1).replace(b"\0\0\0\1\0\0\0\1", b"\0\1\0\0\0\1\0\0", 1)
    for logo in (bomb, png(5000, 4000), b"", b"GIF89a", b"\x89PNG\r\n\x1a\n" + b"\0" * 50):
        assert LIGHT.ink in colors_in(draw(PictureTexts("T"), LIGHT, logo), HEAD_ROOM)


def face(system: list[str]) -> Typeface:
    own = find_own_font("Bold")
    assert own is not None
    return Typeface(own, 40, lambda: system)


def test_a_text_that_lacks_letters_is_left_out_rather_than_boxes() -> None:
    assert face([]).keep_drawable("日本語 docs") == ""
    assert face([]).keep_drawable("Żółć, Ελλάδα и Київ") == "Żółć, Ελλάδα и Київ"


def test_marks_that_no_font_has_are_left_out_of_a_text() -> None:
    assert face([]).keep_drawable(clean("Welcome 🎉 home ❤️‍🔥")) == "Welcome home"


def test_letters_that_our_font_lacks_are_drawn_with_one_of_the_system() -> None:
    fonts = [path for path in list_system_fonts() if path.endswith("DejaVuSans-Bold.ttf")]
    if not fonts:
        pytest.skip("DejaVu Sans is not installed")
    typeface = face(fonts)
    assert typeface.keep_drawable("Հայերեն docs") == "Հայերեն docs"
    assert typeface.name_files("Հայերեն docs") == ("DejaVuSans-Bold.ttf",)
    assert typeface.draw("Հայ").getbbox() is not None
    assert typeface.measure("Հա docs") == pytest.approx(
        typeface.measure("Հա ") + typeface.measure("docs"), abs=2
    )


@pytest.mark.parametrize(
    "title",
    [
        "",
        " ",
        "\0",
        "a" * 100_000,
        "\u202e" * 1000 + "x",
        "é" * 500,
        "👨‍👩‍👧‍👦" * 100,
        "שלום עולם" * 50,
        "ｗｉｄｅ" * 99,
    ],
)
def test_any_title_gives_a_picture(title: str) -> None:
    assert draw(PictureTexts(clean(title), clean(title), clean(title), clean(title))).size == (
        1200,
        630,
    )

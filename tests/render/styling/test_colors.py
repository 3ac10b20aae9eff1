from __future__ import annotations

import itertools

import pytest

from octavo.render.styling.colors import (
    BLACK,
    READABLE,
    TINT,
    WHITE,
    blend,
    choose_text_color,
    compute_contrast,
    compute_luminance,
    find_readable_color,
    flatten,
    parse_color,
    render_gradient,
)
from octavo.settings.models.styling import Gradient
from tests.settings_data import made_of

LEVELS = ("00", "4d", "99", "cc", "ff")
SAMPLES = ["#" + "".join(parts) for parts in itertools.product(LEVELS, repeat=3)]


@pytest.mark.parametrize(
    ("color", "channels"),
    [
        ("#fff", (1, 1, 1, 1)),
        ("#000000", (0, 0, 0, 1)),
        ("#f00f", (1, 0, 0, 1)),
        ("#00ff0000", (0, 1, 0, 0)),
        ("336699", (0.2, 0.4, 0.6, 1)),
    ],
)
def test_hex_colors_are_read(color: str, channels: tuple[float, ...]) -> None:
    assert parse_color(color) == pytest.approx(channels)


@pytest.mark.parametrize(
    "text", ["", "#", "#ff", "#fffff", "red", "#gggggg", "#ffffff;x", "#1 2 3"]
)
def test_what_is_no_hex_color_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - two kinds of message, one kind of error
        parse_color(text)


def test_luminance_and_contrast_are_those_of_the_guidelines() -> None:
    assert compute_luminance("#000") == 0
    assert compute_luminance("#fff") == pytest.approx(1)
    assert compute_contrast("#fff", "#000") == pytest.approx(21)
    assert compute_contrast("#000", "#fff") == pytest.approx(21)
    assert compute_contrast("#777", "#fff") == pytest.approx(4.48, abs=0.01)
    assert compute_contrast("#767676", "#fff") == pytest.approx(4.54, abs=0.01)
    assert compute_contrast("#16a34a", "#16a34a") == 1


def test_a_transparent_color_is_seen_on_its_background() -> None:
    assert flatten("#00000080", "#ffffff") == "#7f7f7f"
    assert flatten("#ff000000", "#123456") == "#123456"
    assert flatten("#16a34a", "#123456") == "#16a34a"


def test_a_blend_goes_from_one_color_to_the_other() -> None:
    for color in SAMPLES:
        assert blend(color, WHITE, 1) == color
        assert blend(WHITE, color, 0) == color
    # what a browser computes for color-mix(in oklab, white 50%, black)
    assert blend("#ffffff", "#000000", 0.5) == "#636363"


def test_text_on_a_color_is_the_better_of_white_and_near_black() -> None:
    assert choose_text_color("#000000") == WHITE
    assert choose_text_color("#ffffff") == BLACK
    assert choose_text_color("#facc15") == BLACK
    assert choose_text_color("#166534") == WHITE
    for color in SAMPLES:
        assert compute_contrast(choose_text_color(color), color) >= READABLE


@pytest.mark.parametrize("page", ["#ffffff", BLACK, "#fdf6e3", "#1e1e2e"])
def test_a_readable_shade_really_is_readable_on_the_page_and_on_its_tint(page: str) -> None:
    for color in SAMPLES:
        shade = find_readable_color(color, page)
        assert compute_contrast(shade, page) >= READABLE, color
        assert compute_contrast(shade, blend(shade, page, TINT)) >= READABLE, color


def test_a_color_that_is_readable_stays_as_it_is() -> None:
    assert find_readable_color("#166534", WHITE) == "#166534"
    assert find_readable_color("#4ade80", BLACK) == "#4ade80"


def test_on_a_gray_where_no_shade_will_do_black_or_white_is_taken() -> None:
    assert find_readable_color("#808080", "#777777") in {WHITE, BLACK, "#000000"}


def test_a_gradient_is_drawn_at_45_degrees() -> None:
    gradient = made_of(Gradient, {"from": "#FF0000", "via": "#0f0", "to": "#0000ff80"})
    assert render_gradient(gradient) == "linear-gradient(45deg,#ff0000,#00ff00,#0000ff80)"
    two = made_of(Gradient, {"from": "#111111", "to": "#222222"})
    assert render_gradient(two) == "linear-gradient(45deg,#111111,#222222)"


def test_a_plain_color_is_written_anew_from_its_numbers() -> None:
    assert render_gradient("#ABC") == "#aabbcc"
    with pytest.raises(ValueError):  # noqa: PT011 - the message is Python's own
        render_gradient("red;}body{display:none")

from __future__ import annotations

import colorsys
import itertools
import re
from typing import Any

import pytest

from octavo.problems import Code, Location, Problem, Severity
from octavo.render.styling.colors import (
    NEAR_BLACK,
    READABLE,
    TINT,
    WHITE,
    blend,
    check_contrast,
    choose_text_color,
    compute_contrast,
    compute_luminance,
    find_readable_color,
    flatten,
    list_low_contrasts,
    parse_color,
    render_gradient,
)
from octavo.settings.json.places import Pointer
from octavo.settings.mistakes import Mistakes
from octavo.settings.models.site_settings import Settings
from octavo.settings.models.styling import DEFAULT_COLORS, Gradient
from octavo.settings.objects import read_object
from tests.settings_data import made_of

LEVELS = ("00", "4d", "99", "cc", "ff")
SAMPLES = ["#" + "".join(parts) for parts in itertools.product(LEVELS, repeat=3)]


def place_of(pointer: Pointer) -> Location:
    return Location("/".join(map(str, pointer)), 1, 1)


def problems_of(**colors: Any) -> list[Problem]:
    settings = made_of(Settings, {"name": "Docs", "navigation": [], "colors": colors})
    return list(list_low_contrasts(settings, place_of))


def hint_color(problem: Problem) -> str:
    found = re.search(r"#[0-9a-f]{6}", problem.hint)
    assert found, problem
    return found[0]


def hue_of(color: str) -> float:
    return colorsys.rgb_to_hls(*parse_color(color)[:3])[0]


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
    assert choose_text_color("#ffffff") == NEAR_BLACK
    assert choose_text_color("#facc15") == NEAR_BLACK
    assert choose_text_color("#166534") == WHITE
    for color in SAMPLES:
        assert compute_contrast(choose_text_color(color), color) >= 4.4


@pytest.mark.parametrize("page", ["#ffffff", NEAR_BLACK, "#fdf6e3", "#1e1e2e"])
def test_a_readable_shade_really_is_readable_on_the_page_and_on_its_tint(page: str) -> None:
    for color in SAMPLES:
        shade = find_readable_color(color, page)
        assert compute_contrast(shade, page) >= READABLE, color
        assert compute_contrast(shade, blend(shade, page, TINT)) >= READABLE, color


def test_a_color_that_is_readable_stays_as_it_is() -> None:
    assert find_readable_color("#166534", WHITE) == "#166534"
    assert find_readable_color("#4ade80", NEAR_BLACK) == "#4ade80"


def test_on_a_gray_where_no_shade_will_do_black_or_white_is_taken() -> None:
    assert find_readable_color("#808080", "#777777") in {WHITE, NEAR_BLACK, "#000000"}


def test_all_colors_that_are_hard_to_read_are_one_note() -> None:
    colors = {"primary": "#ffd400", "dark": "#777777"}
    settings = made_of(Settings, {"name": "Docs", "navigation": [], "colors": colors})
    (note,) = check_contrast(settings, place_of)
    several = problems_of(**colors)
    assert len(several) == 2
    assert (note.severity, note.location) == (Severity.INFO, several[0].location)
    assert note.message == f"{several[0].message}; {several[1].message}"
    assert note.hint == f"{several[0].hint} {several[1].hint}"


def test_good_colors_raise_no_problem() -> None:
    assert problems_of(primary="#166534", light="#4ade80", dark="#166534") == []


def test_colors_that_the_author_did_not_choose_are_not_reported() -> None:
    settings = made_of(Settings, {"name": "Docs", "navigation": []})
    assert list(check_contrast(settings, place_of)) == []


@pytest.mark.parametrize("colors", [{"primary": "bluu"}, {"dark": "#166534"}])
def test_the_color_that_stands_in_for_a_wrong_one_is_not_reported(colors: dict[str, str]) -> None:
    mistakes = Mistakes()
    data = {"name": "Docs", "navigation": [], "colors": colors}
    settings = read_object(Settings, data, (), mistakes)
    assert settings is not None
    assert len(mistakes.all) == 1
    assert settings.colors.primary == DEFAULT_COLORS.primary
    assert list(check_contrast(settings, place_of)) == []


def test_a_pale_primary_is_a_note_with_ratio_place_and_a_better_shade() -> None:
    (problem,) = problems_of(primary="#16a34a", light="#4ade80", dark="#166534")
    assert (problem.code, problem.severity) == (Code.CONTRAST_LOW, Severity.INFO)
    assert problem.location == place_of(("colors", "primary"))
    assert "`colors.primary` (#16a34a) is hard to read in light mode: 3.29:1" in problem.message
    better = hint_color(problem)
    assert compute_contrast(better, WHITE) >= READABLE
    assert compute_contrast(better, blend(better, WHITE, TINT)) >= READABLE
    assert hue_of(better) == pytest.approx(hue_of("#16a34a"), abs=0.02)


def test_text_that_only_fails_on_its_tint_is_reported_too() -> None:
    assert compute_contrast("#757575", WHITE) >= READABLE
    (problem,) = problems_of(primary="#757575", light="#bbbbbb", dark="#000000")
    assert "4.60:1 on the page (#ffffff) and" in problem.message


def test_in_dark_mode_the_primary_color_stands_in_for_a_missing_light_one() -> None:
    (problem,) = problems_of(primary="#1e3a8a", dark="#1e3a8a")
    assert "in dark mode" in problem.message
    assert problem.location == place_of(("colors", "primary"))
    assert problem.hint.startswith("Set `colors.light` to #")
    assert problems_of(primary="#1e3a8a", light=hint_color(problem), dark="#1e3a8a") == []


def test_a_dark_light_color_is_reported_at_its_own_key() -> None:
    (problem,) = problems_of(primary="#1e3a8a", light="#1e3a8a", dark="#1e3a8a")
    assert problem.location == place_of(("colors", "light"))


def test_the_authors_backgrounds_count() -> None:
    good = {"primary": "#166534", "light": "#4ade80", "dark": "#166534"}
    (light,) = problems_of(**good, background={"light": "#16a34a"})
    assert "(#16a34a)" in light.message
    (dark,) = problems_of(**good, background={"dark": "#22c55e"})
    assert "in dark mode" in dark.message


def test_a_button_between_black_and_white_is_reported() -> None:
    color = next(
        f"#{n:02x}{n:02x}{n:02x}"
        for n in range(256)
        if compute_contrast(choose_text_color(f"#{n:02x}{n:02x}{n:02x}"), f"#{n:02x}{n:02x}{n:02x}")
        < READABLE
    )
    (problem,) = problems_of(primary="#166534", light="#4ade80", dark=color)
    assert problem.location == place_of(("colors", "dark"))
    assert "text on buttons" in problem.message
    better = hint_color(problem)
    assert compute_contrast(choose_text_color(better), better) >= READABLE


def test_every_suggestion_solves_the_problem_it_comes_with() -> None:
    for color in SAMPLES:
        for problem in problems_of(primary=color, light="#ffffff", dark="#000000"):
            fixed = problems_of(primary=hint_color(problem), light="#ffffff", dark="#000000")
            assert fixed == [], color
        for problem in problems_of(primary="#000000", light=color, dark="#000000"):
            fixed = problems_of(primary="#000000", light=hint_color(problem), dark="#000000")
            assert fixed == [], color


def test_transparent_colors_are_judged_as_they_are_seen() -> None:
    (problem,) = problems_of(primary="#00000040", light="#ffffff", dark="#000000")
    assert "in light mode" in problem.message


def test_a_gradient_is_drawn_at_45_degrees() -> None:
    gradient = made_of(Gradient, {"from": "#FF0000", "via": "#0f0", "to": "#0000ff80"})
    assert render_gradient(gradient) == "linear-gradient(45deg,#ff0000,#00ff00,#0000ff80)"
    two = made_of(Gradient, {"from": "#111111", "to": "#222222"})
    assert render_gradient(two) == "linear-gradient(45deg,#111111,#222222)"


def test_a_plain_color_is_written_anew_from_its_numbers() -> None:
    assert render_gradient("#ABC") == "#aabbcc"
    with pytest.raises(ValueError):  # noqa: PT011 - the message is Python's own
        render_gradient("red;}body{display:none")

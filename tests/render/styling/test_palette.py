from __future__ import annotations

import math
import re
from itertools import pairwise

import pytest

from octavo.render.styling.colors import compute_contrast
from octavo.render.utilities.class_values import READERS
from octavo.render.utilities.table import TABLE

SHADES = TABLE["shades"].split()
find_color = READERS["color"]
GRAYS = "slate gray zinc neutral stone".split()
HUES = """red orange amber yellow lime green emerald teal cyan sky blue indigo violet purple
    fuchsia pink rose""".split()
OKLCH = re.compile(r"oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)\Z")


def coordinates(name: str) -> tuple[float, float, float]:
    match = OKLCH.match(find_color(name) or "")
    assert match, name
    return float(match[1]), float(match[2]), float(match[3])


def channels(name: str) -> list[float]:
    """Returns red, green and blue before they are cut to what a screen can show."""
    lightness, chroma, hue = coordinates(name)
    a, b = chroma * math.cos(math.radians(hue)), chroma * math.sin(math.radians(hue))
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    linear = (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )
    return [12.92 * c if c <= 0.0031308 else 1.055 * math.pow(c, 1 / 2.4) - 0.055 for c in linear]


def hex_of(name: str) -> str:
    return "#" + "".join(f"{round(min(max(c, 0), 1) * 255):02x}" for c in channels(name))


@pytest.mark.parametrize("hue", [*GRAYS, *HUES])
def test_every_shade_can_be_shown_on_any_screen(hue: str) -> None:
    shades = [channels(f"{hue}-{shade}") for shade in SHADES]
    assert all(-0.04 <= channel <= 1.04 for shade in shades for channel in shade)


@pytest.mark.parametrize("hue", [*GRAYS, *HUES])
def test_shades_get_darker_step_by_step(hue: str) -> None:
    lightness = [coordinates(f"{hue}-{shade}")[0] for shade in SHADES]
    assert all(one - next_one >= 0.01 for one, next_one in pairwise(lightness))


@pytest.mark.parametrize("hue", [*GRAYS, *HUES])
def test_text_of_the_darker_shades_can_be_read_on_the_lightest(hue: str) -> None:
    lightest = hex_of(f"{hue}-50")
    assert compute_contrast(hex_of(f"{hue}-800"), lightest) >= 4.5
    assert compute_contrast(hex_of(f"{hue}-200"), hex_of(f"{hue}-900")) >= 4.5


@pytest.mark.parametrize("gray", GRAYS)
def test_text_of_the_middle_grays_can_be_read(gray: str) -> None:
    assert compute_contrast(hex_of(f"{gray}-500"), "#ffffff") >= 4.5
    assert compute_contrast(hex_of(f"{gray}-400"), hex_of(f"{gray}-900")) >= 4.5


def test_the_names_of_hues_keep_their_places_on_the_color_circle() -> None:
    middles = [coordinates(f"{hue}-500")[2] for hue in HUES]
    turns = [(angle - middles[0]) % 360 for angle in middles]
    assert turns == sorted(turns)


def test_opacity_stands_behind_the_coordinates() -> None:
    assert find_color("white/70") == "oklch(1 0 0/0.7)"
    assert (find_color("gray-500/50") or "").endswith("/0.5)")


def test_colors_of_the_site_are_custom_properties() -> None:
    assert find_color("primary") == "var(--primary)"
    assert find_color("primary/50") == "color-mix(in oklab,var(--primary) 50%,transparent)"
    for name in ("primary-light", "primary-dark", "background-light", "background-dark"):
        assert (find_color(name) or "").startswith(f"var(--{name}")


@pytest.mark.parametrize("name", ["", "-", "gray", "gray-", "gray-55", "-500", "grey-500", "500"])
def test_other_names_are_no_colors(name: str) -> None:
    assert find_color(name) is None

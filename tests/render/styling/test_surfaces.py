"""The shades of an author's color: readable on every surface of every theme, in both modes."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from octavo.problems import Code, Location, Severity
from octavo.render.styling.colors import READABLE, compute_contrast
from octavo.render.styling.surfaces import (
    MODES,
    check_colors,
    load_theme,
    render_surfaces,
    resolve_surfaces,
)
from octavo.settings.json.places import Pointer
from octavo.settings.mistakes import Mistakes
from octavo.settings.models.site_settings import Settings
from octavo.settings.models.styling import DEFAULT_COLORS
from octavo.settings.objects import read_object
from tests.settings_data import made_of

THEMES = (None, "venus", "quill", "prism")
PRIMARIES = [
    "#" + "".join(parts) for parts in itertools.product(("00", "66", "cc", "ff"), repeat=3)
]


def place_of(pointer: Pointer) -> Location:
    return Location("/".join(map(str, pointer)), 1, 1)


def settings(theme: str | None = None, **colors: Any) -> Settings:
    more = {"theme": theme} if theme else {}
    return made_of(Settings, {"name": "T", "navigation": [], "colors": colors, **more})


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("theme", THEMES)
def test_text_and_marks_can_be_read_on_every_surface(theme: str | None, mode: str) -> None:
    least = load_theme(theme)["contrast"]
    for primary in PRIMARIES:
        found = resolve_surfaces(settings(theme, primary=primary), mode)
        contrasts = [compute_contrast(found.accent, ground) for ground in found.grounds]
        assert min(contrasts) >= least >= READABLE, primary
        assert compute_contrast(found.mark, found.page) >= 3, primary
        assert all(compute_contrast(found.ink, ground) >= 7 for ground in found.grounds), primary


def test_a_color_that_can_be_read_stays_as_it_is() -> None:
    found = resolve_surfaces(settings(primary="#166534", light="#4ade80"), "light")
    assert (found.accent, found.mark) == ("#166534", "#166534")
    dark = resolve_surfaces(settings(primary="#166534", light="#4ade80"), "dark")
    assert (dark.accent, dark.mark) == ("#4ade80", "#4ade80")


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("page", ["#fdf6e3", "#1e1e2e", "#8a8a8a", "#004400"])
def test_the_page_of_an_author_counts_in_each_mode(theme: str | None, page: str) -> None:
    for mode in MODES:
        found = resolve_surfaces(settings(theme, primary="#7c3aed", background={mode: page}), mode)
        assert found.page == page
        assert compute_contrast(found.ink, page) >= READABLE
        assert compute_contrast(found.accent, page) >= 4.4


def test_surfaces_are_custom_properties_that_follow_the_primary_color() -> None:
    written = render_surfaces(settings("venus", primary="#7c3aed"))
    assert written["--ground"] == (
        "light-dark(oklch(from var(--primary) 0.966 min(c,0.014) h),"
        "oklch(from var(--primary) 0.165 min(c,0.016) h))"
    )
    assert written["--muted"] == "color-mix(in oklab,var(--ink) 68%,var(--page))"
    assert written["--accent"].startswith("light-dark(#7c3aed,#")


def test_without_a_ground_of_its_own_the_page_is_the_ground() -> None:
    assert render_surfaces(settings(primary="#7c3aed"))["--ground"] == "light-dark(#ffffff,#0a0a0b)"


def test_a_note_names_the_shades_that_stand_in_for_colors() -> None:
    (note,) = check_colors(settings(primary="#ffd400", light="#222222"), place_of)
    assert (note.code, note.severity) == (Code.CONTRAST_LOW, Severity.INFO)
    assert note.location == place_of(("colors", "primary"))
    light = resolve_surfaces(settings(primary="#ffd400", light="#222222"), "light").accent
    assert f"text in `colors.primary` (#ffd400) is drawn in {light} in light mode" in note.message
    assert "text in `colors.light` (#222222) is drawn in" in note.message


def test_both_modes_of_one_color_are_told_together() -> None:
    (note,) = check_colors(settings(primary="#777777", background={"light": "#888888"}), place_of)
    assert note.message.count("in light mode") == 1
    assert "`colors.light`" not in note.message


@pytest.mark.parametrize(
    "colors",
    [{}, {"primary": "#166534", "light": "#4ade80"}, {"primary": "#6d28d9", "light": "#fff"}],
)
def test_good_colors_and_those_of_the_theme_raise_no_note(colors: dict[str, str]) -> None:
    data = {"name": "T", "navigation": [], **({"colors": colors} if colors else {})}
    assert list(check_colors(made_of(Settings, data), place_of)) == []


@pytest.mark.parametrize("colors", [{"primary": "bluu"}, {"dark": "#166534"}])
def test_the_color_that_stands_in_for_a_wrong_one_is_not_told(colors: dict[str, str]) -> None:
    mistakes = Mistakes()
    data = {"name": "Docs", "navigation": [], "colors": colors}
    read = read_object(Settings, data, (), mistakes)
    assert read is not None
    assert len(mistakes.all) == 1
    assert read.colors.primary == DEFAULT_COLORS.primary
    assert list(check_colors(read, place_of)) == []

from __future__ import annotations

import re
from typing import Any

import pytest

from octavo import theme
from octavo.render.assets.theme_files import load_look_sheets
from octavo.render.styling.look import render_look, resolve_look
from octavo.render.styling.surfaces import load_theme
from octavo.settings.models.site_settings import Settings
from octavo.values import replace
from tests.settings_data import made_of

THEMES = ["default", "venus", "quill", "prism"]


def settings(**values: Any) -> Settings:
    return made_of(Settings, {"name": "Test", "navigation": (), **values})


def test_a_theme_is_a_set_of_default_values_and_no_two_are_alike() -> None:
    looks = [load_theme(theme)["look"] for theme in THEMES]
    assert all(look.keys() == looks[0].keys() for look in looks)
    assert len({tuple(look.items()) for look in looks}) == len(THEMES)


def test_without_a_theme_the_default_preset_counts() -> None:
    look = resolve_look(settings())
    assert (look.theme, look.layout, look.sidebar_items) == ("default", "topnav", "container")
    assert (look.search_location, look.code_mode, look.background_style) == ("top", "auto", None)


@pytest.mark.parametrize(
    ("written", "changed"),
    [
        ({"layout": "sidenav"}, {"layout": "sidenav"}),
        ({"sidebar": {"items": "card"}}, {"sidebar_items": "card"}),
        ({"topbar": {"style": "gradient"}}, {"topbar_style": "gradient"}),
        ({"search": "top"}, {"search_location": "top"}),
        ({"search": {"location": "top"}}, {"search_location": "top"}),
        ({"rounded": "default"}, {"rounded": "default"}),
        ({"background": {"style": "windows"}}, {"background_style": "windows"}),
        ({"codeBlock": {"mode": "dark"}}, {"code_mode": "dark"}),
        (
            {"topbarCtaButton": {"name": "Go", "url": "/", "style": "pill", "arrow": False}},
            {"button_style": "pill", "button_arrow": False},
        ),
    ],
)
def test_a_single_key_overrides_the_value_of_the_theme(
    written: dict[str, Any], changed: dict[str, Any]
) -> None:
    theme = resolve_look(settings(theme="quill"))
    assert resolve_look(settings(theme="quill", **written)) == replace(theme, **changed)


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ({}, {"items-container", "code-auto"}),
        ({"backgroundImage": "/a.png"}, {"items-container", "code-auto", "background"}),
        (
            {"rounded": "sharp", "sidebar": {"items": "card"}, "codeBlock": {"mode": "dark"}},
            {"items-card", "rounded-sharp"},
        ),
        ({"theme": "venus"}, {"theme-venus", "items-card"}),
        (
            {"theme": "quill"},
            {"theme-quill", "items-border", "rounded-sharp", "code-auto", "layout-side"},
        ),
        (
            {"theme": "prism"},
            {"theme-prism", "items-undecorated", "code-auto", "layout-side"},
        ),
    ],
)
def test_a_site_has_the_styles_of_its_own_look_only(
    written: dict[str, Any], wanted: set[str]
) -> None:
    css = render_look(settings(**written))
    assert {name for name, sheet in load_look_sheets().items() if sheet in css} == wanted


def test_only_the_sheets_of_looks_speak_of_what_settings_choose() -> None:
    chosen = re.compile(r"\[data-(?:theme|items|topbar|rounded|code|background)\b")
    sheets = (theme.FOLDER / "css").rglob("*.css")
    speaking = {file.stem for file in sheets if chosen.search(file.read_text("utf-8"))}
    assert speaking == load_look_sheets().keys() - {"layout-side"}

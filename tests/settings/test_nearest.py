from __future__ import annotations

import pytest

from octavo.settings.nearest import find_nearest
from octavo.site.suggestions import PageSuggestions


@pytest.mark.parametrize(
    ("word", "names", "near"),
    [
        ("colour", ["colors", "codeBlock", "topbar"], "colors"),
        ("top", ["topnav", "sidenav", "solidSidenav"], "topnav"),
        ("side-nav", ["topnav", "sidenav"], "sidenav"),
        ("venis", ["venus", "quill", "prism"], "venus"),
        ("tow", ["one", "two"], "two"),
        ("dots", ["gradient", "grid", "windows"], None),
        ("mint", ["venus", "quill", "prism"], None),
        ("auto", ["light", "dark"], None),
        ("bottom", ["side", "top"], None),
        ("button", ["link", "github"], None),
        ("bold", ["solid", "light", "thin"], None),
        ("to", ["topnav", "sidenav"], None),
        ("", ["a", "b"], None),
    ],
)
def test_only_a_name_that_is_near_is_suggested(
    word: str, names: list[str], near: str | None
) -> None:
    assert find_nearest(word, names) == near


@pytest.mark.parametrize(
    ("url", "near"),
    [
        ("/guides/instal", "/guides/install"),
        ("/other/install", "/guides/install"),
        ("/guides/billing", None),
        ("/a/very/long/folder/name/x", None),
    ],
)
def test_a_page_is_not_near_because_it_stands_in_the_same_folder(
    url: str, near: str | None
) -> None:
    pages = PageSuggestions(["/guides/install", "/guides/api-keys", "/a/very/long/folder/name/y"])
    assert pages.find_nearest(url) == near

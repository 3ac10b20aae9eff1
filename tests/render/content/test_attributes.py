from __future__ import annotations

from typing import Any

import pytest

from octavo.render.content.attributes import (
    find_attribute_name,
    is_event_handler,
    render_attributes,
    render_style,
)


@pytest.mark.parametrize(
    ("written", "html"),
    [
        ("className", "class"),
        ("class", "class"),
        ("htmlFor", "for"),
        ("autoPlay", "autoplay"),
        ("allowFullScreen", "allowfullscreen"),
        ("tabIndex", "tabindex"),
        ("strokeWidth", "stroke-width"),
        ("stroke-width", "stroke-width"),
        ("viewBox", "viewBox"),
        ("xlinkHref", "xlink:href"),
        ("data-Some", "data-Some"),
        ("aria-label", "aria-label"),
    ],
)
def test_names_of_jsx_become_names_of_html(written: str, html: str) -> None:
    assert find_attribute_name(written) == html


@pytest.mark.parametrize("name", ['a"b', "a b", "<x", "", "a=b", "a/b", "é"])
def test_names_that_html_cannot_hold_are_refused(name: str) -> None:
    assert find_attribute_name(name) is None
    assert render_attributes({name: "x"}) == ""


@pytest.mark.parametrize(
    ("properties", "html"),
    [
        ({"width": 200, "hidden": True, "title": None, "open": False}, ' width="200" hidden'),
        ({"title": '"><script>'}, ' title="&quot;&gt;&lt;script&gt;"'),
        ({"onClick": "alert(1)", "onerror": "x"}, ""),
        ({"style": "color: red"}, ' style="color: red"'),
        ({"data-value": {"a": 1}}, ""),
    ],
)
def test_values_are_written_safely(properties: dict[str, Any], html: str) -> None:
    assert render_attributes(properties) == html


def test_styles_know_which_numbers_are_lengths() -> None:
    style = {"width": 10, "opacity": 0.5, "lineHeight": 2, "margin": 0, "color": "red", "x": None}
    assert render_style(style) == "width:10px;opacity:0.5;line-height:2;margin:0;color:red"


def test_event_handlers_are_recognized_in_both_spellings() -> None:
    assert is_event_handler("onClick")
    assert is_event_handler("onload")
    assert not is_event_handler("on")
    assert not is_event_handler("data-on")

"""Fonts that come as Python packages become files for browsers."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from octavo.project.web import font_making
from octavo.project.web.font_faces import FontFace, WantedFont
from octavo.project.web.installed_fonts import NotMadeError, load_installed
from tests.project.web.font_package import VARIABLE, static, write_package

WEIGHTS = (400.0, 700.0)


def load(
    tmp_path: Path, *languages: str, weights: tuple[float, ...] = WEIGHTS
) -> tuple[FontFace, ...]:
    wanted = WantedFont("Acme", weights=weights, languages=languages)
    font = load_installed(wanted, str(tmp_path / "cache"))
    assert font is not None
    return font


def letters_of(face: FontFace) -> set[str]:
    return {chr(code) for code in TTFont(io.BytesIO(face.data)).getBestCmap()}


@pytest.fixture
def variable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_package(tmp_path / "packages", [VARIABLE])
    monkeypatch.syspath_prepend(str(tmp_path / "packages"))


@pytest.mark.usefixtures("variable")
def test_a_variable_font_keeps_the_weights_that_are_drawn(tmp_path: Path) -> None:
    latin, latin_ext = load(tmp_path)
    assert (latin.ending, latin.style, latin.weight) == ("woff2", "normal", "400 700")
    (axis,) = TTFont(io.BytesIO(latin.data))["fvar"].axes
    assert (axis.axisTag, axis.minValue, axis.maxValue) == ("wght", 400, 700)
    assert letters_of(latin) == set(" ABCabcdefghijklmnopqrstuvwxyz")
    assert letters_of(latin_ext) == {"ā"}


@pytest.mark.usefixtures("variable")
def test_weights_that_a_font_lacks_become_the_nearest(tmp_path: Path) -> None:
    assert load(tmp_path, weights=(100, 1000))[0].weight == "300 900"
    assert load(tmp_path, weights=(560,))[0].weight == "560"


@pytest.mark.usefixtures("variable")
def test_the_languages_of_a_site_decide_which_letters_it_serves(tmp_path: Path) -> None:
    faces = load(tmp_path, "en", "uk", "vi-VN", "el")
    assert [letters_of(face) for face in faces[2:]] == [{"б"}, {"ạ"}]  # it says that it lacks Greek


@pytest.mark.usefixtures("variable")
def test_letters_are_measured_for_the_font_that_stands_in(tmp_path: Path) -> None:
    family = load(tmp_path)[0].family
    assert family is not None
    measures = family.measures
    assert (measures.kind, measures.ascent, measures.descent) == ("serif", 0.9, 0.3)
    assert measures.width == pytest.approx(0.5)
    assert measures.bold_width == pytest.approx(0.56)


@pytest.mark.usefixtures("variable")
def test_a_font_is_made_once_and_always_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = load(tmp_path)
    again = load(tmp_path / "elsewhere")
    assert first == again
    monkeypatch.setattr(font_making, "TTFont", None)
    assert load(tmp_path) == first
    with pytest.raises(NotMadeError, match="not made yet"):
        load_installed(WantedFont("Acme", weights=(500,)), str(tmp_path / "cache"), may_make=False)


def test_of_static_fonts_the_nearest_weights_are_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = [static(400), static(600), static(900), static(400, "italic")]
    write_package(tmp_path / "packages", files)
    monkeypatch.syspath_prepend(str(tmp_path / "packages"))
    faces = load(tmp_path)
    found = [(face.style, face.weight) for face in faces if "a" in letters_of(face)]
    assert found == [("normal", "400"), ("normal", "600"), ("italic", "400")]


def test_a_reserved_name_is_not_given_to_a_part_of_the_font(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = 'Copyright 2026 Somebody, with Reserved Font Name "Acme".'
    write_package(tmp_path / "packages", [VARIABLE], copyright=line)
    monkeypatch.syspath_prepend(str(tmp_path / "packages"))
    face = load(tmp_path)[0]
    assert face.family is not None
    assert re.fullmatch(r"Octavo Font [0-9a-f]{4}", face.family.name)
    names = TTFont(io.BytesIO(face.data))["name"].names
    texts = {each.nameID: each.toUnicode() for each in names}
    assert texts[0] == "Copyright 2026 Somebody"
    assert not [text for number, text in texts.items() if number and "Acme" in text]


def test_a_family_that_is_not_installed_is_left_to_others(tmp_path: Path) -> None:
    wanted = WantedFont("Acme", weights=WEIGHTS)
    assert load_installed(wanted, str(tmp_path)) is None

"""Each theme has fonts, and a site serves only the needed ones."""

from __future__ import annotations

import io
import re

import pytest
from fontTools.ttLib import TTFont

from octavo.problems import Code, Location
from octavo.project.web.font_faces import WebFonts
from octavo.render.styling import fonts as fonts_module
from octavo.render.styling.fonts import FontStyles, check_fonts, render_font_styles
from octavo.render.styling.theme_fonts import TABLE
from octavo.settings.models.site_settings import Settings
from octavo.settings.models.styling import Font, Fonts
from octavo.theme import load_table

THEMES = ("default", "venus", "quill", "prism")
FAMILIES = load_table(TABLE)["families"]
FIRST_VIEW = 60_000
"""The most bytes of fonts that a page shows before anybody scrolls."""


def styles_of(theme: str, *languages: str, fonts: Fonts | None = None) -> FontStyles:
    return render_font_styles(theme, fonts or Fonts(), "/{}".format, WebFonts(), languages)


def token(styles: FontStyles, name: str) -> str:
    found = re.search(rf"--font-{name}:([^;}}]*)", styles.css)
    return found[1].partition(",")[0].strip('"') if found else ""


def names_of(styles: FontStyles) -> set[str]:
    """Return the names of files without their digests."""
    return {re.sub(r"\.\w{12}\.", ".", output.rpartition("/")[2]) for output in styles.files}


@pytest.mark.parametrize(
    ("theme", "first", "code"),
    [
        ("default", ["geist-latin"], "geist-mono"),
        ("venus", ["figtree-latin"], "jetbrains-mono"),
        ("quill", ["newsreader-latin", "hanken-grotesk-latin"], "source-code-pro"),
        ("prism", ["ibm-plex-sans-latin", "ibm-plex-mono-latin"], "ibm-plex-mono"),
    ],
)
def test_a_page_asks_early_for_what_it_shows_first_and_for_code_later(
    theme: str, first: list[str], code: str
) -> None:
    styles = styles_of(theme)
    assert [href.rpartition("/")[2].partition(".")[0] for href in styles.preloads] == first
    sizes = [len(styles.files[href[1:]]) for href in styles.preloads]
    later = [
        len(data) for output, data in styles.files.items()
        if f"/{code}-latin." in output and f"/{output}" not in styles.preloads
    ]  # fmt: skip
    assert len(later) == 1
    print(theme, sizes, later)
    assert sum(sizes) < FIRST_VIEW


def test_labels_of_prism_are_drawn_in_the_weight_that_is_asked_for_early() -> None:
    styles = styles_of("prism")
    (face,) = re.findall(rf'url\("{styles.preloads[1]}"\)[^}}]*font-weight:(\d+)', styles.css)
    assert face == "500"


@pytest.mark.parametrize(
    ("theme", "families"),
    [
        ("default", {"body": "Geist", "code": "Geist Mono"}),
        ("venus", {"body": "Figtree", "code": "JetBrains Mono"}),
        ("quill", {"body": "Newsreader", "ui": "Hanken Grotesk", "code": "Octavo Editorial Mono"}),
        ("prism", {"body": "Octavo Technical", "label": "Octavo Technical Mono",
                   "code": "Octavo Technical Mono"}),
    ],
)  # fmt: skip
def test_other_roles_follow_the_text(theme: str, families: dict[str, str]) -> None:
    styles = styles_of(theme)
    roles = ("body", "heading", "ui", "label", "code")
    assert {role: token(styles, role) for role in roles if token(styles, role)} == families


@pytest.mark.parametrize("theme", THEMES)
def test_the_license_lies_beside_the_files(theme: str) -> None:
    styles = styles_of(theme)
    licenses = [name for name in styles.files if name.endswith(".txt")]
    families = {name.rpartition("/")[2].partition("-latin")[0] for name in styles.files}
    assert {name.rpartition("/")[2].removesuffix(".txt") for name in licenses} <= families
    assert licenses
    for name in licenses:
        assert b"SIL OPEN FONT LICENSE Version 1.1" in styles.files[name]


def test_the_languages_of_a_site_decide_which_letters_it_serves() -> None:
    latin = {"geist-latin.woff2", "geist-latin-ext.woff2"}
    assert latin < names_of(styles_of("default", "en", "ja", "el"))
    assert names_of(styles_of("default", "en", "el")) == names_of(styles_of("default"))
    more = names_of(styles_of("default", "uk", "vi-VN")) - names_of(styles_of("default"))
    cyrillic = {"geist-cyrillic.woff2", "geist-cyrillic-italic.woff2", "geist-mono-cyrillic.woff2"}
    assert more == cyrillic | {"geist-vietnamese.woff2", "geist-vietnamese-italic.woff2"}


@pytest.mark.parametrize("key", FAMILIES)
def test_a_file_holds_what_the_table_says_and_no_reserved_name(key: str) -> None:
    theme = next(name for name in THEMES if key in load_table(TABLE)["themes"][name].values())
    about = FAMILIES[key]
    own = re.compile(rf".*/{key}-(?:latin|cyrillic|greek|vietnamese)")
    files = styles_of(theme, "en", "ru", "el", "vi").files.items()
    fonts = {output: data for output, data in files if own.match(output)}
    assert len(fonts) >= len(about["sets"])
    for name, data in fonts.items():
        font = TTFont(io.BytesIO(data))
        axes = {
            axis.axisTag: [axis.minValue, axis.maxValue]
            for axis in (font["fvar"].axes if "fvar" in font else [])
        }
        is_moving = "-italic." not in name and key != "ibm-plex-mono"
        assert axes == ({"wght": about["weights"]} if is_moving else {}), name
        names = [each.toUnicode() for each in font["name"].names if each.nameID in (1, 4, 6, 16)]
        assert [text for text in names if about["name"].split()[0] not in text] == [], name
        features = {each.FeatureTag for each in font["GSUB"].table.FeatureList.FeatureRecord
                    } if "GSUB" in font else set()  # fmt: skip
        assert "mono" not in key or features.isdisjoint({"liga", "calt"}), name


def test_letters_are_kerned_alike_in_all_weights() -> None:
    (data,) = [
        data for name, data in styles_of("quill").files.items() if "newsreader-latin." in name
    ]
    lookups = TTFont(io.BytesIO(data))["GPOS"].table.LookupList.Lookup
    tables = [getattr(each, "ExtSubTable", each) for look in lookups for each in look.SubTable]
    rows = [row for table in tables for row in getattr(table, "Class1Record", ())]
    values = [pair.Value1 for row in rows for pair in row.Class2Record]
    assert min(value.XAdvance for value in values) < -50
    assert [value for value in values if hasattr(value, "XAdvDevice")] == []


def test_letters_that_a_family_lacks_are_lent() -> None:
    css = styles_of("quill").css
    lent = re.findall(
        r'font-family:"Newsreader lent";src:url\("([^"]+)"\)[^}]*U\+2190,U\+2192}', css
    )
    assert [href.partition("grotesk")[0] for href in lent] == ["/_octavo/fonts/hanken-"]
    assert '--font-body:"Newsreader","Newsreader lent","Newsreader fallback",' in css
    letters = TTFont(io.BytesIO(styles_of("quill").files[lent[0][1:]])).getBestCmap()
    assert {0x2190, 0x2192} <= letters.keys()


# Size, ascent and descent in percent of the first and the second local font, regular and bold.
@pytest.mark.parametrize(
    ("theme", "family", "figures"),
    [
        ("default", "Geist", [(105.0, 95.7, 28.1), (101.9, 98.6, 29.0)]),
        ("venus", "Figtree", [(100.8, 94.3, 24.8), (96.5, 98.5, 25.9)]),
        ("quill", "Hanken Grotesk", [(101.4, 98.6, 29.9), (95.3, 104.9, 31.8)]),
        ("prism", "Octavo Technical", [(101.2, 101.2, 27.2), (97.4, 105.2, 28.2)]),
        ("quill", "Newsreader", [(100.9, 72.8, 26.3), (98.7, 74.4, 26.8)]),
        ("quill", "Octavo Editorial Mono", [(100, 98.4, 27.3), (100, 98.4, 27.3)]),
    ],
)
def test_what_stands_in_takes_the_same_room(
    theme: str, family: str, figures: list[tuple[float, ...]]
) -> None:
    rule = rf'"{family} fallback";[^}}]*?size-adjust:([\d.]+)%;a[^:]*:([\d.]+)%;d[^:]*:([\d.]+)%'
    found = re.findall(rule, styles_of(theme).css)
    for written, expected in zip(found, figures, strict=True):
        assert [float(each) for each in written] == pytest.approx(expected, rel=0.01)


def test_an_italic_is_drawn_and_never_made_up() -> None:
    assert "em,i{font-synthesis:none}" in styles_of("venus").css
    own = Fonts(body=Font(family="Georgia"))
    assert "font-synthesis" not in styles_of("venus", fonts=own).css


def test_a_font_of_the_author_replaces_one_role() -> None:
    styles = styles_of("quill", fonts=Fonts(body=Font(family="Georgia")))
    assert [token(styles, role) for role in ("body", "heading", "ui")] == [
        "Georgia", "Newsreader", "Hanken Grotesk"]  # fmt: skip
    assert "newsreader-latin" in styles.preloads[0]
    styles = styles_of("quill", fonts=Fonts(headings=Font(family="Georgia")))
    assert [token(styles, role) for role in ("body", "heading")] == ["Newsreader", "Georgia"]


def test_a_font_for_code_leaves_labels_alone() -> None:
    styles = styles_of("prism", fonts=Fonts(code=Font(family="Menlo")))
    assert [token(styles, role) for role in ("body", "label", "code")] == [
        "Octavo Technical", "Octavo Technical Mono", "Menlo"]  # fmt: skip


def test_one_font_for_all_text_leaves_the_theme_its_code() -> None:
    font = Font(family="Georgia")
    styles = styles_of("prism", fonts=Fonts(body=font, headings=font))
    assert {name.partition("-latin")[0] for name in names_of(styles)} == {
        "ibm-plex-mono", "ibm-plex-mono.txt"}  # fmt: skip
    assert styles.preloads == ()
    assert token(styles, "label") == token(styles, "ui") == ""


def test_the_fonts_of_the_system_load_nothing() -> None:
    font = Font(family="system-ui")
    for theme in THEMES:
        styles = styles_of(theme, fonts=Fonts(body=font, headings=font))
        assert (styles.files, styles.preloads) == ({}, ())
        assert "@font-face" not in styles.css


def test_themes_without_their_fonts_say_so_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts_module, "has_typefaces", lambda: False)
    assert styles_of("quill") == FontStyles()
    settings = Settings(name="T", navigation=())
    [problem] = check_fonts(WebFonts(), settings, lambda _path: Location("site.json"))
    assert problem.code is Code.FONT_NOT_LOADED
    assert "pip install --editable ." in problem.hint

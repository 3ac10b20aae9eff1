from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
import zipfile

import pytest

from octavo.problems import Code, Location, Severity
from octavo.render.icons.library import (
    Icon,
    _find_font_awesome,
    _find_lucide,
    _index_icons,
    _load_font_awesome,
    _load_library_file,
    _load_lucide,
    _normalize_data,
    build_sprite,
    check_icon,
    explain_unknown_icon,
    find_icon,
    find_nearest_name,
    find_neutral_icon,
    find_social_icon,
    find_theme_icon,
    render_icon,
    use_icon,
)
from octavo.render.icons.meanings import MEANINGS, plan_stand_ins
from octavo.render.icons.names import DRAWINGS, SOCIAL_ICONS, STAND_INS, STYLES, THEME_ICONS
from octavo.settings.models.links import SOCIAL_PLATFORMS

SAFE_MARKUP = re.compile(
    r"(?:</?(?:g|path|circle|rect|line|ellipse|polyline|polygon)"
    r'(?: [a-z0-9-]+="[\w .,#-]*")*/?>)+\Z'
)


def found(name: str, style: str | None = None) -> Icon:
    icon = find_icon(name, style)
    assert icon is not None, name
    return icon


def test_a_name_gives_the_drawing_in_the_nearest_free_style() -> None:
    assert found("house").name == "solid-house"
    assert found("file").name == "regular-file"
    assert found("file", "solid").name == "solid-file"
    assert found("file", "sharp-duotone-solid").name == "solid-file"
    assert found("file", "thin").name == "regular-file"
    assert found("file", "brands").name == "regular-file"


@pytest.mark.parametrize("style", [*sorted(STYLES), None, "unheard-of"])
def test_brands_are_recognized_by_name_whatever_the_style(style: str | None) -> None:
    assert found("github", style).name == "brands-github"


def test_a_brand_can_be_asked_for_where_other_styles_are_there_too() -> None:
    assert found("font-awesome", "brands").name == "brands-font-awesome"
    assert found("font-awesome").name == "regular-font-awesome"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("home", "solid-house"),
        ("cog", "solid-gear"),
        ("times", "solid-xmark"),
        ("edit", "regular-pen-to-square"),
        ("book-alt", "solid-book"),
        ("rectangle-terminal", "lucide-square-terminal"),
        ("square-x-twitter", "drawn-x-twitter"),
    ],
)
def test_old_and_paid_names_lead_to_what_the_free_sets_have(old: str, new: str) -> None:
    assert found(old).name == new


def test_lucide_answers_where_font_awesome_lacks_a_name() -> None:
    assert found("sparkles").name == "lucide-sparkles"
    assert 'stroke-width="2"' in found("sparkles").body


def test_thin_and_light_styles_thin_the_lines_of_lucide() -> None:
    assert 'stroke-width="1"' in found("sparkles", "sharp-thin").body
    assert found("sparkles", "light") == found("sparkles", "sharp-light")
    names = {found("sparkles", style).name for style in STYLES}
    assert names == {"lucide-sparkles", "lucide-light-sparkles", "lucide-thin-sparkles"}


@pytest.mark.parametrize(
    "written", ["fa-house", " House\n", "FA-HOUSE", "solid house", "fa-solid fa-house"]
)
def test_prefixes_case_and_a_style_before_the_name_do_not_matter(written: str) -> None:
    assert found(written) == found("house")


def test_a_style_before_the_name_wins() -> None:
    assert found("solid file", "regular").name == "solid-file"


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "-",
        "no-such-icon",
        "../../etc/passwd",
        "/images/icon.svg",
        'x" onload="alert(1)',
        "<script>",
        "house\0",
        "ho\u200buse",
        "a" * 65,
        "x" * 1_000_000,
        "svg",
        "aliases",
        "names",
        "free",
        "shiny house",
        "solid solid house",
    ],
)
def test_a_hostile_or_unknown_name_is_no_icon(name: str) -> None:
    assert find_icon(name) is None


def test_every_drawing_of_font_awesome_is_found_as_the_library_has_it() -> None:
    icons = json.loads(_load_library_file("faicons", "icons.json"))
    assert _load_font_awesome().places.keys() == icons.keys()
    for name, icon in icons.items():
        for style, drawing in icon["svg"].items():
            got = _find_font_awesome(name, style)
            assert got is not None
            assert got.name == f"{style}-{name}"
            assert drawing["path"] in got.body
        for alias in icon.get("aliases", {}).get("names", []):
            assert _load_font_awesome().aliases[alias] == name


def test_every_drawing_of_lucide_is_found_as_the_library_has_it() -> None:
    archive = zipfile.ZipFile(io.BytesIO(_load_library_file("lucide", "lucide.zip")))
    names = {file.removesuffix(".svg") for file in archive.namelist()}
    assert _load_lucide().entries.keys() == names
    for name in names:
        icon = _find_lucide(name, "regular")
        svg = archive.read(f"{name}.svg").decode()
        assert icon is not None
        shapes = re.findall(r' (?:d|points|r|width|x1)="[^"]+"', svg.split(">", 1)[1])
        assert [shape for shape in shapes if shape not in icon.body] == []


def test_all_markup_is_made_of_shapes_only() -> None:
    library = _load_font_awesome()
    icons = [found(name) for name in library.places]
    icons += [icon for name in _load_lucide().entries if (icon := _find_lucide(name, "thin"))]
    icons += [found(name) for name in DRAWINGS] + [find_neutral_icon()]
    assert len(icons) > 3_000
    for icon in icons:
        assert SAFE_MARKUP.match(icon.body), icon
        assert re.match(r"0 0 \d+ \d+\Z", icon.view_box), icon
        assert re.match(r"[a-z0-9-]+\Z", icon.name), icon


def test_another_spacing_of_the_data_is_read_as_well() -> None:
    icons = json.loads(_load_library_file("faicons", "icons.json"))
    some = {name: icons[name] for name in ("house", "github", "file")}
    other = json.dumps(some, separators=(",", ":"), sort_keys=True).encode()
    assert "house" not in _index_icons(other).places
    library = _index_icons(_normalize_data(other))
    assert library.places.keys() == some.keys()
    assert library.aliases["home"] == "house"


def test_every_stand_in_is_needed_and_leads_somewhere() -> None:
    for name, target in STAND_INS.items():
        assert not _find_font_awesome(name, "solid"), name
        assert not _find_lucide(name, "solid"), name
        assert find_icon(target), name


def test_every_meaning_is_needed_and_leads_somewhere() -> None:
    for word, target in MEANINGS.items():
        assert not _find_font_awesome(word, "solid"), word
        assert not _find_lucide(word, "solid"), word
        assert _find_font_awesome(target, "solid") or _find_lucide(target, "solid"), word


@pytest.mark.parametrize(
    ("paid", "drawn"),
    [
        ("user-crown", "user"),
        ("users-gear-alt", "users-gear"),
        ("circle-sort", "sort"),
        ("cart-circle-check", "cart-shopping"),
        ("gauge-circle-bolt", "gauge"),
        ("rectangle-list-check", "list-check"),
        ("memo-circle-check", "file-lines"),
        ("dashboard-customize", "dashboard"),
        ("ai-sparkles", "sparkles"),
        ("video-arrow-up-right", "video"),
        ("webhooks-logo", "webhook"),
        ("square-1", "1"),
        ("hexagon-b", "b"),
        ("rectangles-mixed", "rectangle-list"),
        ("temperature-list", "temperature-half"),
        ("square-dashed-circle-plus", "square-dashed"),
    ],
)
def test_an_unknown_name_is_drawn_by_the_meaning_of_its_parts(paid: str, drawn: str) -> None:
    assert found(paid) == found(drawn)
    (problem,) = check_icon(paid, None, Location("site.json"))
    assert (problem.code, problem.severity) == (Code.ICON_STAND_IN, Severity.INFO)
    assert problem.message == f"`{paid}` as `{drawn}`"


@pytest.mark.parametrize("style", sorted(STYLES))
def test_styles_of_paid_sets_are_told_and_free_ones_are_not(style: str) -> None:
    told = [problem.message for problem in check_icon("house", style, Location("site.json"))]
    nearest = "solid" if style in {"duotone", "sharp-solid", "sharp-duotone-solid"} else "regular"
    free = {"brands", "regular", "solid"}
    assert told == ([] if style in free else [f"the style `{style}` as `{nearest}`"])


def test_a_name_of_many_parts_takes_no_time() -> None:
    assert find_icon("-".join("ab" for _ in range(21))) is None
    assert len(list(plan_stand_ins("a-" * 5_000))) < 500


def test_every_social_platform_has_a_mark() -> None:
    assert SOCIAL_ICONS.keys() == set(SOCIAL_PLATFORMS)
    assert find_neutral_icon() not in [find_social_icon(platform) for platform in SOCIAL_PLATFORMS]
    assert find_social_icon("website").name == "solid-globe"
    assert find_social_icon("x") == find_social_icon("x-twitter") != find_social_icon("twitter")


def test_every_meaning_of_the_theme_has_an_icon() -> None:
    icons = {meaning: find_theme_icon(meaning) for meaning in THEME_ICONS}
    assert find_neutral_icon() not in icons.values()
    assert len(set(icons.values())) == len(icons)
    assert icons["search"].name == "lucide-search"
    assert icons["github"].name == "brands-github"


def test_an_unknown_icon_is_a_warning_with_the_nearest_name() -> None:
    place = Location("index.mdx", 3, 7)
    problem = explain_unknown_icon("fa-roket", place)
    assert (problem.code, problem.severity) == (Code.ICON_UNKNOWN, Severity.WARNING)
    assert problem.location == place
    assert problem.message == "there is no icon named `fa-roket`"
    assert problem.hint == "Did you mean `rocket`?"


def test_an_icon_like_no_other_gets_a_general_hint() -> None:
    assert find_nearest_name("qqqqzzzz") is None
    assert "SVG file" in explain_unknown_icon("qqqqzzzz", Location("index.mdx")).hint
    assert len(explain_unknown_icon("q" * 100_000, Location("index.mdx")).message) < 100


def test_an_icon_without_a_label_is_hidden_from_screen_readers() -> None:
    svg = render_icon(found("house"), size=16)
    root = ET.fromstring(svg)
    assert root.attrib == {
        "class": "icon",
        "width": "16",
        "height": "16",
        "aria-hidden": "true",
        "viewBox": "0 0 576 512",
    }
    assert root[0].attrib["fill"] == "currentColor"


def test_a_label_and_classes_are_escaped() -> None:
    svg = render_icon(found("sparkles"), classes='a"b', label='Say "hi" <b>')
    root = ET.fromstring(svg)
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-label"] == 'Say "hi" <b>'
    assert root.attrib["class"] == 'a"b'
    assert "aria-hidden" not in svg


def test_a_sprite_holds_each_icon_once_and_does_not_depend_on_the_order_of_use() -> None:
    icons = [found("house"), found("file"), found("file", "solid"), found("house")]
    sprite = build_sprite(icons)
    assert sprite == build_sprite(reversed(icons))
    root = ET.fromstring(sprite.render())
    ids = [symbol.attrib["id"] for symbol in root]
    assert ids == ["regular-file", "solid-file", "solid-house"]
    assert root[2].attrib["viewBox"] == "0 0 576 512"
    assert "CC BY 4.0" in sprite.render()


def test_a_reference_names_the_symbol_of_the_sprite() -> None:
    svg = use_icon(found("house"), '/docs/a"b/icons.svg', label="Home")
    root = ET.fromstring(svg)
    assert root[0].attrib["href"] == '/docs/a"b/icons.svg#solid-house'
    assert root.attrib["aria-label"] == "Home"


def test_the_libraries_are_never_imported() -> None:
    code = (
        "import sys; from octavo.render.icons.library import find_icon;"
        "assert find_icon('house') and find_icon('sparkles');"
        "assert not {'faicons', 'htmltools', 'lucide'} & sys.modules.keys()"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_missing_library_is_named() -> None:
    with pytest.raises(ModuleNotFoundError, match="octavo_missing_icons"):
        _load_library_file("octavo_missing_icons", "icons.json")


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("pancakes", "cookie"),
        ("knife-kitchen", "utensils"),
        ("mp3-player", "headphones"),
        ("tv-retro", "tv"),
        ("pig", "hippo"),
        ("value-absolute", "square-root-variable"),
    ],
)
def test_names_of_paid_sets_are_drawn_by_what_they_mean(name: str, drawn: str) -> None:
    assert find_icon(name) == find_icon(drawn)
    (note,) = check_icon(name, None, Location("site.json"))
    assert note.code == "icon-stand-in"

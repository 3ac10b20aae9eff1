from __future__ import annotations

import re

import pytest

from octavo.render.font_metrics import CATALOG, LOCAL_FONTS
from octavo.render.fonts import FontStyles, css_string, font_styles
from octavo.settings import Font, Fonts

GOOGLE = ("https://fonts.googleapis.com", "https://fonts.gstatic.com")


def file_href(source: str) -> str:
    return f"/base/{source}"


def styles_of(body: Font | None = None, headings: Font | None = None) -> FontStyles:
    return font_styles(Fonts(body=body, headings=headings), file_href)


def token(styles: FontStyles, name: str) -> str | None:
    found = re.search(rf"{name}:([^;}}]*)", styles.css)
    return found[1] if found else None


def faces(styles: FontStyles) -> list[dict[str, str]]:
    rules = re.findall(r"@font-face\{([^}]*)\}", styles.css)
    return [dict(part.split(":", 1) for part in rule.split(";")) for rule in rules]


def test_without_fonts_nothing_is_written() -> None:
    assert styles_of() == FontStyles()


def test_one_font_for_everything_is_asked_for_once() -> None:
    inter = Font(family="Inter")
    styles = styles_of(inter, inter)
    assert styles.stylesheets == (
        (
            "https://fonts.googleapis.com/css2"
            "?family=Inter:ital,wght@0,400..700;1,400..700&display=swap"
        ),
    )
    assert styles.origins == GOOGLE
    assert styles.preloads == ()
    assert len(faces(styles)) == 2
    assert (token(styles, "--font-body") or "").startswith('"Inter","Inter fallback",')
    assert token(styles, "--font-heading") == token(styles, "--font-body")
    assert "@layer octavo.tokens{:root{" in styles.css


def test_a_font_for_headings_only_leaves_the_text_alone() -> None:
    styles = styles_of(headings=Font(family="Space Grotesk", weight=600))
    assert token(styles, "--font-body") is None
    assert token(styles, "--font-weight-heading") == "600"
    assert styles.stylesheets == (
        "https://fonts.googleapis.com/css2?family=Space+Grotesk:wght@600&display=swap",
    )


def test_the_weights_of_body_and_headings_are_joined() -> None:
    styles = styles_of(Font(family="Inter"), Font(family="Inter", weight=850))
    assert "0,400..850;1,400..850" in styles.stylesheets[0]


def test_a_weight_that_a_variable_font_lacks_is_brought_into_its_range() -> None:
    styles = styles_of(Font(family="Lora", weight=120))
    assert "0,400..700;" in styles.stylesheets[0]


def test_a_font_of_fixed_weights_is_asked_only_for_weights_that_it_has() -> None:
    styles = styles_of(Font(family="Lato", weight=560))
    assert styles.stylesheets == (
        (
            "https://fonts.googleapis.com/css2"
            "?family=Lato:ital,wght@0,400;0,700;1,400;1,700&display=swap"
        ),
    )
    assert token(styles, "--font-weight-body") == "560"


def test_a_font_that_is_not_in_the_table_is_asked_for_where_missing_weights_do_no_harm() -> None:
    styles = styles_of(Font(family="Bitter"))
    assert styles.stylesheets == (
        (
            "https://fonts.googleapis.com/css"
            "?family=Bitter:400,400i,500,500i,600,600i,700,700i&display=swap"
        ),
    )
    assert faces(styles) == []
    assert token(styles, "--font-body") == (
        '"Bitter",ui-sans-serif,system-ui,-apple-system,"Segoe UI","Noto Sans",sans-serif'
    )


def test_an_odd_weight_of_an_unknown_font_is_also_asked_for_alone() -> None:
    styles = styles_of(headings=Font(family="Bitter", weight=560))
    assert styles.stylesheets == (
        "https://fonts.googleapis.com/css?family=Bitter:400,400i,600,600i&display=swap",
        "https://fonts.googleapis.com/css2?family=Bitter:wght@560&display=swap",
    )


@pytest.mark.parametrize(
    "family", ["system-ui", "sans-serif", "Arial", "georgia", "Helvetica Neue", "Segoe  UI"]
)
def test_installed_fonts_need_no_download(family: str) -> None:
    styles = styles_of(Font(family=family))
    assert (styles.stylesheets, styles.origins, faces(styles)) == ((), (), [])


def test_generic_families_are_keywords_and_others_are_strings() -> None:
    assert token(styles_of(Font(family="Sans-Serif")), "--font-body") == "sans-serif"
    stack = token(styles_of(Font(family="Georgia")), "--font-body") or ""
    assert stack.startswith('"Georgia",')
    assert stack.endswith(",serif")


@pytest.mark.parametrize(
    ("family", "last"),
    [
        ("PT Serif", "serif"),
        ("PT Sans Serif", "sans-serif"),
        ("Roboto Slab", "serif"),
        ("Fira Code", "monospace"),
        ("Space Mono", "monospace"),
        ("Merriweather", "serif"),
        ("Monoton", "sans-serif"),
    ],
)
def test_the_stack_ends_in_the_generic_family_of_its_kind(family: str, last: str) -> None:
    assert (token(styles_of(Font(family=family)), "--font-body") or "").split(",")[-1] == last


def test_an_own_file_is_declared_and_preloaded() -> None:
    own = Font(family="Acme", url="/fonts/acme.woff2", format="woff2")
    styles = styles_of(own)
    assert faces(styles) == [
        {
            "font-family": '"Acme"',
            "src": 'url("/base/fonts/acme.woff2") format("woff2")',
            "font-weight": "400",
            "font-display": "swap",
        }
    ]
    assert styles.preloads == ("/base/fonts/acme.woff2",)
    assert (styles.stylesheets, styles.origins) == ((), ())
    assert "fallback" not in styles.css


def test_an_own_file_wins_over_a_catalog_font_of_the_same_name() -> None:
    own = Font(family="Inter", url="/inter.woff2", format="woff2")
    styles = styles_of(own)
    assert styles.stylesheets == ()
    assert "fallback" not in styles.css


def test_a_file_on_another_server_is_named_as_an_origin() -> None:
    url = "https://cdn.example.com:8443/acme.woff?v=2"
    styles = styles_of(Font(family="Acme", url=url, format=None))
    assert faces(styles)[0]["src"] == f'url("{url}") format("woff")'
    assert styles.preloads == (url,)
    assert styles.origins == ("https://cdn.example.com:8443",)


def test_one_file_at_two_weights_is_a_variable_font() -> None:
    body = Font(family="Acme", url="/acme.woff2", format="woff2")
    headings = Font(family="Acme", url="/acme.woff2", format="woff2", weight=760)
    styles = styles_of(body, headings)
    assert [face["font-weight"] for face in faces(styles)] == ["400 760"]
    assert styles.preloads == ("/base/acme.woff2",)


def test_two_files_of_one_family_keep_their_own_weights() -> None:
    body = Font(family="Acme", url="/regular.woff2", format="woff2", weight=400)
    headings = Font(family="Acme", url="/bold.woff2", format="woff2", weight=700)
    assert [face["font-weight"] for face in faces(styles_of(body, headings))] == ["400", "700"]


@pytest.mark.parametrize(
    ("name", "weight"),
    [
        ("AcmeVariable.woff2", "1 1000"),
        ("Acme[wght].woff2", "1 1000"),
        ("acme.var.woff2", "1 1000"),
        ("Acme-VF.woff2", "1 1000"),
        ("various-acme.woff2", "400"),
        ("acme.woff2", "400"),
    ],
)
def test_the_name_of_a_file_can_say_that_it_has_all_weights(name: str, weight: str) -> None:
    styles = styles_of(Font(family="Acme", url=f"/{name}", format="woff2"))
    assert faces(styles)[0]["font-weight"] == weight


@pytest.mark.parametrize("family", CATALOG)
def test_a_fallback_has_the_measures_of_the_font_it_stands_in_for(family: str) -> None:
    known = CATALOG[family]
    local = LOCAL_FONTS[known.kind]
    regular, bold = faces(styles_of(Font(family=family)))
    widths = ((regular, local.width, known.width), (bold, local.bold_width, known.bold_width))
    for face, local_width, width in widths:
        share = {key: float(value.rstrip("%")) / 100 for key, value in face.items() if "%" in value}
        size = share["size-adjust"]
        assert size * local_width == pytest.approx(width, rel=0.001)
        assert size * share["ascent-override"] == pytest.approx(known.ascent, abs=0.001)
        assert size * share["descent-override"] == pytest.approx(known.descent, abs=0.001)
        assert size * share["line-gap-override"] == pytest.approx(known.line_gap, abs=0.001)
        assert face["font-family"] == f'"{family} fallback"'
    assert (regular["font-weight"], bold["font-weight"]) == ("1 599", "600 1000")


def test_the_measures_are_plausible() -> None:
    assert len(CATALOG) >= 19
    for family, known in CATALOG.items():
        assert 0.9 <= known.ascent <= 1.1, family
        assert 0.2 <= known.descent <= 0.4, family
        assert 0.39 <= known.width <= 0.61, family
        assert list(known.weights) == sorted(set(known.weights)), family
        assert known.weights[0] <= 400 <= known.weights[-1], family
    inter = CATALOG["inter"]
    assert (inter.ascent, inter.descent, inter.line_gap) == (0.9688, 0.2412, 0)


@pytest.mark.parametrize(
    "family",
    [
        'a"; } body { display: none } "',
        "a</style><script>alert(1)</script>",
        "a\nb",
        "a\\",
        "a\\22 b",
        "\N{GRINNING FACE}\u2028",
        "x" * 10_000,
        "&family=Evil",
    ],
)
def test_a_hostile_family_can_leave_neither_string_nor_address(family: str) -> None:
    styles = styles_of(Font(family=family, weight=None, url=None, format=None))
    assert "<" not in styles.css
    assert "\n" not in styles.css.rstrip("\n")
    strings = re.sub(r'"(?:[^"\\\n]|\\[0-9a-f]{1,6} )*"', "S", styles.css)
    assert re.fullmatch(r"@layer octavo\.tokens\{:root\{--font-body:[\w,-]+\}\}\n", strings)
    for sheet in styles.stylesheets:
        assert re.fullmatch(
            r"https://fonts\.googleapis\.com/css2?\?family=[\w+.:,;@%~-]+&display=swap", sheet
        )


def test_a_hostile_file_address_stays_a_string() -> None:
    url = 'https://a.example/")}</style>x.woff2'
    styles = styles_of(Font(family="A", url=url, format=None, weight=None))
    assert "</" not in styles.css
    assert r"https://a.example/\22 \29 \7d \3c /style\3e x.woff2" in styles.css


def test_a_css_string_keeps_plain_text_readable() -> None:
    assert css_string("Open Sans") == '"Open Sans"'
    assert css_string("O'Neil") == r'"O\27 Neil"'

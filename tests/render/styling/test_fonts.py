from __future__ import annotations

import re

import pytest

from octavo.project.web.font_faces import FontFace, WebFonts
from octavo.render.styling import fonts as fonts_module
from octavo.render.styling.font_metrics import CATALOG, LOCAL_FONTS
from octavo.render.styling.font_rules import quote_css
from octavo.render.styling.fonts import FontStyles, plan_downloads, render_font_styles
from octavo.settings.models.styling import Font, Fonts
from tests.project.web.test_font_weights import VARIABLE_FONT


def file_href(source: str) -> str:
    return f"/base/{source}"


@pytest.fixture(autouse=True)
def bare_themes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show only the author's fonts, because those of themes have separate tests."""
    monkeypatch.setattr(fonts_module, "has_typefaces", lambda: False)


def render(fonts: Fonts, web_fonts: WebFonts) -> FontStyles:
    return render_font_styles("default", fonts, file_href, web_fonts, ("en",))


def styles_of(body: Font | None = None, headings: Font | None = None) -> FontStyles:
    return render(Fonts(body=body, headings=headings), WebFonts())


def sheets_of(body: Font | None = None, headings: Font | None = None) -> tuple[str, ...]:
    wanted = plan_downloads(Fonts(body=body, headings=headings))
    return tuple(sheet for font in wanted for sheet in font.sheets)


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
    sheet = "/css2?family=Inter:ital,wght@0,400..700;1,400..700&display=swap"
    assert sheets_of(inter, inter) == (sheet,)
    assert styles.preloads == ()
    families = dict.fromkeys(face["font-family"] for face in faces(styles))
    assert [*families] == ['"Inter fallback"', '"Inter fallback 2"', '"Inter fallback 3"']
    stack = token(styles, "--font-body") or ""
    assert stack.startswith(f'"Inter",{",".join(families)},ui-sans-serif')
    assert token(styles, "--font-heading") == token(styles, "--font-body")
    assert "@layer octavo.tokens{:root{" in styles.css


def test_a_font_for_headings_only_leaves_the_text_alone() -> None:
    font = Font(family="Space Grotesk", weight=600)
    styles = styles_of(headings=font)
    assert token(styles, "--font-body") is None
    assert token(styles, "--font-weight-heading") == "600"
    sheet = "/css2?family=Space+Grotesk:wght@600&display=swap"
    assert sheets_of(headings=font) == (sheet,)


def test_a_font_for_code_is_loaded_in_its_weight_and_not_asked_for_early() -> None:
    fonts = Fonts(code=Font(family="Acme Mono", url="/mono.woff2", weight=450))
    styles = render(fonts, WebFonts())
    assert (token(styles, "--font-code") or "").startswith('"Acme Mono",ui-monospace')
    assert token(styles, "--font-weight-code") == "450"
    assert "pre,code,kbd,samp){font-weight:var(--font-weight-code)}" in styles.css
    assert [face["src"] for face in faces(styles)] == ['url("/base/mono.woff2") format("woff2")']
    assert styles.preloads == ()
    assert token(styles, "--font-body") is None


def test_the_weights_of_body_and_headings_are_joined() -> None:
    sheets = sheets_of(Font(family="Inter"), Font(family="Inter", weight=850))
    assert "0,400..850;1,400..850" in sheets[0]


def test_a_weight_that_a_variable_font_lacks_is_brought_into_its_range() -> None:
    assert "0,400..700;" in sheets_of(Font(family="Lora", weight=120))[0]


def test_a_font_of_fixed_weights_is_asked_only_for_weights_that_it_has() -> None:
    font = Font(family="Lato", weight=560)
    sheet = "/css2?family=Lato:ital,wght@0,400;0,700;1,400;1,700&display=swap"
    assert sheets_of(font) == (sheet,)
    assert token(styles_of(font), "--font-weight-body") == "560"


def test_a_font_that_is_not_in_the_table_is_asked_for_where_missing_weights_do_no_harm() -> None:
    styles = styles_of(Font(family="Bitter"))
    sheet = "/css?family=Bitter:400,400i,500,500i,600,600i,700,700i&display=swap"
    assert sheets_of(Font(family="Bitter")) == (sheet,)
    assert faces(styles) == []
    assert token(styles, "--font-body") == (
        '"Bitter",ui-sans-serif,system-ui,-apple-system,"Segoe UI","Noto Sans",sans-serif'
    )


def test_an_odd_weight_of_an_unknown_font_is_also_asked_for_alone() -> None:
    assert sheets_of(headings=Font(family="Bitter", weight=560)) == (
        "/css?family=Bitter:400,400i,600,600i&display=swap",
        "/css2?family=Bitter:wght@560&display=swap",
    )


@pytest.mark.parametrize(
    "family", ["system-ui", "sans-serif", "Arial", "georgia", "Helvetica Neue", "Segoe  UI"]
)
def test_installed_fonts_need_no_download(family: str) -> None:
    assert plan_downloads(Fonts(body=Font(family=family))) == ()
    assert faces(styles_of(Font(family=family))) == []


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
    assert sheets_of(own) == ()
    assert "fallback" not in styles.css


def test_an_own_file_wins_over_a_catalog_font_of_the_same_name() -> None:
    own = Font(family="Inter", url="/inter.woff2", format="woff2")
    styles = styles_of(own)
    assert sheets_of(own) == ()
    assert "fallback" not in styles.css


def test_a_file_on_another_server_is_asked_for_there() -> None:
    url = "https://cdn.example.com:8443/acme.woff?v=2"
    styles = styles_of(Font(family="Acme", url=url, format=None))
    assert faces(styles)[0]["src"] == f'url("{url}") format("woff")'
    assert styles.preloads == (url,)


FACES = (
    FontFace(b"cyrillic", "woff2", "normal", "400 700", "U+0400-045F"),
    FontFace(b"slanted", "woff2", "italic", "400 700", "U+0000-00FF, U+0131"),
    FontFace(b"latin", "woff2", "normal", "400 700", "U+0000-00FF, U+0131"),
)


def test_loaded_fonts_are_served_by_the_site_and_the_first_is_asked_for_early() -> None:
    fonts = Fonts(body=Font(family="Inter"))
    [wanted] = plan_downloads(fonts)
    styles = render(fonts, WebFonts({wanted: FACES}))
    assert sorted(styles.files.values()) == [b"cyrillic", b"latin", b"slanted"]
    output = next(output for output, data in styles.files.items() if data == b"latin")
    assert styles.preloads == (f"/base/{output}",)
    assert faces(styles)[2] == {
        "font-family": '"Inter"',
        "src": f'url("/base/{output}")',
        "font-weight": "400 700",
        "font-display": "swap",
        "unicode-range": "U+0000-00FF, U+0131",
    }
    assert faces(styles)[3]["font-family"] == '"Inter fallback"'
    assert "googleapis" not in styles.css


@pytest.mark.parametrize("is_loaded", [True, False])
def test_a_file_elsewhere_is_served_by_the_site_where_the_author_wants_so(is_loaded: bool) -> None:
    url = "https://cdn.example.com/acme-variable.woff2"
    fonts = Fonts(body=Font(family="Acme", url=url, format="woff2", download=True))
    [wanted] = plan_downloads(fonts)
    loaded = WebFonts({wanted: (FontFace(b"acme", "woff2"),)} if is_loaded else {})
    styles = render(fonts, loaded)
    assert "cdn.example.com" not in styles.css + "".join(styles.preloads)
    assert list(styles.files.values()) == ([b"acme"] if is_loaded else [])
    weights = [face["font-weight"] for face in faces(styles)]
    assert weights == (["1 1000"] if is_loaded else [])


@pytest.mark.parametrize(("known", "weight"), [("100 900", "100 900"), ("", "560")])
def test_what_the_file_says_counts_and_not_its_name(known: str, weight: str) -> None:
    url = "/variable-or-not.woff2"
    font = Font(family="Acme", url=url, format="woff2", weight=560)
    loaded = WebFonts(weights={url: known})
    styles = render(Fonts(body=font), loaded)
    assert [face["font-weight"] for face in faces(styles)] == [weight]
    assert token(styles, "--font-weight-body") == "560"


def test_a_font_that_was_loaded_says_which_weights_it_has() -> None:
    url = "https://cdn.example.com/acme.ttf"
    fonts = Fonts(body=Font(family="Acme", url=url, download=True))
    loaded = WebFonts({plan_downloads(fonts)[0]: (FontFace(VARIABLE_FONT, "ttf"),)})
    styles = render(fonts, loaded)
    assert [face["font-weight"] for face in faces(styles)] == ["200 800"]


def test_one_file_at_two_weights_is_drawn_at_both() -> None:
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
        ("inter-latin-wght-normal.woff2", "1 1000"),
        ("various-acme.woff2", "400"),
        ("acme.woff2", "400"),
    ],
)
def test_of_a_file_elsewhere_the_name_can_say_that_it_has_all_weights(
    name: str, weight: str
) -> None:
    url = f"https://cdn.example.com/{name}"
    styles = styles_of(Font(family="Acme", url=url, format="woff2"))
    assert faces(styles)[0]["font-weight"] == weight


@pytest.mark.parametrize("family", CATALOG)
def test_a_fallback_has_the_measures_of_the_font_it_stands_in_for(family: str) -> None:
    known = CATALOG[family]
    found = faces(styles_of(Font(family=family)))
    locals_ = LOCAL_FONTS[known.kind]
    pairs = [
        pair
        for local in locals_
        for pair in ((local.width, known.width), (local.bold_width, known.bold_width))
    ]
    for face, (local_width, width) in zip(found, pairs, strict=True):
        share = {key: float(value.rstrip("%")) / 100 for key, value in face.items() if "%" in value}
        size = share["size-adjust"]
        assert size * local_width == pytest.approx(width, rel=0.001)
        assert size * share["ascent-override"] == pytest.approx(known.ascent, abs=0.001)
        assert size * share["descent-override"] == pytest.approx(known.descent, abs=0.001)
        assert size * share["line-gap-override"] == pytest.approx(known.line_gap, abs=0.001)
        assert face["font-family"].startswith(f'"{family} fallback')
    assert [face["font-weight"] for face in found] == ["1 599", "600 1000"] * len(locals_)


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
    font = Font(family=family, weight=None, url=None, format=None)
    styles = styles_of(font)
    assert "<" not in styles.css
    assert "\n" not in styles.css.rstrip("\n")
    strings = re.sub(r'"(?:[^"\\\n]|\\[0-9a-f]{1,6} )*"', "S", styles.css)
    assert re.fullmatch(r"@layer octavo\.tokens\{:root\{--font-body:[\w,-]+\}\}\n", strings)
    for sheet in sheets_of(font):
        assert re.fullmatch(r"/css2?\?family=[\w+.:,;@%~-]+&display=swap", sheet)


def test_a_hostile_file_address_stays_a_string() -> None:
    url = 'https://a.example/")}</style>x.woff2'
    styles = styles_of(Font(family="A", url=url, format=None, weight=None))
    assert "</" not in styles.css
    assert r"https://a.example/\22 \29 \7d \3c /style\3e x.woff2" in styles.css


def test_a_css_string_keeps_plain_text_readable() -> None:
    assert quote_css("Open Sans") == '"Open Sans"'
    assert quote_css("O'Neil") == r'"O\27 Neil"'

from __future__ import annotations

import json
from typing import Any

import pytest

from octavo.problems import Code, Problem, Severity
from octavo.settings.models.api import NamedApi
from octavo.settings.models.site_settings import Settings
from octavo.settings.models.structure import Group
from octavo.settings.models.styling import Gradient
from octavo.settings.objects import list_fields, list_own_values
from octavo.settings.read import read_settings
from tests.settings_data import load_every_key

NAVIGATION = [{"group": "Start", "pages": ["introduction", "guides/first"]}]


def read(**keys: Any) -> tuple[Settings | None, tuple[Problem, ...]]:
    return read_settings(json.dumps({"name": "Acme", "navigation": NAVIGATION, **keys}))


def accept(**keys: Any) -> Settings:
    settings, problems = read(**keys)
    assert problems == ()
    assert settings is not None
    return settings


def refuse(**keys: Any) -> Problem:
    """Return the one error; the rest of the settings is used all the same."""
    settings, problems = read(**keys)
    assert settings is not None
    (problem,) = problems
    assert problem.severity is Severity.ERROR
    assert problem.location.line == 1
    assert problem.location.column > 1
    return problem


def warn(**keys: Any) -> tuple[Settings, Problem]:
    settings, problems = read(**keys)
    assert settings is not None
    (problem,) = problems
    assert problem.severity is Severity.WARNING
    assert problem.location.line == 1
    assert problem.hint
    return settings, problem


def test_a_file_with_every_key_has_no_problem() -> None:
    settings, problems = read_settings(json.dumps(load_every_key()))
    assert problems == ()
    assert settings is not None
    assert list_own_values(settings).keys() == {field.name for field in list_fields(Settings)}


def test_the_smallest_file_has_the_documented_defaults() -> None:
    settings = accept()
    assert settings.colors.primary == "#16a34a"
    assert (settings.colors.light, settings.colors.dark) == ("#4ade80", "#166534")
    assert settings.api.playground.mode == "show"
    assert settings.api.playground.prefill is False
    assert settings.api.param_fields.expanded == "none"
    assert settings.seo.index_hidden_pages is False
    assert settings.feedback.thumbs_rating is False
    assert settings.socials == ()
    assert settings.errors.not_found.redirect is False


def test_styling_that_a_theme_may_decide_is_none_when_not_set() -> None:
    settings = accept()
    assert settings.layout is None
    assert settings.rounded is None
    assert settings.background.style is None
    assert settings.sidebar.items is None
    assert settings.topbar.style is None
    assert settings.search.location is None
    assert settings.code_block.mode is None
    assert settings.eyebrow.display is None


# Where real projects go beyond the specification


def test_search_is_a_location_or_an_object() -> None:
    assert accept(search="side").search.location == "side"
    search = accept(search={"prompt": "Find", "location": "top"}).search
    assert (search.prompt, search.location) == ("Find", "top")


def test_favicon_and_colors_are_optional_and_ico_is_fine() -> None:
    assert accept(favicon="favicon.ico").favicon == "favicon.ico"
    assert accept().favicon is None


def test_one_background_color_may_stand_alone() -> None:
    colors = accept(colors={"primary": "#123", "background": {"dark": "#000"}}).colors
    assert colors.primary == "#112233"
    assert (colors.background.light, colors.background.dark) == (None, "#000000")
    assert (colors.light, colors.dark) == (None, None)


def test_anchor_colors_may_be_gradients() -> None:
    gradient = {"from": "#f00", "via": "#0F0", "to": "#00f8"}
    color = accept(colors={"primary": "#000", "anchors": gradient}).colors.anchors
    assert isinstance(color, Gradient)
    assert (color.start, color.via, color.end) == ("#ff0000", "#00ff00", "#0000ff88")
    anchor = {"name": "A", "url": "guides", "color": {"from": "#000", "to": "#fff"}}
    color = accept(anchors=[anchor]).anchors[0].color
    assert isinstance(color, Gradient)
    assert color.via is None


@pytest.mark.parametrize("given", ["#ABC", "#abcd", "#AABBCC", "#aabbccdd"])
def test_hex_colors_have_3_4_6_or_8_digits(given: str) -> None:
    color = accept(colors={"primary": given}).colors.primary
    assert len(color) in {7, 9}
    assert color == color.lower()


def test_all_eleven_icon_styles_are_known() -> None:
    styles = "brands duotone light regular sharp-duotone-solid sharp-light sharp-regular"
    for style in [*styles.split(), "sharp-solid", "sharp-thin", "solid", "thin"]:
        assert accept(topAnchor={"iconType": style}).top_anchor.icon_type == style  # type: ignore[union-attr]  # it was given


def test_versions_are_texts_or_objects() -> None:
    one, two, three = accept(
        versions=["1", {"name": "2", "default": True, "locale": "de"}, {"name": "3", "url": "/x"}]
    ).versions
    assert (one.name, one.default) == ("1", False)
    assert (two.name, two.default, two.locale) == ("2", True, "de")
    assert three.url == "/x"


def test_groups_tabs_and_anchors_may_have_a_version() -> None:
    settings = accept(
        versions=["1"],
        navigation=[{"group": "", "version": "1", "pages": ["a/b"]}],
        tabs=[{"name": "T", "url": "a", "version": "1"}],
        anchors=[{"name": "A", "url": "a", "version": "1"}],
    )
    assert settings.navigation[0].version == "1"
    assert settings.tabs[0].version == "1"
    assert settings.anchors[0].version == "1"


def test_primary_tab_metadata_and_white_label_are_known() -> None:
    settings = accept(
        primaryTab={"name": "Guides"}, metadata={"og:x": "1", "n": 2}, isWhiteLabeled=True
    )
    assert settings.primary_tab is not None
    assert settings.primary_tab.name == "Guides"
    assert settings.metadata == {"og:x": "1", "n": "2"}
    assert settings.is_white_labeled


def test_a_topbar_link_may_be_a_repository() -> None:
    links = accept(
        topbarLinks=[{"type": "github", "url": "https://github.com/a/b"}, {"name": "B", "url": "/"}]
    ).topbar_links
    assert [link.type for link in links] == ["github", "link"]


SOCIALS = [("x", "https://x.com/a"), ("website", "https://a.example")]


@pytest.mark.parametrize("form", [dict(SOCIALS), [{"type": t, "url": u} for t, u in SOCIALS]])
def test_socials_are_an_object_or_a_list_under_either_key(form: Any) -> None:
    for settings in (accept(footerSocials=form), accept(footer={"socials": form})):
        assert [(social.type, social.url) for social in settings.socials] == SOCIALS


def test_socials_of_the_footer_win() -> None:
    settings = accept(
        footerSocials={"x": "https://x.com"}, footer={"socials": {"github": "https://github.com"}}
    )
    assert [social.type for social in settings.socials] == ["github"]


def test_an_unknown_social_is_left_out_with_a_warning_at_its_key() -> None:
    settings, problem = warn(footerSocials={"gitub": "https://a.example", "x": "https://x.com"})
    assert [social.type for social in settings.socials] == ["x"]
    assert problem.code is Code.SETTINGS_UNKNOWN_SOCIAL
    assert problem.hint == "Did you mean `github`?"
    settings, problem = warn(footer={"socials": [{"type": "myspace", "url": "https://a.example"}]})
    assert settings.socials == ()
    assert "podcast" in problem.hint


def test_redirects_may_be_temporary_and_lead_elsewhere() -> None:
    one, two = accept(
        redirects=[
            {"source": "/a", "destination": "https://b.example"},
            {"source": "b", "destination": "c", "permanent": False},
        ]
    ).redirects
    assert (one.source, one.permanent) == ("/a", True)
    assert (two.source, two.destination, two.permanent) == ("/b", "c", False)


def test_one_document_or_base_url_needs_no_list() -> None:
    settings = accept(openapi="openapi.json", api={"baseUrl": "http://localhost:3000"})
    assert settings.openapi == (NamedApi(source="openapi.json"),)
    assert settings.api.base_url == ("http://localhost:3000",)


def test_one_logo_serves_both_modes_and_one_mode_may_stand_alone() -> None:
    logo = accept(logo="/logo.svg").logo
    assert logo is not None
    assert (logo.light, logo.dark, logo.href) == ("/logo.svg", "/logo.svg", "/")
    logo = accept(logo={"dark": "/dark.svg"}).logo
    assert logo is not None
    assert (logo.light, logo.dark) == (None, "/dark.svg")


def test_one_font_serves_headings_and_body() -> None:
    fonts = accept(font={"family": "Inter", "weight": 560}).font
    assert fonts is not None
    assert fonts.headings == fonts.body
    assert fonts.body is not None
    assert (fonts.body.family, fonts.body.weight) == ("Inter", 560)
    fonts = accept(font={"body": {"family": "Inter"}}).font
    assert fonts is not None
    assert fonts.headings is None


def test_a_repository_may_be_written_as_its_address() -> None:
    repository = accept(repository="https://github.com/a/b").repository
    assert repository is not None
    assert (repository.url, repository.branch, repository.folder) == (
        "https://github.com/a/b",
        None,
        None,
    )


def test_page_entries_are_normalized_and_groups_nest() -> None:
    entries = ["/a", "./b", "c/../d", "e.mdx", {"group": "G", "pages": ["f"]}]
    (group,) = accept(navigation=[{"group": "", "pages": entries}]).navigation
    assert group.group == ""
    assert group.pages == ("a", "b", "d", "e", Group(group="G", pages=("f",)))


def test_analytics_are_handed_on_as_data() -> None:
    settings = accept(
        analytics={"ga4": {"measurementId": "G-1"}, "hotjar": {"hjid": 12, "hjsv": "6"}},
        integrations={"intercom": "abcdef1"},
    )
    assert settings.analytics.list_identifiers() == {
        "ga4": {"measurementId": "G-1"},
        "hotjar": {"hjid": "12", "hjsv": "6"},
    }
    assert settings.integrations.list_identifiers() == {"intercom": "abcdef1"}


# What the reference was seen to refuse or accept, and what we do


ROWS: list[tuple[dict[str, Any], Code | None, Severity | None]] = [
    ({"name": ["A"]}, Code.SETTINGS_WRONG_TYPE, Severity.ERROR),
    ({"name": 5}, Code.SETTINGS_VALUE_UNDERSTOOD, Severity.INFO),
    ({"favicon": "favicon.svg"}, None, None),
    ({"unheardOfSetting": 1}, Code.SETTINGS_UNKNOWN_KEY, Severity.WARNING),
    ({"search": "top"}, None, None),
    ({"colors": {"primary": "red"}}, Code.SETTINGS_WRONG_VALUE, Severity.ERROR),
    ({"colors": {"primary": "#ff000088"}}, None, None),
    ({"colors": {"light": "#fff"}}, Code.SETTINGS_MISSING_KEY, Severity.ERROR),
    ({"navigation": []}, Code.SETTINGS_EMPTY_NAVIGATION, Severity.WARNING),
    (
        {"navigation": [], "tabs": [{"name": "A", "url": "a", "openapi": "/a.json"}]},
        None,
        None,
    ),
    (
        {"navigation": [{"group": "A", "pages": []}]},
        Code.SETTINGS_INCOMPLETE_GROUP,
        Severity.WARNING,
    ),
    ({"navigation": [{"pages": ["a"]}]}, Code.SETTINGS_INCOMPLETE_GROUP, Severity.WARNING),
    (
        {"navigation": [{"group": "A", "pages": ["a"], "x-y": 1}]},
        Code.SETTINGS_UNKNOWN_KEY,
        Severity.WARNING,
    ),
    ({"navigation": ["a"]}, Code.SETTINGS_PAGE_OUTSIDE_GROUP, Severity.WARNING),
    ({"navigation": [{"group": "", "pages": ["a"]}]}, None, None),
    (
        {"versions": ["1"], "navigation": [{"group": "A", "pages": ["a"], "version": "2"}]},
        Code.SETTINGS_UNKNOWN_VERSION,
        Severity.ERROR,
    ),
    (
        {"navigation": [{"group": "A", "pages": ["a"], "version": "2"}]},
        Code.SETTINGS_UNKNOWN_VERSION,
        Severity.WARNING,
    ),
    (
        {"versions": [{"name": "1", "default": True}, {"name": "2", "default": True}]},
        Code.SETTINGS_SEVERAL_DEFAULTS,
        Severity.ERROR,
    ),
    ({"versions": [{"name": "1", "default": False}]}, None, None),
    (
        {
            "versions": [
                {"name": "a", "default": True, "locale": "en"},
                {"name": "b", "default": True, "locale": "de"},
            ]
        },
        None,
        None,
    ),
    ({"anchors": [{"name": "A", "url": "mailto:a@b.example"}]}, None, None),
    (
        {"anchors": [{"name": "A", "url": "guides", "icon": "fa-book"}]},
        Code.SETTINGS_ICON_PREFIX,
        Severity.WARNING,
    ),
    ({"tabs": [{"name": "A", "url": "a", "openapi": "specs/a.yaml"}]}, None, None),
    ({"openapi": "http://api.example/openapi.json"}, None, None),
    (
        {"topbarCtaButton": {"type": "github", "url": "https://github.com/a/b", "name": "x"}},
        None,
        None,
    ),
    ({"topbarCtaButton": {"url": "/"}}, Code.SETTINGS_MISSING_KEY, Severity.ERROR),
    ({"topbarCtaButton": {"name": "Go"}}, Code.SETTINGS_MISSING_KEY, Severity.ERROR),
    ({"api": {"baseUrl": "api.example"}}, Code.SETTINGS_WRONG_VALUE, Severity.ERROR),
    ({"footer": {"links": [{"links": []}] * 5}}, None, None),
    ({"footer": {"links": [{"links": [{"label": "A", "url": "terms"}]}]}}, None, None),
    ({"analytics": {"matomo": {"id": "1"}}}, Code.SETTINGS_UNKNOWN_KEY, Severity.WARNING),
    (
        {"analytics": {"ga4": {"measurementId": "UA-1"}}},
        Code.SETTINGS_DOUBTFUL_IDENTIFIER,
        Severity.WARNING,
    ),
    (
        {"analytics": {"plausible": {"domain": "https://a.example"}}},
        Code.SETTINGS_WRONG_VALUE,
        Severity.ERROR,
    ),
    (
        {"font": {"family": "A", "url": "/a"}},
        Code.SETTINGS_MISSING_KEY,
        Severity.ERROR,
    ),
    (
        {
            "tabs": [{"name": "API", "url": "api"}],
            "navigation": [{"group": "A", "pages": ["a"], "tab": "APIs"}],
        },
        Code.SETTINGS_UNKNOWN_DIVISION,
        Severity.WARNING,
    ),
    ({"theme": "mint"}, Code.SETTINGS_WRONG_VALUE, Severity.ERROR),
    ({"topAnchor": {"iconType": "bold"}}, Code.SETTINGS_WRONG_VALUE, Severity.ERROR),
    ({"modeToggle": {"default": "auto"}}, None, None),
    ({"integrations": {"intercom": "abc"}}, Code.SETTINGS_DOUBTFUL_IDENTIFIER, Severity.WARNING),
    ({"colors": {"primary": "#000", "ultraLight": 1}}, None, None),
    ({"scripts": []}, Code.SETTINGS_UNKNOWN_KEY, Severity.WARNING),
    ({"basePath": "/docs"}, Code.SETTINGS_UNKNOWN_KEY, Severity.WARNING),
]


@pytest.mark.parametrize(("keys", "code", "severity"), ROWS)
def test_each_observed_case_is_decided(
    keys: dict[str, Any], code: Code | None, severity: Severity | None
) -> None:
    settings, problems = read(**keys)
    assert [(problem.code, problem.severity) for problem in problems] == (
        [(code, severity)] if code else []
    )
    assert settings is not None


# Empty values, and wrong ones


def note_of(**keys: Any) -> tuple[Settings, Problem]:
    settings, (problem,) = read(**keys)
    assert settings is not None
    assert problem.code is Code.SETTINGS_EMPTY_VALUE
    assert problem.severity is Severity.INFO
    return settings, problem


@pytest.mark.parametrize("empty", ["", None, " "])
@pytest.mark.parametrize(
    "key", sorted({f.key for f in list_fields(Settings)} - {"name", "navigation"})
)
def test_an_empty_value_of_any_optional_key_counts_as_not_given(key: str, empty: Any) -> None:
    settings, problem = note_of(**{key: empty})
    assert settings == accept()
    assert problem.message == f"`{key}` is empty, which counts as not given"


@pytest.mark.parametrize(
    "keys",
    [
        {"anchors": [{"name": "A", "url": "a", "icon": "", "color": None}]},
        {
            "analytics": {
                "ga4": {"measurementId": ""},
                "posthog": {"apiKey": "", "apiHost": "https://eu.example"},
            }
        },
        {"footerSocials": {"x": "", "github": None}},
        {"logo": {"light": "", "dark": "", "href": ""}},
        {"font": {"family": "", "weight": 500}},
        {"banner": {"content": "", "dismissible": True}},
        {"topbarCtaButton": {"name": "", "url": ""}},
        {"tabs": [None, "", {"name": "", "url": ""}]},
        {"openapi": ["", None]},
        {"colors": {"primary": "#16a34a", "light": "", "background": {"dark": None}}},
        {"integrations": {"intercom": "", "osano": None}},
        {"metadata": {"og:image": ""}},
        {"api": {"baseUrl": "", "auth": {"method": "", "name": None}}},
    ],
)
def test_empty_values_at_any_depth_are_told_in_one_note(keys: dict[str, Any]) -> None:
    filled = {"anchors": [{"name": "A", "url": "a"}], "colors": {"primary": "#16a34a"}}
    settings, _ = note_of(**keys)
    assert settings == accept(**{key: filled[key] for key in keys if key in filled})


@pytest.mark.parametrize(
    "keys",
    [
        {"font": {}, "logo": {}, "api": {"playground": {}}, "tabs": [{}]},
        {"font": {"family": "", "weight": ""}},
        {"logo": {"light": "", "dark": "", "href": "/"}},
        {"topbarCtaButton": {"type": "link", "url": "", "name": ""}},
        {"topbarLinks": [{"type": "github", "url": None}]},
    ],
)
def test_a_form_that_nobody_filled_in_counts_as_not_given(keys: dict[str, Any]) -> None:
    settings, _ = note_of(**keys)
    assert settings == accept()


def test_a_profile_without_an_address_counts_as_not_given() -> None:
    socials = [{"type": "slack", "url": ""}, {"type": "x", "url": "https://x.com/a"}]
    settings, _ = note_of(footerSocials=socials)
    assert [social.type for social in settings.socials] == ["x"]


def understand(**keys: Any) -> tuple[Settings, str]:
    settings, (problem,) = read(**keys)
    assert settings is not None
    assert (problem.code, problem.severity) == (Code.SETTINGS_VALUE_UNDERSTOOD, Severity.INFO)
    assert problem.location.column > 1
    return settings, problem.message


@pytest.mark.parametrize(
    ("keys", "meant", "message"),
    [
        (
            {"font": {"family": "A", "weight": "600"}},
            {"font": {"family": "A", "weight": 600}},
            '`font.weight` is "600", which is read as 600',
        ),
        (
            {"font": {"family": "A", "weight": "Bold"}},
            {"font": {"family": "A", "weight": 700}},
            '`font.weight` is "Bold", which is read as 700',
        ),
        (
            {"colors": {"primary": "1F6F5C"}},
            {"colors": {"primary": "#1f6f5c"}},
            '`colors.primary` is "1F6F5C", which is read as "#1F6F5C"',
        ),
        ({"theme": "default"}, {}, '`theme` is "default", which counts as not given'),
        ({"theme": "Quill"}, {"theme": "quill"}, '`theme` is "Quill", which is read as "quill"'),
        (
            {"layout": "solid-sidenav"},
            {"layout": "solidSidenav"},
            '`layout` is "solid-sidenav", which is read as "solidSidenav"',
        ),
        (
            {"feedback": {"thumbsRating": "True"}},
            {"feedback": {"thumbsRating": True}},
            '`feedback.thumbsRating` is "True", which is read as true',
        ),
        (
            {"modeToggle": {"isHidden": "off"}},
            {"modeToggle": {"isHidden": False}},
            '`modeToggle.isHidden` is "off", which is read as false',
        ),
        (
            {"footer": {"links": [{"title": 2026}]}},
            {"footer": {"links": [{"title": "2026"}]}},
            '`footer.links[0].title` is 2026, which is read as "2026"',
        ),
    ],
)
def test_what_can_be_understood_is_understood_with_a_note(
    keys: dict[str, Any], meant: dict[str, Any], message: str
) -> None:
    settings, told = understand(**keys)
    assert settings == accept(**meant)
    assert told == message


def test_a_guess_that_cannot_be_used_is_no_note() -> None:
    problem = refuse(font={"family": "A", "weight": "5000"})
    assert problem.message == "`font.weight` must be at most 1000, not 5000"


def test_the_note_on_empty_values_names_the_first_and_counts_the_others() -> None:
    groups = [{"group": "A", "pages": [{"group": "B", "icon": "", "pages": ["a"]}]}] * 7
    settings, problem = note_of(navigation=groups)
    assert len(settings.navigation) == 7
    assert problem.message.startswith(
        "`navigation[0].pages[0].icon`, `navigation[1].pages[0].icon`"
    )
    assert problem.message.endswith(" and 2 more are empty, which counts as not given")


def test_the_empty_name_of_a_group_is_a_name() -> None:
    assert accept(navigation=[{"group": "", "pages": ["a"]}]).navigation[0].group == ""


def test_an_empty_required_value_is_a_missing_one() -> None:
    for empty in ("", None):
        settings, problems = read(name=empty, tabs=[{"name": "A", "url": empty}])
        assert settings is not None
        assert settings.name == "Documentation"
        assert settings.tabs == ()
        assert {p.message for p in problems if p.severity is Severity.ERROR} == {
            "the file has no `name`",
            "`tabs[0]` has no `url`",
        }


def test_the_mode_of_the_system_is_what_happens_without_a_mode() -> None:
    assert accept(modeToggle={"default": "system"}).mode_toggle == accept().mode_toggle


def test_a_typo_in_one_color_costs_that_color_only() -> None:
    settings, (problem,) = read(colors={"primary": "#12345g", "light": "#111", "dark": "#222"})
    assert settings is not None
    assert problem.severity is Severity.ERROR
    colors = settings.colors
    assert (colors.primary, colors.light, colors.dark) == ("#16a34a", "#111111", "#222222")
    settings, _ = read(colors={"primary": "#123", "anchors": {"from": "#1", "to": "#fff"}})
    assert settings is not None
    assert (settings.colors.primary, settings.colors.anchors) == ("#112233", None)


def test_a_wrong_item_of_a_list_is_left_out_and_the_others_stay() -> None:
    settings, problems = read(
        redirects=[
            {"source": "/a", "destination": "/b"},
            {"source": "/c", "destination": "javascript:x"},
            {"source": "/d", "destination": "/e", "permanent": "never"},
        ],
        tabs=[3, {"name": "T", "url": "t"}],
        navigation=[{"group": "A", "pages": ["../x", "a", ["b"]]}],
    )
    assert settings is not None
    assert {problem.severity for problem in problems} == {Severity.ERROR}
    assert [redirect.source for redirect in settings.redirects] == ["/a", "/d"]
    assert [tab.name for tab in settings.tabs] == ["T"]
    assert settings.navigation[0].pages == ("a",)


def test_a_wrong_repository_of_a_button_is_told_at_its_address() -> None:
    text = """{"name": "A", "navigation": [{"group": "G", "pages": ["a"]}],
"topbarCtaButton": {"type": "github",
  "url": "https://example.com"}}"""
    settings, (problem,) = read_settings(text)
    assert settings is not None
    assert settings.topbar_cta_button is None
    assert problem.code is Code.SETTINGS_WRONG_VALUE
    assert (problem.location.line, problem.location.column) == (3, 10)


def test_what_lacks_a_companion_is_left_out() -> None:
    settings, problems = read(
        topbarLinks=[{"url": "/"}, {"name": "A", "url": "/a"}],
        font={"family": "A", "url": "/a"},
        versions=["1"],
        tabs=[{"name": "T", "url": "t", "version": "2"}],
    )
    assert settings is not None
    assert len(problems) == 3
    assert [link.name for link in settings.topbar_links] == ["A"]
    assert settings.font is None
    assert [(tab.name, tab.version) for tab in settings.tabs] == [("T", None)]


def test_without_a_navigation_there_is_no_site() -> None:
    for navigation in (None, 1, "a"):
        settings, problems = read(navigation=navigation)
        assert settings is None
        assert any(problem.severity is Severity.ERROR for problem in problems)


# Messages


@pytest.mark.parametrize(
    ("keys", "message", "hint"),
    [
        (
            {"layout": "top"},
            '`layout` must be one of "topnav", "sidenav" or "solidSidenav", not "top"',
            'Did you mean "topnav"?',
        ),
        (
            {"background": {"style": "dots"}},
            '`background.style` must be one of "gradient", "grid" or "windows", not "dots"',
            "",
        ),
        ({"codeBlock": {"mode": 1}}, '`codeBlock.mode` must be "dark" or "auto", not 1', ""),
        ({"name": ["A"]}, "`name` must be text, not a list", ""),
        ({"tabs": {"name": "A"}}, "`tabs` must be a list, not an object", ""),
        ({"tabs": [3]}, "`tabs[0]` must be an object, not 3", ""),
        ({"feedback": []}, "`feedback` must be an object, not a list", ""),
        (
            {"feedback": {"raiseIssue": "maybe"}},
            '`feedback.raiseIssue` must be true or false, not "maybe"',
            "",
        ),
        ({"search": "bottom"}, '`search` must be "side" or "top", not "bottom"', ""),
        ({"search": 4}, "`search` must be an object, not 4", ""),
        (
            {"colors": {"primary": "16a34"}},
            '`colors.primary` must be a hex color such as #16a34a, not "16a34"',
            "Write # and 3 or 6 hex digits (4 or 8 with transparency).",
        ),
        (
            {"colors": {"primary": "#000", "anchors": 3}},
            "`colors.anchors` must be a hex color or a gradient with `from` and `to`, not 3",
            "",
        ),
        (
            {"anchors": [{"name": "A", "url": "javascript:x"}]},
            (
                "`anchors[0].url` must be a web address, an e-mail address (mailto:) or a path "
                'of the site, not "javascript:x"'
            ),
            "Addresses start with https://, http://, mailto: or tel:; paths start with one /.",
        ),
        ({"anchors": [{"url": "guides"}]}, "`anchors[0]` has no `name`", 'Add "name" to it.'),
        (
            {"navigation": [{"group": "A", "pages": ["../secret"]}]},
            (
                "`navigation[0].pages[0]` must be the path of a page inside the project, "
                'not "../secret"'
            ),
            "Write the path from the project's root without an extension, such as guides/start.",
        ),
        (
            {"navigation": [{"group": "A", "pages": [["a"]]}]},
            "`navigation[0].pages[0]` must be the path of a page or a group, not a list",
            "",
        ),
        (
            {"footerSocials": "x"},
            '`footerSocials` must be an object of platforms and addresses, not "x"',
            "",
        ),
        (
            {"font": {"family": "A", "weight": 5000}},
            "`font.weight` must be at most 1000, not 5000",
            "",
        ),
        (
            {"font": {"family": "A", "url": "/a.eot"}},
            "`font` has no `format`",
            'Add "format" to it. It is "woff2" or "woff".',
        ),
        (
            {"font": {"family": "A; } body { x"}},
            '`font.family` must be the name of a font family, not "A; } body { x"',
            "Write one name, such as Open Sans.",
        ),
        ({"font": {"weight": 500}}, "`font` has no `family`", 'Add "family" to it.'),
        (
            {"logo": {"href": "/"}},
            "`logo` has no `light`",
            'Add "light" to it. It is the image for light mode.',
        ),
        (
            {"topbarLinks": [{"url": "/"}]},
            "`topbarLinks[0]` has no `name`",
            'Add "name" to it. It is the text to show.',
        ),
        (
            {"topbarCtaButton": {"type": "button", "url": "/", "name": "A"}},
            '`topbarCtaButton.type` must be "link" or "github", not "button"',
            "",
        ),
        (
            {"versions": ["1"], "tabs": [{"name": "A", "url": "guides", "version": "v1"}]},
            '`tabs[0].version` is "v1", which is not one of `versions`: "1"',
            'Add it to "versions", or use one of them.',
        ),
        (
            {"analytics": {"segment": {"key": "<script>"}}},
            '`analytics.segment.key` must be an identifier, not "<script>"',
            "Copy it from the provider, without quotes, blanks or code.",
        ),
    ],
)
def test_an_error_says_what_is_wrong_in_the_words_of_the_file(
    keys: dict[str, Any], message: str, hint: str
) -> None:
    problem = refuse(**keys)
    assert problem.message == message
    assert problem.hint == hint


@pytest.mark.parametrize(
    ("keys", "message", "hint"),
    [
        (
            {"colour": {"primary": "#000"}},
            "`colour` is not a setting; it is ignored",
            "Did you mean `colors`?",
        ),
        (
            {"colors": {"primary": "#000", "bakground": 1}},
            "`colors.bakground` is not a setting; it is ignored",
            "Did you mean `background`?",
        ),
        (
            {"font": {"family": "A", "wieght": 3}},
            "`font.wieght` is not a setting; it is ignored",
            "Did you mean `weight`?",
        ),
        (
            {"navigation": [{"group": "A", "pages": [{"group": "", "pages": ["a"], "ikon": "x"}]}]},
            "`navigation[0].pages[0].ikon` is not a setting; it is ignored",
            "Did you mean `icon`?",
        ),
        (
            {"feedback.thumbsRating": True},
            "`feedback.thumbsRating` is not a setting; it is ignored",
            'Write it in two steps: "feedback": {"thumbsRating": …}.',
        ),
        (
            {"background_image": "/x.png"},
            "`background_image` is not a setting; it is ignored",
            "Did you mean `backgroundImage`?",
        ),
        (
            {"footer": {"socials": [{"type": "x", "url": "/x", "label": "X"}]}},
            "`footer.socials[0].label` is not a setting; it is ignored",
            "Its settings are `type`, `url`.",
        ),
        (
            {"zzz": 1},
            "`zzz` is not a setting; it is ignored",
            "Remove it, or check its spelling.",
        ),
    ],
)
def test_an_unknown_key_is_a_warning_with_the_nearest_name(
    keys: dict[str, Any], message: str, hint: str
) -> None:
    _, problem = warn(**keys)
    assert problem.message == message
    assert problem.hint == hint


def test_everything_wrong_is_told_in_one_run_each_at_its_place() -> None:
    text = """{
  "nam": "Acme",
  "layout": "top",
  "colors": {
    "primary": "red",
    "light": 3,
    "extra": 1
  },
  "tabs": [{"isDefaultHidden": true}, {"name": "A", "url": "//evil"}],
  "versions": [{"name": "1", "default": true}, {"name": "2", "default": true}],
  "layout": "left"
}"""
    settings, problems = read_settings(text, "docs/site.json")
    assert settings is None
    assert [(str(problem.location), problem.code) for problem in problems] == [
        ("docs/site.json:1:1", Code.SETTINGS_MISSING_KEY),
        ("docs/site.json:1:1", Code.SETTINGS_MISSING_KEY),
        ("docs/site.json:2:3", Code.SETTINGS_UNKNOWN_KEY),
        ("docs/site.json:5:16", Code.SETTINGS_WRONG_VALUE),
        ("docs/site.json:6:14", Code.SETTINGS_WRONG_TYPE),
        ("docs/site.json:7:5", Code.SETTINGS_UNKNOWN_KEY),
        ("docs/site.json:9:12", Code.SETTINGS_MISSING_KEY),
        ("docs/site.json:9:12", Code.SETTINGS_MISSING_KEY),
        ("docs/site.json:9:60", Code.SETTINGS_WRONG_VALUE),
        ("docs/site.json:10:73", Code.SETTINGS_SEVERAL_DEFAULTS),
        ("docs/site.json:11:3", Code.SETTINGS_DUPLICATE_KEY),
        ("docs/site.json:11:13", Code.SETTINGS_WRONG_VALUE),
    ]


def test_the_settings_cannot_be_changed() -> None:
    with pytest.raises(AttributeError, match="frozen"):
        accept().name = "other"  # type: ignore[misc]  # type checkers know it, too

"""Settings of MkDocs and Material: each key is carried over or reported."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from octavo.builder.folder_build import build_folder
from octavo.problems import Code
from octavo_migrate.mkdocs.settings import TABLES
from tests.migrate.test_mkdocs import move

PAGES = {
    "docs/index.md": "# Home\n",
    "docs/a/one.md": "# One\n",
    "docs/a/two.md": "# Two\n",
    "docs/b/three.md": "# Three\n",
    "docs/logo.svg": "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>",
    "docs/own.css": "a {}",
}
MATERIAL_FEATURES = (
    "announce.dismiss content.action.edit content.action.view content.code.annotate "
    "content.code.copy content.code.select content.footnote.tooltips content.tabs.link "
    "content.tooltips header.autohide navigation.expand navigation.footer navigation.indexes "
    "navigation.instant navigation.instant.prefetch navigation.instant.preview "
    "navigation.instant.progress navigation.path navigation.prune navigation.sections "
    "navigation.tabs navigation.tabs.sticky navigation.top navigation.tracking search.highlight "
    "search.share search.suggest toc.follow toc.integrate made.up"
).split()
TOLD = {
    "site_author: Ann": '"author": "Ann"',
    "site_description: Hot": '"description": "Hot"',
    "site_url: https://k.example.com": '"siteUrl": "https://k.example.com"',
    "repo_url: https://g.example.com/k": '"repository"',
    "copyright: Ann": '"copyright": "Ann"',
    "copyright: '&copy; <a href=\"https://a.b\">Ann</a>'": '"© [Ann](https://a.b)"',
    "edit_uri_template: x": "`edit_uri_template`",
    "google_analytics: [UA-1, auto]": "`google_analytics`",
    "hooks: [hook.py]": "`hook.py`",
    "made_up: 1": "`made_up`",
    "extra_css: [own.css]": "`own.css`",
    "extra_css: [gone.css]": "`gone.css`",
    "extra_css: ['https://x.example.com/a.css']": "`https://x.example.com/a.css`",
    "extra_javascript: [{path: own.js, defer: true}]": "`own.js`",
    "markdown_extensions: [mkdocs-click]": "`mkdocs-click`",
    "theme: readthedocs": "the theme `readthedocs`",
    "theme: {name: material, logo: logo.svg}": '"withName": true',
    "theme: {name: material, logo: gone.svg}": "`theme.logo`",
    "theme: {name: material, favicon: logo.svg}": '"favicon": "/logo.svg"',
    "theme: {name: material, icon: {repo: a/b}}": "link to the repository",
    "theme: {name: material, icon: {logo: a/b}}": "`theme.icon.logo`",
    "theme: {name: material, icon: {admonition: {note: a}}}": "`theme.icon.admonition`",
    "theme: {name: material, language: de}": '"language": "de"',
    "theme: {name: mkdocs, locale: pt_BR}": '"language": "pt-BR"',
    "theme: {name: mkdocs, analytics: {gtag: G-2}}": '"measurementId": "G-2"',
    "theme: {name: material, direction: rtl}": "`theme.direction`",
    "theme: {name: material, custom_dir: overrides}": "`overrides`",
    "theme: {name: material, font: {text: Roboto}}": '"family": "Roboto"',
    "theme: {name: material, font: {code: Roboto Mono}}": "`theme.font.code`",
    "theme: {name: material, font: false}": "",
    "theme: {name: material, palette: {primary: teal}}": '"light": "#009485"',
    "theme: {name: material, palette: {primary: '#112233'}}": '"primary": "#112233"',
    "theme: {name: material, palette: {primary: custom}}": "`primary: custom`",
    "theme: {name: material, palette: {primary: teal, accent: red}}": "`accent: red`",
    "theme: {name: material, palette: {scheme: own}}": "`scheme: own`",
    "theme: {name: material, palette: {scheme: slate}}": '"default": "dark"',
    "theme: {name: material, palette: [{scheme: default, toggle: {icon: x}}]}": "the switch",
    "extra: {social: [{icon: a/github, link: 'https://g.example.com'}]}": '"type": "github"',
    "extra: {social: [{icon: a, link: 'mailto:a@b.c'}]}": "`mailto:a@b.c`",
    "extra: {analytics: {provider: google, property: G-1}}": '"measurementId": "G-1"',
    "extra: {analytics: {provider: own}}": "`own`",
    "extra: {analytics: {feedback: {title: Good?}}}": '"thumbsRating": true',
    "extra: {version: {provider: mike}}": "`extra.version`",
    "extra: {alternate: []}": "`extra.alternate`",
    "extra: {consent: {}}": "`extra.consent`",
    "extra: {homepage: 'https://h.example.com'}": "`extra.homepage`",
    "extra: {generator: false}": '"isWhiteLabeled": true',
    "extra: {status: {new: New}}": "`extra.status`",
    "extra: {own: 1}": "`extra.own`",
    "plugins: [blog]": "`blog`",
    "plugins: [mike]": "`mike`",
    "plugins: [made-up]": "`made-up`",
    "plugins: [{search: {lang: de}}]": "`lang` of the plugin `search`",
    "plugins: [{macros: {module_name: a}}]": "`module_name` of the plugin `macros`",
    "plugins: [git-revision-date-localized]": '"timestamp": true',
    "plugins: [material/tags]": "`material/tags`",
    "plugins: [social]": "the plugin `social`",
}


@pytest.mark.parametrize("line", TOLD)
def test_every_key_is_carried_over_or_told(tmp_path: Path, line: str) -> None:
    new, _, report = move(tmp_path, {**PAGES, "mkdocs.yml": f"site_name: A\n{line}\n"})
    assert TOLD[line] in report + (new / "site.json").read_text()


def test_every_feature_of_material_is_told(tmp_path: Path) -> None:
    features = ", ".join(MATERIAL_FEATURES)
    settings = f"site_name: A\ntheme: {{name: material, features: [{features}]}}\n"
    _, moved, report = move(tmp_path, {**PAGES, "mkdocs.yml": settings})
    assert [name for name in MATERIAL_FEATURES if f"the feature `{name}`" not in report] == []
    assert TABLES["features"].keys() <= set(MATERIAL_FEATURES)
    assert moved["eyebrow"] == {"display": "breadcrumbs"}


def test_topmost_entries_are_tabs(tmp_path: Path) -> None:
    settings = """
site_name: A
theme: {name: material, features: [navigation.tabs]}
nav:
  - Start: index.md
  - Guide:
      - a/one.md
      - More: [a/two.md]
  - Forum: https://forum.example.com
  - Rest: [Chat: https://chat.example.com, Three: b/three.md]
"""
    new, moved, _ = move(tmp_path, {**PAGES, "mkdocs.yml": settings})
    assert moved["primaryTab"] == {"name": "Start"}
    assert moved["tabs"] == [
        {"name": "Guide", "url": "a/one"},
        {"name": "Forum", "url": "https://forum.example.com"},
        {"name": "Rest", "url": "b/three"},
    ]
    assert moved["navigation"] == [
        {"group": "", "pages": ["index"]},
        {"group": "Guide", "tab": "Guide", "pages": ["a/one"]},
        {"group": "More", "pages": ["a/two"], "tab": "Guide"},
        {"group": "Rest", "tab": "Rest", "pages": ["links/chat", "b/three"]},
    ]
    assert not (new / "links/forum.md").exists()
    built = build_folder(str(new), str(tmp_path / "out"))
    assert {each.code for each in built.problems} <= {Code.CONTRAST_LOW}
    assert ">Forum<" in (tmp_path / "out/a/two/index.html").read_text()


@pytest.mark.parametrize(
    ("palette", "expected"),
    [
        (
            [
                {"scheme": "default", "primary": "teal", "media": "(prefers-color-scheme: light)"},
                {"scheme": "slate", "primary": "cyan", "media": "(prefers-color-scheme: dark)"},
            ],
            {"colors": {"primary": "#007b6e", "light": "#00bdd6"}},
        ),
        (
            [{"scheme": "slate", "primary": "cyan"}, {"scheme": "default", "primary": "cyan"}],
            {
                "colors": {"primary": "#007787", "light": "#00bdd6"},
                "modeToggle": {"default": "dark"},
            },
        ),
    ],
)
def test_palettes_are_colors_and_modes(
    tmp_path: Path, palette: list[Any], expected: dict[str, Any]
) -> None:
    settings = f"site_name: A\ntheme: {{name: material, palette: {palette}}}\n"
    _, moved, _ = move(tmp_path, {**PAGES, "mkdocs.yml": settings})
    assert {key: moved[key] for key in ("colors", "modeToggle") if key in moved} == expected


def test_the_logo_leads_to_the_homepage(tmp_path: Path) -> None:
    settings = "site_name: A\ntheme: {name: material, logo: logo.svg}\n"
    settings += "extra: {homepage: 'https://h.example.com'}\n"
    _, moved, _ = move(tmp_path, {**PAGES, "mkdocs.yml": settings})
    assert moved["logo"]["href"] == "https://h.example.com"


def test_buttons_look_like_buttons(tmp_path: Path) -> None:
    files = {
        **PAGES,
        "mkdocs.yml": "site_name: A\nmarkdown_extensions: [attr_list]\n",
        "docs/index.md": "# Home\n\n[Go](a/one.md){ .md-button .md-button--primary }\n",
    }
    new, _, _ = move(tmp_path, files)
    assert ".md-button--primary" in (new / "buttons.css").read_text()
    build_folder(str(new), str(tmp_path / "out"))
    page = (tmp_path / "out/index.html").read_text()
    assert '<a href="/a/one/" class="md-button md-button--primary">Go</a>' in page


def test_an_entry_after_the_tabs_is_the_last_tab(tmp_path: Path) -> None:
    nav = "nav: [{Home: index.md}, {A: [a/one.md]}, {Changes: a/two.md}, b/three.md]\n"
    theme = "theme: {name: material, features: [navigation.tabs]}\n"
    _, settings, _ = move(tmp_path, {**PAGES, "mkdocs.yml": f"site_name: K\n{nav}{theme}"})
    assert settings["primaryTab"] == {"name": "Home"}
    assert settings["tabs"] == [
        {"name": "A", "url": "a/one"},
        {"name": "Changes", "url": "a/two"},
        {"name": "Three", "url": "b/three"},
    ]
    assert [group.get("tab") for group in settings["navigation"]] == [None, "A", "Changes", "Three"]


def test_the_first_tab_is_the_first_entry(tmp_path: Path) -> None:
    nav = "nav: [{A: [a/one.md, index.md]}, {Changes: a/two.md}]\n"
    theme = "theme: {name: material, features: [navigation.tabs]}\n"
    _, settings, _ = move(tmp_path, {**PAGES, "mkdocs.yml": f"site_name: K\n{nav}{theme}"})
    assert "primaryTab" not in settings
    assert [tab["name"] for tab in settings["tabs"]] == ["A", "Changes"]


@pytest.mark.parametrize(
    ("theme", "bar"),
    [
        ("{name: material}", {"light": "#4051b5", "dark": "#4051b5"}),
        ("{name: material, palette: {primary: teal}}", {"light": "#009485", "dark": "#009485"}),
        (
            "{name: material, palette: [{primary: black}, {scheme: slate, primary: '#112233'}]}",
            {"light": "#000000", "dark": "#112233"},
        ),
        ("{name: material, palette: {primary: white}}", None),
        ("{name: material, palette: {primary: custom}}", None),
        ("{name: material, variant: modern}", None),
        ("readthedocs", None),
    ],
)
def test_the_bar_has_the_color_of_the_old_theme(tmp_path: Path, theme: str, bar: Any) -> None:
    _, settings, _ = move(tmp_path, {**PAGES, "mkdocs.yml": f"site_name: K\ntheme: {theme}\n"})
    assert settings.get("topbar", {}).get("color") == bar


def test_a_white_logo_is_seen_as_before(tmp_path: Path) -> None:
    white = '<svg viewBox="0 0 9 9"><path fill="#fff" d="M0 0h9v9z"/></svg>'
    files = {
        "docs/logo.svg": white,
        "mkdocs.yml": "site_name: K\ntheme: {name: material, logo: logo.svg}\n",
    }
    new, settings, _ = move(tmp_path, {**PAGES, **files})
    assert settings["logo"] == {"light": "/logo.svg", "dark": "/logo.svg", "withName": True}
    problems = build_folder(str(new), str(tmp_path / "site")).problems
    assert Code.CONTRAST_LOW not in [problem.code for problem in problems]

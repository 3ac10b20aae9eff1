"""The parts around the content of built pages, setting by setting."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.folder_build import BuildReport, build_folder
from octavo.problems import sort_problems
from octavo.render.assets.theme_files import load_theme_text
from octavo.render.shell.parts import find_social_name
from octavo.settings.models.analytics import SERVICES
from octavo.settings.models.links import SOCIAL_PLATFORMS, find_github_repository
from tests.site_search import find_addresses, list_pages

NAVIGATION = [{"group": "Start", "pages": ["index", {"group": "Deep", "pages": ["a/b"]}]}]


class Built:
    """A built site to look into."""

    def __init__(self, folder: Path, report: BuildReport) -> None:
        self.folder = folder
        self.codes = [problem.code.value for problem in report.problems]
        self.problems = report.problems

    def page(self, name: str = "") -> str:
        return (self.folder / name / "index.html").read_text()

    def part(self, pattern: str, name: str = "") -> str:
        """Return the part of a page that a pattern matches, or nothing."""
        found = re.search(pattern, self.page(name), re.DOTALL)
        return found[0] if found else ""

    @property
    def css(self) -> str:
        return next(self.folder.glob("_octavo/*/site.css")).read_text()


@pytest.fixture
def build(write_project: Any, tmp_path: Path) -> Any:
    def build_site(pages: dict[str, str] | None = None, **settings: Any) -> Built:
        files: dict[str, Any] = {
            "site.json": {"name": "Test", "navigation": NAVIGATION, **settings},
            "index.mdx": "---\ntitle: Home\n---\n\n## One\n\n## Two\n",
            "a/b.mdx": "---\ntitle: Page B\n---\n\ntext\n",
            "logo.svg": "<svg/>",
            "dark.svg": "<svg/>",
            "icon.png": b"png",
            **(pages or {}),
        }
        root = write_project(files)
        report = build_folder(str(root), str(tmp_path / "out"))
        assert report.output, report.problems
        return Built(tmp_path / "out", report)

    return build_site


def test_without_a_logo_the_name_is_shown(build: Any) -> None:
    site = build()
    assert re.search(r'<a class="nav-logo" href="/">\s*Test\s*</a>', site.page())


def test_a_logo_is_shown_for_each_mode_and_leads_where_it_should(build: Any) -> None:
    logo = {"light": "/logo.svg", "dark": "dark.svg", "href": "https://example.com"}
    site = build(logo=logo)
    logo_html = site.part(r'<a class="nav-logo".*?</a>')
    assert 'href="https://example.com"' in logo_html
    assert '<img class="only-light" src="/logo.svg" alt="Test">' in logo_html
    assert '<img class="only-dark" src="/dark.svg" alt="Test">' in logo_html


def test_the_name_may_stand_beside_the_logo(build: Any) -> None:
    logo = build(logo={"light": "/logo.svg", "withName": True}).part('<a class="nav-logo".*?</a>')
    assert '<img class="only-light" src="/logo.svg" alt="">' in logo
    assert "<span>Test</span>" in logo


@pytest.mark.parametrize(
    ("color", "tokens"),
    [
        ({"light": "#1f6f5c", "dark": "#fff"}, "light-dark(#1f6f5c,#ffffff)"),
        ("#000", "light-dark(#000000,#000000)"),
        ({"dark": "#123456"}, "light-dark(#ffffff,#123456)"),
    ],
)
def test_the_bar_has_its_color_in_each_mode(build: Any, color: Any, tokens: str) -> None:
    site = build(topbar={"color": color})
    assert f"--topbar-page:{tokens};" in site.css
    assert "--page: var(--topbar-page)" in site.css or "--page:var(--topbar-page)" in site.css
    assert "topbar-page" not in build().css


@pytest.mark.parametrize("logo", ["/lost.svg", {"light": "/lost.svg", "dark": "gone.svg"}])
def test_where_the_logo_is_missing_the_name_is_shown(build: Any, logo: Any) -> None:
    site = build(logo=logo)
    assert re.search(r'<a class="nav-logo" href="/">\s*Test\s*</a>', site.page())


def test_where_one_logo_is_missing_the_other_is_shown(build: Any) -> None:
    html = build(logo={"light": "/logo.svg", "dark": "/lost.svg"}).part(
        '<a class="nav-logo".*?</a>'
    )
    assert html.count("/logo.svg") == 2
    html = build(logo={"light": "https://a.example/l.svg"}).part('<a class="nav-logo".*?</a>')
    assert html.count("https://a.example/l.svg") == 2


def test_one_logo_serves_both_modes(build: Any) -> None:
    assert build(logo="/logo.svg").part('<a class="nav-logo".*?</a>').count("/logo.svg") == 2


def test_the_favicon_is_linked(build: Any) -> None:
    assert '<link rel="icon" href="/icon.png">' in build(favicon="icon.png").page()


def test_colors_become_custom_properties_under_the_names_authors_use(build: Any) -> None:
    colors = {
        "primary": "#0A5",
        "light": "#5fd08a",
        "dark": "#17603a",
        "background": {"dark": "#101010"},
    }
    css = build(colors=colors).css
    assert "--primary:#00aa55;--primary-light:#5fd08a;--primary-dark:#17603a;" in css
    assert "--background-light:#ffffff;--background-dark:#101010;" in css


def test_a_color_that_is_hard_to_read_is_told_with_its_contrast(build: Any) -> None:
    site = build(colors={"primary": "#ffd400", "light": "#ffd400", "dark": "#111111"})
    (problem,) = site.problems
    assert problem.code == "contrast-low"
    assert problem.location.line > 0
    assert re.search(r"\d\.\d\d?:1", problem.message)


@pytest.mark.parametrize(
    ("settings", "attribute"),
    [
        ({}, 'data-layout="topnav"'),
        ({"layout": "sidenav"}, 'data-layout="sidenav"'),
        ({"theme": "quill"}, 'data-rounded="sharp"'),
        ({"theme": "quill", "rounded": "default"}, 'data-rounded="default"'),
        ({"sidebar": {"items": "border"}}, 'data-items="border"'),
        ({"topbar": {"style": "gradient"}}, 'data-topbar="gradient"'),
        ({"background": {"style": "grid"}}, 'data-background="grid"'),
        ({"codeBlock": {"mode": "auto"}}, 'data-code="auto"'),
        ({"modeToggle": {"default": "dark"}}, 'class="dark" data-mode="dark"'),
        ({"modeToggle": {"default": "dark", "isHidden": True}}, "data-forced"),
    ],
)
def test_every_styling_choice_is_an_attribute_of_the_page(
    build: Any, settings: dict[str, Any], attribute: str
) -> None:
    assert attribute in build(**settings).part("<html[^>]*>")


def test_a_background_image_is_a_custom_property(build: Any) -> None:
    site = build(backgroundImage="/logo.svg")
    assert '--background-image:url("/logo.svg")' in site.css
    assert "data-background-image" in site.part("<html[^>]*>")


def test_the_mode_toggle_can_be_hidden(build: Any) -> None:
    assert "data-mode-toggle" in build().page()
    assert "data-mode-toggle" not in build(modeToggle={"isHidden": True}).page()


def test_the_search_entry_stands_on_top_or_at_the_side_with_its_prompt(build: Any) -> None:
    site = build(search={"location": "side", "prompt": "Ask <us>"})
    assert 'id="search-bar-entry"' not in site.part("<header id.*?</header>")
    assert "Ask &lt;us&gt;" in site.part('<div id="sidebar".*?</nav>')
    assert 'id="search-bar-entry"' in build(search="top").part("<header id.*?</header>")


@pytest.mark.parametrize("layout", ["topnav", "sidenav"])
@pytest.mark.parametrize("search", ["top", "side"])
def test_each_search_entry_has_an_id_of_its_own(build: Any, layout: str, search: str) -> None:
    page = build(layout=layout, search=search).page()
    assert page.count('id="search-bar-entry"') == page.count('id="search-bar-entry-mobile"') == 1


def test_top_bar_links_and_the_button(build: Any) -> None:
    site = build(
        topbarLinks=[{"name": "Blog", "url": "https://blog.example"}, {"name": "B", "url": "/a/b"}],
        topbarCtaButton={"name": "Start", "url": "/a/b", "style": "pill", "arrow": False},
    )
    header = site.part("<header id.*?</header>")
    assert 'href="https://blog.example" target="_blank" rel="noopener">Blog' in header
    assert '<a class="navbar-link" href="/a/b/">B</a>' in header
    assert re.search(r'id="topbar-cta-button" class="button button-pill"[^>]*>Start</a>', header)
    assert site.page().count('id="topbar-cta-button"') == 1, "the drawer has the button, too"


def test_a_repository_button_names_it_and_an_unreadable_one_is_left_out(build: Any) -> None:
    button = {"type": "github", "url": "https://github.com/acme/garden"}
    site = build(topbarCtaButton=button)
    assert 'data-repository="acme/garden"' in site.page()
    assert "repository.js" in site.page()
    gone = build(topbarCtaButton={**button, "url": "https://github.com/acme"})
    assert "data-repository" not in gone.page()


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("https://github.com/a/b", "a/b"),
        ("https://github.com/a/b.git", "a/b"),
        ("https://github.com/a/b/tree/main", "a/b"),
        ("https://github.com/a", None),
        ("https://example.com/a/b", None),
    ],
)
def test_repositories_are_read_from_addresses(url: str, name: str | None) -> None:
    assert find_github_repository(url) == name


def test_anchors_have_icons_and_colors_without_inline_styles(build: Any) -> None:
    anchors = [
        {"name": "A", "url": "a", "icon": "rocket", "color": {"from": "#ff0000", "to": "#0000ff"}},
        {"name": "Chat", "url": "https://chat.example", "icon": "discord"},
    ]
    site = build(anchors=anchors, colors={"primary": "#15803d", "anchors": "#123456"})
    assert "style=" not in site.page()
    assert "linear-gradient(45deg" in site.css
    assert "--anchor:#123456" in site.css
    assert site.page().count('class="nav-anchor"') == 3, "the top anchor comes first"
    sprite = next((site.folder / "_octavo").glob("icons-*.svg")).read_text()
    assert "rocket" in sprite
    assert "discord" in sprite


def test_icons_of_paid_sets_are_told_together_once(build: Any) -> None:
    pages = {
        "a/b.mdx": "---\nicon: user-crown\niconType: duotone\n---\n\n<Icon icon='memo-pad' />\n",
        "index.mdx": "<Card title='A' icon='memo-pad' iconType='thin' />\n",
    }
    anchor = {"name": "A", "url": "https://a.example", "icon": "user-crown"}
    site = build(pages, anchors=[anchor])
    (problem,) = sort_problems(site.problems)
    assert (problem.code, problem.severity) == ("icon-stand-in", "info")
    for told in ("`user-crown` as `user`", "`memo-pad` as `file-lines`", "style `duotone`"):
        assert problem.message.count(told) == 1
    assert "#neutral" not in site.page()


def test_an_unknown_icon_is_a_neutral_mark_and_a_warning(build: Any) -> None:
    site = build({"a/b.mdx": "---\nicon: rokcet\n---\n"})
    (problem,) = site.problems
    assert problem.code == "icon-unknown"
    assert (problem.location.source, problem.location.line) == ("a/b.mdx", 2)
    assert "rocket" in problem.hint
    assert "#neutral" in site.page()


@pytest.mark.parametrize("icon", ["<svg onload=x>", "../../etc/passwd", 'a"b', "x" * 5000])
def test_a_hostile_icon_is_harmless(build: Any, icon: str) -> None:
    site = build(navigation=[{"group": "A", "icon": icon, "pages": ["index", "a/b"]}])
    assert "onload=x" not in site.page().replace("onload%3Dx", "")


def test_versions_lead_to_their_first_pages_or_elsewhere(build: Any) -> None:
    site = build(
        {"old.mdx": "old", "new.mdx": "new"},
        versions=[
            "v2",
            {"name": "v1", "locale": "jp"},
            {"name": "v0", "url": "https://v0.example"},
        ],
        navigation=[
            {"group": "New", "version": "v2", "pages": ["new"]},
            {"group": "Old", "version": "v1", "pages": ["old"]},
        ],
    )
    menu = site.part('<details class="versions">.*?</details>', "new")
    assert '<a href="/new/" aria-current="true">v2</a>' in menu
    assert '<a href="/old/">v1</a>' in menu
    assert 'href="https://v0.example" target="_blank"' in menu
    assert '<html lang="ja"' in site.page("old")
    assert '<html lang="en"' in site.page("new")


def test_the_eyebrow_is_the_group_or_the_path_of_groups(build: Any) -> None:
    assert '<div class="eyebrow">Deep</div>' in build().page("a/b")
    site = build(eyebrow={"display": "breadcrumbs"})
    assert "<ol><li>Start</li><li>Deep</li></ol>" in site.page("a/b")


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("createTargetGroupAttachment", "create<wbr>Target<wbr>Group<wbr>Attachment"),
        ("GET /v2/customers/{id}/cards", "GET /v2/<wbr>customers/<wbr>{id}/<wbr>cards"),
        ("some_very_long_name &amp", "some_<wbr>very_<wbr>long_<wbr>name &amp;amp"),
        ("Short createRun", "Short createRun"),
    ],
)
def test_long_words_of_a_title_end_their_lines_between_their_parts(
    build: Any, title: str, shown: str
) -> None:
    site = build(pages={"a/b.mdx": f'---\ntitle: "{title}"\n---\n'})
    assert f'<h1 id="page-title">{shown}</h1>' in site.page("a/b")


def test_a_tab_is_shown_only_where_it_leads_elsewhere(build: Any) -> None:
    alone: dict[str, Any] = {
        "tabs": [{"name": "All", "url": "a"}],
        "navigation": [{"group": "G", "pages": ["a/b"]}],
    }
    status = {"name": "Status", "url": "https://status.example"}
    assert 'class="nav-tabs"' not in build(**alone).page("a/b")
    assert 'class="nav-tabs"' not in build(**alone, anchors=[status]).page("a/b")
    assert 'class="nav-tabs"' in build(**{**alone, "navigation": NAVIGATION}).page("a/b")
    assert 'class="nav-tabs"' in build(tabs=[*alone["tabs"], status]).page("a/b")


def test_the_footer_ends_with_a_line_of_markdown(build: Any) -> None:
    html = build(footer={"copyright": "© 2026 [Ann](https://a.b)"}).part("<footer.*?</footer>")
    assert "© 2026 <a " in html
    assert 'href="https://a.b"' in html


def test_the_footer_has_columns_and_socials_in_every_written_form(build: Any) -> None:
    columns = [{"title": "More", "links": [{"label": "Out", "url": "https://x.example"}]}]
    footer = {"socials": {"github": "https://github.com/a"}, "links": columns}
    html = build(footer=footer).part("<footer.*?</footer>")
    assert "<h2>More</h2>" in html
    assert 'href="https://x.example" target="_blank" rel="noopener noreferrer">Out' in html
    assert 'aria-label="GitHub"' in html
    array = build(footerSocials=[{"type": "x", "url": "https://x.com/a"}])
    assert 'aria-label="X"' in array.page()
    assert "<footer" not in build().page()


def test_every_platform_has_a_name_that_people_use() -> None:
    names = [find_social_name(platform) for platform in SOCIAL_PLATFORMS]
    assert {"Hacker News", "GitHub", "YouTube", "LinkedIn", "Bluesky"} <= set(names)
    assert all(name[0].isupper() and "-" not in name for name in names)


def test_feedback_links_come_from_the_repository_setting(build: Any) -> None:
    site = build(
        feedback={"suggestEdit": True, "raiseIssue": True, "thumbsRating": True},
        repository={"url": "https://github.com/acme/docs", "branch": "main", "folder": "site"},
    )
    html = site.page("a/b")
    assert 'href="https://github.com/acme/docs/edit/main/site/a/b.mdx"' in html
    assert "https://github.com/acme/docs/issues/new?title=" in html
    assert "data-rating hidden" in html
    assert "feedback.js" in html


@pytest.mark.parametrize(
    ("mode", "sidebar", "title", "contents", "footer"),
    [
        ("", True, True, True, True),
        ("wide", True, True, False, True),
        ("center", False, True, False, True),
        ("custom", False, False, False, False),
        ("frame", True, False, False, True),
    ],
)
def test_page_modes_leave_parts_out(
    build: Any, mode: str, sidebar: bool, title: bool, contents: bool, footer: bool
) -> None:
    text = f"---\ntitle: T\nmode: {mode or '~'}\n---\n\n## One\n\n## Two\n"
    site = build({"index.mdx": text}, footerSocials={"x": "https://x.com/a"})
    html = site.page()
    shown = (
        'id="sidebar"' in html,
        'id="page-title"' in html,
        'id="table-of-contents"' in html,
        'id="footer"' in html,
    )
    assert shown == (sidebar, title, contents, footer)


def test_previous_and_next_can_be_left_out(build: Any) -> None:
    assert "pagination-next" in build().page()
    site = build({"index.mdx": "---\nhideFooterPagination: true\n---\n"})
    assert "pagination-next" not in site.page()


def test_analytics_and_chat_are_data_and_load_only_when_set(build: Any) -> None:
    site = build(
        analytics={"ga4": {"measurementId": "G-1234567"}}, integrations={"intercom": "abcdef12"}
    )
    assert '"analytics":{"ga4":{"measurementId":"G-1234567"}}' in site.page()
    assert "analytics.js" in site.page()
    assert "chat.js" in site.page()
    plain = build().page()
    assert "analytics.js" not in plain
    assert "chat.js" not in plain


def test_data_of_the_page_cannot_end_its_element(build: Any) -> None:
    site = build(search={"prompt": "</script><script>alert(1)//"})
    data = site.part('<script type="application/json".*?</script>')
    assert "</script><script>alert" not in data


def test_an_own_font_is_declared_and_loaded_early(build: Any) -> None:
    font = {"family": "Mine", "url": "/mine.woff2", "format": "woff2", "weight": 560}
    site = build({"mine.woff2": "font"}, font=font)
    assert "@font-face" in site.css
    assert "/mine.woff2" in site.css
    assert '<link rel="preload" href="/mine.woff2" as="font"' in site.page()


def test_the_search_index_holds_listed_pages_only(build: Any) -> None:
    site = build({"hidden.mdx": "# Hidden", "a/b.mdx": "---\nsearchable: false\n---\n"})
    pages = list_pages(lambda name: (site.folder / name).read_bytes())
    assert pages == [["/", "Home", "", "Start"]]
    assert find_addresses(site.folder, "two") == ["/"]
    assert find_addresses(site.folder, "hidden") == []


def test_a_banner_is_markdown_and_can_be_closed(build: Any) -> None:
    site = build(banner={"content": "**New:** see [B](/a/b)", "dismissible": True})
    banner = site.part('<section id="banner".*?<header')
    assert "<strong>New:</strong>" in banner
    assert '<a href="/a/b/">B</a>' in banner
    assert "data-banner-close" in banner
    assert "menus.js" in site.page()


def test_unknown_addresses_may_lead_home_instead(build: Any) -> None:
    site = build(errors={"404": {"redirect": True}})
    assert 'content="0; url=/"' in (site.folder / "404.html").read_text()


def test_the_page_not_found_offers_search_and_near_pages(build: Any) -> None:
    build_ = build(errors={"404": {"title": "Lost?", "description": "Try again."}})
    html = (build_.folder / "404.html").read_text()
    assert '<h1 id="page-title">Lost?</h1>' in html
    assert "Try again." in html
    assert "data-search-open" in html
    assert "data-nearest" in html
    assert '<meta name="robots" content="noindex">' in html


def test_the_text_of_the_page_not_found_is_markdown(build: Any) -> None:
    text = "Ask **us** at [help](https://example.com/help)."
    html = (build(errors={"404": {"description": text}}).folder / "404.html").read_text()
    assert "<strong>us</strong>" in html
    assert '<a href="https://example.com/help"' in html


def test_the_search_knows_what_versions_are_called(build: Any) -> None:
    versions = [{"name": "v1", "label": "Version 1 (old)"}, {"name": "v2"}]
    groups = [{"group": "G", "pages": ["index"], "version": "v2"}]
    page = build(versions=versions, navigation=groups).page()
    assert '"labels":{"v1":"Version 1 (old)"}' in page.replace('": ', '":')


@pytest.mark.parametrize(
    ("analytics", "told"),
    [
        ({}, True),
        ({"clearbit": {"publicApiKey": "pk_1"}}, True),
        ({"clearbit": {"publicApiKey": "pk_1"}, "ga4": {"measurementId": "G-1"}}, False),
    ],
)
def test_a_rating_that_nothing_takes_is_told(
    build: Any, analytics: dict[str, Any], told: bool
) -> None:
    site = build(feedback={"thumbsRating": True}, analytics=analytics)
    assert ("rating-not-shown" in site.codes) is told


def test_all_other_providers_take_events() -> None:
    """What the build believes of them is what the script knows."""
    script = load_theme_text("js", "services", "analytics.js")
    table = script[script.index("const PROVIDERS") : script.index("async function start")]
    providers = re.findall(r"^  (\w+): \{\n(.*?)^  \},$", table, re.MULTILINE | re.DOTALL)
    silent = {name for name, row in SERVICES["analytics"].items() if row.get("takesNoEvents")}
    assert [name for name, _ in providers] == list(SERVICES["analytics"])
    assert {name for name, text in providers if " send:" not in text} == silent == {"clearbit"}


def told(site: Built) -> list[str]:
    return [f"{p.code.value} {p.location.line} {p.message}" for p in site.problems]


def test_files_of_the_settings_that_are_missing_are_told_with_their_places(build: Any) -> None:
    site = build(
        logo={"light": "/logo.svg", "dark": "/drak.svg"},
        favicon="/favicon.png",
        backgroundImage="https://example.com/x.png",
        font={
            "body": {"family": "A", "url": "/fonts/a.woff2", "format": "woff2"},
            "code": {"family": "B", "url": "/fonts/b.woff2"},
        },
    )
    assert told(site) == [
        "settings-file-missing 19 there is no file `drak.svg` in the project",
        "settings-file-missing 21 there is no file `favicon.png` in the project",
        "settings-file-missing 26 there is no file `fonts/a.woff2` in the project",
        "settings-file-missing 31 there is no file `fonts/b.woff2` in the project",
    ]
    assert site.problems[0].hint == "Did you mean `/dark.svg`?"
    assert told(build(logo="/no.svg", favicon="/icon.png")) == [
        "settings-file-missing 17 there is no file `no.svg` in the project"
    ]


@pytest.mark.parametrize("path", ["./logo.svg", "logo.svg", "/./logo.svg", "x/../logo.svg"])
def test_paths_with_dots_name_the_same_file(build: Any, path: str) -> None:
    assert told(build(logo=path)) == []


@pytest.mark.parametrize(
    ("settings", "told_of"),
    [
        ({"feedback": {"suggestEdit": True}}, "neither the settings nor git say where"),
        (
            {"feedback": {"raiseIssue": True}, "repository": "https://git.example.com/a/b"},
            "the addresses of the host of https://git.example.com/a/b are not known",
        ),
        ({"feedback": {"suggestEdit": True}, "repository": "https://github.com/a/b"}, None),
        ({"feedback": {"suggestEdit": False}}, None),
    ],
)
def test_links_to_sources_that_lead_nowhere_are_told(
    build: Any, settings: dict[str, Any], told_of: str | None
) -> None:
    site = build(**settings)
    assert [each for each in told(site) if told_of and told_of in each] == told(site)
    assert len(site.problems) == (1 if told_of else 0)


def test_a_repository_without_a_branch_has_edit_links(build: Any) -> None:
    site = build(feedback={"suggestEdit": True}, repository="https://github.com/a/b")
    assert 'href="https://github.com/a/b/edit/main/index.mdx"' in site.page()


@pytest.mark.parametrize("url", ["https://gitlab.com/a/b", "https://evil.example/github.com/a/b"])
def test_a_github_button_that_leads_elsewhere_is_an_error(build: Any, url: str) -> None:
    site = build(topbarCtaButton={"type": "github", "url": url})
    [problem] = site.problems
    assert problem.code.value == "settings-wrong-value"
    assert problem.severity.value == "error"
    assert "must be the address of a repository on GitHub" in problem.message
    assert "https://github.com/owner/name" in problem.hint
    assert "data-repository" not in site.page()


BLACK = '<svg viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
WHITE = '<svg viewBox="0 0 9 9"><path fill="#fff" d="M0 0h9v9z"/></svg>'


@pytest.mark.parametrize(
    ("mode", "light", "dark", "is_told"),
    [
        ({"default": "dark", "isHidden": True}, BLACK, BLACK, True),
        ({"default": "dark", "isHidden": True}, BLACK, WHITE, False),
        ({"default": "light", "isHidden": True}, WHITE, BLACK, True),
        ({"default": "light", "isHidden": True}, BLACK, WHITE, False),
        ({"default": "dark"}, BLACK, BLACK, True),
        ({"default": "light"}, WHITE, WHITE, True),
        ({"default": "light"}, BLACK, WHITE, False),
        ({"default": "dark", "isHidden": True}, BLACK, BLACK + "<style/>", False),
    ],
)
def test_a_logo_that_nobody_can_see_is_told(
    build: Any, mode: dict[str, Any], light: str, dark: str, is_told: bool
) -> None:
    logos = {"logo.svg": light, "dark.svg": dark}
    site = build(logos, logo={"light": "/logo.svg", "dark": "/dark.svg"}, modeToggle=mode)
    assert site.codes == (["contrast-low"] if is_told else [])


def test_the_color_of_the_bar_counts_for_the_logo_on_it(build: Any) -> None:
    logos, logo = (
        {"logo.svg": WHITE, "dark.svg": WHITE},
        {"light": "/logo.svg", "dark": "/dark.svg"},
    )
    green = {"color": {"light": "#1f6f5c", "dark": "#0f2f28"}}
    assert build(logos, logo=logo, topbar=green).codes == []
    white = {"color": "#ffffff"}
    assert build(logos, logo=logo, topbar=white).codes == ["contrast-low"] * 2

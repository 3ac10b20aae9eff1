"""How pages are divided into tabs, anchors, versions and groups."""

from __future__ import annotations

from typing import Any

import pytest

from octavo.problems import Problem
from octavo.site.divisions import list_first_pages, list_visible_divisions
from octavo.site.model import Entry, Group, Section, Site


def group(name: str, *pages: Any, **more: Any) -> dict[str, Any]:
    return {"group": name, "pages": list(pages), **more}


def tree(entries: tuple[Entry, ...]) -> list[Any]:
    """Return entries as plain values: [name, children…] for a group, the label for a page."""
    return [
        [entry.name, *tree(entry.entries)] if isinstance(entry, Group) else entry.label
        for entry in entries
    ]


def section_at(site: Site, url: str) -> Section:
    return site.sections[site.section_of[url]]


def codes(problems: list[Problem]) -> list[str]:
    return [problem.code.value for problem in problems]


def test_groups_nest_and_pages_are_named_by_title_or_path(make_site: Any) -> None:
    site, problems = make_site(
        {"navigation": [group("Start", "index", group("More", "a/deep-page", "b"))]},
        {"index": {"title": "Welcome"}, "a/deep-page": {}, "b": {"sidebarTitle": "Short"}},
    )
    assert not problems
    (section,) = site.sections.values()
    assert tree(section.entries) == [["Start", "Welcome", ["More", "Deep page", "Short"]]]
    assert section.order == ("/", "/a/deep-page", "/b")
    assert [g.name for g in section.groups["/b"]] == ["Start", "More"]


def test_a_listed_page_without_a_file_is_a_warning_and_is_not_shown(make_site: Any) -> None:
    site, problems = make_site(
        {"navigation": [group("Start", "index", "guides/instal")]}, ["index", "guides/install"]
    )
    (problem,) = problems
    assert problem.code == "page-missing"
    assert problem.severity == "warning"
    assert problem.location.source == "navigation/0/pages/1"
    assert problem.hint == "Did you mean `guides/install`?"
    assert tree(section_at(site, "/").entries) == [["Start", "Home"]]
    assert section_at(site, "/").order == ("/",)


def test_a_page_listed_under_its_name_in_another_folder_is_suggested(make_site: Any) -> None:
    _, problems = make_site({"navigation": [group("Start", "install")]}, ["guides/install"])
    assert problems[0].hint == "Did you mean `guides/install`?"


def test_a_missing_page_at_the_root_is_told_by_the_name_of_its_file(make_site: Any) -> None:
    _, problems = make_site({"navigation": [group("Start", "index", "other")]}, ["other"])
    assert "lists `index`, but there is no file `index.mdx`" in problems[0].message


def test_an_external_page_is_a_link_and_not_in_the_reading_order(make_site: Any) -> None:
    site, _ = make_site(
        {"navigation": [group("Start", "a", "status")]},
        {"a": {}, "status": {"title": "Status", "url": "https://status.example.com"}},
    )
    section = section_at(site, "/a")
    (start,) = section.entries
    assert isinstance(start, Group)
    link = start.entries[1]
    assert not isinstance(link, Group)
    assert (link.url, link.external) == ("https://status.example.com", True)
    assert section.order == ("/a",)


def test_pages_outside_the_navigation_are_pages_that_are_not_listed(make_site: Any) -> None:
    site, _ = make_site({"navigation": [group("Start", "a")]}, ["a", "hidden"])
    assert site.pages["/a"].listed
    assert not site.pages["/hidden"].listed
    assert section_at(site, "/hidden").order == ("/a",), "it shows the sidebar of its division"


def test_a_hidden_page_is_left_out_of_the_navigation(make_site: Any) -> None:
    site, problems = make_site(
        {"navigation": [group("Start", "a", "b")]}, {"a": {}, "b": {"hidden": True}}
    )
    assert not problems
    assert section_at(site, "/a").order == ("/a",)
    assert not site.pages["/b"].listed


# tabs and anchors


def test_tabs_take_pages_by_whole_segments(make_site: Any) -> None:
    site, problems = make_site(
        {
            "navigation": [group("All", "intro", "sdk/js", "sdks/other")],
            "tabs": [{"name": "SDK", "url": "sdk"}],
        }
    )
    assert not problems
    assert [tab.name for tab in site.tabs] == ["Documentation", "SDK"]
    assert section_at(site, "/sdk/js").order == ("/sdk/js",)
    assert section_at(site, "/intro").order == ("/intro", "/sdks/other")


def test_the_longer_prefix_takes_its_pages_away_from_the_shorter(make_site: Any) -> None:
    site, _ = make_site(
        {
            "navigation": [group("API", "api/start", "api/users/list")],
            "tabs": [{"name": "API", "url": "/api/"}, {"name": "Users", "url": "api/users"}],
        }
    )
    assert [tab.name for tab in site.tabs] == ["API", "Users"]
    assert section_at(site, "/api/users/list").tab == site_tab(site, "Users")
    assert tree(section_at(site, "/api/start").entries) == [["API", "Start"]]
    assert tree(section_at(site, "/api/users/list").entries) == [["API", "List"]]


def site_tab(site: Site, name: str) -> object:
    return next(s.tab for s in site.sections.values() if s.tab and s.tab.name == name)


def test_clicking_a_tab_leads_to_its_first_page(make_site: Any) -> None:
    site, _ = make_site(
        {
            "navigation": [group("A", "x/one", "y/two"), group("B", "x/three")],
            "tabs": [{"name": "X", "url": "x"}, {"name": "Elsewhere", "url": "https://x.example"}],
        }
    )
    assert [(tab.name, tab.target) for tab in site.tabs] == [
        ("Documentation", "/y/two"),
        ("X", "/x/one"),
        ("Elsewhere", "https://x.example"),
    ]


def test_the_first_tab_is_renamed_by_the_primary_tab(make_site: Any) -> None:
    site, _ = make_site(
        {
            "navigation": [group("A", "a", "x/b")],
            "tabs": [{"name": "X", "url": "x"}],
            "primaryTab": {"name": "Guides"},
        }
    )
    assert site.tabs[0].name == "Guides"


def test_external_tabs_only_stand_beside_a_tab_with_everything(make_site: Any) -> None:
    site, _ = make_site(
        {
            "navigation": [group("A", "a", "b/c")],
            "tabs": [{"name": "Blog", "url": "https://blog.example"}],
        }
    )
    assert [tab.name for tab in site.tabs] == ["Documentation", "Blog"]
    assert section_at(site, "/b/c").order == ("/a", "/b/c")


def test_a_tab_without_pages_is_not_shown_and_told(make_site: Any) -> None:
    site, problems = make_site(
        {"navigation": [group("A", "a")], "tabs": [{"name": "Ghost", "url": "ghost"}]}
    )
    assert codes(problems) == ["division-empty"]
    assert problems[0].location.source == "tabs/0/url"
    assert "Ghost" not in [tab.name for tab in site.tabs]


def test_a_tab_whose_pages_come_from_an_api_document_may_be_empty(make_site: Any) -> None:
    _, problems = make_site(
        {
            "navigation": [group("A", "a")],
            "tabs": [{"name": "API", "url": "api", "openapi": "/openapi.json"}],
        }
    )
    assert not problems


def test_anchors_without_tabs_have_a_top_anchor(make_site: Any) -> None:
    navigation = [group("A", "a", "sdk/b")]
    site, _ = make_site(
        {"navigation": navigation, "anchors": [{"name": "SDK", "url": "sdk", "icon": "code"}]}
    )
    assert [anchor.name for anchor in site.anchors] == ["Documentation", "SDK"]
    assert site.anchors[0].icon == "book-open"


def test_external_anchors_beside_tabs_have_no_top_anchor(make_site: Any) -> None:
    site, _ = make_site(
        {
            "navigation": [group("A", "a", "sdk/b")],
            "tabs": [{"name": "SDK", "url": "sdk"}],
            "anchors": [{"name": "Community", "url": "https://c.example", "icon": "users"}],
        }
    )
    assert [anchor.name for anchor in site.anchors] == ["Community"]
    assert section_at(site, "/sdk/b").anchor is None


def test_an_anchor_inside_a_tab_is_shown_only_there(make_site: Any) -> None:
    site, _ = make_site(
        {
            "navigation": [group("A", "a", "api/b", "api/users/c")],
            "tabs": [{"name": "API", "url": "api"}],
            "anchors": [{"name": "Users", "url": "api/users", "icon": "users"}],
        }
    )

    def anchors_at(url: str) -> list[str]:
        shown = list_visible_divisions(
            site.anchors, section_at(site, url), site.tabs, list_first_pages(site.sections.values())
        )
        return [anchor.name for anchor in shown]

    assert "Users" not in anchors_at("/a")
    assert "Users" in anchors_at("/api/b")
    assert "Users" in anchors_at("/api/users/c")


def visible_at(site: Site, url: str) -> list[list[tuple[str, str]]]:
    """Return the tabs and anchors that a page shows, with where they lead."""
    first_pages = list_first_pages(site.sections.values())
    section = section_at(site, url)
    kinds = ((site.tabs, site.anchors), (site.anchors, site.tabs))
    return [
        [
            (each.name, each.target)
            for each in list_visible_divisions(own, section, others, first_pages)
        ]
        for own, others in kinds
    ]


def test_groups_may_name_their_tab_wherever_their_pages_are(make_site: Any) -> None:
    site, problems = make_site(
        {
            "navigation": [
                group("A", "start", "guides/a", tab="Docs"),
                group("B", group("C", "guides/b"), "start/c", tab="API"),
            ],
            "tabs": [{"name": "Docs", "url": "start"}, {"name": "API", "url": "guides/b"}],
        }
    )
    assert problems == []
    docs, api = section_at(site, "/guides/a"), section_at(site, "/guides/b")
    assert (docs.tab and docs.tab.name, docs.order) == ("Docs", ("/start", "/guides/a"))
    assert (api.tab and api.tab.name, api.order) == ("API", ("/guides/b", "/start/c"))
    tabs = [("Docs", "/start"), ("API", "/guides/b")]
    assert visible_at(site, "/start/c") == [tabs, []]


def test_a_tab_of_groups_is_shown_in_the_anchors_and_versions_that_have_it(make_site: Any) -> None:
    site, problems = make_site(
        {
            "navigation": [
                group("A", "a", tab="Guides", anchor="Python", version="2"),
                group("B", "b", tab="API", anchor="Python", version="2"),
                group("C", "c", tab="Guides", anchor="Rust", version="2"),
                group("D", "d", tab="Guides", anchor="Python", version="1"),
            ],
            "versions": ["2", "1"],
            "tabs": [{"name": "Guides", "url": "a"}, {"name": "API", "url": "b"}],
            "anchors": [{"name": "Python", "url": "a"}, {"name": "Rust", "url": "c"}],
        }
    )
    assert problems == []
    anchors = [("Python", "/a"), ("Rust", "/c")]
    assert visible_at(site, "/a") == [[("Guides", "/a"), ("API", "/b")], anchors]
    assert visible_at(site, "/c") == [[("Guides", "/c")], anchors]
    assert visible_at(site, "/d") == [[("Guides", "/d")], [("Python", "/d")]]


def test_a_page_that_several_versions_list_is_shown_in_each(make_site: Any) -> None:
    site, problems = make_site(
        {
            "navigation": [group("A", "a", "b", version="2"), group("A", "b", "c", version="1")],
            "versions": ["2", "1"],
        }
    )
    assert problems == []
    orders = {section.version: section.order for section in site.sections.values()}
    assert orders == {"2": ("/a", "/b"), "1": ("/b", "/c")}
    assert [site.pages[url].version for url in ("/a", "/b", "/c")] == ["2", None, "1"]


def test_hidden_divisions_and_those_of_other_versions_show_only_inside(make_site: Any) -> None:
    site, _ = make_site(
        {
            "navigation": [group("A", "a", "secret/b", "old/c")],
            "versions": ["v2", "v1"],
            "tabs": [
                {"name": "Secret", "url": "secret", "isDefaultHidden": True},
                {"name": "Old", "url": "old", "version": "v1"},
            ],
        }
    )

    def tabs_at(url: str) -> list[str]:
        return [
            t.name
            for t in list_visible_divisions(site.tabs, section_at(site, url), site.anchors, {})
        ]

    assert tabs_at("/a") == ["Documentation"]
    assert tabs_at("/secret/b") == ["Documentation", "Secret"]
    assert "Old" in tabs_at("/old/c")


# versions


def test_pages_belong_to_their_own_version_or_that_of_their_group_or_to_all(
    make_site: Any,
) -> None:
    site, problems = make_site(
        {
            "versions": [{"name": "v1"}, {"name": "v2", "default": True}],
            "navigation": [
                group("Common", "about"),
                group("Old", "old/a", version="v1"),
                group("New", "new/a", group("Deep", "new/b", "exception"), version="v2"),
            ],
        },
        {"about": {}, "old/a": {}, "new/a": {}, "new/b": {}, "exception": {"version": "v1"}},
    )
    assert not problems
    assert section_at(site, "/old/a").order == ("/about", "/old/a", "/exception")
    assert section_at(site, "/new/b").order == ("/about", "/new/a", "/new/b")
    assert section_at(site, "/about").version == "v2"
    assert site.pages["/new/b"].version == "v2"
    assert site.pages["/exception"].version == "v1"
    assert site.pages["/about"].version is None


# home and folders


def test_the_home_page_is_the_index_or_the_first_page(make_site: Any) -> None:
    with_index, _ = make_site({"navigation": [group("A", "a")]}, ["a", "index"])
    without, _ = make_site({"navigation": [group("A", "b/c", "a")]}, ["a", "b/c"])
    assert "/" in with_index.pages
    assert "/" not in with_index.folders
    assert without.folders["/"] == "/b/c"


def test_a_folder_leads_to_its_first_page_in_the_navigation(make_site: Any) -> None:
    site, _ = make_site(
        {"navigation": [group("A", "b/z", "b/a", "c/d/e")]}, ["b/a", "b/z", "c/d/e", "x/hidden"]
    )
    assert site.folders["/b"] == "/b/z"
    assert site.folders["/c"] == site.folders["/c/d"] == "/c/d/e"
    assert site.folders["/x"] == "/x/hidden"
    assert site.folders["/"] == "/b/z"


def test_two_sources_for_one_url_are_a_warning_that_names_both(make_site: Any) -> None:
    site, problems = make_site({"navigation": [group("A", "b")]}, ["a", "a/index", "b"])
    (problem,) = problems
    assert problem.code == "page-url-twice"
    assert problem.severity == "warning"
    assert problem.location.source == "a/index.mdx"
    assert "`a.mdx`" in problem.message
    assert site.pages["/a"].source == "a.mdx"


@pytest.mark.parametrize(("listed", "other"), [("a", "a/index"), ("a/index", "a")])
def test_of_two_sources_for_one_url_the_one_that_is_listed_wins(
    make_site: Any, listed: str, other: str
) -> None:
    site, problems = make_site({"navigation": [group("A", listed)]}, ["a", "a/index"])
    assert site.pages["/a"].source == f"{listed}.mdx"
    assert site.pages["/a"].listed
    (note,) = problems
    assert (note.code, note.severity) == ("page-url-twice", "info")
    assert note.location.source == f"{other}.mdx"
    assert note.message == (
        f"this page is not shown: `{listed}.mdx` has the same address, `/a`, "
        "and the navigation lists that one"
    )

"""Which pages a site shows, and to whom: one decision over all that holds pages back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from octavo.problems import Code, Severity
from octavo.project.discover import load_project
from octavo.settings.marks.reading import Mark, MarkKind
from octavo.site.load import LoadedSite, load_site
from octavo.site.model import Group, PageLink
from octavo.site.visibility.decision import Viewer, Visibility, decide_visibility
from octavo.site.visibility.standing import Standing

pytestmark = pytest.mark.scorecard("SR-52")

DRAFT, ACCESS = Mark(MarkKind.DRAFT, "draft"), Mark(MarkKind.ACCESS, "groups")
EVERYTHING = frozenset(Standing)
TEXT = "---\ntitle: Page\n---\n"


def date(day: str) -> Mark:
    return Mark(MarkKind.DATE, "publishDate", day)


@pytest.mark.parametrize(
    ("marks", "standing", "until"),
    [
        ((), Standing.PUBLIC, ""),
        ((DRAFT,), Standing.DRAFT, ""),
        ((ACCESS,), Standing.PRIVATE, ""),
        ((DRAFT, ACCESS, date("2026-12-02")), Standing.PRIVATE, ""),
        ((date("2026-12-01"),), Standing.PUBLIC, ""),
        ((date("2026-12-02"),), Standing.DRAFT, "2026-12-02"),
        ((date("2026-11-01"), date("2027-01-01")), Standing.DRAFT, "2027-01-01"),
        ((date("2027-01-01"), date("")), Standing.DRAFT, ""),
        ((date("2020-01-01"), DRAFT), Standing.DRAFT, ""),
        ((date(""),), Standing.DRAFT, ""),
        ((date("2020-01-01"), date("")), Standing.DRAFT, ""),
    ],
)
def test_what_keeps_most_readers_away_counts(
    marks: tuple[Mark, ...], standing: Standing, until: str
) -> None:
    assert decide_visibility(marks, "2026-12-01") == Visibility(standing, until)


def test_on_no_day_no_date_has_come() -> None:
    assert decide_visibility([date("2000-01-01")], "").standing is Standing.DRAFT


Load = Callable[..., LoadedSite]


@pytest.fixture
def load(write_project: Any) -> Load:
    """Loads the site of settings and pages, for the public or another viewer."""

    def load(
        settings: Mapping[str, Any], pages: Mapping[str, str], viewer: Viewer | None = None
    ) -> LoadedSite:
        root = write_project({**pages, "site.json": {"name": "S", **settings}})
        return load_site(load_project(str(root))[0], viewer=viewer)

    return load


def list_urls(loaded: LoadedSite) -> set[str]:
    assert loaded.site is not None
    return set(loaded.site.pages)


@pytest.mark.parametrize(
    "part",
    [
        {"group": "G", "private": True, "pages": ["a"]},
        {"group": "G", "Private": "yes", "pages": ["a"]},
        {"group": "G", "draft": None, "pages": ["a"]},
        {"group": "G", "groups": [], "pages": ["a"]},
        {"group": "G", "publish_date": "2999-01-01", "pages": ["a"]},
        {"group": "G", "public": False, "pages": ["a.mdx"]},
        {"group": "G", "public": False, "pages": ["/a/"]},
        {"group": "G", "public": False, "pages": ["A"]},
        {"group": "G", "public": False, "pages": "a"},
        {"group": 5, "public": False, "pages": ["a"]},
        {"public": False, "pages": [["a"]]},
        {"group": "G", "public": False, "pages": [{"group": "H", "pages": ["a"]}]},
        {"group": "G", "pages": ["a", {"group": "H", "draft": True, "pages": ["a"]}]},
    ],
)
def test_pages_of_a_marked_group_are_held_back(load: Load, part: Any) -> None:
    navigation = [{"group": "Start", "pages": ["index", "a"]}, part]
    pages = {"index.mdx": TEXT, "a.mdx": TEXT}
    assert list_urls(load({"navigation": navigation}, pages)) == {"/"}
    assert list_urls(load({"navigation": navigation}, pages, Viewer("", EVERYTHING))) == {"/", "/a"}


def test_capitals_do_not_keep_a_page_out_of_its_group(load: Load) -> None:
    group = {"group": "G", "private": True, "pages": ["guides/first"]}
    navigation = [{"group": "Start", "pages": ["index"]}, group]
    pages = {"index.mdx": TEXT, "Guides/First.mdx": TEXT}
    assert list_urls(load({"navigation": navigation}, pages)) == {"/"}


def test_of_a_key_that_comes_twice_that_counts_which_holds_back(write_project: Any) -> None:
    for values in ("true, false", "false, true"):
        first, second = values.split(", ")
        group = f'{{"group": "G", "private": {first}, "private": {second}, "pages": ["a"]}}'
        text = f'{{"name": "S", "navigation": [{{"group": "H", "pages": ["index"]}}, {group}]}}'
        root = write_project({"site.json": text, "index.mdx": TEXT, "a.mdx": TEXT})
        assert list_urls(load_site(load_project(str(root))[0])) == {"/"}


def test_so_are_pages_of_deep_groups_that_are_left_out(load: Load) -> None:
    group: dict[str, Any] = {"group": "G", "pages": ["a"]}
    for _ in range(40):
        group = {"group": "G", "pages": [group]}
    navigation = [{"group": "S", "pages": ["index"]}, {**group, "draft": True}]
    assert list_urls(load({"navigation": navigation}, {"index.mdx": TEXT, "a.mdx": TEXT})) == {"/"}


@pytest.mark.parametrize(
    "settings",
    [
        {"tabs": [{"name": "T", "url": "in", "private": True}]},
        {"tabs": [{"name": "T", "url": "/IN/", "private": True}]},
        {"tabs": [{"name": "O", "url": "in/deep"}, {"name": "T", "url": "in", "private": True}]},
        {"anchors": [{"name": "T", "url": "in", "groups": ["staff"]}]},
        {"anchors": [{"url": "in", "groups": "staff"}]},
        {"versions": ["1", {"name": "2", "draft": True}], "tabs": [
            {"name": "T", "url": "in", "version": "2"}]},
    ],
)  # fmt: skip
def test_pages_of_marked_tabs_and_anchors_are_held_back(
    load: Load, settings: dict[str, Any]
) -> None:
    pages = dict.fromkeys(("index.mdx", "in.mdx", "in/deep/a.mdx", "inside.mdx"), TEXT)
    navigation = [{"group": "G", "pages": ["index", "in", "in/deep/a", "inside"]}]
    loaded = load({"navigation": navigation, **settings}, pages)
    assert list_urls(loaded) == {"/", "/inside"}
    assert loaded.site is not None
    assert not {division.name for division in (*loaded.site.tabs, *loaded.site.anchors)} & {"T"}


def test_a_public_page_is_shown_beside_a_draft_with_its_address(load: Load) -> None:
    settings = {"navigation": [{"group": "G", "pages": ["index", "in"]}]}
    draft = "---\ndraft: true\n---\n"
    for files in ({"in.mdx": draft, "in/index.mdx": TEXT}, {"in.mdx": TEXT, "in/index.mdx": draft}):
        site = load(settings, {"index.mdx": TEXT, **files}).site
        assert site is not None
        (section,) = site.sections.values()
        assert section.order == ("/", "/in")
        assert site.pages["/in"].standing is Standing.PUBLIC


def test_pages_of_a_marked_version_are_held_back(load: Load) -> None:
    pages = {
        "index.mdx": TEXT,
        "a.mdx": TEXT,
        "b.mdx": "---\ntitle: B\nversion: next\n---\n",
    }
    settings = {
        "versions": ["1", {"name": "next", "draft": True}],
        "navigation": [
            {"group": "G", "pages": ["index", "b"]},
            {"group": "H", "version": "next", "pages": ["a"]},
        ],
    }
    loaded = load(settings, pages)
    assert list_urls(loaded) == {"/"}
    assert loaded.site is not None
    assert [version.name for version in loaded.site.settings.versions] == ["1"]


def test_places_in_the_settings_stay_right_beside_what_is_held_back(load: Load) -> None:
    settings = {
        "navigation": [
            {"group": "G", "draft": True, "pages": ["gone"]},
            {"group": "H", "pages": ["index", "lost"]},
        ]
    }
    problems = load(settings, {"index.mdx": TEXT}).problems
    missing = {problem.message: problem.location.line for problem in problems}
    assert sorted(missing.values()) == [8, 15], missing
    assert {problem.code for problem in problems} == {Code.PAGE_MISSING}


def test_who_sees_drafts_sees_how_pages_stand(load: Load) -> None:
    settings = {"navigation": [{"group": "G", "pages": ["index", "a", "b"]}]}
    pages = {
        "index.mdx": TEXT,
        "a.mdx": "---\ndraft: true\n---\n",
        "b.mdx": "---\nprivate: true\n---\n",
    }
    loaded = load(settings, pages, Viewer("2026-12-01", frozenset({Standing.DRAFT})))
    assert loaded.site is not None
    (section,) = loaded.site.sections.values()
    (group,) = section.entries
    assert isinstance(group, Group)
    links = [entry for entry in group.entries if isinstance(entry, PageLink)]
    assert [(link.url, link.standing) for link in links] == [
        ("/", Standing.PUBLIC),
        ("/a", Standing.DRAFT),
    ]
    codes = [problem.code for problem in loaded.problems]
    assert sorted(codes) == [Code.PAGE_DRAFT, Code.PAGE_PRIVATE]


def test_what_an_operation_says_of_its_page_holds_it_back(load: Load) -> None:
    operation = {"responses": {}, "x-mint": {"metadata": {"groups": ["staff"]}}}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "A", "version": "1"},
        "paths": {"/a": {"get": operation}, "/b": {"get": {"summary": "B", "responses": {}}}},
    }
    settings = {
        "navigation": [{"group": "G", "pages": ["index", "own"]}],
        "tabs": [{"name": "T", "url": "api", "openapi": "api.json"}],
    }
    pages: dict[str, Any] = {
        "index.mdx": TEXT,
        "own.mdx": "---\nopenapi: GET /a\n---\n",
        "api.json": document,
    }
    loaded = load(settings, pages)
    assert list_urls(loaded) == {"/", "/api", "/api/b"}
    assert loaded.site is not None
    assert len(loaded.site.held_back.operations) == 1
    assert sum(problem.code is Code.PAGE_PRIVATE for problem in loaded.problems) == 1


@pytest.mark.parametrize("today", ["2026-12-01", "2027-01-01", ""])
def test_a_page_whose_time_is_over_is_not_shown(load: Load, today: str) -> None:
    pages = {"index.mdx": TEXT, "a.mdx": "---\nexpiryDate: 2026-12-01\n---\n"}
    settings = {"navigation": [{"group": "G", "pages": ["index", "a"]}]}
    assert list_urls(load(settings, pages, Viewer("2026-11-30"))) == {"/", "/a"}
    loaded = load(settings, pages, Viewer(today))
    assert list_urls(loaded) == {"/"}
    (note,) = [p for p in loaded.problems if p.code is Code.PAGE_DRAFT]
    assert note.message == "1 page whose time is over (`a.mdx`) is not published"
    if today:
        assert loaded.days == ("2026-12-01", "")


@pytest.mark.parametrize(
    "settings",
    [
        {"draft": True},
        {"private": True},
        {"public": False},
        {"groups": ["staff"]},
        {"publishDate": "2999-01-01"},
        {"drfat": True},
        {"primaryTab": {"name": "Docs", "private": True}},
        {"topAnchor": {"name": "Docs", "draft": True}},
    ],
)
def test_a_mark_of_the_whole_site_stops_it(load: Load, settings: dict[str, Any]) -> None:
    navigation = [{"group": "G", "pages": ["index"]}]
    loaded = load({"navigation": navigation, **settings}, {"index.mdx": TEXT})
    assert loaded.site is None
    (error,) = [p for p in loaded.problems if p.code is Code.PAGE_PRIVATE]
    assert error.severity is Severity.ERROR
    assert error.message.endswith("so the site is not published")
    assert error.location.line > 1


def test_a_mark_of_the_whole_site_that_holds_nothing_back_is_none(load: Load) -> None:
    navigation = [{"group": "G", "pages": ["index"]}]
    settings = {"navigation": navigation, "draft": False, "publishDate": "2020-01-01"}
    assert list_urls(load(settings, {"index.mdx": TEXT}, Viewer("2026-12-01"))) == {"/"}
    own = Viewer("2026-12-01", EVERYTHING)
    assert list_urls(load({**settings, "draft": True}, {"index.mdx": TEXT}, own)) == {"/"}


def test_a_page_whose_settings_cannot_be_read_is_not_shown(
    write_project: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_text: str, source: str) -> Any:
        raise RuntimeError(source)

    settings = {"name": "S", "navigation": [{"group": "G", "pages": ["index"]}]}
    root = write_project({"index.mdx": TEXT, "site.json": settings})
    monkeypatch.setattr("octavo.site.load.read_front_matter", fail)
    loaded = load_site(load_project(str(root))[0])
    assert list_urls(loaded) == set()
    codes = [problem.code for problem in loaded.problems]
    assert Code.INTERNAL_ERROR in codes
    assert Code.PAGE_PRIVATE not in codes

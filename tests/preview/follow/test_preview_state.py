"""A change costs what it reaches: pages, the site, or the look at the whole folder."""

from __future__ import annotations

import gc
import json
import os
import weakref
from pathlib import Path
from typing import Any

import pytest

from octavo.content.javascript.evaluation import Answer, Request
from octavo.preview.follow.state import PreviewLoader, PreviewState
from octavo.preview.for_authors.log import ProblemLog, describe_changes
from octavo.problems import Code, Location, Problem

API = {
    "openapi": "3.1.0",
    "info": {"title": "API", "version": "1"},
    "paths": {"/beds": {"get": {"summary": "List the beds", "responses": {}}}},
}
SETTINGS: dict[str, Any] = {
    "name": "Test",
    "tabs": [{"name": "API", "url": "api", "openapi": "openapi.json"}],
    "navigation": [{"group": "A", "pages": ["one", "two"]}],
}
PROJECT: dict[str, Any] = {
    "site.json": SETTINGS,
    "openapi.json": API,
    "one.mdx": 'import Part from "/snippets/part.mdx"\n\n<Part />\n',
    "two.mdx": "---\ntitle: Two\n---\n\nText.\n",
    "snippets/part.mdx": "Part.\n",
    "style.css": "p {}",
}


def evaluate(_request: Request) -> Answer:
    raise AssertionError("these pages need no JavaScript")


class Project:
    """A project that a test changes, and its states."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.loader = PreviewLoader(str(root), evaluate)
        self.state = self.loader.load()
        for url in self.site.site.pages:
            self.site.render(url)

    @property
    def site(self) -> Any:
        assert self.state.site is not None
        return self.state.site

    def write(self, source: str, content: Any) -> PreviewState:
        path = self.root / source
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        return self.look(path)

    def look(self, *paths: Path) -> PreviewState:
        self.state = self.loader.follow(self.state, {str(path) for path in paths})
        return self.state


@pytest.fixture
def project(write_project: Any) -> Project:
    return Project(Path(os.path.realpath(write_project(PROJECT))))


def test_the_text_of_a_page_costs_that_page(project: Project) -> None:
    before = project.site
    pages = {url: before.render(url) for url in before.site.pages}
    state = project.write("two.mdx", "---\ntitle: Two\n---\n\nOther.\n")
    assert project.site.site is before.site
    assert "Other." in project.site.render("/two").html
    assert project.site.render("/one") is pages["/one"]
    assert "Text." in before.render("/two").html, "answers in flight are of one state"
    assert [(change.what, change.file.source) for change in state.changes] == [
        ("changed", "two.mdx")
    ]


def test_a_snippet_costs_the_pages_that_use_it(project: Project) -> None:
    before = project.site
    two = before.render("/two")
    project.write("snippets/part.mdx", "Another part.\n")
    assert project.site.site is before.site
    assert "Another part." in project.site.render("/one").html
    assert project.site.render("/two") is two


def test_a_snippet_that_is_listed_is_followed_as_a_page(project: Project) -> None:
    groups = [{"group": "A", "pages": ["one", "two", "snippets/part"]}]
    project.write("site.json", {**SETTINGS, "navigation": groups})
    assert project.site.site.pages["/snippets/part"].title == "Part"
    project.write("snippets/part.mdx", "---\ntitle: Renamed\n---\n\nPart.\n")
    assert project.site.site.pages["/snippets/part"].title == "Renamed"
    assert "Part." in project.site.render("/one").html
    project.write("snippets/part.mdx", "---\ntitle: Renamed\ndraft: true\n---\n\nPart.\n")
    assert "/snippets/part" not in project.site.site.pages


def test_styles_cost_nothing(project: Project) -> None:
    before = project.site.render("/one")
    state = project.write("style.css", "p { color: red }")
    assert project.site.render("/one") is before
    assert state.changed_files == {"style.css": 2}


@pytest.mark.parametrize(
    ("source", "content"),
    [
        ("two.mdx", "---\ntitle: Renamed\n---\n\nText.\n"),
        ("two.mdx", '---\ntitle: Two\n---\nimport A from "/one.mdx"\n\nText.\n'),
        ("new.mdx", "New.\n"),
        ("new.png", "x"),
        ("site.json", {**SETTINGS, "name": "Another"}),
    ],
)
def test_what_others_see_of_a_file_costs_the_site(
    project: Project, source: str, content: Any
) -> None:
    before = project.site
    project.write(source, content)
    assert project.site.site is not before.site


def test_a_document_that_cannot_be_read_is_told_at_once_and_its_pages_come_back(
    project: Project,
) -> None:
    state = project.write("openapi.json", json.dumps(API)[:-1])
    assert [problem.location.source for problem in state.problems] == ["openapi.json"]
    assert not any(url.startswith("/api") for url in project.site.site.pages)
    assert project.site.list_api_problems() == ()  # a second read is not needed
    state = project.write("openapi.json", {"swagger": "1.0", "paths": {}})
    assert [problem.location.source for problem in state.problems] == ["openapi.json"]
    state = project.write("openapi.json", API)
    assert state.problems == ()
    assert "/api/list-the-beds" in project.site.site.pages


def test_api_documents_are_read_again_only_when_they_change(project: Project) -> None:
    (before,) = project.site.site.api_documents
    project.write("two.mdx", "---\ntitle: Renamed\n---\n")
    assert project.site.site.api_documents == (before,)
    paths = {"/beds": {"get": {"summary": "Show all beds", "responses": {}}}}
    project.write("openapi.json", {**API, "paths": paths})
    assert project.site.site.api_documents != (before,)
    assert "Show all beds" in {page.title for page in project.site.site.pages.values()}


def test_nothing_new_is_the_same_state(project: Project) -> None:
    before = project.state
    assert project.look() is before
    (project.root / ".hidden").write_text("x")
    assert project.look(project.root / ".hidden", project.root / "gone.mdx") is before


def test_a_file_that_was_touched_counts_as_changed_whatever_its_times_say(
    project: Project,
) -> None:
    path = project.root / "two.mdx"
    status = path.stat()
    path.write_text(path.read_text().replace("Text.", "Tent."))
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    project.look(path)
    assert "Tent." in project.site.render("/two").html


def test_lost_events_are_made_up_for_by_a_look_at_all(project: Project) -> None:
    (project.root / "two.mdx").write_text("Changed in silence.\n")
    (project.root / "one.mdx").unlink()
    project.look()
    assert "Changed in silence." in project.site.render("/two").html
    assert "/one" not in project.site.site.pages


def test_links_inside_the_project_are_followed(project: Project) -> None:
    (project.root / "alias.mdx").symlink_to("two.mdx")
    project.look(project.root / "alias.mdx")
    project.site.render("/alias")
    project.write("two.mdx", "---\ntitle: Two\n---\n\nThrough a link.\n")
    assert "Through a link." in project.site.render("/alias").html


def test_sites_that_are_shown_no_more_are_freed(project: Project) -> None:
    renderer = weakref.ref(project.site.renderer)
    project.write("two.mdx", "---\ntitle: Renamed\n---\n")
    project.site.render("/two")
    gc.collect()
    assert renderer() is None


def test_only_some_pages_are_kept_and_all_are_found(write_project: Any) -> None:
    pages = {f"p{number}.mdx": f"Page {number}.\n" for number in range(150)}
    settings = {"name": "Many", "navigation": [{"group": "A", "pages": ["p0"]}]}
    root = write_project({"site.json": settings, **pages})
    state = PreviewLoader(str(root), evaluate).load()
    assert state.site is not None
    for _ in range(2):
        shown = [state.site.render(f"/p{number}").html for number in range(150)]
        assert all(f"Page {number}." in (html or "") for number, html in enumerate(shown))
    assert len(state.site._pages) <= 100


@pytest.mark.parametrize(
    ("given", "address"),
    [("", "https://a.example/docs/two/"), ("https://b.example", "https://b.example/two/")],
)
def test_pages_name_the_address_that_they_will_have(
    write_project: Any, given: str, address: str
) -> None:
    settings = {**SETTINGS, "seo": {"siteUrl": "https://a.example/docs"}}
    root = write_project({**PROJECT, "site.json": settings})
    state = PreviewLoader(str(root), evaluate, site_url=given).load()
    assert state.site is not None
    html = state.site.render("/two").html or ""
    assert f'<link rel="canonical" href="{address}">' in html
    assert 'href="/one/"' in html  # where the preview shows it


def test_changes_are_told_in_lines_up_to_a_number(project: Project) -> None:
    state = project.write("two.mdx", "Other.\n")
    assert describe_changes(state.changes, 0.0123) == ["page changed: two.mdx (12 ms)"]
    assert describe_changes(state.changes * 7, 0.5) == ["7 files changed (500 ms)"]


def test_a_problem_is_told_again_only_after_it_was_fixed() -> None:
    told: list[str] = []
    log = ProblemLog(told.append)
    problem = Problem(Code.LINK_TO_NOTHING, "lost", Location("a.mdx", 1, 1))
    for problems in ([problem], [problem], [], [problem]):
        log.report("/a", problems, lambda *_: None)
    assert len(told) == 2
    many = [Problem(Code.LINK_TO_NOTHING, str(n), Location("a.mdx")) for n in range(30)]
    log.report("/b", many, lambda *_: None)
    assert len(told) == 2 + 20 + 1
    assert told[-1].startswith("and 10 more problems")

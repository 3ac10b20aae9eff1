"""An error in Octavo affects only its page, operation or part."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.check.folder_check import check_folder
from octavo.builder.folder_build import BuildOptions, BuildReport, build_folder
from octavo.builder.team import workers
from octavo.cli.entry import main
from octavo.mock import answers
from octavo.mock.app import find_answer
from octavo.mock.messages import PROBLEM, MockRequest
from octavo.openapi.model import Operation
from octavo.openapi.rules import check as rules
from octavo.problems import TRACEBACK, Code, Problem, Severity
from octavo.reference import room
from octavo.reference.pages import DocumentViews
from octavo.reference.view import View
from octavo.render.api.view.found import FoundPrinter
from octavo.render.api.view.markdown import MarkdownPrinter
from octavo.render.content.components import COMPONENTS
from octavo.render.content.components.properties import Component
from octavo.render.head.heads import PageHeads
from octavo.render.pictures.share import SharePictures
from octavo.render.shell import page_shell
from octavo.site.api import load as api_load
from octavo.site.model import Page
from tests.mock.asking import build_api
from tests.previews import running_preview, save

Patch = pytest.MonkeyPatch
pytestmark = pytest.mark.scorecard("SR-55")

NOTICE = "This page could not be made."
SITE: dict[str, Any] = {
    "name": "Test",
    "navigation": [{"group": "A", "pages": ["index", "broken", "other"]}],
    "tabs": [{"name": "API", "url": "api", "openapi": "openapi.json"}],
    "seo": {"siteUrl": "https://docs.example.com", "pictures": False},
}
PAGES = {
    "index.mdx": "# Start\n\nFine [here](/broken).\n",
    "broken.mdx": "# Broken\n\nUnfindable words.\n\n<Card title='a'>text</Card>\n",
    "other.mdx": "# Other\n\nFine as well.\n",
}
FINE = {"responses": {"200": {"description": "Fine"}}}
API = {
    "openapi": "3.1.0",
    "info": {"title": "Pets", "version": "1"},
    "servers": [{"url": "https://pets.example.com"}],
    "paths": {
        "/pets": {"get": {"summary": "List pets", **FINE}},
        "/cats": {"get": {"summary": "Break it", **FINE}},
    },
}
FAULTS: list[type[BaseException]] = [KeyError, RecursionError, MemoryError]


class PanicError(BaseException):
    """As libraries that are not written in Python raise it: no `Exception`."""


def fail(*_values: object, **_more: object) -> Any:
    raise ValueError("out of cheese")


@pytest.fixture
def project(write_project: Any) -> Path:
    return write_project({"site.json": SITE, **PAGES, "openapi.json": API})  # type: ignore[no-any-return]


def build(root: Path, cache: Path | None = None, **options: Any) -> BuildReport:
    how = BuildOptions(cache_folder=str(cache) if cache else None, **options)
    return build_folder(str(root), str(root / "dist"), how)


def break_cards(monkeypatch: Patch, error: Callable[[], BaseException]) -> None:
    def render_card(*_: object) -> str:
        raise error()

    monkeypatch.setitem(COMPONENTS, "Card", Component(render_card))


def break_one(monkeypatch: Patch, place: Any, name: str, is_it: Callable[..., bool]) -> None:
    """Make a function of Octavo fail for some of its arguments."""
    right = getattr(place, name)

    def make(*values: Any, **more: Any) -> Any:
        return fail() if is_it(*values) else right(*values, **more)

    monkeypatch.setattr(place, name, make)


def list_faults(problems: tuple[Problem, ...]) -> list[Problem]:
    faults = [problem for problem in problems if problem.code is Code.INTERNAL_ERROR]
    assert all(fault.severity is Severity.ERROR and fault.hint for fault in faults)
    return faults


def read_pages(root: Path) -> dict[str, str]:
    pages = (root / "dist").rglob("index.html")
    return {page.parent.relative_to(root / "dist").as_posix(): page.read_text() for page in pages}


@pytest.mark.parametrize("error", [*FAULTS, PanicError])
def test_a_page_that_fails_says_so_and_all_others_are_built(
    project: Path, monkeypatch: Patch, error: type[BaseException]
) -> None:
    break_cards(monkeypatch, lambda: error("out of cheese"))
    report = build(project)
    [fault] = list_faults(report.problems)
    assert str(fault.location) == "broken.mdx:5"
    assert f"mistake in Octavo: {error.__name__}: " in fault.message
    assert "render/content/nodes.py, line " in fault.message or "could not" in fault.message
    assert TRACEBACK in fault.hint
    pages = read_pages(project)
    assert [name for name, html in pages.items() if NOTICE in html] == ["broken"]
    assert {"other", "api/list-pets"} <= {*pages}
    assert 'content="noindex"' in pages["broken"]
    assert "Fine as well" in pages["other"], "with the site around it"
    assert 'href="/other/"' in pages["broken"]
    dist = project / "dist"
    assert "/broken" not in (dist / "sitemap.xml").read_text()
    assert "/other" in (dist / "sitemap.xml").read_text()
    found = b"".join(each.read_bytes() for each in (dist / "_octavo/search").rglob("*.json"))
    assert b"/other/" in found
    assert b"/broken/" not in found
    assert NOTICE in (dist / "broken.md").read_text()


def test_what_failed_is_tried_again_by_the_next_build_and_check(
    project: Path, tmp_path: Path, monkeypatch: Patch
) -> None:
    cache = tmp_path / "cache"
    assert not list_faults(build(project, cache).problems)
    (project / "broken.mdx").write_text(PAGES["broken.mdx"] + "\nMore.\n")
    with monkeypatch.context() as patch:
        break_cards(patch, RecursionError)
        for _ in range(2):
            assert len(list_faults(build(project, cache).problems)) == 1
            assert len(list_faults(check(project, cache))) == 1
    assert not list_faults(check(project, cache))
    assert not list_faults(build(project, cache).problems)
    pages = read_pages(project)
    assert "More." in pages["broken"]
    assert "noindex" not in pages["broken"]
    assert "/broken" in (project / "dist/sitemap.xml").read_text()
    clean = build_folder(str(project), str(tmp_path / "clean"))
    assert not list_faults(clean.problems)
    assert (tmp_path / "clean/broken/index.html").read_text() == pages["broken"]


def check(root: Path, cache: Path) -> tuple[Problem, ...]:
    return check_folder(str(root), BuildOptions(cache_folder=str(cache))).problems


def test_an_interrupt_is_no_mistake_of_ours(project: Path, monkeypatch: Patch) -> None:
    break_cards(monkeypatch, KeyboardInterrupt)
    with pytest.raises(KeyboardInterrupt):
        build(project)


def is_broken(renderer: Any, operation: Operation, *_: object) -> bool:
    return operation.entry.summary == "Break it"


def is_view_for_texts(_views: Any, operation: Operation, *values: Any) -> bool:
    return operation.entry.summary == "Break it" and not values[-1].has_cards


def is_view_broken(printer: Any, view: View, *_: object) -> bool:
    return view.endpoint is not None and view.endpoint.path == "/cats"


def test_an_operation_that_fails_costs_its_page(
    project: Path, tmp_path: Path, monkeypatch: Patch
) -> None:
    cache = tmp_path / "cache"
    with monkeypatch.context() as patch:
        break_one(patch, DocumentViews, "view_operation", is_broken)
        for _ in range(2):
            [fault] = list_faults(build(project, cache).problems)
            assert fault.location.source == "openapi.json"
            line = (project / "openapi.json").read_text().split("\n")[fault.location.line - 2]
            assert '"get"' in line or '"/cats"' in line
            pages = read_pages(project)
            assert [name for name, html in pages.items() if NOTICE in html] == ["api/break-it"]
        assert len(list_faults(check(project, cache))) == 1
    assert not list_faults(build(project, cache).problems)
    assert not [name for name, html in read_pages(project).items() if NOTICE in html]


def test_workers_tell_it_as_well(write_project: Any, monkeypatch: Patch) -> None:
    monkeypatch.setattr(workers, "PAGES_WORTH_A_WORKER", 2)
    more = {f"page{number}.mdx": "# Fine\n" for number in range(12)}
    more |= {f"bad{number}.mdx": PAGES["broken.mdx"] for number in range(3)}
    root = write_project({"site.json": {**SITE, "tabs": []}, **PAGES, **more})
    break_cards(monkeypatch, RecursionError)
    report = build(root, workers=2)
    sources = [fault.location.source for fault in list_faults(report.problems)]
    assert sources == ["bad0.mdx", "bad1.mdx", "bad2.mdx", "broken.mdx"]
    assert report.pages == 18


# --- files of all pages or of parts ---------------------------------------------------------------


def break_view_for_texts(patch: Patch) -> None:
    patch.setattr(room, "is_whole", lambda _parts: False)
    break_one(patch, DocumentViews, "view_operation", is_view_for_texts)


def break_document(patch: Patch) -> None:
    break_one(patch, api_load, "read_document", lambda source, *_: source == "openapi.json")


PARTS: dict[str, tuple[Callable[[Patch], None], str]] = {
    "the document": (break_document, "the pages of this document"),
    "a check of it": (lambda patch: patch.setattr(rules._Checker, "check", fail), "a check of"),
    "a twin": (
        lambda patch: break_one(patch, MarkdownPrinter, "write", is_view_broken),
        "the Markdown of this page",
    ),
    "a view for texts": (break_view_for_texts, "the whole text of this page"),
    "its search": (
        lambda patch: break_one(patch, FoundPrinter, "print", is_view_broken),
        "what the search finds of this page",
    ),
    "the search of a page": (
        lambda patch: patch.setattr(page_shell, "build_entry", fail),
        "what the search finds of this page",
    ),
    "feeds": (
        lambda patch: patch.setattr(page_shell, "render_page_feeds", fail),
        "the feeds of this page",
    ),
}


@pytest.mark.parametrize("part", PARTS)
def test_a_part_that_fails_costs_itself(project: Path, monkeypatch: Patch, part: str) -> None:
    destroy, words = PARTS[part]
    destroy(monkeypatch)
    faults = list_faults(build(project).problems)
    assert faults
    assert list_faults(check_folder(str(project)).problems) == faults
    assert all(fault.message.startswith(words) for fault in faults)
    pages = read_pages(project)
    assert "Fine as well" in pages["other"]
    assert part == "the document" or "List pets" in pages["api/list-pets"]
    assert not [name for name, html in pages.items() if NOTICE in html]


def test_a_shell_that_fails_gets_another_one(project: Path, monkeypatch: Patch) -> None:
    def is_it(_heads: object, page: Page, *_: object) -> bool:
        return page.source == "broken.mdx" and not page.settings.noindex

    break_one(monkeypatch, PageHeads, "render", is_it)
    [fault] = list_faults(build(project).problems)
    assert str(fault.location) == "broken.mdx"
    assert NOTICE in read_pages(project)["broken"]


def test_a_picture_that_fails_costs_itself(project: Path, monkeypatch: Patch) -> None:
    settings = {**SITE, "seo": {"siteUrl": "https://docs.example.com"}}
    (project / "site.json").write_text(json.dumps(settings))
    break_one(monkeypatch, SharePictures, "draw", lambda _, picture: "Broken" in picture.alt)
    [fault] = list_faults(build(project).problems)
    assert fault.message.startswith("this share picture could not be made")
    assert "Unfindable" in read_pages(project)["broken"]


# --- other commands -------------------------------------------------------------------------------


def test_a_preview_shows_it_and_recovers_with_the_next_save(
    project: Path, monkeypatch: Patch
) -> None:
    with running_preview(project) as preview:
        with monkeypatch.context() as patch:
            break_cards(patch, RecursionError)
            answer = preview.get("/broken/")
            assert answer.status == 200
            assert NOTICE in answer.body.decode()
            assert "Fine as well" in preview.get("/other/").body.decode()
        before = preview.version
        save(project, "other.mdx", "# Other\n\nNew words.\n")
        preview.wait_until(lambda: preview.version > before)
        assert "Unfindable" in preview.get("/broken/").body.decode()


def test_the_mock_answers_500_for_that_operation_only(monkeypatch: Patch) -> None:
    api = build_api(API)
    break_one(monkeypatch, answers, "_choose_response", lambda *_: True)
    answer = find_answer(api, MockRequest("GET", "/cats"))
    assert answer.status == 500
    assert dict(answer.headers)["Content-Type"] == PROBLEM
    assert "out of cheese" in json.loads(b"".join(answer.pieces))["detail"]
    monkeypatch.undo()
    assert find_answer(api, MockRequest("GET", "/pets")).status == 200


@pytest.mark.parametrize("command", ["build", "check"])
def test_commands_end_with_1(project: Path, monkeypatch: Patch, command: str) -> None:
    break_cards(monkeypatch, RecursionError)
    assert main([command, str(project), *(["--no-cache"] if command == "build" else [])]) == 1


def test_page_files_of_other_operations_are_written(
    project: Path, monkeypatch: Patch, capfd: Any
) -> None:
    from octavo.openapi.operation import listing

    break_one(monkeypatch, listing, "list_path_item", lambda _, __, path, **___: path == "/cats")
    names = [str(project / "openapi.json"), "-o", str(project / "pages")]
    assert main(["openapi-file", *names]) == 1
    assert [each.name for each in (project / "pages").rglob("*.mdx")] == ["list-pets.mdx"]
    assert "[internal-error]" in capfd.readouterr().err


def test_nobody_ever_sees_a_traceback_who_did_not_ask(
    project: Path, monkeypatch: Patch, capfd: Any
) -> None:
    monkeypatch.setattr("octavo.builder.folder_build.load_project", fail)
    assert main(["build", str(project)]) == 1
    text = capfd.readouterr().err
    assert "Traceback" not in text
    assert "out of cheese" in text
    monkeypatch.setenv(TRACEBACK, "1")
    assert main(["build", str(project)]) == 1
    assert "Traceback" in capfd.readouterr().err

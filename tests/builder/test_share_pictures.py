"""A build draws a picture for each page, once, if the address of the site is known."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import imagesize
import pytest

from octavo.builder.folder_build import BuildOptions, build_folder
from octavo.builder.team import workers
from octavo.builder.team.builder import PictureWriter
from octavo.content.javascript.evaluation import Answer, Request
from octavo.preview.follow.state import PreviewLoader
from octavo.problems import Code, Severity
from octavo.render.pictures import share
from octavo.render.pictures.drawing import Artist
from tests.builder.test_incremental import tree
from tests.project_folder import write_files

SITE = "https://docs.example.com"
LOGO = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30">'
    '<rect width="90" height="30" fill="#c2185b"/></svg>'
)
API = {
    "openapi": "3.1.0",
    "info": {"title": "Garden", "version": "1"},
    "paths": {"/plants": {"get": {"summary": "List plants", "responses": {}}}},
}


def settings(**more: Any) -> dict[str, Any]:
    pages = ["index", "water", "own", "private"]
    return {
        "name": "Garden",
        "logo": "/logo.svg",
        "colors": {"primary": "#0d47a1"},
        "navigation": [{"group": "Start", "pages": pages}],
        "tabs": [{"name": "API", "url": "api", "openapi": "/api.json"}],
        **more,
    }


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return write_files(
        tmp_path / "project",
        {
            "site.json": settings(),
            "logo.svg": LOGO,
            "api.json": API,
            "index.mdx": "---\ntitle: Welcome\n---\n\nHello\n",
            "water.mdx": "---\ntitle: Water the plants\n---\n\nHello\n",
            "own.mdx": '---\ntitle: Own\n"og:image": /logo.svg\n---\n',
            "private.mdx": "---\ntitle: Private\nnoindex: true\n---\n",
            "hidden.mdx": "---\ntitle: Hidden\n---\n",
        },
    )


def build(root: Path, name: str = "out", site: str = SITE, **options: Any) -> Path:
    output = root.parent / name
    report = build_folder(str(root), str(output), BuildOptions(site_url=site, **options))
    assert report.output, report.problems
    return output


def pictures(output: Path) -> dict[str, bytes]:
    return {name: data for name, data in tree(output).items() if name.endswith(".png")}


def tags(page: Path) -> dict[str, str]:
    text = page.read_text()
    found = re.findall(r'<meta (?:name|property)="([^"]*)" content="([^"]*)">', text)
    assert len(dict(found)) == len(found), "each once"
    return dict(found)


def test_every_page_names_its_picture_by_a_whole_address(project: Path) -> None:
    output = build(project, site=f"{SITE}/v1")
    for page in ("index.html", "water/index.html", "api/list-plants/index.html"):
        found = tags(output / page)
        address = found["og:image"]
        assert re.fullmatch(rf"{SITE}/v1/_octavo/share/[0-9a-f]+\.png", address)
        assert found["twitter:image"] == address
        assert found["twitter:card"] == "summary_large_image"
        assert (found["og:image:width"], found["og:image:height"]) == ("1200", "630")
        assert imagesize.get(output / address.removeprefix(f"{SITE}/v1/")) == (1200, 630)
    assert tags(output / "water/index.html")["og:image:alt"] == "Water the plants - Garden"


def test_without_an_address_or_if_they_are_switched_off_there_are_none(project: Path) -> None:
    assert pictures(build(project, site="")) == {}
    write_files(project, {"site.json": settings(seo={"pictures": False})})
    output = build(project)
    assert pictures(output) == {}
    assert "twitter:image" not in tags(output / "index.html")


def test_pages_that_are_not_found_or_have_one_of_the_author_get_none(project: Path) -> None:
    output = build(project)
    assert len(pictures(output)) == 4
    own = tags(output / "own/index.html")
    assert own["og:image"] == own["twitter:image"] == f"{SITE}/logo.svg"
    assert "og:image:width" not in own
    for page in ("private", "hidden"):
        assert "twitter:image" not in tags(output / page / "index.html")


def counting(patch: pytest.MonkeyPatch) -> list[str]:
    drawn: list[str] = []
    draw: Callable[..., bytes] = Artist.draw

    def count(self: Artist, texts: Any) -> bytes:
        drawn.append(texts.title)
        return draw(self, texts)

    patch.setattr(Artist, "draw", count)
    return drawn


@pytest.mark.whole
def test_only_what_has_changed_is_drawn_again(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = counting(monkeypatch)
    cache = str(project.parent / "cache")

    def check(*titles: str, name: str = "out") -> None:
        drawn.clear()
        output = build(project, name, cache_folder=cache)
        assert sorted(drawn) == sorted(titles)
        assert tree(output) == tree(build(project, "clean"))

    check("Welcome", "Water the plants", "List plants")
    check()
    write_files(project, {"index.mdx": "---\ntitle: Welcome\n---\n\nAnother text\n"})
    check()
    write_files(project, {"index.mdx": "---\ntitle: Hello\n---\n\nAnother text\n"})
    check("Hello")
    check(name="another")
    write_files(project, {"site.json": settings(navigation=[{"group": "Go", "pages": ["index"]}])})
    check("Hello")
    write_files(project, {"logo.svg": LOGO.replace("c2185b", "00897b")})
    check("Hello", "List plants")


def test_pictures_of_the_site_before_are_kept_without_being_read(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = {"cache_folder": str(project.parent / "cache")}
    before = pictures(build(project, **options))
    monkeypatch.setattr(PictureWriter, "_draw", None)
    write_files(project, {"site.json": settings(topbarLinks=[{"name": "Go", "url": "/water"}])})
    output = build(project, **options)
    assert "Go</a>" in (output / "index.html").read_text(), "all pages are built anew"
    assert pictures(output) == before


def test_a_picture_that_somebody_changed_is_made_anew(project: Path) -> None:
    options = {"cache_folder": str(project.parent / "cache")}
    before = pictures(build(project, **options))
    damaged = project.parent / "out" / next(iter(before))
    damaged.write_bytes(b"no picture")
    assert pictures(build(project, **options)) == before


@pytest.mark.whole
@pytest.mark.skipif(sys.platform != "linux", reason="there are no workers here")
def test_workers_share_the_drawing(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = {f"p{number}.mdx": f"---\ntitle: Page {number}\n---\n" for number in range(40)}
    write_files(project, {**pages, "site.json": settings(seo={"indexHiddenPages": True})})
    drawn = counting(monkeypatch)
    alone = build(project, "alone")
    assert len(drawn) == 44
    drawn.clear()
    output = build(project, workers=3)
    assert drawn == [], "this process only gives out the work"
    assert tree(output) == tree(alone)
    assert workers.PAGES_WORTH_A_WORKER > 45, "without pictures these are too few pages"


def test_a_missing_extra_is_told_once_and_does_not_fail_the_build(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(share, "_LIBRARIES", ("PIL", "no_such_library"))
    report = build_folder(str(project), str(project.parent / "out"), BuildOptions(site_url=SITE))
    told = [problem for problem in report.problems if problem.code is Code.PICTURES_NOT_DRAWN]
    assert [problem.severity for problem in told] == [Severity.INFO]
    assert "octavo[pictures]" in told[0].hint
    assert pictures(project.parent / "out") == {}


def test_a_hostile_logo_gives_way_to_the_name(project: Path) -> None:
    before = pictures(build(project)).values()
    hostile = LOGO.replace("<rect", '<image href="/etc/passwd"/><rect')
    write_files(project, {"logo.svg": hostile})
    refused = pictures(build(project)).values()
    (project / "logo.svg").unlink()
    assert sorted(refused) == sorted(pictures(build(project)).values())
    assert sorted(refused) != sorted(before)


def _evaluate_nothing(request: Request) -> Answer:
    raise AssertionError(request)


def test_the_preview_draws_a_picture_when_somebody_asks_for_it(project: Path) -> None:
    loader = PreviewLoader(str(project), _evaluate_nothing, site_url=SITE)
    state = loader.load()
    for color in ("c2185b", "00897b"):
        write_files(project, {"logo.svg": LOGO.replace("c2185b", color)})
        state = loader.follow(state, [str(project / "logo.svg")])
        built = pictures(build(project))
        assert state.site is not None
        assert {name: state.site.find_file(name) for name in built} == built
        assert state.site.find_file("_octavo/share/0123456789abcdef0123.png") is None

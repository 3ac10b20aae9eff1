"""The changelog of an API: pages of releases, marks in the reference, and what they never show."""

from __future__ import annotations

import copy
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.folder_build import BuildOptions, build_folder
from octavo.openapi.changes.history import rank_release
from octavo.problems import Code, Problem
from octavo.server.search.folder_search import search_folder
from tests.project_folder import write_files


def build_document(version: str) -> dict[str, Any]:
    """Return the document of a release: 2.0, 2.1 or 2.2."""
    limit: dict[str, Any] = {"name": "limit", "in": "query", "schema": {"type": "integer"}}
    plant: dict[str, Any] = {"type": "object", "properties": {"name": {"type": "string"}}}
    listed = {"type": "array", "items": {"$ref": "#/components/schemas/Plant"}}
    answer = {"description": "ok", "content": {"application/json": {"schema": listed}}}
    operation = {"summary": "List plants", "operationId": "list", "tags": ["Plants"]}
    parameters = [limit]
    plants: dict[str, Any] = {
        "get": {**operation, "parameters": parameters, "responses": {"200": answer}}
    }
    old: dict[str, Any] = {"summary": "Old one", "responses": {"200": {"description": "ok"}}}
    paths: dict[str, Any] = {"/plants": plants, "/old": {"get": old}}
    if version >= "2.1":
        plants["post"] = {**old, "summary": "Add a plant", "tags": ["Plants"]}
        plant["properties"]["color"] = {"type": "string"}
        old["deprecated"] = True
        paths["/zebra"] = {"get": {"summary": "Zebra", "x-internal": True}}
        paths["/yak"] = {"get": {"summary": "Yak", "x-hidden": True}}
    if version >= "2.2":
        limit["schema"]["maximum"] = 50
        parameters.append({**limit, "name": "page", "schema": {"type": "integer"}})
        plant["properties"]["color"]["enum"] = ["red", "<b>green"]
        del paths["/yak"]
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Garden", "version": version},
        "tags": [{"name": "Plants"}],
        "paths": paths,
        "components": {"schemas": {"Plant": plant}},
    }
    return copy.deepcopy(document)


VERSIONS = ("2.0", "2.1", "2.2")
SETTINGS: dict[str, Any] = {
    "name": "Garden",
    "seo": {"siteUrl": "https://garden.example"},
    "navigation": [{"group": "Start", "pages": ["index"]}],
    "tabs": [{"name": "API", "url": "api", "openapi": "openapi.json"}],
    "api": {"changelog": {"from": "api-versions"}},
}
PROJECT: dict[str, Any] = {
    "site.json": SETTINGS,
    "index.mdx": "---\ntitle: Start\n---\nHello\n",
    "openapi.json": build_document("2.2"),
    **{f"api-versions/{version}.json": build_document(version) for version in VERSIONS},
}


def set_source(source: str, **more: Any) -> dict[str, Any]:
    return {**SETTINGS, "api": {"changelog": {"from": source, **more}}}


def build(folder: Path, files: dict[str, Any]) -> tuple[Path, list[Problem]]:
    """Return the built site, and its problems with the changelog."""
    write_files(folder / "project", files)
    output = folder / "site"
    options = BuildOptions(cache_folder=str(folder / "cache"))
    result = build_folder(str(folder / "project"), str(output), options)
    codes = (Code.API_CHANGELOG_EMPTY, Code.API_RELEASE_UNREADABLE, Code.API_RELEASES_LEFT_OUT)
    return output, [each for each in result.problems if each.code in codes]


def read(site: Path, name: str) -> str:
    return (site / name).read_text(encoding="utf-8")


def test_each_release_has_a_page_by_severity_and_tag_with_links(tmp_path: Path) -> None:
    site, problems = build(tmp_path, PROJECT)
    assert not problems
    twin = read(site, "api/changelog/2-2.md")
    assert "Compared with 2.1." in twin
    assert "1 breaking" not in twin.split("## ")[0] or "## Breaking changes" in twin
    assert "#### Plants" in twin
    assert "[List plants](https://garden.example/api/plants/list-plants.md)" in twin
    assert "the query parameter `page` was added" in twin
    html = read(site, "api/changelog/2-2/index.html")
    assert 'href="/api/plants/list-plants/"' in html
    assert "<b>green" not in html
    first = read(site, "api/changelog/2-0.md")
    assert "The first release in this list. It has 2 operations." in first
    overview = read(site, "api/changelog.md")
    assert overview.index("## 2.2") < overview.index("## 2.1") < overview.index("## 2.0")
    assert "2-1.md" in read(site, "llms.txt")
    assert "https://garden.example/api/changelog/2-1/" in read(site, "sitemap.xml")
    feed = read(site, "api/changelog/rss.xml")
    assert feed.count("<item>") == 3
    assert "https://garden.example/api/changelog/#release-2-2" in feed
    assert 'id="release-2-2"' in read(site, "api/changelog/index.html")


def test_the_reference_says_since_when_its_parts_are_there(tmp_path: Path) -> None:
    site, _ = build(tmp_path, PROJECT)
    listing, adding = (
        read(site, f"api/plants/{name}.md") for name in ("list-plants", "add-a-plant")
    )
    assert "- `limit` (integer, query, changed in 2.2)" in listing
    assert "- `page` (integer, query, new in 2.2)" in listing
    assert "- `name` (string)\n" in listing
    assert "new in 2.1, changed in 2.2)" in listing
    assert "\nchanged in 2.2\n" in listing
    assert "\nnew in 2.1\n" in adding
    assert "\ndeprecated since 2.1\n" in read(site, "api/old-one.md")
    html = read(site, "api/plants/list-plants/index.html")
    assert '<span class="field-pill since since-2">new in 2.2</span>' in html
    answer = search_folder(str(site), "deprecated since 2.1", {}, 5).answer
    assert "old-one" in str(answer)


def test_internal_and_hidden_operations_and_old_documents_are_never_published(
    tmp_path: Path,
) -> None:
    later_internal = build_document("2.2")
    later_internal["paths"]["/plants"]["post"]["x-internal"] = True
    site, _ = build(tmp_path, {**PROJECT, "openapi.json": later_internal})
    everything = b"".join(path.read_bytes() for path in site.rglob("*") if path.is_file())
    for word in (b"ebra", b"/yak", b"Add a plant", b"POST /plants"):
        assert word not in everything
    assert not (site / "api-versions").exists()


def test_notes_of_the_author_come_first(tmp_path: Path) -> None:
    notes = "Plants grow **faster** now.\n"
    site, _ = build(tmp_path, {**PROJECT, "api/changelog/2-1.mdx": notes})
    twin = read(site, "api/changelog/2-1.md")
    assert twin.startswith("# Release 2.1")
    assert twin.index("Plants grow") < twin.index("## Additions")
    assert "/api/changelog/2-1/" in read(site, "api/changelog/2-2/index.html")


def test_what_is_not_released_yet_is_named_by_its_version_or_as_the_next(tmp_path: Path) -> None:
    today = build_document("2.2")
    today["paths"]["/new"] = {"get": {"summary": "New", "responses": {}}}
    site, _ = build(tmp_path / "same", {**PROJECT, "openapi.json": today})
    assert "the next release" in read(site, "api/new.md")
    assert "# Next release" in read(site, "api/changelog/next-release.md")
    today["info"]["version"] = "v2.3"
    site, _ = build(tmp_path / "other", {**PROJECT, "openapi.json": today})
    assert "new in 2.3" in read(site, "api/new.md")


def test_a_release_that_cannot_be_read_is_left_out_and_makes_no_wrong_mark(tmp_path: Path) -> None:
    site, problems = build(tmp_path, {**PROJECT, "api-versions/2.1.json": '{"openapi": "3.1.0", '})
    assert [each.code for each in problems] == [Code.API_RELEASE_UNREADABLE]
    assert "`api-versions/2.1.json`" in problems[0].message
    assert not (site / "api/changelog/2-1.md").exists()
    assert "Compared with 2.0." in read(site, "api/changelog/2-2.md")
    # It came in 2.1 or in 2.2.
    assert "new in" not in read(site, "api/plants/add-a-plant.md")


def test_more_releases_than_wanted_are_counted(tmp_path: Path) -> None:
    document = build_document("2.0")
    many = {f"api-versions/1.{number}.json": document for number in range(200)}
    files = {**PROJECT, **many, "site.json": set_source("api-versions", last=3)}
    site, problems = build(tmp_path, files)
    assert [each.code for each in problems] == [Code.API_RELEASES_LEFT_OUT]
    assert "203 releases" in problems[0].message
    assert len(list((site / "api/changelog").glob("*.md"))) == 3
    assert "new in 2.1" in read(site, "api/plants/add-a-plant.md")


def test_old_documents_are_compared_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site, _ = build(tmp_path, PROJECT)
    before = read(site, "api/changelog/2-2.md")

    def refuse(*_values: object) -> None:
        raise AssertionError("compared again")

    monkeypatch.setattr("octavo.site.api.releases.compare_releases", refuse)
    monkeypatch.setattr("octavo.site.api.releases.read_parts", refuse)
    site, _ = build(tmp_path, {"index.mdx": "---\ntitle: Other\n---\nHello\n"})
    assert read(site, "api/changelog/2-2.md") == before


@pytest.mark.parametrize("source", ["api-versions", "nowhere", "git tags v*", "git tags v*****"])
def test_without_releases_there_is_a_warning_and_the_reference_stays(
    tmp_path: Path, source: str
) -> None:
    files = {name: PROJECT[name] for name in ("index.mdx", "openapi.json")}
    site, problems = build(tmp_path, {**files, "site.json": set_source(source)})
    expected = [Code.API_CHANGELOG_EMPTY] if "*****" not in source else []
    assert [each.code for each in problems] == expected
    assert (site / "api/plants/list-plants.md").exists()
    assert not (site / "api/changelog.md").exists()


def test_names_of_releases_sort_like_versions() -> None:
    names = ["1.9", "1.10-rc1", "1.10-rc2", "1.10", "1.10.1", "2.0", "2024-01-02", "2024-01-10"]
    assert sorted(names[4:] + names[:4], key=rank_release) == names


# --- git ---

GIT = shutil.which("git")


def run_git(folder: Path, *arguments: str, day: str = "2026-01-01") -> None:
    dates = {f"GIT_{who}_DATE": f"{day}T12:00:00Z" for who in ("AUTHOR", "COMMITTER")}
    names = {f"GIT_{who}_NAME": "T" for who in ("AUTHOR", "COMMITTER")}
    mails = {f"GIT_{who}_EMAIL": "t@t.example" for who in ("AUTHOR", "COMMITTER")}
    environment = {**os.environ, **dates, **names, **mails}
    subprocess.run([str(GIT), *arguments], cwd=folder, check=True, env=environment)


@pytest.mark.skipif(GIT is None, reason="git is not installed")
def test_tags_are_releases_whatever_they_are_called(tmp_path: Path) -> None:
    project = write_files(tmp_path / "project", {"readme.txt": "no document yet"})
    run_git(project, "init", "-q", "-b", "main", ".")
    run_git(project, "add", ".")
    run_git(project, "commit", "-qm", "start")
    run_git(project, "tag", "v1.0")
    files = {name: PROJECT[name] for name in ("index.mdx",)}
    files["site.json"] = set_source("git tags v*")
    for number, version in enumerate(VERSIONS, 1):
        write_files(project, {"openapi.json": build_document(version)})
        run_git(project, "add", ".")
        run_git(project, "commit", "-qm", version)
        run_git(project, "tag", "-am", "note", f"v{version}", day=f"2026-0{number}-01")
    write_files(project, {"openapi.json": '{"openapi": '})
    run_git(project, "commit", "-qam", "broken")
    for odd in ('v2.1.1-"$(x)"', "v2.1.2-é<b>", "other", "vé"):
        run_git(project, "tag", odd, "v2.1" if odd != "vé" else "HEAD")
    write_files(project, {"openapi.json": build_document("2.2")})
    site, problems = build(tmp_path, files)
    assert [each.code for each in problems] == [Code.API_RELEASE_UNREADABLE]
    assert "`v1.0:openapi.json`" in problems[0].message
    assert "`vé:openapi.json`" in problems[0].message
    overview = read(site, "api/changelog.md")
    assert "2026-02-01" in overview
    assert "other" not in overview
    assert "<b>" not in read(site, "api/changelog/index.html")
    assert len(list((site / "api/changelog").glob("*.md"))) == 5
    assert "new in 2.1" in read(site, "api/plants/add-a-plant.md")
    assert "<pubDate>Sun, 01 Mar 2026" in read(site, "api/changelog/rss.xml")
    # A new tag shows up without a change of any file.
    run_git(project, "tag", "v2.3", "v2.2", day="2026-05-01")
    site, _ = build(tmp_path, files)
    assert (site / "api/changelog/2-3.md").exists()


@pytest.mark.skipif(GIT is None, reason="git is not installed")
def test_a_shallow_clone_without_tags_says_how_to_get_them(tmp_path: Path) -> None:
    files = {name: PROJECT[name] for name in ("index.mdx", "openapi.json")}
    origin = write_files(tmp_path / "origin", {**files, "site.json": set_source("git tags v*")})
    run_git(origin, "init", "-q", "-b", "main", ".")
    for number in range(2):
        write_files(origin, {"n.json": {"n": number}})
        run_git(origin, "add", ".")
        run_git(origin, "commit", "-qm", "x")
    run_git(origin, "tag", "v1")
    address = origin.as_uri()
    run_git(tmp_path, "clone", "-q", "--depth", "1", "--no-tags", address, "project")
    _, problems = build(tmp_path, {})
    assert [each.code for each in problems] == [Code.API_CHANGELOG_EMPTY]
    assert "shallow" in problems[0].hint

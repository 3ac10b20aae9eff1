"""`octavo search`: the results of readers, in the shell."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from octavo.cli.entry import main
from tests.site_search import find_addresses, open_search


@pytest.fixture
def site(write_project: Any, tmp_path: Path) -> Path:
    settings = {
        "name": "S",
        "versions": ["v1", "v2"],
        "navigation": [
            {"group": "One", "version": "v1", "pages": ["v1/start"]},
            {"group": "Two", "version": "v2", "pages": ["v2/start"]},
        ],
    }
    files = {
        "site.json": settings,
        "v1/start.mdx": "---\ntitle: Start of one\n---\n\n## Valves\n\nOpen the valve.\n",
        "v2/start.mdx": "---\ntitle: Start of two\n---\n\n## Valves\n\nClose the valve.\n",
    }
    project = write_project(files)
    assert main(["build", str(project), "-o", str(tmp_path / "out")]) == 0
    return tmp_path / "out"


def test_results_are_lines_for_people(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", str(site), "close", "valve"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Start of two  /v2/start/"
    assert "    /v2/start/#valves  Close the valve." in lines


def test_results_are_values_for_programs(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["search", str(site), "valve", "--format", "json", "--in-version", "v1"]
    assert main([*command, "--limit", "1"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["query"], answer["total"]) == ("valve", 1)
    (result,) = answer["results"]
    assert (result["url"], result["version"], result["kind"]) == ("/v1/start/", "v1", "guide")
    assert result["sections"] == [
        {"url": "/v1/start/#valves", "title": "Valves", "text": "Open the valve."}
    ]


def test_the_first_version_comes_before_others(write_project: Any, tmp_path: Path) -> None:
    settings = {
        "name": "S",
        "versions": ["new", "old"],
        "navigation": [
            {"group": "Old", "version": "old", "pages": ["old/start"]},
            {"group": "New", "version": "new", "pages": ["new/start"]},
        ],
    }
    page = "---\ntitle: Start\n---\n\nOpen the valve.\n"
    project = write_project({"site.json": settings, "old/start.mdx": page, "new/start.mdx": page})
    assert main(["build", str(project), "-o", str(tmp_path / "out")]) == 0
    assert find_addresses(tmp_path / "out", "open the valve") == ["/new/start/", "/old/start/"]


def build_pages(write_project: Any, folder: Path, files: dict[str, str]) -> Path:
    """Build a site of these pages, all in one group."""
    pages = [name.removesuffix(".mdx") for name in files]
    settings = {"name": "S", "navigation": [{"group": "All", "pages": pages}]}
    project = write_project({"site.json": settings, **files})
    assert main(["build", str(project), "-o", str(folder / "out")]) == 0
    return folder / "out"


@pytest.fixture
def long_lived(write_project: Any, tmp_path: Path) -> Path:
    """A site whose changelog has the words of its guides."""
    news = "---\ntitle: {}\n---\n\n## 1.4\n\nTurn off the pump with a switch.\n"
    guide = "---\ntitle: {}\n---\n\nTurn off the pump with a switch.\n"
    files = {
        "changelog.mdx": news.format("All that is new"),
        "blog/autumn.mdx": news.format("Autumn"),
        "history/boosted.mdx": news.format("Old days").replace(
            "\n---\n\n#", "\nboost: 3\n---\n\n#"
        ),
        "guides/wells.mdx": guide.format("Wells"),
        "guides/valves.mdx": "---\ntitle: Valves\n---\n\nMany.\n",
        "guides/valve.mdx": "---\ntitle: Valve\n---\n\nOne.\n",
        "guides/temporal-reasoning.mdx": "---\ntitle: Temporal reasoning\n---\n\nWater.\n",
        "guides/r.mdx": "---\ntitle: Notes\n---\n\nIn R, temporal water is `r`.\n",
    }
    return build_pages(write_project, tmp_path, files)


def test_pages_that_tell_what_was_new_come_after_others(long_lived: Path) -> None:
    addresses = find_addresses(long_lived, "turn off the pump")
    assert addresses[:2] == ["/history/boosted/", "/guides/wells/"]
    assert set(addresses[2:4]) == {"/changelog/", "/blog/autumn/"}


def test_a_changelog_is_found_by_its_name(long_lived: Path) -> None:
    assert find_addresses(long_lived, "all that is new")[0] == "/changelog/"


def test_the_owner_of_something_is_found_by_the_bare_word(long_lived: Path) -> None:
    assert find_addresses(long_lived, "valve’s ")[0] == "/guides/valve/"
    assert find_addresses(long_lived, "valves ")[0] == "/guides/valves/"


def test_a_word_that_has_just_been_begun_hides_nothing(long_lived: Path) -> None:
    assert find_addresses(long_lived, "temporal r")[0] == "/guides/temporal-reasoning/"


def test_names_with_dots_are_found_as_they_are_written(write_project: Any, tmp_path: Path) -> None:
    files = {
        "created.mdx": "---\ntitle: User and primary email\n---\n\nUpdate the email of a user.\n",
        "events.mdx": "---\ntitle: Events\n---\n\nOne is `user.update.email.primary`.\n",
        "pump.mdx": "---\ntitle: The pump\n---\n\nThere are 4, or 1. See q and 20261118.\n",
        "models.mdx": "---\ntitle: Models\n---\n\nOne is `pump.4.1`, one `pump.q.20261118`.\n",
    }
    site = build_pages(write_project, tmp_path, files)
    assert find_addresses(site, "user update email primary")[0] == "/created/"
    assert find_addresses(site, "user.update.email.primary")[0] == "/events/"
    # Single letters and long numbers are no terms of the index, or are not loaded with a query.
    assert find_addresses(site, "pump 4 1")[0] == "/pump/"
    assert find_addresses(site, "pump.4.1")[0] == "/models/"
    assert find_addresses(site, "pump.q.20261118")[0] == "/models/"


def test_words_are_found_joined_dashed_and_apart(write_project: Any, tmp_path: Path) -> None:
    files = {
        "limits.mdx": "---\ntitle: Rate limit\n---\n\nTen a second.\n",
        "sources.mdx": "---\ntitle: A data source\n---\n\nAdd one.\n",
        "names.mdx": "---\ntitle: Names\n---\n\nPass a `user_id`.\n",
        "news.mdx": "---\ntitle: News\n---\n\nThe rate-limit has changed.\n",
        "people.mdx": "---\ntitle: People\n---\n\nA user has an id, or even two.\n",
    }
    site = build_pages(write_project, tmp_path, files)
    expected = {
        "rate-limit": ["/limits/", "/news/"],
        "rate-lim": ["/limits/", "/news/"],
        "datasource": ["/sources/"],
        "datasour": ["/sources/"],
        "data-sorce": ["/sources/"],
        "user_id": ["/names/"],  # a name is what it is, and not two words
        "datarate": [],  # no page has both
    }
    assert {query: find_addresses(site, query) for query in expected} == expected


@pytest.mark.parametrize(
    ("query", "address"),
    [
        ("POST /v1/plots/plot-17:restore", "/reference/restore/"),
        ("/v1/plots/{plot}:restore", "/reference/restore/"),
        ("/v1/plots/plot-17:water", "/reference/water/"),
        ("/v1/plots/plot-17", "/reference/read/"),
        ("/v1/files/report-2.json", "/reference/file/"),
        ("/v1/ranges/3-17", "/reference/range/"),
        ("/v1/ranges/3-17/x", "/reference/inside/"),
    ],
)
def test_values_stand_for_parameters_in_parts_of_paths(
    query: str, address: str, write_project: Any, tmp_path: Path
) -> None:
    operations = {
        "/v1/plots/{plot}:restore": ("post", "restore"),
        "/v1/plots/{plot}:water": ("post", "water"),
        "/v1/plots/{plot}": ("get", "read"),
        "/v1/files/{name}.json": ("get", "file"),
        "/v1/ranges/{from}-{to}": ("get", "range"),
        "/v1/ranges/{from}-{to}/x": ("get", "inside"),
    }
    paths = {
        path: {method: {"operationId": name, "summary": name, "responses": {}}}
        for path, (method, name) in operations.items()
    }
    document = {"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": paths}
    tabs = [{"name": "API", "url": "reference", "openapi": "api.json"}]
    settings = {"name": "S", "navigation": [{"group": "G", "pages": ["index"]}], "tabs": tabs}
    project = write_project(
        {"site.json": settings, "api.json": document, "index.mdx": "Words about plots."}
    )
    main(["build", str(project), "-o", str(tmp_path / "out")])
    assert find_addresses(tmp_path / "out", query)[0] == address


def test_a_page_needs_no_small_words_to_have_all(site: Path) -> None:
    search = open_search(site)
    assert not search.find("how do I close a valve")["partial"]
    assert search.find("how do I polish a valve")["partial"]


def test_nothing_found_is_no_failure(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", str(site), "zzzz"]) == 0
    assert capsys.readouterr().out == "Nothing found.\n"


def test_a_folder_without_an_index_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["search", str(tmp_path), "words"]) == 1
    assert "[site-not-built]" in capsys.readouterr().err


def test_a_folder_that_is_not_there_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["search", str(tmp_path / "none"), "words"]) == 1
    assert "there is no such folder [site-not-built]" in capsys.readouterr().err


def test_a_damaged_index_is_told(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for file in (site / "_octavo/search").iterdir():
        file.write_text("[")
    assert main(["search", str(site), "valve"]) == 1
    assert "[site-damaged]" in capsys.readouterr().err


@pytest.mark.parametrize("limit", ["0", "-1", "1001", "x"])
def test_a_senseless_limit_is_refused(site: Path, limit: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["search", str(site), "valve", f"--limit={limit}"])
    assert ended.value.code == 2

"""A new build takes over while the old one is served: as a whole, and without a restart."""

from __future__ import annotations

import json
import re
import shutil
import threading
from pathlib import Path

import pytest

from octavo.builder.folder_build import BuildOptions, build_folder
from tests.effort import effort
from tests.patience import wait_until
from tests.served_sites import ServedSite, serving
from tests.whole import first_of_each

PAGES = 12
PUBLISHES = effort(5, scorecard=20)


def write_state(root: Path, state: int) -> None:
    names = ["index", *(f"page-{number}" for number in range(PAGES)), f"only-{state}"]
    root.mkdir(exist_ok=True)
    for old in root.glob("only-*.mdx"):
        old.unlink()
    # A different color gives each state different style sheets.
    settings = {
        "name": "Test",
        "colors": {"primary": f"#{100 + state:02x}3456"},
        "navigation": [{"group": "A", "pages": names}],
    }
    for name in names:
        (root / f"{name}.mdx").write_text(f"State {state}.\n")
    (root / "site.json").write_text(json.dumps(settings))


def publish(folder: Path, state: int) -> None:
    write_state(folder / "project", state)
    options = BuildOptions(cache_folder=str(folder / "cache"))
    assert build_folder(str(folder / "project"), str(folder / "dist"), options).output


def read_state(page: bytes) -> int:
    match = re.search(rb"State (\d+)\.", page)
    assert match
    return int(match[1])


def visit(site: ServedSite, path: str) -> None:
    """Load a page and its style sheet; both are of one state, or the page was just replaced."""
    page = site.get(path)
    assert page.status == 200
    sheet = re.search(rb'rel="stylesheet" href="([^"]+)"', page.body)
    assert sheet
    answer = site.get(sheet[1].decode())
    if answer.status == 404:  # a build took over between the two requests
        assert read_state(site.get(path).body) > read_state(page.body)
    else:
        assert answer.status == 200
        assert f"#{100 + read_state(page.body):02x}3456".encode() in answer.body


@pytest.mark.scorecard("SR-30")
@pytest.mark.parametrize("workers", first_of_each(["2", "1"]))
def test_builds_take_over_without_a_mixed_page(tmp_path: Path, workers: str) -> None:
    publish(tmp_path, 0)
    with serving(tmp_path / "dist", "--workers", workers) as site:
        failures: list[BaseException] = []
        is_over = threading.Event()

        def read_along() -> None:
            try:
                while not is_over.is_set():
                    for number in range(PAGES):
                        visit(site, f"/page-{number}/")
            except BaseException as error:
                failures.append(error)

        readers = [threading.Thread(target=read_along) for _ in range(3)]
        for reader in readers:
            reader.start()
        try:
            for state in range(1, PUBLISHES + 1):
                publish(tmp_path, state)
                assert read_state(site.get("/").body) == state
                assert site.get(f"/only-{state}/").status == 200
                assert site.get(f"/only-{state - 1}/").status == 404
        finally:
            is_over.set()
            for reader in readers:
                reader.join()
        assert failures == []
        assert {request["status"] // 100 for request in site.requests()} <= {2, 4}
        assert not any("damaged" in line for line in site.said)


def test_a_state_that_is_not_whole_does_not_take_over(tmp_path: Path) -> None:
    publish(tmp_path, 0)
    with serving(tmp_path / "dist") as site:
        assert read_state(site.get("/").body) == 0
        publish(tmp_path, 1)
        broken = tmp_path / "dist" / "page-3" / "index.html"
        whole = broken.read_bytes()
        broken.write_bytes(whole[:-10])
        assert read_state(site.get("/").body) == 0
        wait_until(lambda: any("[site-damaged]" in line for line in site.said))
        assert site.get("/readyz").status == 200
        broken.write_bytes(whole)
        wait_until(lambda: read_state(site.get("/").body) == 1)


def test_a_folder_that_goes_away_and_comes_back_is_served_again(tmp_path: Path) -> None:
    publish(tmp_path, 0)
    with serving(tmp_path / "dist") as site:
        assert site.get("/page-1/").status == 200
        shutil.rmtree(tmp_path / "dist")
        assert site.get("/page-1/").status == 200  # from memory
        assert site.get("/page-2/").status == 503
        publish(tmp_path, 1)
        assert read_state(site.get("/page-2/").body) == 1


def test_a_file_that_changes_under_the_server_is_not_sent(tmp_path: Path) -> None:
    publish(tmp_path, 0)
    with serving(tmp_path / "dist") as site:
        page = tmp_path / "dist" / "page-5" / "index.html"
        page.write_bytes(page.read_bytes().replace(b"State 0", b"State 9"))
        answer = site.get("/page-5/")
        assert answer.status == 503
        assert answer.headers["retry-after"] == "1"
        assert site.get("/page-6/").status == 200


def test_a_link_to_the_folder_may_be_turned_to_another(tmp_path: Path) -> None:
    for name, state in (("one", 1), ("two", 2)):
        (tmp_path / name).mkdir()
        publish(tmp_path / name, state)
    link = tmp_path / "current"
    link.symlink_to(tmp_path / "one" / "dist")
    with serving(link) as site:
        assert read_state(site.get("/").body) == 1
        following = tmp_path / "next"
        following.symlink_to(tmp_path / "two" / "dist")
        following.rename(link)
        assert read_state(site.get("/").body) == 2

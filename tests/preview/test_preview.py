"""What the preview answers, and how it follows changes."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from octavo.server.search.engine import SearchEngine, SearchError
from tests.previews import RunningPreview, running_preview

SETTINGS: dict[str, Any] = {
    "name": "Test",
    "navigation": [{"group": "A", "pages": ["guides/one", "guides/two", "diagram"]}],
    "redirects": [
        {"source": "/old", "destination": "/guides/two#part"},
        {"source": "/soon", "destination": "/guides/two", "permanent": False},
        {"source": "/away", "destination": "https://example.com/"},
        {"source": "/v1/:path*", "destination": "/guides/:path*"},
    ],
}
PROJECT: dict[str, Any] = {
    "site.json": SETTINGS,
    "guides/one.mdx": "---\ntitle: One\n---\n"
    'import Note from "/snippets/note.mdx"\n\nFirst.\n\n<Note />\n',
    "guides/two.mdx": "# Two\n\n![Dot](/images/dot.svg)\n",
    "diagram.mdx": "Styled.\n\n<div className='p-4'>Box</div>\n",
    "snippets/note.mdx": "A note.\n",
    "images/dot.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"></svg>',
    "style.css": "p { color: red }",
    "data.json": "{}",
    "bytes.bin": bytes(range(256)) * 10,
    ".env": "SECRET=1",
}


@pytest.fixture
def root(write_project: Any) -> Path:
    folder: Path = write_project(PROJECT)
    return folder


@pytest.fixture
def preview(root: Path) -> Iterator[RunningPreview]:
    with running_preview(root) as running:
        yield running


# --- answers ------------------------------------------------------------------------------------


def test_a_page_is_a_page_with_its_headers(preview: RunningPreview) -> None:
    answer = preview.get("/guides/one/")
    assert answer.status == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-cache"
    assert "script-src 'self' 'sha256-" in answer.headers["content-security-policy"]
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert b"A note." in answer.body


def test_words_in_a_page_do_not_change_what_it_may_run(preview: RunningPreview, root: Path) -> None:
    before = preview.get("/guides/one/").headers["content-security-policy"]
    words = '"analytics":{"ga4":{}} <script>evil()</script>'
    (root / "guides/one.mdx").write_text(
        f"---\ntitle: One\ndescription: '{words}'\n---\nNew. `{words}`\n"
    )
    preview.wait_for("/guides/one/", "New.")
    answer = preview.get("/guides/one/")
    assert b"evil()" in answer.body
    assert answer.headers["content-security-policy"] == before
    assert preview.get("/nowhere/").headers["content-security-policy"] == before
    assert preview.get("/404.html").headers["content-security-policy"] == before


def test_a_path_without_its_slash_leads_to_the_page(preview: RunningPreview) -> None:
    answer = preview.get("/guides/one?a=b%0d")
    assert (answer.status, answer.headers["location"]) == (308, "/guides/one/?a=b%0d")


@pytest.mark.parametrize(
    ("path", "status", "location"),
    [
        ("/", 307, "/guides/one/"),
        ("/guides/", 307, "/guides/one/"),
        ("/guides", 307, "/guides/one/"),
        ("/old", 308, "/guides/two/#part"),
        ("/old/", 308, "/guides/two/#part"),
        ("/old?x=1", 308, "/guides/two/#part"),
        ("/soon", 307, "/guides/two/"),
        ("/soon?x=1&y", 307, "/guides/two/?x=1&y"),
        ("/away", 308, "https://example.com/"),
        ("/v1/one", 308, "/guides/one/"),
        ("/v1/not/there", 308, "/guides/not/there"),
    ],
)
def test_redirects_are_real_and_are_not_kept(
    preview: RunningPreview, path: str, status: int, location: str
) -> None:
    answer = preview.get(path)
    assert (answer.status, answer.headers["location"]) == (status, location)
    assert answer.headers["cache-control"] == "no-store"


def test_what_is_not_there_is_the_page_not_found(preview: RunningPreview) -> None:
    answer = preview.get("/no/such/page/")
    assert answer.status == 404
    assert b"This page does not exist" in answer.body
    assert b"/no/such/page" not in answer.body


def test_an_unchanged_file_is_not_sent_again(preview: RunningPreview) -> None:
    for path in ("/guides/one/", "/style.css", "/_octavo/dev/reload.js", "/_octavo/search.json"):
        etag = preview.get(path).headers["etag"]
        again = preview.get(path, If_None_Match=f'"other", W/{etag}')
        assert (again.status, again.body) == (304, b""), path
        assert preview.get(path, If_None_Match='"other"').status == 200


def test_head_has_the_headers_and_no_body(preview: RunningPreview) -> None:
    for path in ("/guides/one/", "/bytes.bin"):
        whole, head = preview.get(path), preview.get(path, "HEAD")
        assert (head.status, head.body) == (200, b"")
        assert head.headers["content-length"] == str(len(whole.body))


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"])
def test_other_methods_are_refused(preview: RunningPreview, method: str) -> None:
    answer = preview.get("/guides/one/", method)
    assert (answer.status, answer.headers["allow"]) == (405, "GET, HEAD")


@pytest.mark.parametrize(
    ("asked", "status", "part"),
    [
        ("bytes=0-9", 206, slice(0, 10)),
        ("bytes=2550-", 206, slice(2550, 2560)),
        ("bytes=-5", 206, slice(2555, 2560)),
        ("bytes=2550-9999", 206, slice(2550, 2560)),
        ("bytes=9999-", 416, slice(0, 0)),
        ("bytes=5-2", 416, slice(0, 0)),
        ("bytes=0-1,3-4", 200, slice(0, 2560)),
        ("bytes=-", 200, slice(0, 2560)),
        ("pages=1-2", 200, slice(0, 2560)),
    ],
)
def test_one_part_of_a_file_can_be_asked_for(
    preview: RunningPreview, asked: str, status: int, part: slice
) -> None:
    answer = preview.get("/bytes.bin", Range=asked)
    assert (answer.status, answer.body) == (status, PROJECT["bytes.bin"][part])


def test_files_have_their_types_and_active_ones_are_inert(preview: RunningPreview) -> None:
    types = {
        "/style.css": "text/css; charset=utf-8",
        "/data.json": "application/json; charset=utf-8",
        "/images/dot.svg": "image/svg+xml",
        "/bytes.bin": "application/octet-stream",
    }
    answers = {path: preview.get(path) for path in types}
    assert {path: answer.headers["content-type"] for path, answer in answers.items()} == types
    assert "sandbox" in answers["/images/dot.svg"].headers["content-security-policy"]


def test_a_file_made_with_a_page_is_there_when_the_page_was_shown(preview: RunningPreview) -> None:
    page = preview.get("/diagram/").body.decode()
    style = page.partition('href="/_octavo/pages/')[2].partition('"')[0]
    assert preview.get(f"/_octavo/pages/{style}").status == 200


# --- changes ------------------------------------------------------------------------------------


def test_an_edited_page_is_shown_and_told_in_one_line(root: Path, preview: RunningPreview) -> None:
    preview.get("/guides/one/")
    source = root / "guides/one.mdx"
    source.write_text(source.read_text().replace("First.", "Changed."))
    preview.wait_for("/guides/one/", "Changed.")
    preview.wait_until(lambda: bool(preview.lines))
    assert preview.lines[0].startswith("page changed: guides/one.mdx (")


def test_an_edit_before_any_page_was_asked_for_is_seen(root: Path, preview: RunningPreview) -> None:
    (root / "guides/two.mdx").write_text("# Changed\n")
    preview.wait_until(lambda: bool(preview.lines))
    assert preview.lines[0].startswith("page changed: guides/two.mdx (")
    assert preview.version > 1


def test_an_edited_title_is_shown_in_the_sidebar_of_other_pages(
    root: Path, preview: RunningPreview
) -> None:
    preview.get("/guides/two/")
    (root / "guides/one.mdx").write_text("---\ntitle: Renamed\n---\n")
    preview.wait_for("/guides/two/", "Renamed")


def test_an_edited_snippet_is_shown_in_the_pages_that_use_it(
    root: Path, preview: RunningPreview
) -> None:
    preview.get("/guides/one/")
    (root / "snippets/note.mdx").write_text("Another note.\n")
    preview.wait_for("/guides/one/", "Another note.")


def test_pages_come_and_go(root: Path, preview: RunningPreview) -> None:
    (root / "new").mkdir()
    (root / "new/page.mdx").write_text("Brand new.\n")
    preview.wait_for("/new/page/", "Brand new.")
    (root / "new/page.mdx").rename(root / "new/other.mdx")
    preview.wait_for("/new/other/", "Brand new.")
    assert preview.get("/new/page/").status == 404
    shutil.rmtree(root / "new")
    preview.wait_until(lambda: preview.get("/new/other/").status == 404)


def test_a_file_in_a_folder_that_was_empty_is_found(root: Path, preview: RunningPreview) -> None:
    (root / "later/deep").mkdir(parents=True)
    preview.get("/guides/one/")
    (root / "later/deep/page.mdx").write_text("At last.\n")
    preview.wait_for("/later/deep/page/", "At last.")


def test_settings_are_followed(root: Path, preview: RunningPreview) -> None:
    preview.get("/guides/one/")
    (root / "site.json").write_text(json.dumps({**SETTINGS, "name": "Another name"}))
    preview.wait_for("/guides/one/", "Another name")


def test_broken_settings_leave_the_last_good_site(root: Path, preview: RunningPreview) -> None:
    with preview.listening("/guides/one/") as next_state:
        assert next_state()["problems"] == []
        preview.save("site.json", '{\n  "name": "Test"\n  "navigation": []\n}')
        (problem,) = wait_for_problems(next_state)
        assert (problem["file"], problem["line"], problem["severity"]) == ("site.json", 3, "error")
        assert problem["excerpt"] == '  "navigation": []'
        assert "First." in preview.get("/guides/one/").body.decode()
        source = root / "guides/one.mdx"
        source.write_text(source.read_text().replace("First.", "Still followed."))
        preview.wait_for("/guides/one/", "Still followed.")
        (root / "site.json").write_text(json.dumps(SETTINGS))
        while next_state()["problems"]:
            pass


def test_a_project_that_never_could_be_shown_tells_why_and_recovers(write_project: Any) -> None:
    root = write_project({**PROJECT, "site.json": "{"})
    with running_preview(root) as preview:
        answer = preview.get("/guides/one/")
        assert answer.status == 500
        assert b"The site cannot be shown yet" in answer.body
        assert b"site.json:1:2" in answer.body
        assert preview.get("/_octavo/dev/reload.js").status == 200
        (root / "site.json").write_text(json.dumps(SETTINGS))
        preview.wait_until(lambda: preview.get("/guides/one/").status == 200)


def test_a_page_whose_file_cannot_be_read_is_not_found_and_told(
    root: Path, preview: RunningPreview
) -> None:
    (root / "guides/two.mdx").write_bytes(b"\xff\xfe\xff")
    preview.wait_until(lambda: preview.get("/guides/two/").status == 404)
    preview.wait_until(lambda: any("file-not-utf8" in line for line in preview.lines))


def test_a_changed_picture_has_a_new_size_in_pages(root: Path, preview: RunningPreview) -> None:
    assert 'width="8"' in preview.get("/guides/two/").body.decode()
    svg = PROJECT["images/dot.svg"].replace('"8"', '"16"')
    (root / "images/dot.svg").write_text(svg)
    preview.wait_for("/guides/two/", 'width="16"')


def test_the_search_follows_changes(root: Path, preview: RunningPreview) -> None:
    def find(query: str) -> list[str]:
        engine = SearchEngine(lambda name: preview.get(f"/_octavo/{name}").body.decode())
        try:
            return [hit["href"] for hit in engine.find(query)["results"]]
        except SearchError:  # the project has changed between two files of the index
            return []

    assert find("one") == ["/guides/one/"]
    assert find("unheard") == []
    (root / "guides/one.mdx").write_text("---\ntitle: One\n---\n\n## An unheard heading\n")
    preview.wait_until(lambda: find("unheard") == ["/guides/one/"])


def test_files_that_are_ignored_change_nothing(root: Path, preview: RunningPreview) -> None:
    (root / ".octavoignore").write_text("drafts/\n")
    (root / "drafts").mkdir()
    for name in ("drafts/a.mdx", ".hidden.mdx", "guides/.one.mdx.swp", "guides/one.mdx~"):
        (root / name).write_text("Not for readers.\n")
    (root / "last.mdx").write_text("For readers.\n")
    preview.wait_for("/last/", "For readers.")
    assert preview.get("/drafts/a/").status == 404
    assert not [line for line in preview.lines if "drafts" in line or "hidden" in line]


def test_editors_that_replace_files_are_followed(root: Path, preview: RunningPreview) -> None:
    preview.get("/guides/one/")
    for number in range(3):
        with preview.looking_away():  # editors do all of this in a moment
            (root / "guides/4913").write_text("")
            os.remove(root / "guides/4913")
            (root / "guides/one.mdx.tmp").write_text(f"Written {number}.\n")
            os.rename(root / "guides/one.mdx", root / "guides/one.mdx~")
            os.rename(root / "guides/one.mdx.tmp", root / "guides/one.mdx")
        preview.wait_for("/guides/one/", f"Written {number}.")
    assert not [line for line in preview.lines if line.startswith("page removed")]


def test_a_project_that_goes_away_and_comes_back(root: Path, preview: RunningPreview) -> None:
    with preview.listening("/guides/one/") as next_state:
        next_state()
        root.rename(root.with_name("elsewhere"))
        while not next_state()["problems"]:
            pass
        assert "First." in preview.get("/guides/one/").body.decode()
        root.with_name("elsewhere").rename(root)
        while next_state()["problems"]:
            pass
    assert "First." in preview.get("/guides/one/").body.decode()


# --- the reload channel -------------------------------------------------------------------------


def wait_for_problems(next_state: Callable[[], dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the problems of the first state that has any."""
    while not (problems := next_state()["problems"]):
        pass
    found: list[dict[str, Any]] = problems
    return found


def test_the_channel_tells_states(root: Path, preview: RunningPreview) -> None:
    with preview.listening("/guides/one/") as next_state:
        first = next_state()
        assert f'data-octavo-page="{first["page"]}"' in preview.get("/guides/one/").body.decode()
        preview.save("style.css", "p { color: blue }")
        second = next_state()
        assert second["page"] == first["page"]
        assert second["changed"] == {"/style.css": second["version"]}
        preview.save("guides/one.mdx", "Other.\n")
        while (third := next_state())["page"] == first["page"]:
            pass  # a change may be reported twice
        assert third["version"] > second["version"] > first["version"]


def test_the_problems_of_a_page_are_told_to_it_and_once_in_the_terminal(
    root: Path, preview: RunningPreview
) -> None:
    with preview.listening("/guides/one/") as next_state:
        next_state()
        preview.save("guides/one.mdx", "Go [there](/nowhere).\n")
        (problem,) = wait_for_problems(next_state)
        assert problem["code"] == "link-to-nothing"
        assert (problem["excerpt"], problem["caret"]) == ("Go [there](/nowhere).", 3)
        for _ in range(3):
            preview.get("/guides/one/")
        assert sum("link-to-nothing" in line for line in preview.lines) == 1
        preview.save("guides/one.mdx", "Go.\n")
        while next_state()["problems"]:
            pass
        preview.save("guides/one.mdx", "Go [there](/nowhere).\n")
        wait_for_problems(next_state)
        assert sum("link-to-nothing" in line for line in preview.lines) == 2


def test_a_page_that_is_removed_and_restored_is_told(root: Path, preview: RunningPreview) -> None:
    with preview.listening("/guides/two/") as next_state:
        first = next_state()["page"]
        text = (root / "guides/two.mdx").read_text()
        (root / "guides/two.mdx").unlink()
        while not next_state()["page"].startswith("missing-"):
            pass
        (root / "guides/two.mdx").write_text(text)
        while next_state()["page"] != first:
            pass

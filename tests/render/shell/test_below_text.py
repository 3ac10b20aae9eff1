"""The parts below the text of a page: the last change, its authors, and related pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from octavo.builder.folder_build import build_folder
from octavo.problems import Code, Problem
from tests.project_folder import write_files


def build(tmp_path: Path, front_matter: str, **settings: Any) -> tuple[str, tuple[Problem, ...]]:
    files = {
        "site.json": {
            "name": "Test",
            "navigation": [{"group": "A", "pages": ["a/page", "b"]}],
            **settings,
        },
        "a/page.mdx": f"---\n{front_matter}\n---\n\nText.\n",
        "b.mdx": "---\ntitle: B & more\n---\n\nText.\n",
    }
    root = write_files(tmp_path / "project", files)
    report = build_folder(str(root), str(tmp_path / "out"))
    return (tmp_path / "out/a/page/index.html").read_text(), report.problems


@pytest.mark.parametrize(
    ("front_matter", "metadata", "day"),
    [
        ("timestamp: true\nlastUpdatedDate: 2024-10-02", {}, "October 2, 2024"),
        ("lastUpdatedDate: 2 October 2024", {}, "October 2, 2024"),
        ("lastUpdatedDate: 2024-10-02\ntimestamp: false", {}, None),
        ("lastUpdatedDate: 2024-10-02", {"timestamp": True}, "October 2, 2024"),
        ("timestamp: false", {"timestamp": True}, None),
        ("mode: custom\nlastUpdatedDate: 2024-10-02", {}, None),
        ("title: X", {}, None),
    ],
)
def test_readers_see_when_a_page_was_changed_if_somebody_asks_for_it(
    tmp_path: Path, front_matter: str, metadata: dict[str, Any], day: str | None
) -> None:
    html, _ = build(tmp_path, front_matter, metadata=metadata)
    line = f'Last updated <time datetime="2024-10-02">{day}</time>'
    assert (line in html) == (day is not None)
    assert html.count("Last updated") == (day is not None)
    assert 'name="timestamp"' not in html


def test_without_a_day_of_the_author_that_of_the_file_is_shown(tmp_path: Path) -> None:
    html, _ = build(tmp_path, "timestamp: true")
    assert '<p class="page-updated">Last updated <time datetime="20' in html


@pytest.mark.parametrize(
    ("authors", "words"),
    [
        ("Ada", "Ada"),
        ("[Ada, Grace]", "Ada and Grace"),
        ("[{name: Ada, url: x}, '<b>', C]", "Ada, &lt;b&gt; and C"),
    ],
)
def test_authors_are_named(tmp_path: Path, authors: str, words: str) -> None:
    html, problems = build(tmp_path, f"authors: {authors}")
    assert f'<p class="page-authors">Written by {words}</p>' in html
    assert problems == ()


@pytest.mark.parametrize(
    ("related", "link"),
    [
        ("b", '<a href="/b/">B &amp; more</a>'),
        ("[/b.mdx]", '<a href="/b/">B &amp; more</a>'),
        ("['../b#part']", '<a href="/b/#part">B &amp; more</a>'),
        ("[{href: /b, title: Own}]", '<a href="/b/">Own</a>'),
        ("[{name: C, url: 'https://c.example'}]", '<a href="https://c.example">C</a>'),
        ("https://c.example/x", '<a href="https://c.example/x">https://c.example/x</a>'),
    ],
)
def test_pages_to_read_next_are_listed(tmp_path: Path, related: str, link: str) -> None:
    html, problems = build(tmp_path, f"related: {related}")
    start = '<h2 id="related-title">Related pages</h2><ul>'
    assert f"{start}<li>{link}</li></ul>" in html
    assert [each for each in problems if each.code is not Code.LINK_TO_NO_HEADING] == []


@pytest.mark.parametrize(
    ("related", "code"),
    [
        ("[bb]", Code.LINK_TO_NOTHING),
        ("['javascript:alert(1)']", Code.LINK_UNSAFE),
        ("[{title: Only}]", Code.PAGE_SETTING_WRONG_TYPE),
    ],
)
def test_a_page_to_read_next_that_is_not_there_is_told(
    tmp_path: Path, related: str, code: Code
) -> None:
    html, problems = build(tmp_path, f"title: A\nrelated: {related}")
    assert [(each.code, str(each.location)) for each in problems] == [(code, "a/page.mdx:3:10")]
    assert "Related pages" not in html
    assert "javascript:" not in html

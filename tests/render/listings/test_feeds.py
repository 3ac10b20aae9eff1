"""The feeds of pages with updates, as programs read them."""

from __future__ import annotations

from email.utils import parsedate_to_datetime
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from octavo.builder.folder_build import BuildOptions, build_folder
from octavo.settings.dates import read_day
from tests.page_heads import read_head
from tests.previews import running_preview
from tests.project_folder import write_files

ATOM = "{http://www.w3.org/2005/Atom}"
PAGE = "https://docs.example/x/log/"
TEXT = """---
title: Changes & more
description: What is new
rss: true
---

<Update label="v1.2 – Oct 12, 2024" tags={["API", "UI"]}>

## Beds

See [one](/one#part), [two](./log), [here](#beds) and [there](https://other.example/?a=1&b=2).

![A bed](/bed.png)

```js
alert("</Update>")
```

<script>evil()</script>

</Update>

<Update label="Fixes" description="2024-09-01">Twice.</Update>

<Update label="Fixes" rss={{ title: "Mended", description: "In <other> words" }}>Once.</Update>
"""
FILES = {"log.mdx": TEXT, "one.mdx": "## Part\n", "bed.png": b"\x89PNG"}


def write(tmp_path: Path, files: dict[str, Any] = FILES) -> Path:
    settings = {
        "name": "Test",
        "navigation": [{"group": "A", "pages": ["log", "one"]}],
        "seo": {"pictures": False},
    }
    return write_files(tmp_path / "project", {"site.json": settings, **files})


def build(root: Path, site_url: str = "https://docs.example/x") -> Path:
    output = root.parent / "out"
    report = build_folder(str(root), str(output), BuildOptions(site_url=site_url))
    assert report.output
    return output


def read_rss(output: Path) -> list[dict[str, str]]:
    channel = ElementTree.parse(output / "log/rss.xml").getroot().find("channel")
    assert channel is not None
    assert channel.findtext("title") == "Changes & more - Test"
    assert channel.findtext("link") == PAGE
    assert channel.findtext("description") == "What is new"
    own = channel.find(f"{ATOM}link")
    assert own is not None
    assert own.attrib["href"] == f"{PAGE}rss.xml"
    return [{part.tag: part.text or "" for part in item} for item in channel.findall("item")]


def read_atom(output: Path) -> list[dict[str, str]]:
    feed = ElementTree.parse(output / "log/atom.xml").getroot()
    assert feed.findtext(f"{ATOM}id") == PAGE
    days = [each.text for each in feed.iter(f"{ATOM}updated")]
    assert days[0] == max(filter(None, days[1:]))
    assert feed.findtext(f"{ATOM}author/{ATOM}name") == "Test"
    return [
        {part.tag.removeprefix(ATOM): part.text or "" for part in entry}
        for entry in feed.findall(f"{ATOM}entry")
    ]


def test_updates_are_told_as_feeds(tmp_path: Path) -> None:
    root = write(tmp_path)
    text = TEXT.replace("---\n\n<Update", "lastUpdatedDate: 2024-09-05\n---\n\n<Update", 1)
    (root / "log.mdx").write_text(text)
    output = build(root)
    items, entries = read_rss(output), read_atom(output)
    assert [item["title"] for item in items] == ["Beds", "Fixes", "Mended"]
    assert [item["link"] for item in items] == [
        f"{PAGE}#v1-2-oct-12-2024",
        f"{PAGE}#fixes",
        f"{PAGE}#fixes-2",
    ]
    days = [parsedate_to_datetime(item["pubDate"]).date().isoformat() for item in items]
    assert days == ["2024-10-12", "2024-09-01", "2024-09-05"]
    for key, other in (("title", "title"), ("guid", "id"), ("description", "content")):
        assert [item[key] for item in items] == [entry[other] for entry in entries]
    assert items[2]["description"] == "In &lt;other&gt; words"


class _Addresses(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.found += [value or "" for name, value in attrs if name in ("href", "src")]


def test_what_updates_say_is_plain_html_with_whole_addresses(tmp_path: Path) -> None:
    html = read_rss(build(write(tmp_path)))[0]["description"]
    read = _Addresses(html)
    assert set(read.found) == {
        "https://docs.example/x/one/#part",
        PAGE,
        f"{PAGE}#beds",
        "https://other.example/?a=1&b=2",
        "https://docs.example/x/bed.png",
    }
    assert read.tags.isdisjoint({"script", "style", "button", "svg", "section"})
    assert read.attributes <= {"href", "src", "alt", "title", "width", "height"}
    assert "evil" not in html


@pytest.mark.parametrize(
    ("update", "title"),
    [
        ('<Update label="v1">Text.\n\n### Its *heading*\n</Update>', "Its heading"),
        ('<Update label="v1" description="What **is** new">Text.</Update>', "What is new"),
        ('<Update label="v1" description="2024-09-01">Text.</Update>', "v1"),
        ('<Update label="v1">Text.</Update>', "v1"),
    ],
)
def test_entries_are_titled_by_what_they_are_about(tmp_path: Path, update: str, title: str) -> None:
    page = f"---\ntitle: Changes & more\ndescription: What is new\nrss: true\n---\n\n{update}\n"
    (item,) = read_rss(build(write(tmp_path, {"log.mdx": page, "one.mdx": "x"})))
    assert item["title"] == title


def test_ids_stay_when_texts_change_and_updates_are_added(tmp_path: Path) -> None:
    root = write(tmp_path)
    before = [item["guid"] for item in read_rss(build(root))]
    text = TEXT.replace("Twice.", "Other words.").replace("Once.", "Others.")
    more = '<Update label="Fixes">Newest.</Update>\n\n<Update label="v1.2'
    (root / "log.mdx").write_text(text.replace('<Update label="v1.2', more))
    after = [item["guid"] for item in read_rss(build(root))]
    assert after[1:] == before
    assert len(set(after)) == len(after) == 4


def test_feeds_are_found_from_their_page(tmp_path: Path) -> None:
    output = build(write(tmp_path))
    html = (output / "log/index.html").read_text()
    links = [link for link in read_head(html).links if link.get("type", "").endswith("+xml")]
    assert [link["href"] for link in links] == ["/x/log/rss.xml", "/x/log/atom.xml"]
    assert {link["title"] for link in links} == {"Changes & more - Test"}
    assert '<a class="page-action" href="/x/log/rss.xml"' in html
    other = (output / "one/index.html").read_text()
    assert "rss" not in other
    assert not (output / "one/rss.xml").exists()


@pytest.mark.parametrize(("rss", "is_shown", "is_there"), [("", 0, 1), ("rss: false\n", 0, 0)])
def test_readers_see_a_link_if_the_page_says_so(
    tmp_path: Path, rss: str, is_shown: int, is_there: int
) -> None:
    files = {**FILES, "log.mdx": TEXT.replace("rss: true\n", rss)}
    output = build(write(tmp_path, files))
    html = (output / "log/index.html").read_text()
    assert html.count("Subscribe") == is_shown
    assert html.count("application/rss+xml") == is_there
    assert (output / "log/rss.xml").exists() == bool(is_there)


def test_without_an_address_there_is_no_feed(tmp_path: Path) -> None:
    output = build(write(tmp_path), "")
    assert not (output / "log/rss.xml").exists()
    assert "rss" not in (output / "log/index.html").read_text()


def test_a_feed_of_the_author_counts_before_ours(tmp_path: Path) -> None:
    output = build(write(tmp_path, {**FILES, "log/rss.xml": "<rss/>"}))
    assert (output / "log/rss.xml").read_text() == "<rss/>"
    assert len(read_atom(output)) == 3


def test_the_preview_shows_feeds_of_pages_that_nobody_has_opened(tmp_path: Path) -> None:
    root = write(tmp_path)
    settings = (
        (root / "site.json")
        .read_text()
        .replace('"pictures"', '"siteUrl": "https://docs.example/x", "pictures"')
    )
    (root / "site.json").write_text(settings)
    with running_preview(root) as preview:
        answer = preview.get("/log/rss.xml")
        missing = preview.get("/one/rss.xml")
    assert (answer.status, missing.status) == (200, 404)
    assert ElementTree.fromstring(answer.body).findtext("channel/link") == PAGE


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2024-10-12", "2024-10-12"),
        ("Released 2024/1/2", "2024-01-02"),
        ("2024-10-12T23:59:00+02:00", "2024-10-12"),
        ("October 2024", "2024-10-01"),
        ("v1.2 – Oct 12, 2024", "2024-10-12"),
        ("Sept. 3rd, 2023", "2023-09-03"),
        ("12 October 2024", "2024-10-12"),
        ("the 1st of May 2024", "2024-05-01"),
        ("2024年10月12日", "2024-10-12"),
        ("2024-10", "2024-10-01"),
        ("2024 March", "2024-03-01"),
        ("10/12/2024", None),
        ("v2024.1", None),
        ("1.2.3", None),
        ("2024-13-45", None),
        ("Q3 2024", None),
        ("Maya 2024", None),
        ("12024-10-12", None),
        ("", None),
        (None, None),
    ],
)
def test_days_are_read_in_the_forms_that_authors_write(text: str | None, day: str | None) -> None:
    assert read_day(text) == day

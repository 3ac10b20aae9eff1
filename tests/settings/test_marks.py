"""What keeps a page from the public, in whatever way it is written."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from octavo.content.front_matter import read_front_matter
from octavo.problems import Severity
from octavo.settings.marks.reading import (
    MarkKind,
    find_written_marks,
    is_mark_key,
    join_marks,
    read_marks,
)
from octavo.settings.read_page import read_page_settings

pytestmark = pytest.mark.scorecard("SR-52")

DRAFT, DATE, ACCESS = MarkKind.DRAFT, MarkKind.DATE, MarkKind.ACCESS


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        ({"draft": True}, DRAFT),
        ({"draft": "Yes "}, DRAFT),
        ({"Draft": 1}, DRAFT),
        ({"is_draft": "on"}, DRAFT),
        ({"draft": None}, DRAFT),
        ({"draft": ""}, DRAFT),
        ({"draft": []}, DRAFT),
        ({"draft": "2020-01-01"}, DRAFT),
        ({"published": False}, DRAFT),
        ({"status": "draft"}, DRAFT),
        ({"private": "true"}, ACCESS),
        ({"private": {}}, ACCESS),
        ({"public": False}, ACCESS),
        ({"isPublic": "no"}, ACCESS),
        ({"public": "soon"}, ACCESS),
        ({"groups": ["staff"]}, ACCESS),
        ({"groups": "staff, admins"}, ACCESS),
        ({"groups": []}, ACCESS),
        ({"groups": None}, ACCESS),
        ({"groups": [{"name": "staff"}]}, ACCESS),
        ({"visibility": "Internal"}, ACCESS),
        ({"draft": False}, None),
        ({"draft": "no"}, None),
        ({"private": 0}, None),
        ({"public": True}, None),
        ({"published": True}, None),
        ({"published": "some time"}, None),
        ({"status": "new"}, None),
        ({"groups": [{"group": "Start", "pages": ["index"]}]}, None),
        ({"title": "draft"}, None),
        ({1: True, None: True}, None),
    ],
)
def test_what_is_unclear_keeps_a_page_back(data: dict[Any, Any], kind: MarkKind | None) -> None:
    assert [mark.kind for mark in read_marks(data)] == ([kind] if kind else [])


@pytest.mark.parametrize(
    ("value", "day"),
    [
        ("2026-12-01", "2026-12-01"),
        ("2026/12/1", "2026-12-01"),
        ("2026.12.01", "2026-12-01"),
        ("2026-12-01T00:00:00Z", "2026-12-01"),
        ("2026-12-01 00:00", "2026-12-01"),
        ("2026-12-01T00:00:01Z", "2026-12-02"),
        ("2026-12-01T23:00:00-05:00", "2026-12-03"),
        ("2026-12-02T01:00:00+01:00", "2026-12-02"),
        ("1 Dec 2026", "2026-12-01"),
        ("December 1, 2026", "2026-12-01"),
        (date(2026, 12, 1), "2026-12-01"),
        ("12/01/2026", ""),
        ("2026-13-01", ""),
        ("2026-02-30", ""),
        ("2026", ""),
        (2026, ""),
        (20261201, ""),
        (True, ""),
        ("never", ""),
        (["2026-12-01"], ""),
        (None, ""),
        ("9999-12-31T23:59:59Z", ""),
        ("0001-01-01T00:00:00+14:00", ""),
    ],
)
def test_a_date_counts_from_the_first_day_that_is_all_after_it(value: Any, day: str) -> None:
    (mark,) = read_marks({"publishDate": value})
    assert (mark.kind, mark.day, bool(mark.doubt)) == (DATE, day, not day)


def test_of_several_dates_the_last_counts_and_none_before_one_that_is_unclear() -> None:
    data = {"publishDate": "2030-01-01", "publish_date": "2031-01-01", "pubDate": "2029-01-01"}
    assert [mark.day for mark in join_marks(read_marks(data))] == ["2031-01-01"]
    data["publish-date"] = "later"
    assert [mark.day for mark in join_marks(read_marks(data))] == [""]


KEYS = st.sampled_from(["draft", "publishDate", "private", "public", "groups", "published", "x"])
VALUES = st.none() | st.booleans() | st.integers() | st.floats() | st.text()


@given(st.dictionaries(KEYS, VALUES | st.lists(VALUES) | st.dictionaries(st.text(), VALUES)))
def test_any_data_can_be_asked(data: dict[Any, Any]) -> None:
    assert all(is_mark_key(mark.key) for mark in read_marks(data))


@pytest.mark.parametrize("text", [
    "---\ntitle: \"x\ndraft: true\n---\n",
    "---\ntitle: x\ndraft:true\n---\n",
    "---\n{title: \"x, draft: true}\n---\n",
    "---\ndraft: true\ndraft: false\n---\n",
    "---\ndraft: false\ndraft: true\n---\n",
    "---\n\tdraft: true\n---\n",
    "---\n- draft: true\n- x\n---\n",
    "---\ntitle: x\ndraft: true\n\n# Never closed\n",
    "---\ntitle: x\ndraft: true\n...\n\n# Other end\n",
    "\n---\ndraft: true\n---\n",
    "\ufeff---\ndraft: true\n---\n",
    "<!-- a\nb -->\n\n---\ndraft: true\n---\n",
    "+++\ndraft = true\n+++\n",
    "---\n# mine\n\n# too\ndraft: true\n",
    "+++\n[extra]\ntitle = 'x'\ndraft = true\n+++\n",
    "----\ndraft: true\n----\n",
    '{\n  "title": "x",\n  "draft": true\n}\n\nText.\n',
])  # fmt: skip
def test_what_cannot_be_read_still_says_that_it_is_a_draft(text: str) -> None:
    settings, _ = read_page_settings(read_front_matter(text, "a.mdx").values, {}, "a.mdx")
    assert [mark.kind for mark in settings.marks] == [DRAFT]


@pytest.mark.parametrize("text", [
    "---\ntitle: x\n---\n\ndraft: true\n",
    "---\ntitle: x\n---\n\n---\ndraft: true\n---\n",
    "# Drafts\n\n```yaml\n---\ndraft: true\n---\n```\n",
    "Write `draft: true`.\n",
    "---\ndescription: Write draft=true or `draft=true` at the top.\n---\n",
    "---\n\nA line, then text. draft: true\n",
])  # fmt: skip
def test_the_text_of_a_page_says_nothing_about_it(text: str) -> None:
    settings, _ = read_page_settings(read_front_matter(text, "a.mdx").values, {}, "a.mdx")
    assert settings.marks == ()


def test_searching_what_cannot_be_read_takes_linear_time() -> None:
    text = "<!-- " * 50_000 + "---\n" * 50_000 + "draft" * 50_000
    assert read_front_matter(text, "a.mdx").values == {}
    assert find_written_marks("draft: " * 100_000) == {"draft": "draft:"}


@pytest.mark.parametrize(
    ("data", "meant"),
    [
        ({"drfat": True}, "draft"),
        ({"drafts": "yes"}, "draft"),
        ({"is-drat": True}, None),
        ({"privat": True}, "private"),
        ({"pirvate": 1}, "private"),
        ({"publc": False}, "public"),
        ({"grups": ["staff"]}, "groups"),
        ({"pubishDate": "2020-01-01"}, "publishDate"),
        ({"unpublshDate": "2999-01-01"}, "expiryDate"),
        ({"pubished": False}, "published"),
        ({"drfat": False}, None),
        ({"drift": True}, None),
        ({"raft": True}, None),
        ({"privat": "some text"}, None),
        ({"publc": True}, None),
        ({"group": ["staff"]}, None),
        ({"d": True, "": True, "x" * 1000: True}, None),
    ],
)
def test_a_key_that_is_misspelled_keeps_a_page_back(
    data: dict[str, Any], meant: str | None
) -> None:
    marks = read_marks(data)
    assert [mark.meant for mark in marks] == ([meant] if meant else [])
    assert all(mark.doubt and not mark.day for mark in marks)
    (key,) = list(data)[:1]
    problems = read_page_settings(data, {}, "a.mdx")[1]
    told = [p for p in problems if p.severity is Severity.ERROR]
    if meant in ("draft", "publishDate", "expiryDate", "published"):
        assert f"`{key}` is no setting, and must mean `{meant}`" in told[0].message
    else:
        assert told == []


@pytest.mark.parametrize(
    ("value", "day"),
    [
        ("2026-12-01", "2026-12-01"),
        ("2026-12-01T15:00:00Z", "2026-12-01"),
        ("2026-12-01T23:00:00-05:00", "2026-12-02"),
        ("2026-12-01 00:30", "2026-12-01"),
        ("1 Dec 2026", "2026-12-01"),
        (date(2026, 12, 1), "2026-12-01"),
        ("soon", ""),
    ],
)
def test_an_end_counts_from_its_day_on(value: Any, day: str) -> None:
    (mark,) = read_marks({"expiryDate": value})
    assert (mark.kind, mark.day, bool(mark.doubt)) == (MarkKind.END, day, not day)
    assert read_marks({"unpublish_date": value})[0].day == day
    assert [mark.day for mark in read_marks({"expires": value})] == ([day] if day else [])


def test_an_end_that_is_left_open_is_none() -> None:
    assert read_marks({"expiryDate": None}) == read_marks({"expiryDate": ""}) == ()
    assert read_marks({"expires": 3600}) == ()


def test_of_ends_the_first_counts() -> None:
    ends = [read_marks({"expiryDate": day})[0] for day in ("2026-12-02", "2026-12-01")]
    assert [mark.day for mark in join_marks(ends)] == ["2026-12-01"]

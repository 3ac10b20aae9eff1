"""Every example is a site without a problem, and shows what it is there to show."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest

from octavo.builder.check.folder_check import check_folder
from octavo.builder.folder_build import build_folder
from tests.mounted_sites import UVICORN, Visitor, running

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize("name", ["garden", "api-only", "handbook"])
def test_an_example_has_no_problem(name: str) -> None:
    report = check_folder(str(EXAMPLES / name))
    assert [each for each in report.problems if each.severity.value != "info"] == []


def test_a_document_and_five_lines_are_a_site(tmp_path: Path) -> None:
    settings = json.loads((EXAMPLES / "api-only" / "site.json").read_text())
    assert len(settings) <= 5
    report = build_folder(str(EXAMPLES / "api-only"), str(tmp_path / "out"))
    assert report.pages == 10
    assert "/api/" in (tmp_path / "out/index.html").read_text()


def test_the_handbook_has_versions_a_feed_and_a_redirect(tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert build_folder(str(EXAMPLES / "handbook"), str(out)).problems == ()
    page = (out / "2026/time-off/index.html").read_text()
    assert 'href="/2025/time-off/"' in page
    feed = Xml.fromstring((out / "changelog/rss.xml").read_bytes())
    assert len(feed.findall("channel/item")) == 3
    assert "/2026/time-off" in (out / "holidays/index.html").read_text()


def test_the_documentation_of_the_application_is_behind_its_login() -> None:
    with running((*UVICORN, "main:app"), EXAMPLES / "fastapi") as port:
        visitor = Visitor(port)
        for path in ("/docs/", "/docs/rules/", "/docs/openapi.json", "/docs/_octavo/search.json"):
            answer = visitor.ask(path)
            assert (answer.status, answer.headers["location"]) == (303, "/login")
        visitor.log_in()
        assert "Booking rooms" in visitor.ask("/docs/").body.decode()
        page = visitor.ask("/docs/api/bookings/book-a-room/").body.decode()
        assert "Somebody else has the room at that hour." in page
        booking = json.dumps({"room": "ada", "hour": 9, "name": "Ada"}).encode()
        kind = {"Content_Type": "application/json"}
        assert visitor.ask("/bookings", "POST", booking, **kind).status == 201
        assert visitor.ask("/bookings", "POST", booking, **kind).status == 409
        assert json.loads(visitor.ask("/bookings?room=ada").body)[0]["hour"] == 9
        assert json.loads(visitor.ask("/bookings?room=grace").body) == []

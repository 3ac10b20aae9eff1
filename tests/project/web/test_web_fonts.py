"""Fonts from a catalog on this computer, and answers that must lead nowhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from octavo.project.web import fonts as web_fonts
from octavo.project.web.font_faces import WantedFont, parse_font_sheet
from octavo.project.web.fonts import FontSource, load_web_fonts
from tests.font_catalog import LATIN, Catalog, running_catalog, woff2

SHEET = "/css2?family=Inter"
INTER = WantedFont("Inter", (SHEET,))


@pytest.fixture
def catalog() -> Iterator[Catalog]:
    with running_catalog() as found:
        yield found


def failure_of(catalog: Catalog, cache: Path, wanted: WantedFont = INTER) -> str:
    loaded = load_web_fonts([wanted], catalog.source(str(cache)))
    assert loaded.faces == {}
    return loaded.failures[wanted]


def test_all_faces_of_a_family_are_loaded_and_kept(catalog: Catalog, tmp_path: Path) -> None:
    slanted = catalog.face("Inter", "b.woff2", font_style="italic", unicode_range="U+0400-045F")
    catalog.serve_sheet(SHEET, catalog.face("Inter", "a.woff2"), slanted)
    source = catalog.source(str(tmp_path))
    loaded = load_web_fonts([INTER], source)
    first, second = loaded.faces[INTER]
    assert (first.data, first.ending) == (woff2("a.woff2"), "woff2")
    assert (first.style, first.weight, first.ranges) == ("normal", "400 700", LATIN)
    assert (second.data, second.style, second.ranges) == (
        woff2("b.woff2"),
        "italic",
        "U+0400-045F",
    )
    assert sorted(catalog.asked) == ["/a.woff2", "/b.woff2", SHEET]
    assert all("Chrome/" in agent for agent in catalog.agents)
    assert load_web_fonts([INTER], source) == loaded
    assert load_web_fonts([INTER], source, may_ask=False) == loaded
    assert len(catalog.asked) == 3, "a warm cache asks nobody"


def test_without_a_network_the_cache_is_used_however_old(
    catalog: Catalog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    catalog.serve_sheet(SHEET, catalog.face("Inter", "a.woff2"))
    source = catalog.source(str(tmp_path))
    loaded = load_web_fonts([INTER], source)
    catalog.replies.clear()
    monkeypatch.setattr(web_fonts, "_MONTH", 0.0)
    assert load_web_fonts([INTER], source) == loaded


def test_a_cold_cache_alone_gives_nothing_and_asks_nobody(catalog: Catalog, tmp_path: Path) -> None:
    loaded = load_web_fonts([INTER], catalog.source(str(tmp_path)), may_ask=False)
    assert loaded.faces == {}
    assert catalog.asked == []


def test_a_further_sheet_may_be_missing(catalog: Catalog, tmp_path: Path) -> None:
    catalog.serve_sheet(SHEET, catalog.face("Inter", "a.woff2"))
    wanted = WantedFont("Inter", (SHEET, "/css2?family=Inter:wght@560"))
    loaded = load_web_fonts([wanted], catalog.source(str(tmp_path)))
    assert len(loaded.faces[wanted]) == 1


def test_nobody_there_is_a_reason(tmp_path: Path) -> None:
    with running_catalog() as gone:
        source = gone.source(str(tmp_path))
    reason = load_web_fonts([INTER], source).failures[INTER]
    assert reason.startswith("the connection fails")


def test_the_catalog_must_be_on_the_internet(catalog: Catalog, tmp_path: Path) -> None:
    catalog.serve_sheet(SHEET, catalog.face("Inter", "a.woff2"))
    source = FontSource(catalog.address, catalog.address, (), str(tmp_path))
    reason = load_web_fonts([INTER], source).failures[INTER]
    assert reason == "the address of 127.0.0.1 is this computer itself"
    assert catalog.asked == []


def test_the_usual_source_is_the_public_catalog() -> None:
    source = FontSource()
    assert (source.sheets, source.files, source.allow_nets) == (
        "https://fonts.googleapis.com",
        "https://fonts.gstatic.com",
        (),
    )


# --- hostile answers ----------------------------------------------------------------------------


def test_redirects_of_the_catalog_are_not_followed(catalog: Catalog, tmp_path: Path) -> None:
    catalog.replies[SHEET] = (302, b"/other")
    catalog.serve_sheet("/other", catalog.face("Inter", "a.woff2"))
    assert failure_of(catalog, tmp_path) == "the server redirects more than 0 times"
    assert catalog.asked == [SHEET]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "what the server sent is not a font"),
        (b"<html>Sign in</html>", "what the server sent is not a font"),
        (b"\xff\xfe@font-face", "what the server sent is not a font"),
        (b"@font-face{", "the catalog names no file for it"),
        (b"@font-face{}" * 1000, "the catalog names no file for it"),
        (b"x" * (1024 * 1024 + 1), "it is larger than 1 MiB"),
    ],
)
def test_a_sheet_that_is_none(catalog: Catalog, tmp_path: Path, body: bytes, reason: str) -> None:
    catalog.replies[SHEET] = (200, body)
    assert failure_of(catalog, tmp_path) == reason


@pytest.mark.parametrize("body", [b"", b"<script>", b"wOF2", woff2("cut")[:-1], b"wOFF" + bytes(9)])
def test_a_file_that_is_no_font(catalog: Catalog, tmp_path: Path, body: bytes) -> None:
    catalog.serve_sheet(SHEET, catalog.face("Inter", "a.woff2"))
    catalog.replies["/a.woff2"] = (200, body)
    assert failure_of(catalog, tmp_path) == "what the server sent is not a font"


def test_a_family_of_too_many_files(catalog: Catalog, tmp_path: Path) -> None:
    number = web_fonts.MAX_FILES + 1
    faces = [catalog.face("Inter", f"{each}.woff2") for each in range(number)]
    catalog.serve_sheet(SHEET, *faces)
    assert failure_of(catalog, tmp_path) == f"it has more than {number - 1} files"
    assert catalog.asked == [SHEET]


def test_a_family_of_too_many_bytes(
    catalog: Catalog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_fonts, "MAX_FAMILY_BYTES", 20)
    catalog.serve_sheet(SHEET, catalog.face("Inter", "a.woff2"), catalog.face("Inter", "b.woff2"))
    assert failure_of(catalog, tmp_path) == "it is larger than 0 MiB"


ORIGIN = "https://fonts.example"
GOOD = {
    "font-family": "'Inter'",
    "font-style": "normal",
    "font-weight": "400",
    "src": f"url({ORIGIN}/a.woff2) format('woff2')",
    "unicode-range": "U+0000-00FF, U+4??",
}


def parsed(**changes: str) -> int:
    values = GOOD | {name.replace("_", "-"): value for name, value in changes.items()}
    block = ";".join(f"{name}:{value}" for name, value in values.items())
    return len(list(parse_font_sheet(f"@font-face{{{block}}}", "inter", ORIGIN)))


def test_a_face_is_read() -> None:
    assert parsed() == 1
    assert parsed(font_weight="100 1000", font_family='"INTER"', font_style="italic") == 1


@pytest.mark.parametrize(
    "changes",
    [
        {"font_family": "'Evil'"},
        {"font_style": "oblique 10deg"},
        {"font_style": "normal}body{display:none"},
        {"font_weight": "bold"},
        {"font_weight": "400 700 900"},
        {"font_weight": "0"},
        {"unicode_range": "U+0000-00FF,"},
        {"unicode_range": "</style>"},
        {"unicode_range": "U+12345678"},
        {"src": "url(https://evil.example/a.woff2) format('woff2')"},
        {"src": f"url({ORIGIN}.evil.example/a.woff2) format('woff2')"},
        {"src": "url(https://fonts.example@evil.example/a.woff2) format('woff2')"},
        {"src": "url(//fonts.example/a.woff2) format('woff2')"},
        {"src": "url(file:///etc/passwd) format('woff2')"},
        {"src": f"url({ORIGIN}/a.ttf) format('truetype')"},
        {"src": f"url({ORIGIN}/a.woff2) format('woff2'), url(https://evil.example/)"},
        {"src": f"url('{ORIGIN}/a\\'.woff2') format('woff2')"},
    ],
)
def test_what_is_not_plain_is_passed_over(changes: dict[str, str]) -> None:
    assert parsed(**changes) == 0


@pytest.mark.parametrize("unit", ["@font-face{", "@font-face ", "@font-face{a:b;", "/*", "U+0,"])
def test_a_hostile_sheet_is_read_in_linear_time(unit: str) -> None:
    """Without that, this would take hours."""
    text = unit * (1024 * 1024 // len(unit))
    assert list(parse_font_sheet(text, "Inter", ORIGIN)) == []


# --- fonts at an address of the author ----------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "ending"),
    [(b"wOF2", "woff2"), (b"wOFF", "woff"), (b"OTTO", "otf"), (b"\0\1\0\0", "ttf")],
)
def test_a_font_at_an_address_is_known_by_its_first_bytes(
    catalog: Catalog, tmp_path: Path, start: bytes, ending: str
) -> None:
    catalog.replies["/old"] = (302, b"/font?x=1")
    catalog.replies["/font?x=1"] = (200, start + b"rest")
    wanted = WantedFont("Acme", url=f"{catalog.address}/old")
    [face] = load_web_fonts([wanted], catalog.source(str(tmp_path))).faces[wanted]
    assert (face.data, face.ending) == (start + b"rest", ending)


def test_an_address_of_this_computer_is_not_asked(catalog: Catalog, tmp_path: Path) -> None:
    catalog.replies["/font"] = (200, woff2("x"))
    wanted = WantedFont("Acme", url=f"http://localhost:{catalog.server.server_port}/font")
    loaded = load_web_fonts([wanted], FontSource(cache_folder=str(tmp_path)))
    assert "is this computer itself" in loaded.failures[wanted]
    assert catalog.asked == []

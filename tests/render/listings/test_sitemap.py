"""What search engines are given beside the pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.robotparser import RobotFileParser
from xml.etree import ElementTree

import pytest

from octavo.builder.folder_build import BuildOptions, build_folder
from octavo.render.listings.sitemap import render_sitemap
from tests.previews import running_preview
from tests.project_folder import write_files

ROOT = Path(__file__).parents[3]
SPACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


def read_addresses(data: bytes, element: str = "url") -> list[str]:
    root = ElementTree.fromstring(data)
    places = root.findall(f"{SPACE}{element}/{SPACE}loc")
    assert len(places) == len(root)
    return [place.text or "" for place in places]


def build(tmp_path: Path, files: dict[str, Any], site_url: str, **settings: Any) -> Path:
    names = [name.removesuffix(".mdx") for name in files if name.endswith(".mdx")]
    navigation = [{"group": "A", "pages": names}]
    defaults = {"name": "Test", "navigation": navigation, "seo": {"pictures": False}}
    root = write_files(tmp_path / "project", {"site.json": defaults | settings, **files})
    report = build_folder(str(root), str(tmp_path / "out"), BuildOptions(site_url=site_url))
    assert report.problems == ()
    return tmp_path / "out"


PAGES = {
    "index.mdx": "Home.\n",
    "a & b.mdx": "Blanks and marks.\n",
    "döner.mdx": "Umlauts.\n",
    "no.mdx": "---\nnoindex: true\n---\n",
    "robots.mdx": "---\nrobots: 'NONE'\n---\n",
    "elsewhere.mdx": "---\ncanonical: https://other.example/\n---\n",
    "hidden.mdx": "Hidden.\n",
}
LISTED = [{"group": "A", "pages": [name[:-4] for name in PAGES if name != "hidden.mdx"]}]


SITE_FILES = ["404.html", "llms-full.txt", "llms.txt"]
"""What every site has beside its pages."""
LISTINGS = ["robots.txt", "sitemap.xml"]
"""What a site has whose address is known."""


def test_links_to_what_every_site_has_lead_somewhere(tmp_path: Path) -> None:
    links = "".join(f"[a](/{name})\n" for name in [*SITE_FILES[1:], *LISTINGS])
    build(tmp_path, {"index.mdx": links}, "https://docs.example")  # which has no problem


@pytest.mark.parametrize(
    ("address", "names"),
    [("", SITE_FILES), ("https://docs.example", [*SITE_FILES, *LISTINGS])],
)
def test_a_guide_names_every_file_that_a_site_has(
    address: str, names: list[str], tmp_path: Path
) -> None:
    output = build(tmp_path, {"index.mdx": "Home.\n"}, address)
    own = {"index.html", "index.md", "_octavo", ".octavo-output"}
    assert {path.name for path in output.iterdir()} == {*names, *own}
    guides = "".join(path.read_text() for path in (ROOT / "docs").glob("*/*.mdx"))
    assert [name for name in names if f"`{name}`" not in guides] == []


def test_the_sitemap_lists_pages_for_search_engines(tmp_path: Path) -> None:
    output = build(tmp_path, PAGES, "https://docs.example/x", navigation=LISTED)
    data = (output / "sitemap.xml").read_bytes()
    assert read_addresses(data) == [
        "https://docs.example/x/a%20&%20b/",
        "https://docs.example/x/d%C3%B6ner/",
        "https://docs.example/x/",
    ]
    days = [each.text or "" for each in ElementTree.fromstring(data).iter(f"{SPACE}lastmod")]
    assert len(days) == 3
    assert all(len(day) == 10 for day in days)
    assert not (output / "robots.txt").exists()  # readers don't find it in a path


def test_hidden_pages_are_listed_if_the_settings_say_so(tmp_path: Path) -> None:
    seo = {"indexHiddenPages": True}
    output = build(tmp_path, PAGES, "https://docs.example", navigation=LISTED, seo=seo)
    addresses = read_addresses((output / "sitemap.xml").read_bytes())
    assert "https://docs.example/hidden/" in addresses
    assert len(addresses) == 4


def test_everybody_may_read_everything_and_finds_the_sitemap(tmp_path: Path) -> None:
    output = build(tmp_path, PAGES, "https://docs.example", navigation=LISTED)
    robots = RobotFileParser()
    robots.parse((output / "robots.txt").read_text().splitlines())
    assert robots.can_fetch("AnyBot", "https://docs.example/no/")
    assert robots.site_maps() == ["https://docs.example/sitemap.xml"]


def test_a_site_that_is_not_for_search_engines_lists_nothing(tmp_path: Path) -> None:
    metadata = {"robots": "noindex, nofollow"}
    output = build(tmp_path, {"index.mdx": "Home.\n"}, "https://docs.example", metadata=metadata)
    assert not (output / "sitemap.xml").exists()
    robots = RobotFileParser()
    robots.parse((output / "robots.txt").read_text().splitlines())
    assert robots.can_fetch("AnyBot", "https://docs.example/")  # else it cannot read that
    assert robots.site_maps() is None


def test_files_of_the_author_count_before_ours(tmp_path: Path) -> None:
    own = {"index.mdx": "Home.\n", "sitemap.xml": "<urlset/>", "robots.txt": "User-agent: *\n"}
    output = build(tmp_path, own, "https://docs.example")
    assert (output / "sitemap.xml").read_text() == "<urlset/>"
    assert (output / "robots.txt").read_text() == "User-agent: *\n"


def test_without_an_address_there_is_neither(tmp_path: Path) -> None:
    output = build(tmp_path, {"index.mdx": "Home.\n"}, "")
    assert not (output / "sitemap.xml").exists()
    assert not (output / "robots.txt").exists()


@pytest.mark.parametrize(("most_pages", "most_bytes"), [(3, 10_000), (100, 330)])
def test_a_long_list_is_split(most_pages: int, most_bytes: int) -> None:
    addresses = [f"https://docs.example/{number}/" for number in range(7)]
    files = render_sitemap(
        [(address, "2024-01-02") for address in addresses],
        lambda output: f"https://docs.example/{output}",
        most_pages,
        most_bytes,
    )
    index = read_addresses(files.pop("sitemap.xml"), "sitemap")
    assert index == [f"https://docs.example/{name}" for name in files]
    assert len(index) > 1
    assert all(len(data) <= most_bytes for data in files.values())
    parts = [read_addresses(data) for data in files.values()]
    assert all(len(part) <= most_pages for part in parts)
    assert [address for part in parts for address in part] == addresses


def test_the_preview_shows_what_a_build_writes(write_project: Any) -> None:
    settings = {
        "name": "T",
        "navigation": [{"group": "A", "pages": ["index"]}],
        "seo": {"siteUrl": "https://docs.example/x"},
    }
    root = write_project({"site.json": settings, "index.mdx": "Home.\n"})
    with running_preview(root) as preview:
        answer = preview.get("/sitemap.xml")
    assert answer.status == 200
    assert read_addresses(answer.body) == ["https://docs.example/x/"]

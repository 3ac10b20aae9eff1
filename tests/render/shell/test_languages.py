"""Sites in several languages: the menu, and what a page says in its own."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.folder_build import BuildOptions, build_folder
from tests.page_heads import load_heads
from tests.project_folder import write_files

ADDRESS = "https://docs.example"
LANGUAGES = [{"name": "English"}, {"name": "Deutsch"}, {"name": "ar", "locale": "ar"}]
PAGES = ["index", "a", "only", "de/index", "de/a", "ar/a"]
NAVIGATION = [
    {"group": "E", "version": "English", "pages": ["index", "a", "only"]},
    {"group": "D", "version": "Deutsch", "pages": ["de/index", "de/a"]},
    {"group": "A", "version": "ar", "pages": ["ar/a"]},
]

Build = Callable[..., Path]


@pytest.fixture
def build(tmp_path: Path) -> Build:
    def build_site(pages: list[str], site_url: str = "", **settings: Any) -> Path:
        text = "Text.\n\n## Part\n\n```py\n1\n```\n"
        files = {f"{name}.mdx": f"---\ntitle: T\n---\n\n{text}" for name in pages}
        root = write_files(tmp_path / "project", {"site.json": {"name": "X", **settings}, **files})
        report = build_folder(str(root), str(tmp_path / "out"), BuildOptions(site_url=site_url))
        assert report.output, report.problems
        return tmp_path / "out"

    return build_site


def read(site: Path, url: str) -> str:
    return (site / url.strip("/") / "index.html").read_text()


def list_menu(html: str, name: str = "languages") -> dict[str, str]:
    menu = re.search(rf'<details class="{name}">.*?</details>', html, re.DOTALL)
    return dict(re.findall(r'<a href="([^"]*)"[^>]*>([^<]*)<', menu[0])) if menu else {}


def test_the_menu_leads_to_the_same_page_else_to_the_first_one(build: Build) -> None:
    site = build(PAGES, versions=LANGUAGES, navigation=NAVIGATION)
    of_a = {"/a/": "English", "/de/a/": "Deutsch", "/ar/a/": "العربية"}
    assert list_menu(read(site, "/a")) == list_menu(read(site, "/de/a")) == of_a
    of_only = {"/": "English", "/de/": "Deutsch", "/ar/a/": "العربية"}
    assert list_menu(read(site, "/only")) == of_only
    assert list_menu((site / "404.html").read_text()) == of_only


def test_the_menu_says_which_language_is_shown(build: Build) -> None:
    html = read(build(PAGES, versions=LANGUAGES, navigation=NAVIGATION), "/de/a")
    assert 'aria-label="Sprache: Deutsch"' in html
    current = re.findall(r'<a href="([^"]*)" lang="de" hreflang="de"[^>]*aria-current="true"', html)
    assert current == ["/de/a/"]
    assert 'class="versions"' not in html
    assert '<a class="nav-logo" href="/de/">' in html


def test_pages_say_their_language_and_direction(build: Build) -> None:
    site = build(PAGES, versions=LANGUAGES, navigation=NAVIGATION)
    starts = {url: read(site, url).split(" data-mode")[0] for url in ("/a", "/de/a", "/ar/a")}
    assert {url: start.splitlines()[1] for url, start in starts.items()} == {
        "/a": '<html lang="en"',
        "/de/a": '<html lang="de"',
        "/ar/a": '<html lang="ar" dir="rtl"',
    }


def test_the_interface_speaks_the_language_of_the_page(build: Build) -> None:
    site = build(PAGES, versions=LANGUAGES, navigation=NAVIGATION)
    german, english = read(site, "/de/a"), read(site, "/a")
    for text in ("Zum Inhalt springen", "Auf dieser Seite", 'aria-label="Code kopieren"', "Zurück"):
        assert text in german
    assert re.search(r"On this page|Copy code|Skip to|Previous", german) is None
    assert "On this page" in english
    assert re.search(r'<script type="module" src="/_octavo/\w+/texts/de.js">', german)
    assert "/texts/" not in english
    texts = sorted(path.name for path in site.glob("_octavo/*/texts/*"))
    assert texts == ["de-playground.js", "de.js"]


def test_a_site_in_one_language_says_which(build: Build) -> None:
    site = build(["index"], language="pt_br", navigation=[{"group": "G", "pages": ["index"]}])
    html = read(site, "/")
    assert '<html lang="pt-BR"' in html
    assert "Nesta página" in html
    assert 'class="languages"' not in html
    assert "Página não encontrada" in (site / "404.html").read_text()


def test_a_page_that_is_built_again_keeps_its_language(build: Build, tmp_path: Path) -> None:
    site = build(PAGES, versions=LANGUAGES, navigation=NAVIGATION)
    before = read(site, "/de/a")
    page = tmp_path / "project/de/a.mdx"
    for text in ("Text.", "Neuer Text."):
        page.write_text(page.read_text().replace("Text.", text))
        for path in (tmp_path / "project").rglob("*"):
            os.utime(path, (1e9 + len(text), 1e9 + len(text)))  # long ago, so that it is settled
        options = BuildOptions(cache_folder=str(tmp_path / "cache"))
        assert build_folder(str(tmp_path / "project"), str(site), options).output
        assert read(site, "/de/a") == before.replace("Text.", text)


VERSIONS = [
    {"name": "en 2", "locale": "en", "label": "2.0"},
    {"name": "en 1", "locale": "en", "label": "1.0"},
    {"name": "de 2", "locale": "de", "label": "2.0"},
    {"name": "de 1", "locale": "de", "label": "1.0"},
]


def test_versions_in_several_languages_have_two_menus(build: Build) -> None:
    folders = {"en 2": "en/v2", "en 1": "en/v1", "de 2": "de/v2", "de 1": "de/v1"}
    navigation = [
        {"group": "G", "version": name, "pages": [f"{folder}/a", f"{folder}/b"]}
        for name, folder in folders.items()
    ]
    names = [page for group in navigation for page in group["pages"]]
    site = build(names, ADDRESS, versions=VERSIONS, navigation=navigation)
    html = read(site, "/en/v1/b")
    assert list_menu(html) == {"/en/v1/b/": "English", "/de/v1/b/": "Deutsch"}
    assert list_menu(html, "versions") == {"/en/v2/a/": "2.0", "/en/v1/a/": "1.0"}
    assert 'data-version="en 2"' in html
    heads = load_heads(site)
    assert heads["/de/v1/b"].canonical == f"{ADDRESS}/de/v2/b/"
    assert heads["/de/v2/b"].translations == {
        "en": f"{ADDRESS}/en/v2/b/",
        "de": f"{ADDRESS}/de/v2/b/",
        "x-default": f"{ADDRESS}/en/v2/b/",
    }


def test_each_language_has_a_default_version(build: Build) -> None:
    versions = [
        {**version, **({"default": True} if version["label"] == "1.0" else {})}
        for version in VERSIONS
    ]
    navigation = [
        {"group": "G", "version": version["name"], "pages": [f"{version['name'][3:]}/{folder}/a"]}
        for version in VERSIONS
        for folder in [version["locale"]]
    ]
    names = [page for group in navigation for page in group["pages"]]
    site = build(names, ADDRESS, versions=versions, navigation=navigation)
    heads = load_heads(site)
    assert heads["/2/de/a"].canonical == f"{ADDRESS}/1/de/a/"
    assert heads["/2/en/a"].canonical == f"{ADDRESS}/1/en/a/"


def test_a_language_of_another_site_is_a_link(build: Build) -> None:
    versions = [{"name": "English"}, {"name": "Français", "url": "https://fr.example"}]
    pages = [{"group": "G", "pages": ["index"]}]
    html = read(build(["index"], versions=versions, navigation=pages), "/")
    assert list_menu(html) == {"/": "English", "https://fr.example": "Français"}

"""Badges, ends, successors and logos of API documents, on every surface of a site."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from octavo.builder.folder_build import build_folder
from octavo.problems import Code
from octavo.search.files import read_heads
from tests.builder.test_incremental import tree
from tests.project_folder import write_files

LOGO = "<svg xmlns='http://www.w3.org/2000/svg'><path fill='#808080' d='M0 0h9'/></svg>"
HOSTILE = "<script>alert(1)</script>"
PATHS: dict[str, Any] = {
    "/v1/pets": {
        "get": {
            "summary": "Old list",
            "description": "Lists pets.",
            "deprecated": True,
            "x-sunset": "2030-12-05",
            "x-replaced-by": "listPets",
            "responses": {},
        },
        "put": {"summary": "Old put", "x-replaced-by": "PUT /v2/pets", "responses": {}},
        "patch": {"summary": "Old patch", "x-replaced-by": "secretOne", "responses": {}},
        "post": {
            "summary": "Old post",
            "x-successor": "https://example.com/v2?a=1&b=2",
            "responses": {},
        },
        "delete": {"summary": "Hostile", "x-replaced-by": "javascript:alert(1)", "responses": {}},
    },
    "/v2/pets": {
        "get": {
            "operationId": "listPets",
            "summary": "New list",
            "x-stability": "beta",
            "x-badges": [{"name": HOSTILE, "color": '"><b>'}],
            "responses": {},
        },
        "put": {"summary": "New put", "responses": {}},
        "patch": {"operationId": "secretOne", "x-internal": True, "responses": {}},
    },
}


def build(root: Path, language: str = "en", logo: Any = None) -> tuple[dict[str, bytes], list[Any]]:
    info = {"title": "Pets", "version": "1", **({"x-logo": logo} if logo else {})}
    settings = {
        "name": "Pets",
        "seo": {"siteUrl": "https://docs.example.com"},
        "language": language,
        "navigation": [],
        "tabs": [{"name": "API", "url": "api", "openapi": "specs/api.json"}],
    }
    write_files(
        root / "project",
        {
            "site.json": settings,
            "index.mdx": "---\ntitle: Start\n---\n",
            "specs/api.json": {"openapi": "3.1.0", "info": info, "paths": PATHS},
            "specs/logo.svg": LOGO,
        },
    )
    report = build_folder(str(root / "project"), str(root / "site"))
    return tree(root / "site"), list(report.problems)


def find(files: dict[str, bytes], name: str) -> str:
    return files[next(path for path in files if path.endswith(name))].decode()


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, bytes], list[Any]]:
    return build(tmp_path_factory.mktemp("life"))


def test_badges_are_on_the_page_in_the_navigation_the_twin_and_the_search(
    built: tuple[dict[str, bytes], list[Any]],
) -> None:
    files, _ = built
    page, escaped = find(files, "new-list/index.html"), "&lt;script&gt;alert(1)&lt;/script&gt;"
    assert (
        '<p class="page-badges"><span class="badge badge-blue">Beta</span> '
        f'<span class="badge badge-gray">{escaped}</span></p>'
    ) in page
    assert (
        'New list <span class="nav-tag nav-badge badge-blue">Beta</span> '
        f'<span class="nav-tag nav-badge badge-gray">{escaped}</span>'
    ) in page
    assert HOSTILE not in page
    assert r"**Beta, \<script>alert(1)\</script>**" in find(files, "new-list.md")
    heads = {head.title: head.mark for head in read_heads(files.__getitem__)}
    assert heads["New list"] == f"Beta, {HOSTILE}"
    assert (heads["Old list"], heads["New put"]) == ("Deprecated", "")


def test_badges_are_in_the_tables_of_overviews(
    built: tuple[dict[str, bytes], list[Any]],
) -> None:
    files, _ = built
    tables = [text.decode() for name, text in files.items() if b"operation-list" in text]
    assert any('<span class="field-pill badge-blue">Beta</span>' in each for each in tables)
    assert not any(HOSTILE in each for each in tables)


def test_an_operation_that_ends_leads_to_the_page_of_its_successor(
    built: tuple[dict[str, bytes], list[Any]],
) -> None:
    files, _ = built
    page = find(files, "old-list/index.html")
    note = page.partition('<div class="life-note">')[2].partition("</div>")[0]
    assert "Available until 2030-12-05." in note
    assert '<a href="/api/new-list/">New list</a> instead' in note
    assert page.index("life-note") < page.index('class="endpoint"')
    twin = find(files, "old-list.md")
    assert "Available until 2030-12-05." in twin
    address = "https://docs.example.com/api/new-list.md"
    assert f"Use GET [New list]({address}) instead." in twin
    assert ">New put</a> instead" in find(files, "old-put/index.html")
    link = 'href="https://example.com/v2?a=1&amp;b=2" rel="noopener noreferrer nofollow"'
    assert link in find(files, "old-post/index.html")


def test_a_successor_without_a_page_is_told_and_not_named(
    built: tuple[dict[str, bytes], list[Any]],
) -> None:
    files, problems = built
    for name in ("old-patch", "hostile"):
        page = find(files, f"{name}/index.html")
        assert "life-note" not in page
        assert "secretOne" not in page
        assert "javascript:" not in page
    told = [each for each in problems if each.code is Code.API_WRONG_VALUE]
    assert len(told) == 2
    assert all(each.message == "`x-replaced-by` names no operation with a page" for each in told)


def test_stages_are_said_in_the_language_of_the_page(tmp_path: Path) -> None:
    files, _ = build(tmp_path, language="fr")
    assert '<span class="badge badge-blue">Bêta</span>' in find(files, "new-list/index.html")
    assert "Disponible jusqu’au 2030-12-05." in find(files, "old-list/index.html")


@pytest.mark.parametrize(
    ("logo", "source"),
    [
        ({"url": "logo.svg"}, 'src="/specs/logo.svg"'),
        ("/specs/logo.svg", 'src="/specs/logo.svg"'),
        ({"url": "https://cdn.example.com/a.png"}, 'src="https://cdn.example.com/a.png"'),
        ({"url": "http://cdn.example.com/a.png"}, None),
        ({"url": "missing.svg"}, None),
        ({"url": "../../etc/passwd"}, None),
        ({"url": "javascript:alert(1)"}, None),
        ({"url": ["a"]}, None),
        (7, None),
    ],
)
def test_a_document_may_name_the_logo(logo: Any, source: str | None, tmp_path: Path) -> None:
    files, problems = build(tmp_path, logo=logo)
    assert not [each for each in problems if "logo" in each.message]
    page = files["index.html"].decode()
    assert ("<img" in page.partition("</header>")[0]) is (source is not None)
    assert source is None or source in page


def test_the_logo_of_the_site_wins(tmp_path: Path) -> None:
    build(tmp_path, logo={"url": "logo.svg"})
    place = tmp_path / "project" / "site.json"
    settings = json.loads(place.read_text())
    settings["logo"] = "https://cdn.example.com/own.png"
    place.write_text(json.dumps(settings))
    build_folder(str(tmp_path / "project"), str(tmp_path / "site"))
    page = (tmp_path / "site" / "index.html").read_text()
    assert "own.png" in page
    assert "logo.svg" not in page

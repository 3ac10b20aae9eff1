"""The pages of whole API documents and of their tags: where they are, and what lists them."""

from __future__ import annotations

from typing import Any

import pytest

from octavo.site.model import Group, OverviewBinding, Site
from octavo.site.navigation import walk_links

START = {"group": "Start", "pages": ["index"]}
TAB = {"name": "API", "url": "api", "openapi": "pets.json"}
PETS: dict[str, Any] = {
    "info": {"title": "Pet API", "version": "1"},
    "tags": [
        {"name": "Guide", "description": "How to begin."},
        {"name": "Stores", "x-displayName": "Shops"},
        {"name": "Nothing"},
    ],
    "paths": {
        "/pets": {"get": {"summary": "List pets", "tags": ["Pets", "Stores"]}},
        "/stores": {"get": {"tags": ["Stores"]}},
        "/ping": {"get": {}},
    },
}


def tree(entries: Any) -> list[Any]:
    return [
        [entry.name, *tree(entry.entries)] if isinstance(entry, Group) else (entry.label, entry.url)
        for entry in entries
    ]


def list_overviews(site: Site) -> dict[str, str]:
    """The title of each overview, by url."""
    pages = site.pages.items()
    return {url: page.title for url, page in pages if isinstance(page.binding, OverviewBinding)}


def make(make_site: Any, document: dict[str, Any] = PETS, **more: Any) -> Site:
    settings = {"navigation": [START], "tabs": [TAB], **more.pop("settings", {})}
    site, problems = make_site(settings, documents={"pets.json": document}, **more)
    assert not problems
    assert isinstance(site, Site)
    return site


def test_a_document_and_its_tags_have_pages_at_the_folders_of_its_operations(
    make_site: Any,
) -> None:
    site = make(make_site)
    expected = {
        "/api": "Pet API",
        "/api/pets": "Pets",
        "/api/stores": "Shops",
        "/api/guide": "Guide",
    }
    assert list_overviews(site) == expected
    assert tree(site.sections["API//"].entries) == [
        ["", ("Overview", "/api"), ("Guide", "/api/guide")],
        ["Pets", ("Overview", "/api/pets"), ("List pets", "/api/pets/list-pets")],
        ["Shops", ("Overview", "/api/stores"), ("Get stores", "/api/stores/get-stores")],
        ["API Reference", ("Get ping", "/api/get-ping")],
    ]
    assert all(site.pages[url].listed and site.pages[url].generated for url in expected)
    assert site.pages["/api/guide"].description == "How to begin."
    assert site.twins >= expected.keys()


def test_groups_of_tags_stand_around_them_in_their_order(make_site: Any) -> None:
    groups = [{"name": "More", "tags": ["Stores"]}, {"name": "Core", "tags": ["Guide", "Pets"]}]
    site = make(make_site, {**PETS, "x-tagGroups": [*groups, 5, {"name": "Odd", "tags": "x"}]})
    entries = tree(site.sections["API//"].entries)
    assert entries == [
        ["", ("Overview", "/api")],
        [
            "More",
            ["Shops", ("Overview", "/api/stores"), ("Get stores", "/api/stores/get-stores")],
        ],
        [
            "Core",
            ("Guide", "/api/guide"),
            ["Pets", ("Overview", "/api/pets"), ("List pets", "/api/pets/list-pets")],
        ],
        ["API Reference", ("Get ping", "/api/get-ping")],
    ]


def test_tags_inside_tags_have_their_pages_in_their_groups(make_site: Any) -> None:
    tags = [
        {"name": "a", "summary": "A"},
        {"name": "b", "parent": "a", "description": "Inside."},
        {"name": "c", "parent": "b"},
        {"name": "x", "parent": "y", "description": "In a circle."},
        {"name": "y", "parent": "x"},
        {"name": "beta", "kind": "badge", "description": "Not for navigation."},
    ]
    site = make(make_site, {"tags": tags, "paths": {"/c": {"get": {"tags": ["beta", "c"]}}}})
    assert tree(site.sections["API//"].entries) == [
        ["", ("Overview", "/api")],
        [
            "A",
            ("Overview", "/api/a"),
            ["b", ("Overview", "/api/b"), ["c", ("Overview", "/api/c"), ("Get c", "/api/c/get-c")]],
        ],
        ["x", ("y", "/api/y")],
        ["y", ("x", "/api/x")],
    ]


@pytest.mark.parametrize("name", ["api", "api/pets"])
def test_a_page_of_the_author_wins(name: str, make_site: Any) -> None:
    site = make(make_site, pages={"index": {}, f"{name}/index": {"title": "Mine"}})
    page = site.pages[f"/{name}"]
    assert (page.title, page.generated, page.binding) == ("Mine", False, None)
    links = [link.url for link, _ in walk_links(site.sections["API//"].entries)]
    assert links.count(f"/{name}") == 1


@pytest.mark.parametrize("source", ["/api/pets", "/api/:tag"])
def test_a_redirect_of_the_author_wins(source: str, make_site: Any) -> None:
    redirects = [{"source": source, "destination": "/"}]
    site = make(make_site, settings={"redirects": redirects})
    assert "/api/pets" not in site.pages
    assert "/api" in site.pages
    assert "/api/pets/list-pets" in site.pages


def test_a_file_of_the_author_wins(make_site: Any) -> None:
    site = make(make_site, files=frozenset({"api/index.html"}))
    assert "/api" not in site.pages


def test_pages_that_the_author_lists_by_hand_stay_as_they_are(make_site: Any) -> None:
    """Without automatic navigation, no entry is added."""
    pages = ["api/stores/get-stores", "api/pets/list-pets", "api/get-ping"]
    listed = {"group": "By hand", "pages": pages}
    site = make(make_site, settings={"navigation": [START, listed]}, pages=["index"])
    assert not list_overviews(site)
    urls = [f"/{page}" for page in pages]
    assert [link.url for link, _ in walk_links(site.sections["API//"].entries)] == urls
    assert [tab.target for tab in site.tabs] == ["/", urls[0]]

    with_overview = {"group": "By hand", "pages": ["api", *pages]}
    site = make(make_site, settings={"navigation": [START, with_overview]}, pages=["index"])
    assert list_overviews(site) == {"/api": "Pet API"}
    assert [link.url for link, _ in walk_links(site.sections["API//"].entries)] == ["/api", *urls]


def test_a_tag_whose_operations_the_author_lists_has_no_group(make_site: Any) -> None:
    listed = {"group": "By hand", "pages": ["api/pets/list-pets"]}
    site = make(make_site, settings={"navigation": [START, listed]}, pages=["index"])
    assert "/api/pets" not in site.pages
    assert "/api/stores" in site.pages
    assert [tab.target for tab in site.tabs] == ["/", "/api/pets/list-pets"]


def test_pages_of_operations_keep_their_addresses(make_site: Any) -> None:
    """Overviews take the addresses that are left, also of later documents."""
    documents = {
        "a.json": {"info": {"title": "A"}, "paths": {"/x": {"get": {"tags": ["b"]}}}},
        "b.json": {"info": {"title": "B"}, "paths": {"/y": {"get": {"summary": "b"}}}},
    }
    tab = {**TAB, "openapi": ["a.json", "b.json"]}
    site, problems = make_site({"navigation": [START], "tabs": [tab]}, documents=documents)
    assert not problems
    assert site.pages["/api/b"].operation == "GET /y"
    assert list_overviews(site) == {"/api": "A", "/api/b-1": "b", "/api/b-2": "B"}
    assert tree(site.sections["API//"].entries)[0] == ["", ("A", "/api"), ("B", "/api/b-2")]


def test_what_is_hidden_has_no_page(make_site: Any) -> None:
    item = {
        "get": {"summary": "A", "tags": ["hidden"], "x-hidden": True},
        "put": {"summary": "B", "tags": ["excluded"], "x-excluded": True},
        "post": {"summary": "C", "tags": ["meta"], "x-mint": {"metadata": {"hidden": True}}},
    }
    names = ("hidden", "excluded", "meta", "around")
    tags = [{"name": name, "description": "Secret."} for name in names]
    tags[0]["parent"] = "around"
    document = {"info": {"title": "X"}, "tags": tags, "paths": {"/x": item}}
    assert not list_overviews(make(make_site, document))
    shown = {"/y": {"get": {"tags": ["shown"]}}}
    site = make(make_site, {**document, "paths": {"/x": item, **shown}})
    assert list_overviews(site) == {"/api": "X", "/api/shown": "shown"}


def test_a_thousand_tags_have_a_thousand_pages(make_site: Any) -> None:
    paths = {f"/{n}": {"get": {"tags": [f"tag {n}"]}} for n in range(1_000)}
    tags = [{"name": f"tag {n}", "parent": f"tag {n - 1}"} for n in range(1, 1_000, 2)]
    site = make(make_site, {"tags": tags, "paths": paths})
    assert len(list_overviews(site)) == 1_001


def test_schemas_have_pages_if_the_author_wants_them(make_site: Any) -> None:
    schema = {"$ref": "#/components/schemas/Secret"}
    secret = {"responses": {"200": {"content": {"application/json": {"schema": schema}}}}}
    document = {
        **PETS,
        "paths": {**PETS["paths"], "/x": {"get": {"x-hidden": True, **secret}}},
        "components": {"schemas": {"Pet": {}, "pet": {}, "Secret": {}, "a/b c": {}}},
    }
    assert "/api/schemas/pet" not in make(make_site, document).pages
    site = make(make_site, document, settings={"api": {"schemas": "pages"}})
    assert tree(site.sections["API//"].entries)[-1] == [
        "Schemas",
        ("Pet", "/api/schemas/pet"),
        ("pet", "/api/schemas/pet-1"),
        ("a/b c", "/api/schemas/ab-c"),
    ]

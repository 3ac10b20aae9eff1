"""The pages that are made from the API documents of tabs and anchors."""

from __future__ import annotations

from typing import Any

import pytest

from octavo.site.links import LinkResolver
from octavo.site.model import Group, OperationBinding, OverviewBinding, Site

PETS: dict[str, Any] = {
    "paths": {
        "/pets": {
            "get": {"summary": "List pets", "tags": ["Pets"], "description": "All pets."},
            "post": {"summary": "Add a pet", "tags": ["Pets"], "deprecated": True},
        },
        "/stores": {"get": {"tags": ["Stores"]}},
        "/ping": {"get": {}},
    },
    "webhooks": {"newPet": {"post": {}}},
}
START = {"group": "Start", "pages": ["index"]}
TAB = {"name": "API", "url": "api", "openapi": "pets.json"}
DOCUMENTS = {"pets.json": PETS}
MADE = [
    "/api/pets/list-pets",
    "/api/pets/add-a-pet",
    "/api/stores/get-stores",
    "/api/get-ping",
    "/api/newpet",
]


def tree(entries: Any, overviews: set[str]) -> list[Any]:
    return [
        [entry.name, *tree(entry.entries, overviews)] if isinstance(entry, Group) else entry.url
        for entry in entries
        if entry_urls(entry) - overviews
    ]


def entry_urls(entry: Any) -> set[str]:
    entries = entry.entries if isinstance(entry, Group) else ()
    return {url for each in entries for url in entry_urls(each)} if entries else {entry.url}


def trees(site: Site) -> dict[str, list[Any]]:
    """The sections without overviews; `test_overviews` is about these."""
    overviews = site.pages.keys() - set(list_urls(site))
    return {key: tree(section.entries, overviews) for key, section in site.sections.items()}


def list_urls(site: Site) -> list[str]:
    pages = site.pages.items()
    return [url for url, page in pages if not isinstance(page.binding, OverviewBinding)]


def test_a_tab_with_a_document_gets_a_page_for_every_operation(make_site: Any) -> None:
    site, problems = make_site({"navigation": [START], "tabs": [TAB]}, documents=DOCUMENTS)
    assert not problems
    assert list_urls(site) == ["/", *MADE]
    assert trees(site)["API//"] == [
        ["Pets", *MADE[:2]],
        ["Stores", MADE[2]],
        ["API Reference", MADE[3]],
        ["Webhooks", MADE[4]],
    ]
    page = site.pages[MADE[1]]
    assert (page.source, page.title, page.generated) == (
        "api/pets/add-a-pet.mdx",
        "Add a pet",
        True,
    )
    assert (page.listed, page.deprecated, page.method) == (True, True, "POST")
    assert site.pages[MADE[0]].description == "All pets."
    assert site.pages[MADE[2]].title == "Get stores"
    assert site.pages[MADE[4]].method == "WEBHOOK"
    assert [document.source for document in site.api_documents] == ["pets.json"]
    assert [tab.target for tab in site.tabs] == ["/", "/api"]


def test_made_groups_stand_after_written_ones_those_of_anchors_before_those_of_tabs(
    make_site: Any,
) -> None:
    settings = {
        "navigation": [{"group": "Written", "pages": ["index", "all/own"]}],
        "tabs": [{"name": "All", "url": "all", "openapi": "b.json"}],
        "anchors": [{"name": "Same", "url": "all", "openapi": "a.json"}],
    }
    documents = {
        "a.json": {"paths": {"/a": {"get": {"tags": ["A"]}}}},
        "b.json": {"paths": {"/b": {"get": {"tags": ["B"]}}}},
    }
    site, _ = make_site(settings, documents=documents)
    assert trees(site)[site.section_of["/all/own"]] == [
        ["Written", "/all/own"],
        ["A", "/all/a/get-a"],
        ["B", "/all/b/get-b"],
    ]


def test_several_documents_of_a_tab_share_its_folder_and_groups(make_site: Any) -> None:
    tab = {**TAB, "openapi": ["pets.json", "more.json"]}
    more = {"paths": {"/pets": {"get": {"summary": "List pets", "tags": ["Pets"]}}}}
    site, _ = make_site(
        {"navigation": [START], "tabs": [tab]}, documents={**DOCUMENTS, "more.json": more}
    )
    assert trees(site)["API//"][0] == ["Pets", *MADE[:2], "/api/pets/list-pets-1"]


def test_a_document_that_two_divisions_put_into_one_folder_has_its_pages_once(
    make_site: Any,
) -> None:
    anchor = {"name": "Also", "url": "api", "openapi": "pets.json"}
    settings = {"navigation": [START], "tabs": [TAB], "anchors": [anchor]}
    site, _ = make_site(settings, documents=DOCUMENTS)
    assert list_urls(site) == ["/", *MADE]


def test_pages_may_be_made_at_the_root(make_site: Any) -> None:
    settings = {"navigation": [START], "tabs": [{**TAB, "url": "/"}]}
    site, _ = make_site(settings, documents=DOCUMENTS)
    assert "/pets/list-pets" in site.pages


def test_made_pages_have_the_version_of_their_division(make_site: Any) -> None:
    settings = {
        "navigation": [START],
        "versions": ["1", "2"],
        "tabs": [{**TAB, "version": "2"}],
    }
    site, _ = make_site(settings, documents=DOCUMENTS)
    assert {site.pages[url].version for url in MADE} == {"2"}
    assert [key for key in site.sections if key.startswith("API")] == ["API//2"]


def test_a_written_page_at_the_same_url_wins(make_site: Any) -> None:
    pages = {"index": {}, "api/pets/list-pets": {"title": "Mine"}}
    site, problems = make_site({"navigation": [START], "tabs": [TAB]}, pages, documents=DOCUMENTS)
    assert not problems
    page = site.pages[MADE[0]]
    assert (page.title, page.generated, page.binding) == ("Mine", False, None)
    assert trees(site)["API//"][0] == ["Pets", *MADE[:2]], "it stands in the place of the made one"


def test_a_written_page_that_is_listed_is_not_listed_again(make_site: Any) -> None:
    own = {"group": "Own", "pages": ["api/pets/list-pets"]}
    site, _ = make_site({"navigation": [START, own], "tabs": [TAB]}, documents=DOCUMENTS)
    assert trees(site)["API//"][:2] == [["Own", MADE[0]], ["Pets", MADE[1]]]


def test_a_written_page_of_the_same_operation_in_the_same_division_wins(make_site: Any) -> None:
    pages = {
        "index": {},
        "api/start": {"openapi": "GET /pets"},
        "guide": {"openapi": "POST /pets"},
    }
    site, _ = make_site({"navigation": [START], "tabs": [TAB]}, pages, documents=DOCUMENTS)
    assert MADE[0] not in site.pages
    assert MADE[1] in site.pages, "a page outside the division does not stand for it"
    assert trees(site)["API//"][0] == ["Pets", "/api/start", MADE[1]]


def test_the_navigation_may_list_made_pages_by_hand(make_site: Any) -> None:
    own = {"group": "Own", "pages": ["api/stores/get-stores"]}
    site, problems = make_site(
        {"navigation": [START, own], "tabs": [TAB]}, ["index"], documents=DOCUMENTS
    )
    assert not problems
    groups = trees(site)["API//"]
    assert groups[0] == ["Own", MADE[2]]
    assert [group[0] for group in groups] == ["Own", "Pets", "API Reference", "Webhooks"]


def test_hidden_operations_have_pages_that_nothing_lists(make_site: Any) -> None:
    item = {
        "get": {"summary": "A", "x-hidden": True},
        "put": {"summary": "B", "x-excluded": True},
        "post": {"summary": "C", "x-mint": {"metadata": {"hidden": True}}},
        "patch": {"summary": "D"},
    }
    site, _ = make_site(
        {"navigation": [START], "tabs": [TAB]}, documents={"pets.json": {"paths": {"/x": item}}}
    )
    assert list_urls(site) == ["/", "/api/a", "/api/c", "/api/d"]
    assert [site.pages[url].listed for url in list_urls(site)] == [True, False, False, True]
    assert trees(site)["API//"] == [["API Reference", "/api/d"]]


def test_an_operation_may_ask_for_a_url_of_its_own(make_site: Any) -> None:
    item = {
        "get": {"summary": "A", "x-mint": {"href": "/own/place"}},
        "put": {"summary": "B", "x-mint": {"href": "/own/place"}},
    }
    site, _ = make_site(
        {"navigation": [START], "tabs": [TAB]}, documents={"pets.json": {"paths": {"/x": item}}}
    )
    assert list_urls(site) == ["/", "/own/place", "/api/b"]
    (finding,) = site.api_documents[0].findings
    assert finding.message == "`href` is left out: another page is there"


@pytest.mark.parametrize(
    "href",
    [
        "https://x.example",
        "javascript:alert(1)",
        "//x.example",
        "/a\0b",
        "/a?b",
        "a" * 300,
        "/",
        "/_octavo/x",
        "",
        5,
        ["/a"],
        "\\a",
        "/con:1",
        "/CON",
        "/a/Aux.txt/b",
        "/com1",
    ],
)
def test_a_url_that_a_disk_or_a_site_cannot_take_is_left_out(make_site: Any, href: Any) -> None:
    paths = {"/x": {"get": {"summary": "A", "x-mint": {"href": href}}}}
    site, _ = make_site(
        {"navigation": [START], "tabs": [TAB]}, documents={"pets.json": {"paths": paths}}
    )
    assert list_urls(site) == ["/", "/api/a"]
    assert len(site.api_documents[0].findings) == 1


def test_a_name_that_windows_keeps_for_itself_is_told(make_site: Any) -> None:
    paths = {"/x": {"get": {"summary": "A", "x-mint": {"href": "/help/NUL"}}}}
    site, _ = make_site(
        {"navigation": [START], "tabs": [TAB]}, documents={"pets.json": {"paths": paths}}
    )
    (finding,) = site.api_documents[0].findings
    assert finding.message == (
        "`href` is left out: Windows has no files and folders of the name `NUL`"
    )


def test_a_url_never_leads_above_the_site(make_site: Any) -> None:
    paths = {"/x": {"get": {"summary": "A", "x-mint": {"href": "/../../etc/passwd"}}}}
    site, _ = make_site(
        {"navigation": [START], "tabs": [TAB]}, documents={"pets.json": {"paths": paths}}
    )
    assert list_urls(site) == ["/", "/etc/passwd"]


def test_a_document_on_a_division_that_leads_elsewhere_makes_no_pages(make_site: Any) -> None:
    tab = {"name": "API", "url": "https://x.example", "openapi": "pets.json"}
    site, (problem,) = make_site({"navigation": [START], "tabs": [tab]}, documents=DOCUMENTS)
    assert list_urls(site) == ["/"]
    assert problem.code == "api-pages-without-folder"
    assert str(problem.location) == "tabs/0/openapi"


def test_a_document_that_cannot_be_used_makes_no_pages(make_site: Any) -> None:
    own = {"group": "Own", "pages": ["api/listed-by-hand"]}
    site, problems = make_site({"navigation": [START, own], "tabs": [TAB]}, ["index"], documents={})
    assert list_urls(site) == ["/"]
    assert not problems, "what is wrong with it was told when it was loaded"
    links = LinkResolver(site)
    for address, found in (("/api/pets/list", True), ("/apis/x", False), ("/other", False)):
        target = links.resolve(address, "index.mdx")
        assert target is not None
        assert target.is_found is found


def test_links_and_redirects_to_made_pages_lead_there(make_site: Any) -> None:
    settings = {
        "navigation": [START],
        "tabs": [TAB],
        "redirects": [{"source": "/old", "destination": "/api/pets/list-pets"}],
    }
    site, problems = make_site(settings, documents=DOCUMENTS)
    assert not problems
    links = LinkResolver(site)
    for address in ("/api/pets/list-pets", "api/stores/get-stores#x", "/old", "/api/pets"):
        target = links.resolve(address, "index.mdx")
        assert target is not None
        assert target.is_found, address


def test_the_same_project_makes_the_same_site(make_site: Any) -> None:
    settings = {"navigation": [START], "tabs": [TAB]}
    first, _ = make_site(settings, documents=DOCUMENTS)
    second, _ = make_site(settings, documents=DOCUMENTS)
    assert list(first.pages) == list(second.pages)
    assert first.sections.keys() == second.sections.keys()
    assert [p.title for p in first.pages.values()] == [p.title for p in second.pages.values()]


def test_pages_know_the_operation_they_show(make_site: Any) -> None:
    site, _ = make_site({"navigation": [START], "tabs": [TAB]}, documents=DOCUMENTS)
    bindings = [site.pages[url].binding for url in MADE]
    keys = [b.entry.key.path for b in bindings if isinstance(b, OperationBinding)]
    assert keys == ["/pets", "/pets", "/stores", "/ping", "newPet"]


def shown(entries: Any) -> list[Any]:
    links = [entry for group in entries for entry in group.entries]
    return [(entry.label, entry.path) for entry in links if entry.method]


def test_operations_with_the_same_title_in_a_group_show_what_their_paths_differ_in(
    make_site: Any,
) -> None:
    same = {"summary": "Search", "tags": ["a"]}
    paths = {
        "/v1/users/search": {"get": same, "post": same},
        "/v1/teams/search": {"get": same},
        "/v1/teams": {"get": {"summary": "List", "tags": ["a"]}},
        "/other/search": {"get": {"summary": "Search", "tags": ["b"]}},
    }
    webhooks = {name: {"post": {"summary": "Changed"}} for name in ("user", "team")}
    documents = {"pets.json": {"paths": paths, "webhooks": webhooks}}
    site, problems = make_site({"navigation": [START], "tabs": [TAB]}, documents=documents)
    assert not problems
    assert shown(site.sections["API//"].entries) == [
        ("Search", "…/users/search"),
        ("Search", "…/users/search"),
        ("Search", "…/teams/search"),
        ("List", None),
        ("Search", None),
        ("Changed", "user"),
        ("Changed", "team"),
    ]


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        (("/a", "/a/{b}"), ["/a", "/a/{b}"]),
        (("/a/b", "/a/b/c"), ["…/b", "…/b/c"]),
        (("/v1/a", "/v2/a"), ["/v1/a", "/v2/a"]),
        (("/x", "/x/"), ["/x", "/x/"]),
    ],
)
def test_the_end_of_a_path_is_always_shown(
    paths: tuple[str, ...], expected: list[str], make_site: Any
) -> None:
    documents = {"pets.json": {"paths": {path: {"get": {"summary": "Same"}} for path in paths}}}
    site, _ = make_site({"navigation": [START], "tabs": [TAB]}, documents=documents)
    assert [path for _, path in shown(site.sections["API//"].entries)] == expected


def test_a_page_file_with_a_made_name_has_the_title_of_its_operation(make_site: Any) -> None:
    documents: Any = {"pets.json": {"paths": {"/users/{id}": {"get": {}}}}}
    pages = {"get-users-1": {"openapi": "get /users/{id}"}, "mine": {"openapi": "get /users/{id}"}}
    navigation = [{"group": "API", "pages": list(pages)}]
    site, _ = make_site({"navigation": navigation}, pages, documents=documents)
    titles = [site.pages[f"/{name}"].title for name in pages]
    assert titles == ["Get users by id", "Mine"]

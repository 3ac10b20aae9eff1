"""Names, folders, groups and order of the pages of an API document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.operation.listing import list_operations
from octavo.openapi.page_plan import (
    PageNames,
    PlannedGroup,
    PlannedOverview,
    PlannedPage,
    is_planned_name,
    plan_groups,
    plan_name,
    plan_pages,
)
from octavo.project.names import MAX_NAME_BYTES


def plan(
    paths: Mapping[str, Any], folder: str = "", names: PageNames | None = None, **more: Any
) -> tuple[PlannedPage, ...]:
    document = ApiDocument("api.json", "api", "3.1", {"paths": paths, **more})
    return plan_pages(document, folder, names)


def one(summary: str | None = None, tag: str | None = None, path: str = "/x") -> str:
    operation = {"summary": summary, "tags": None if tag is None else [tag]}
    (page,) = plan({path: {"get": {k: v for k, v in operation.items() if v is not None}}})
    return page.path


def paths_of(pages: tuple[PlannedPage, ...]) -> list[str]:
    return [page.path for page in pages]


def tree(groups: tuple[PlannedPage | PlannedOverview | PlannedGroup, ...]) -> list[Any]:
    return [
        [entry.name, *tree(entry.entries)] if isinstance(entry, PlannedGroup) else entry.path
        for entry in groups
    ]


def many(*operations: tuple[str | None, str]) -> dict[str, Any]:
    """Returns paths with one operation for each summary and tag."""
    return {
        f"/{number}": {"get": {"summary": summary, "tags": [tag]}}
        for number, (summary, tag) in enumerate(operations)
    }


@pytest.mark.parametrize(
    ("summary", "expected"),
    [
        ("word " * 11 + "words", "-".join(["word"] * 11 + ["words"])),
        ("word " * 11 + "words more", "-".join(["word"] * 11 + ["words"])),
        ("word " * 11 + "wordses", "-".join(["word"] * 11)),
        ("w" * 61, "w" * 61),
        ("word - " * 20, "-".join(["word-"] * 10)[:60].rpartition("-")[0]),
    ],
)
def test_a_name_made_of_a_sentence_ends_at_a_word(summary: str, expected: str) -> None:
    name = one(summary)
    assert name == expected.rstrip("-")
    document = ApiDocument(
        "api.json", "api", "3.1", {"paths": {"/x": {"get": {"summary": summary}}}}
    )
    (entry,) = list_operations(document)
    assert all(is_planned_name(entry, f"{each}-2") for each in (name, plan_name(summary)))
    assert not is_planned_name(entry, f"{name}-other")


@pytest.mark.parametrize(
    ("method", "path", "tag", "expected"),
    [
        ("delete", "/pets/{petId}", "pets", "pets/delete-pets"),
        ("get", "/", None, "get-"),
        ("get", "/users/{id}/posts/{pid}", None, "get-users-posts"),
        ("get", "/{a}/{b}", None, "get--"),
        ("get", "/v1/a_b/c-d", None, "get-v1a_bc-d"),
        (
            "get",
            "/no-summary/{user_id}/items.json",
            "Alpha Beta",
            "alpha-beta/get-no-summary-itemsjson",
        ),
        ("get", "/UPPER/CamelCase", "UPPER Tag", "upper-tag/get-uppercamelcase"),
        ("head", "/pets", None, "head-pets"),
        ("options", "/pets", None, "options-pets"),
        ("trace", "/pets", None, "trace-pets"),
        ("query", "/pets", None, "query-pets"),
    ],
)
def test_a_page_without_summary_is_named_by_method_and_path(
    method: str, path: str, tag: str | None, expected: str
) -> None:
    (page,) = plan({path: {method: {"tags": [tag]} if tag else {}}})
    assert page.path == expected


@pytest.mark.parametrize(
    ("summary", "tag", "expected"),
    [
        ("Info for a specific pet", "pets", "pets/info-for-a-specific-pet"),
        ("Same name", "Other/Slash", "otherslash/same-name"),
        ("List {things} - (beta), v1.2", None, "list---beta-v12"),
        ("  Leading and   multiple spaces ", None, "-leading-and--multiple-spaces"),
        ("line one\nline two", None, "line-oneline-two"),
        ("Read/Write a/b", None, "readwrite-ab"),
        ("a" * 150, None, "a" * 150),
        ("", None, "get-x"),
        ("Named", "", "named"),
    ],
)
def test_a_page_is_named_by_its_summary_in_the_folder_of_its_tag(
    summary: str, tag: str | None, expected: str
) -> None:
    assert one(summary, tag) == expected


@pytest.mark.parametrize(
    ("summary", "expected"),
    [
        ('What\'s "this" / that? (100%) & more: é', "whats-this-that-100-more-é"),
        ("a<b>|c\\d*e#f", "abcdef"),
        ("bell\a tab\t nul\0", "bell-tab-nul"),
        ("../../etc/passwd", "etcpasswd"),
        ("/absolute", "absolute"),
        ("C:\\windows", "cwindows"),
        ("...", "get-x"),
        ("???", "get-x"),
        ("-", "get-x"),
        ("con", "con-1"),
        ("LPT1", "lpt1-1"),
        ("right\u202eleft", "rightleft"),
        ("no\u00a0break", "no-break"),
        ("lone \ud800 half", "lone-half"),
        ("e\u0301", "é"),
        ("İ", "i̇"),
    ],
)
def test_what_a_system_or_an_address_cannot_take_is_left_out(summary: str, expected: str) -> None:
    assert one(summary) == expected


def test_odd_characters_of_a_path_are_left_out() -> None:
    path = "/odd:chars/{a}/~b/*c/d@e/f g/ünï/?q=1"
    assert one(path=path) == "get-oddchars-~bcd@ef-günïq=1"


@pytest.mark.parametrize(
    ("tag", "expected"),
    [
        ("../../x", "x/a"),
        ("/etc", "etc/a"),
        ("NUL", "nul-1/a"),
        ("Snippets", "snippets-1/a"),
        ("node_modules", "node_modules-1/a"),
        ("..", "a"),
        ("{id}", "a"),
    ],
)
def test_a_tag_makes_no_folder_that_would_not_be_looked_at(tag: str, expected: str) -> None:
    assert one("a", tag) == expected


def test_a_long_name_is_cut_at_a_character_and_stays_unique() -> None:
    pages = plan(many(("é" * 150, "t" * 300), ("é" * 140, "t" * 300)))
    folder, first = pages[0].path.split("/")
    assert folder == "t" * MAX_NAME_BYTES
    assert first == "é" * 100
    assert pages[1].path.split("/") == [folder, "é" * 99 + "-1"]


def test_a_text_of_a_million_braces_takes_no_time() -> None:
    assert one("{" * 1_000_000) == "get-x"


def test_a_name_that_is_taken_in_its_group_gets_the_next_number() -> None:
    pages = plan(many(("Same name", "Dup"), ("Same name", "Dup"), ("same NAME", "Dup")))
    assert paths_of(pages) == ["dup/same-name", "dup/same-name-1", "dup/same-name-2"]
    pages = plan({"/users": {"get": {}}, "/users/{id}": {"get": {}}})
    assert paths_of(pages) == ["get-users", "get-users-1"]


def test_the_same_name_in_another_group_is_kept() -> None:
    pages = plan(many(("Same name", "Dup"), ("Same name", "Other/Slash")))
    assert paths_of(pages) == ["dup/same-name", "otherslash/same-name"]


def test_groups_whose_folders_are_one_share_their_names() -> None:
    pages = plan(many(("List", "Pets"), ("List", "pets"), ("List 1", "Pets")))
    assert paths_of(pages) == ["pets/list", "pets/list-1", "pets/list-1-1"]
    pages = plan(many(("Maße", "a"), ("Masse", "a")))
    assert paths_of(pages) == ["a/maße", "a/masse-1"], "some disks cannot tell them apart"


def test_an_index_page_and_the_page_of_its_folder_do_not_share_an_address() -> None:
    pages = plan(
        {"/a": {"get": {"summary": "Index", "tags": ["pets"]}, "put": {"summary": "Pets"}}}
    )
    assert paths_of(pages) == ["pets/index", "pets-1"]


def test_ten_thousand_pages_of_one_name_are_numbered_in_time() -> None:
    pages = plan(many(*[("Same", "t")] * 10_000))
    assert pages[-1].path == "t/same-9999"


def test_two_documents_in_one_folder_share_their_names() -> None:
    names = PageNames()
    paths = many(("List", "Pets"))
    first, second = plan(paths, "api", names), plan(paths, "api", names)
    assert paths_of(first + second) == ["api/pets/list", "api/pets/list-1"]


def test_pages_stand_in_document_order_and_methods_in_the_fixed_order() -> None:
    methods = ("trace", "patch", "head", "options", "delete", "post", "put", "get")
    item: dict[str, Any] = {method: {} for method in methods}
    pages = plan({"/b": item, "/a": {"get": {}}})
    assert [(page.entry.key.method, page.entry.key.path) for page in pages] == [
        ("GET", "/b"),
        ("PUT", "/b"),
        ("POST", "/b"),
        ("DELETE", "/b"),
        ("OPTIONS", "/b"),
        ("HEAD", "/b"),
        ("PATCH", "/b"),
        ("TRACE", "/b"),
        ("GET", "/a"),
    ]


def test_groups_are_first_tags_in_order_of_first_appearance() -> None:
    pages = plan(
        many(("a", "Zoo"), ("b", "Alpha"), ("c", "Zoo")),
        "api",
        tags=[{"name": "Alpha"}, {"name": "Zoo"}],
    )
    assert tree(plan_groups(pages)) == [
        ["Zoo", "api/zoo/a", "api/zoo/c"],
        ["Alpha", "api/alpha/b"],
    ]


def test_pages_without_a_tag_stand_in_the_folder_itself() -> None:
    pages = plan(
        {"/a": {"get": {}}, "/b": {"get": {"tags": [""]}}},
        "api",
        webhooks={"order paid": {"post": {}}, "w": {"post": {"summary": "Ping me"}}},
    )
    assert tree(plan_groups(pages)) == [
        ["API Reference", "api/get-a", "api/get-b"],
        ["Webhooks", "api/order-paid", "api/ping-me"],
    ]


def test_a_webhook_with_a_tag_stands_in_its_group() -> None:
    pages = plan({}, webhooks={"paid": {"post": {"tags": ["Orders"]}}})
    assert tree(plan_groups(pages)) == [["Orders", "orders/paid"]]


def test_a_group_has_the_name_that_the_tag_asks_for_and_the_folder_of_the_tag() -> None:
    pages = plan(many(("a", "pets")), tags=[{"name": "pets", "x-group": "All about pets"}])
    assert tree(plan_groups(pages)) == [["All about pets", "pets/a"]]


def test_tags_with_a_parent_are_groups_inside_groups() -> None:
    tags = [
        {"name": "books", "parent": "shop"},
        {"name": "shop"},
        {"name": "covers", "parent": "books", "kind": "nav"},
        {"name": "beta", "kind": "badge"},
    ]
    pages = plan(many(("a", "books"), ("b", "shop"), ("c", "covers"), ("d", "beta")), tags=tags)
    assert tree(plan_groups(pages)) == [
        ["shop", ["books", "books/a", ["covers", "covers/c"]], "shop/b"],
        ["API Reference", "d"],
    ]


@pytest.mark.parametrize("parent", ["a", "b", "nowhere"])
def test_a_parent_that_leads_nowhere_or_back_ends_there(parent: str) -> None:
    tags = [{"name": "a", "parent": parent}, {"name": "b", "parent": "a"}]
    pages = plan(many(("x", "a")), tags=tags)
    assert pages[0].groups[-1] == "a"
    assert len(pages[0].groups) <= 2


def test_a_thousand_parents_make_no_thousand_groups() -> None:
    tags = [{"name": str(n), "parent": str(n + 1)} for n in range(1000)]
    assert len(plan(many(("x", "0")), tags=tags)[0].groups) == 16


def test_titles_that_are_made_tell_operations_apart() -> None:
    paths = [
        "/users",
        "/users/{id}",
        "/users/{userId}/posts",
        "/users/posts",
        "/users/{id}/posts/{postId}",
        "/users/posts/{postId}",
    ]
    pages = plan({path: {"get": {}} for path in paths})
    assert [page.title for page in pages] == [
        "Get users",
        "Get users by id",
        "Get users posts by user id",
        "Get users posts",
        "Get users posts by id and post id",
        "Get users posts by post id",
    ]
    # Addresses are kept: links to these pages are out in the world.
    assert paths_of(pages)[:3] == ["get-users", "get-users-1", "get-users-posts"]


def test_a_title_that_is_repeated_in_another_group_stays_short() -> None:
    pages = plan({"/a/{b}/c": {"get": {"tags": ["x"]}}, "/a/c": {"get": {"tags": ["y"]}}})
    assert [page.title for page in pages] == ["Get a c", "Get a c"]


def test_a_hidden_operation_has_a_page_and_an_excluded_one_has_none() -> None:
    pages = plan(
        {
            "/a": {"get": {"x-hidden": True}, "put": {"x-excluded": True}},
            "/b": {"get": {"x-internal": True}},
        }
    )
    assert [(page.path, page.hidden) for page in pages] == [("get-a", True), ("get-b", False)]
    assert tree(plan_groups(pages)) == [["API Reference", "get-b"]]


@pytest.mark.parametrize(
    ("path", "item", "title"),
    [
        ("/pets/{petId}", {"delete": {}}, "Delete pets by pet id"),
        ("/pets/{pet-id}/", {"get": {}}, "Get pets by pet id"),
        ("/{id}", {"get": {}}, "Get by id"),
        ("/a/{b}/{line_no}", {"get": {}}, "Get a by b and line no"),
        ("/a/{b}/c", {"get": {}}, "Get a c"),
        ("/a/{b}.json", {"get": {}}, "Get a .json"),
        ("/v1/{resource}:getPolicy", {"post": {}}, "Post v1 getPolicy"),
        ("/", {"get": {}}, "Get"),
        ("/a_b", {"get": {}}, "Get a b"),
        ("/v1/accounts/{account}/payout-plans", {"get": {}}, "Get v1 accounts payout plans"),
        ("/", {"get": {"summary": " List\n all  pets"}}, "List all pets"),
    ],
)
def test_the_title_is_the_summary_else_the_words_of_method_and_path(
    path: str, item: dict[str, Any], title: str
) -> None:
    assert plan({path: item})[0].title == title


def test_methods_of_one_webhook_have_titles_of_their_own() -> None:
    pages = plan({}, webhooks={"newPet": {"post": {}, "put": {}}})
    assert [page.title for page in pages] == ["Put newPet", "NewPet"]


def test_a_summary_that_is_a_text_gives_its_page_a_title_and_is_told_in_full() -> None:
    text = "List all pets. " + "They come in pages, from the oldest to the youngest. " * 3
    operation = {"summary": text, "description": "Needs a key."}
    webhook = {"post": {"summary": text, "description": "A pet was born."}}
    pages = plan({"/pets": {"get": operation}}, webhooks={"pet-born": webhook})
    assert [page.title for page in pages] == ["List all pets", "Pet born"]
    rest = text.removeprefix("List all pets. ").strip()
    assert [page.entry.description for page in pages] == [
        f"{rest}\n\nNeeds a key.",
        f"A pet was born.\n\n{text}",
    ]
    assert pages[0].path.startswith("list-all-pets-they-come-in-pages")

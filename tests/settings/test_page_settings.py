from __future__ import annotations

import datetime
from typing import Any

import pytest

from octavo.problems import Code, Problem, Severity
from octavo.settings.models.page_settings import (
    EndpointReference,
    OperationReference,
    PageSettings,
    RelatedPage,
    SchemaReference,
    read_operation_reference,
)
from octavo.settings.read_page import read_page_settings


def read(**data: Any) -> tuple[PageSettings, tuple[Problem, ...]]:
    keys = {key.replace("__", ":").replace("_", "-"): value for key, value in data.items()}
    return read_page_settings(keys, {key: (n + 2, 9) for n, key in enumerate(keys)}, "a.mdx")


def accept(**data: Any) -> PageSettings:
    page, problems = read(**data)
    assert problems == ()
    return page


def warn(**data: Any) -> tuple[PageSettings, Problem]:
    page, (problem,) = read(**data)
    assert problem.severity is Severity.WARNING
    assert str(problem.location) == "a.mdx:2:9"
    return page, problem


def test_an_empty_page_has_nothing_set() -> None:
    page = accept()
    assert page == PageSettings()
    assert page.title is None
    assert page.metadata == {}


def test_title_and_description_are_text() -> None:
    page = accept(title=" Hello ", description="World")
    assert (page.title, page.description) == ("Hello", "World")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (2024, "2024"),
        (1.5, "1.5"),
        (True, "true"),
        (datetime.date(2024, 5, 1), "2024-05-01"),
        (datetime.datetime(2024, 5, 1, 12, 0), "2024-05-01T12:00:00"),
        ("", None),
        (None, None),
    ],
)
def test_what_yaml_does_not_read_as_text_becomes_text(value: Any, text: str | None) -> None:
    assert accept(title=value).title == text


def test_a_number_as_version_is_read_with_a_warning_to_quote_it() -> None:
    page, problem = warn(version=1.0)
    assert page.version == "1.0"
    assert problem.code is Code.PAGE_SETTING_NOT_QUOTED
    assert problem.message == '`version` is a number and is read as "1.0"'
    assert accept(version="1.0").version == "1.0"


def test_a_bad_value_is_left_out_and_the_rest_stays() -> None:
    page, problem = warn(boost="much", title="T")
    assert page.boost is None
    assert page.title == "T"
    assert problem.code is Code.PAGE_SETTING_WRONG_TYPE
    assert problem.message == '`boost` must be a number, not "much"; it is ignored'


def test_every_bad_value_is_told() -> None:
    page, problems = read(title=[], mode="full", noindex="perhaps", iconType="bold")
    assert page == PageSettings()
    assert [problem.message.split()[0] for problem in problems] == [
        "`title`",
        "`iconType`",
        "`mode`",
        "`noindex`",
    ]
    assert [problem.location.line for problem in problems] == [2, 5, 3, 4]


@pytest.mark.parametrize(
    ("written", "mode"),
    [("wide", "wide"), ("Custom", "custom"), ("center", "center"), ("frame", "frame"),
     ("none", None), ("assistant", None), (None, None)],
)  # fmt: skip
def test_modes_are_read(written: Any, mode: str | None) -> None:
    assert accept(mode=written).mode == mode


def test_an_unknown_mode_is_a_warning_and_the_page_is_normal() -> None:
    page, problem = warn(mode="full")
    assert page.mode is None
    assert '"wide"' in problem.message


def test_size_wide_means_mode_wide() -> None:
    assert accept(size="wide").mode == "wide"
    assert accept(size="wide", mode="custom").mode == "custom"


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("GET /users", OperationReference(None, "GET", "/users")),
        ("post /v1/x", OperationReference(None, "POST", "/v1/x")),
        ("  Delete   /a/{b}  ", OperationReference(None, "DELETE", "/a/{b}")),
        ('"PUT /x"', OperationReference(None, "PUT", "/x")),
        ("v1  GET /x", OperationReference("v1", "GET", "/x")),
        ("/specs/v1.json get /x", OperationReference("/specs/v1.json", "GET", "/x")),
        ("./api.yaml PATCH /x", OperationReference("./api.yaml", "PATCH", "/x")),
        ("webhook orderPaid", OperationReference(None, "", "orderPaid", is_webhook=True)),
        ("WEBHOOK order paid", OperationReference(None, "", "order paid", is_webhook=True)),
        ("v1 webhook paid", OperationReference("v1", "", "paid", is_webhook=True)),
        ("query /search", OperationReference(None, "QUERY", "/search")),
        ("v1 m-search /x", OperationReference("v1", "M-SEARCH", "/x")),
        ("get /a b/c", OperationReference(None, "GET", "/a b/c")),
        ("get /a b", OperationReference(None, "GET", "/a b")),
        ("a GET /x y", OperationReference("a", "GET", "/x y")),
        ("my file.json GET /x", OperationReference("my file.json", "GET", "/x")),
        (
            "https://a.example/v1.json get /x",
            OperationReference("https://a.example/v1.json", "GET", "/x"),
        ),
    ],
)
def test_an_operation_is_named_by_two_or_three_words(
    written: str, expected: OperationReference
) -> None:
    assert accept(openapi=written).openapi == expected
    assert read_operation_reference(written) == expected


@pytest.mark.parametrize("written", ["GET", "/users", "v1.json /x", "a b c d", "webhook", 5, []])
def test_an_unreadable_operation_is_a_warning_and_no_binding(written: Any) -> None:
    page, problem = warn(openapi=written)
    assert page.openapi is None
    assert problem.code is Code.PAGE_SETTING_WRONG_VALUE
    assert problem.message.startswith("`openapi` must be `METHOD /path` or `file METHOD /path`")
    assert problem.hint == "For example: openapi: GET /users/{id}"


def test_schemas_and_endpoints_are_named() -> None:
    page = accept(openapi_schema="User", api="post https://api.example/users")
    assert page.openapi_schema == SchemaReference(None, "User")
    assert page.api == EndpointReference("POST", "https://api.example/users")
    assert accept(openapi_schema="v1 User").openapi_schema == SchemaReference("v1", "User")
    assert warn(api="https://api.example")[0].api is None
    assert warn(openapi_schema="a b c")[0].openapi_schema is None


def test_older_names_are_read() -> None:
    assert accept(authMethod="Bearer").auth_method == "bearer"
    assert accept(auth="none").auth_method == "none"
    assert accept(isPublic=True).marks == ()
    page, problem = warn(auth="magic")
    assert page.auth_method is None
    assert problem.message.startswith("`authMethod` must be one of")


@pytest.mark.parametrize(
    ("written", "mode"),
    [("interactive", "show"), ("simple", "simple"), ("none", "hide"), ("auth", "show")],
)
def test_the_playground_has_one_vocabulary(written: str, mode: str) -> None:
    assert accept(playground=written).playground == mode


@pytest.mark.parametrize(
    ("value", "flag"), [(True, True), ("true", True), ("Yes", True), ("off", False), (None, None)]
)
def test_flags_may_be_written_as_words(value: Any, flag: bool | None) -> None:
    assert accept(hidden=value).hidden is flag


@pytest.mark.parametrize("value", [["a", "b"], "a, b", ("a", "b")])
def test_keywords_are_a_list_or_text_with_commas(value: Any) -> None:
    assert accept(keywords=value).keywords == ("a", "b")


def test_authors_and_related_pages_may_be_objects() -> None:
    page = accept(authors=[{"name": "Ada", "url": "x"}, "Bob"], related=[{"href": "/a"}])
    assert page.authors == ("Ada", "Bob")
    assert page.related == (RelatedPage("/a"),)


def test_an_icon_is_a_name_a_path_an_address_or_svg() -> None:
    for icon in ("book-open", "/icons/a.svg", "https://a.example/b.svg", "<svg></svg>"):
        assert accept(icon=icon).icon == icon
    page, problem = warn(icon="fa-book")
    assert page.icon == "book"
    assert problem.code is Code.PAGE_SETTING_ICON_PREFIX
    assert problem.hint == 'Write "book".'


def test_a_link_to_a_dangerous_address_is_left_out() -> None:
    assert accept(url="https://a.example").url == "https://a.example"
    assert warn(url="javascript:x")[0].url is None


def test_meta_names_are_collected() -> None:
    page = accept(
        title="T",
        og__title="Open",
        twitter__card="summary",
        article__tag=["a", "b"],
        robots="noindex",
        theme_color=123,
        og__empty=None,
        metadata={"og:title": "Inner", "n": 1},
    )
    assert page.metadata == {
        "og:title": "Inner",
        "twitter:card": "summary",
        "article:tag": "a, b",
        "robots": "noindex",
        "theme-color": "123",
        "n": "1",
    }
    assert page.title == "T"


def test_a_meta_name_with_an_object_is_told() -> None:
    page, problem = warn(og__image={"url": "x"})
    assert page.metadata == {}
    assert problem.message == "`og:image` must be text, not an object; it is ignored"


@pytest.mark.parametrize(
    ("key", "nearest"),
    [
        ("sideBarTitle", "sidebarTitle"),
        ("sidebar-title", "sidebarTitle"),
        ("Title", "title"),
        ("tilte", "title"),
        ("descripton", "description"),
        ("openApi", "openapi"),
        ("hideFooterPaginaton", "hideFooterPagination"),
    ],
)
def test_a_misspelt_key_is_a_warning_with_the_nearest_name(key: str, nearest: str) -> None:
    page, (problem,) = read_page_settings({key: "x"}, {key: (2, 9)}, "a.mdx")
    assert page == PageSettings()
    assert problem.code is Code.PAGE_SETTING_UNKNOWN
    assert problem.severity is Severity.WARNING
    assert problem.message == f"`{key}` is not a page setting; it is ignored"
    assert problem.hint == f"Did you mean `{nearest}`?"


@pytest.mark.parametrize(
    "key", ["tags", "slug", "date", "layout", "weight", "customThing", "created", 404]
)
def test_other_keys_are_the_authors_own(key: Any) -> None:
    assert read_page_settings({key: "x"}, {}, "a.mdx") == (PageSettings(), ())


def test_a_problem_without_a_known_place_names_the_file() -> None:
    _, (problem,) = read_page_settings({"mode": "full"}, {}, "a.mdx")
    assert str(problem.location) == "a.mdx"


def test_the_data_is_not_changed() -> None:
    data = {"title": [], "auth": "x", "size": "wide"}
    read_page_settings(data, {}, "a.mdx")
    assert data == {"title": [], "auth": "x", "size": "wide"}

"""How pages name the operation, webhook or schema that they show."""

from __future__ import annotations

from typing import Any

import pytest

from octavo.site.api.library import match_sources
from octavo.site.model import OperationBinding, Page, SchemaBinding

PETS: dict[str, Any] = {
    "paths": {
        "/pets": {
            "get": {"summary": "List pets", "description": "All **pets**.\n\nMore."},
            "post": {"deprecated": True},
        },
        "/pets/{petId}": {"get": {}, "delete": {}},
        "/stores/{id}/": {"get": {}},
        "/search": {"query": {}, "additionalOperations": {"COPY": {}}},
        "/a b": {"get": {}},
    },
    "webhooks": {"newPet": {"post": {"summary": "A pet came"}}},
    "components": {"schemas": {"Pet": {"type": "object", "description": "A pet."}}},
}
NAVIGATION = {"navigation": [{"group": "Start", "pages": ["page"]}]}


@pytest.fixture
def bind(make_site: Any) -> Any:
    """Returns the page of a front matter, and the problems, in a project with documents."""

    def bind(
        documents: dict[str, Any] | None = None, name: str = "page", **front_matter: Any
    ) -> tuple[Page, list[Any]]:
        values = {key.replace("_", "-"): value for key, value in front_matter.items()}
        settings = {"navigation": [{"group": "Start", "pages": [name]}]}
        found = documents if documents is not None else {"openapi/pets.json": PETS}
        site, problems = make_site(settings, {name: values}, documents=found)
        return site.pages["/" + name], problems

    return bind


def shown(page: Page) -> str:
    assert isinstance(page.binding, OperationBinding)
    return f"{page.binding.method} {page.binding.entry.key.path}"


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("GET /pets", "GET /pets"),
        ("  get    /pets ", "GET /pets"),
        ('"Post /pets"', "POST /pets"),
        ("GET /pets/", "GET /pets"),
        ("GET /stores/{id}", "GET /stores/{id}/"),
        ("pets get /pets", "GET /pets"),
        ("pets.json get /pets", "GET /pets"),
        ("openapi/pets.json get /pets", "GET /pets"),
        ("openapi/pets get /pets", "GET /pets"),
        ("/openapi/pets.json get /pets", "GET /pets"),
        ("query /search", "QUERY /search"),
        ("copy /search", "COPY /search"),
        ("get /a b", "GET /a b"),
        ("webhook newPet", "WEBHOOK newPet"),
        ("pets webhook newPet", "WEBHOOK newPet"),
    ],
)
def test_an_operation_is_named_in_many_forms(bind: Any, written: str, expected: str) -> None:
    page, problems = bind(openapi=written)
    assert not problems
    assert shown(page) == expected


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("webhook order", "put order"),
        ("webhook post order", "post order"),
        ("webhook POST order", "post order"),
        ("api webhook post order", "post order"),
        ("webhook delete order", "get delete order"),
    ],
)
def test_the_method_of_a_webhook_may_stand_before_its_name(
    bind: Any, written: str, expected: str
) -> None:
    webhooks: dict[str, Any] = {
        "order": {"post": {}, "put": {}, "delete": {}},
        "delete order": {"get": {}},
    }
    page, problems = bind({"api.json": {**PETS, "webhooks": webhooks}}, openapi=written)
    assert not problems
    key = page.binding.entry.key
    assert f"{key.method.lower()} {key.path}" == expected


@pytest.mark.parametrize("written", ["../pets.json", "./../pets.yaml", "/docs/pets.yaml"])
def test_a_path_is_read_from_the_page_or_from_the_root(bind: Any, written: str) -> None:
    documents = {"docs/pets.json": PETS, "docs/pets.yaml": PETS, "other.json": {"paths": {}}}
    page, problems = bind(documents, name="docs/deep/page", openapi=f"{written} GET /pets")
    assert not problems
    assert page.binding is not None
    assert page.binding.document.source == "docs/" + written.rpartition("/")[2]


def test_a_document_is_named_by_its_address() -> None:
    sources = ["https://a.example/v1/api.json?x=1", "https://b.example/api.yaml", "api.yaml"]
    assert match_sources(sources, sources[0], "page.mdx") == (sources[0],)
    assert match_sources(sources, "api.json", "page.mdx") == (sources[0],)
    assert match_sources(sources, "api", "page.mdx") == ("api.yaml",), "files come first"
    assert match_sources(sources[:2], "api", "page.mdx") == tuple(sources[:2])


def test_title_and_description_come_from_the_operation_when_front_matter_is_silent(
    bind: Any,
) -> None:
    page, _ = bind(openapi="GET /pets")
    assert (page.title, page.label, page.description) == ("List pets", "List pets", "All pets.")
    assert page.settings.description is None, "the page shows the description in full"
    page, _ = bind(openapi="GET /pets", title="Mine", description="Own", sidebarTitle="Short")
    assert (page.title, page.label, page.description) == ("Mine", "Short", "Own")
    page, _ = bind(openapi="GET /pets/{petId}", name="get-a-pet")
    assert (page.title, page.description) == ("Get a pet", None)


def test_a_deprecated_operation_makes_a_deprecated_page_unless_it_says_otherwise(
    bind: Any,
) -> None:
    assert bind(openapi="POST /pets")[0].deprecated
    assert not bind(openapi="POST /pets", deprecated=False)[0].deprecated
    assert bind(openapi="GET /pets", deprecated=True)[0].deprecated


def test_the_navigation_knows_method_and_deprecation(make_site: Any) -> None:
    pages = {
        "a": {"openapi": "POST /pets"},
        "b": {"openapi": "GET /pets", "hideApiMarker": True},
        "c": {"openapi": "webhook newPet"},
        "d": {"api": "put https://api.example/x"},
        "e": {},
    }
    site, problems = make_site(
        {"navigation": [{"group": "A", "pages": list(pages)}]}, pages, documents={"p.json": PETS}
    )
    assert not problems
    (section,) = site.sections.values()
    found = [(link.method, link.deprecated) for link in section.entries[0].entries]
    assert found == [
        ("POST", True),
        (None, False),
        ("WEBHOOK", False),
        ("PUT", False),
        (None, False),
    ]
    assert site.pages["/d"].endpoint.url == "https://api.example/x"
    assert site.pages["/e"].endpoint is None


def test_a_schema_is_named_by_its_key(bind: Any) -> None:
    for written in ("Pet", "pets Pet", "openapi/pets.json Pet"):
        page, problems = bind(openapi_schema=written)
        assert not problems
        assert isinstance(page.binding, SchemaBinding)
        assert page.binding.node.pointer == ("components", "schemas", "Pet")
        assert (page.title, page.description) == ("Pet", "A pet.")


def test_a_schema_that_is_not_there_is_a_warning_with_the_nearest(bind: Any) -> None:
    page, (problem,) = bind(openapi_schema="pets")
    assert page.binding is None
    assert problem.code == "api-schema-missing"
    assert problem.hint == "Did you mean `Pet`?"
    assert str(problem.location) == "page.mdx openapi-schema"


@pytest.mark.parametrize(
    ("written", "message", "hint"),
    [
        (
            "PUT /pets",
            "`openapi/pets.json` has no operation `PUT /pets`; the page is shown without it",
            "Did you mean `GET /pets` or `POST /pets`?",
        ),
        (
            "GET /pets/{id}",
            "`openapi/pets.json` has no operation `GET /pets/{id}`; the page is shown without it",
            "Did you mean `GET /pets/{petId}` or `DELETE /pets/{petId}`?",
        ),
        (
            "GET /pet",
            "`openapi/pets.json` has no operation `GET /pet`; the page is shown without it",
            "Did you mean `GET /pets` or `POST /pets`?",
        ),
        (
            "webhook newpets",
            "`openapi/pets.json` has no webhook `newpets`; the page is shown without it",
            "Did you mean `webhook newPet`?",
        ),
        (
            "GET /entirely/elsewhere",
            (
                "`openapi/pets.json` has no operation `GET /entirely/elsewhere`; "
                "the page is shown without it"
            ),
            "Look it up in the document; method and path must be written as they are there.",
        ),
        (
            "pet GET /pets",
            "there is no API document `pet`; the page is shown without its operation",
            "Did you mean `pets`?",
        ),
        (
            "entirely-else.yaml GET /pets",
            (
                "there is no API document `entirely-else.yaml`; "
                "the page is shown without its operation"
            ),
            "There is `openapi/pets.json`.",
        ),
    ],
)
def test_an_operation_that_is_not_there_is_a_warning_that_names_the_nearest(
    bind: Any, written: str, message: str, hint: str
) -> None:
    page, (problem,) = bind(openapi=written)
    assert page.binding is None
    assert problem.severity == "warning"
    assert str(problem.location) == "page.mdx openapi"
    assert (problem.message, problem.hint) == (message, hint)


def test_without_any_document_the_author_is_told_where_to_put_one(bind: Any) -> None:
    page, (problem,) = bind({}, openapi="GET /pets")
    assert page.binding is None
    assert problem.code == "api-document-unknown"
    assert problem.hint.startswith("Add the OpenAPI file to the project")


def test_the_first_of_several_documents_is_shown_with_a_warning(bind: Any) -> None:
    documents = {"b.json": PETS, "a.json": PETS, "c.json": {"paths": {}}}
    page, (problem,) = bind(documents, openapi="GET /pets")
    assert page.binding.document.source == "a.json"
    assert problem.code == "api-document-ambiguous"
    assert problem.message == "`GET /pets` is in `a.json` and `b.json`; that of the first is shown"
    assert problem.hint == "Name the file too: `openapi: /a.json GET /pets`."
    assert not bind(documents, openapi="b GET /pets")[1]


def test_a_thousand_wrong_bindings_are_told_in_time(make_site: Any) -> None:
    paths: dict[str, Any] = {f"/repos/{{owner}}/things/{n}/parts": {"get": {}} for n in range(1000)}
    pages = {f"p{n}": {"openapi": f"GET /repos/{{x}}/thing/{n}/part"} for n in range(1000)}
    navigation = {"navigation": [{"group": "A", "pages": list(pages)}]}
    _, problems = make_site(navigation, pages, documents={"api.json": {"paths": paths}})
    assert len(problems) == 1000


def test_the_settings_that_an_operation_brings_count_after_front_matter(bind: Any) -> None:
    metadata = {
        "title": "From the document",
        "sidebarTitle": "Short",
        "icon": "star",
        "deprecated": True,
        "url": "https://elsewhere.example",
        "openapi": "GET /other",
        "mode": "sideways",
    }
    tree = {"paths": {"/x": {"get": {"summary": "X", "x-mint": {"metadata": metadata}}}}}
    page, problems = bind({"a.json": tree}, openapi="GET /x", sidebarTitle="Mine")
    assert not problems
    assert (page.title, page.label, page.deprecated) == ("From the document", "Mine", True)
    assert page.settings.icon == "star"
    assert page.settings.url is None
    (finding,) = page.binding.document.findings
    assert "`mode` must be" in finding.message
    assert finding.pointer == ("paths", "/x", "get", "x-mint", "metadata")


@pytest.mark.parametrize("icon", ["<svg onload=alert(1)>", "https://x.example/i.svg", "/a.svg", 5])
def test_a_document_cannot_bring_the_code_or_address_of_an_icon(bind: Any, icon: Any) -> None:
    tree = {"paths": {"/x": {"get": {"x-mint": {"metadata": {"icon": icon}}}}}}
    assert bind({"a.json": tree}, openapi="GET /x")[0].settings.icon is None


def test_what_a_document_says_of_authentication_counts_and_a_note_says_so(make_site: Any) -> None:
    settings = {
        "navigation": [{"group": "A", "pages": ["index"]}],
        "api": {"auth": {"method": "bearer"}},
    }
    own = {"paths": {"/a": {"get": {}}}, "security": [{"key": []}]}
    (note,) = make_site(settings, documents={"own.json": own, "other.json": {"paths": {}}})[1]
    assert (note.code, note.severity) == ("api-auth-of-document", "info")
    assert str(note.location) == "api/auth/method"
    assert note.message.startswith("`own.json` says itself how its operations are called")
    assert make_site(settings, documents={"a.json": {**own, "security": []}})[1] == []
    del settings["api"]
    assert make_site(settings, documents={"own.json": own})[1] == []

"""What API pages say: one small API document, and the trees of its pages."""

from __future__ import annotations

import copy
import re
from typing import Any

import pytest

from octavo.content.mdx import parse_mdx
from octavo.openapi.document.document import ApiDocument
from octavo.openapi.operation.listing import list_operations
from octavo.problems import Code, Severity
from octavo.render.api.api_page import ApiContent, ApiRenderer
from octavo.render.api.written import arrange_page
from octavo.render.basis.rendered import ApiPart
from octavo.render.content.page import render_content
from octavo.settings.models.page_settings import PageSettings
from octavo.settings.models.site_settings import Settings
from octavo.settings.read_page import read_page_settings
from octavo.site.links import LinkResolver
from octavo.site.model import OperationBinding, Page, SchemaBinding, Site
from tests.api_documents import LIBRARY
from tests.html_tree import Element, parse_html
from tests.settings_data import made_of

GET, PUT, POST = "GET /books/{bookId}", "PUT /books/{bookId}", "POST /items"


class Pages:
    """Renders pages of one document with some settings."""

    def __init__(
        self,
        tree: dict[str, Any] = LIBRARY,
        *schemas: str,
        source: str = "library.json",
        **api: Any,
    ) -> None:
        self.document = ApiDocument(source, "library", "3.1", tree)
        self.entries = {
            f"{entry.key.method} {entry.key.path}": entry
            for entry in list_operations(self.document)
        }
        settings = made_of(Settings, {"name": "Test", "navigation": (), "api": api})
        pages = dict(self._pages(schemas))
        self.site = Site(settings, pages, {}, {}, (), (), (), frozenset(), {})
        self.renderer = ApiRenderer(self.site, LinkResolver(self.site))

    def _pages(self, schemas: tuple[str, ...]) -> Any:
        for key, entry in self.entries.items():
            binding = OperationBinding(self.document, entry)
            title = entry.summary or key
            yield f"/{title}", Page("", f"/{title}", title, PageSettings(), binding=binding)
        for name in schemas:
            node = self.document.root.get_child("components").get_child("schemas").get_child(name)
            schema = SchemaBinding(self.document, node, name)
            yield f"/s/{name}", Page("", f"/s/{name}", name, PageSettings(), binding=schema)

    def render(self, page: Page, text: str = "") -> ApiContent:
        document = arrange_page(page, parse_mdx(text, page.source))
        expanded = self.site.settings.api.param_fields.expanded
        links = LinkResolver(self.site)
        content = render_content(page.source, document, links, expanded=expanded)
        return self.renderer.render(page, document, content)

    def open(self, link: Element) -> str:
        """Return what a link to one of the files of these pages leads to."""
        part = self.renderer.render_part((link.attributes["href"] or "").removeprefix("/"))
        assert part is not None
        return part.data.decode()

    def list_parts(self, *, is_page: bool = False) -> dict[str, ApiPart]:
        """Return files by their titles, or those that are no pages by their paths."""
        parts = [each for each in self.renderer.render_parts() if bool(each.title) is is_page]
        return {each.title or each.output: each for each in parts}

    def operation(self, key: str, text: str = "", **settings: Any) -> Element:
        return parse_html(self.content(key, text, **settings).content.html)

    def content(self, key: str, text: str = "", **settings: Any) -> ApiContent:
        binding = OperationBinding(self.document, self.entries[key])
        return self.render(Page("p.mdx", "/p", "P", page_settings(settings), binding=binding), text)

    def schema(self, name: str) -> Element:
        return parse_html(self.render(self.site.pages[f"/s/{name}"]).content.html)


def page_settings(values: dict[str, Any]) -> PageSettings:
    settings, problems = read_page_settings(values, {}, "p.mdx")
    assert not problems
    return settings


@pytest.fixture(scope="module")
def pages() -> Pages:
    return Pages()


def head(tree: Element, id_: str) -> str:
    """Return the first line of a field."""
    return tree.one(id_=id_).find(class_="field-head")[0].text


def headings(tree: Element) -> list[str]:
    return tree.texts("h2")


# the frame


def test_sections_stand_in_the_order_that_readers_know(pages: Pages) -> None:
    assert headings(pages.operation(GET)) == [
        "Authorizations",
        "Path Parameters",
        "Query Parameters",
        "Headers",
        "Cookies",
        "Response",
    ]
    assert headings(pages.operation(PUT)) == [
        "Authorizations",
        "Path Parameters",
        "Body",
        "Response",
        "Callbacks",
    ]


def test_sections_are_in_the_table_of_contents_after_the_authors_headings(pages: Pages) -> None:
    contents = pages.content(POST, "## Body\n\nText").content.contents
    assert [(entry.id, entry.title) for entry in contents] == [
        ("body", "Body"),
        ("body-2", "Body"),
        ("response", "Response"),
    ]


def test_no_id_is_there_twice_and_every_reference_leads_somewhere(pages: Pages) -> None:
    for key in (GET, PUT, POST):
        tree = pages.operation(key, "## Response\n\n```js\nx\n```\n\n## Body\n")
        ids = [element.attributes.get("id") for element in tree.find()]
        ids = [id_ for id_ in ids if id_]
        assert len(ids) == len(set(ids))
        for element in tree.find():
            for name in ("aria-controls", "aria-labelledby"):
                assert element.attributes.get(name, ids[0]) in ids
            href = element.attributes.get("href") or ""
            assert not href.startswith("#") or href[1:] in ids


def test_the_description_leads_and_goes_on_below_the_endpoint(pages: Pages) -> None:
    content = pages.content(GET)
    assert content.lead == "Returns <strong>one</strong> book."
    tree = parse_html(content.content.html)
    assert "It may be lent." in tree.texts("p")
    assert pages.content(GET, description="Mine").lead == ""
    assert "It may be" not in pages.content(GET, description="Mine").content.html


def test_the_endpoint_shows_method_path_variables_servers_and_access(pages: Pages) -> None:
    bar = pages.operation(GET).one("div", class_="endpoint")
    assert bar.one(class_="method-pill").text == "GET"
    assert bar.one("code", class_="endpoint-path").text == "/books/{bookId}"
    assert bar.find("span", class_="endpoint-variable")[0].text == "{bookId}"
    copied = bar.one("button", class_="endpoint-copy").attributes["data-copy"]
    assert copied == "https://eu.library.example/v1/books/{bookId}"
    servers = bar.one("details", class_="endpoint-servers")
    assert "2 servers" in servers.one("summary").text
    assert "one of eu or us; default eu" in servers.text
    assert bar.one("a", class_="endpoint-access").text == "Authentication required"
    assert bar.attributes["data-playground"] == "show"


def test_the_endpoint_follows_settings() -> None:
    assert not Pages(playground={"mode": "hide"}).operation(GET).find(class_="endpoint")
    simple = Pages().operation(GET, playground="simple").one(class_="endpoint")
    assert simple.attributes["data-playground"] == "simple"
    own = Pages(baseUrl="https://own.example/").operation(GET).one("button", class_="endpoint-copy")
    assert own.attributes["data-copy"] == "https://own.example/books/{bookId}"
    filled = Pages(playground={"prefill": True}).operation(GET).one(class_="endpoint")
    assert "data-prefill" in filled.attributes
    assert "data-prefill" not in Pages().operation(GET).one(class_="endpoint").attributes


def test_a_webhook_says_who_calls_whom_and_has_no_address(pages: Pages) -> None:
    tree = pages.operation("POST bookLost")
    bar = tree.one("div", class_="endpoint")
    assert "The API sends this POST request to your server" in bar.text
    assert not bar.find("button")
    assert "Authorizations" not in headings(tree)
    assert tree.one(class_="request-example").texts(class_="switch-label") == ["Payload"]


def test_events_show_what_the_api_sends_and_what_the_reader_answers() -> None:
    both = {
        "type": "object",
        "required": ["id", "secret"],
        "properties": {
            "id": {"type": "string", "readOnly": True},
            "secret": {"type": "string", "writeOnly": True},
        },
    }
    content = {"content": {"application/json": {"schema": both}}}
    parameter = {"name": "meta", "in": "header", "schema": both}
    event = {
        "summary": "Lost",
        "parameters": [parameter],
        "requestBody": content,
        "responses": {"200": {"description": "Seen.", **content}},
    }
    document = {**LIBRARY, "webhooks": {"lost": {"post": event}}}
    document["paths"] = {"/a": {"post": {"callbacks": {"done": {"{$url}": {"post": event}}}}}}
    pages = Pages(document)
    names = pages.operation("POST lost").texts(class_="field-name")
    assert names == ["meta", "id", "id", "secret"]
    assert '"id"' in pages.operation("POST lost").one(class_="request-example").text
    assert "secret" not in pages.operation("POST lost").one(class_="request-example").text
    callback = pages.operation("POST /a").one(class_="callback")
    assert callback.texts(class_="field-name") == ["meta", "id", "id"]
    sides = [each.attributes["data-side"] for each in pages.operation("POST lost").find("section")]
    assert sides == ["response", "response", "request"]


def test_what_a_text_of_json_holds_is_listed_inside_of_it() -> None:
    content = {"type": "object", "properties": {"at": {"type": "integer"}}}
    text = {"type": "string", "contentMediaType": "application/json", "contentSchema": content}
    event = {"type": "object", "properties": {"data": text}}
    answer = {"200": {"description": "", "content": {"text/event-stream": {"itemSchema": event}}}}
    operation = {"summary": "Watch", "security": [], "responses": answer}
    tree = Pages({**LIBRARY, "paths": {"/a": {"get": operation}}}).operation("GET /a")
    assert tree.texts(class_="field-name") == ["data", "at"]
    assert "Written as application/json" in tree.text


SHOWN: dict[str, Any] = {
    "/a": {
        "post": {
            "tags": ["pets"],
            "summary": "Make",
            "security": [],
            "parameters": [
                {
                    "name": "q",
                    "in": "query",
                    "schema": {"type": "string"},
                    "examples": {
                        "one": {"summary": "A *first* one", "description": "Often.", "value": "a"},
                        "two": {"value": "b"},
                        "three": {"externalValue": "https://x.example/three"},
                    },
                }
            ],
            "requestBody": {
                "content": {
                    "multipart/form-data": {
                        "schema": {"type": "object", "properties": {"meta": {"type": "object"}}},
                        "encoding": {
                            "meta": {
                                "contentType": "application/merge+json",
                                "style": "form",
                                "headers": {"X-Part": {"schema": {"type": "string"}}},
                            }
                        },
                    }
                }
            },
            "responses": {
                "200": {
                    "summary": "Made",
                    "description": "It is there.",
                    "content": {
                        "application/json": {
                            "schema": {},
                            "examples": {
                                "e": {"description": "With *words*.", "value": 1},
                                "f": {"value": 2},
                            },
                        }
                    },
                }
            },
        }
    }
}


def test_what_a_document_says_is_shown_and_found() -> None:
    tags = [{"name": "pets", "x-displayName": "Lovely pets"}]
    pages = Pages({**LIBRARY, "paths": SHOWN, "webhooks": {}, "tags": tags})
    content = pages.content("POST /a").content
    tree, twin = pages.operation("POST /a"), content.twin
    found = "".join(f"{each.text} {each.names}" for each in content.sections)
    for words in ("A first one", "Often.", "Made", "It is there.", "With words.", "X-Part"):
        assert words in tree.text
        assert words in twin.replace("*", "")
        assert words in found
    for words in ("Examples", "two", "application/merge+json", "Style form"):
        assert words in tree.text
        assert words in twin.replace("`", "")
    assert "https://x.example/three" in [each.attributes.get("href") for each in tree.find("a")]
    assert "Lovely pets\n\n`POST /a`" in twin


def test_the_only_example_of_a_parameter_without_words_is_a_fact() -> None:
    shown = copy.deepcopy(SHOWN)
    shown["/a"]["post"]["parameters"][0]["examples"] = {"one": {"value": "a"}}
    twin = Pages({**LIBRARY, "paths": shown}).content("POST /a").content.twin
    assert "- `q` (string, query). Example `a`" in twin


# credentials


def test_alternatives_and_combinations_are_told_apart(pages: Pages) -> None:
    tree = pages.operation(PUT)
    assert tree.one(class_="auth-intro").text == (
        "Use one of these 2 ways. Requests without credentials are accepted too."
    )
    first, second = tree.find(class_="auth-alternative")
    assert first.texts(class_="auth-together") == ["All of these together"]
    assert first.texts(class_="field-name") == ["Authorization", "api_key"]
    assert "?api_key=<api-key>" in first.text
    assert "Scopes needed books:write Change books" in second.text
    assert "Client credentials flow" in second.text
    assert tree.one("a", class_="endpoint-access").text == "Authentication optional"
    heads = [row.text.split() for row in first.find(class_="field-head")]
    assert [words[-1] for words in heads] == ["optional", "optional"]


def test_the_form_of_the_header_is_said_in_words(pages: Pages) -> None:
    field = pages.operation(GET).one(id_="auth.token")
    assert field.find(class_="field-head")[0].text.split() == [
        "Authorization", "bearer", "token", "header", "required",
    ]  # fmt: skip
    assert "Bearer <token>" in field.text
    assert "The token is a JWT." in field.text


def test_many_alternatives_are_chosen_from_a_list() -> None:
    tree = copy.deepcopy(LIBRARY)
    keys = ["one_key", "two-key", "three", "four"]
    tree["components"]["securitySchemes"] = {
        key: {"type": "apiKey", "in": "header", "name": key} for key in keys
    }
    tree["security"] = [{key: []} for key in keys]
    choice = Pages(tree).operation(GET).find("select")[0]
    assert choice.texts("option") == ["one key", "two key", "three", "four"]


def test_settings_say_how_to_authenticate_where_the_document_does_not() -> None:
    tree = copy.deepcopy(LIBRARY)
    del tree["components"]["securitySchemes"], tree["security"]
    pages = Pages(tree, auth={"method": "key", "name": "X-Key"})
    assert pages.operation(GET).one(id_="auth.key").texts(class_="field-name") == ["X-Key"]
    assert "Authorizations" not in headings(pages.operation(GET, authMethod="none"))


# fields


def test_a_field_says_name_type_location_and_whether_it_is_required(pages: Pages) -> None:
    tree = pages.operation(GET)
    assert head(tree, "path.bookId").split() == ["bookId", "integer", "path", "required"]
    assert head(tree, "query.limit").split()[:4] == ["limit", "integer", "query", "required"]
    assert "deprecated" in head(tree, "header.X-Trace")
    assert tree.one(id_="query.limit").one(class_="field-link").attributes == {
        "class": "field-link",
        "href": "#query.limit",
        "aria-label": "Link to limit",
    }


def test_limits_defaults_and_examples_are_one_line(pages: Pages) -> None:
    tree = pages.operation(GET)
    assert tree.one(id_="query.limit").texts("span")[-2:] == ["Default 10", "1 to 100"]
    assert "^[a-f]+$" in tree.one(id_="header.X-Trace").one(class_="field-facts").text
    title = tree.one(id_="response-200.title").one(class_="field-facts").text
    assert title == "At most 200 characters Example Emma"
    assert "Always 3" in tree.one(id_="response-200.version").text


def test_facts_follow_the_description_or_else_the_name() -> None:
    library = copy.deepcopy(LIBRARY)
    library["components"]["schemas"]["Book"]["properties"]["title"]["description"] = "Its name."
    tree = Pages(library).operation(GET)
    bare = tree.one(id_="query.limit")
    assert bare.one(class_="field-head").one(class_="field-facts").tag == "span"
    assert not bare.find(class_="field-content")
    described = tree.one(id_="response-200.title")
    assert not described.one(class_="field-head").find(class_="field-facts")
    content = described.one(class_="field-content")
    assert [each.attributes.get("class") for each in content.find("p")] == [None, "field-facts"]


@pytest.mark.parametrize(
    ("first", "rest"),
    [
        ("Send your *token*.", f"It has `two` parts. {'More words. ' * 20}"),
        ("# Tokens\n\nYou need [a token.\nOr two](https://a.example).", "Text. " * 40),
        ("A sentence\nends here!\n\n-", f"{'item ' * 50}"),
    ],
)
def test_long_descriptions_of_credentials_fold_after_a_sentence(first: str, rest: str) -> None:
    tree = copy.deepcopy(LIBRARY)
    tree["security"] = [{"token": []}]
    scheme = {"type": "http", "scheme": "bearer", "description": f"{first} {rest}"}
    tree["components"]["securitySchemes"] = {"token": scheme}
    field = Pages(tree).operation(GET).one(id_="auth.token")
    folded = field.one("details").one(class_="expandable-content").text
    assert folded.split()[:4] == re.sub("[`-]", "", rest).split()[:4]
    said = field.one(class_="field-content").text
    assert len(said) <= len(folded) + len(first) + len("  Show moreHide more ")
    assert said.endswith(folded)


def test_short_descriptions_of_credentials_and_those_of_one_sentence_do_not_fold() -> None:
    tree = copy.deepcopy(LIBRARY)
    tree["security"] = [{"token": []}]
    for text in ("One. Two.", "word " * 200, "See [the guide. " + "And more. " * 30):
        scheme = {"type": "http", "scheme": "bearer", "description": text}
        tree["components"]["securitySchemes"] = {"token": scheme}
        assert not Pages(tree).operation(GET).one(id_="auth.token").find("details")


def test_allowed_values_are_listed_and_many_are_folded(pages: Pages) -> None:
    tree = pages.operation(GET)
    assert "One of paper audio" in tree.one(id_="response-200.format").text
    assert "Each one of author copies" in tree.one(id_="query.expand").text
    folded = tree.one(id_="response-200.language").one("details")
    assert "Show 30 allowed values" in folded.one("summary").text
    assert len(folded.find("code")) == 30


def test_required_fields_come_first_unless_the_order_is_kept() -> None:
    def names(pages: Pages) -> list[str]:
        section = pages.operation(PUT).one(id_="body-type")
        return [field.attributes["id"] or "" for field in section.find(class_="field")][:2]

    assert names(Pages()) == ["body.title", "body.secret"]
    tree = Pages(maintainOrder=True).operation(GET)
    queries = [
        field.attributes["id"]
        for field in tree.find(class_="field")
        if (field.attributes.get("id") or "").startswith("query.")
    ]
    assert queries == ["query.expand", "query.limit"]


def test_each_side_sees_its_own_fields(pages: Pages) -> None:
    tree = pages.operation(PUT)
    assert not tree.find(id_="body.id")
    assert "write-only" in head(tree, "body.secret")
    tree = pages.operation(GET)
    assert not tree.find(id_="response-200.secret")
    assert "read-only" in head(tree, "response-200.id")


def test_maps_tuples_and_circles_have_fields_too(pages: Pages) -> None:
    tree = pages.operation(GET)
    assert head(tree, "response-200.labels.key").split()[0] == "{key}"
    assert tree.one(id_="response-200.sequel").one(class_="field-again").text == "Holds Book again."


def test_what_is_inside_is_folded_and_what_is_deep_is_a_fragment(pages: Pages) -> None:
    tree = pages.operation(GET)
    author = tree.one(id_="response-200.author")
    opener = author.find("details")[0]
    assert opener.classes == ["expandable"]
    assert "open" not in opener.attributes
    assert tree.one(id_="response-200.author.born").text.startswith("born string (date) or null")
    deep = tree.one(id_="response-200.author.deep").one("details")
    assert deep.classes == ["expandable", "later"]
    link = deep.one("a")
    assert link.text == "Child attributes of deep"
    assert re.fullmatch(r"/_octavo/api/[0-9a-f]{12}\.html", link.attributes["href"] or "")


@pytest.mark.parametrize(
    ("expanded", "is_open"),
    [("none", False), ("topLevel", True), ("topLevelOneOfs", False), ("all", True)],
)
def test_the_setting_says_what_is_open(expanded: str, is_open: bool) -> None:
    tree = Pages(paramFields={"expanded": expanded}).operation(GET)
    details = tree.one(id_="response-200.author").find("details")[0]
    assert ("open" in details.attributes) == is_open


# bodies, responses, choices


def test_media_types_with_the_same_fields_are_shown_once(pages: Pages) -> None:
    tree = pages.operation(PUT)
    choice = next(s for s in tree.find("select") if s.attributes["aria-label"] == "Media type")
    assert choice.texts("option") == ["application/json, application/xml", "multipart/form-data"]
    assert head(tree, "body-2.cover").startswith("cover string (binary)")
    assert "The new book." in tree.text
    section = next(each for each in tree.find("section") if each.find(id_="body"))
    assert section.find(class_="switch-bar")[0].texts(class_="field-required") == ["required"]


def test_every_status_has_its_meaning_headers_and_links(pages: Pages) -> None:
    tree = pages.operation(GET)
    ok, missing, other = (tree.one(id_=f"response-{s}") for s in ("200", "404", "default"))
    assert ok.find(class_="api-phrase")[0].text == "200 OK"
    assert "The book." in ok.text
    assert head(tree, "response-200-header.X-Left").split() == ["X-Left", "integer"]
    assert "leads to lendBook" in ok.text
    assert missing.find(class_="api-phrase")[0].text == "404 Not Found"
    assert missing.text.count("Not Found") == 1
    assert "Any other status" in other.text
    assert "No body" in other.text


def test_all_statuses_are_in_the_page_and_the_first_is_shown(pages: Pages) -> None:
    tree = pages.operation(GET)
    states = [
        tree.one(id_=f"response-{status}").attributes.get("hidden") for status in ("200", "404")
    ]
    assert states == [None, "until-found"]


def test_options_are_labeled_and_say_the_value_that_tells_them(pages: Pages) -> None:
    tree = pages.operation(POST)
    assert tree.one(id_="body.disc").attributes["data-title"] == "Disc"
    assert "When kind is disc" in tree.one(id_="body.disc").text
    assert head(tree, "body.map.scale") == "scale number"


def test_an_option_that_several_values_stand_for_names_them_all() -> None:
    tree = copy.deepcopy(LIBRARY)
    body = tree["paths"]["/items"]["post"]["requestBody"]["content"]["application/json"]
    body["schema"]["discriminator"]["mapping"] |= {"cd": "Disc", "lp": "Disc"}
    page = Pages(tree).operation(POST)
    assert "When kind is disc, cd or lp" in page.one(id_="body.disc").text
    assert "When kind is map" in page.one(id_="body.map").text


def test_callbacks_say_where_they_are_sent_and_what_is_answered(pages: Pages) -> None:
    callback = pages.operation(PUT).one(id_="callback-replaced")
    assert callback.one("summary").text == "POST replaced"
    assert "Sent to {$request.query.url}" in callback.text
    assert callback.texts("h3") == ["Body", "Your server answers"]
    assert "204" in callback.text


# the right column


def test_samples_and_examples_stand_in_the_right_column(pages: Pages) -> None:
    tree = pages.operation(GET)
    aside = tree.one("aside", id_="content-side-layout")
    request, response = aside.one(class_="request-example"), tree.one(class_="response-example")
    assert request.texts(
        "button",
    )[:6] == ["cURL", "Python", "JavaScript", "PHP", "Go", "Java"]
    assert "curl --request GET" in request.text
    assert response.texts(
        "button",
    )[:3] == ["200", "404", "default"]
    assert response.one("select").texts("option") == ["A short one", "A long one"]
    assert "This response has no body." in response.text


def test_the_sample_follows_the_endpoint_and_the_example_the_answer(pages: Pages) -> None:
    html = pages.content(PUT, "Written.").content.html
    marks = (
        'class="endpoint"',
        "request-example",
        "Written.",
        'id="path-parameters"',
        'id="response"',
        "response-example",
        'id="callbacks"',
    )
    places = [html.index(mark) for mark in marks]
    assert places == sorted(places)


def test_languages_of_the_settings_and_samples_of_the_document() -> None:
    tree = copy.deepcopy(LIBRARY)
    tree["paths"]["/books/{bookId}"]["get"]["x-codeSamples"] = [
        {"lang": "ruby", "source": "puts 1"},
        {"lang": "Python", "source": "own()", "label": "SDK"},
    ]
    example = {"example": {"languages": ["python", "bash"]}}
    request = Pages(tree, request=example).operation(GET).one(class_="request-example")
    assert request.texts(class_="code-tab") == ["SDK", "cURL", "Ruby"]
    assert "own()" in request.text


def test_what_the_author_wrote_wins_by_kind(pages: Pages) -> None:
    text = "<RequestExample>\n```bash Mine\ncurl mine\n```\n</RequestExample>\n\nWords"
    tree = pages.operation(GET, text)
    aside = tree.one("aside")
    assert aside.texts(class_="code-tab") == ["Mine"]
    assert tree.find(class_="response-example")
    assert "curl mine" not in tree.text.replace(aside.text, "")
    panel = pages.operation(GET, "<Panel>\nMine\n</Panel>").one("aside")
    assert panel.text == "Mine"


def test_long_examples_are_cut_and_the_whole_is_a_file() -> None:
    tree = copy.deepcopy(LIBRARY)
    book = tree["paths"]["/books/{bookId}"]["get"]["responses"]["200"]["content"]
    value = {f"key{number}": "value" for number in range(1000)}
    book["application/json"]["examples"] = {"long": {"value": value}}
    pages = Pages(tree)
    more = pages.operation(GET).one("a", class_="example-more")
    assert more.text == "Show all 1,002 lines"
    assert '"key999": "value"' in pages.open(more)


# schemas and fragments


def test_a_schema_page_shows_attributes_an_example_and_its_users() -> None:
    pages = Pages(LIBRARY, "Book", "Author", "Deep")
    tree = pages.schema("Book")
    assert headings(tree) == ["Attributes", "Used by"]
    assert tree.one(id_="attributes.secret").attributes["data-only"] == "request"
    assert tree.one(id_="attributes.id").attributes["data-only"] == "response"
    users = tree.find("ul", class_="users")
    assert [user.text for user in users[0].find("a")] == [
        "Get a book",
        "Replace a book",
        "A book was lost",
    ]
    through = pages.schema("Deep")
    assert "Through other schemas" in through.text
    assert through.find("ul", class_="users")[0].texts("a") == ["Add an item"]


def test_names_of_schemas_with_a_page_are_links() -> None:
    tree = Pages(LIBRARY, "Author").operation(GET)
    link = tree.one(id_="response-200.author").find("a")[1]
    assert (link.text, link.attributes["href"]) == ("Author", "/s/Author/")


def test_fragments_are_made_once_and_lead_on_in_a_circle(pages: Pages) -> None:
    pages.operation(GET)
    fragments = pages.list_parts(is_page=True)
    assert {"Deep", "Deeper", "Deepest"} <= fragments.keys()
    deepest = parse_html(fragments["Deepest"].data.decode())
    assert head(deepest, "inner_3").split() == ["inner_3", "string"]
    link = deepest.one(id_="next").find("a")[-1]
    assert link.attributes["href"] == f"/{fragments['Deep'].output}"
    assert pages.renderer.render_part(fragments["Deep"].output) == fragments["Deep"]
    assert pages.renderer.render_part("_octavo/api/nothing.html") is None


def test_a_schema_that_holds_itself_in_every_way_ends() -> None:
    tree = copy.deepcopy(LIBRARY)
    schemas = tree["components"]["schemas"]
    schemas["Book"] = {
        "oneOf": [{"$ref": "#/components/schemas/Book"}, {"$ref": "#/components/schemas/Other"}],
        "properties": {"self": {"type": "array", "items": {"$ref": "#/components/schemas/Book"}}},
    }
    schemas["Other"] = {
        "anyOf": [{"$ref": "#/components/schemas/Book"}, {"type": "object", "properties": {
            "x": {"$ref": "#/components/schemas/Other"}}}],
    }  # fmt: skip
    pages = Pages(tree)
    assert pages.operation(GET).text
    assert len(pages.list_parts(is_page=True)) < 10


# pages that describe an endpoint by hand


def endpoint(pages: Pages, text: str, **settings: Any) -> Element:
    page = Page("p.mdx", "/p", "P", page_settings(settings))
    return parse_html(pages.render(page, text).content.html)


def test_an_endpoint_written_by_hand_has_its_bar_auth_and_samples() -> None:
    pages = Pages(baseUrl="https://api.example/v1", auth={"method": "bearer"})
    text = (
        '<ParamField path="id" type="string" required>Id</ParamField>\n'
        '<ParamField body="name" type="string" required default="Ann">Name</ParamField>\n'
        '<ParamField body="home" type="object">\n  <Expandable>\n'
        '    <ParamField body="street" type="string">Street</ParamField>\n'
        "  </Expandable>\n</ParamField>\n"
    )
    tree = endpoint(pages, text, api="PUT /users/{id}")
    assert tree.one(class_="endpoint-path").text == "/users/{id}"
    assert tree.one(class_="endpoint-server").text == "https://api.example/v1"
    assert headings(tree) == ["Authorizations", "Path Parameters", "Body"]
    curl = tree.find(class_="code-block")[0].text
    assert "https://api.example/v1/users/{id}" in curl
    assert '"name": "Ann"' in curl
    assert '"street": "12 Main Street"' in curl
    assert "Authorization: Bearer <token>" in curl


def test_an_endpoint_may_name_its_server_and_need_no_credentials() -> None:
    pages = Pages(baseUrl="https://api.example/v1", auth={"method": "bearer"})
    tree = endpoint(pages, "", api="GET https://other.example/x?y=1", authMethod="none")
    assert tree.one(class_="endpoint-server").text == "https://other.example"
    assert headings(tree) == []
    assert "Bearer" not in tree.text


HOMELESS = {
    "openapi": "3.1.0",
    "paths": {"/a": {"get": {}}, "/b": {"get": {}}, "/c": {"get": {"servers": [{"url": "/v1"}]}}},
}


def test_a_document_without_a_host_says_so_and_is_told_once() -> None:
    pages = Pages(HOMELESS)
    for path, address in (("/a", ""), ("/b", ""), ("/c", "/v1")):
        bar = pages.operation(f"GET {path}").one(class_="endpoint")
        stand_in = f"https://api.example.com{address}"
        words = f"The API's host is not documented: {stand_in} stands for it."
        assert bar.one(class_="endpoint-server").text == words
        assert bar.one("button", class_="endpoint-try").text == "Try it"
        assert "data-assumed" in bar.attributes
    (finding,) = pages.document.findings
    assert (finding.code, finding.severity) == (Code.API_SERVER_UNKNOWN, Severity.INFO)


def test_the_settings_or_the_link_of_a_document_say_where_its_api_is() -> None:
    settled = Pages(HOMELESS, baseUrl="https://own.example")
    linked = Pages(HOMELESS, source="https://docs.example/api/openapi.json")
    for pages, address in (
        (settled, "https://own.example"),
        (linked, "https://docs.example"),
    ):
        bar = pages.operation("GET /a").one(class_="endpoint")
        assert bar.one(class_="endpoint-server").text == address
        assert not pages.document.findings


def test_fields_stand_in_the_sections_of_generated_pages() -> None:
    pages = Pages(auth={"method": "bearer"})
    tree = endpoint(
        pages,
        """First words.

<ParamField body="b" type="string">B</ParamField>
<ParamField query="q" type="string">Q</ParamField>
<ParamField path="p" type="string">P</ParamField>

Last words.
<ResponseField name="r">R</ResponseField>""",
        api="POST https://other.example/x",
    )
    assert headings(tree) == ["Authorizations", "Path Parameters", "Query Parameters", "Body"]
    named = [name.text for name in tree.find(class_="field-name")]
    assert named == ["Authorization", "p", "q", "b", "r"]
    text = tree.text
    assert text.index("First words") < text.index("Authorizations")
    assert text.index("Body") < text.index("Last words")


def test_headings_of_the_author_stay_and_head_their_fields() -> None:
    pages = Pages(auth={"method": "bearer"})
    text = """## Request

<ParamField body="b">B</ParamField>
<ParamField path="p">P</ParamField>

## More

<ParamField body="c">C</ParamField>

## Response

<ResponseField name="r">R</ResponseField>"""
    tree = endpoint(pages, text, api="POST https://other.example/x")
    assert headings(tree) == ["Authorizations", "Request", "More", "Response"]
    assert [each.text for each in tree.find("h3")] == ["Path Parameters", "Body"]
    first, inner, *_ = tree.find("section", class_="api-section")[1:]
    assert first.texts("h2") == ["Request"]
    assert inner.texts(class_="field-name") == ["p"]


def test_a_page_without_fields_still_has_its_credentials_before_its_sections() -> None:
    pages = Pages(auth={"method": "bearer"})
    tree = endpoint(pages, "Words.\n\n## Response\n\nMore.", api="GET https://other.example/x")
    assert headings(tree) == ["Authorizations", "Response"]


NESTED = """<ParamField body="a" type="object">
  <Expandable title="one">
    <ParamField body="b" type="object"><Expandable title="two">Text</Expandable></ParamField>
  </Expandable>
</ParamField>
<Expandable title="three">Text</Expandable>
<ParamField body="c"><Expandable title="four" defaultOpen={false}>Text</Expandable></ParamField>"""


@pytest.mark.parametrize(
    ("expanded", "opened"),
    [("all", ["one", "two"]), ("topLevel", ["one"]), ("topLevelOneOfs", []), ("none", [])],
)
def test_the_setting_opens_what_authors_put_into_fields(expanded: str, opened: list[str]) -> None:
    pages = Pages(paramFields={"expanded": expanded})
    tree = endpoint(pages, NESTED, api="POST https://other.example/x")
    found = [each for each in tree.find("details") if "open" in each.attributes]
    assert [each.texts(class_="when-open")[0] for each in found] == [f"Hide {n}" for n in opened]


def test_other_pages_are_left_alone(pages: Pages) -> None:
    page = Page("p.mdx", "/p", "P", PageSettings())
    document = parse_mdx("Text", "p.mdx")
    content = render_content("p.mdx", document, LinkResolver(pages.site))
    assert pages.renderer.render(page, document, content) == ApiContent(content)

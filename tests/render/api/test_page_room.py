"""API pages that would be too heavy show less at once, without losing content."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from octavo.reference.room import FULL, ROOMS, Cut
from octavo.site.model import Page
from tests.api_documents import LIBRARY
from tests.html_tree import Element, parse_html
from tests.render.api.test_api_page import Pages, page_settings

BUDGET = 17_000
"""Bytes of the main part of a page; the rest of it has about 3,500."""
HEAVY = "POST /heavy"


def words() -> Iterator[str]:
    """Return words that do not repeat, as little as in any prose."""
    for number in count():
        yield hashlib.sha256(str(number).encode()).hexdigest()[: 3 + number % 5]


def text(source: Iterator[str], length: int) -> str:
    return " ".join(next(source) for _ in range(length))


def nested(source: Iterator[str], fields: int, depth: int = 0) -> dict[str, Any]:
    properties = {}
    for number in range(fields):
        inside = nested(source, 8, depth - 1) if depth else {"type": "string"}
        properties[f"field{number}"] = {**inside, "description": text(source, 120)}
    return {"type": "object", "properties": properties}


def heavy(**parts: Any) -> Pages:
    """Return the pages of a document with one operation."""
    response = {"description": "Done", "content": {"application/json": parts.pop("answer")}}
    statuses = {str(status): response for status in range(200, 200 + parts.pop("statuses", 1))}
    operation = {"summary": "Heavy", "responses": statuses, **parts}
    return Pages({**LIBRARY, "paths": {"/heavy": {"post": operation}}, "webhooks": {}})


def weight(html: str) -> int:
    return len(gzip.compress(html.encode()))


def fields_in(tree: Element) -> set[str]:
    """Return the ids of the fields."""
    return {element.attributes["id"] or "" for element in tree.find(class_="field")}


@pytest.fixture(scope="module")
def deep() -> Pages:
    source = words()
    body = {"content": {"application/json": {"schema": nested(source, 12, 1)}}}
    return heavy(requestBody=body, answer={"schema": nested(source, 60, 1)})


def test_an_ordinary_page_has_room_for_everything() -> None:
    html = Pages().content("GET /books/{bookId}").content.html
    assert "more attributes" not in html
    assert "data-folded" not in html


@pytest.mark.parametrize("cut", [cut for room in ROOMS for cut in (room.code, room.further)])
def test_code_is_cut_at_the_end_of_a_line(cut: Cut) -> None:
    lines = "\n".join(f"line {number}" for number in range(2_000))
    begin = cut.begin(lines)
    assert lines.startswith(f"{begin}\n")
    assert 0 < len(begin) <= cut.beginning
    assert cut.begin(lines[: cut.longest]) == lines[: cut.longest]


def test_one_endless_line_is_cut_as_well() -> None:
    assert len(FULL.code.begin("x" * 100_000)) == FULL.code.beginning


def test_the_fields_of_a_heavy_response_are_on_the_page_or_in_a_fragment(deep: Pages) -> None:
    html = deep.content(HEAVY).content.html
    assert weight(html) <= BUDGET
    tree = parse_html(html)
    fields = {f"response-200.field{number}" for number in range(60)}
    here = fields_in(tree) & fields
    assert 0 < len(here) < 60
    (opener,) = [each for each in tree.find("details") if "data-below" in each.attributes]
    assert opener.attributes["data-below"] == "response-200"
    assert f"Show {60 - len(here)} more attributes" in opener.text
    fragment = deep.open(opener.one("a"))
    rest = {f"response-200.{id_}" for id_ in fields_in(parse_html(fragment))}
    assert here | (rest & fields) == fields
    assert not here & rest


def test_the_fields_of_a_heavy_request_stay_for_the_form(deep: Pages) -> None:
    ids = fields_in(deep.operation(HEAVY))
    assert {f"body.field{number}" for number in range(12)} <= ids
    assert "body.field0.field0" not in ids


def test_a_heavy_choice_has_its_first_option_on_the_page() -> None:
    source = words()
    options = [{**nested(source, 20), "title": f"Kind {number}"} for number in range(60)]
    body = {"content": {"application/json": {"schema": {"oneOf": options}}}}
    html = heavy(requestBody=body, answer={}).content(HEAVY).content.html
    assert weight(html) <= BUDGET
    tree = parse_html(html)
    ids = fields_in(tree)
    assert "body.kind-0.field0" in ids
    assert "body.kind-1.field0" not in ids
    assert "Show child attributes" in tree.one(id_="body.kind-1").text


def test_a_choice_of_very_many_options_inside_of_a_choice_is_a_fragment() -> None:
    kinds = [
        {"type": "object", "title": f"Kind {at}", "properties": {f"of{at}": {}}} for at in range(91)
    ]
    for most, is_here in ((90, True), (91, False)):
        schemas = {"Kinds": {"anyOf": kinds[:most]}}
        document = {**LIBRARY, "components": {"schemas": schemas}, "webhooks": {}}
        either = {"anyOf": [{"$ref": "#/components/schemas/Kinds"}, {"type": "string"}]}
        answer = {"content": {"application/json": {"schema": either}}}
        operation = {"summary": "Heavy", "responses": {"200": {"description": "Done", **answer}}}
        document["paths"] = {"/heavy": {"post": operation}}
        tree = parse_html(Pages(document).content(HEAVY).content.html)
        assert ("Kind 7" in tree.one(id_="response-200.kinds").text) == is_here


def test_of_many_long_examples_each_is_a_file_with_all_of_it() -> None:
    source = words()
    examples = {
        f"e{number}": {"value": {f"k{key}": text(source, 4) for key in range(60)}}
        for number in range(10)
    }
    pages = heavy(answer={"schema": {"type": "object"}, "examples": examples}, statuses=5)
    html = pages.content(HEAVY).content.html
    assert weight(html) <= BUDGET
    files = {json.dumps(json.loads(part.data)) for part in pages.list_parts().values()}
    assert {json.dumps(example["value"]) for example in examples.values()} <= files


def test_a_sample_of_a_huge_body_is_a_file_with_all_of_it() -> None:
    source = words()
    value = {f"k{key}": text(source, 4) for key in range(2_000)}
    body = {"content": {"application/json": {"schema": {"type": "object"}, "example": value}}}
    pages = heavy(requestBody=body, answer={})
    html = pages.content(HEAVY).content.html
    assert weight(html) <= BUDGET
    links = parse_html(html).find("a", class_="example-more")
    assert len(links) == 6
    assert "k1999" in pages.open(links[0])


def test_the_fields_of_a_heavy_schema_are_on_its_page_or_folded() -> None:
    tree = {**LIBRARY, "components": {"schemas": {"Heavy": nested(words(), 80, 1)}}}
    pages = Pages(tree, "Heavy")
    page = pages.schema("Heavy")
    here = fields_in(page)
    assert "attributes.field0" in here
    assert "attributes.field0.field0" not in here
    (opener,) = [each for each in page.find("details") if "data-folded" in each.attributes]
    fragment = pages.open(opener.one("a"))
    rest = fields_in(parse_html(fragment))
    assert here | rest == {f"attributes.field{number}" for number in range(80)}
    assert not here & rest


# --- what is cut says so ------------------------------------------------------------------------


def test_samples_of_an_endpoint_written_by_hand_keep_the_budget_too() -> None:
    source = words()
    fields = "".join(
        f'<ParamField body="f{at}" type="string" required default="{text(source, 28)}">'
        f"{text(source, 45)}</ParamField>\n"
        for at in range(50)
    )
    pages = Pages(baseUrl="https://api.example/v1")
    page = Page("p.mdx", "/p", "P", page_settings({"api": "POST /heavy"}))
    content = pages.render(page, fields).content
    assert weight(content.html) < BUDGET
    assert parse_html(content.aside_html).find("a", class_="example-more")
    assert pages.list_parts()
    assert all(b"f49" in part.data for part in pages.list_parts().values())


def test_examples_beyond_those_to_choose_from_are_counted() -> None:
    examples = {f"e{at}": {"value": {"at": at}} for at in range(15)}
    tree = heavy(answer={"schema": {"type": "object"}, "examples": examples}).operation(HEAVY)
    card = tree.one("div", class_="response-example")
    assert len(card.find("option")) == 12
    assert card.one(class_="example-note").text == "3 more examples are in the API document."


def test_examples_that_can_all_be_chosen_are_not_counted() -> None:
    examples = {f"e{at}": {"value": {"at": at}} for at in range(12)}
    tree = heavy(answer={"schema": {"type": "object"}, "examples": examples}).operation(HEAVY)
    assert not tree.one("div", class_="response-example").find(class_="example-note")


@pytest.mark.parametrize(
    ("length", "words_after"), [(160, ""), (161, "1 more letter"), (5_160, "5,000 more letters")]
)
def test_a_long_value_says_how_much_of_it_is_left(length: int, words_after: str) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string", "default": "x" * length}}}
    facts = heavy(answer={"schema": schema}).operation(HEAVY).one(class_="field-facts").text
    assert facts == f"Default {'x' * 160}" + (f"… and {words_after}" if words_after else "")

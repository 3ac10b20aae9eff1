"""How bodies are read and compared: the modules themselves, in a real browser."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.patience import HANGS_AFTER
from tests.playground_pages import serve_page

pytestmark = pytest.mark.browser

SCRIPT = """
import { readRows } from "/modules/playground/response/viewer/json-rows.js";
import { createJsonModel } from "/modules/playground/response/viewer/json-model.js";
import { checkRows } from "/modules/playground/response/check/check.js";
import { indentXml } from "/modules/playground/response/viewer/xml.js";
import { findAll } from "/modules/playground/response/viewer/find-text.js";
import {
  findBodyKind, findFileName, readType, writeSize, writeTime,
} from "/modules/playground/response/words.js";

function read(text, most = 800000) {
  const { rows, step } = readRows(text, most);
  while (step());
  return rows;
}
window.indent = async (texts) => Promise.all(texts.map(async (text) => {
  const rows = read(text);
  return rows.error < 0 ? createJsonModel(rows, new Map()).copyText() : null;
}));
window.cut = (text, most) => {
  const { count, cut, error } = read(text, most);
  return [count, cut, error];
};
window.check = async (cases) => Promise.all(cases.map(async ([schema, value]) => {
  const { differences } = await checkRows(read(value), schema, (found) => found);
  return differences.map(({ place, message }) => `${place}: ${message}`);
}));
window.checkWhole = async (schema, text) => {
  const began = performance.now();
  const { differences, whole } = await checkRows(read(text), schema, (found) => found);
  return { count: differences.length, whole, ms: performance.now() - began };
};
window.words = { findFileName, findBodyKind, readType, writeSize, writeTime };
window.xml = indentXml;
window.find = findAll;
window.loaded = true;
"""


@pytest.fixture(scope="module")
def tab(chromium: Browser) -> Iterator[Page]:
    """A page that has the modules."""
    with serve_page("", SCRIPT) as address:
        page = chromium.new_page()
        page.goto(f"{address}/")
        while not page.evaluate("window.loaded === true"):
            page.wait_for_timeout(20)
        yield page
        page.close()


def random_value(source: random.Random, depth: int) -> Any:
    kinds: list[Any] = [
        None,
        True,
        False,
        0,
        -1,
        1.5,
        10**25,
        "",
        "a",
        'q"\\',
        "é\n\t\u2028",
        "{[,:",
    ]
    if depth == 0 or source.random() < 0.4:
        return source.choice(kinds)
    if source.random() < 0.5:
        return [random_value(source, depth - 1) for _ in range(source.randrange(4))]
    keys = source.sample(["a", "b", 'k"', "", "\\", "ü"], source.randrange(4))
    return {key: random_value(source, depth - 1) for key in keys}


def test_json_is_indented_as_others_do(tab: Page) -> None:
    source = random.Random(7)
    values = [random_value(source, 5) for _ in range(300)]
    spaces = [None, (" ,\n", " :\t")]
    texts = [
        json.dumps(value, ensure_ascii=False, separators=spaces[at % 2])
        for at, value in enumerate(values)
    ]
    expected = [json.dumps(value, ensure_ascii=False, indent=2) + "\n" for value in values]
    assert tab.evaluate("(texts) => window.indent(texts)", texts) == expected


BROKEN = """\
[|]|{|{"a"}|{"a":}|[1,]|{"a":1,}|[1 2]|01|+1|1.|.5|1e|tru|nul|'a'|"a|"a\\"|{a:1}|[1]]|1 2\
|{"a":1 "b":2}|[}|{]|{1:2}|NaN|--1|[,1]|[true false]"""


def no_constant(name: str) -> None:
    raise ValueError(name)


def test_what_is_no_json_is_refused(tab: Page) -> None:
    source = random.Random(11)
    texts = ["", " ", *BROKEN.split("|")]
    for _ in range(300):
        text = json.dumps(random_value(source, 4))
        at = source.randrange(len(text) + 1)
        texts.append(text[:at] + source.choice(["", ",", "]", "}", '"', "x", "1"]) + text[at + 1 :])
    is_json = []
    for text in texts:
        try:
            json.loads(text, parse_constant=no_constant)
            is_json.append(True)
        except ValueError:
            is_json.append(False)
    indented = tab.evaluate("(texts) => window.indent(texts)", texts)
    differing = [
        text
        for text, expected, found in zip(texts, is_json, indented, strict=True)
        # What is wrong inside of a string is shown as it is.
        if (found is not None) != expected and "\\" not in text
    ]
    assert differing == []


def test_more_rows_than_are_kept_are_cut(tab: Page) -> None:
    text = json.dumps([[number] for number in range(100)])
    assert tab.evaluate("(text) => window.cut(text, 50)", text) == [50, True, -1]
    assert tab.evaluate("(text) => window.cut(text, 500)", text) == [302, False, -1]


def of(*types: str, **more: Any) -> dict[str, Any]:
    return {"types": list(types), **more}


def field(name: str, schema: dict[str, Any], *, required: bool = False) -> dict[str, Any]:
    return {"name": name, "schema": schema, "required": required}


CAT = of(
    "object",
    properties=[
        field("kind", of("string", const="cat"), required=True),
        field("lives", of("integer", maximum=9), required=True),
    ],
)
DOG = of("object", properties=[field("kind", of("string", const="dog"), required=True)])
PETS = {
    "choice": {
        "kind": "oneOf",
        "options": [{"label": "Cat", "schema": CAT}, {"label": "Dog", "schema": DOG}],
    }
}
NAMED_PETS = {
    "choice": {
        "kind": "oneOf",
        "discriminator": "kind",
        "options": [
            {"label": "Cat", "schema": CAT, "values": ["cat"]},
            {"label": "Dog", "schema": DOG, "values": ["dog"]},
        ],
    }
}
CASES: list[tuple[dict[str, Any], str, list[str]]] = [
    ({}, '{"anything": [1]}', []),
    (of("string"), '"a"', []),
    (of("string"), "1", [": must be a string, but is an integer"]),
    (of("integer"), "1.0", []),
    (of("integer"), "1e3", []),
    (of("integer"), "1.5", [": must be an integer, but is a number"]),
    (of("number"), "7", []),
    (of("integer"), "90071992547409931234", []),
    (of("string", "null"), "null", []),
    (of("string", "null"), "true", [": must be a string or null, but is a boolean"]),
    (of("array"), "{}", [": must be an array, but is an object"]),
    ({"enum": ["a", 1, None]}, "1", []),
    ({"enum": ["a", 1, None]}, "null", []),
    ({"enum": ["a", 1, None]}, '"b"', [': must be one of "a", 1, null']),
    ({"const": 1}, "1.0", []),
    ({"const": "1"}, "1", [': must be "1"']),
    (of("number", minimum=1, maximum=2), "3", [": must be at most 2"]),
    (of("number", minimum=1), "0.5", [": must be at least 1"]),
    (of("number", exclusiveMinimum=0), "0", [": must be more than 0"]),
    (of("number", exclusiveMaximum=5), "5", [": must be less than 5"]),
    (of("string", minLength=2), '"é"', [": must have at least 2 characters"]),
    (of("string", maxLength=2), '"\\ud83d\\ude00\\ud83d\\ude00"', []),
    (of("array", items=of("integer"), maxItems=2), "[1, 2, 3]", [": must have at most 2 items"]),
    (of("array", minItems=1), "[]", [": must have at least 1 item"]),
    (of("array", items=of("integer")), '[1, "x", []]',
     ["[1]: must be an integer, but is a string", "[2]: must be an integer, but is an array"]),
    (of("array", prefixItems=[of("integer")], items=of("string")), '[1, "a", 2]',
     ["[2]: must be a string, but is an integer"]),
    (CAT, '{"kind": "cat"}', [": `lives` is missing"]),
    (CAT, '{"kind": "cat", "lives": 10}', ["lives: must be at most 9"]),
    (of("object", additional=False, properties=[field("a", {})]), '{"a": 1, "b": 2}',
     ["b: is not documented"]),
    (of("object", additional=of("string")), '{"x": 1}', ["x: must be a string, but is an integer"]),
    (of("object", patterns=[field("^x", of("string"))], additional=False), '{"x1": 1}', []),
    (of("object", properties=[field("secret", {"writeOnly": True}, required=True)]), "{}", []),
    (of("object", maxProperties=1), '{"a": 1, "b": 2}', [": must have at most 1 property"]),
    (PETS, '{"kind": "cat", "lives": 9}', []),
    (PETS, '{"kind": "dog"}', []),
    (PETS, '{"kind": "cat", "lives": 10}', ["lives: must be at most 9"]),
    (PETS, "1", [": fits none of: Cat, Dog"]),
    (NAMED_PETS, '{"kind": "cat"}', [": `lives` is missing"]),
    (NAMED_PETS, '{"kind": "fish"}', ['kind: must be "dog"']),
    ({**PETS, "types": ["null"]}, "null", []),
    (of("object", properties=[field("__proto__", of("string"))]), '{"__proto__": 1}',
     ["__proto__: must be a string, but is an integer"]),
    ({"never": True}, "1", [": must not be there"]),
]  # fmt: skip


def test_values_are_compared_with_schemas(tab: Page) -> None:
    cases = [(schema, value) for schema, value, _ in CASES]
    found = tab.evaluate("(cases) => window.check(cases)", cases)
    assert dict(enumerate(found)) == {at: expected for at, (_, _, expected) in enumerate(CASES)}


def test_schemas_that_branch_without_end_come_to_an_end(tab: Page) -> None:
    text = '{"a":' * 30 + "1" + "}" * 30
    result = tab.evaluate(
        # The data has one object for many places; written out it would be endless.
        """async (text) => {
          let schema = { types: ["string"] };
          for (let depth = 0; depth < 30; depth++) {
            const nested = { types: ["object"], properties: [{ name: "a", schema }] };
            schema = { choice: { kind: "anyOf", options: [
              { label: "x", schema: nested }, { label: "y", schema: nested }] } };
          }
          return window.checkWhole(schema, text);
        }""",
        text,
    )
    assert result["whole"] is False
    assert result["ms"] < 1000 * HANGS_AFTER


def test_a_large_body_is_compared_with_all_choices(tab: Page) -> None:
    names = "abcdefghijkl"
    result = tab.evaluate(
        """([names, text]) => {
          const number = { types: ["integer"] };
          const options = [...names].map((name) => ({ label: name, schema: {
            types: ["object"], properties: [{ name, required: true, schema: number }] } }));
          const items = { choice: { kind: "anyOf", options } };
          return window.checkWhole({ types: ["array"], items }, text);
        }""",
        [names, json.dumps([{names[-1]: number} for number in range(12_000)])],
    )
    assert (result["whole"], result["count"]) == (True, 0)


def test_many_differences_are_counted_up_to_a_hundred(tab: Page) -> None:
    text = json.dumps(["x"] * 5000)
    result = tab.evaluate(
        "([schema, text]) => window.checkWhole(schema, text)",
        [of("array", items=of("integer")), text],
    )
    assert result["count"] == 100
    assert result["whole"] is False


def test_hits_are_found_across_the_windows_of_the_search(tab: Page) -> None:
    text = "x" * (2**18 - 2) + "Needle" + "y" * 300_000 + "needle"
    places = tab.evaluate("(text) => window.find(text, 'NEEDLE')", text)
    assert places == [2**18 - 2, 2**18 + 4 + 300_000]
    assert tab.evaluate("window.find('a.b(c', '.b(')") == [1]


def test_kinds_sizes_and_names_in_words(tab: Page) -> None:
    def word(call: str) -> Any:
        return tab.evaluate(f"window.words.{call}")

    assert word("findBodyKind('application/vnd.api+json')") == "json"
    assert word("findBodyKind('text/event-stream')") == "events"
    assert word("findBodyKind('application/x-ndjson')") == "lines"
    assert word("findBodyKind('image/svg+xml')") == "image"
    assert word("findBodyKind('application/soap+xml')") == "xml"
    assert word("findBodyKind('application/xhtml+xml')") == "html"
    assert word("findBodyKind('', new Uint8Array([0, 1]))") == "binary"
    assert word("findBodyKind('', new Uint8Array([65]))") == "text"
    assert word("findBodyKind('text/plain', new TextEncoder().encode(' {'))") == "json"
    assert word("readType('Text/Plain; charset=\"UTF-16\"')") == {
        "type": "text/plain", "charset": "UTF-16",
    }  # fmt: skip
    sizes = [word(f"writeSize({size})") for size in (0, 999, 1000, 15_400, 999_600, 10_000_000)]
    assert sizes == ["0 B", "999 B", "1.0 kB", "15 kB", "1.0 MB", "10 MB"]
    assert [word(f"writeTime({ms})") for ms in (3.4, 999, 1500, 12_345)] == [
        "3 ms", "999 ms", "1.50 s", "12.3 s",
    ]  # fmt: skip
    names = [
        ('attachment; filename="a.csv"', "/x", "text/csv", "text", "a.csv"),
        ("attachment; filename*=UTF-8''%C3%A4%2Fb.txt", "/x", "text/plain", "text", "b.txt"),
        ("", "https://x.test/v1/beds?x=1", "application/json", "json", "beds.json"),
        ("", "https://x.test/", "image/png", "image", "response.png"),
        ("filename=..%2f..%2f.bashrc", "/x", "", "binary", "..%2f..%2f.bashrc"[-7:]),
    ]
    for disposition, url, kind_of_type, kind, expected in names:
        arguments = ", ".join(map(json.dumps, (disposition, url, kind_of_type, kind)))
        name = word(f"findFileName({arguments})")
        assert "/" not in name
        assert not name.startswith(".")
        assert name.endswith(expected.lstrip("."))


def test_xml_keeps_text_where_it_is(tab: Page) -> None:
    xml = "<?xml version='1.0'?><p>Hello <b>big</b> world</p>"
    assert tab.evaluate("(xml) => window.xml(xml)", xml) == (
        "<?xml version='1.0'?>\n<p>Hello <b>big</b> world</p>"
    )
    assert tab.evaluate("window.xml('<a><b>')") == "<a>\n  <b>"

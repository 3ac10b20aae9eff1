"""The printer: one call into the engine, the modules it is made of, and its limits."""

from __future__ import annotations

import ast
import json
import re
import time
from pathlib import Path
from typing import Any

import _quickjs  # type: ignore[import-not-found]  # it brings no types
import pytest

import octavo.theme
from octavo.openapi.operation.listing import list_operations
from octavo.openapi.operation.operation import read_operation
from octavo.openapi.request.request import describe_request
from octavo.openapi.request.sample_values import build_initial_values
from octavo.openapi.schema.reader import SchemaReader
from octavo.render.api.samples.printer import SamplePrinter, join_modules
from octavo.theme import SAMPLE_LANGUAGES as LANGUAGES
from tests.openapi.api_documents import load_real_document
from tests.patience import HANGS_AFTER
from tests.samples.languages import LANGUAGES as KNOWN_TO_TESTS
from tests.samples.literals import check_brackets, take_apart
from tests.samples.wire_cells import Cell, parameter
from tests.samples.wire_requests import FORM_DATA
from tests.samples.wire_table import KEYS

BASE = "https://api.example.com"
_LINES = re.DOTALL | re.MULTILINE
SCRIPTS = Path(str(octavo.theme.__file__)).parent / "js"
MODULES = sorted(
    path.relative_to(SCRIPTS).as_posix()
    for folder in ("request", "samples")
    for path in (SCRIPTS / folder).rglob("*.js")
    if path.name != "types.js"
)


def sample(printer: SamplePrinter, cell: Cell, language: str) -> str:
    """Return the sample of a cell."""
    return printer.print_all(cell.described(BASE), cell.values, [language])[language]


# --- modules ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MODULES)
def test_every_module_can_be_joined(name: str) -> None:
    # The engine knows neither imports nor exports in a script.
    names = _quickjs.Context().eval(f"(() => {{ {join_modules(name)} }})(); 'done'")
    assert names == "done"


def test_functions_that_are_remembered_forget_in_time() -> None:
    # More texts than are kept, each asked for twice: the second answer is that of the first.
    script = """(() => {
      let made = 0;
      const length = _request_remember_js.remember((text) => ++made && text.length);
      const texts = Array.from({ length: 250 }, (_, at) => `${at} `.padEnd(1000, "x"));
      const lengths = texts.map((text) => length(text) + length(text));
      const again = length(texts[0]) + length(texts.at(-1));
      const huge = "x".repeat(1_000_000);
      const answers = [lengths.every((each) => each === 2000), again, made];
      return [...answers, length(huge) + length(huge), made].join();
    })()"""
    joined = join_modules("samples/literals.js")
    # One that is long forgotten is made again, the last one is not; a huge one is never kept.
    assert _quickjs.Context().eval(f"{joined}\n{script}") == "true,2000,251,2000000,253"


@pytest.mark.parametrize("name", MODULES)
def test_nothing_in_a_module_depends_on_a_browser(name: str) -> None:
    source = (SCRIPTS / name).read_text()
    code = re.sub(r"/\*\*.*?\*/|^\s*//[^\n]*|\"[^\"\n]*\"|'[^'\n]*'", "", source, flags=_LINES)
    assert not re.search(r"(?<![\w.{])(?:document|window|location|TextEncoder|btoa)\b", code)


def test_the_languages_are_those_of_the_scripts(printer: SamplePrinter) -> None:
    assert {path.stem for path in (SCRIPTS / "samples" / "printers").glob("*.js")} == set(LANGUAGES)
    assert KNOWN_TO_TESTS.keys() == set(LANGUAGES)
    cell = next(iter(KEYS.values()))
    printed = printer.print_all(cell.described(BASE), cell.values, ["go", "cobol", "bash"])
    assert list(printed) == ["go", "bash"]
    assert printer.print_all(cell.described(BASE), cell.values, ["cobol"]) == {}


# --- the engine ---------------------------------------------------------------------------------


def test_two_printers_print_the_same(printer: SamplePrinter) -> None:
    other = SamplePrinter()
    for cell in KEYS.values():
        arguments = (cell.described(BASE), cell.values, LANGUAGES)
        assert printer.print_all(*arguments) == other.print_all(*arguments)


def test_a_value_of_a_megabyte_is_printed_in_time(printer: SamplePrinter) -> None:
    described = {"parameters": [parameter("query", "form", True)]}
    cell = Cell("large", described, {"parameters": {"query:color": "a" * (1 << 20)}})
    start = time.process_time()
    printed = printer.print_all(cell.described(BASE), cell.values, LANGUAGES)
    assert time.process_time() - start < HANGS_AFTER
    assert all(len(text) > 1 << 20 for text in printed.values())
    # No literal of Java may be longer than this.
    assert max(map(len, take_apart("java", printed["java"]).values)) < 1 << 16


def test_what_takes_too_much_has_no_samples_and_breaks_nothing(printer: SamplePrinter) -> None:
    fields = [["a" * 100, "\u202e" * 400_000] for _ in range(60)]
    body = {"contentType": FORM_DATA, "kind": "multipart"}
    values = {"parameters": {}, "body": {"contentType": FORM_DATA, "fields": fields}}
    cell = Cell("too large", {"method": "POST", "bodies": [body]}, values)
    assert printer.print_all(cell.described(BASE), cell.values, LANGUAGES) == {}
    assert sample(printer, next(iter(KEYS.values())), "bash")


def test_half_a_character_becomes_a_whole_one(printer: SamplePrinter) -> None:
    body = {"contentType": "text/plain", "kind": "text"}
    text = "\ud800 \\ud800 \ude00\ud83d"
    described = {
        "method": "POST",
        "bodies": [body],
        "parameters": [parameter("query", "form", True)],
    }
    values = {
        "parameters": {"query:color": text},
        "body": {"contentType": "text/plain", "text": text},
    }
    cell = Cell("halves", described, values)
    for language in LANGUAGES:
        sample(printer, cell, language).encode()
    pieces = take_apart("php", sample(printer, cell, "php"))
    assert "\ufffd \\ud800 \ufffd\ufffd" in pieces.values
    assert f"{BASE}/?color=%EF%BF%BD%20%5Cud800%20%EF%BF%BD%EF%BF%BD" in pieces.values


# --- what readers see ---------------------------------------------------------------------------


def describe(**more: Any) -> dict[str, Any]:
    """Return the description of an operation with an id in its path."""
    identifier = parameter("path", "simple", False, "petId")
    return {"path": "/pets/{petId}", "parameters": [identifier], **more}


def test_parameters_without_a_value_stand_in_braces(printer: SamplePrinter) -> None:
    key = {"key": "k", "type": "apiKey", "in": "query", "name": "api_key"}
    described = describe(security=[[key]])
    described["parameters"].append(parameter("query", "form", True, "q"))
    cell = Cell("", described, {"parameters": {}, "unfilled": ["query:q"], "security": 0})
    url = "https://api.example.com/pets/{petId}?q={q}&api_key={api_key}"
    assert sample(printer, cell, "bash") == f"curl --request GET \\\n  --url '{url}'"


def test_variables_of_servers_without_a_value_stand_in_braces(printer: SamplePrinter) -> None:
    cell = Cell(
        "", {"variables": [{"name": "v", "default": ""}]}, {"parameters": {}}, "", {}, None, "/{v}"
    )
    assert "https://api.example.com/{v}/" in sample(printer, cell, "bash")


def test_a_head_request_does_not_wait_for_a_body(printer: SamplePrinter) -> None:
    cell = Cell("", {"method": "HEAD"}, {"parameters": {}})
    assert sample(printer, cell, "bash").startswith("curl --head \\\n")
    assert "CURLOPT_NOBODY => true" in sample(printer, cell, "php")


def test_fetch_says_what_it_cannot_send(printer: SamplePrinter) -> None:
    body = {"contentType": "text/plain", "kind": "text"}
    values = {"parameters": {}, "body": {"contentType": "text/plain", "text": "x"}}
    cell = Cell("", {"method": "GET", "bodies": [body]}, values)
    printed = sample(printer, cell, "javascript")
    assert "// fetch sends no body with GET: use another client for it.\n" in printed
    assert "body" not in take_apart("javascript", printed).rest


def test_python_is_told_how_to_write_letters_beyond_ascii(printer: SamplePrinter) -> None:
    # Older releases of its library take a text for Latin-1.
    assert 'payload = "naïve".encode()\n' in sample(printer, text_cell("naïve"), "python")
    assert 'payload = "naive"\n' in sample(printer, text_cell("naive"), "python")


WORDS = {"a": True, "b": [False, None, "true"], "is null": "it is false,", "c": {"null": "null"}}


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(WORDS, indent=2),
        json.dumps(WORDS),
        json.dumps(WORDS, indent="\t").replace("\n", "\r\n"),
        '{"a": true\n, "b": [null], "c": "\\"true" }',
        " [true,\nfalse]\n",
        "true",
    ],
)
def test_a_body_means_the_same_in_python(printer: SamplePrinter, text: str) -> None:
    for _ in range(2):  # the second time it is known
        printed = sample(printer, text_cell(text, "application/json"), "python")
        payload = printed.partition("payload = ")[2].partition("headers = ")[0]
        assert ast.literal_eval(payload.strip()) == json.loads(text)


@pytest.mark.parametrize("text", ['a\n"""', 'a\n"', 'a\n\\"""b', "a\n\\", 'a "" b\nc', "a \nb"])
@pytest.mark.parametrize("language", ["python", "java"])
def test_a_text_between_three_quotes_ends_where_it_should(
    printer: SamplePrinter, text: str, language: str
) -> None:
    assert text in take_apart(language, sample(printer, text_cell(text), language)).values


def text_cell(text: str, kind: str = "text/plain") -> Cell:
    """Return a request with a text as its body."""
    body = {"contentType": kind, "kind": "text"}
    values = {"parameters": {}, "body": {"contentType": kind, "text": text}}
    return Cell(text, {"method": "POST", "bodies": [body]}, values)


@pytest.mark.parametrize(
    "source",
    "petstore.yaml parameters.json galaxy.yaml museum.yaml oas32-features.yaml trigger.yaml"
    " aws-cognito-identity.yaml google-cloudresourcemanager.yaml malicious-html.json"
    " discord.json".split(),
)
def test_every_operation_of_a_real_document_has_samples_in_all_languages(
    source: str, printer: SamplePrinter
) -> None:
    document = load_real_document(source)
    reader = SchemaReader(document)
    for entry in list_operations(document):
        operation = read_operation(document, entry)
        description = describe_request(operation, reader)
        values = build_initial_values(operation, reader, description)
        printed = printer.print_all(description, values, LANGUAGES)
        assert tuple(printed) == LANGUAGES
        for language in LANGUAGES[1:]:
            check_brackets(take_apart(language, printed[language]).rest)


@pytest.mark.parametrize("language", LANGUAGES)
def test_parts_that_are_no_form_have_their_own_type(printer: SamplePrinter, language: str) -> None:
    cell = next(cell for cell in KEYS.values() if cell.name == "parts of multipart/mixed")
    printed = sample(printer, cell, language)
    assert "mixed" in printed
    assert "multipart/form-data" not in printed
    assert "FormDataContentType" not in printed


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("Multipart/Mixed", "multipart/mixed"),
        ("multipart/related; boundary=x", "multipart/related"),
        ('multipart/x"; rm', "multipart/x"),
        ("multipart/*", "multipart/form-data"),
    ],
)
def test_the_type_of_parts_is_plain(printer: SamplePrinter, written: str, sent: str) -> None:
    body = {"contentType": written, "kind": "multipart"}
    values = {"parameters": {}, "body": {"contentType": written, "fields": [["a", "b"]]}}
    cell = Cell("plain", {"method": "POST", "bodies": [body]}, values)
    request = printer.build_request(cell.described(BASE), cell.values)
    assert request is not None
    assert request["body"]["contentType"] == sent

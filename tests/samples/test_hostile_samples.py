"""Hostile values stay data in every language: as literals, and when samples run."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from octavo.render.api.samples.printer import SamplePrinter
from octavo.theme import SAMPLE_LANGUAGES as LANGUAGES
from tests.samples.conftest import Receive
from tests.samples.hostile_cells import HOSTILE, MARK, PAYLOADS
from tests.samples.languages import INSTALLED
from tests.samples.literals import check_brackets, take_apart
from tests.samples.wire_cells import Cell, check_received
from tests.samples.wire_table import KEYS
from tests.whole import first_of_each

BASE = "https://api.example.com"
_NAMES = [cell.name for cell in HOSTILE.values()]
_OPTIONS = {"--request", "--url", "--header", "--cookie", "--data", "--data-raw"}
_OPTIONS |= {"--data-urlencode", "--form", "--form-string"}
_WITH_LITERALS = [language for language in LANGUAGES if language != "bash"]


def _name_place(key: str) -> str:
    return HOSTILE[key].name.partition(" ")[2]


@pytest.mark.scorecard("SR-09")
@pytest.mark.parametrize("language", INSTALLED)
@pytest.mark.parametrize("key", first_of_each(HOSTILE, _name_place), ids=_NAMES)
def test_a_hostile_value_arrives_as_it_is(key: str, language: str, receive: Receive) -> None:
    check_received(HOSTILE[key], receive(language, key))


@pytest.mark.scorecard("SR-09")
@pytest.mark.parametrize("cell", HOSTILE.values(), ids=_NAMES)
def test_a_hostile_value_stays_inside_of_literals(cell: Cell, printer: SamplePrinter) -> None:
    for language in _WITH_LITERALS:
        pieces = take_apart(language, _sample(printer, cell, language))
        assert MARK not in pieces.rest, language
        check_brackets(pieces.rest)
        for text in _texts(printer, cell, language):
            assert any(_same(text, value) for value in pieces.values), (language, text)


@pytest.mark.scorecard("SR-09")
@pytest.mark.parametrize("cell", HOSTILE.values(), ids=_NAMES)
def test_nothing_hidden_stands_in_a_sample(cell: Cell, printer: SamplePrinter) -> None:
    for language in LANGUAGES:
        found = {unicodedata.category(each) for each in _sample(printer, cell, language)}
        assert not found & {"Cf", "Zl", "Zp", "Cs"}, language
        assert not re.search(r"[\0-\x08\x0b-\x1f\x7f-\x9f]", _sample(printer, cell, language))


def _sample(printer: SamplePrinter, cell: Cell, language: str) -> str:
    return printer.print_all(cell.described(BASE), cell.values, [language])[language]


def _texts(printer: SamplePrinter, cell: Cell, language: str) -> list[str]:
    """Return the texts that literals must mean: address, headers, body."""
    request = printer.build_request(cell.described(BASE), cell.values)
    assert request is not None
    headers = request["headers"]
    is_php = language == "php"
    texts = [request["url"], *(f"{name}: {text}" if is_php else text for name, text in headers)]
    return [*texts, *_body_texts(request["body"], language)]


def _body_texts(body: Mapping[str, Any], language: str) -> list[str]:
    if body["kind"] == "multipart":
        return [part["text"] for part in body["parts"]]
    if body["kind"] == "text" and body["contentType"] == "application/json":
        data = json.loads(body["text"])
        as_values = language == "python"
        as_values |= language == "javascript" and "__proto__" not in body["text"]
        return [*data, *data["list"][:1]] if as_values else [body["text"]]
    if body["kind"] == "text":
        return [body["text"]]
    pairs = body.get("pairs", []) if language == "python" else []
    return [text for pair in pairs for text in pair]


def _same(text: str, value: str) -> bool:
    if text == value:
        return True
    try:
        return text.startswith("{") and bool(json.loads(text) == json.loads(value))
    except ValueError:
        return False


@pytest.mark.scorecard("SR-09")
def test_the_shell_reads_hostile_samples_as_one_command_with_the_arguments_meant(
    printer: SamplePrinter, tmp_path: Path
) -> None:
    printed = {key: _sample(printer, cell, "bash") for key, cell in HOSTILE.items()}
    # No argument can hold the character 0: such values come from another command.
    samples = {key: sample for key, sample in printed.items() if "<(printf" not in sample}
    cells = [HOSTILE[key] for key in samples]
    assert len(cells) >= len(HOSTILE) - 2
    script = tmp_path / "samples.sh"
    # The last argument of all is a mark between two samples.
    tell = "curl() { printf '%s\\0' \"$@\" END; }\n"
    script.write_text(tell + "\n".join(samples.values()), encoding="utf-8")
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("bash is not installed")
    subprocess.run([bash, "-n", script], check=True, capture_output=True)
    done = subprocess.run([bash, script], check=True, capture_output=True, cwd=tmp_path)
    told = [text.split("\0") for text in done.stdout.decode().split("\0END\0")]
    assert len(told) == len(cells) + 1
    for cell, arguments in zip(cells, told, strict=False):
        request = printer.build_request(cell.described(BASE), cell.values)
        assert request is not None
        assert arguments[:4] == ["--request", request["method"], "--url", request["url"]]
        assert set(arguments[::2]) <= _OPTIONS
    assert sorted(path.name for path in tmp_path.iterdir()) == ["samples.sh"]


# Compiles each sample, and returns before its first statement.
_PARSE_PHP = """
foreach (glob('*.php') as $file) {
    try {
        eval('return;' . substr(file_get_contents($file), strlen('<?php')));
    } catch (ParseError $error) {
        echo "$file: {$error->getMessage()}";
    }
}
"""


@pytest.mark.scorecard("SR-09")
@pytest.mark.parametrize(
    ("language", "command"),
    [("php", ["php", "-r", _PARSE_PHP]), ("go", ["gofmt", "-l", "-e", "."])],
)
def test_the_language_itself_reads_all_samples(
    language: str, command: list[str], printer: SamplePrinter, tmp_path: Path
) -> None:
    program = shutil.which(command[0])
    if program is None:
        pytest.skip(f"{command[0]} is not installed: its samples are only taken apart")
    for key, cell in {**KEYS, **HOSTILE}.items():
        path = tmp_path / f"{key}.{language}"
        path.write_text(_sample(printer, cell, language) + "\n", encoding="utf-8")
    done = subprocess.run([program, *command[1:]], cwd=tmp_path, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.scorecard("SR-09")
@pytest.mark.parametrize("language", _WITH_LITERALS)
def test_every_sample_of_the_table_is_well_formed(language: str, printer: SamplePrinter) -> None:
    for cell in KEYS.values():
        pieces = take_apart(language, _sample(printer, cell, language))
        check_brackets(pieces.rest)
        request = printer.build_request(cell.described(BASE), cell.values)
        assert request is not None
        assert request["url"] in pieces.values, cell.name


def test_names_of_everything_else_are_data_too(printer: SamplePrinter) -> None:
    for payload in PAYLOADS:
        cell = _odd_names(payload)
        for language in _WITH_LITERALS:
            pieces = take_apart(language, _sample(printer, cell, language))
            assert MARK not in pieces.rest, (payload, language)
            check_brackets(pieces.rest)


def _odd_names(payload: str) -> Cell:
    """Return a request whose method, server, path, names, types and keys are all hostile."""
    header = {"name": payload, "in": "header", "required": True, "style": "simple"}
    cookie = {"name": payload, "in": "cookie", "required": True, "style": "cookie"}
    described = {
        "method": f"post{payload}",
        "path": f"/{payload}/{{{payload}}}",
        "variables": [{"name": "v", "default": payload}],
        "parameters": [{**header, "explode": False}, {**cookie, "explode": True}],
        "bodies": [{"contentType": payload, "kind": "binary"}],
        "security": [[{"key": payload, "type": "apiKey", "in": "query", "name": payload}]],
    }
    values = {
        "parameters": {f"header:{payload}": payload, f"cookie:{payload}": payload},
        "security": 0,
        "body": {"contentType": payload, "file": "example.bin"},
    }
    return Cell("odd names", described, values, server_path="/{v}")

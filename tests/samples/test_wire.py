"""The samples of the wire table, run for real, send what the specifications say."""

from __future__ import annotations

import pytest

from octavo.render.api.samples.printer import SamplePrinter
from octavo.theme import SAMPLE_LANGUAGES
from tests.samples.conftest import Receive
from tests.samples.hostile_cells import HOSTILE
from tests.samples.languages import INSTALLED
from tests.samples.wire_cells import FILES, Cell, Json, Part, check_received
from tests.samples.wire_table import CELLS, KEYS, name_kind
from tests.whole import first_of_each

BASE = "https://api.example.com"
_NAMES = [cell.name for cell in CELLS]


def test_the_table_has_every_cell_once() -> None:
    assert len(CELLS) >= 240
    assert len(set(_NAMES)) == len(CELLS)


@pytest.mark.parametrize("cell", CELLS, ids=_NAMES)
def test_the_request_model_says_what_the_table_says(cell: Cell, printer: SamplePrinter) -> None:
    request = printer.build_request(cell.described(BASE), cell.values)
    assert request is not None
    assert request["method"] == cell.description.get("method", "GET")
    assert request["url"] == BASE + cell.target
    headers = dict(request["headers"])
    for name, value in cell.headers.items():
        assert headers.get(name) == value
    assert _plain(request["body"]) == _plain_expected(cell)


def _plain(body: dict[str, object]) -> object:
    match body["kind"]:
        case "text":
            return body["text"]
        case "urlencoded":
            return body["pairs"]
        case "multipart":
            return body["parts"]
        case "binary":
            return body["file"]
    return None


def _plain_expected(cell: Cell) -> object:
    match cell.body:
        case Json():
            return cell.values["body"]["text"]
        case bytes():
            return next(name for name, content in FILES.items() if content == cell.body)
        case None | str():
            return cell.body
        case [Part(), *_]:
            return [_part(part) for part in cell.body if isinstance(part, Part)]
        case pairs:
            return [list(pair) for pair in pairs if isinstance(pair, tuple)]


def _part(part: Part) -> dict[str, str]:
    described = {"name": part.name}
    if part.content_type:
        described["contentType"] = part.content_type
    if part.filename:
        return {**described, "file": part.filename}
    return {**described, "text": part.content.decode()}


@pytest.mark.parametrize("language", INSTALLED)
@pytest.mark.parametrize("key", first_of_each(KEYS, lambda key: name_kind(KEYS[key])), ids=_NAMES)
def test_the_sample_sends_what_the_table_says(key: str, language: str, receive: Receive) -> None:
    check_received(KEYS[key], receive(language, key))


@pytest.mark.parametrize("language", sorted({*SAMPLE_LANGUAGES} - {*INSTALLED}))
def test_all_samples_send_what_they_should_where_the_language_is_installed(
    language: str, receive: Receive
) -> None:
    for key, cell in {**KEYS, **HOSTILE}.items():
        check_received(cell, receive(language, key))

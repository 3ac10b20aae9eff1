"""The wire table as collections: what the clients' own tools send is what the table says.

They run if `newman` and `bru` are on the path: `npm install -g newman @usebruno/cli`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.samples.collections import TOOLS, build_cells, find_tool, run_collection
from tests.samples.echo_server import EchoServer
from tests.samples.wire_cells import check_received
from tests.samples.wire_table import KEYS

_OF_BOTH = {
    "parts of multipart/mixed": "they write form-data",
    "parts of multipart/related; type=application/json": "they write form-data",
    "form odd names": "they lose a field of the name __proto__",
}
DIFFERENT = {
    "postman": _OF_BOTH,
    "bruno": {
        **_OF_BOTH,
        "JSON that is none": "it sends a text as JSON if the header says JSON",
        "text of lines": "its files end texts without a line end",
        "text with returns": "its files have line ends of one kind",
        "lines of JSON": "as text of lines",
        "empty text": "it sends no empty text",
        "parts, a text with its type": "its files trim values",
        "parts lines": "its files have line ends of one kind",
    },
}
"""Cells that a client cannot send as they are, and why."""


@pytest.mark.whole
@pytest.mark.parametrize("client", TOOLS)
def test_a_collection_sends_what_the_table_says(
    client: str, echo: EchoServer, tmp_path: Path
) -> None:
    find_tool(client)
    cells = {key: cell for key, cell in KEYS.items() if "security" not in cell.values}
    collection = build_cells(cells, echo, client)
    values = {name: value for name, value in collection.variables if value}
    told = run_collection(client, collection, tmp_path, values)
    wrong = {}
    for key, cell in cells.items():
        try:
            check_received(cell, echo.take(client, key))
        except (AssertionError, KeyError, ValueError):
            wrong[cell.name] = key
    assert len(cells) > 200
    assert wrong.keys() <= DIFFERENT[client].keys(), (wrong, told[-2000:])

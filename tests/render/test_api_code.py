"""Code that is coloured line by line looks as if it were coloured whole."""

from __future__ import annotations

import json
from typing import Any

import pytest

from octavo.openapi.document import ApiDocument
from octavo.openapi.operation import read_operation
from octavo.openapi.operations import list_operations
from octavo.openapi.schema import SchemaReader
from octavo.render.api_code import LineColours
from octavo.render.api_samples import Samples
from octavo.render.highlight import highlight_text
from octavo.settings import Api
from tests.api_documents import LIBRARY


def test_printed_samples_have_the_same_colours() -> None:
    document = ApiDocument("library.json", "library", "3.1", LIBRARY)
    reader, samples, colours = SchemaReader(document), Samples(Api()), LineColours()
    seen = set()
    for entry in list_operations(document):
        if entry.key.is_webhook:
            continue
        for sample in samples.of_operation(read_operation(document, entry), reader):
            seen.add(sample.language)
            assert colours.render(sample.text, sample.language) == highlight_text(
                sample.text, sample.language
            )
    assert len(seen) == 6


@pytest.mark.parametrize(
    "value",
    [
        {"a": 'quotes "inside"', "b": [1, 2.5, None, True], "c": {"d": "it's"}},
        {"path": "C:\\", "empty": "", "html": "<b>&", "code": '`x` /* y */ <<< """'},
        {'odd "': 'one " quote', "tick": "'"},
    ],
)
def test_json_has_the_same_colours(value: Any) -> None:
    text = json.dumps(value, indent=2)
    assert LineColours().render(text, "json") == highlight_text(text, "json")


def test_strings_over_several_lines_are_coloured_whole() -> None:
    text = "curl --data '{\n  \"a\": 1\n}' \\\n  --url x"
    colours = LineColours()
    assert colours.render(text, "bash") == highlight_text(text, "bash")
    assert '<span class="s">' in colours.render(text, "bash").split("\n")[1]

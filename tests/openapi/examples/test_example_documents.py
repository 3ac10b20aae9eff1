"""Examples of large documents that real services publish."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.examples.examples import choose_example, list_examples
from octavo.openapi.model import MediaType, Operation, Side
from octavo.openapi.operation.listing import list_operations
from octavo.openapi.operation.operation import read_operation
from octavo.openapi.schema.reader import SchemaReader
from octavo.project.documents.yaml import parse_yaml
from tests.patience import HANGS_AFTER
from tests.whole import first_of_each

FOLDER = Path(
    os.environ.get("OCTAVO_OPENAPI_DOCUMENTS")
    or Path(__file__).parents[3].parent / "shared" / "openapi"
)
NAMES = ["petstore.yaml", "openai.yaml", "stripe.yaml", "github.json"]

pytestmark = pytest.mark.corpus


@pytest.fixture(scope="module", params=first_of_each(NAMES, lambda name: name.endswith(".json")))
def document(request: pytest.FixtureRequest) -> ApiDocument:
    path = FOLDER / request.param
    if not path.exists():
        pytest.skip(f"{request.param} is not there; OCTAVO_OPENAPI_DOCUMENTS names its folder")
    text = path.read_text()
    tree: Any = json.loads(text) if path.suffix == ".json" else parse_yaml(text, path.name).value
    return ApiDocument(path.name, path.stem, tree["openapi"][:3], tree)


def bodies_of(operation: Operation) -> Iterator[tuple[MediaType, Side]]:
    for media in operation.body.contents if operation.body else ():
        yield media, Side.REQUEST
    for response in operation.responses:
        yield from ((media, Side.RESPONSE) for media in response.contents)


def test_every_body_and_parameter_has_an_example_at_once(document: ApiDocument) -> None:
    operations = [read_operation(document, entry) for entry in list_operations(document)]
    reader = SchemaReader(document)
    started = time.process_time()
    shown = [
        (media, list_examples(reader, media, side))
        for operation in operations
        for media, side in bodies_of(operation)
    ]
    for operation in operations:
        for parameter in operation.parameters:
            choose_example(reader, parameter)

    assert time.process_time() - started < HANGS_AFTER
    assert shown
    for media, examples in shown:
        is_form_without_fields = "form" in media.name and not examples
        assert examples or is_form_without_fields, media.node.pointer
        for example in examples:
            assert example.text, media.node.pointer
            assert not example.is_built or len(example.text) < 20_000
            if example.language == "json" and "seq" not in media.name:
                json.loads(example.text)


def test_the_order_of_pages_does_not_matter(document: ApiDocument) -> None:
    operations = [read_operation(document, entry) for entry in list_operations(document)]
    wanted = [pair for operation in operations[::10] for pair in bodies_of(operation)]
    forwards, backwards = SchemaReader(document), SchemaReader(document)

    shown = [list_examples(forwards, *pair) for pair in wanted]
    assert [list_examples(backwards, *pair) for pair in reversed(wanted)] == shown[::-1]

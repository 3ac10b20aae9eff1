"""Real documents: every operation and every schema is read."""

from __future__ import annotations

import time

import pytest

from octavo.openapi.operation.listing import list_operations, read_tags
from octavo.openapi.operation.operation import read_operation
from octavo.problems import Code
from tests.openapi.api_documents import codes, load_real_document, messages, read_everything
from tests.patience import HANGS_AFTER
from tests.whole import first_of_each

pytestmark = pytest.mark.corpus

COUNTS = {
    "adyen-webhooks.yaml": (0, 48),
    "aws-cognito-identity.yaml": (23, 0),
    "cafe-split/cafe.yaml": (12, 1),
    "cafe.yaml": (12, 1),
    "digitalocean.yaml": (290, 0),
    "discord.json": (242, 0),
    "galaxy.yaml": (10, 1),
    "github.json": (1223, 270),
    "google-cloudresourcemanager.yaml": (24, 0),
    "malicious-html.json": (1, 0),
    "museum.yaml": (8, 1),
    "oas32-features.yaml": (5, 0),
    "oas32-query.yaml": (3, 0),
    "openai.yaml": (288, 16),
    "parameters.json": (6, 0),
    "petstore.yaml": (19, 0),
    "stripe.yaml": (468, 0),
    "tag-nesting.yaml": (5, 0),
    "trigger.yaml": (61, 0),
}
"""Operations and webhooks."""

TOLD = {
    "digitalocean.yaml": [Code.API_DISCRIMINATOR_UNUSABLE] * 10,
    "github.json": [Code.API_EXAMPLE_WRONG_TYPE] * 25,
    "openai.yaml": [Code.API_EXAMPLE_WRONG_TYPE] * 3,
    "trigger.yaml": [Code.API_EXAMPLE_WRONG_TYPE] * 3,
}
"""What there is to tell, beside nothing."""


@pytest.mark.parametrize("source", first_of_each(COUNTS, lambda name: name.endswith(".json")))
def test_every_operation_and_every_schema_is_read(source: str) -> None:
    document = load_real_document(source)
    entries = list_operations(document)
    webhooks = sum(entry.key.is_webhook for entry in entries)
    assert (len(entries) - webhooks, webhooks) == COUNTS[source]
    started = time.process_time()
    operations, _ = read_everything(document)
    assert time.process_time() - started < HANGS_AFTER
    assert operations == len(entries)
    assert codes(document) == TOLD.get(source, []), messages(document)


def test_reading_operations_does_not_hang() -> None:
    document = load_real_document("github.json")
    entries = list_operations(document)
    started = time.process_time()
    for entry in entries:
        read_operation(document, entry)
    assert time.process_time() - started < HANGS_AFTER


def test_nested_tags_have_parents() -> None:
    tags = read_tags(load_real_document("tag-nesting.yaml"))
    assert any(tag.parent in tags for tag in tags.values())

"""Every answer follows its schema, in documents that real services publish."""

from __future__ import annotations

import pytest

from scripts.check_mock_answers import check_answers, load_api
from tests.effort import effort
from tests.openapi.api_documents import FOLDER, REPOSITORY

pytestmark = pytest.mark.corpus
MOST_OPERATIONS = effort(25, whole=100, scorecard=100)
"""The most operations of a large document to test, from all parts; `make mock-check` tests all."""


def test_every_answer_follows_its_schema(capsys: pytest.CaptureFixture[str]) -> None:
    if not FOLDER.is_dir():
        pytest.skip(f"{FOLDER} is not there; OCTAVO_OPENAPI_DOCUMENTS names a folder of documents")
    files = sorted(each for each in FOLDER.rglob("*") if each.suffix in (".yaml", ".json"))
    right = count = 0
    wrong: list[str] = []
    for file in files:
        api = load_api(str(file))
        if api is not None:
            result = check_answers(api, MOST_OPERATIONS)
            right, count = right + result.right, count + result.count
            wrong += [f"{file.name}: {each}" for each in result.wrong]
    with capsys.disabled():
        print(f" {right} of {count} answers follow their schemas", end=" ")
    assert count > 5 * MOST_OPERATIONS
    assert wrong == []


def test_the_answers_of_the_garden_follow_their_schemas() -> None:
    api = load_api(str(REPOSITORY / "examples" / "garden" / "openapi.yaml"))
    assert api is not None
    result = check_answers(api)
    assert result.count > 3
    assert result.wrong == ()

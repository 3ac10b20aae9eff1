"""Samples in the extensions of other tools, by one reader."""

from __future__ import annotations

from typing import Any

import pytest

from octavo.openapi.model import WrittenSample
from tests.openapi.api_documents import codes, only_operation, operation_with_findings

PYTHON = WrittenSample("python", "run()")


@pytest.mark.parametrize(
    ("keys", "samples"),
    [
        (
            {"x-readme": {"code-samples": [{"language": "python", "code": "run()"}]}},
            [PYTHON],
        ),
        (
            {
                "x-readme": {
                    "code-samples": [
                        {"language": "curl", "code": "curl", "name": "Short", "install": "brew"}
                    ]
                }
            },
            [WrittenSample("curl", "curl", "Short")],
        ),
        ({"x-stainless-snippets": {"python": "run()"}}, [PYTHON]),
        ({"x-stainless-examples": {"python": {"source": "run()"}}}, [PYTHON]),
        ({"x-scalar-examples": [{"lang": "python", "source": "run()"}]}, [PYTHON]),
        ({"x-custom-examples": [{"lang": "python", "source": "run()"}]}, [PYTHON]),
        (
            {
                "x-fern-examples": [
                    {"name": "A", "code-samples": [{"sdk": "python", "code": "run()"}]}
                ]
            },
            [PYTHON],
        ),
        ({"x-oaiMeta": {"examples": {"request": {"python": "run()"}, "response": "1"}}}, [PYTHON]),
        (
            {
                "x-oaiMeta": {
                    "examples": [{"request": {"python": "run()"}}, {"request": {"go": "b"}}]
                }
            },
            [PYTHON, WrittenSample("go", "b")],
        ),
        (
            {
                "x-codeSamples": [{"lang": "python", "source": "run()"}],
                "x-stainless-snippets": {"python": "run()"},
            },
            [PYTHON],
        ),
    ],
)
def test_samples_are_read_where_other_tools_keep_them(
    keys: dict[str, Any], samples: list[WrittenSample]
) -> None:
    operation, document = operation_with_findings({"paths": {"/a": {"get": keys}}})
    assert list(operation.samples) == samples
    assert codes(document) == []


@pytest.mark.parametrize(
    "keys",
    [
        {"x-readme": "a", "x-fern-examples": 5, "x-oaiMeta": ["a"]},
        {"x-readme": {"code-samples": None}, "x-fern-examples": [None, {}, 5]},
        {"x-oaiMeta": {"examples": [[], {"request": None}], "name": "a"}},
        {"x-oaiMeta": None, "x-stainless-snippets": {}},
    ],
)
def test_other_settings_in_these_extensions_are_no_samples(keys: dict[str, Any]) -> None:
    operation = only_operation({"paths": {"/a": {"get": keys}}})
    assert operation.samples == ()

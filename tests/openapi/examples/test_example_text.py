"""JSON as pages show it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from octavo.openapi.examples.text import parse_json, render_json

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)  # fmt: skip


@given(VALUES)
def test_json_is_written_as_the_library_writes_it(value: Any) -> None:
    assert render_json(value) == json.dumps(value, indent=2, ensure_ascii=False)


@pytest.mark.parametrize("text", ["", "{", "[1,]", "NaN", "1e999", "[" * 100_000, "9" * 5000])
def test_what_is_no_json_stays_text(text: str) -> None:
    assert parse_json(text) == text

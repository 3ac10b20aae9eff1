"""What statuses of HTTP are called, on pages and by the mock."""

from __future__ import annotations

import re
from importlib.resources import files

from octavo.openapi.operation.phrases import STATUS_PHRASES


def test_statuses_are_called_as_in_rfc_9110_by_every_python() -> None:
    assert STATUS_PHRASES[404] == "Not Found"
    assert STATUS_PHRASES[413] == "Content Too Large"
    assert STATUS_PHRASES[422] == "Unprocessable Content"


def test_the_playground_calls_them_the_same() -> None:
    script = files("octavo").joinpath("theme/js/playground/response/words.js").read_text("utf-8")
    phrases = {int(status): text for status, text in re.findall(r'\b(\d{3}): "([^"]+)"', script)}
    assert len(phrases) > 30
    assert {status: STATUS_PHRASES.get(status, text) for status, text in phrases.items()} == phrases

"""The languages of request samples that the settings ask for."""

from __future__ import annotations

from typing import Any

import pytest

from octavo.theme import SAMPLE_LANGUAGES

API = {
    "paths": {
        "/a": {"get": {"x-codeSamples": [{"lang": "Ruby", "source": "get"}]}},
        "/b": {"get": {"x-code-samples": [{"lang": "C#", "source": "get"}]}},
        "/c": {"get": {"x-codeSamples": [{"lang": "Python", "source": "get"}]}},
    }
}


def check(make_site: Any, *languages: str) -> list[Any]:
    settings = {
        "navigation": [{"group": "A", "pages": ["index"]}],
        "api": {"request": {"example": {"languages": list(languages)}}},
    }
    found: list[Any] = make_site(settings, documents={"api.json": API})[1]
    return found


@pytest.mark.parametrize(
    "name", [*SAMPLE_LANGUAGES, "curl", "JS", "golang", "ruby", "rb", "csharp"]
)
def test_a_language_that_there_are_samples_in_is_fine(make_site: Any, name: str) -> None:
    assert check(make_site, name) == []


def test_a_language_that_exists_nowhere_is_a_warning_with_the_nearest(make_site: Any) -> None:
    (problem,) = check(make_site, "bash", "pyhton")
    assert problem.code == "api-language-unknown"
    assert problem.severity == "warning"
    assert str(problem.location) == "api/request/example/languages/1"
    assert problem.hint == "Did you mean `python`?"
    (problem,) = check(make_site, "cobol")
    assert problem.hint.endswith("java, ruby, csharp.")

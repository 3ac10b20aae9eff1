"""Words and terms: the same when a site is built and when readers type."""

from __future__ import annotations

import json
import random

import _quickjs  # type: ignore[import-not-found]  # it brings no types
import pytest

from octavo.render.assets.joined_scripts import build_scope_name, join_in_scopes
from octavo.render.assets.theme_files import load_scripts
from octavo.search.paths import list_path_terms, normalize_path
from octavo.search.words import list_terms, split_words

TERMS = "search/engine/terms.js"


@pytest.mark.parametrize(
    ("word", "terms"),
    [
        ("Install", ["install"]),
        ("userId", ["userid", "user", "id"]),
        ("user_id", ["userid", "user", "id"]),
        ("user-id", ["userid", "user", "id"]),
        ("HTTPServer2", ["httpserver2", "http", "server", "server2"]),
        ("alertsGroupBy", ["alertsgroupby", "alerts", "group", "by", "groupby"]),
        ("alerts-group-by", ["alertsgroupby", "alerts", "group", "by"]),
        ("café", ["cafe"]),
        ("Straße", ["strasse"]),
        ("日本語", ["日本", "本語"]),
        ("字", ["字"]),
        ("설정", ["설정"]),
        ("“quoted”", ["quoted"]),
        ("-flag-", ["flag"]),
        ("1234567", []),
        ("a1b2c3d4e5f60718293a4b5c6d7e", []),
        ("x" * 49, []),
        ("/users/{}", ["/users/{}"]),
        ("🎉", []),
        ("שָׁלוֹם", ["שלום"]),
    ],
)
def test_a_word_is_found_by_itself_and_by_its_parts(word: str, terms: list[str]) -> None:
    assert list_terms(word) == terms


def test_words_are_cut_at_signs_and_keep_their_case() -> None:
    assert split_words("Don't call GET /users/{userId}, see `api.example-host`!") == (
        ["Dont", "call", "GET", "users", "userId", "see", "api", "example-host"]
    )


@pytest.mark.parametrize(
    ("path", "normal"),
    [
        ("/Users/{userId}/", "/users/{}"),
        ("https://api.example.com/v1/users/:id?x=1", "/v1/users/{}"),
        ("/a/<name>/b", "/a/{}/b"),
        ("/proxy/https://api.example.com/v1", "/proxy/https://api.example.com/v1"),
    ],
)
def test_names_of_parameters_make_no_difference_in_paths(path: str, normal: str) -> None:
    assert normalize_path(path) == normal


def test_a_path_is_found_whole_with_its_method_and_from_each_part_on() -> None:
    assert list_path_terms("POST /v1/users/{id}") == {
        "/{}": 3,
        "/users/{}": 3,
        "/v1/users/{}": 7,
        "post /v1/users/{}": 7,
    }
    assert list_path_terms("WEBHOOK order paid") == {}


def test_the_terms_of_a_long_path_grow_as_the_path_does() -> None:
    short, long = (sum(map(len, list_path_terms("GET " + "/a" * n))) for n in (1_000, 8_000))
    assert long <= short * 9
    assert list_path_terms("GET " + "/a" * 8_000)["/a/a"] == list_path_terms("GET /b/a/a")["/a/a"]


def list_terms_of_browsers(words: list[str]) -> list[list[str]]:
    """Return the terms that the scripts of browsers make of words."""
    context = _quickjs.Context()
    scope = build_scope_name(TERMS)
    context.eval(join_in_scopes(load_scripts("search/engine/"), (TERMS,)))
    context.set("words", json.dumps(words))
    answer = context.eval(
        f"JSON.stringify(JSON.parse(words).map((word) => {scope}.readWords(word)"
        ".flatMap(({ whole, parts }) => [whole, ...parts])))"
    )
    return json.loads(answer)  # type: ignore[no-any-return]


LETTERS = "abcXYZ019_-éßÅøñ日本語かな한국אבعлжह्िไทย'’. "


def test_readers_type_the_terms_that_sites_have() -> None:
    chance = random.Random(7)
    words = ["".join(chance.choices(LETTERS, k=chance.randint(1, 12))) for _ in range(3000)]
    words = [word for text in words for word in split_words(text)]
    typed = list_terms_of_browsers(words)
    for word, terms in zip(words, typed, strict=True):
        # A reader who types a word must find it, and the lists contain only possible words.
        assert set(list_terms(word)) >= set(terms[:1]), word
        assert {term for term in terms if len(term) <= 20} <= set(list_terms(word)), word

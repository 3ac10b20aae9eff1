from __future__ import annotations

import pytest

from octavo.settings.urls import clean_url, is_external, is_web_address, normalize_page


@pytest.mark.parametrize(
    ("written", "clean"),
    [
        ("https://example.com", "https://example.com"),
        ("HTTP://example.com/a?b#c", "HTTP://example.com/a?b#c"),
        ("  /guides \n", "/guides"),
        ("mailto:me@example.com", "mailto:me@example.com"),
        ("tel:+4112345", "tel:+4112345"),
        ("guides/start", "guides/start"),
        ("../up", "../up"),
        ("#part", "#part"),
        ("/a:b", "/a:b"),
        ("cafe\u0301", "caf\u00e9"),
        ("", ""),
    ],
)
def test_a_harmless_address_is_kept_in_clean_form(written: str, clean: str) -> None:
    assert clean_url(written) == clean


@pytest.mark.parametrize(
    "written",
    [
        "javascript:alert(1)",
        " JaVaScRiPt:alert(1)",
        "\x01javascript:alert(1)",
        "java\nscript:alert(1)",
        "java\tscript:alert(1)",
        "data:text/html,x",
        "vbscript:x",
        "file:///etc/passwd",
        "//evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "https:evil.example",
        "https://",
        "http:///path",
        "/a\x00b",
        "/a\x85b",
        "/a\ud800",
    ],
)
def test_an_address_that_could_do_harm_is_refused(written: str) -> None:
    assert clean_url(written) is None


def test_external_addresses_have_a_scheme() -> None:
    assert is_external("mailto:me@example.com")
    assert not is_external("/path")
    assert is_web_address("https://example.com")
    assert not is_web_address("mailto:me@example.com")


@pytest.mark.parametrize(
    ("written", "page"),
    [
        ("a", "a"),
        ("/a", "a"),
        ("./b", "b"),
        ("c/../d", "d"),
        ("e.mdx", "e"),
        ("e.md", "e"),
        ("a//b/", "a/b"),
        (" guides/start ", "guides/start"),
        ("v1.2/notes", "v1.2/notes"),
        ("cafe\u0301", "caf\u00e9"),
    ],
)
def test_a_page_entry_becomes_the_name_of_the_page(written: str, page: str) -> None:
    assert normalize_page(written) == page


@pytest.mark.parametrize(
    "written",
    ["", " ", "/", ".", "..", "../a", "a/../../b", "a\\b", "https://example.com", "a\x00b"],
)
def test_an_entry_that_is_no_page_of_the_project_is_refused(written: str) -> None:
    assert normalize_page(written) is None

from __future__ import annotations

import pytest

from octavo.settings.urls import (
    clean_url,
    is_external,
    is_web_address,
    normalize_page,
    read_site_url,
    split_site_url,
)


@pytest.mark.parametrize(
    ("written", "clean"),
    [
        ("https://example.com", "https://example.com"),
        ("HTTP://example.com/a?b#c", "HTTP://example.com/a?b#c"),
        ("  /guides \n", "/guides"),
        ("mailto:me@example.com", "mailto:me@example.com"),
        ("tel:+4112345", "tel:+4112345"),
        ("vscode://file/a.py", "vscode://file/a.py"),
        ("cursor://mcp/install?name=a", "cursor://mcp/install?name=a"),
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


@pytest.mark.parametrize(
    ("written", "url", "parts"),
    [
        ("https://docs.example.com", "https://docs.example.com", ("https://docs.example.com", "")),
        (" HTTPS://Docs.Example.com:443/ ", "https://docs.example.com", None),
        ("http://localhost:8000", "http://localhost:8000", ("http://localhost:8000", "")),
        ("https://example.com/a/b/", "https://example.com/a/b", ("https://example.com", "/a/b")),
        ("http://[::1]:80/x", "http://[::1]/x", ("http://[::1]", "/x")),
        ("https://bücher.example", "https://xn--bcher-kva.example", None),
        (
            "https://example.com/döcs",
            "https://example.com/d%C3%B6cs",
            ("https://example.com", "/döcs"),
        ),
        ("https://example.com/d%C3%B6cs", "https://example.com/d%C3%B6cs", None),
    ],
)
def test_the_address_of_a_site_is_a_host_and_a_path(
    written: str, url: str, parts: tuple[str, str] | None
) -> None:
    assert read_site_url(written) == url
    assert parts is None or split_site_url(url) == parts


@pytest.mark.parametrize(
    "written",
    [
        "",
        "docs.example.com",
        "/docs",
        "ftp://example.com",
        "javascript:alert(1)",
        "https://",
        "https:///docs",
        "https://example.com?a",
        "https://example.com/#a",
        "https://me:secret@example.com",
        "https://example.com:0",
        "https://example.com:99999",
        "https://example.com/../x",
        "https://exam ple.com",
        "https://[::1",
        "https://a..b",
        f"https://{'a' * 64}.example",
    ],
)
def test_what_cannot_be_the_address_of_a_site_is_refused(written: str) -> None:
    assert read_site_url(written) is None


def test_no_address_has_no_path() -> None:
    assert split_site_url("") == ("", "")

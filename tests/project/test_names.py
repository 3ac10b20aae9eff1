"""Names that some system folds into one."""

from __future__ import annotations

import unicodedata

import pytest

from octavo.project.names import fold_source, is_windows_name


@pytest.mark.scorecard("SR-51")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Guide/index.html", "guide/INDEX.html"),
        ("é.html", unicodedata.normalize("NFD", "É.html")),
        ("straße", "STRASSE"),
        ("ﬁle", "FILE"),
        ("guide./index.html", "guide/index.html"),
        ("guide /index.html", "guide/index.html"),
        ("a/b. . ", "a/b"),
        ("guide.html::$DATA", "guide.html"),
        ("guide::$INDEX_ALLOCATION/x", "guide/x"),
        ("guide:$I30:$INDEX_ALLOCATION/x", "guide/x"),
        ("con/index.html", "CON.txt/index.html"),
        ("aux.png", "AUX .mdx"),
        ("COM1", "com1.anything"),
        ("lpt¹", "LPT¹.x"),
        ("a\u200db", "ab"),
        ("\ufeffa", "a"),
    ],
)
def test_one_name_on_some_system(one: str, other: str) -> None:
    assert fold_source(one) == fold_source(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("guide/index.html", "guides/index.html"),
        ("a.b", "ab"),
        (".well-known/a", "well-known/a"),
        ("contact.html", "con.html"),
        ("com10", "com1"),
        ("a/b", "ab"),
        ("...", ".."),
        ("a b", "ab"),
        ("files/upload:append/index.html", "files/upload/index.html"),
    ],
)
def test_two_names_everywhere(one: str, other: str) -> None:
    assert fold_source(one) != fold_source(other)


@pytest.mark.parametrize(
    "name", ["a:b", "a?", "a/con.html", "a.", "a /b", "nul", "<x>", "a/" * 120]
)
def test_windows_cannot_hold_some_names(name: str) -> None:
    assert not is_windows_name(name)
    assert is_windows_name("guides/a.b c/index.html")

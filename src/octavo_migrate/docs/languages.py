"""The languages of `docs.json`, as readers know them."""

from __future__ import annotations

from octavo.site.versions.languages import find_language_name, read_language

_SIMPLIFIED = {"cn": "zh-Hans"}
"""A code of a country that the platform takes for a language in one of its two scripts."""


def find_locale(code: str) -> str:
    """Return the code of a language (BCP 47)."""
    return _SIMPLIFIED.get(code) or read_language(code) or code


def find_name(code: str) -> str:
    """Return what a language is called in itself."""
    return find_language_name(find_locale(code))

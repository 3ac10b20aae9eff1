"""The texts of the interface, in the language of a page.

Templates, code and scripts name a text by its English words: `say("On this page")`. The theme has a
table of these words in each other language, `texts.json`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache

_TABLES = {"de": "de", "es": "es", "fr": "fr", "ja": "ja", "pt": "pt-BR", "zh": "zh-Hans"}
"""The existing tables, by the first part of a language's tag."""
_TRADITIONAL = frozenset({"Hant", "HK", "MO", "TW"})
"""Subtags of Chinese in traditional characters, which has no table."""
_MONTHS = (
    "January February March April May June July August September October November December"
).split()


class Wording:
    """The texts of the interface in one language."""

    def __init__(self, table: str | None, texts: Mapping[str, str]) -> None:
        self.table = table
        """The name of the table for scripts; None for English."""
        self._texts = texts

    def __call__(self, text: str, **values: object) -> str:
        """Return a text as safe HTML, with values that must be safe, too."""
        template = self._texts.get(text, text)
        return template.format(**values) if values else template

    def write_day(self, day: str) -> str:
        """Return a date in the usual form: `October 12, 2024`."""
        year, month, number = map(int, day.split("-"))
        name = self(_MONTHS[month - 1])
        return self("{month} {day}, {year}", month=name, day=number, year=year)


ENGLISH = Wording(None, {})


@cache
def load_wording(language: str) -> Wording:
    """Return the interface texts in a language, or else in English."""
    name, *subtags = language.split("-")
    table = _TABLES.get(name.lower())
    if table is None or not _TRADITIONAL.isdisjoint(subtags):
        return ENGLISH
    return Wording(table, {**_load_table(table, "pages"), **_load_table(table, "scripts")})


def write_scripts(table: str) -> dict[str, str]:
    """Return the scripts with texts for other scripts, by name.

    Every page loads the first. The playground loads the second, which is far longer.
    """
    texts, more = (_write_texts(table, part) for part in ("scripts", "playground"))
    name = f"{table}-playground.js"
    load = f'globalThis.octavoLoadTexts=()=>import("./{name}");'
    return {
        build_script_name(table): f"globalThis.octavoTexts={texts};\n{load}\n",
        f"texts/{name}": f"Object.assign(globalThis.octavoTexts,{more});\n",
    }


def build_script_name(table: str) -> str:
    """Return the name of the script with the texts of every page."""
    return f"texts/{table}.js"


def _write_texts(table: str, part: str) -> str:
    return json.dumps(_load_table(table, part), ensure_ascii=False)


def _load_table(table: str, part: str) -> dict[str, str]:
    from octavo.render.assets.theme_files import load_theme_text  # noqa: PLC0415 (for some sites)

    texts = json.loads(load_theme_text("texts.json"))[part]
    return {english: translated[table] for english, translated in texts.items()}

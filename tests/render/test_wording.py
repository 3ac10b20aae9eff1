"""The texts of the interface: one table for each language, and no English beside them."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from octavo.openapi.model import PARAMETER_SECTIONS, Limits
from octavo.openapi.schema.reader import describe_limits
from octavo.render.api.operation.operation import describe_status
from octavo.render.api.operation.security import ADDRESSES, FLOWS
from octavo.render.api.schema.users import THROUGH
from octavo.render.shell.below_text.rating import QUESTION, REASONS, WHY
from octavo.render.wording import ENGLISH, load_wording, write_script
from octavo.theme import FOLDER

TABLES = {path.stem: json.loads(path.read_text()) for path in sorted(FOLDER.glob("texts/*.json"))}
ANY = TABLES["de"]
PLACE = re.compile(r"\{\w+\}|\$page")
STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
CODE = FOLDER.parent / "render"
SCRIPTS = sorted(
    path
    for path in (FOLDER / "js").rglob("*.js")
    if not path.relative_to(FOLDER / "js").as_posix().startswith(("sandbox/", "playground/"))
)
"""Those whose texts are in the tables: all but the playground's."""
SHOWN = re.compile(
    r"(?:textContent|placeholder|title) = (?:\w+ \? )?[\"`]\w"
    r"|announce\([\"`]|makeButton\([\"`]\w|\"aria-label\"(?:,|:) [\"`]\w"
)
"""What shows a text that no table has."""


def list_said_in_code() -> Iterator[str]:
    for path in CODE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and node.args:
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if name in ("say", "_say"):
                    for part in ast.walk(node.args[0]):
                        if isinstance(part, ast.Constant) and isinstance(part.value, str):
                            yield part.value
    for path in (FOLDER / "templates").rglob("*.html"):
        yield from re.findall(r'\bsay\("([^"]*)"', path.read_text())
    yield from (QUESTION, *WHY.values(), THROUGH, "Documentation", "Search...", "optional")
    yield from ("This response has no body.", "The API document has no example of this body.")
    yield from (text for reasons in REASONS.values() for text in reasons.values())
    yield from (title for _, _, title in PARAMETER_SECTIONS)
    yield from (*FLOWS.values(), *(word for _, word in ADDRESSES))
    yield from (
        describe_status(status) for status in ("default", "199", "299", "399", "499", "599")
    )


def list_said_in_scripts() -> Iterator[str]:
    for path in (FOLDER / "js").rglob("*.js"):
        script = path.read_text()
        calls = re.findall(r"\bsay\(([^()]*)", script) if "/say.js" in script else ()
        for call in calls:
            yield from (text for text in STRING.findall(call) if text != "part")  # a kind of filter


def list_limits() -> Iterator[str]:
    """What is asked of values, with letters in place of numbers."""
    numbers = [(None, 3), (3, None), (3, 3), (3, 5), (None, 1), (1, None), (1, 1)]
    limits = [Limits(minimum=low, maximum=high) for low, high in numbers]
    limits += [Limits(min_length=low, max_length=high) for low, high in numbers]
    limits += [Limits(min_items=low, max_items=high) for low, high in numbers]
    limits += [Limits(min_properties=low, max_properties=high) for low, high in numbers]
    limits += [Limits(exclusive_minimum=3, exclusive_maximum=5, multiple_of=2, pattern="x")]
    limits += [Limits(unique_items=True)]
    for words, _ in (each for limit in limits for each in describe_limits(limit)):
        first, *others = re.split(r"\d+", words[:1].upper() + words[1:])
        yield first + "".join(f"{{{'ab'[at]}}}{text}" for at, text in enumerate(others))


@pytest.mark.parametrize("language", TABLES)
@pytest.mark.parametrize("part", ["pages", "scripts"])
def test_every_table_has_every_text_with_its_places(language: str, part: str) -> None:
    table = TABLES[language][part]
    assert table.keys() == ANY[part].keys()
    for english, text in table.items():
        assert text.strip(), english
        assert sorted(PLACE.findall(text)) == sorted(PLACE.findall(english)), english
        assert not set(text) & set('<>&"\\'), english  # it stands in HTML as it is


def test_the_languages_that_are_promised_have_tables() -> None:
    assert TABLES.keys() == {"de", "fr", "es", "pt-BR", "zh-Hans", "ja"}


def test_tables_have_what_pages_say_and_nothing_else() -> None:
    said = set(list_said_in_code())
    known = ANY["pages"].keys() | ANY["scripts"].keys()
    assert said - known == set()
    months = {ENGLISH.write_day(f"2024-{month:02}-01").split()[0] for month in range(1, 13)}
    unsaid = ANY["pages"].keys() - said - months
    assert unsaid == set(list_limits()) | {
        "Read $page and help me with questions about it.",
        "{month} {day}, {year}",
    }


def test_tables_have_what_scripts_say_and_nothing_else() -> None:
    said = set(list_said_in_scripts())
    assert said - ANY["scripts"].keys() == set()
    whole = "".join(path.read_text() for path in (FOLDER / "js").rglob("*.js"))
    assert [text for text in ANY["scripts"] if f'"{text}"' not in whole] == []


@pytest.mark.parametrize(
    "path", sorted((FOLDER / "templates").rglob("*.html")), ids=lambda p: p.name
)
def test_templates_show_no_text_of_their_own(path: Path) -> None:
    html = re.sub(r"\{%.*?%\}|\{\{.*?\}\}", "", path.read_text(), flags=re.DOTALL)
    html = re.sub(r'class="[^"]*"', "", html)
    labels = re.findall(r'(?:aria-label|alt|title|placeholder)="([^"]*)"', html)
    texts = re.sub(r"<[^>]*>", "\n", re.sub(r"<script.*?</script>", "", html, flags=re.DOTALL))
    words = {word for text in (*labels, texts) for word in re.findall(r"[A-Za-z]{2,}", text)}
    assert words <= {"Ctrl"}  # the name of a key


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda p: p.relative_to(FOLDER / "js").as_posix())
def test_scripts_show_no_text_of_their_own(path: Path) -> None:
    lines = path.read_text().splitlines()
    assert [line for line in lines if SHOWN.search(line) and '"Ctrl K"' not in line] == []


def test_a_language_finds_its_table() -> None:
    tables = {"de-AT": "de", "pt-PT": "pt-BR", "zh": "zh-Hans", "zh-CN": "zh-Hans", "ja": "ja"}
    assert {tag: load_wording(tag).table for tag in tables} == tables
    for tag in ("en", "ko", "zh-Hant", "zh-TW", ""):
        assert load_wording(tag) is ENGLISH


def test_texts_take_values_and_days_are_written_as_people_do() -> None:
    assert ENGLISH("Open in {name}", name="Claude") == "Open in Claude"
    assert load_wording("de")("Open in {name}", name="Claude") == "In Claude öffnen"
    days = [load_wording(tag).write_day("2024-10-02") for tag in ("en", "de", "es", "ja")]
    assert days == ["October 2, 2024", "2. Oktober 2024", "2 de octubre de 2024", "2024年10月2日"]


def test_scripts_get_only_their_own_texts() -> None:
    script = write_script("fr")
    assert '"Copied": "Copié"' in script
    assert "Télécharger OpenAPI" not in script

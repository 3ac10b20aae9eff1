"""The texts of the interface: one table for each language, and no English beside them."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from octavo.openapi.model import PARAMETER_SECTIONS, Limits
from octavo.openapi.operation.badges import STAGES
from octavo.openapi.schema.reader import describe_limits
from octavo.render.basis.wording import ENGLISH, load_wording, write_scripts
from octavo.render.shell.below_text.rating import QUESTION, REASONS, WHY
from octavo.theme import FOLDER
from tests.render.script_texts import list_script_texts

TABLE = json.loads((FOLDER / "texts.json").read_text())
LANGUAGES = ["de", "es", "fr", "ja", "pt-BR", "zh-Hans"]
PLACE = re.compile(r"\{\w+\}|\$page")
CODE = (FOLDER.parent / "reference", FOLDER.parent / "render")
SCRIPTS = sorted(
    path
    for path in (FOLDER / "js").rglob("*.js")
    if path.name != "types.js" and "sandbox" not in path.parts
)
PROSE = re.compile(
    r"^[A-Z][a-z’']+(?![\w-])|(?:^|[\s(])[A-Za-z’']{2,},? [a-z’']{2,}(?![\w-])"
    r"|^ [a-z]{2,}|[a-z]{2,} $"
)
"""What reads like words of a language."""
UNSHOWN = re.compile(
    r"(?:class: |className = |querySelector(?:All)?\(|closest\(|matches\(|matchMedia\("
    r"|key [!=]== |new Error\()$"
)
"""The code before words that only programs read."""
NOT_SAID = {
    "onefile/router.js": {"<!doctype html><html "},
    "playground/auth/oauth/protocol.js": {"Basic ", "status "},  # as providers write it
    "playground/auth/scheme-inputs.js": {"Authorization"},
    "playground/bar.js": {"Ctrl ↵"},
    "playground/form/body/json/hints.js": {" of ", " or "},  # the words for types are English
    "playground/response/check/check.js": {" or "},
    "request/build.js": {"Cookie"},
    "request/credentials.js": {"Authorization", "Basic ", "Bearer"},
    "search/dialog/dialog.js": {"Esc", "Search in all languages", "Search in all versions"},
    "search/dialog/filters.js": {"Language", "All languages", "Version", "All versions"},
    "search/open-search.js": {"Ctrl K"},
}
"""Names of keys and headers, and texts that appear once one of them is chosen."""
WORDS_OF_OTHERS = (
    "playground/response/words.js",  # the names of statuses, and units
    "playground/send/forbidden-headers.js",
    "playground/send/sent-headers.js",
    "samples/",
    "search/engine/",
    "search/show-hit.js",  # selectors
)


def list_said_in_code() -> Iterator[str]:
    for path in (path for folder in CODE for path in folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and node.args:
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if name in ("say", "_say"):
                    for part in ast.walk(node.args[0]):
                        if isinstance(part, ast.Constant) and isinstance(part.value, str):
                            yield part.value
    for path in (FOLDER / "templates").rglob("*.html"):
        yield from re.findall(r'\bsay\("([^"]*)"', path.read_text())
    yield from (QUESTION, *WHY.values(), "Documentation", "Search...")
    yield from (text for reasons in REASONS.values() for text in reasons.values())
    yield from (title for _, _, title in PARAMETER_SECTIONS)
    yield from (label for label, _ in STAGES.values())


def list_said_in_scripts(*, is_playground: bool) -> Iterator[str]:
    for path in SCRIPTS:
        if ("playground" in path.parts) is is_playground and "/say.js" in path.read_text():
            said = (each.text for each in list_script_texts(path.read_text()) if each.is_said)
            yield from (text for text in said if text != "part")  # a kind of filter


def list_limits() -> Iterator[str]:
    """The limits of values, with letters instead of numbers."""
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


@pytest.mark.parametrize("part", ["pages", "scripts", "playground"])
def test_every_text_is_there_in_every_language_with_its_places(part: str) -> None:
    for english, translated in TABLE[part].items():
        assert [*translated] == LANGUAGES, english
        for text in translated.values():
            assert text.strip(), english
            assert sorted(PLACE.findall(text)) == sorted(PLACE.findall(english)), english
            assert not set(text) & set('<>&"\\'), english  # it is in the HTML unchanged


def test_tables_have_what_pages_say_and_nothing_else() -> None:
    said = set(list_said_in_code())
    known = TABLE["pages"].keys() | TABLE["scripts"].keys()
    assert said - known == set()
    months = {ENGLISH.write_day(f"2024-{month:02}-01").split()[0] for month in range(1, 13)}
    unsaid = TABLE["pages"].keys() - said - months
    assert unsaid == set(list_limits()) | {
        "Read $page and help me with questions about it.",
        "{month} {day}, {year}",
    }


def test_tables_have_what_scripts_say_and_nothing_else() -> None:
    said = set(list_said_in_scripts(is_playground=False))
    assert said - TABLE["scripts"].keys() == set()
    texts = {each.text for path in SCRIPTS for each in list_script_texts(path.read_text())}
    assert TABLE["scripts"].keys() - texts == set()


def test_what_only_the_playground_says_is_loaded_with_it() -> None:
    others, own = (set(list_said_in_scripts(is_playground=each)) for each in (False, True))
    assert own - TABLE["scripts"].keys() == TABLE["playground"].keys()
    assert TABLE["playground"].keys() & others == set()


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
    name = path.relative_to(FOLDER / "js").as_posix()
    shown = {
        each.text
        for each in list_script_texts(path.read_text())
        if not each.is_said and PROSE.search(each.text) and not UNSHOWN.search(each.before)
    }
    if not name.startswith(WORDS_OF_OTHERS):
        assert shown == NOT_SAID.get(name, set())


@pytest.mark.parametrize(
    "script",
    [
        'title.textContent = "Fields to look at";',
        "title.textContent = `${count} fields need attention`;",
        'make("p", { class: "a b" }, isOpen ? say("Close") : "Open");',
        'announce(`${say("Copied")} with credentials`);',
        "x = `${list.map((each) => `a ${each} is missing`)}`;",
        'const trouble = /"/.test(text) ? say(text) : "is required";',
    ],
)
def test_a_text_of_its_own_is_found_wherever_it_stands_in_a_script(script: str) -> None:
    texts = [each for each in list_script_texts(script) if PROSE.search(each.text)]
    assert [each.text for each in texts if not each.is_said and not UNSHOWN.search(each.before)]


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
    script, more = write_scripts("fr").values()
    assert '"Copied": "Copié"' in script
    assert "Télécharger OpenAPI" not in script + more
    assert '"is required": "est requis"' in more
    assert "est requis" not in script

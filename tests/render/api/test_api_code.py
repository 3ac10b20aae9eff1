"""Code that is colored line by line looks as if it were colored whole."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from octavo.openapi.document.document import ApiDocument
from octavo.openapi.operation.listing import list_operations
from octavo.openapi.operation.operation import read_operation
from octavo.openapi.schema.reader import SchemaReader
from octavo.render.api.samples.code import LineColors
from octavo.render.api.samples.samples import Samples
from octavo.render.content.highlight import highlight_text
from octavo.render.content.highlight.json_lines import highlight_json_line
from octavo.settings.models.api import Api
from octavo.theme import SAMPLE_LANGUAGES
from tests.api_documents import LIBRARY


def test_printed_samples_have_the_same_colors() -> None:
    document = ApiDocument("library.json", "library", "3.1", LIBRARY)
    reader, samples, colors = SchemaReader(document), Samples(Api()), LineColors()
    seen = set()
    for entry in list_operations(document):
        if entry.key.is_webhook:
            continue
        for sample in samples.of_operation(read_operation(document, entry), reader):
            seen.add(sample.language)
            assert colors.render(sample.text, sample.language) == highlight_text(
                sample.text, sample.language
            )
    assert len(seen) == 6


@pytest.mark.parametrize(
    "value",
    [
        {"a": 'quotes "inside"', "b": [1, 2.5, None, True], "c": {"d": "it's"}},
        {"path": "C:\\", "empty": "", "html": "<b>&", "code": '`x` /* y */ <<< """'},
        {'odd "': 'one " quote', "tick": "'"},
    ],
)
def test_json_has_the_same_colors(value: Any) -> None:
    text = json.dumps(value, indent=2)
    assert LineColors().render(text, "json") == highlight_text(text, "json")


LETTERS = "ab<&>\"\\/\n :,{}[]é\u2028'`#*-1."
SCALARS = (True, False, None, 0, -1, 1.5, -2.25, 1e300, 1e-7, 12345678901234567890, 0.1)


def make_value(chance: random.Random, depth: int = 0) -> Any:
    kind = chance.randrange(9) if depth < 4 else 8
    text = "".join(chance.choices(LETTERS, k=chance.randrange(10)))
    if kind < 3:
        return {text + str(at): make_value(chance, depth + 1) for at in range(chance.randrange(4))}
    if kind < 5:
        return [make_value(chance, depth + 1) for _ in range(chance.randrange(4))]
    return text if kind < 7 else chance.choice(SCALARS)


def test_any_json_has_the_same_colors() -> None:
    chance, colors = random.Random(3), LineColors()
    for _ in range(2_000):
        text = json.dumps(make_value(chance), indent=2, ensure_ascii=False)
        assert colors.render(text, "json") == highlight_text(text, "json")


@pytest.mark.parametrize(
    "line", ["{", '  "a": {},', '  "a": "b",', "    -1.5,", '"a": null', '  "<": "&"']
)
def test_usual_lines_are_taken_whole(line: str) -> None:
    assert highlight_json_line(line) == highlight_text(line, "json")


@pytest.mark.parametrize(
    "line", ['  "a": 1 2', '"a" "b"', '{"a": 1}', "nulls", '"a": "b\\"', "01a"]
)
def test_unusual_lines_are_left_to_the_grammar(line: str) -> None:
    assert highlight_json_line(line) is None


TEXTS = {
    "end and begin with": [("bash", "echo '\na' 'b\nc'\nd"), ("bash", "echo '\na' \"b\nc\"\nd")],
    "are empty, or have empty lines": [("go", "a := `\n\n`\nb"), ("php", "$a = <<<'A'\nA;\nb();")],
    "look like others": [("java", 'a("""\n\'`\n"\n\\""" x\n""");\nb();'), ("go", "`\n\"\n'`\nb")],
    "have colors of their own": [
        ("php", '$a = "\n$b c\n";\nd();'),
        ("javascript", "`\n${a}\n`; b"),
    ],
    "never end": [("python", 'a = """\n1\n'), ("java", "/* a\n b"), ("json", '{\n "a\n": 1}')],
}


@pytest.mark.parametrize(
    ("language", "text"), [pytest.param(*each, id=name) for name in TEXTS for each in TEXTS[name]]
)
def test_code_in_which_texts_of_several_lines_have_the_same_colors(
    language: str, text: str
) -> None:
    colors = LineColors()
    for _ in range(2):  # the second time they are known
        assert colors.render(text, language) == highlight_text(text, language)


PIECES = (
    "'",
    '"',
    '"""',
    "`",
    "<<<'A'",
    "A",
    "/*",
    "*/",
    "//",
    "#",
    "$a",
    "\\",
    " ",
    "\n",
    "b",
    "1",
)


@pytest.mark.parametrize("language", SAMPLE_LANGUAGES)
def test_any_text_begins_and_ends_where_the_grammar_says(language: str) -> None:
    chance, colors = random.Random(7), LineColors()
    for _ in range(2_000):
        text = "a(" + "".join(chance.choices(PIECES, k=chance.randrange(12))) + "\n)"
        assert colors.render(text, language) == highlight_text(text, language)


def test_strings_over_several_lines_are_colored_as_such() -> None:
    text = "curl --data '{\n  \"a\": 1\n}' \\\n  --url x"
    colors = LineColors()
    assert colors.render(text, "bash") == highlight_text(text, "bash")
    assert '<span class="s">' in colors.render(text, "bash").split("\n")[1]

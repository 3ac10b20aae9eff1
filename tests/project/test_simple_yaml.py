"""The quick reader says what the exact parser says, or nothing."""

import os
import random
import time
from pathlib import Path
from typing import Any

import pytest
import yaml

from octavo.project import simple_yaml
from octavo.project.simple_yaml import (
    MAX_PLACES,
    YamlDocument,
    read_simple_yaml,
    without_foreign_line_ends,
)
from octavo.project.yaml import MAX_DEPTH, parse_exactly, parse_part
from octavo.project.yaml_documents import parse_yaml
from tests.patience import HANGS_AFTER

FOLDER = Path(
    os.environ.get("OCTAVO_OPENAPI_DOCUMENTS") or Path(__file__).parents[3] / "shared" / "openapi"
)

pytestmark = pytest.mark.skipif(not yaml.__with_libyaml__, reason="libyaml is not there")


def read_quickly(text: str) -> YamlDocument | None:
    return read_simple_yaml(text, 3, parse_part)


def read_exactly(text: str) -> YamlDocument:
    return parse_exactly(text, "api.yaml", 3)


def assert_same(text: str, quick: YamlDocument, exact: YamlDocument) -> None:
    assert exact.problems == (), text
    assert repr(quick.value) == repr(exact.value), text  # also the order of keys, and 1 or 1.0
    assert list(quick.places.items()) == list(exact.places.items()), text


BLOCK_MARKS = ("|", "|-", "|+", ">", ">-", ">+")

QUICK = [
    # nothing
    "",
    "\n\n",
    "# a comment",
    "---\n",
    # keys and values
    "a: b",
    "a: b\n",
    "a: b\r\nc: d\r\n",
    "---\na: b",
    "a:\n",
    "a:   \nb:",
    "a: # nothing\nb: c # something\nd: e#f",
    "# c\n\na:\n  # c\n    # c\n  b: c\n # c\n  d: e\n",
    "a: 1\nb: 1.5\nc: true\nd: ~\ne: null\nf: 0x1f\ng: -1\nh: 2024-01-31\ni: .5",
    "200: a\ntrue: b\nnull: c\n~: d\n1.0: e",
    "a b: c d\na-b: c\n/a/{b}: c\n/a:b: c\n$ref: d\na#b: c\n-a: b\n.a: b\n::a: b",
    "'a': b\n\"b\": c\n'it''s': d\n'<<': e\n'': f\n\"it''s\": g",
    "a: b:c\nd: http://a/b#c\ne: a 'b' \"c\"\nf: a, [b] {c}\ng: ::/0\nh: -x\ni: a & *b !c",
    "a:   b\nc: d   \ne: f  # g",
    "a: é\nb: 😀\nc: \xa0\nd: \u3000x\ne: 👩\u200d💻\n日本: 語",
    "a: 'b'\nc: \"d\"\ne: ''\nf: 'it''s'\ng: '  # : '\nh: '\\n'\ni: 'a\tb'\nj: \"it''s\"",
    "a: ''''\nb: ''''''",
    # nesting
    "a:\n  b:\n    c: d\n  e: f\ng: h",
    "a:\n     b: c\nd:\n e: f",
    "a:\n  - b\n  - c\nd: e",
    "a:\n- b\n- c\nd:\n- e",
    "- a\n- b",
    "-\n- a\n-\n",
    "- a: b\n  c: d\n- e: f",
    "-   a: b\n    c: d",
    "-\n  a: b\n-\n  - c",
    "- - a\n  - b\n- - - c",
    "- a:\n  - b\n  c: d\n- a:\n    - b\n  c:\n  d:",
    "a:\n- b:\n  - c:\n    - d\n  e: f\n- g",
    "- # nothing\n- a # something\n- # its key\n  b: c",
    "  - a\n  - b",
    # plain text of several lines
    "a: b\n  c\n  d",
    "a: b\n\n  c\n   \n\n  d\n\ne: f",
    "a: b  \n   c  \n d",
    "a:\n  b\n  c\nd:\n  'e'\nf:\n  \"g\"",
    "a: b\n  - c\n  'd'\n  [e\n  & *f\n  g:h#i",
    "- a\n  b\n-\n  c\n  d\n- e:\n  f: g\n   h",
    "a:\n- b\n  - c",
    "a: 1\n  2\nb:\n  1",
    # blocks
    "a: |\n  b\n  c\nd: e",
    "a: >\n  b\n  c\n\n  d\n\n\n  e\nf: g",
    *(f"a: {mark}\n  b\n  c\n\n\nd: e" for mark in BLOCK_MARKS),
    *(f"a: {mark}\n  b\n  c" for mark in BLOCK_MARKS),
    *(f"a: {mark}\n  b\n\n  \n " for mark in BLOCK_MARKS),
    *(f"a: {mark}\n\n\nb: c" for mark in BLOCK_MARKS),
    *(f"a: {mark}" for mark in BLOCK_MARKS),
    *(f"a: {mark}\n\n " for mark in BLOCK_MARKS),
    "a: >\n  b\n    c\n   d\n\n  e\n\n    f\n\n  g\n",
    "a: >\n\n \n   b\n     \n   c\n  \n",
    "a: >\n     b\n     \tc\n     d",
    "a: |\n  b:\n  - c\n  # d\n  'e\n  \tf\n  g  \nh: i",
    "a: | # c\n  b\nc: >-  \n  d",
    "- |\n  a\n- >-\n b\n- - |\n   c",
    "a:\n- |\n  b\n- c: |\n    d\n  e: f",
    "a:\n  |\n  b",
    "a: |\n    b\n # c\nd: e",
    "a: |\r\n  b\r\n\r\n  c\r\n",
    # what the exact parser reads alone
    "a: []\nb: {}\nc:\n- []\n- {}\n- [] # c",
    "a: [b, 1, 'c', \"d\"]\ne: {f: g, h: [i]}",
    "a: [b - c, 1.5, 'x, y', \"z: \", ~, é d , ..., 0x1f, null]\nb: [ c ]\nc: ['']",
    "a: [b, ]\nc: [-d, e:f, g#h]\ni: [b: c, 'd': e]\nf: [[g], {h: i}]\nj: [b] \nk: ['it''s']",
    "a: [b,\n  c]\nd: {e: f,\n\n  # g\n  h: i}\nj: k",
    'a: "b\\n\\"\\u00e9"\nc: "d\n\n  e\\\n  f"\ng: \'h\n  i\'',
    "a: 'b' # c\nd: [e] # f\ng: \"h\"   ",
    "- [a, b]\n- {c: d}\n- \"e\\t\"\n- - [f]",
    "a: {<<: {b: c}, d: e}",
    "a:\n  [b]\nc:\n  {d: e}\nf:\n  \"g\\n\"",
]  # fmt: skip

NOT_QUICK = [
    "a",
    "'a'",
    "[a]",
    "{a: b}",
    "a: b\na: c",
    "a:\n  b: c\n  'b': d",
    "<<: a",
    "a: &a b\nc: *a",
    "&a b: c",
    "a: [&a b, *a]",
    "a: !!str 1",
    "a: !b c",
    "a: {b: !c d}",
    "a: {b: c, b: d}",
    "? a\n: b",
    "%YAML 1.2\n---\na: b",
    "a: b\n---\nc: d",
    "a: b\n...\n",
    "... a: b",
    "--- a: b",
    "a: @b",
    "a: `b`",
    "a: %b",
    "a: b: c",
    "a: - b",
    "a : b",
    '"a" : b',
    '"a":b',
    "a: 'b': c",
    "a: 'b'c",
    "a: \"b\\q\"",
    "a: [b",
    "a: [b\nc: d]",
    "a: 'b\nc: 'd",
    'a: "b\nc: "',
    "a: [b]\n  c: d",
    "a: {b: c}\n     d: e",
    "a: 'b'\n  c",
    "a: b\n  c: d",
    "a: b\n  c:",
    "a: b # c\n  d",
    "a: b\n  # c\n  d",
    "a: b\n  c # d",
    "a: b\n- c",
    "a:\n  b: c\n - d",
    "a:\n  b: c\n d: e",
    "a:\n  - b\n - c",
    "- a\nb: c",
    "a: b\nc",
    " a: b",
    "a: |\n    \n  b",
    "a: |\n  b\n c",
    "a: |2\n  b",
    "a: |\n \tb",
    "a: |\n  b\n\tc",
    "a:\tb",
    "\ta: b",
    "a: b\t",
    "a:\n\tb",
    "a: b\tc",
    "a: b\rc: d",
    "a: \x07",
    "a: |\n  \x07",
    "a: b\n  c\n  \x07",
    "a: 'b\n  \x07'",
    "a: \x85b",
    "a: \ufeffb",
    "a: \ud800",
    "k" * 501 + ": a",
    "'" + "k" * 501 + "': a",
]  # fmt: skip


@pytest.mark.parametrize("text", QUICK)
def test_simple_text_is_read_the_quick_way(text: str) -> None:
    quick = read_quickly(text)
    assert quick is not None
    assert_same(text, quick, read_exactly(text))


@pytest.mark.parametrize("text", NOT_QUICK)
def test_what_is_not_surely_simple_is_left_to_the_exact_parser(text: str) -> None:
    assert read_quickly(text) is None


def test_both_ways_give_the_same_document() -> None:
    for text in (*QUICK, *NOT_QUICK):
        exact = read_exactly(without_foreign_line_ends(text))
        assert parse_yaml(text, "api.yaml", first_line=3) == exact


def nested(depth: int) -> str:
    return "".join(f"{' ' * level}a:\n" for level in range(depth))


def test_depth_is_left_to_the_exact_parser_long_before_its_limit() -> None:
    assert read_quickly(nested(90)) is not None
    assert read_quickly(nested(100)) is None
    assert read_quickly("- " * 45 + "a") is not None
    assert read_quickly("- " * 100 + "a") is None
    brackets = "[" * (MAX_DEPTH - 20) + "]" * (MAX_DEPTH - 20)
    assert read_quickly(f"a: {brackets}") is not None
    assert read_quickly(nested(21) + f"{' ' * 21}b: {brackets}") is None


def test_the_number_of_values_is_left_to_the_exact_parser_long_before_its_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    texts = ["a: b\n" * 30, "- - a\n" * 20, "- []\n" * 25, f"a: [{'b,' * 20}]", "- a: b\n" * 18]
    for text in texts:
        if not text.startswith("a: b"):
            assert read_quickly(text) is not None
    monkeypatch.setattr(simple_yaml, "MAX_EVENTS", 60)
    for text in texts:
        assert read_quickly(text) is None


def test_places_are_noted_for_as_many_keys_as_by_the_exact_parser() -> None:
    text = "".join(f"k{number}: x\n" for number in range(MAX_PLACES + 5))
    quick = read_quickly(text)
    assert quick is not None
    assert len(quick.places) == MAX_PLACES
    assert_same(text, quick, read_exactly(text))


# --- at random ----------------------------------------------------------------------------------

LINES = r"""
a: b|a:|b: 1|- a|-|- a: b|- - x|a: - b|a: b: c|"a" : b|a : b|'a': 1|"a b": c|a: 'it''s'|- [a, b]
a: {a: b}|a: >|a: >-|a: >+|- >-|text|more text|# c|a: # c|a: b # c|a: b#c|? x|!!str x|&a x|a: *a
a: &a x|<<: x|<<: *a|key:value|a: "b|c"|a: 'b|c'|a: [x,|y]|a: {x: 1,|y: 2}|  |---|...|a: b |-  a
a: []|- {}|200: x|a: 'b' # c|a: 'b'c|a: -|a: ?|a: :|a: x:|a: @|/p/{x}: y|$ref: '#/a'|a: <b|a: '
b: ""|a: "\u00e9"|a: "a\tb"|a: "\q"|... a: b|--- a: b|- ? a|- # c|- - - a|c: ~|d: é😀|e: |f:|g: h
""".strip().replace("\n", "|").split("|")  # fmt: skip
LINES += ["a: |", "a: |-", "a: |+", "- |", "a: |2", "a: | # c", "", "\t", "a:\tb", "\ta", "a: b\t"]
LINES += ["a: \x85b", "a: \xa0", "a: \u2028", "a: \x07", "a: \ufeff", "a\r", "-\ta"]
LINES += ["k" * 501 + ": a"]
MARKS = [
    *"ab:#-?'\"|>[]{},&*!%@`~\\\t \r\n",
    ": ",
    " #",
    "- ",
    "\n  ",
    "\n- ",
    "''",
    "<<: ",
    "\x85",
]
INDENTS = (0, 0, 0, 1, 2, 2, 3, 4)
VALUES = ["1", "x", "'q'", '"q"', "a text", "[]", "{a: 1}", "[a, b]", '"a\\nb"', "x # c", "", "~"]


def make_lines(chance: random.Random) -> str:
    count = chance.randint(1, 7)
    lines = [" " * chance.choice(INDENTS) + chance.choice(LINES) for _ in range(count)]
    return "\n".join(lines) + chance.choice(("", "\n", "\n\n", "\n  "))


def make_block(chance: random.Random) -> str:
    lines = [chance.choice(("a: ", "- ", "- a: ", "a:\n- ")) + chance.choice(BLOCK_MARKS)]
    for _ in range(chance.randint(0, 7)):
        text = chance.choice(("", "", "x", "y z", "x ", "# h", "- i", "k: v", "\tt"))
        lines.append(" " * chance.choice((0, 1, 2, 2, 2, 2, 3, 4)) + text)
    return "\n".join(lines) + chance.choice(("", "\n", "\n\n", "\nb: 1", "\n- c", "\n # c"))


def make_tree(chance: random.Random, column: int = 0) -> list[str]:
    """Return the lines of a sound document."""
    lines: list[str] = []
    pad, is_list = " " * column, chance.random() < 0.3
    for key in chance.sample("abcdefg", chance.randint(1, 4)):
        start = pad + ("-" if is_list else f"{key}:")
        kind = chance.random()
        if kind < 0.35 and column < 8:
            lines += [start, *make_tree(chance, column + 2)]
        elif kind < 0.5:
            lines.append(f"{start} {chance.choice(BLOCK_MARKS)}")
            lines += [pad + chance.choice(("  x", "  y", "", "   more", " ")) for _ in range(4)]
        elif kind < 0.6:
            lines.append(f"{start} text")
            lines += [pad + chance.choice(("  x", "   y", "")) for _ in range(3)]
        else:
            lines.append(f"{start} {chance.choice(VALUES)}")
    return lines


def change(text: str, chance: random.Random) -> str:
    for _ in range(chance.randint(0, 3)):
        at = chance.randint(0, len(text))
        removed = chance.choice((0, 0, 1, 1, 3))
        text = text[:at] + chance.choice(("", chance.choice(MARKS))) + text[at + removed :]
    return text


def make_changed_tree(chance: random.Random) -> str:
    return change("\n".join(make_tree(chance)) + "\n", chance)


MAKERS = {"lines": make_lines, "blocks": make_block, "trees": make_changed_tree}


@pytest.mark.parametrize("kind", MAKERS)
def test_what_is_read_the_quick_way_at_random_is_what_the_exact_parser_reads(kind: str) -> None:
    chance = random.Random(f"yaml {kind}")
    found = 0
    for _ in range(3_000):
        text = without_foreign_line_ends(MAKERS[kind](chance))
        quick = read_quickly(text)
        if quick is not None:
            found += 1
            assert_same(text, quick, read_exactly(text))
    assert found > 150


# --- hostile ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "- " * 200_000,
        "a: b" + "\n" * 200_000 + "  c",
        "a: b\n" + "\n  c" * 100_000,
        "a: >\n" + "\n  c\n   d" * 50_000,
        "".join(f"k{number}:\n\n\n" for number in range(50_000)),
        "a: |" + "\n" * 200_000 + "b: c",
        "a: '" + "''" * 300_000,
        "a: " + "b:" * 300_000,
        "a: " + "b #" * 300_000,
        "a: " + " " * 500_000 + "#",
        "".join(f"k{number}: [\n" for number in range(50_000)),
        "".join(f"k{number}: '{number}\\\n  {number}'\n" for number in range(20_000)),
        "".join(f"{' ' * (number % 90)}k{number}:\n" for number in range(50_000)),
    ],
    ids=lambda text: repr(text[:20]),
)
def test_no_text_takes_long(text: str) -> None:
    started = time.process_time()
    quick: Any = read_quickly(text)
    assert time.process_time() - started < HANGS_AFTER
    if quick is not None:
        assert_same(text, quick, read_exactly(text))


# --- real documents -----------------------------------------------------------------------------


@pytest.mark.corpus
@pytest.mark.skipif(not FOLDER.is_dir(), reason="OCTAVO_OPENAPI_DOCUMENTS names no folder")
def test_real_documents_are_read_the_quick_way() -> None:
    paths = sorted(FOLDER.rglob("*.yaml"))
    assert paths
    for path in paths:
        text = without_foreign_line_ends(path.read_text(encoding="utf-8"))
        quick = read_quickly(text)
        assert quick is not None, path.name
        assert_same(path.name, quick, read_exactly(text))

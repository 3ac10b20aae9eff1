"""Lints the English of docs, messages and docstrings.

python tools/scripts/prose.py [file …]

`prose_words.txt` lists the phrases to avoid.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
WORDS = Path(__file__).with_name("prose_words.txt")
TEXTS = ROOT / "src" / "octavo" / "theme" / "texts.json"
GUIDES = ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")
MOST_WORDS = {"docs": 25, "messages": 25, "docstrings": 30}
MOST_LEVEL = 7.0
_LEAST_WORDS = 150
_BLOCK = re.compile(
    r"^ *(?:```|~~~).*?^ *(?:```|~~~)|\{/\*.*?\*/\}|<!--.*?-->", re.MULTILINE | re.DOTALL
)
_HIDDEN = re.compile(r"\]\([^)]*\)|\[\^?\w+\]:|https?://\S+|</?[A-Za-z][^<>]*>|[*_]{2}")
_START = re.compile(r" *(?:[-*] |\d+\. |#+ |\||>|<|$)|(?:title|description): ")
_WORD = re.compile(r"(?<![\w<\\])[A-Za-z]{2,}(?= |[.,;:?!]|$)")
_ENDS = tuple(".!?:")
_SENTENCE = re.compile(r"\b(?:the|a|is|are|you|your)\b.+\b(?:the|is|are|you|your)\b", re.IGNORECASE)
_END = re.compile(r"(?<=[.!?:])\s+(?=[A-Z0-9`\"“(x])")


class Passage(NamedTuple):
    """A paragraph, cell, message or docstring, with its first line."""

    kind: str
    path: str
    line: int
    text: str


class Mistake(NamedTuple):
    """A problem in a passage; `entry` has the kind and the path."""

    entry: str
    line: int
    message: str


@cache
def read_words() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return the phrases to avoid, each with a better one."""
    lines = (line.split(" -> ") for line in WORDS.read_text("utf-8").splitlines())
    pairs = (line for line in lines if len(line) == 2)
    return tuple(
        (re.compile(rf"\b(?:{phrase})\b", re.IGNORECASE), better) for phrase, better in pairs
    )


def clean_text(text: str) -> str:
    """Return prose without addresses and tags; code counts as one word."""
    return " ".join(_HIDDEN.sub(" ", re.sub(r"(`+).+?\1", "x", text, flags=re.DOTALL)).split())


def list_sentences(text: str) -> list[str]:
    """Return the sentences of a passage; lists of words and queries of databases are none."""
    return [each for each in _END.split(text) if each[-1:] in _ENDS or _SENTENCE.search(each)]


def count_words(text: str) -> int:
    """Return how many words a text has."""
    return len(re.findall(r"\w[\w'’./-]*", text))


def find_level(texts: list[str]) -> float:
    """Return the automated readability index of prose: about the years at school it needs."""
    sentences = [each for text in texts for each in list_sentences(text) if each[-1] in ".!?"]
    words = sum(map(count_words, sentences))
    if words < _LEAST_WORDS:
        return 0.0
    letters = sum(len(re.findall(r"\w", each)) for each in sentences)
    return 4.71 * letters / words + 0.5 * words / len(sentences) - 21.43


def list_paragraphs(path: str, text: str) -> Iterator[Passage]:
    """Yield the paragraphs, items and cells of a page; code and comments stay out."""
    text = _BLOCK.sub(lambda found: "\n" * found[0].count("\n"), text)
    lines: list[str] = []
    first = 1
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if _START.match(line):
            yield Passage("docs", path, first, clean_text("\n".join(lines)))
            lines = []
        first = first if lines else number
        if line.startswith("|"):
            for cell in re.split(r"(?<!\\)\|", line):
                yield Passage("docs", path, number, clean_text(cell))
        elif line.strip() and not re.match(r"---$|\w+: *[\[{]|(?:import|export) ", line):
            lines.append(re.sub(r"^ *(?:[-*>]|\d+\.|#+) |^(?:title|description): ", "", line))


def list_strings(path: str, text: str) -> Iterator[Passage]:
    """Yield the docstrings of a module, and its other texts of three words or more."""
    nodes = list(ast.walk(ast.parse(text)))
    joined = (node.values for node in nodes if isinstance(node, ast.JoinedStr))
    parts = {id(each) for values in joined for each in values}
    notes = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        words = ""
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts:
            words = node.value
        elif isinstance(node, ast.JoinedStr):
            values = (each.value if isinstance(each, ast.Constant) else "x" for each in node.values)
            words = "".join(map(str, values))
        if " " in words and len(_WORD.findall(words)) >= 3:
            kind = "docstrings" if id(node) in notes else "messages"
            line = getattr(node, "lineno", 1)
            for block in re.split(r"\n\s*(?:\n|[-*] |\d+\. )", words):
                yield Passage(kind, path, line, clean_text(block))


def list_passages() -> Iterator[Passage]:
    """Yield all prose of the project."""
    for page in (*(ROOT / name for name in GUIDES), *sorted((ROOT / "docs").rglob("*.mdx"))):
        yield from list_paragraphs(page.relative_to(ROOT).as_posix(), page.read_text("utf-8"))
    texts = TEXTS.relative_to(ROOT).as_posix()
    for part in json.loads(TEXTS.read_text("utf-8")).values():
        yield from (Passage("messages", texts, 1, clean_text(text)) for text in part)
    for module in sorted((ROOT / "src").rglob("*.py")):
        yield from list_strings(module.relative_to(ROOT).as_posix(), module.read_text("utf-8"))


def find_mistakes(passage: Passage) -> Iterator[Mistake]:
    """Yield phrases to avoid and sentences that are too long."""
    entry = f"{passage.kind} {passage.path}"
    for phrase, better in read_words():
        for found in phrase.finditer(passage.text):
            yield Mistake(entry, passage.line, f"`{found[0]}`: {better}")
    for sentence in list_sentences(passage.text):
        if (count := count_words(sentence)) > MOST_WORDS[passage.kind]:
            yield Mistake(entry, passage.line, f"{count} words: {sentence[:60]} …")


def list_mistakes(passages: Iterable[Passage]) -> list[Mistake]:
    """Return the mistakes of all prose; a page that is hard to read is one of them."""
    mistakes: list[Mistake] = []
    pages: dict[str, list[str]] = {}
    for passage in passages:
        mistakes += find_mistakes(passage)
        if passage.kind == "docs":
            pages.setdefault(passage.path, []).append(passage.text)
    for path, texts in pages.items():
        if (level := find_level(texts)) > MOST_LEVEL:
            mistakes.append(Mistake(f"docs {path}", 1, f"reading level {level:.1f}"))
    return mistakes


def main(arguments: list[str]) -> None:
    """Print the findings, of all files or of the given ones, and their counts."""
    mistakes = list_mistakes(list_passages())
    for mistake in mistakes:
        path = mistake.entry.split(" ")[1]
        if not arguments or path in arguments:
            print(f"{path}:{mistake.line}: {mistake.message}")
    counts = Counter(each.entry for each in mistakes)
    for kind in MOST_WORDS:
        each = [count for entry, count in counts.items() if entry.startswith(f"{kind} ")]
        print(f"{kind:10} {sum(each):6,} findings in {len(each)} files")


if __name__ == "__main__":
    main(sys.argv[1:])

"""Makes plain text of descriptions: of their beginning for titles and lists, of all of them for
the search.
"""

from __future__ import annotations

import html
import re
from functools import lru_cache
from operator import itemgetter

MAX_LENGTH = 200
_LONGEST_READ = 2_000
_LONGEST_PARAGRAPH = 600
"""More is never shown, and marks that are not closed take time to look for."""

_NOT_TEXT = re.compile(r"\s*(?:#|```|~~~|\||!\[|-{3,}\s*\Z|={3,}\s*\Z|<!--)")
_PARAGRAPH_END = re.compile(r"</p>|\n[ \t]*\n", re.IGNORECASE)
_TAG = re.compile(r"</?[A-Za-z][^<>]*>|<!--[^<>]*-->")
_LINK = re.compile(r"!?\[([^\[\]]*)\](?:\([^()]*\)|\[[^\[\]]*\])")
# A pattern that begins with letters is found more quickly than one that looks back first.
_NOT_IN_WORD = r"(?<![\w\\].)"
_MARK = "|".join(rf"{mark}{_NOT_IN_WORD}{mark}{{0,2}}" for mark in (r"\*", "_", "`"))
_MARKS = re.compile(rf"({_MARK}|~{_NOT_IN_WORD}~)(?=\S)(.{{1,200}}?)(?<=\S)\1(?!\w)")
_LINE_START = re.compile(r"\s*(?:>+|[-*+]\s|\d{1,3}[.)]\s)\s*")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
# What a group holds takes its place: until 3.12, Python is slow to fill in a template.
_FIRST, _SECOND = itemgetter(1), itemgetter(2)


_LONGEST_TITLE = 120
"""Letters of a summary that names something; a longer one is a text."""
_SENTENCE_END = re.compile(r"(?<=\w\w)[.:](?:\s+(?=[^a-z])|\Z)|(?<=[?!])\s|。")


def split_summary(summary: str | None) -> tuple[str, str]:
    """Return the title that a summary makes, and what of it is no title but text.

    Some documents have paragraphs for summaries. Their first sentence is the title, and none is
    where it is too long, or says something by the way: a note or a question.
    """
    words = " ".join((summary or "").split())
    if summary is None or len(words) <= _LONGEST_TITLE:
        return words, ""
    text = summary.strip()
    first = _PARAGRAPH_END.split(text[:_LONGEST_READ], maxsplit=1)[0]
    sentence = _SENTENCE_END.split(_strip_markdown(first[:_LONGEST_PARAGRAPH]), maxsplit=1)[0]
    if not text[0].isalnum() or sentence.endswith(("?", "!")) or len(sentence) > _LONGEST_TITLE:
        return "", text
    # A sentence with marks stays in the text as well: the title has none.
    rest = text.removeprefix(sentence)
    return sentence, rest if rest == text else rest.lstrip(".:。 \n")


def cut_first_words(markdown: str | None) -> str | None:
    """Return the first paragraph as plain text, cut at a word; None where there is no text."""
    for paragraph in _PARAGRAPH_END.split((markdown or "")[:_LONGEST_READ]):
        text = _strip_markdown(paragraph[:_LONGEST_PARAGRAPH])
        if text:
            return _shorten(text)
    return None


_MOST_SEARCHED = 4_000
_LINE = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*+#|>]|\d{1,3}[.)])\s)|\n(?=\s*\|)")
"""The end of a paragraph, an item, or a row: what is only wrapped goes on."""
_MAY_MARK = re.compile(r"[*_`~\[<&\\#|]")


@lru_cache(maxsize=4096)
def strip_marks(markdown: str | None) -> str:
    """Return a description as lines of plain text; documents repeat theirs a lot."""
    text = (markdown or "")[:_MOST_SEARCHED]
    lines = _LINE.split(text) if "\n" in text else [text]
    if _MAY_MARK.search(text) is None:
        lines = [" ".join(line.split()) for line in lines]
    else:
        lines = [_strip_markdown(line.lstrip("#| \n")) for line in lines]
    return "\n".join([line for line in lines if line])


def _strip_markdown(paragraph: str) -> str:
    if paragraph[:1].isalpha() and "\n" not in paragraph:  # as most are
        text = paragraph
    else:
        lines = [line for line in paragraph.split("\n") if not _NOT_TEXT.match(line)]
        text = " ".join([_strip_line_start(line) for line in lines])
    for _ in range(2):  # marks may stand in each other
        # A pattern takes far longer to find nothing than a look for the letters it needs.
        before = text
        if "[" in text:
            text = _LINK.sub(_FIRST, text)
        if "`" in text or "*" in text or "_" in text or "~" in text:
            text = _MARKS.sub(_SECOND, text)
        if text == before:
            break
    if "<" in text:
        text = _TAG.sub(" ", text)
    text = html.unescape(text)
    if "\\" in text:
        text = _ESCAPE.sub(_FIRST, text)
    if not text.isprintable():
        text = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(text.split())


def _strip_line_start(line: str) -> str:
    start = _LINE_START.match(line)
    return line[start.end() :] if start else line


def _shorten(text: str) -> str:
    if len(text) <= MAX_LENGTH:
        return text
    start, blank, _ = text[:MAX_LENGTH].rpartition(" ")
    return (start if blank else text[: MAX_LENGTH - 1]).rstrip(" ,;:.-") + "…"

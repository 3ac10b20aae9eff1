"""Turns descriptions into plain text: the start for titles and lists, all for the search."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from functools import lru_cache
from operator import itemgetter

MAX_LENGTH = 200
_LONGEST_READ = 2_000
_LONGEST_PARAGRAPH = 600
"""The longest shown text; unclosed marks also take time to find."""

_NOT_TEXT = re.compile(r"\s*(?:#|```|~~~|\||!\[|-{3,}\s*\Z|={3,}\s*\Z|<!--)")
_PARAGRAPH_END = re.compile(r"</p>|\n[ \t]*\n", re.IGNORECASE)
_TAG = re.compile(r"</?[A-Za-z][^<>]*>|<!--[^<>]*-->")
_LINK = re.compile(r"!?\[([^\[\]]*)\](?:\([^()]*\)|\[[^\[\]]*\])")
# A pattern that begins with letters is faster than one that begins with a lookbehind.
_NOT_IN_WORD = r"(?<![\w\\].)"
_MARK = "|".join(rf"{mark}{_NOT_IN_WORD}{mark}{{0,2}}" for mark in (r"\*", "_", "`"))
_MARKS = re.compile(rf"({_MARK}|~{_NOT_IN_WORD}~)(?=\S)(.{{1,200}}?)(?<=\S)\1(?!\w)")
_LINE_START = re.compile(r"\s*(?:>+|[-*+]\s|\d{1,3}[.)]\s)\s*")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
# A group's text replaces it: before Python 3.12, filling in a template is slow.
_FIRST, _SECOND = itemgetter(1), itemgetter(2)


_LONGEST_TITLE = 120
"""The longest summary that counts as a name; a longer one is a text."""
_SENTENCE_END = re.compile(r"(?<=\w\w)[.:](?:\s+(?=[^a-z])|\Z)|(?<=[?!])\s|。")


def split_summary(summary: str | None) -> tuple[str, str]:
    """Split a summary into a title and the remaining text.

    Some documents have paragraphs as summaries. Their first sentence is the title, unless it is too
    long, or is a note or a question.
    """
    words = " ".join((summary or "").split())
    if summary is None or len(words) <= _LONGEST_TITLE:
        return words, ""
    text = summary.strip()
    first = _PARAGRAPH_END.split(text[:_LONGEST_READ], maxsplit=1)[0]
    sentence = _SENTENCE_END.split(_strip_markdown(first[:_LONGEST_PARAGRAPH]), maxsplit=1)[0]
    if not text[0].isalnum() or sentence.endswith(("?", "!")) or len(sentence) > _LONGEST_TITLE:
        return "", text
    # A formatted sentence also stays in the text, because titles have no formatting.
    rest = text.removeprefix(sentence)
    return sentence, rest if rest == text else rest.lstrip(".:。 \n")


def cut_first_words(markdown: str | None) -> str | None:
    """Return the first paragraph as plain text, cut at a word; None without text."""
    for paragraph in _PARAGRAPH_END.split((markdown or "")[:_LONGEST_READ]):
        text = _strip_markdown(paragraph[:_LONGEST_PARAGRAPH])
        if text:
            return _shorten(text)
    return None


_MOST_SEARCHED = 4_000
"""The most letters that one call reads."""
_HUGE = 400_000
_LINE = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*+|>]|#{1,6}|\d{1,3}[.)])\s)|\n(?=\s*\|)")
"""The end of a paragraph, an item, or a row; a wrapped line continues."""
_MAY_MARK = re.compile(r"[*_`~\[<&\\#|]")


@lru_cache(maxsize=4096)
def strip_marks(markdown: str | None) -> str:
    """Return a description as lines of plain text, cached because descriptions repeat."""
    text = (markdown or "")[:_MOST_SEARCHED]
    lines = _LINE.split(text) if "\n" in text else [text]
    if _MAY_MARK.search(text) is None:
        lines = [" ".join(line.split()) for line in lines]
    else:
        lines = [_strip_markdown(line.lstrip("#| \n")) for line in lines]
    return "\n".join([line for line in lines if line])


def strip_whole(markdown: str | None) -> str:
    """Return a long text as lines of plain text; only a huge one is cut."""
    if markdown is None or len(markdown) <= _MOST_SEARCHED:
        return strip_marks(markdown)
    return "\n".join(filter(None, map(strip_marks, _cut(markdown[:_HUGE]))))


def _cut(text: str) -> Iterator[str]:
    """Yield a text in parts that are searched as a whole, cut at ends of lines or words."""
    start = 0
    while start < len(text):
        end = start + _MOST_SEARCHED
        ends = (text.rfind(mark, start + 1, end) for mark in ("\n\n", "\n", " "))
        end = end if end >= len(text) else next((at for at in ends if at > start), end)
        yield text[start:end]
        start = end


def _strip_markdown(paragraph: str) -> str:
    if paragraph[:1].isalpha() and "\n" not in paragraph:  # This is the case for most paragraphs.
        text = paragraph
    else:
        lines = [line for line in paragraph.split("\n") if not _NOT_TEXT.match(line)]
        text = " ".join([_strip_line_start(line) for line in lines])
    for _ in range(2):  # Marks may be nested.
        # A failed pattern takes far longer than a search for its fixed characters.
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

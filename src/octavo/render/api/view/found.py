"""Prints an API page for the search: sections with lines of plain text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

from octavo.reference import view
from octavo.reference.facts.since import MARK
from octavo.reference.later import FragmentPlace
from octavo.reference.view import Code, Words, list_codes
from octavo.render.basis.wording import ENGLISH
from octavo.search.page_text import Section as Found
from octavo.values import Results

_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_LEVELS = 3
"""The depth of fields that the search finds by name.

The deepest only count as words, because they are many.
"""
_MOST_NAMES = 150
_MOST_LINES = 600
_MOST_VALUES = 40
"""The most values of a body, and of a list of allowed values."""
_DATA = frozenset({"Default {value}", "Example {value}", "Written as {type}"})
"""Facts whose values readers don't search for."""
_Answers = list[tuple[str, tuple[view.Part, ...]]]
"""Responses by status."""


class _Words(NamedTuple):
    """The text of parts: lines, and the names and values in them; each once."""

    lines: dict[str, None]
    names: dict[str, None]


class _Said(NamedTuple):
    """The same, joined."""

    text: str
    names: str


class FoundPrinter:
    """Prints the pages of one API document for the search.

    `strip_marks` turns Markdown into plain text, `list_fragment` returns the content that pages
    load later.
    """

    def __init__(
        self,
        strip_marks: Callable[[str | None], str],
        list_fragment: Callable[[FragmentPlace], tuple[str, view.Fields]],
    ) -> None:
        self._strip = strip_marks
        self._list_fragment = list_fragment
        self._shared: Results[view.Shared, list[_Said]] = Results(
            lambda shared: self._read(shared.parts)
        )
        self._lists: Results[view.Fields, _Said] = Results(
            lambda fields: _join_words(self._read_fields(_LEVELS, fields))
        )
        self._inside: list[Results[view.Fields, _Words]] = [
            Results(partial(self._read_fields, level)) for level in range(_LEVELS)
        ]
        """The text of shared lists, and of nested lists by level."""

    def print(self, page: view.View, above: Iterable[view.Part]) -> tuple[Found, ...]:
        """Return the sections of a page, after the texts above them and the document's samples."""
        cards = (part for card in page.cards for part in _flatten(card.parts))
        notes = (part for part in cards if isinstance(part, view.Prose))
        lead = _join_texts(self._read([*above, *notes]))
        first = Found("", "", lead, code="\n".join(_list_samples(page)))
        return first, *(each for part in page.sections for each in self._print_section(part))

    def _print_section(self, section: view.Section) -> Iterator[Found]:
        id_, callbacks = section.heading.id, False
        for part in section.parts:
            if isinstance(part, view.Callback):
                callbacks = True
                prose = self._read(each for each in part.parts if isinstance(each, view.Prose))
                yield Found(id_, part.name, _join_texts(prose), part.name)
        answers = _list_answers(section)
        if answers:
            yield from self._print_answers(section, answers)
        elif not callbacks:
            said = self._read(section.parts)
            title = section.heading.title.text
            yield Found(id_, title, _join_texts(said), _join_names(said))

    def _print_answers(self, section: view.Section, answers: _Answers) -> Iterator[Found]:
        """Yield a section for each response; texts that several share appear once."""
        earlier: set[str] = set()
        for status, parts in answers:
            said = self._read(parts)
            text = _join_texts(each for each in said if each.text not in earlier)
            earlier.update(each.text for each in said)
            # These are names of headers and links; those of bodies would be too many.
            shared = [each.parts if isinstance(each, view.Shared) else (each,) for each in parts]
            names = self._read(
                each for own in shared for each in own if isinstance(each, view.Expand)
            )
            yield Found(section.heading.id, f"Response {status}", text, _join_names(names))

    def _read(self, parts: Iterable[view.Part]) -> list[_Said]:
        """Return the text and the names of each part."""
        said: list[_Said] = []
        for part in parts:
            if isinstance(part, view.Shared):
                said += self._shared[part]
            else:
                said += map(self._read_part, _flatten((part,)))
        return said

    def _read_part(self, part: view.Part) -> _Said:
        if isinstance(part, view.Listed):
            return self._lists[part.fields]
        words = _Words({}, {})
        self._add(part, _LEVELS, words)
        return _join_words(words)

    def _add(self, part: view.Part, level: int, words: _Words) -> None:
        match part:
            case view.Listed(fields):
                is_deep = level < _LEVELS
                said = self._inside[level][fields] if is_deep else self._read_fields(level, fields)
                words.lines.update(said.lines)
                words.names.update(said.names)
            case view.AboutValue(about):
                self._add_said(about, level, words)
            case view.Head(heads):
                states = [each for each in heads if isinstance(each, view.Status)]
                words.lines.update({f"{each.status} {each.phrase.text}": None for each in states})
            case view.Line(sentence, kind) if kind.startswith((MARK, "checked")):
                words.lines["".join(_list_plain(sentence))] = None
            case view.Prose(text):
                words.lines[self._strip(text)] = None
            case view.Items(items):
                values = {item.name.text: None for item in items if isinstance(item.name, Code)}
                words.lines.update(values)
                words.names.update(values)
                texts = [each for item in items for each in self._list_said(item)]
                words.lines.update(dict.fromkeys(filter(None, texts)))

    def _list_said(self, item: view.Item) -> Iterator[str]:
        """Return the text about a server or a name; listed pages have their own entries."""
        if isinstance(item.name, view.Address | Words):
            yield item.name.text if isinstance(item.name, view.Address) else ""
            yield from (value for words in item.facts for value in _list_texts(words))
            yield self._strip(item.text)
        elif isinstance(item.name, view.Sentence):
            yield "".join(_list_plain(item.name.words))
        if not isinstance(item.name, Code):
            for each in item.inside:
                yield from self._list_said(each)

    def _read_fields(self, level: int, fields: view.Fields) -> _Words:
        """Return the text of fields, then of nested fields, then of alternatives."""
        words = _Words({}, {})
        rows = [row for row in fields.rows if isinstance(row, view.Field)]
        for row in rows:
            marks = [each.label for each in row.about.marks if each.kind.startswith(MARK)]
            name = "" if row.name == view.ANY_NAME else row.name
            text = self._strip(row.about.text) if level == _LEVELS and row.about.text else ""
            if name or text:
                words.lines[f"{name}: {text}" if name and text else name or text] = None
            if marks and level == _LEVELS:
                since = ", ".join(
                    "".join(_list_plain(each)) for each in marks if isinstance(each, Words)
                )
                words.lines[f"{name} {since}"] = None
            words.names.update({name: None} if name and level > 1 else {})
            self._add_said(row.about, level, words)
        inside = [part for row in rows for part in row.inside] if level > 1 else []
        for part in inside:
            self._add_inside(self._open(part), level - 1, words)
        for choice in (row for row in fields.rows if isinstance(row, view.Switch)):
            self._add_inside(choice, level, words)
        return words

    def _open(self, part: view.Part) -> view.Part:
        """Return content that a page loads later, but no options, because these may be cycles."""
        if isinstance(part, view.Later):
            return view.Listed(self._list_fragment(part.place)[1], "")
        return part

    def _add_inside(self, part: view.Part, level: int, words: _Words) -> None:
        for each in _flatten((part,)):
            if len(words.names) <= _MOST_NAMES and len(words.lines) <= _MOST_LINES:
                self._add(each, level, words)

    def _add_said(self, about: view.About, level: int, words: _Words) -> None:
        """Add the name of a schema, and its allowed values."""
        items = [item for allowed in about.allowed for item in allowed.items][:_MOST_VALUES]
        if level == 1 and not any(item.text for item in items):
            return
        if about.schema:
            words.names[about.schema] = None
        facts = [each for each in about.facts if each.text not in _DATA]
        said = [(item.name.text, item.text) for item in items if isinstance(item.name, Code)]
        said += [(each.text, "") for fact in facts for each in list_codes(fact)]
        if not said:
            return
        names = " ".join([value for value, _ in said])
        words.names[names] = None
        if any(meaning for _, meaning in said):
            names = "\n".join([f"{value}: {self._strip(meaning)}" for value, meaning in said])
        words.lines[names] = None


def _list_texts(words: Words) -> Iterator[str]:
    """Return the document's texts inside Octavo's words."""
    for _, value in words.values:
        text = value.text if isinstance(value, view.Link) else value
        if isinstance(text, str):
            yield text


def _list_plain(words: Words) -> Iterator[str]:
    """Return a sentence in English, in pieces."""
    values = dict(words.values)
    for at, piece in enumerate(_PLACEHOLDER.split(words.text)):
        value = values.get(piece) if at % 2 else piece
        if isinstance(value, Words):
            yield from _list_plain(value)
        elif isinstance(value, view.Day):
            yield ENGLISH.write_day(value.text)
        elif isinstance(value, str | Code):
            yield value if isinstance(value, str) else value.text


def _join_words(words: _Words) -> _Said:
    return _Said("\n".join(words.lines), " ".join(words.names))


def _join_texts(said: Iterable[_Said]) -> str:
    return "\n".join(filter(None, [each.text for each in said]))


def _join_names(said: Iterable[_Said]) -> str:
    return " ".join(filter(None, [each.names for each in said]))


def _list_answers(section: view.Section) -> _Answers:
    """Return the responses by status; a single one is in the section itself."""
    first = section.parts[0]
    if isinstance(first, view.Switch) and first.kind == "status":
        return [(panel.title, panel.parts) for panel in first.panels]
    heads = [part.parts for part in _flatten(section.parts) if isinstance(part, view.Head)]
    states = (each.status for head in heads for each in head if isinstance(each, view.Status))
    return [(status, section.parts) for status in states][:1]


def _flatten(parts: Iterable[view.Part]) -> Iterator[view.Part]:
    """Yield parts, including alternatives and nested ones."""
    for part in parts:
        if isinstance(part, view.Switch):
            yield view.Head(part.head)
            yield from _flatten(part.intro)
            for panel in part.panels:
                yield from _flatten(panel.parts)
        elif isinstance(part, view.Expand | view.Group | view.More | view.Panel | view.Shared):
            yield from _flatten(part.parts)
        else:
            yield part


def _list_samples(page: view.View) -> Iterator[str]:
    """Return the samples in the document."""
    for part in (part for card in page.cards for part in card.parts):
        if isinstance(part, view.Switch) and part.kind == "sample":
            blocks = (block for block in _flatten([part]) if isinstance(block, view.Block))
            yield from (block.text for block in blocks if not block.is_printed)

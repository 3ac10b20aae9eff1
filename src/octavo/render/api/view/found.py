"""Prints an API page for the search: sections with lines of plain text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from octavo.reference.later import FragmentPlace
from octavo.reference.view import (
    ANY_NAME,
    About,
    AboutValue,
    Block,
    Callback,
    Code,
    Expand,
    Field,
    Fields,
    Group,
    Head,
    Items,
    Later,
    Listed,
    More,
    Part,
    Prose,
    Section,
    Shared,
    Status,
    Switch,
    View,
)
from octavo.search.page_text import Section as Found
from octavo.values import ByIdentity

_LEVELS = 3
"""How deep the fields of a body are found. The deepest are words among others: they are many."""
_MOST_NAMES = 150
_MOST_LINES = 600
_MOST_VALUES = 40
"""Of a body, and of a list of allowed values: what follows is data."""
_DATA = frozenset({"Default {value}", "Example {value}", "Written as {type}"})
"""Facts whose values nobody looks for."""


class _Said(NamedTuple):
    """The text of a part, and the names in it."""

    text: str
    names: str
    is_body: bool


class _Words(NamedTuple):
    """What parts say: lines of text, and the names and values in it; each once."""

    lines: dict[str, None]
    names: dict[str, None]


class FoundPrinter:
    """Prints the pages of one API document for the search.

    `strip_marks` makes plain text of Markdown, `list_fragment` reads what pages load later.
    """

    def __init__(
        self,
        strip_marks: Callable[[str | None], str],
        list_fragment: Callable[[FragmentPlace], tuple[str, Fields]],
    ) -> None:
        self._strip = strip_marks
        self._list_fragment = list_fragment
        self._shared: ByIdentity[Shared, list[_Said]] = ByIdentity()
        self._lists: ByIdentity[Fields, _Said] = ByIdentity()
        """What pages share."""
        self._inside: list[ByIdentity[Fields, _Words]] = [ByIdentity() for _ in range(_LEVELS)]
        """The words of those inside of fields, by level."""

    def print(self, view: View, texts: Iterable[str | None]) -> tuple[Found, ...]:
        """Return the sections of a page, first the texts above them and the document's samples."""
        lead = "\n".join(filter(None, map(self._strip, texts)))
        first = Found("", "", lead, code="\n".join(_list_samples(view)))
        return first, *(each for part in view.sections for each in self._print_section(part))

    def _print_section(self, section: Section) -> Iterator[Found]:
        callbacks = [part for part in section.parts if isinstance(part, Callback)]
        for each in callbacks:
            prose = self._read(part for part in each.parts if isinstance(part, Prose))
            yield Found(section.id, each.name, _join_texts(prose), each.name)
        if section.side == "response":
            yield from self._print_answers(section)
        elif not callbacks:
            said = self._read(section.parts)
            yield Found(section.id, section.title.text, _join_texts(said), _join_names(said))

    def _print_answers(self, section: Section) -> Iterator[Found]:
        """Return a section for each response; what several say is said once, for they repeat."""
        texts: set[str] = set()
        for status, parts in _list_answers(section):
            said = self._read(parts)
            text = _join_texts(each for each in said if each.text not in texts)
            texts.update(each.text for each in said)
            names = _join_names(each for each in said if not each.is_body)
            yield Found(section.id, f"Response {status}", text, names)

    def _read(self, parts: Iterable[Part]) -> list[_Said]:
        """Return the text and the names of each part."""
        said: list[_Said] = []
        for part in parts:
            if not isinstance(part, Shared):
                said += map(self._read_part, _flatten((part,)))
                continue
            if part not in self._shared:
                self._shared[part] = self._read(part.parts)
            said += self._shared.get(part) or ()
        return said

    def _read_part(self, part: Part) -> _Said:
        said = self._lists.get(part.fields) if isinstance(part, Listed) else None
        if said is None:
            words = _Words({}, {})
            self._add(part, _LEVELS, words)
            is_body = isinstance(part, Listed | AboutValue)
            said = _Said("\n".join(words.lines), " ".join(words.names), is_body)
            if isinstance(part, Listed):
                self._lists[part.fields] = said
        return said

    def _add(self, part: Part, level: int, words: _Words) -> None:
        match part:
            case Listed(fields):
                self._add_list(fields, level, words)
            case Fields(rows):
                self._add_rows(rows, level, words)
            case AboutValue(about):
                self._add_said(about, level, words)
            case Head(heads):
                states = [each for each in heads if isinstance(each, Status)]
                words.lines.update({f"{each.status} {each.phrase.text}": None for each in states})
            case Prose(text):
                words.lines[self._strip(text)] = None
            case Items(items):
                values = {each.text: None for each, _ in items if isinstance(each, Code)}
                words.lines.update(values)
                words.names.update(values)

    def _add_list(self, fields: Fields, level: int, words: _Words) -> None:
        """Add fields that others share, as they were read before where they are inside of one."""
        if level == _LEVELS:
            self._add_rows(fields.rows, level, words)
            return
        inside = self._inside[level].get(fields)
        if inside is None:
            inside = self._inside[level][fields] = _Words({}, {})
            self._add_rows(fields.rows, level, inside)
        words.lines.update(inside.lines)
        words.names.update(inside.names)

    def _add_rows(self, rows: Iterable[Field | Switch], level: int, words: _Words) -> None:
        """Add fields, then what is inside of them, then what may stand in their place."""
        fields = [row for row in rows if isinstance(row, Field)]
        for row in fields:
            name = "" if row.name == ANY_NAME else row.name
            text = self._strip(row.about.text) if level == _LEVELS and row.about.text else ""
            if name or text:
                words.lines[f"{name}: {text}" if name and text else name or text] = None
            if level > 1:
                words.names.update({name: None} if name else {})
                self._add_said(row.about, level, words)
        inside = [part for row in fields for part in row.inside] if level > 1 else []
        for part in inside:
            self._add_inside(self._open(part), level - 1, words)
        for choice in (row for row in rows if isinstance(row, Switch)):
            self._add_inside(choice, level, words)

    def _open(self, part: Part) -> Part:
        """Return what a page loads later; only inside of fields, since options may be circles."""
        return (
            Listed(self._list_fragment(part.file.place)[1], "") if isinstance(part, Later) else part
        )

    def _add_inside(self, part: Part, level: int, words: _Words) -> None:
        for each in _flatten((part,)):
            if len(words.names) <= _MOST_NAMES and len(words.lines) <= _MOST_LINES:
                self._add(each, level, words)

    def _add_said(self, about: About, level: int, words: _Words) -> None:
        """Add the name of a schema, and the values that it allows."""
        if level == 1:
            return
        if about.schema:
            words.names[about.schema] = None
        facts = [each.values for each in about.facts if each.text not in _DATA]
        if not (facts or about.allowed):
            return
        values = [each for allowed in about.allowed for each in allowed.values][:_MOST_VALUES]
        said = [(each.text, meaning) for each, meaning in values]
        said += [(each.text, "") for fact in facts for _, each in fact if isinstance(each, Code)]
        names = " ".join([value for value, _ in said])
        words.names[names] = None
        if any(meaning for _, meaning in said):
            names = "\n".join([f"{value}: {self._strip(meaning)}" for value, meaning in said])
        words.lines[names] = None


def _join_texts(said: Iterable[_Said]) -> str:
    return "\n".join([each.text for each in said if each.text])


def _join_names(said: Iterable[_Said]) -> str:
    return " ".join([each.names for each in said if each.names])


def _list_answers(section: Section) -> Iterable[tuple[str, tuple[Part, ...]]]:
    """Return the responses by status; one alone stands in the section itself."""
    first = section.parts[0]
    if isinstance(first, Switch) and first.kind == "status":
        return [(panel.title, panel.parts) for panel in first.panels]
    heads = [part.parts for part in _flatten(section.parts) if isinstance(part, Head)]
    status = next(each.status for head in heads for each in head if isinstance(each, Status))
    return [(status, section.parts)]


def _flatten(parts: Iterable[Part]) -> Iterator[Part]:
    """Return parts with those in a row that take turns, or stand inside of others."""
    for part in parts:
        if isinstance(part, Switch):
            yield Head(part.head)
            yield from _flatten(part.intro)
            for panel in part.panels:
                yield from _flatten(panel.parts)
        elif isinstance(part, Expand | Group | More | Shared):
            yield from _flatten(part.parts)
        else:
            yield part


def _list_samples(view: View) -> Iterator[str]:
    """Return the samples that the document has."""
    for part in (part for card in view.cards for part in card.parts):
        if isinstance(part, Switch) and part.kind == "sample":
            blocks = (block for block in _flatten([part]) if isinstance(block, Block))
            yield from (block.text for block in blocks if not block.is_printed)
